import { expect, test } from 'vitest';
import { invoiceSchema } from './invoice.ts';
import { parseExactJson } from './body/exact-json.ts';
import { billKey, isUuid, itemIdSchema, sentItemIdSchema } from './item-id.ts';
import { organizationSchema } from './organization.ts';
import { apiPaths } from './wire-names.ts';

const noIds = [
  ...['', ' ', '\u00a0\t', '.', '..', '/', 'a/b', '../b-1', '\\', '..\\b-1'],
  ...['\u200b', '\u2060\u00ad', ' \u202e', '\ufeff', '\u3164', '\u034f', '\ufe0f'],
  ...['b\u202e', '\u2066b', 'b\n1', 'b\u0000', 'b\u007f', 'b\u0085', 'b\ud800', 'x'.repeat(257)],
];
const ids = [
  'b-1',
  '7',
  '...',
  '.b',
  '%2e%2e',
  'a b',
  'b?x=1',
  'b#1',
  'Rechnung-ß',
  'می\u200cخواهم',
  'x'.repeat(256),
];

test('an id that could lead to another path, or to none, is refused', () => {
  const read = (id: string) => itemIdSchema.safeParse(id).success;
  expect([noIds.filter(read), ids.filter((id) => !read(id))]).toEqual([[], []]);
});

test('invoices and organizations follow the same rules for ids as bills', () => {
  const read = noIds.filter(
    (id) => invoiceSchema.safeParse({ id }).success || organizationSchema.safeParse({ id }).success,
  );
  expect(read).toEqual([]);
});

test('an organization’s id is exactly what a header holds', () => {
  const given = ['org 1', ' org-1', 'org-1 ', 'Büro', '東京'];
  expect(given.map((id) => organizationSchema.safeParse({ id }).success)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  ['7', '7'],
  ['"7"', '7'],
  ['7.0', '7'],
  ['9007199254740992', '9007199254740992'],
  ['9007199254740993', '9007199254740993'],
  ['100000000000000000000', '100000000000000000000'],
  ['1e30', null],
  ['7.5', null],
  ['null', null],
])('a whole number as an id counts as its digits: %s', (json, id) => {
  expect(sentItemIdSchema.safeParse(parseExactJson(json)).data ?? null).toBe(id);
});

test('the path of an approval has five segments for any id, or the id is refused', () => {
  const segmentsOf = (id: string): string | readonly string[] => {
    try {
      return new URL(apiPaths.approveBill(id), 'https://service.test').pathname.split('/').slice(1);
    } catch {
      return 'none';
    }
  };
  const all = [...noIds, ...ids];
  expect(all.map(segmentsOf).filter((each) => each !== 'none' && each.length !== 5)).toEqual([]);
  expect(['', '.', '..'].map(segmentsOf)).toEqual(['none', 'none', 'none']);
});

test('a bill has one key in all organizations if its id is a UUID or as long as a random id, else one in each', () => {
  const id = '0d6f1c7e-4b1c-4f0e-9a51-7d2f6c1b8a3e';
  const keys = [id, id.toUpperCase(), id.replaceAll('-', '')].map((each) => billKey('acme', each));
  expect(new Set([...keys, billKey('lumen', id)]).size).toBe(1);
  const others = [billKey('acme', 'b-1'), billKey('lumen', 'b-1'), billKey('acme', 'b-2')];
  expect(new Set([...keys, ...others]).size).toBe(4);
  expect(billKey('ACME', 'B-1')).toBe(billKey('acme', 'b-1'));
  const isOne = (each: string): boolean => billKey('acme', each) === billKey('lumen', each);
  const random = ['bill_01HZY3F9Q2V7K8', '507f1f77bcf86cd799439011', 'b_0000000000000001'];
  const counted = ['b-1', 'RE-2026-00012345', '1000000001', '-'.repeat(40)];
  expect([random.map(isOne), counted.map(isOne)]).toEqual([
    [true, true, true],
    [false, false, false, false],
  ]);
});

test('a UUID is a text of 32 digits, and nothing else', () => {
  const id = '0d6f1c7e-4b1c-4f0e-9a51-7d2f6c1b8a3e';
  expect([id, `${id}0`, `x${id}`, [id], null].map(isUuid)).toEqual([
    ...[true, false, false, false, false],
  ]);
});
