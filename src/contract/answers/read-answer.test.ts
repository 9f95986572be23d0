import { expect, test } from 'vitest';
import type { Answer, AnswerBody } from '../body/answer.ts';
import { readApproveAnswer, readReadAnswer, type AnswerFacts } from './read-answer.ts';
import { readRateHeaders } from '../body/rate-headers.ts';

const silence = readRateHeaders(new Headers());

const facts: AnswerFacts = {
  ...{ label: 'GET /x', quota: 'neverSent', scope: 'money_out', granted: [] },
  ...{ retryAtMs: 5_000, nowMs: 1_000, serviceNowMs: 601_000, secrets: ['', 'token-1'] },
};

const empty: AnswerBody = { form: 'empty' };
const json = (value: unknown): AnswerBody => ({ form: 'json', value });

function sort(status: number, body: AnswerBody, more: Partial<Answer> = {}): unknown {
  const headers = new Headers();
  const raw = { status, headers, body, reading: silence, bodyProblem: null, ...more };
  const answer = readReadAnswer(raw, facts);
  return answer.ok ? answer.value : answer.error;
}

test.each<[string, AnswerBody, string | null, string]>([
  ['JSON', json({ error: 'invalid_token' }), null, 'unauthenticated'],
  ['no body', empty, null, 'unauthenticated'],
  [
    'a page with a Bearer challenge',
    { form: 'html', text: 'x' },
    'Bearer realm="api"',
    'unauthenticated',
  ],
  ['a page', { form: 'html', text: 'x' }, null, 'malformedResponse'],
  ['XML', { form: 'text', text: '<error/>', brokenJson: false }, null, 'malformedResponse'],
  ['JSON with another scheme', json({ error: 'No' }), 'Basic realm="proxy"', 'malformedResponse'],
  ['no body with another scheme', empty, 'Negotiate, NTLM', 'malformedResponse'],
])(
  'Q-62 a 401 to an approval counts only as the service’s own: %s',
  (_name, body, challenge, kind) => {
    const headers = new Headers(challenge === null ? {} : { 'www-authenticate': challenge });
    const sent = { status: 401, headers, body, reading: silence, bodyProblem: null };
    const answer = readApproveAnswer(sent, { ...facts, billId: 'b-1' });
    expect(answer).toMatchObject({ ok: false, error: { kind } });
  },
);

test.each<[string, AnswerBody, Record<string, string>, AnswerFacts['quota'], boolean]>([
  ['a challenge', empty, { 'www-authenticate': 'Bearer error="invalid_token"' }, 'missing', true],
  ['a bare challenge', json({}), { 'www-authenticate': 'Bearer' }, 'neverSent', false],
  ['an error code', json({ error: 'invalid_token' }), {}, 'neverSent', true],
  [
    'an error code without the usual headers',
    json({ error: 'invalid_token' }),
    {},
    'missing',
    false,
  ],
  ['words with the usual headers', json({ error: 'Signed out' }), {}, 'there', true],
  ['words', json({ error: 'Signed out' }), {}, 'neverSent', false],
  ['a proxy', json({ error: 'invalid_token' }), { 'x-squid-error': 'x' }, 'neverSent', false],
])(
  'Q-62 a 401 is certain only if the service itself names the token: %s',
  (_, body, headers, quota, isCertain) => {
    const raw = { headers: new Headers(headers), body, reading: silence, bodyProblem: null };
    const answer = readApproveAnswer({ status: 401, ...raw }, { ...facts, quota, billId: 'b-1' });
    expect(!answer.ok && 'isCertain' in answer.error).toBe(isCertain);
  },
);

test.each(['description', 'issues'])('a text that the bill had before is not quoted: %s', (key) => {
  const quoted = ['Monthly rent', 'On hold'].map((text) => {
    const body = json({ id: 'b-1', status: 'in_review', [key]: text });
    const raw = { status: 200, headers: new Headers(), body, reading: silence, bodyProblem: null };
    const shown = { [key]: 'Monthly rent' };
    const answer = readApproveAnswer(raw, { ...facts, billId: 'b-1', shown });
    return answer.ok || answer.error.message;
  });
  expect(quoted).toEqual(['status: in_review', 'On hold']);
});

test.each([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [407, 'malformedResponse'],
  [408, 'serverFailed'],
  [409, 'conflict'],
  [422, 'validationFailed'],
  [429, 'rateLimited'],
  [500, 'serverFailed'],
  [503, 'serverFailed'],
  [199, 'malformedResponse'],
  [300, 'malformedResponse'],
  [302, 'malformedResponse'],
  [304, 'malformedResponse'],
])('status %i is %s', (status, kind) => {
  expect(sort(status, empty)).toEqual(expect.objectContaining({ kind, status }));
});

test.each<[string, AnswerBody, unknown]>([
  [
    'documented',
    json({ error: 'Too old', code: 'stale', more: 1 }),
    { message: 'Too old', code: 'stale' },
  ],
  [
    'OAuth',
    json({ error: 'invalid_token', error_description: 'It ended' }),
    { message: 'It ended', code: 'invalid_token' },
  ],
  ['a JSON text', json(' Too old '), { message: 'Too old' }],
  ['a control character', json({ error: '\u0007' }), {}],
  ['sentences', json({ error: 'Too old.', message: 'Ask Ada' }), { message: 'Too old. Ask Ada' }],
  [
    'places',
    json({ errors: [{ field: 'memo', message: 'too long' }, { message: 'too old' }] }),
    { message: 'memo: too long. too old' },
  ],
  ['text', { form: 'text', text: 'Too\n old', brokenJson: false }, { message: 'Too old' }],
  ['nothing', empty, {}],
  ['another shape', json({ errors: [] }), {}],
])('the service’s own message is found in every form: %s', (form, body, words) => {
  const names = { nothing: 'no body', text: 'text' };
  const said = Object.entries(names).find(([name]) => name === form)?.[1] ?? 'JSON';
  expect(sort(404, body)).toEqual({
    kind: 'notFound',
    status: 404,
    technical: `GET /x: 404, ${said}`,
    ...(words as object),
  });
});

test('a page or a broken answer is not a refusal by the service; a 429 and a 401 to a read always count', () => {
  const page: AnswerBody = { form: 'html', text: '<p>Too old</p>' };
  const kinds = [
    ...[400, 403, 404, 422, 401, 429, 503].map((status) => sort(status, page)),
    sort(422, empty, { bodyProblem: 'brokenOff' }),
    sort(422, empty, { bodyProblem: 'tooLarge' }),
  ];
  expect(kinds).toEqual(
    [
      ...['malformedResponse', 'malformedResponse', 'malformedResponse', 'malformedResponse'],
      ...['unauthenticated', 'rateLimited', 'serverFailed', 'answerLost', 'malformedResponse'],
    ].map((kind) => expect.objectContaining({ kind })),
  );
});

test.each<[object, readonly string[]]>([
  [{ error: 'no', details: { status: ['void'] } }, ['status: void']],
  [{ error: 'no', details: ['a'] }, ['a']],
  [{ error: 'no', details: 'a' }, ['a']],
  [{ error: 'no' }, []],
  [{ error: 'Unprocessable Entity', details: { base: ['no'] } }, []],
])('details of a failed validation become lines in any structure: %j', (body, details) => {
  expect(sort(422, json(body))).toEqual(expect.objectContaining({ details }));
});

test('a 403 names the scope that the service names, or else the one that should suffice', () => {
  const headers = new Headers({ 'www-authenticate': 'Bearer scope="reports team taxes"' });
  const forbidden = { status: 403, headers, body: empty, reading: silence, bodyProblem: null };
  const granted = readReadAnswer(forbidden, { ...facts, granted: ['team'] });
  const bare = { ...forbidden, headers: new Headers() };
  const unknown = readReadAnswer(bare, { ...facts, scope: null });
  const errors = [sort(403, empty), ...[granted, unknown].map((read) => !read.ok && read.error)];
  expect(errors).toEqual(
    ['money_out', 'reports taxes', null].map((scope) => expect.objectContaining({ scope })),
  );
});

const at = (serviceMs: number) => ({ ...silence, retryAfter: { form: 'at', serviceMs } as const });

test('Retry-After of a 5xx is converted to this machine’s clock, that of a 429 by the governor', () => {
  const within = { ...silence, retryAfter: { form: 'in', delayMs: 2_000 } as const };
  expect([
    sort(503, empty, { reading: within }),
    sort(503, empty, { reading: at(604_000) }),
    sort(503, empty, { reading: at(1) }),
    sort(503, empty, { reading: at(Date.UTC(2055)) }),
    sort(500, empty),
    sort(429, empty),
  ]).toEqual(
    [3_000, 4_000, 1_000, 86_401_000, null, 5_000].map((retryAtMs) =>
      expect.objectContaining({ retryAtMs }),
    ),
  );
});

test('no message, code or detail ever holds a token', () => {
  const body = json({
    error: 'Bearer abc.def is not token-1, nor eyJhbGciOi.eyJzdWIi.c2ln, nor eyJhbGciOi.eyJzdWIi',
    code: 'token-1',
    details: { access_token: ['token-1'], note: 'refresh_token=abc', more: 'id_token : abc' },
  });
  expect(sort(422, body)).toEqual({
    kind: 'validationFailed',
    status: 422,
    message: 'Bearer [removed] is not [removed], nor [removed], nor [removed]',
    code: '[removed]',
    details: [
      'access_token: [removed]',
      'note: refresh_token=[removed]',
      'more: id_token : [removed]',
    ],
    technical: 'GET /x: 422, JSON',
  });
});

test.each([
  ['psql://user:pw@db.example/app refused', 'psql://[removed]@db.example/app refused'],
  ['Write to jo@acme.example', 'Write to jo@acme.example'],
  ['https://acme.example/a@b', 'https://acme.example/a@b'],
  ['Wrong "client_secret": "abc", try again', 'Wrong "client_secret": "[removed]", try again'],
  ['api-key=abc; api_key=abc; apikey=abc', 'api-key=abc; api_key=[removed]; apikey=[removed]'],
])('credentials of an address or a field are removed: %s', (error, message) => {
  expect(sort(422, json({ error }))).toMatchObject({ message });
});

test('a long message is clipped', () => {
  const messages = [300, 301].map((length) => sort(400, json('x'.repeat(length))));
  expect(messages).toEqual(
    ['x'.repeat(300), `${'x'.repeat(299)}…`].map((message) => expect.objectContaining({ message })),
  );
});

test.each<[string, Partial<Answer>, string]>([
  ['body broken off', { bodyProblem: 'brokenOff' }, 'answerLost'],
  ['body too large', { bodyProblem: 'tooLarge' }, 'tooLarge'],
  ['an HTML page', { body: { form: 'html', text: '<p>' } }, 'malformedResponse'],
  ['text', { body: { form: 'text', text: 'ok', brokenJson: false } }, 'malformedResponse'],
])('a success must come from the service: %s', (said, more, kind) => {
  const technical = `GET /x: 200, ${said}`;
  expect(sort(200, empty, more)).toEqual(expect.objectContaining({ kind, status: 200, technical }));
});

test.each<[string, string | null, string]>([
  ['a portal', null, 'malformedResponse'],
  ['a portal that wants another sign-in', 'Basic realm="x"', 'malformedResponse'],
  ['the service', 'Bearer error="insufficient_scope", scope="money_out"', 'forbidden'],
])('a 403 with an HTML page comes from %s', (_from, challenge, kind) => {
  const headers = new Headers(challenge === null ? [] : [['www-authenticate', challenge]]);
  const page: Partial<Answer> = { body: { form: 'html', text: '<p>No</p>' }, headers };
  expect(sort(403, empty, page)).toMatchObject({ kind });
});

test('a 429 says that the service requires the wait', () => {
  expect(sort(429, empty)).toEqual(expect.objectContaining({ kind: 'rateLimited', by: 'service' }));
});

test.each([202, 203, 206, 207])('a partial success is not a success: %i', (status) => {
  expect(sort(status, json({}))).toEqual(
    expect.objectContaining({ kind: 'malformedResponse', status }),
  );
});

// Quadratic time would take minutes.
test('errors of any depth and length are read within seconds', { timeout: 20_000 }, () => {
  const nested = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown;
  const long: AnswerBody = { form: 'text', text: '-eyJ'.repeat(200_000), brokenJson: false };
  expect([
    sort(422, json({ error: 'no', details: nested })),
    sort(403, json({ error: 'no', nested })),
    sort(400, long),
  ]).toEqual([
    expect.objectContaining({ kind: 'validationFailed', details: ['nested 199,994 levels deep'] }),
    expect.objectContaining({ kind: 'forbidden', scope: 'money_out' }),
    expect.objectContaining({ kind: 'invalid' }),
  ]);
});
