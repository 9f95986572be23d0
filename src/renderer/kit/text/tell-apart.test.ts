import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellApart } from './tell-apart.ts';

test.each([
  ['Fjord\u200B', 'Fjord', 'Fjord⟨U+200B⟩', 'Fjord'],
  ['DE001', 'DE001 ', 'DE001', 'DE001⟨U+0020⟩'],
  ['two  words', 'two words', 'two ⟨U+0020⟩words', 'two words'],
  ['two\u00A0words', 'two words', 'two⟨U+00A0⟩words', 'two⟨U+0020⟩words'],
  ['Oak\u200B\u200B', 'Oak\u200B', 'Oak\u200B⟨U+200B⟩', 'Oak\u200B'],
  ['a\u0430', '\u0430a', 'a⟨U+0430⟩', '⟨U+0430⟩a'],
  ['caf\u00E9', 'cafe\u0301', 'caf⟨U+00E9⟩', 'cafe⟨U+0301⟩'],
  ['caf\u00E9', 'cafe\u200B\u0301', 'caf⟨U+00E9⟩', 'cafe⟨U+200B⟩⟨U+0301⟩'],
  ['L\u0443men', 'Lymen', 'L⟨U+0443⟩men', 'Lymen'],
  ['\u202EDE01', 'DE01', '⟨U+202E⟩DE01', 'DE01'],
])('%j and %j look the same, and are shown as %s and %s', (left, right, ...shown) => {
  expect(tellApart(left, right)).toEqual(shown);
  expect(tellApart(right, left)).toEqual(shown.toReversed());
});

test('texts that look different are shown as they are', () => {
  expect(tellApart('Köln ', 'Bonn')).toEqual(['Köln ', 'Bonn']);
});

const aCharacter = fc.constantFrom('a', '\u0430', ' ', '\u00A0', '\u200B', '\u0301', '\u00E9');
const aText = fc.array(aCharacter, { maxLength: 6 }).map((all) => all.join(''));

test('different texts are never shown alike', () => {
  fc.assert(
    fc.property(aText, aText, (left, right) => {
      fc.pre(left !== right);
      const [one, other] = tellApart(left, right).map((text) => text.replaceAll('\u200B', ''));
      expect(one).not.toBe(other);
    }),
    { numRuns: 2_000 },
  );
});
