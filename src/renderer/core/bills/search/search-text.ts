import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';

type SearchedFields = Pick<
  Bill,
  'billNumber' | 'vendor' | 'memo' | 'totalCents' | 'amountDueCents' | 'currency'
>;

/**
 * Text that the search looks in: number, also without what separates its parts, vendor, memo, each amount
 * ("1,250.00", "1250.00"), the user's note, and the currency, in capitals since no word of the rest has any.
 */
export function searchTextOf(bill: SearchedFields, note = ''): string {
  const number = bill.billNumber ?? '';
  const bare = withoutSeparators(number);
  const parts = [number, ...(bare === number ? [] : [bare]), vendorName(bill) ?? ''];
  parts.push(bill.memo ?? '', ...amountSpellings(bill.totalCents));
  if (bill.amountDueCents !== bill.totalCents) {
    parts.push(...amountSpellings(bill.amountDueCents));
  }
  if (note !== '') parts.push(note);
  // A line break between the parts: no word typed by a person runs across it.
  return `${sortKeyOf(parts.join('\n'))}\n${bill.currency.toUpperCase()}`;
}

/** Text as it is sorted and searched: neither case nor accents part "Émile" from "emile". */
export function sortKeyOf(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii.test(lower)) return lower;
  const plain = lower.normalize('NFKD').replaceAll(marks, '');
  return plain.replaceAll(ownLetters, (letter) => plainLetters[letter] ?? letter);
}

const isAscii = /^[\n\x20-\x7e]*$/;
const marks = /\p{Mark}/gu;
/** Letters that are no others with a mark, and what stands for them on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const ownLetters = /[æđðıłøœßþ]/gu;

/** Whether a word of the text begins like this. Both are folded. */
export function startsWordIn(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || !aWordPart.test(text.charAt(at - 1))) return true;
  return false;
}

const aWordPart = /[\p{L}\p{N}]/u;

/** Letters and digits alone: "INV-2026-3724" is typed "INV20263724". */
export function withoutSeparators(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** An amount as people type it: "1250.00", "1,250.00". */
export function amountSpellings(cents: number): string[] {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(cents) / CENTS_PER_UNIT));
  const rest = Math.abs(cents) % CENTS_PER_UNIT;
  const end = rest < 10 ? `.0${rest}` : `.${rest}`;
  // "1250" is found inside "1250.00"; only the grouped spelling adds something to find.
  if (whole.length <= 3) return [`${sign}${whole}${end}`];
  let grouped = whole;
  for (let at = whole.length - 3; at > 0; at -= 3)
    grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`;
  return [`${sign}${whole}${end}`, `${sign}${grouped}${end}`];
}
