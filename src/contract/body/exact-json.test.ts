import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test.each<[string, unknown]>([
  ['1234', 1234],
  ['1234.0', 1234],
  ['0.1', 0.1],
  ['-0', -0],
  ['1e3', 1000],
  ['12.50e-1', 1.25],
  ['1.5e1', 15],
  ['1e-3', 0.001],
  ['1001e1', 10_010],
  ['0e5', 0],
  ['-0e5', -0],
  ['1e-400', '1e-400'],
  ['100e2', 10_000],
  ['"[1e999"', '[1e999'],
  [String.raw`["\"[1e999",1e999]`, ['"[1e999', '1e999']],
  [String.raw`["x\\",1e999]`, ['x\\', '1e999']],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  ['123456789012345678', '123456789012345678'],
  ['{"a":[1,{"account":100000000000000001}]}', { a: [1, { account: '100000000000000001' }] }],
  ['0.1234567890123456789', '0.1234567890123456789'],
  ['1e999', '1e999'],
  ['{"id":"4e10-1234567890123456789"}', { id: '4e10-1234567890123456789' }],
])('a number that a double cannot hold exactly stays text: %s', (text, read) => {
  expect(parseExactJson(text)).toEqual(read);
});

test.each<[string, unknown]>([
  ['[{"a":1,"b":2,"a":3}]', [{ a: [1, 3], b: 2 }]],
  ['[{"a":1, "\\u0061" : 3}]', [{ a: [1, 3] }]],
  ['[{"a":{"b":[1,2]},"a":{"b":[1,2]}}]', [{ a: { b: [1, 2] } }]],
  ['{"a":1,"a":1,"b":"\\":"}', { a: 1, b: '":' }],
  ['{"data":[{"v":{"n":"x","n":null}},{"n":1}]}', { data: [{ v: { n: ['x', null] } }, { n: 1 }] }],
  ['[{"a":"x\\uFFFEy","b":1,"b":2}]', [{ a: 'x\uFFFEy', b: [1, 2] }]],
  ['[{"x\\uFFFEy":{"z":1},"b":1,"b":2}]', [{ 'x\uFFFEy': { z: 1 }, b: [1, 2] }]],
  ['{"":[{"b":1,"b":2}]}', { '': [{ b: [1, 2] }] }],
  ['[{"a":1,"a":2},{"":1,"":1}]', [{ a: [1, 2] }, { '': 1 }]],
  [
    '[{"a":1,"a":2,"a":"100000000000000001"},{"a":1}]',
    [{ a: [1, 2, '100000000000000001'] }, { a: 1 }],
  ],
])('a key with several values in an item of a list has all of them: %s', (text, read) => {
  expect(parseExactJson(text)).toEqual(read);
});

test.each([
  '{"success":false,"success":true}',
  '{"data":[1],"data":[]}',
  '{"bill":{"id":"b-2","id":"b-1"}}',
  `[${'{"a":1,"a":2},'.repeat(1_001)}1]`,
])('a key with several values outside a list makes JSON invalid: %s', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test('keys may repeat in very deep items, beside them, and inside of each other', () => {
  const deep = `${'{"a":'.repeat(20_000)}{"b":1,"b":2}${'}'.repeat(20_000)}`;
  const within = `${'{"a":{"b":1,"b":1},"a":'.repeat(400)}[7]${'}'.repeat(400)}`;
  const sent = `[{"v":1,"v":2},{"v":${deep},"v":${deep}},{"v":{"a":${deep}},"v":${deep}},${within}]`;
  const [one, same, other, nested] = Object(parseExactJson(sent));
  expect([one, Object.keys(same.v), other.v.length, nested.a.length]).toEqual([
    ...[{ v: [1, 2] }, ['a'], 2, 2],
  ]);
  expect(nested.a[0]).toEqual({ b: 1 });
  expect(() => parseExactJson(`{"v":${deep}}`)).toThrow(SyntaxError);
});

test('a key toString cannot make String throw', () => {
  const value = parseExactJson('{"a":[{"toString"  :1,"b":"toString"}]}');
  expect(value).toEqual({ a: [{ to_string: 1, b: 'toString' }] });
});

test('any other JSON parses as with JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('"toString"'));
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a number with very many zeros is read as fast as a text', () => {
  const number = `1${'0'.repeat(1_000_000)}1`;
  expect(parseExactJson(number)).toBe(number);
});

test('a page with such a number may be very deep and hold a very long text', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const long = 'x\\\\'.repeat(4_000_000);
  const read = parseExactJson(`{"deep":${deep},"long":"${long}","account":100000000000000001}`);
  expect(Object(read).account).toBe('100000000000000001');
});

test.each([
  '{',
  'NaN',
  '',
  '[01]',
  '{"a":1e}',
  '[100000000000000001,]',
  '-',
  '["[1e999',
  String.raw`{"a":[{"to\u0053tring":1}]}`,
])('invalid JSON is refused: %j', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
