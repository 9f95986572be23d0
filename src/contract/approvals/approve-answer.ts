import { canonicalJson } from '../../base/canonical-json.ts';
import { isObject } from '../../base/is-object.ts';
import { fieldsIn, isEmptyObject, type Answer } from '../body/answer.ts';
import type { Bill } from '../bill.ts';
import {
  APPROVED_ELSEWHERE,
  isApproved,
  isYesFlag,
  isYesWord,
  wordsIn,
} from './approved-fields.ts';
import {
  AROUND,
  denialOfMessages,
  denialsAround,
  denialsOfBill,
  deniesAt,
  placesOf,
  saysDone,
  saysNotDone,
} from './denials.ts';
import { readFirst, type Form } from '../body/form.ts';
import { fieldsOfResource, relatedOf } from '../items/included.ts';
import { isId, isLinkToOther } from '../item-id.ts';
import { differsFromBill } from './approved-amounts.ts';
import { namesOtherOrganization } from './other-organization.ts';
import { saysApprovedOnly } from './approved-sentences.ts';
import { doubtsDecision } from './decision.ts';
import { isNewlyStopped } from './newly-stopped.ts';
import { isNotInForce } from './not-in-force.ts';
import { hasAlarm } from './objections.ts';
import { isOnlyTakenIn } from './taken-in.ts';
import { withoutEnvelope, withoutRpc, withoutWrappers } from './without-wrappers.ts';
import type { Fields } from '../party.ts';
import { isTooDeep } from '../body/read-item.ts';
import { fieldNamed, plainEntries, plainKey } from '../body/read-party.ts';
import { AROUND_BILL, FLAG, isBareYes, SENTENCE_KEY, VERDICT } from './bare-yes.ts';
import { denormalized, documentIn } from '../body/plain-items.ts';
import { fieldsOf, isOnly, withListId, withoutLists } from './only-bill.ts';
import { readAnsweredBill } from '../items/sent-items.ts';
import { APPROVED_BILLS, billIdIn, namesOnlyOthers } from './other-bills.ts';
import { headerNames } from '../wire-names.ts';

/** Whether an answer carries the quota headers that the service puts on each answer (service page, *Limits*). */
export type QuotaHeaders =
  | 'there'
  /** This service has sent them with a success before, so this answer probably comes from another server. */
  | 'missing'
  /** No answer of this service ever had them, so their absence proves nothing. */
  | 'neverSent';

/** A confirmation, and the bill in it. `isUnreadable`: the bill has a form that cannot be compared. */
export interface Confirmation {
  readonly bill: Bill | null;
  readonly isUnreadable: boolean;
}

/**
 * Success statuses on the service page (*Errors*). 202 only promises success, 203 comes from a proxy, and 206 and 207
 * report a partial success.
 */
const successStatuses: readonly number[] = [200, 201, 204];

interface SentConfirmation {
  readonly billId: string;
  /** JSON of the body; null when there is none. */
  readonly body: unknown;
  /** The answer has the quota headers. Forms that any server could send, such as `OK`, need them. */
  readonly isSigned: boolean;
  /** HTTP status of the answer. */
  readonly status?: number;
  /** The bill's own fields when the user approved it. */
  readonly shown?: Fields;
}

const approved = { billId: 'b-1', isSigned: true };
const bill = { id: 'b-1', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };
const confirmationWithoutBill: Confirmation = { bill: null, isUnreadable: false };
const confirmationWithBill: Confirmation = {
  bill: {
    id: 'b-1',
    billNumber: null,
    status: 'open',
    date: null,
    dueDate: null,
    createdAt: null,
    currency: 'EUR',
    totalCents: 1,
    amountDueCents: 1,
    memo: null,
    vendor: null,
  },
  isUnreadable: false,
};

const withoutBill = (isYes: boolean): Confirmation | null =>
  isYes ? confirmationWithoutBill : null;

/** Forms of the confirmation of an approval. A body in any other form proves nothing. */
export const confirmationForms: readonly Form<SentConfirmation, Confirmation>[] = [
  {
    id: 'nothing',
    name: 'no body, `null` or `{}`',
    source: 'PATCH /api/v1/bills/:id/approve',
    example: { ...approved, body: {} },
    reads: confirmationWithoutBill,
    read: ({ body }) => withoutBill(isNothing(body)),
  },
  {
    id: 'bill',
    name: 'that very bill, bare or alone in a list',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: bill },
    reads: confirmationWithBill,
    read: (sent) => confirmationOf(sent.body, sent),
  },
  {
    id: 'wrapped',
    name: 'that very bill under `data`, `bill`, `result` or another usual key',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { success: true, data: { bill } } },
    reads: confirmationWithBill,
    read: (sent) => {
      const places = placesIn(sent.body, sent.billId, false);
      const found = places.map((place) => confirmationOf(place, sent));
      return found.find((each) => each !== null) ?? null;
    },
  },
  {
    id: 'flag',
    name: '`approved`, `success`, `succeeded` or `ok` that is true, also as text or 1',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { ok: true } },
    reads: confirmationWithoutBill,
    read: ({ body }) =>
      withoutBill(someField(body, (key, value) => FLAG.test(key) && isYesFlag(value))),
  },
  {
    id: 'verdict',
    name: '`status`, `result` or `approvalStatus` that is `approved`, `success` or `ok`',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { status: 'approved', bill_id: 'b-1' } },
    reads: confirmationWithoutBill,
    read: ({ body }) =>
      withoutBill(someField(body, (key, value) => VERDICT.test(key) && isWordOfYes(value))),
  },
  {
    id: 'approval',
    name: 'an approval of that bill (`bill_id`)',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { approval: { bill_id: 'b-1', status: 'approved' } } },
    reads: confirmationWithoutBill,
    read: ({ billId, body }) => {
      const places = [body, fieldNamed(body, 'approval'), ...placesIn(body, billId, false)];
      return withoutBill(places.some((place) => isApprovalOf(place, billId)));
    },
  },
  {
    id: 'listed',
    name: 'that very bill alone in a list of approved ones',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { approved: ['b-1'], failed: [] } },
    reads: confirmationWithoutBill,
    read: ({ billId, body }) => {
      const isListed = (key: string, value: unknown): boolean =>
        APPROVED_BILLS.test(key) && isOnly(value, billId);
      return withoutBill(someField(body, isListed));
    },
  },
  {
    id: 'sentence',
    name: '`message`, `detail` or a text: “Bill approved”, in any of some twenty languages',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { message: 'Bill approved successfully.' } },
    reads: confirmationWithoutBill,
    read: ({ body }) => {
      const isConfirming = (key: string, value: unknown): boolean =>
        SENTENCE_KEY.test(key) && (saysApprovedOnly(value) || isYesWord(value));
      return withoutBill(saysApprovedOnly(body) || someField(body, isConfirming));
    },
  },
  {
    id: 'bare',
    name: 'with quota headers: `OK`, `true` or the answer’s status alone, a count of exactly one row written, or a code of acceptance',
    source: 'Appendix, approve’s answer',
    example: { ...approved, body: { acknowledged: true, matchedCount: 1, modifiedCount: 1 } },
    reads: confirmationWithoutBill,
    read: ({ body, isSigned, billId, shown, status = 200 }) =>
      withoutBill(isSigned && isBareYes(body, [billId, shown?.['bill_number']], status)),
  },
];

/** Whether a field may hold the bill, or a list of bills that were approved. */
function isAround([sent, value]: [string, unknown]): boolean {
  const key = plainKey(sent);
  return AROUND_BILL.test(key) || (Array.isArray(value) && APPROVED_BILLS.test(key));
}

/**
 * Values in an answer that may be the bill: those under usual wrapper keys, to four levels, but not inside the bill.
 */
function placesIn(body: unknown, billId: string, withLists = true): readonly unknown[] {
  const found: unknown[] = [];
  let level: readonly unknown[] = [body];
  for (let depth = 0; depth < 4; depth += 1) {
    level = level.flatMap((each): readonly unknown[] => {
      if (Array.isArray(each)) return each.filter(() => withLists);
      const entries = isId(fieldsOf(each)['id'], billId) ? [] : Object.entries(fieldsIn(each));
      return entries.filter(isAround).map(([, value]) => value);
    });
    found.push(...level);
  }
  return [...new Set([...placesOf(body), ...found])];
}

type SentAnswer = Pick<Answer, 'status' | 'body' | 'headers' | 'bodyProblem'>;

/**
 * Reads the answer to an approval as the service's confirmation (`confirmationForms`). Nothing in the answer may
 * contradict it. If this service usually sends the quota headers (service page, *Limits*), the answer must have them,
 * or contain the bill, which another server would not know.
 * @param shown the bill's own fields when the user approved it
 * @param nowMs the service's clock, epoch milliseconds; NaN when unknown
 * @param organizationId organization of the request; null when unknown
 * @returns null when the answer proves nothing
 */
export function readConfirmation(
  answer: SentAnswer,
  quota: QuotaHeaders,
  billId: string,
  shown: Fields = {},
  nowMs = NaN,
  organizationId: string | null = null,
): Confirmation | null {
  const { body } = answer;
  // Rails declares an empty body as HTML. Without quota headers, it may come from a guest network's sign-in page.
  const isEmpty = body.form === 'html' && body.text === '' && quota === 'there';
  const sent = isEmpty ? { ...answer, body: { form: 'empty' as const } } : answer;
  const yes = confirmationIn(sent, quota === 'there', billId, shown, nowMs, organizationId);
  return quota === 'missing' && yes?.bill === null ? null : yes;
}

function confirmationIn(
  { status, body, headers, bodyProblem }: SentAnswer,
  isSigned: boolean,
  billId: string,
  shown: Fields,
  nowMs: number,
  organizationId: string | null,
): Confirmation | null {
  const type = headers.get(headerNames.contentType) ?? '';
  const isSuccess = successStatuses.includes(status) && !/problem\+json/i.test(type);
  if (!isSuccess || bodyProblem !== null) return null;
  const addresses = [headerNames.location, headerNames.contentLocation];
  if (addresses.some((name) => isLinkToOther(headers.get(name), billId))) return null;
  if (body.form === 'empty') return confirmationWithoutBill;
  if (body.form === 'html') return null;
  const sent =
    body.form === 'text'
      ? body.text
      : withoutLists(
          denormalized('bills', withListId(documentIn(body.value) ?? body.value, billId)),
          billId,
          shown,
        );
  const value = withoutRpc(withoutWrappers(sent));
  // A bad status contradicts the confirmation even if the bill had it before.
  const before = { ...fieldsIn(withoutWrappers(shown)), status: undefined };
  const bodies = [value, withoutEnvelope(value)];
  const isContradicted = bodies.some((each) => contradicts(each, billId, before, organizationId));
  if (isContradicted || doubtsDecision(value, before)) return null;
  if (isNotInForce(value, before, nowMs)) return null;
  if (isOnlyTakenIn(value, [value, ...placesIn(value, billId)].map(fieldsOf), before)) return null;
  if (body.form === 'json' && body.asHtml === true && !showsBill(value, billId)) return null;
  // Prefer the bill as sent: lists read it in that form, and both readings must be equal.
  const read = (each: unknown) =>
    readFirst(confirmationForms, { billId, isSigned, body: each, shown, status });
  const asSent = read(sent);
  return asSent?.bill ? asSent : (bodies.map(read).find((each) => each !== null) ?? null);
}

/** Whether an answer names the bill together with one of its fields, or under `bill_id`. */
function showsBill(body: unknown, billId: string): boolean {
  return [body, ...placesIn(body, billId)].map(fieldsOf).some((fields) => {
    return (isId(fields['id'], billId) && hasBillField(fields)) || isId(billIdIn(fields), billId);
  });
}

function confirmationOf(value: unknown, { billId, body, shown }: SentConfirmation) {
  const fields = fieldsOf(value);
  if (!isId(fields['id'], billId)) return null;
  const found = readAnsweredBill(value, body, shown);
  if (found.ok) return { bill: { ...found.value, id: billId }, isUnreadable: false };
  // A bill without any amount is a summary, which has nothing to compare.
  const hasAmount = Object.keys(fields).some((key) => /cents|amount|total/i.test(key));
  return {
    bill: null,
    isUnreadable: hasAmount || found.error.problems.some((each) => each.startsWith('(all)')),
  };
}

/** Whether anything in an answer contradicts a confirmation: another bill or organization, a page, an error, a denial. */
function contradicts(
  body: unknown,
  billId: string,
  shown: Fields,
  organizationId: string | null,
): boolean {
  const places = [body, ...placesIn(body, billId)].map(fieldsOf);
  const own = places.find(({ id }) => isId(id, billId)) ?? {};
  const { bill_number: number } = fieldsOf(shown);
  const billNumber = typeof number === 'string' ? number : null;
  return (
    deniesApproval(body, billId, shown) ||
    hasAlarm(body, shown) ||
    places.some((each) => isNewlyStopped(each, shown)) ||
    places.some((each) => namesOtherOrganization(each, organizationId, shown)) ||
    places.some(
      (each) =>
        isOtherBill(each, billId) || differsFromBill(each, isId(each['id'], billId), own, shown),
    ) ||
    namesOnlyOthers(body, places, billId, billNumber) ||
    Array.isArray(fieldNamed(body, 'data'))
  );
}

/**
 * Whether the fields describe another bill. An id alone does not count: it may be the request's. An approval's own id
 * does not count either, because an approval names its bill under `bill_id`.
 */
function isOtherBill(fields: Fields, billId: string): boolean {
  const { id } = fields;
  const isApproval = /approv/i.test(String(fields['object']));
  const named = (isApproval ? billNamedBy(fields) : billIdIn(fields)) ?? null;
  if (['object', 'type'].some((key) => OTHER_KIND_OF_ITEM.test(String(fields[key])))) return true;
  // In `{ id, status: "ok", bill_id }`, the id and the status are the answer's, not another bill's.
  const isOfAnswer =
    /^(?:ok|success)$/i.test(String(fields['status'])) && showsBill(fields, billId);
  const shownFields = isOfAnswer ? { ...fields, status: undefined } : fields;
  const isBill = fields['object'] === 'bill' || (named === null && hasBillField(shownFields));
  return (
    (named !== null && !isId(named, billId)) ||
    (isBill && !isId(id, billId) && !(id === undefined && fields['object'] !== 'bill'))
  );
}

const OTHER_KIND_OF_ITEM =
  /^(?:vendor|supplier|customer|contact|user|payment|transaction|account|organi[sz]ation|company)s?$/i;

function hasBillField(fields: Fields): boolean {
  return ['status', 'total_cents', 'currency'].some((key) => fields[key] !== undefined);
}

/**
 * Whether anything in an answer to an approval says no. An object with an id of its own, such as an approval, is
 * checked like a bill: its fields do not mean the same as those of a wrapper.
 */
function deniesApproval(body: unknown, billId: string, shown: Fields): boolean {
  const isProven = provesApproval(body, billId);
  const ofBill = [denialOfMessages(false, isProven), ...denialsOfBill];
  const ofRest = [denialOfMessages(true, isProven), ...denialsAround];
  return [body, ...placesIn(body, billId)].some((place) => {
    const fields = fieldsOf(place);
    if (isId(fields['id'], billId))
      return (
        deniesAt(place, ofBill, shown) ||
        newResultsIn(fields, shown)
          .flatMap((each) => [each, ...placesIn(each, billId)])
          .some((each) => deniesAt(each, ofRest))
      );
    if ('id' in fields) return deniesAt(place, ofBill);
    if (!isProven && hasUnclearSentence(fields, billId)) return true;
    const around = Object.entries(fields).filter(([key]) => AROUND.test(plainKey(key)));
    const all = [place, ...around.flatMap(([, value]) => value).map(withoutDelivery)];
    return all.some((each) => deniesAt(each, ofRest));
  });
}

/** Call results inside the bill that the approved bill did not have. */
function newResultsIn(fields: Fields, shown: Fields): readonly unknown[] {
  const isNew = ([key, value]: [string, unknown]): boolean =>
    RESULT.test(plainKey(key)) &&
    isObject(value) &&
    (isTooDeep(value) || canonicalJson(shown[key]) !== canonicalJson(value));
  return Object.entries(fields)
    .filter(isNew)
    .map(([, value]) => value);
}
const RESULT = /^(?:results?|response|outcome|body|return|operation)$/;

/** Drops the delivery status of an e-mail or other notification: `{ type: 'email', status: 'queued' }`. */
function withoutDelivery(notice: unknown): unknown {
  const { status: _, state: _state, ...others } = fieldsIn(notice);
  const media = ['type', 'channel', 'method', 'medium'].map((key) => String(others[key]));
  return media.some((each) => MEDIUM.test(each)) ? others : notice;
}
const MEDIUM = /^(?:e-?mail|mail|sms|push|webhook|chat|in[_-]?app)$/i;

/** Whether an object that holds the bill has a sentence beside it that does not clearly say yes. Names do not count. */
function hasUnclearSentence(fields: Fields, billId: string): boolean {
  const values = Object.values(fields);
  const isSentence = ([key, value]: [string, unknown]): boolean =>
    typeof value === 'string' &&
    /\p{L}{2,}\s+\p{L}{2,}/u.test(value) &&
    !NAME_OR_TIME.test(wordsIn(key)) &&
    (!saysDone(value) || saysNotDone(value));
  return (
    values.some((each) => isId(fieldsOf(each)['id'], billId)) &&
    Object.entries(fields).some(isSentence)
  );
}
/** Keys, as `wordsIn` writes them, of a name, a person, a program or a time. */
const NAME_OR_TIME =
  /name$|(?:^|_)(?:user|agent|by|organi[sz]ation|company|tenant|server|copyright|version|environment|date|time|timestamp|at|on)$/;

/** Whether more than the bill itself confirms the approval: a flag, a verdict, or the bill's own approval. */
function provesApproval(body: unknown, billId: string): boolean {
  const isProof = (key: string, value: unknown): boolean => FLAG.test(key) && isYesFlag(value);
  return (
    someField(body, isProof) || [body, ...placesIn(body, billId)].map(fieldsIn).some(isApproved)
  );
}

const VERDICT_YES = new RegExp(`^(?:authori[sz]ed|${APPROVED_ELSEWHERE})$`, 'i');

/**
 * Whether a verdict confirms: a word such as `approved`, or an object whose names all confirm: `{ id: 2, name:
 * "Approved" }`.
 */
function isWordOfYes(value: unknown): boolean {
  const names = plainEntries(value).filter(([key]) => NAME_OF_STATE.test(key));
  const texts = [value, ...names.map(([, each]) => each)].filter(
    (each) => typeof each === 'string',
  );
  return (
    texts.length > 0 &&
    texts.every((each) => isYesWord(each) || VERDICT_YES.test(each) || saysApprovedOnly(each))
  );
}
const NAME_OF_STATE = /^(?:name|label|code|value|key|text|title|display(?:name|text)?)$/;

function isApprovalOf(place: unknown, billId: string): boolean {
  const sent = fieldsIn(place);
  const fields = { ...relatedOf(sent), ...fieldsOfResource(sent) };
  const isYes =
    isApproved(fields) || ['status', 'state'].some((key) => isWordOfYes(fieldNamed(fields, key)));
  return isId(billNamedBy(fields), billId) && isYes;
}

function billNamedBy(approval: Fields): unknown {
  return billIdIn(approval) ?? fieldsIn(fieldNamed(approval, 'bill'))['id'];
}

function someField(body: unknown, holds: (key: string, value: unknown) => boolean): boolean {
  return [body, fieldNamed(body, 'data')].some((place) =>
    plainEntries(place).some(([key, value]) => holds(key, value)),
  );
}

function isNothing(value: unknown): boolean {
  return value === null || isEmptyObject(value);
}
