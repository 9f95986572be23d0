import { isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import {
  APPROVAL_STATE_ELSEWHERE,
  APPROVED_ELSEWHERE,
  isBlank,
  SUCCESS_KEY,
} from './approved-fields.ts';
import { saysApprovedOnly } from './approved-sentences.ts';
import { MESSAGE, ROWS_WRITTEN } from './denials.ts';
import type { Fields } from '../party.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';
import { CALL_NAME } from './without-wrappers.ts';

// Reads answers that only say yes. They mention neither the approval nor, usually, the bill.

/** Keys of objects that may be the bill, or contain it. */
export const AROUND_BILL = new RegExp(
  String.raw`^(?:(?:vendor|purchase|supplier|updated|approved)?(?:bill|invoice)|item|record|resource|entity|entitie|document|doc|object|node|result|response|(?:response|result|return)data|payload|content|value|body|data|d|entry|model|returning|return|envelope|${CALL_NAME}|updatebills?(?:bypk)?)s?$`,
);

/** Keys of a flag that says yes when it is true. */
export const FLAG = new RegExp(
  `^(?:is)?(?:approved|approval|${SUCCESS_KEY}|ok|${APPROVED_ELSEWHERE})$`,
);
/** Keys of a word that says yes or no. */
export const VERDICT = new RegExp(
  `^(?:approval|bill|freigabe)?(?:status|statuscode|decision)$|^(?:approvalstate|result|outcome|approval|statut|estado|stato|ステータス|${APPROVAL_STATE_ELSEWHERE})$`,
);
/** Keys of a sentence that may say yes. */
export const SENTENCE_KEY = new RegExp(`${MESSAGE.source}|^(?:detail|notice|flash|info|text)$`);

/**
 * Whether a value is `OK`, `true`, the answer's own status, the result of writing one row, a message of success, or the
 * acceptance of a document.
 * @param own id and number of the bill
 * @param status HTTP status of the answer
 */
export function isBareYes(body: unknown, own: readonly unknown[], status: number): boolean {
  return (
    body === true ||
    isOk(body) ||
    repeatsStatus(body, status) ||
    writesOneRow(body) ||
    isReturned(body) ||
    acceptsDocument(body, own)
  );
}

function isOk(value: unknown): boolean {
  return typeof value === 'string' && /^ok\.?$/i.test(value.trim());
}

/** Whether an object only repeats the status of its own answer: `{ status: 200, statusText: "OK" }`. */
function repeatsStatus(body: unknown, status: number): boolean {
  const entries = isObject(body) ? Object.entries(body) : [];
  const isStatus = ([key, each]: [string, unknown]): boolean =>
    /^(?:http)?status(?:code)?$/.test(plainKey(key)) && each === status;
  const isName = ([key, each]: [string, unknown]): boolean =>
    /^status(?:text|message)$/.test(plainKey(key)) && isOk(each);
  return entries.some(isStatus) && entries.every((each) => isStatus(each) || isName(each));
}

/** Keys beside the count of rows in a database's result. They count when their value is 1 or true. */
const BESIDE_ROWS = /^(?:n|matched(?:count|rows)?|acknowledged)$/;
const LISTS_BESIDE_ROWS = /^(?:raw|generatedmaps|returning|errors|warnings|failed|failures)$/;

/** Whether a value is only the result of writing one row. Ignores empty fields. */
function writesOneRow(value: unknown, levels = 4): boolean {
  if (!isObject(value) || levels === 0) return false;
  // An empty list under any other key may be an empty page.
  const isEmpty = ([key, each]: [string, unknown]): boolean =>
    isBlank(each) && (!Array.isArray(each) || LISTS_BESIDE_ROWS.test(plainKey(key)));
  const entries = Object.entries(value).filter((each) => !isEmpty(each));
  const isRow = ([key, each]: [string, unknown]): boolean =>
    (each === 1 && ROWS_WRITTEN.test(plainKey(key))) ||
    (plainKey(key) === 'writeresults' && isResultOfOneWrite(each)) ||
    (AROUND_BILL.test(plainKey(key)) && writesOneRow(each, levels - 1));
  const isBeside = ([key, each]: [string, unknown]): boolean =>
    ((each === 1 || each === true) && BESIDE_ROWS.test(plainKey(key))) ||
    plainKey(key) === 'committime';
  return entries.some(isRow) && entries.every((each) => isRow(each) || isBeside(each));
}

/** Whether a list has the result of one write, and no error. */
function isResultOfOneWrite(list: unknown): boolean {
  const [only, ...others]: readonly unknown[] = Array.isArray(list) ? list : [];
  return (
    others.length === 0 &&
    isObject(only) &&
    Object.keys(only).every((key) => /^updatetime$|^transform/.test(plainKey(key)))
  );
}

/**
 * Whether an object is a message that a remote procedure returned: `{ Type: 'S', Number: '060', Message: 'Released' }`.
 */
export function isReturnMessage(fields: Fields): boolean {
  const [type, number, message] = ['type', 'number', 'message'].map((key) =>
    fieldNamed(fields, key),
  );
  const isBill = Object.keys(fields).some((key) => BILL_KEY.test(plainKey(key)));
  const isText = number !== undefined && typeof message === 'string';
  return /^[SEWIA]$/.test(String(type)) && isText && !isBill;
}

const BILL_KEY = /^(?:totalcents|amountduecents|currency|billnumber|vendor)$/;

/** Whether an answer is a list of messages of success, under a key such as `RETURN`. */
function isReturned(body: unknown): boolean {
  const [only, ...others] = isObject(body) ? Object.entries(body) : [];
  if (only === undefined || others.length > 0) return false;
  const [key, list] = only;
  const messages = [list].flat().map((each) => fieldsIn(each));
  return (
    /^(?:results?|return|item|bapiret2|messages?)$/.test(plainKey(key)) &&
    messages.length > 0 &&
    messages.every((each) => isReturnMessage(each) && isSuccess(each))
  );
}

function isSuccess(message: Fields): boolean {
  const text = String(fieldNamed(message, 'message'));
  const isYes = saysApprovedOnly(text) || RELEASED.test(text);
  return fieldNamed(message, 'type') === 'S' && isYes;
}

/** Sentences about a release. `Hold released` is not one: their only subject is the bill. */
const RELEASED =
  /^(?:(?:bill|invoice|(?:invoice )?document)(?: (?=[\w/-]*\d)[\w/-]+)? (?:(?:is|was|has been) )?)?(?:successfully )?(?:released|approved)(?: (?:successfully|for payment))?[.!]?$/i;

/** Whether a UBL response accepts a document (code `AP`) and does not name another one. */
function acceptsDocument(body: unknown, own: readonly unknown[]): boolean {
  const found = fieldNamed(fieldNamed(body, 'applicationresponse') ?? body, 'documentresponse');
  const code = fieldNamed(fieldNamed(found, 'response'), 'responsecode');
  const { ID: id = own[0] } = fieldsIn(fieldNamed(found, 'documentreference'));
  return code === 'AP' && own.includes(id);
}
