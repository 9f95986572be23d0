import { foldLookAlikes, invisibleLetters } from '../../core/bills/search/search-text.ts';

/**
 * Two different texts, as they are to be shown. If they look the same, the characters that differ are written as codes:
 * “Acme⟨U+200B⟩” and “Acme”.
 */
export function tellApart(left: string, right: string): readonly [string, string] {
  if (looksOf(left) !== looksOf(right)) return [left, right];
  return [withCodes(left, right), withCodes(right, left)];
}

/** The text without what the eye does not see. */
function looksOf(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(invisibleLetters, '');
  return foldLookAlikes(plain).replaceAll(/\s+/gu, ' ').trim();
}

/** Spaces that a screen does not show: at an end, or more than one. */
const unseenSpace = /^\s+|\s+$|(?<=\s)\s+/gu;

function withCodes(text: string, other: string): string {
  return text
    .replaceAll(/[^\x20-\x7E]/gu, (each) => (other.includes(each) ? each : codeOf(each)))
    .replaceAll(unseenSpace, (spaces) => Array.from(spaces, codeOf).join(''));
}

function codeOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${digits.padStart(4, '0')}⟩`;
}
