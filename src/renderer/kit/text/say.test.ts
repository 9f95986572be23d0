import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { say } from './say.ts';

const controls = [0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x202c];
/** Names as an attacker writes them: letters of both directions, digits, what turns text around. */
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

/** What a reader sees outside of the isolates; whatever is in them cannot move it (UAX #9 §3.3.2, X5a to X6a). */
function outsideIsolates(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === '\u2069') depth -= 1;
    if (depth === 0 && character !== '\u2068' && character !== '\u2069') outside += character;
    if (character === '\u2068') depth += 1;
  }
  expect(depth).toBe(0);
  return outside;
}

test('L-9 no name of a vendor moves the amount beside it', () => {
  fc.assert(
    fc.property(vendor, (name) => {
      const toast = messages.app.approvedOne(name, '$100.06');
      const outside = outsideIsolates(toast);
      expect(outside).toMatch(/^Approved .* · \$100\.06$/su);
      // Left to right all along: nothing there has another direction.
      expect(outside).not.toMatch(/[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test('L-9 a sentence inside a sentence keeps its isolates, and plain names stay plain', () => {
  const inner = say`Bill of ${'\u202eשלום'}`;
  expect([inner, say`${inner}: ${'Acme'} ${1}`]).toEqual([
    'Bill of \u2068שלום\u2069',
    '\u2068Bill of \u2068שלום\u2069\u2069: Acme 1',
  ]);
});
