import { expect, test } from 'vitest';
import type { Answer, AnswerBody } from '../body/answer.ts';
import { readRateHeaders } from '../body/rate-headers.ts';
import {
  hasChallenge,
  isOwnRefusal,
  namedScopes,
  refusalCode,
  refusalDetails,
  refusalWords,
} from './refusal.ts';

const json = (value: unknown): AnswerBody => ({ form: 'json', value });
const text = (said: string): AnswerBody => ({ form: 'text', text: said, brokenJson: false });
const page: AnswerBody = { form: 'html', text: '<p>Needs accounting</p>' };
const empty: AnswerBody = { form: 'empty' };

/** A 403 with this body and this `WWW-Authenticate` header. */
function refused(body: AnswerBody, challenge = '', more: Partial<Answer> = {}): Answer {
  const headers = new Headers({ 'www-authenticate': challenge });
  const reading = readRateHeaders(headers);
  return { status: 403, headers, body, reading, bodyProblem: null, ...more };
}

test.each<[string, boolean]>([
  ['', false],
  ['Basic realm="x", error="x"', false],
  ['Bearer', false],
  ['Bearer realm="x"', false],
  ['Bearer error="invalid_token"', true],
  ['Bearer scope="accounting"', true],
])(
  'Q-62 only a Bearer challenge that names an error or a scope is the service’s: %j',
  (sent, is) => {
    expect(hasChallenge(refused(page, sent))).toBe(is);
  },
);

const isOwn = (answer: Answer): boolean => isOwnRefusal(answer, 'neverSent');

/** Pairs: a body that any server may send, and a similar one that only the service sends. */
test.each<[string, anybody: unknown, service: unknown]>([
  ['a blank error', { error: ' ' }, { error: 'x' }],
  ['a list for an error', { error: ['x'] }, { error: { message: 'x' } }],
  ['an error object that says nothing', { error: { code: null } }, { error: { code: 'x' } }],
  ['a text for errors', { errors: ' ' }, { errors: 'x' }],
  ['violations', { violation: ['x'] }, { violations: ['x'] }],
  ['invalid params', { params: ['x'] }, { 'invalid-params': ['x'] }],
  ['a title', { title: 'x' }, { title: 'x', status: 422 }],
  ['a title with a detail', { title: 'x', detail: ' ' }, { title: 'x', detail: 'x' }],
  ['a status that is a no', { status: 'open', message: 'x' }, { status: 'FAILED', message: 'x' }],
  ['a longer status', { status: 'failures', message: 'x' }, { status: 'failure', message: 'x' }],
  ['a status that denies it', { status: 'no error', message: 'x' }, { ok: false, message: 'x' }],
  ['a list of statuses', { status: ['error'], message: 'x' }, { status: 'error', message: ['x'] }],
  ['a success', { success: true, message: 'x' }, { success: false, message: 'x' }],
  ['ok', { ok: true, message: 'x' }, { ok: false, message: 'x' }],
  ['a number for a message', { ok: false, message: 7 }, { ok: false, message: '7' }],
])('Q-62 a refusal of another server is not one of the service: %s', (_, anybody, service) => {
  expect([isOwn(refused(json(anybody))), isOwn(refused(json(service)))]).toEqual([false, true]);
});

test.each<[string, Answer, boolean]>([
  ['an error', refused(empty, 'Bearer error="invalid_token"'), true],
  ['a scope', refused(empty, 'Bearer scope="accounting"'), true],
  ['neither', refused(empty, 'Bearer realm="api"'), false],
  ['another scheme', refused(empty, 'Basic error="x"'), false],
  ['a page', refused(page, 'Bearer error="x"'), false],
  ['a body too large', refused(empty, 'Bearer error="x"', { bodyProblem: 'tooLarge' }), false],
])('Q-62 a Bearer challenge proves that the service itself refused: %s', (_, answer, own) => {
  expect(isOwn(answer)).toBe(own);
});

test.each<[string, unknown, readonly string[]]>([
  ['a title beside a detail', { title: 'Closed', detail: 'On hold' }, ['Closed', 'On hold']],
  ['reason phrases alone', { error: 'Forbidden', message: 'Not Found' }, ['Forbidden']],
  ['a reason phrase with marks', { error: 'NOT - FOUND!', message: 'No bill' }, ['No bill']],
  ...[
    ...['Bad Request', 'Unauthorized', 'Payment Required', 'Forbidden', 'Not Found', 'Conflict'],
    ...['Method Not Allowed', 'Not Acceptable', 'Gone', 'Precondition Failed', 'Locked', 'Error'],
    ...['Payload Too Large', 'Content Too Large', 'Unsupported Media Type', 'Too Many Requests'],
    ...['Unprocessable Entity', 'Unprocessable Content', 'Failed Dependency', 'Failed', 'Failure'],
    ...['Precondition Required', 'HTTP Exception', 'Internal Server Error', 'Bad Gateway'],
    ...['Service Unavailable', 'Gateway Timeout', 'Unavailable For Legal Reasons'],
    ...['Access Denied', 'Insufficient Scope', 'Invalid Request'],
  ].map((error): [string, unknown, readonly string[]] => [
    error,
    { error, message: 'No bill' },
    ['No bill'],
  ]),
  ['the longer of two reason phrases', { title: 'Error', detail: 'Bad Request' }, ['Bad Request']],
  [
    'the fault of a gateway',
    { fault: { faultstring: 'Over your limit', detail: { errorcode: 'x' } } },
    ['Over your limit'],
  ],
  ['a longer text later', { error: 'On hold', errors: ['Bill On hold'] }, ['Bill On hold']],
  ['a text twice', { error: 'a', errors: [{ message: 'b' }, { message: 'a' }] }, ['a', 'b']],
  [
    'markup',
    { error: '<p>Period <b>locked</b> &amp; closed, 1 < 2</p>' },
    ['Period locked & closed, 1 < 2'],
  ],
  [
    'a stack trace below',
    { error: 'Locked up\n    at approve (bills.js:10:5)\n    at x' },
    ['Locked up'],
  ],
  ...[
    'at Foo.Bar()',
    'at Object.approve (/srv/bills.js:10:5)',
    'at Array.map (<anonymous>)',
    'at com.acme.Bill.approve(Bill.java:12)',
    'at Foo.<Bar>d__1.Go(Int32 id) in C:\\x.cs:line 7',
  ].flatMap((frame): [string, unknown, readonly string[]][] => [
    [`a frame after it: ${frame}`, { error: `Locked up. ${frame} ${frame}` }, ['Locked up.']],
    [
      `a frame inside: ${frame}`,
      { error: { message: 'Locked up', innererror: { message: frame } } },
      ['Locked up'],
    ],
  ]),
  [
    'a place',
    { error: 'Pay at Foo Ltd. (Bonn) or at foo.com' },
    ['Pay at Foo Ltd. (Bonn) or at foo.com'],
  ],
  [
    'a place and its times',
    { error: 'Ask for release at acme.com (Mon–Fri 9:30)' },
    ['Ask for release at acme.com (Mon–Fri 9:30)'],
  ],
  ...[
    ...['null', 'undefined', '[object Object]', 'translation missing: en.errors.locked'],
    ...['at Object.approve (bills.js:10:5)', 'Traceback (most recent call last): File "x.py"'],
    ...["undefined method `approve!' for nil", "Mysql2::Error: Unknown column 'x'"],
  ].map((error): [string, unknown, readonly string[]] => [
    `no text of a program: ${error}`,
    { error },
    [],
  ]),
  ['a map of a framework', { modelState: { memo: ['is long'] } }, ['memo: is long']],
  ['objects, one without a message', [{ message: 'Locked up' }, { id: 7 }], ['Locked up']],
  ['a blank item', ['Locked up', ' '], []],
  ['words like a program’s', { error: 'The rate is undefined' }, ['The rate is undefined']],
])('a refusal’s texts are found: %s', (_, body, words) => {
  expect(refusalWords(refused(json(body)))).toEqual(words);
});

test.each([
  [
    '<error><code>7</code><message>Period &amp; year closed</message></error>',
    'Period & year closed',
  ],
  ['<soap:Fault><soap:faultstring>Locked up</soap:faultstring></soap:Fault>', 'Locked up'],
  ['<?xml version="1.0"?>\n<Error>Vendor is blocked</Error>', 'Vendor is blocked'],
  ['<fault/>', undefined],
])('XML gives its message without tags: %s', (xml, words) => {
  expect(refusalWords(refused(text(xml)))[0]).toBe(words);
});

test('JSON that broke off is not shown to the user', () => {
  const broken = ['{"id":"b-1","memo":"Of', '[{"id"', '  { "id"'];
  const said = ['Locked up', 'Locked: {"by":"Ada"}', '{name} is locked'];
  expect([...broken, ...said].map((each) => refusalWords(refused(text(each))))).toEqual([
    ...broken.map(() => []),
    ...said.map((each) => [each]),
  ]);
});

test.each<[unknown, readonly string[]]>([
  [{ status: 'fail', data: { bill: 'Needs a category' } }, ['bill: Needs a category']],
  [{ status: 'fail', message: 'Locked', data: { bill: 'Old' } }, ['Locked']],
  [{ status: 'fail', data: { id: 7, memo: 'Rent' } }, []],
  [{ status: 'ok', data: { memo: 'Rent' } }, []],
  [{ hasErrors: true, messages: [{ severity: 'ERROR', text: 'Bill locked' }] }, ['Bill locked']],
  [
    { data: { approveBill: { bill: null, userErrors: [{ message: 'Vendor is blocked' }] } } },
    ['Vendor is blocked'],
  ],
  [{ data: { bill: { memo: 'Rent', title: 'March', description: 'Rent' } } }, []],
  [{ statusCode: 409, headers: {}, body: '{"error":"Bill is locked"}' }, ['Bill is locked']],
  [{ statusCode: 409, body: 'Bill is locked' }, ['Bill is locked']],
  [{ Fehler: { Code: 4711, Meldung: 'Beleg ist gesperrt' } }, ['Beleg ist gesperrt']],
  [{ codigo: 'E17', mensaje: 'Periodo cerrado' }, ['Periodo cerrado']],
  [{ return_code: 'FAIL', return_msg: 'Bill is locked' }, ['Bill is locked']],
  [
    { Envelope: { Body: { Fault: { faultcode: 'Server', faultstring: { $t: 'Locked up' } } } } },
    ['Locked up'],
  ],
  [{ error: { '@code': '17', $t: 'Bill is locked' } }, ['Bill is locked']],
  [{ Fehlercode: '4711', Fehlertext: 'Vier-Augen-Prinzip' }, ['Vier-Augen-Prinzip']],
  [{ error: { '@codigo': '404', descripcion: { $t: 'No existe' } } }, ['No existe']],
  [
    {
      Fehler: {
        Meldungen: { Meldung: [{ '@Code': '1', '@Typ': 'E', $t: 'A fehlt' }, { $t: 'B' }] },
      },
    },
    ['A fehlt, B'],
  ],
  [
    {
      Body: {
        Fault: {
          faultstring: 'Closed period',
          detail: { error: { '@code': 'F', descripcion: 'Sin saldo' } },
        },
      },
    },
    ['Closed period', 'Sin saldo'],
  ],
  [{ errores: [{ mensaje: 'Sin saldo' }] }, ['Sin saldo']],
  [{ fields: { status: 'x', currency: 'EUR', reject_reason: 'Wrong entity' } }, ['Wrong entity']],
  [{ data: [{ result: { motivo: 'Proveedor bloqueado' } }] }, ['Proveedor bloqueado']],
  [{ data: { bill: { vendor: { name: 'Kiln' }, message: 'Thanks for March' } } }, []],
  [{ body: '{"error":"Bill is locked"}' }, []],
  [{ error: { code: '', message: { lang: 'en-US', value: 'Closed' } } }, ['Closed']],
  [
    { data: null, errors: [{ message: 'Not authorized', extensions: { code: 'FORBIDDEN' } }] },
    ['Not authorized'],
  ],
  [
    { message: 'The memo is long. (and 12 more errors)', errors: { memo: ['The memo is long.'] } },
    ['memo: The memo is long.'],
  ],
  [
    { errors: [{ message: 'Invalid memo', extensions: { code: 'X', memo: ['too long'] } }] },
    ['Invalid memo', 'memo: too long'],
  ],
])('the reason inside a refusal is found: %j', (body, words) => {
  expect(refusalWords(refused(json(body)))).toEqual(words);
});

test('a quoted text in a challenge may hold quotes', () => {
  const challenge = String.raw`Bearer error="x", error_description="The \"token\" ended"`;
  expect(refusalWords(refused(empty, challenge))).toEqual(['The "token" ended']);
});

test('details that repeat a refusal’s text are omitted', () => {
  const details = { memo: 'too long', date: 'too old' };
  const lines = ['memo: too long', 'nothing', 'date: too old'].map((error) =>
    refusalDetails(refused(json({ error, details }))),
  );
  expect(lines).toEqual([[], ['memo: too long', 'date: too old'], []]);
});

test.each<[string, Answer, string | null]>([
  ['of an error object', refused(json({ error: { code: 'E7' } })), 'E7'],
  ['of the first error', refused(json({ errors: [{ code: 'E8' }, { code: 'E9' }] })), 'E8'],
  ['a number', refused(json({ code: 7 })), '7'],
  ['blank, and another', refused(json({ code: ' ', error: { code: 'E7' } })), 'E7'],
  ['an object', refused(json({ code: { id: 7 } })), null],
  ['an error in words', refused(json({ error: 'On hold' })), null],
  ['of a challenge', refused(empty, 'Bearer error="invalid_token"'), 'invalid_token'],
  ['without quotes', refused(empty, 'Bearer error = invalid_token, a=b'), 'invalid_token'],
  ['of a second challenge', refused(empty, 'Basic realm="a",  Bearer error="b"'), 'b'],
])('a refusal’s code is found: %s', (_, answer, code) => {
  expect(refusalCode(answer)).toBe(code);
});

test.each<[string, Answer, readonly string[]]>([
  [
    'a challenge',
    refused(empty, 'Bearer scope=" read:all  accounting "'),
    ['read:all', 'accounting'],
  ],
  ['a blank scope', refused(json('Needs team'), 'Bearer scope=" "'), ['team']],
  ['words of a challenge', refused(json('team'), 'Bearer error="needs taxes"'), ['taxes']],
  ['a text', refused(text('Needs accounting.')), ['accounting']],
  ['a longer word', refused(text('Needs my_accounting')), []],
  ['a page', refused(page), []],
  ['nothing', refused(empty), []],
])('the scopes that a refusal names are found: %s', (_, answer, named) => {
  expect(namedScopes(answer)).toEqual(named);
});

test.each(
  `errors errores erreurs fehler fehlertext errorText faults exceptions violations messages mensajes mensagem msg_text
  nachricht meldungen melding bericht reason sperrgrund motivo motiv`.split(/\s+/),
)('a text under %s, at any depth, is a reason', (key) => {
  const found = (value: unknown) =>
    refusalWords(refused(json({ data: [{ x: { [key]: value } }] })));
  expect([found('Vendor is blocked'), found([{ x: 1, message: 'Locked up' }]), found(7)]).toEqual([
    ['Vendor is blocked'],
    ['x: 1', 'Locked up'],
    [],
  ]);
});

test.each(['vendor', 'supplierName', 'currency', 'memo', 'dueDate', 'amountCents', 'totalCents'])(
  'a text beside %s belongs to the bill and is not a reason, unless its key says so',
  (key) => {
    const found = (value: object) => refusalWords(refused(json({ x: { [key]: 'x', ...value } })));
    expect([
      found({ message: 'Thanks for March', parts: [{ reason: 'Rent' }] }),
      found({ declined_reason: 'Wrong entity' }),
      found({ old: { [`my_${key}`]: 'x', message: 'Thanks' } }),
    ]).toEqual([[], ['Wrong entity'], []]);
  },
);

test.each(
  `bad request|validation failed|validation error|validation|the given data was invalid|the request is invalid|
  a validation exception occurred|request refused|unavailable for legal reasons|access denied|insufficient scope|
  invalid request`.split(/\|\s*/),
)('the phrase "%s" gives no reason', (error) => {
  expect(refusalWords(refused(json({ error, message: 'No bill' })))).toEqual(['No bill']);
});
