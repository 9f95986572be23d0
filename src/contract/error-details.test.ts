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
    ['/data/status: is paid'],
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
  ['a number and a yes', { limit: 3, locked: true }, ['limit: 3', 'locked: true']],
  [
    'the sandbox’s own',
    { status: 'paid', allowed: ['open', 'overdue'] },
    ['status: paid', 'allowed: open, overdue'],
  ],
  ['nothing', null, []],
  ['nothing in a list', [], []],
  ['an empty object', {}, []],
])('R-50 details are read whatever their shape: %s', (_, details, lines) => {
  expect(readErrorDetails(details)).toEqual(lines);
});

test('R-50 details without an end are cut, and say so', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'bad']));
  const deep = { a: { a: { a: { a: { a: { a: { a: 'x' } } } } } } };
  expect([
    readErrorDetails(many).length,
    readErrorDetails(many).at(-1),
    readErrorDetails(deep),
  ]).toEqual([21, '… +30', ['a.a.a.a.a.a: {"a":"x"}']]);
});
