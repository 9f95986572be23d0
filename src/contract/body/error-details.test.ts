import { expect, test } from 'vitest';
import { readErrorDetails } from './error-details.ts';

test.each<[string, unknown, readonly string[]]>([
  [
    'an object of lists',
    { status: ['is paid'], memo: ['too long', 'has a tab'] },
    ['status: is paid', 'memo: too long, has a tab'],
  ],
  ['an object of texts', { status: 'is void' }, ['status: is void']],
  [
    'a list of objects with a field',
    [{ field: 'status', message: 'is paid', code: 'x' }],
    ['status: is paid'],
  ],
  [
    'a list of objects with a path',
    [{ path: ['lines', 0, 'tax'], msg: 'is missing' }],
    ['lines.0.tax: is missing'],
  ],
  [
    'a JSON pointer',
    [{ source: { pointer: '/data/status' }, detail: 'is paid' }],
    ['status: is paid'],
  ],
  [
    'a JSON pointer to an attribute',
    [{ source: { pointer: '/data/attributes/lines/0/tax' }, detail: 'is missing' }],
    ['lines.0.tax: is missing'],
  ],
  ['a JSON pointer alone', [{ pointer: '#/memo', detail: 'too long' }], ['memo: too long']],
  [
    'an inner error with a stack trace',
    { message: 'Locked', target: 'Bill', innererror: { type: 'Api.Gone', stacktrace: 'at Api' } },
    ['Locked'],
  ],
  [
    'codes for programs',
    [{ codes: ['closed.bill'], objectName: 'bill', defaultMessage: 'Closed', code: 'closed' }],
    ['Closed'],
  ],
  ['a list of messages', [{ message: 'Closed period', code: 'closed' }], ['Closed period']],
  ['a list of texts', ['Closed period', 'Locked'], ['Closed period, Locked']],
  [
    'nested objects',
    { bill: { status: ['is paid'], vendor: { name: 'is gone' } } },
    ['bill.status: is paid', 'bill.vendor.name: is gone'],
  ],
  ['a wrapper', { errors: { status: ['is paid'] } }, ['status: is paid']],
  ['a wrapped list', { errors: [{ field: 'memo', message: 'too long' }] }, ['memo: too long']],
  ['text', 'is paid', ['is paid']],
  ['a number and a confirmation', { limit: 3, locked: true }, ['limit: 3', 'locked: true']],
  [
    'the sandbox’s own',
    { status: 'paid', allowed: ['open', 'overdue'] },
    ['status: paid', 'allowed: open, overdue'],
  ],
  ['a number', 7, ['7']],
  ['a list with gaps', ['a', null, '', 'b'], ['a, b']],
  ['a list of a text and a message', ['a', { message: 'b' }], ['a', 'b']],
  ['several messages', { message: ['a', 'b'], code: 7 }, ['a, b']],
  ['a message under a field', { memo: { message: 'a' } }, ['memo: a']],
  ['a blank', { memo: '', date: 'a' }, ['date: a']],
  ['a blank message', { message: '', code: 'a' }, ['code: a']],
  ['no message in a list', { message: [], code: 'a' }, ['code: a']],
  ['no message', { message: null, code: 'a' }, ['code: a']],
  [
    'all that may go with a message',
    {
      ...{ message: 'a', code: 1, type: 't', status: 422, value: 'v', title: 't', id: 1 },
      ...{ input: 'i', ctx: { limit: 3 }, url: 'u' },
    },
    ['a'],
  ],
  ['more than goes with a message', { message: 'a', code: 1, at: 2 }, ['a', 'at: 2']],
  [
    'an error of Google’s APIs',
    {
      ...{ code: 503, message: 'Try later', status: 'UNAVAILABLE' },
      details: [{ '@type': 'x/ErrorInfo', reason: 'BILL_LOCKED', domain: 'x' }],
    },
    ['Try later', 'BILL_LOCKED'],
  ],
  [
    'a field beside a message',
    { message: 'a', status: ['is paid'], at: 2 },
    ['a', 'status: is paid', 'at: 2'],
  ],
  ['a blank place', { field: '', message: 'a' }, ['a']],
  ['a pointer', { pointer: '#/data/attributes/memo', msg: 'a' }, ['memo: a']],
  ['a place with a slash', { field: 'net/gross', msg: 'a' }, ['net/gross: a']],
  ['a pointer within', { field: '/a/data/b', msg: 'a' }, ['a.data.b: a']],
  ['no place', { field: null, message: 'a' }, ['a']],
  ['a place in numbers', { source: 7, message: 'a' }, ['source: 7', 'a']],
  ['an empty path', { loc: [], msg: 'a' }, ['a']],
  ['a path with an object', { loc: ['x', { y: 1 }], msg: 'a' }, ['loc: x', 'loc.y: 1', 'a']],
  ['a pointer that is no text', { source: { pointer: 7 }, msg: 'a' }, ['source.pointer: 7', 'a']],
  ['the longest line', 'x'.repeat(300), ['x'.repeat(300)]],
  ['a line too long', 'x'.repeat(301), [`${'x'.repeat(300)}…`]],
  ['lists in lists', [[[[[[[['x']]]]]]]], ['[["x"]]']],
  [
    'messages in messages',
    { message: [{ message: [{ message: [{ message: ['x'] }] }] }] },
    ['{"message":["x"]}'],
  ],
  ['nothing, as deep as is read', { a: { a: { a: { a: { a: { a: null } } } } } }, []],
  ['nothing', null, []],
  ['nothing in a list', [], []],
  ['an empty object', {}, []],
])('details are read in any structure: %s', (_, details, lines) => {
  expect(readErrorDetails(details)).toEqual(lines);
});

test('details of a hundred thousand errors are read in part, and the last line says so', () => {
  let read = 0;
  const details = Array.from({ length: 100_000 }, (_, at) => ({
    field: `f${at}`,
    get message() {
      read += 1;
      return 'no';
    },
  }));
  const lines = readErrorDetails({ details });
  expect([lines.length, lines[20], read < 10_000]).toEqual([21, '…', true]);
});

test('very long details are cut, and their last line says so', () => {
  const fields = Array.from({ length: 50 }, (_, at) => [`f${at}`, 'bad']);
  const many = Object.fromEntries(fields);
  const deep = { a: { a: { a: { a: { a: { a: { a: 'x' } } } } } } };
  expect([
    readErrorDetails(Object.fromEntries(fields.slice(0, 20))).at(-1),
    readErrorDetails(many).length,
    readErrorDetails(many).at(-1),
    readErrorDetails(deep),
  ]).toEqual(['f19: bad', 21, '… +30', ['a.a.a.a.a.a: {"a":"x"}']]);
});

test.each([
  ...['field', 'attribute', 'param', 'parameter', 'path', 'pointer', 'source', 'loc', 'name'],
  ...['property', 'property_path', 'propertyName', 'fieldName'],
])('an error names its place under %s', (key) => {
  expect(readErrorDetails([{ [key]: 'status', message: 'is paid' }])).toEqual(['status: is paid']);
});

test.each([
  ...['message', 'messages', 'error', 'errors', 'detail', 'msg', 'reason', 'description'],
  ...['error_message', 'defaultMessage'],
])('an error has its message under %s', (key) => {
  expect(readErrorDetails([{ field: 'status', [key]: 'is paid' }])).toEqual(['status: is paid']);
});

test.each(['', 'errors', 'base', '__all__', 'global', 'non_field_errors', 'body', 'general'])(
  'an error of the whole object has no place: %j',
  (key) => {
    expect(readErrorDetails({ [key]: ['is paid'] })).toEqual(['is paid']);
  },
);

test.each(
  `message messages error errors detail msg reason description text error_message defaultMessage faultstring mensaje
  mensagem messaggio meldung nachricht melding bericht $t #text _text descripcion descripción descrizione descrição
  beschreibung texto fehlertext`.split(/\s+/),
)('the text under %s is the message, without its companions', (key) => {
  const companions = `code type status value title id input ctx url links meta request_id trace_id timestamp stack severity
    errorcode domain locations faultcode faultactor codigo código codice kode typ tipo fehlercode`;
  for (const beside of companions.split(/\s+/))
    expect(readErrorDetails({ [key]: 'Locked', [beside]: 'x' })).toEqual(['Locked']);
});

test.each(
  `error errors base all global non_field_errors full_messages body general details mensajes meldungen`.split(
    ' ',
  ),
)('the key %s adds no place', (key) => {
  expect(readErrorDetails({ [key]: { memo: ['too long'] } })).toEqual(['memo: too long']);
});
