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
  // An invisible letter may separate an accent from its letter.
  const plain = text.replaceAll(invisibleLetters, '').normalize('NFKC');
  return foldLookAlikes(plain).replaceAll(/\s+/gu, ' ').trim();
}

/** The text with codes for its unseen and non-English characters between what it shares with the other. */
function withCodes(text: string, other: string): string {
  const [own, others] = [Array.from(text), Array.from(other)];
  const shortest = Math.min(own.length, others.length);
  let start = 0;
  while (start < shortest && own[start] === others[start]) start++;
  let end = 0;
  while (end < shortest - start && own.at(-1 - end) === others.at(-1 - end)) end++;
  const last = own.length - end;
  const differing = own
    .slice(start, last)
    .map((each) => (isPlain.test(each) ? each : codeOf(each)));
  return [...own.slice(0, start), ...differing, ...own.slice(last)].join('');
}

const isPlain = /^[!-~]$/u;

function codeOf(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `⟨U+${digits.padStart(4, '0')}⟩`;
}
