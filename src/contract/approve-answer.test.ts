import { expect, test } from 'vitest';
import { parseBody, type Answer } from './answer.ts';
import type { QuotaHeaders } from './approve-answer.ts';
import { readRateHeaders } from './rate-headers.ts';
import { readApproveAnswer } from './read-answer.ts';

const bill = {
  id: 'b-1',
  object: 'bill',
  status: 'open',
  currency: 'EUR',
  total_cents: 100,
  amount_due_cents: 100,
};
const other = { ...bill, id: 'b-2' };

interface Sent {
  readonly status?: number;
  /** JSON of the body, unless it is text; undefined for no body. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly problem?: Answer['bodyProblem'];
}

/**
 * Billfold's reading of an answer: "yes", "yes, with the bill", "yes, check it", or the kind of error with its texts.
 */
function reading({ status = 200, body, headers = {}, problem = null }: Sent, quota: QuotaHeaders) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all = new Headers({ 'content-type': 'application/json', ...headers });
  const parsed = parseBody(new TextEncoder().encode(text), all.get('content-type'));
  const answer: Answer = {
    ...{ status, headers: all, body: parsed, bodyProblem: problem },
    reading: readRateHeaders(all),
  };
  const read = readApproveAnswer(answer, {
    ...{ label: 'PATCH approve', billId: 'b-1', quota, scope: 'money_out', granted: ['money_out'] },
    ...{ retryAtMs: 0, nowMs: 0, serviceNowMs: 0, secrets: [] },
  });
  if (read.ok)
    return read.value.unread ? 'yes, check it' : read.value.bill ? 'yes, with the bill' : 'yes';
  const scope = read.error.kind === 'forbidden' ? `, asks for ${read.error.scope}` : '';
  return `${read.error.kind}${read.error.message ? `: ${read.error.message}` : ''}${scope}`;
}

/**
 * Readings with the quota headers, without them from a service that never sent any, and without them from one that did.
 */
function readings(sent: Sent): readonly string[] {
  return [reading(sent, 'there'), reading(sent, 'neverSent'), reading(sent, 'missing')];
}

const unproven = 'malformedResponse';

test.each<[string, Sent, string]>([
  ['no body', {}, 'yes'],
  ['no body, 204', { status: 204 }, 'yes'],
  ['no body, 201', { status: 201 }, 'yes'],
  ['null', { body: null }, 'yes'],
  ['an empty object', { body: {} }, 'yes'],
  ['the bill', { body: bill }, 'yes, with the bill'],
  [
    'the bill, approved by its status',
    { body: { ...bill, status: 'approved' } },
    'yes, with the bill',
  ],
  ['the bill under data', { body: { data: bill } }, 'yes, with the bill'],
  [
    'the bill under bill, with a message',
    { body: { message: 'Bill approved', bill } },
    'yes, with the bill',
  ],
  ['the bill under data.bill', { body: { success: true, data: { bill } } }, 'yes, with the bill'],
  ['a success with the bill', { body: { status: 'success', data: bill } }, 'yes, with the bill'],
  [
    'the bill with a warning',
    { body: { data: bill, warnings: ['Vendor is new'] } },
    'yes, with the bill',
  ],
  ['approved is true', { body: { approved: true } }, 'yes'],
  ['success is true', { body: { success: true } }, 'yes'],
  ['ok is true, no errors', { body: { ok: true, error: null, errors: [] } }, 'yes'],
  ['status approved, with the bill’s id', { body: { status: 'approved', bill_id: 'b-1' } }, 'yes'],
  ['STATUS in capitals', { body: { status: 'APPROVED' } }, 'yes'],
  ['result ok', { body: { result: 'ok' } }, 'yes'],
  ['approved is true under data', { body: { data: { approved: true } } }, 'yes'],
  [
    'a part of the bill without amounts',
    { body: { id: 'b-1', status: 'open', approved_at: '2026-03-01' } },
    'yes',
  ],
  ['the bill with its amount as text', { body: { ...bill, total_cents: '100' } }, 'yes, check it'],
  [
    'the bill with half an amount',
    { body: { data: { id: 'b-1', total_cents: 100.5 } } },
    'yes, check it',
  ],
  [
    'the bill, too large to be compared',
    { body: { id: 'b-1', memo: 'x'.repeat(70_000) } },
    'yes, check it',
  ],
])('Q-61 a yes needs no quota headers if the service never sent any: %s', (_name, sent, read) => {
  expect(readings(sent)).toEqual([read, read, expect.stringContaining(unproven)]);
});

test.each<[string, Sent, string]>([
  ['accepted, 202', { status: 202, body: {} }, unproven],
  ['a proxy’s version, 203', { status: 203, body: bill }, unproven],
  ['a part, 206', { status: 206, body: bill }, unproven],
  [
    'several statuses, 207 with a 403 inside',
    { status: 207, body: { responses: [{ status: 403 }] } },
    unproven,
  ],
  ['an empty list', { body: [] }, unproven],
  ['a list with the bill', { body: [bill] }, unproven],
  ['a page with that bill alone', { body: { data: [bill], meta: {} } }, unproven],
  ['a JSON text', { body: '"done"' }, `${unproven}: done`],
  ['true', { body: 'true' }, unproven],
  ['a message alone', { body: { message: 'Bill approved' } }, `${unproven}: Bill approved`],
  [
    'a no in a message',
    { body: { message: 'You may not approve bills' } },
    `${unproven}: You may not approve bills`,
  ],
  [
    'problem details under a 200',
    {
      body: { status: 409, title: 'Locked period' },
      headers: { 'content-type': 'application/problem+json' },
    },
    `${unproven}: Locked period`,
  ],
  [
    'a problem’s content type with nothing in it',
    { headers: { 'content-type': 'application/problem+json' } },
    unproven,
  ],
  ['approved is false', { body: { approved: false } }, unproven],
  ['approved is the text false', { body: { approved: 'false' } }, unproven],
  ['the bill, not approved', { body: { ...bill, approved: false } }, unproven],
  [
    'the bill, waiting for a second approval',
    { body: { ...bill, status: 'pending_second_approval' } },
    unproven,
  ],
  ['a status that waits', { body: { status: 'pending_second_approval' } }, unproven],
  [
    'an approval status that waits',
    { body: { ...bill, approval_status: 'awaiting_cfo' } },
    unproven,
  ],
  ['an approval state that is pending', { body: { ...bill, approval_state: 'pending' } }, unproven],
  ['accepted by its status', { body: { status: 'accepted' } }, unproven],
  ['result error', { body: { result: 'error' } }, unproven],
  [
    'success is true and so is an error',
    { body: { success: true, error: 'Locked' } },
    `${unproven}: Locked`,
  ],
  ['success is false', { body: { success: false, message: 'Locked' } }, `${unproven}: Locked`],
  [
    'an error by its status',
    { body: { status: 'error', message: 'Locked' } },
    `${unproven}: Locked`,
  ],
  ['an error object', { body: { error: 'Locked', code: 'E1' } }, `${unproven}: Locked`],
  ['an error under data', { body: { data: { error: 'Locked' } } }, unproven],
  ['the bill with an error', { body: { ...bill, error: 'Locked' } }, `${unproven}: Locked`],
  [
    'a list of errors',
    { body: { data: null, errors: [{ message: 'Locked' }] } },
    `${unproven}: Locked`,
  ],
  ['no data and a warning', { body: { data: null, warnings: ['Not approved'] } }, unproven],
  ['another bill', { body: other }, unproven],
  ['another bill under data', { body: { data: other } }, unproven],
  ['another bill under bill, with a success', { body: { success: true, bill: other } }, unproven],
  ['a success for another bill', { body: { status: 'approved', bill_id: 'b-2' } }, unproven],
  ['a bill without an id', { body: { object: 'bill', status: 'open' } }, unproven],
  ['a further step', { body: { redirect_url: 'https://books.example/step-up' } }, unproven],
  ['the bill and a further step', { body: { data: bill, requires_mfa: true } }, unproven],
  ['a captive portal’s JSON', { body: { login: 'https://wifi.example/' } }, unproven],
  ['a page', { body: '<!doctype html><p>OK', headers: { 'content-type': 'text/html' } }, unproven],
  ['a page said to be JSON', { body: '<!doctype html>' }, unproven],
  ['text', { body: 'OK', headers: { 'content-type': 'text/plain' } }, `${unproven}: OK`],
  ['JSON cut off', { body: '{"id":"b-1","sta' }, unproven],
  ['JSON nested beyond reading', { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }, unproven],
  ['a body broken off', { problem: 'brokenOff' }, 'answerLost'],
  ['a body too large', { problem: 'tooLarge' }, unproven],
  ['a redirect', { status: 302, headers: { location: '/login' } }, unproven],
  ['not modified', { status: 304 }, unproven],
])('Q-61 these answers are never a yes, with or without the headers: %s', (_name, sent, read) => {
  expect(readings(sent)).toEqual([1, 2, 3].map(() => expect.stringContaining(read)));
});

const challenge = (value: string) => ({ 'www-authenticate': value });
const html = { 'content-type': 'text/html' };
const plain = { 'content-type': 'text/plain' };
const problem = { 'content-type': 'application/problem+json' };

test.each<[string, Sent, string, string]>([
  [
    'the documented object, 422',
    { status: 422, body: { error: 'On hold' } },
    'validationFailed: On hold',
    'validationFailed: On hold',
  ],
  [
    'a reason phrase, and details',
    { status: 422, body: { error: 'Unprocessable Entity', details: { base: ['On hold'] } } },
    'validationFailed: On hold',
    'validationFailed: On hold',
  ],
  [
    'errors as a list',
    { status: 422, body: { errors: ['On hold', 'Too old'] } },
    'validationFailed: On hold, Too old',
    'validationFailed: On hold, Too old',
  ],
  [
    'errors as a map',
    { status: 422, body: { errors: { base: ['On hold'] } } },
    'validationFailed: On hold',
    'validationFailed: On hold',
  ],
  [
    'a message and errors',
    {
      status: 422,
      body: { message: 'The given data was invalid.', errors: { memo: ['Memo is missing.'] } },
    },
    'validationFailed: memo: Memo is missing. The given data was invalid.',
    'validationFailed: memo: Memo is missing. The given data was invalid.',
  ],
  [
    'detail as text',
    { status: 404, body: { detail: 'No such bill' } },
    'notFound: No such bill',
    'notFound: No such bill',
  ],
  [
    'detail as a list',
    {
      status: 422,
      body: { detail: [{ loc: ['body', 'memo'], msg: 'On hold', type: 'value_error' }] },
    },
    'validationFailed: body.memo: On hold',
    'validationFailed: body.memo: On hold',
  ],
  [
    'problem details',
    {
      status: 422,
      headers: problem,
      body: { title: 'Unprocessable Entity', status: 422, detail: 'On hold', instance: '/x' },
    },
    'validationFailed: On hold',
    'validationFailed: On hold',
  ],
  [
    'an error and a status',
    {
      status: 404,
      body: {
        timestamp: 'x',
        status: 404,
        error: 'Not Found',
        message: 'No such bill',
        path: '/x',
      },
    },
    'notFound: No such bill',
    'notFound: No such bill',
  ],
  [
    'an error that is an object',
    { status: 403, body: { error: { message: 'Closed', code: 7 } } },
    'forbidden: Closed, asks for null',
    'forbidden: Closed, asks for null',
  ],
  [
    'a message with a no',
    { status: 400, body: { status: 'error', message: 'Closed' } },
    'invalid: Closed',
    'invalid: Closed',
  ],
  [
    'a bare message, 422',
    { status: 422, body: { message: 'On hold' } },
    'validationFailed: On hold',
    'validationFailed: On hold',
  ],
  [
    'a bare message, 403',
    { status: 403, body: { message: 'Forbidden' } },
    'forbidden: Forbidden, asks for null',
    `${unproven}: Forbidden`,
  ],
  [
    'a bare message, 404',
    { status: 404, body: { message: 'no route' } },
    'notFound: no route',
    `${unproven}: no route`,
  ],
  [
    'a bare text',
    { status: 422, headers: plain, body: 'bill is on hold\n' },
    'validationFailed: bill is on hold',
    `${unproven}: bill is on hold`,
  ],
  ['nothing, 404', { status: 404 }, unproven, unproven],
  ['nothing, 403', { status: 403 }, unproven, unproven],
  ['an empty object, 422', { status: 422, body: {} }, unproven, unproven],
  ['a page, 403', { status: 403, headers: html, body: '<p>Blocked</p>' }, unproven, unproven],
  [
    'a proxy that asks for a sign-in',
    { status: 407, body: { error: 'Sign in' } },
    `${unproven}: Sign in`,
    `${unproven}: Sign in`,
  ],
  [
    'a challenge with its scope',
    {
      status: 403,
      headers: challenge('Bearer error="insufficient_scope", scope="money_out accounting"'),
    },
    'forbidden, asks for accounting',
    'forbidden, asks for accounting',
  ],
  [
    'a challenge whose words name a scope',
    {
      status: 403,
      headers: challenge(
        'Bearer realm="api", error="insufficient_scope", error_description="Needs close_books"',
      ),
    },
    'forbidden: Needs close_books, asks for close_books',
    'forbidden: Needs close_books, asks for close_books',
  ],
  [
    'a body that names a scope as a word',
    { status: 403, body: { error: 'Requires the accounting scope' } },
    'forbidden: Requires the accounting scope, asks for accounting',
    'forbidden: Requires the accounting scope, asks for accounting',
  ],
  [
    'a scope the session has',
    { status: 403, body: { error: 'Needs money_out' } },
    'forbidden: Needs money_out, asks for null',
    'forbidden: Needs money_out, asks for null',
  ],
  [
    'a challenge for another, 404',
    { status: 404, headers: challenge('Bearer error="invalid_request"') },
    'notFound',
    'notFound',
  ],
  [
    'another 4xx in the service’s words',
    { status: 423, body: { error: 'Period is closed' } },
    'invalid: Period is closed',
    'invalid: Period is closed',
  ],
])('Q-62 the service’s own no is recognized, with its texts: %s', (_name, sent, signed, never) => {
  expect(readings(sent)).toEqual([signed, never, expect.stringContaining(unproven)]);
});

test.each<[string, Sent, string]>([
  [
    'a conflict',
    { status: 409, body: { error: 'Already approved' } },
    'conflict: Already approved',
  ],
  ['a conflict without a body', { status: 409 }, 'conflict'],
  ['a timeout on the way', { status: 408, body: { error: 'Timeout' } }, 'serverFailed: Timeout'],
  [
    'a server error in the service’s words',
    { status: 500, body: { error: 'Oops' } },
    'serverFailed: Oops',
  ],
  ['a gateway', { status: 502, headers: html, body: '<p>Bad gateway' }, 'serverFailed'],
  ['no room', { status: 507 }, 'serverFailed'],
  ['an unknown 5xx', { status: 599 }, 'serverFailed'],
  ['too many requests', { status: 429 }, 'rateLimited'],
  [
    'no session',
    {
      status: 401,
      headers: challenge('Bearer error="invalid_token", error_description="Expired"'),
    },
    'unauthenticated: Expired',
  ],
  ['a no broken off', { status: 422, problem: 'brokenOff' }, 'answerLost'],
])('Q-62 these answers read alike from any server: %s', (_name, sent, read) => {
  expect(readings(sent)).toEqual([read, read, read]);
});
