import { expect, test } from 'vitest';
import { readings, type Sent } from '../testing/approve-readings.ts';

const unproven = 'malformedResponse';
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
  ...[
    { error_message: 'On hold' },
    { ErrorResponse: { ErrorCode: 'E1', ErrorDescription: 'On hold' } },
    { mensaje: 'On hold' },
    { melding: 'On hold' },
    { errmsg: 'On hold' },
    { Err: 'On hold' },
    { err: { message: 'On hold' } },
    { errorSummary: 'On hold' },
    { userErrors: [{ message: 'On hold' }] },
    { errorMessages: ['On hold'], errors: {} },
    { 'odata.error': { message: { value: 'On hold' } } },
  ].map((body): [string, Sent, string, string] => [
    `an error under ${Object.keys(body).join()}`,
    { status: 422, body },
    expect.stringMatching(/^validationFailed: .*On hold$/) as string,
    expect.stringMatching(/^validationFailed: .*On hold$/) as string,
  ]),
  [
    'a message and errors',
    {
      status: 422,
      body: { message: 'The given data was invalid.', errors: { memo: ['Memo is missing.'] } },
    },
    'validationFailed: memo: Memo is missing.',
    'validationFailed: memo: Memo is missing.',
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
    { status: 405, body: { error: 'Period is closed' } },
    'invalid: Period is closed',
    'invalid: Period is closed',
  ],
])(
  'Q-62 the service’s own refusal is recognized, with its texts: %s',
  (_name, sent, signed, never) => {
    expect(readings(sent)).toEqual([signed, never, expect.stringContaining(unproven)]);
  },
);

const rails = '<title>Rejected (422)</title><h1>Period&nbsp;is <b>closed</b> &amp; locked</h1>';

test.each<[string, unknown, string]>([
  [
    'a map of fields',
    { vendor: ['Is blocked'], non_field_errors: ['Period closed'] },
    'vendor: Is blocked. Period closed',
  ],
  ['a list of objects', [{ field: 'vendor', message: 'Is blocked' }], 'vendor: Is blocked'],
  ['a list of texts', ['Period closed', 'Is blocked'], 'Period closed, Is blocked'],
  ['whole messages', { full_messages: ['Period closed'] }, 'Period closed'],
  [
    'JSON:API',
    { errors: [{ status: '422', title: 'Invalid', detail: 'Closed', links: {}, meta: { a: 1 } }] },
    'Closed',
  ],
])('Q-62 a failed validation is a refusal for 400 and 422 alone: %s', (_, body, words) => {
  const found = [422, 400].map((status) => readings({ status, body }).slice(0, 2));
  const kinds = ['validationFailed', 'invalid'];
  expect(found).toEqual(kinds.map((kind) => [`${kind}: ${words}`, `${kind}: ${words}`]));
});

test.each<[string, Sent, string]>([
  ['a map of fields, 403', { status: 403, body: { vendor: ['Is blocked'] } }, unproven],
  ['a list, 404', { status: 404, body: ['Is blocked'] }, unproven],
  ['a map of other values, 422', { status: 422, body: { vendor: ['x'], hops: 2 } }, unproven],
  ['a list of numbers, 422', { status: 422, body: [7] }, unproven],
  ['a map of empty lists, 422', { status: 422, body: { vendor: [] } }, unproven],
  ['a page, 400', { status: 400, headers: html, body: rails }, unproven],
  ['a page without words, 422', { status: 422, headers: html, body: '<h1> </h1>' }, unproven],
])('Q-62 an answer that another server may send is not a refusal: %s', (_, sent, kind) => {
  expect(readings(sent).map((each) => each.split(':')[0])).toEqual([kind, kind, kind]);
});

test('Q-62 a page counts as a refusal for 422, with its heading and title as plain text', () => {
  const words = 'validationFailed: Period is closed & locked. Rejected (422)';
  const found = readings({ status: 422, headers: html, body: rails });
  expect(found.slice(0, 2)).toEqual([words, words]);
});

test('Q-62 a 403 about another limit, or with only a time, is a refusal', () => {
  const retry = { 'retry-after': '9' };
  const found = [
    { status: 403, body: { error: 'Above your approval limit' } },
    { status: 403, headers: retry, body: { error: 'Not yours' } },
    { status: 422, headers: retry, body: { error: 'rate limit' } },
  ].map((sent) => readings(sent)[0]?.split(':')[0]);
  expect(found).toEqual(['forbidden', 'forbidden', 'validationFailed']);
});

test('Q-62 only a refusal without the usual quota headers is marked as lacking them', () => {
  const [own, foreign] = [{ error: 'On hold' }, {}].map((body) => readings({ status: 422, body }));
  expect([own?.[2], foreign?.[2]]).toEqual([`${unproven}, lacks headers: On hold`, unproven]);
});

test.each<[string, Sent, string]>([
  [
    'a conflict',
    { status: 409, body: { error: 'Already approved' } },
    'conflict: Already approved',
  ],
  ['a conflict without a body', { status: 409 }, 'conflict'],
  [
    'a colleague’s approval, with 422',
    { status: 422, body: { error: 'Bill is already approved' } },
    'conflict: Bill is already approved',
  ],
  [
    'a colleague’s approval, with 400 and a code',
    { status: 400, body: { error: 'Invalid state', code: 'ALREADY_APPROVED' } },
    'conflict: Invalid state',
  ],
  [
    'a colleague’s approval, in the details',
    {
      status: 422,
      body: { error: 'Unprocessable Entity', details: { base: ['was approved already'] } },
    },
    'conflict: was approved already',
  ],
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
    'too many requests, as 403 in words',
    { status: 403, body: { message: 'API rate limit exceeded' } },
    'rateLimited: API rate limit exceeded',
  ],
  [
    'too many requests, as 403 with a code',
    { status: 403, body: { error: 'No.', code: 'rateLimitExceeded' } },
    'rateLimited: No.',
  ],
  [
    'too many requests, as 403 with a time',
    { status: 403, headers: { 'retry-after': '9' }, body: { error: 'Quota used up' } },
    'rateLimited: Quota used up',
  ],
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

test.each<[string, boolean]>([
  ['This bill has been approved before', true],
  ['The bill is not open', true],
  ['The bill of this period is not open', true],
  ['Fiscal year 2026 is not open', false],
  ['Bill was approved by J. Doe', true],
  ["Event 'approve' cannot transition from 'approved'", true],
  ['Invalid transition: approved to approved', true],
  ['Already processed', true],
  ['Duplicate request', true],
  ['Rechnung wurde bereits freigegeben', true],
  ['La facture est déjà approuvée', true],
  ['Faktura została już zatwierdzona', true],
  ['Fakturan är redan godkänd', true],
  ['この請求書は既に承認されています', true],
  ['Alle Rechnungen müssen genehmigt werden', false],
  ['La factura ya está aprobada', true],
  ['La factura ya se aprobó', true],
  ['Factuur is al goedgekeurd', true],
  ['Bill must be open, but is approved', true],
  ['Bill is currently approved', true],
  ['Bill was previously approved', true],
  ['A bill can only be approved once', true],
  ['Duplicate approval', true],
  ['Bill b-1 in state APPROVED cannot be approved', true],
  ['Bill approved by Ann on 2026-03-05', true],
  ['Status: approved', true],
  ['Approval already exists', true],
  ['Validation failed: Bill has already been taken', true],
  ['UNIQUE constraint failed: approvals.bill_id', true],
  ['duplicate key value violates a constraint', true],
  ['Document is already released', true],
  ['Bill is no longer awaiting approval', true],
  ['approved_at is set', true],
  ['You have already voted', true],
  ['Only a bill approved by a manager can be paid', false],
  ['Vendor status is not approved', false],
  ['No further approval pending', true],
  ['There is no pending approval for this bill', true],
  ['Bill is not awaiting approval', true],
  ['The order must be approved before the bill', false],
  ['You are not the next approver', false],
  ['Requires approval from a manager', false],
  ['The order has not been approved', false],
  ['The order must have been approved', false],
  ['A manager must have approved it', false],
  ['The vendor is no approved one', false],
])('Q-62 a refusal may say that the bill is approved: %s', (error, isConflict) => {
  const read = `${isConflict ? 'conflict' : 'validationFailed'}: ${error}`;
  expect(readings({ status: 422, body: { error } })[0]).toBe(read);
});

test.each<[object, approved: object]>([
  [{ current_status: 'open' }, { current_status: 'approved' }],
  [{ details: { currentState: 'DRAFT' } }, { details: { currentState: 'APPROVED' } }],
  [
    { from: 'draft', to: 'void' },
    { from: 'approved', to: 'approved' },
  ],
  [{ approved: false }, { approved: true }],
  [{ bill: { approved_at: null } }, { bill: { approved_at: '2026-03-18' } }],
  [{ status: 'failed' }, { Code: 'ALREADY_APPROVED' }],
  [{ details: { bill: { memo: '' } } }, { details: { bill: { approved_at: '2026-03-05' } } }],
])('Q-62 the fields of a refusal may say that the bill is approved: %j', (other, approved) => {
  const read = (fields: object) => readings({ status: 422, body: { error: 'No', ...fields } })[0];
  expect([read(other), read(approved)]).toEqual(['validationFailed: No', 'conflict: No']);
});

test('Q-62 a refusal that confirms, or has “already approved” deep in its error, proves nothing', () => {
  const inner = { errordetails: [{ message: 'Document is already released' }] };
  const bodies = [
    { success: true, message: 'Bill approved' },
    { error: { code: 'X', message: 'No', innererror: inner } },
    { errors: { bill_id: ['has already been taken'] } },
  ];
  const kinds = bodies.map((body) => readings({ status: 422, body })[0]?.split(':')[0]);
  expect(kinds).toEqual(['conflict', 'conflict', 'conflict']);
});
