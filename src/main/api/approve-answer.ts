import { billSchema, type Bill } from '../../contract/bill.ts';
import { errorBodySchema } from '../../contract/service-error.ts';
import type { AnswerBody } from './answer-body.ts';
import { readItem } from './read-item.ts';

/** Whether an answer carries the quota headers that the service puts on each (service page, *Limits*). */
export type QuotaHeaders =
  | 'there'
  /** This service has sent them before: somebody else answered. */
  | 'missing'
  /** No answer of this service ever had them, so that they prove nothing. */
  | 'neverSent';

/**
 * Whether the body of a 2xx to approve is a yes of the service: empty or JSON, no error object, no other
 * bill, with the quota headers if this service has ever sent them. Where it never has, a captive portal's
 * JSON looks the same: only that very bill and JSON that says nothing count.
 */
export function isYes(body: AnswerBody, headers: QuotaHeaders, billId: string): boolean {
  if (headers === 'missing') return false;
  if (body.form === 'empty') return true;
  if (body.form !== 'json' || contradicts(body.value, billId)) return false;
  return headers === 'there' || isNothing(body.value) || billIn(body, billId) !== null;
}

/**
 * Whether the body of a 4xx to approve is a no of the service: its error object (service page, *Errors*), with
 * the quota headers if it has ever sent them. A gateway or a filter on the way back says no in other forms, also
 * after the request went through.
 */
export function isNo(body: AnswerBody, headers: QuotaHeaders): boolean {
  if (headers === 'missing' || body.form !== 'json') return false;
  return errorBodySchema.safeParse(body.value).success;
}

/** The bill in an answer, bare or under `data`, when it is that very bill; else null. */
export function billIn(body: AnswerBody, billId: string): Bill | null {
  if (body.form !== 'json') return null;
  return billOf(body.value, billId) ?? billOf(fieldsOf(body.value)['data'], billId);
}

// An answer is a bill, or holds one. What is nested deeper has not been understood.
const DEEPEST = 4;

/** Whether an error object, another bill, a page of a list or a plain no is in it, wherever it is. */
function contradicts(value: unknown, billId: string, depth = 0): boolean {
  if (value === false || depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.some((each) => contradicts(each, billId, depth + 1));
  const fields = fieldsOf(value);
  const { data, meta } = fields;
  if (data !== undefined && contradicts(data, billId, depth + 1)) return true;
  if (Array.isArray(data) && isPresent(meta)) return true;
  return isOtherBill(fields, billId) || isErrorObject(value);
}

function isOtherBill({ id, object }: Fields, billId: string): boolean {
  return id === undefined ? object === 'bill' : id !== billId;
}

/** The documented `error`, and what is commonly said in its place. */
export function isErrorObject(value: unknown): boolean {
  const { error, errors, success, ok, approved, status } = fieldsOf(value);
  const isDenied = [success, ok, approved].includes(false) || FAILED.test(String(status));
  return isDenied || isPresent(error) || isPresent(errors);
}

const FAILED = /^(?:error|fail(?:ed|ure)?|rejected|denied)$/i;

function isPresent(field: unknown): boolean {
  return field !== undefined && field !== false && !isNothing(field);
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function billOf(value: unknown, billId: string): Bill | null {
  if (value === undefined) return null;
  const bill = readItem(billSchema, value);
  return bill.ok && bill.value.id === billId ? bill.value : null;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
