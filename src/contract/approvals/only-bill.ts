import { isNested, isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { isApproved, isSet, saysApproved } from './approved-fields.ts';
import { AROUND_BILL, FLAG, isReturnMessage, SENTENCE_KEY, VERDICT } from './bare-yes.ts';
import { fieldsOfAnswered } from '../items/bill-forms.ts';
import { ROWS_WRITTEN } from './denials.ts';
import { isRecordsBeside } from '../items/included.ts';
import { isId } from '../item-id.ts';
import { APPROVED_BILLS, billIdIn } from './other-bills.ts';
import type { Fields } from '../party.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';

/**
 * Replaces each list that holds only this bill with the bill itself. A page of a list stays as it is, unless its bill
 * is approved now.
 * @param shown the bill's own fields when the user approved it
 */
export function withoutLists(body: unknown, billId: string, shown: Fields, levels = 4): unknown {
  if (isOnly(body, billId)) return body[0];
  if (!isObject(body) || levels === 0 || isId(fieldsOf(body)['id'], billId)) return body;
  const isList = ([key, value]: [string, unknown]): boolean =>
    AROUND_BILL.test(plainKey(key)) &&
    isOnly(value, billId) &&
    (isObject(value[0]) || !APPROVED_BILLS.test(plainKey(key)));
  const entries = Object.entries(body);
  const list = entries.find(isList);
  if (list === undefined) {
    const inner = entries.map(([key, value]): [string, unknown] => [
      key,
      isObject(value) && AROUND_BILL.test(plainKey(key))
        ? withoutLists(value, billId, shown, levels - 1)
        : value,
    ]);
    return Object.fromEntries(inner);
  }
  const [name] = list;
  const [only] = [body[name]].flat();
  const isNews = isApproved(fieldsOf(only)) && !saysApproved(shown);
  const isRpc = typeof body['jsonrpc'] === 'string';
  const isPage = entries.some(
    ([key, value]) =>
      key !== name &&
      !isBeside(plainKey(key), value) &&
      !(isRpc && /^(?:jsonrpc|id)$/.test(key)) &&
      !isRecordsBeside(fieldsIn(only), key, value) &&
      !(isNews && isEndOfList(key, value)),
  );
  return isPage ? body : { ...body, [name]: only };
}

function isBeside(key: string, value: unknown): boolean {
  return (
    [FLAG, VERDICT, SENTENCE_KEY].some((each) => each.test(key)) ||
    (value === 1 && ROWS_WRITTEN.test(key))
  );
}

/** Whether a field beside a list is about its pages, and says that this page is the only one. */
function isEndOfList(key: string, value: unknown): boolean {
  const plain = plainKey(key);
  if (/^(?:meta|pagination|paging|pageinfo|links)$/.test(plain) && isObject(value))
    return Object.entries(value).every((each) => isEndOfList(...each));
  if (/more|next/.test(plain)) return !isSet(value);
  if (/total|count/.test(plain)) return Number(value) === 1;
  return /^(?:self|first|last|prev\w*|has_?prev\w*|limit|offset|page|pages|(?:per)?page(?:size)?|object|cursors?|startcursor|endcursor)$/.test(
    plain,
  );
}

/** Gives a bill the id that lists use, if that is its `uuid` beside a number: `{ id: 4711, uuid: "b-1", status }`. */
export function withListId(value: unknown, billId: string, levels = 5): unknown {
  if (!isNested(value) || levels === 0) return value;
  if (Array.isArray(value)) return value.map((each) => withListId(each, billId, levels - 1));
  const fields = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withListId(each, billId, levels - 1)]),
  );
  const { id, status, currency } = fields;
  const isNumbered = /^\d+$/.test(String(id)) && (status ?? currency) !== undefined;
  const isBill = ['uuid', 'guid'].some((key) => isId(fieldNamed(fields, key), billId));
  return isNumbered && isBill ? { ...fields, id: billId } : fields;
}

/** Whether a value is a list whose only item is this bill or its id. */
export function isOnly(value: unknown, billId: string): value is readonly [unknown] {
  const [only, ...others]: readonly unknown[] = Array.isArray(value) ? value : [];
  const fields = fieldsOf(only);
  return (
    others.length === 0 && [only, fields['id'], billIdIn(fields)].some((each) => isId(each, billId))
  );
}

/** Fields of an object that may be the bill. Drops the id of a return message, which is the number of a text. */
export function fieldsOf(place: unknown): Fields {
  const { id, ...fields } = fieldsOfAnswered(place);
  return id === undefined || isReturnMessage(fields) ? fields : { ...fields, id };
}
