import { withPageNames } from '../items/bill-forms.ts';
import { fieldsIn } from '../body/answer.ts';
import { BEFORE_NUMBER, BILL_NAMES } from './approved-sentences.ts';
import { isId, isLinkToOther } from '../item-id.ts';
import type { Fields } from '../party.ts';
import { fieldNamed, plainEntries } from '../body/read-party.ts';

/** Words for objects that have ids of their own, not the bill's. */
const OTHER_KIND = /approv|request|event|operation/i;
const APPROVED_BILL = /^(?:approved|released|processed)billid$/;
export const APPROVED_BILLS = /^(?:approved|released|processed|succeeded)(?:(?:bill)?ids|bills)?$/;
/**
 * Keys of an id or address that must be the bill's, if nothing else in the answer names the bill. Ids of requests and
 * persons have other keys.
 */
const ANY_ID =
  /^(?:(?:bill|invoice|entity|object|document|doc|resource|record|item|approvable|payable|subject|target)(?:ids?|uuids?|guids?|key)|ids|uuids?|guids?|key|(?:bill|resource)?(?:href|url|uri|path))$/;
const WITH_DIGIT = /^\S*\d\S*$/;

/**
 * Whether an answer names bills, by id, by address, by number or in a list of approved ones, but not this one.
 * @param places parts of the answer that may hold the bill, under the names of the service page
 * @param billNumber null for none
 */
export function namesOnlyOthers(
  body: unknown,
  places: readonly Fields[],
  billId: string,
  billNumber: string | null,
): boolean {
  if (isOtherNumber(body, billId, billNumber)) return true;
  const isNamed = places.some((each) => isId(each['id'], billId) || isId(billIdIn(each), billId));
  const data = fieldNamed(body, 'data');
  if (!isNamed && typeof data === 'string' && WITH_DIGIT.test(data) && !isId(data, billId))
    return true;
  return places.some((each) => {
    const kinds = ['object', 'type'].map((key) => String(fieldNamed(each, key)));
    const isOtherKind = kinds.some((kind) => OTHER_KIND.test(kind));
    const hasOtherId = !isNamed && (each['id'] ?? null) !== null && !isOtherKind;
    if (hasOtherId || isLinkToOther(selfOf(each), billId)) return true;
    const isBill = isId(each['id'], billId);
    const approvedBill = fieldNamed(fieldNamed(each, 'approval'), 'billid') ?? billId;
    if (!isId(approvedBill, billId)) return true;
    return plainEntries(each).some(([key, value]) => {
      if (APPROVED_BILL.test(key)) return !isId(value, billId);
      if (!isNamed && !isOtherKind && isOtherUnder(key, value, billId)) return true;
      const texts = [value].flat();
      if (!isNamed && texts.some((text) => isOtherNumber(text, billId, billNumber))) return true;
      if (isBill || !APPROVED_BILLS.test(key) || !Array.isArray(value)) return false;
      return !value.some(
        (one) => isId(one, billId) || isId(withPageNames(fieldsIn(one))['id'], billId),
      );
    });
  });
}

/** Whether the value of an id or an address names another bill. */
function isOtherUnder(key: string, value: unknown, billId: string): boolean {
  if (!ANY_ID.test(key)) return false;
  const ids = [value].flat().filter((each) => WITH_DIGIT.test(String(each)));
  const isOwn = (each: unknown): boolean =>
    isId(each, billId) ||
    String(each)
      .split(/[/?#&=:]/)
      .some((part) => isId(part, billId));
  return ids.length > 0 && !ids.some(isOwn);
}

const BILL_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(?:${BILL_NAMES})(?:${BEFORE_NUMBER})([\w/-]+)`,
  'iu',
);

/** Whether a sentence names the number of another bill. */
function isOtherNumber(sentence: unknown, billId: string, billNumber: string | null): boolean {
  if (typeof sentence !== 'string' || billNumber === null) return false;
  const [, named] = BILL_NUMBER.exec(sentence) ?? [];
  if (named === undefined) return false;
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\W_]/g, '');
  // “Bill 1899” may be K-1899, but not K-21899.
  const isOwn = (own: string): boolean =>
    plain(own).endsWith(plain(named)) && !/\d$/.test(plain(own).slice(0, -plain(named).length));
  return ![billId, billNumber].some(isOwn);
}

/** Address of the object itself, as HAL and JSON:API name it. */
function selfOf(fields: Fields): unknown {
  const self = fieldNamed(fieldNamed(fields, 'links'), 'self');
  return fieldNamed(self, 'href') ?? self;
}

/**
 * Id of the bill that an object names; undefined for none. Beside an id of its own, `invoice_id` may be that of another
 * invoice.
 */
export function billIdIn(fields: Fields): unknown {
  return (
    fieldNamed(fields, 'billid') ?? ('id' in fields ? undefined : fieldNamed(fields, 'invoiceid'))
  );
}
