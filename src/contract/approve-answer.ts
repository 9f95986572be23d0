import { canonicalJson } from '../base/canonical-json.ts';
import { fieldsIn, type Answer } from './answer.ts';
import type { Bill } from './bill.ts';
import { sentBillSchema } from './sent-items.ts';
import { readErrorDetails } from './error-details.ts';
import { textOfId } from './item-id.ts';
import { billStatuses, readStatus } from './wire-names.ts';
import { readFirst, type Form } from './form.ts';
import type { Fields } from './party.ts';
import { plainKey } from './read-party.ts';
import { readItem } from './read-item.ts';
import { headerNames } from './wire-names.ts';

/** Whether an answer carries the quota headers that the service puts on each answer (service page, *Limits*). */
export type QuotaHeaders =
  | 'there'
  /** This service has sent them with a success before, so this answer probably comes from another server. */
  | 'missing'
  /** No answer of this service ever had them, so their absence proves nothing. */
  | 'neverSent';

/** A yes, and the bill in it. `unread`: the bill has a form that cannot be compared. */
export interface Yes {
  readonly bill: Bill | null;
  readonly unread: boolean;
}

/**
 * Success statuses on the service page (*Errors*). 202 only promises, 203 comes from a proxy, and 206 and 207 are
 * partial.
 */
const successStatuses: readonly number[] = [200, 201, 204];

interface SentYes {
  readonly billId: string;
  /** JSON of the body; null when there is none. */
  readonly body: unknown;
}

const that = { billId: 'b-1' };
const bill = { id: 'b-1', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const nothingOfIt: Yes = { bill: null, unread: false };
const read: Yes = {
  bill: {
    ...{ id: 'b-1', billNumber: null, status: 'open', date: null, dueDate: null, createdAt: null },
    ...{ currency: 'EUR', totalCents: 1, amountDueCents: 1, memo: null, vendor: null },
  },
  unread: false,
};

/** Forms of a yes to an approval. A body in any other form proves nothing. */
export const yesForms: readonly Form<SentYes, Yes>[] = [
  {
    id: 'nothing',
    name: 'no body, `null` or `{}`',
    source: 'PATCH /api/v1/bills/:id/approve',
    example: { ...that, body: {} },
    reads: nothingOfIt,
    read: ({ body }) => (isNothing(body) ? nothingOfIt : null),
  },
  {
    id: 'bill',
    name: 'that very bill, bare or alone in a list',
    source: 'Appendix, approve’s answer',
    example: { ...that, body: bill },
    reads: read,
    read: ({ billId, body }) => yesOf(body, billId),
  },
  {
    id: 'wrapped',
    name: 'that very bill under `data`, `bill` or `data.bill`',
    source: 'Appendix, approve’s answer',
    example: { ...that, body: { success: true, data: { bill } } },
    reads: read,
    read: ({ billId, body }) => {
      const found = placesOf(body).map((place) => yesOf(place, billId));
      return found.find((yes) => yes !== null) ?? null;
    },
  },
  {
    id: 'flag',
    name: '`approved`, `success` or `ok` that is `true`',
    source: 'Appendix, approve’s answer',
    example: { ...that, body: { ok: true } },
    reads: nothingOfIt,
    read: ({ body }) =>
      someField(body, (key, value) => isFlag(key) && value === true) ? nothingOfIt : null,
  },
  {
    id: 'verdict',
    name: '`status` or `result` that is `approved`, `success` or `ok`',
    source: 'Appendix, approve’s answer',
    example: { ...that, body: { status: 'approved', bill_id: 'b-1' } },
    reads: nothingOfIt,
    read: ({ body }) =>
      someField(body, (key, value) => isVerdict(key) && isYesWord(value)) ? nothingOfIt : null,
  },
];

/**
 * Reads the answer to an approval as the service's yes (`yesForms`). Nothing in the answer may contradict it. If this
 * service sends the quota headers with its successes, the yes needs them too (service page, *Limits*).
 * @param shown the bill's own fields when the user approved it
 * @returns null when the answer proves nothing
 */
export function readYes(
  {
    status,
    body,
    headers,
    bodyProblem,
  }: Pick<Answer, 'status' | 'body' | 'headers' | 'bodyProblem'>,
  quota: QuotaHeaders,
  billId: string,
  shown: Fields = {},
): Yes | null {
  const type = headers.get(headerNames.contentType) ?? '';
  if (!successStatuses.includes(status) || quota === 'missing' || bodyProblem !== null) return null;
  if (/problem\+json/i.test(type)) return null;
  if (body.form === 'empty') return nothingOfIt;
  if (body.form !== 'json') return null;
  const value = onlyBill(body.value, billId);
  if (contradicts(value, billId, shown)) return null;
  if (body.asHtml === true && !showsBill(value, billId)) return null;
  return readFirst(yesForms, { billId, body: value });
}

/** Places in an answer that may hold the bill. */
function placesOf(body: unknown): readonly unknown[] {
  const outer = fieldsIn(body);
  const data = fieldNamed(outer, 'data');
  return [data, fieldNamed(outer, 'bill'), fieldNamed(fieldsIn(data), 'bill')];
}

/** The bill of a list that holds nothing else; any other body as it is. */
function onlyBill(body: unknown, billId: string): unknown {
  const only: unknown = Array.isArray(body) && body.length === 1 ? body[0] : undefined;
  return isId(fieldsIn(only)['id'], billId) ? only : body;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a value is this id. The case of a UUID does not count (RFC 9562 §4). */
function isId(sent: unknown, id: string): boolean {
  const value = textOfId(sent);
  if (typeof value !== 'string' || !UUID.test(id)) return value === id;
  return value.toLowerCase() === id.toLowerCase();
}

/** Whether an answer names the bill together with one of its fields, or under `bill_id`. */
function showsBill(body: unknown, billId: string): boolean {
  return [body, ...placesOf(body)].map(fieldsIn).some((fields) => {
    return (
      (isId(fields['id'], billId) && hasBillField(fields)) ||
      isId(fieldNamed(fields, 'billid'), billId)
    );
  });
}

function yesOf(value: unknown, billId: string): Yes | null {
  const fields = fieldsIn(value);
  if (!isId(fields['id'], billId)) return null;
  const { status } = fields;
  if (typeof status === 'string' && !isStatusOfApproved(status)) return null;
  const found = readItem(sentBillSchema, value);
  if (found.ok) return { bill: { ...found.value, id: billId }, unread: false };
  // A bill without any amount is not meant for comparison.
  const hasAmount = Object.keys(fields).some((key) => /cents|amount|total/i.test(key));
  return {
    bill: null,
    unread: hasAmount || found.error.problems.some((each) => each.startsWith('(all)')),
  };
}

/** Whether a bill's status fits an approval. An undocumented status may mean that another person must approve, too. */
function isStatusOfApproved(status: string): boolean {
  return billStatuses.some((known) => known === readStatus(status)) || isYesWord(status);
}

/** Whether anything in an answer contradicts a yes: another bill, a page of a list, an error, a plain no. */
function contradicts(body: unknown, billId: string, shown: Fields): boolean {
  const places = [body, ...placesOf(body)];
  return (
    deniesApproval(body, billId, shown) ||
    places.some((place) => isOther(fieldsIn(place), billId)) ||
    hasList(body)
  );
}

function hasList(body: unknown): boolean {
  return Array.isArray(fieldNamed(fieldsIn(body), 'data'));
}

/**
 * Whether the fields describe another bill. The id of a request, without any fields of a bill, does not count, nor that
 * of an approval, which names the bill under `bill_id`.
 */
function isOther(fields: Fields, billId: string): boolean {
  const { id } = fields;
  const named = fieldNamed(fields, 'billid') ?? null;
  const isBill = fields['object'] === 'bill' || (named === null && hasBillField(fields));
  return (
    (named !== null && !isId(named, billId)) ||
    (isBill && !isId(id, billId) && !(id === undefined && fields['object'] !== 'bill'))
  );
}

function hasBillField(fields: Fields): boolean {
  return ['status', 'total_cents', 'currency'].some((key) => key in fields);
}

/** Whether a list says no: an error in a usual place, a plain false, or a part for the whole. */
export function deniesIn(body: unknown): boolean {
  return [body, ...placesOf(body)].some((place) => deniesAt(place, denialsOfList));
}

/** An entry that says no, by its key without case, `_` and `-`. */
interface Denial {
  readonly key: RegExp;
  denies(value: unknown): boolean;
}

const APPROVED = /^(?:is|was|fully|payment)?approved(?:forpayment)?$/;
const APPROVAL_STATE = /^approval(?:status|state)$/;

const fault: Denial = {
  key: /error|errcode|fail|(?<!de)fault|reject|denied|denial|declin|violation|exception|invalid|problem|blocked/,
  denies: isSet,
};

/** The first row whose key fits decides. */
const denials: readonly Denial[] = [
  { key: /^approvedat$/, denies: (value) => value === false || isBlank(value) },
  {
    key: APPROVED,
    denies: (value) => value === null || isNo(value),
  },
  { key: /^(?:is|was|has)?(?:success(?:ful)?|succeeded|ok|accepted|valid|applied)$/, denies: isNo },
  { key: /^result$/, denies: (value) => value === false || isOtherWord(value) },
  { key: APPROVAL_STATE, denies: isOtherWord },
  {
    key: /^(?:status|statuscode|httpstatus|state|workflowstate|workflowstatus)$/,
    denies: isBadStatus,
  },
  { key: /^approval$/, denies: isOpenStep },
  { key: /^(?:workflow|approvals|approvers)$/, denies: hasOpenStep },
  {
    key: /^(?:redirect|stepup|challenge|next(?:action|approver|step)|requires|needs|mfa|confirmationrequired|pendingapprov|approv\w*(?:remaining|pending|left|missing))/,
    denies: isSet,
  },
  { key: /^(?:is)?(?:dryrun|validateonly|simulat(?:ed|ion)|preview)$/, denies: isSet },
  {
    key: /^(?:is)?(?:partial|incomplete|incompleteresults|timedout)$/,
    denies: (value) => value === true,
  },
  fault,
];

const denialsOfList: readonly Denial[] = [
  ...denials,
  { key: /^code$/, denies: (value) => typeof value === 'number' && value >= 400 },
];

/** Rows for an object around the bill, whose keys are not a bill's. */
const denialsAround: readonly Denial[] = [
  ...denials,
  { key: /^(?:changed|modified|updated|done|completed?)$/, denies: isNo },
  { key: /^(?:type|severity|level)$/, denies: isBadStatus },
  { key: /^(?:return|result|response)?code$/, denies: isCodeOfNo },
  { key: /^(?:async|job|task|queued|skipped|ignored)(?:id)?$/, denies: isSet },
  {
    key: /^(?:message|msg|detail|description|reason|notice|alert|warning|info|note)s?$/,
    denies: (value) => readErrorDetails(value).some(saysNotDone),
  },
];
const CODE_OF_YES = /^(?:0+|20\d|ok|success\w*|(?:bill[ _]?)?approved)$/i;
/** Words of a sentence that says no. */
const NOT_DONE =
  /\bnot\b|n[’']t\b|cannot|unable|nothing|fail|(?<!without |no )error|den(?:y|ied)|reject|refus|declin|nicht|kein|abgelehnt|fehl|\bpas\b|\bniet\b|no (?:se|fue)\b/i;
/** Words of a sentence that says not yet. */
const NOT_YET = /pending|await|queued|submit/i;
const ONLY_PAYMENT_WAITS = /\bapproved\b.*\bpay(?:ment|able|out)?\b/i;

/** Whether a sentence beside the bill says no, or not yet. Payment may wait after an approval. */
function saysNotDone(words: string): boolean {
  return NOT_DONE.test(words) || (NOT_YET.test(words) && !ONLY_PAYMENT_WAITS.test(words));
}

/** Whether a code, such as 0, 200 or `SUCCESS`, is none of a success. */
export function isCodeOfNo(value: unknown): boolean {
  const isPlain = typeof value === 'string' || typeof value === 'number';
  return isSet(value) && !(isPlain && CODE_OF_YES.test(String(value)));
}

/** Objects around the bill that may tell how the request went. */
const AROUND =
  /^(?:meta|messages?|flash|notifications?|alerts?|response(?:status)?|result|info|validation)$/;

function deniesAt(place: unknown, rows: readonly Denial[], shown: Fields = {}): boolean {
  return Object.entries(fieldsIn(place)).some(([key, value]) => {
    const row = rows.find((each) => each.key.test(plainKey(key)));
    // An earlier refusal may have left its reason on the bill.
    const isOld = row === fault && canonicalJson(shown[key]) === canonicalJson(value);
    return row !== undefined && row.denies(value) && !isOld;
  });
}

/** Whether the service's own fields of a bill say that it is approved already: another person may have done it. */
export function saysApproved(fields: Fields): boolean {
  return Object.entries(fields).some(([key, value]) => {
    const plain = plainKey(key);
    if (plain === 'approvedat') return isSet(value);
    if (APPROVED.test(plain)) return /^(?:true|1|yes)$/i.test(String(value));
    if (APPROVAL_STATE.test(plain)) return isYesWord(value);
    const { status, state } = plain === 'approval' ? fieldsIn(value) : {};
    return isYesWord(status) || isYesWord(state);
  });
}

/**
 * Whether anything in an answer to an approval says no. An object with an id of its own, such as an approval, may have
 * fields that mean something else.
 */
function deniesApproval(body: unknown, billId: string, shown: Fields): boolean {
  return [body, ...placesOf(body)].some((place) => {
    const fields = fieldsIn(place);
    if (isId(fields['id'], billId)) return deniesAt(place, denials, shown);
    if ('id' in fields) return deniesAt(place, denials);
    const around = Object.entries(fields).filter(([key]) => AROUND.test(plainKey(key)));
    const all = [place, ...around.flatMap(([, value]) => value)];
    return all.some((each) => deniesAt(each, denialsAround));
  });
}

/** Judges a `status` of the answer itself; `isStatusOfApproved` judges that of a bill. */
function isBadStatus(status: unknown): boolean {
  if (typeof status === 'number') return status >= 400;
  return FAILED.test(String(status));
}

const FAILED =
  /error|fail|reject|denied|declin|forbid|pending|refus|unauth|invalid|draft|wait|on.?hold|queued|progress|processing|review|submitted/i;

function isOpenStep(approval: unknown): boolean {
  const fields = fieldsIn(approval);
  return ['status', 'state'].some((key) => isOtherWord(fieldNamed(fields, key)));
}

/** Whether a step of a workflow, or one of several approvals, is open or refused. */
function hasOpenStep(steps: unknown): boolean {
  return [steps].flat().some((step) => deniesAt(step, denials));
}

function isOtherWord(value: unknown): boolean {
  return typeof value === 'string' && !isYesWord(value);
}

/** Whether a value says no where a yes would be `true`: any text except a yes, a date or an empty text does. */
function isNo(value: unknown): boolean {
  if (typeof value === 'string') return !/^(?:true|yes|1|\d{4}-.*|)$/i.test(value);
  return value === false || value === 0;
}

/** Whether a field that should be empty or false is not. */
function isSet(value: unknown): boolean {
  if (typeof value === 'string') return !/^(?:false|no|none|0|)$/i.test(value);
  return value !== false && value !== 0 && !isBlank(value);
}

function isFlag(key: string): boolean {
  return ['approved', 'success', 'ok', 'isapproved'].includes(key);
}

function isVerdict(key: string): boolean {
  return key === 'status' || key === 'result';
}

function isYesWord(value: unknown): boolean {
  return typeof value === 'string' && ['approved', 'success', 'ok'].includes(value.toLowerCase());
}

function someField(body: unknown, holds: (key: string, value: unknown) => boolean): boolean {
  return [body, fieldNamed(fieldsIn(body), 'data')].some((place) =>
    Object.entries(fieldsIn(place)).some(([key, value]) => holds(plainKey(key), value)),
  );
}

function fieldNamed(fields: Fields, name: string): unknown {
  return Object.entries(fields).find(([key]) => plainKey(key) === name)?.[1];
}

function isNothing(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function isBlank(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
