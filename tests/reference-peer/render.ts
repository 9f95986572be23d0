import type { RecordedBill } from './records.ts';
import type { ApproveAnswer, BodyForm, HeaderForm, ReadAnswer } from './grammar.ts';
import { jsonText } from './odd-bills.ts';
import { answer, bytesOf, type Answer } from './wire.ts';

/** Parts of the answer. */
interface Ingredients {
  readonly quotaHeaders: Readonly<Record<string, string>>;
  readonly nowMs: number;
  /** The approved bill; an empty one for a read. */
  readonly bill: Readonly<Record<string, unknown>>;
  readonly other: RecordedBill | null;
  /** Body of the plain answer: a page of rows, or the bill. */
  readonly rows: unknown;
}

const HTML =
  '<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong.</h1></body></html>';
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
const HUGE_BYTES = 6 * 1024 * 1024;
const SERVICE_ERROR = { error: 'The reference peer could not do that.', code: 'odd' };

/** Builds the drawn answer, which may be a reset. */
export function render(drawn: ReadAnswer | ApproveAnswer, given: Ingredients): Answer {
  if (drawn.timing.startsWith('reset')) return { kind: 'reset' };
  const { type, body } = bodies[drawn.body](given);
  const isBare = body === null || drawn.status === 204 || drawn.status === 304;
  const sentType = drawn.headers === 'wrongType' ? wrongType(type) : type;
  const headers = {
    ...headersOf(drawn.headers, given),
    ...(sentType === null ? {} : { 'content-type': sentType }),
    ...(drawn.status === 301 || drawn.status === 302
      ? { location: 'http://portal.invalid/login' }
      : {}),
    ...(drawn.status === 429 ? { 'retry-after': '2' } : {}),
  };
  if (isBare) return answer(drawn.status, undefined, headers);
  const keepBytes = drawn.body === 'brokenOff' ? body.length >> 1 : null;
  return { kind: 'answer', status: drawn.status, headers, body, keepBytes };
}

const JSON_TYPE = 'application/json; charset=utf-8';

interface Rendered {
  readonly type: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

const json = (value: unknown): Rendered => ({ type: JSON_TYPE, body: bytesOf(jsonText(value)) });

const bodies: Readonly<Record<BodyForm, (given: Ingredients) => Rendered>> = {
  none: () => ({ type: null, body: null }),
  error: () => json(SERVICE_ERROR),
  emptyObject: () => json({}),
  emptyArray: () => json([]),
  okString: () => json('ok'),
  null: () => json(null),
  text: () => ({ type: 'text/plain', body: bytesOf('OK') }),
  html: () => ({ type: 'text/html; charset=utf-8', body: bytesOf(HTML) }),
  portal: () => json({ login: 'https://portal.invalid/login', status: 'login_required' }),
  png: () => ({ type: 'image/png', body: PNG }),
  truncated: ({ rows }) => ({ type: JSON_TYPE, body: halfOf(bytesOf(jsonText(rows))) }),
  brokenOff: ({ rows }) => json(rows),
  rows: ({ rows }) => json(rows),
  huge: ({ bill }) => json({ ...bill, filling: 'x'.repeat(HUGE_BYTES) }),
  bill: ({ bill }) => json(bill),
  changedAmount: ({ bill }) => json(bill),
  wrapped: ({ bill }) => json({ data: bill }),
  otherBill: ({ bill, other }) => json(other ?? { ...bill, id: 'another-bill' }),
  billWithError: ({ bill }) => json({ ...bill, ...SERVICE_ERROR }),
};

function halfOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.slice(0, bytes.length >> 1);
}

function wrongType(type: string | null): string {
  return type === JSON_TYPE ? 'text/html' : JSON_TYPE;
}

function headersOf(form: HeaderForm, given: Ingredients): Readonly<Record<string, string>> {
  if (form === 'none') return {};
  if (form !== 'contradicting') return given.quotaHeaders;
  return {
    ...given.quotaHeaders,
    'x-ratelimit-remaining': '1000000',
    'x-ratelimit-reset': String(Math.floor(given.nowMs / 1_000) - 3_600),
  };
}
