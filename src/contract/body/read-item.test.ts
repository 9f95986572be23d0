import { expect, test } from 'vitest';
import * as z from '../../base/zod.ts';
import { invoiceSchema } from '../invoice.ts';
import { readItem } from './read-item.ts';

const KB = 1024;
const nestedTo = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
/** An item with this many bytes of JSON. */
const sized = (bytes: number, id: unknown = 'i1') => {
  const rest = JSON.stringify({ id, memo: '' }).length;
  return { id, memo: 'x'.repeat(bytes - rest) };
};
const read = (raw: unknown) => readItem(invoiceSchema, raw);
const tooLarge = 'larger than 512 KB';

test('an item is accepted up to 32 levels and 512 KB', () => {
  const items = [{ id: 'i1', notes: nestedTo(31) }, sized(512 * KB)];
  expect(items.map(read)).toEqual(items.map((value) => ({ ok: true, value })));
});

test.each([
  ['a level deeper', { id: 'i1', notes: nestedTo(32) }, 'i1', 'nested 33 levels deep'],
  ['a byte larger', sized(512 * KB + 1), 'i1', tooLarge],
  ['larger in bytes than in characters', { id: 'i1', memo: 'é'.repeat(257 * KB) }, 'i1', tooLarge],
  ['malformed, too', sized(4 * KB * KB, 7.5), null, tooLarge],
  ['a text', 'x'.repeat(513 * KB), null, tooLarge],
  ['known by an id too long to keep', { id: 'x'.repeat(513 * KB) }, null, tooLarge],
])('an item that is %s becomes a short text', (_name, raw, id, text) => {
  expect(read(raw)).toEqual({
    ok: false,
    error: { id, problems: [`(all): ${text}`], raw: text },
  });
});

test.each(['', ' ', '..', 'a/b', 'x'.repeat(257), 7.5, undefined])(
  'a malformed item has no id when its own is invalid: %j',
  (id) => {
    const item = read({ id, total: 1 });
    expect(item.ok || [item.error.id, item.error.raw]).toEqual([null, { id, total: 1 }]);
  },
);

test.each([null, 7, 'x'])(
  'a value that is not an object is malformed, without an id: %j',
  (raw) => {
    const item = read(raw);
    expect(item.ok || [item.error.id, item.error.raw]).toEqual([null, raw]);
  },
);

test('problems name their place, and only the first twenty are listed', () => {
  const schema = z.object({ lines: z.array(z.int()) });
  const item = readItem(schema, { id: 'i1', lines: Array.from({ length: 21 }, () => 'x') });
  if (item.ok) throw new Error('expected a malformed item');
  const places = item.error.problems.map((problem) => problem.split(':')[0]);
  expect(places).toEqual(Array.from({ length: 20 }, (_, at) => `lines.${at}`));
});

test('an item with a field __proto__, at any depth, is refused: its changes would go unnoticed', () => {
  const readText = (text: string) => readItem(z.object({ id: z.string() }), JSON.parse(text));
  for (const text of [
    '{"id":"a","__proto__":{"iban":"X1"}}',
    '{"id":"a","vendor":{"__pr\\u006fto__":1}}',
  ]) {
    const item = readText(text);
    expect(item.ok ? null : item.error.problems).toEqual(['(all): with a field __proto__']);
  }
  expect(readText('{"id":"a","memo":"\\"__proto__\\":","proto":1}').ok).toBe(true);
});
