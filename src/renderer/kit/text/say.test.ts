import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { say } from './say.ts';
import { outsideOf } from './testing/isolates.ts';

const controls = [0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x202c];
/** Names an attacker may choose: letters of both directions, digits, bidi controls. */
const vendor = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(...controls, 0x200f, 0x5d0, 0x627, 0x661)
        .map((code) => String.fromCodePoint(code)),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test('no vendor name reorders the amount beside it', () => {
  fc.assert(
    fc.property(vendor, (name) => {
      const toast = messages.app.approvedOne(name, '$100.06');
      expect(outsideOf(toast)).toMatch(/^Approved .* · \$100\.06$/su);
    }),
  );
});

test('a sentence within a sentence keeps its isolates, and plain names stay plain', () => {
  const inner = say`Bill of ${'\u202eשלום'}`;
  expect([inner, say`${inner}: ${'Acme'} ${1}`]).toEqual([
    'Bill of \u2068שלום\u2069',
    '\u2068Bill of \u2068שלום\u2069\u2069: Acme 1',
  ]);
});
