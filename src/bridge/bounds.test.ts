import { MAX_ITEM_BYTES } from '../contract/body/read-item.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sendApprovalSchema } from './approval.ts';
import { itemFields, listOf } from './bounds.ts';
import { methods } from './methods.ts';

test('D-37 a list that is too long is refused before its items are read', () => {
  let looks = 0;
  const item = z.custom(() => ++looks > 0);
  const { error } = listOf(item, 2).safeParse([1, 2, 3]);
  expect([error?.issues.map(({ message }) => message), looks]).toEqual([
    ['expected a list of at most 2'],
    0,
  ]);
});

test('D-37 fields larger or deeper than an item are refused', () => {
  const nested = (levels: number): object => (levels === 0 ? {} : { n: nested(levels - 1) });
  const given = [
    { memo: 'x'.repeat(500_000), lines: [{ a: 1 }] },
    nested(31),
    nested(33),
    { memo: 'x'.repeat(600_000) },
    Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [index, 0])),
    ['a list'],
    null,
  ];
  expect(given.map((fields) => itemFields.safeParse(fields).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('D-37 fields that are not JSON are refused: the journal could not read them again', () => {
  const given: unknown[] = [
    new Date(Number.NaN),
    new Map(),
    new Uint8Array(2),
    /a/,
    { paid: new Date(0) },
    { lines: [new Set()] },
    { total: Number.NaN },
    { total: Infinity },
    { total: 1n },
    { memo: undefined },
    { memo: new String('a') },
    { lines: [undefined] },
    { lines: Array(2) },
    { lines: Object.assign([1], { more: 1 }) },
    { tag: Symbol('a') },
    { tag: () => 0 },
    { a: null, b: true, c: -1.5, d: '', e: [[], {}], f: Object.create(null) as unknown },
  ];
  expect(given.filter((fields) => itemFields.safeParse(fields).success)).toEqual([given.at(-1)]);
});

test('D-37 every item that main accepts can cross the bridge, because its size never exceeds that of its JSON', () => {
  // These fill 512 KB of JSON.
  const largest = [
    { lines: Array.from({ length: 262_000 }, () => 1) },
    { lines: Array.from({ length: 174_500 }, () => []) },
    Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [index, 0])),
    { memo: 'x'.repeat(524_200) },
  ];
  expect(
    largest.map((fields) => [
      Buffer.byteLength(JSON.stringify(fields)) <= MAX_ITEM_BYTES,
      itemFields.safeParse(fields).success,
    ]),
  ).toEqual(largest.map(() => [true, true]));
});

test('D-37 the size of many empty objects includes brackets and commas', () => {
  const fields = { lines: Array.from({ length: 175_000 }, () => ({})) };
  expect(itemFields.safeParse(fields).success).toBe(false);
});

test('D-37 an approval has a time that a date can hold, and an organization exactly as its header carries it', () => {
  const { organizationId, approvedAtMs } = sendApprovalSchema.shape;
  const accepts = (
    schema: { safeParse(value: unknown): { success: boolean } },
    values: unknown[],
  ) => values.filter((value) => schema.safeParse(value).success);
  expect([
    accepts(approvedAtMs, [0, 1.5, 8.64e15, 8.65e15, 1e300, -1, Number.NaN, Infinity]),
    accepts(organizationId, ['org-1', ' org-1', 'org-1 ', '\torg-1', 'org-1\n', 'ö', 'a b']),
  ]).toEqual([
    [0, 1.5, 8.64e15],
    ['org-1', 'a b'],
  ]);
});

test('D-37 a page cannot use up the rechecks with reads for which no approval waits', () => {
  const page = { organizationId: 'org-1', after: null, limit: 50 };
  const takes = (['recheck', 'waiting', 'approval'] as const).map((priority) => [
    methods['service.invoicesPage'].request.safeParse({ ...page, priority }).success,
    methods['service.organizations'].request.safeParse({ priority }).success,
  ]);
  expect(takes).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
});
