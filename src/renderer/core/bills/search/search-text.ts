import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { nameOf } from '../../../../contract/party.ts';
import { searchableTexts } from '../../../../contract/items/fields.ts';

type SearchedFields = Pick<
  Bill,
  'billNumber' | 'vendor' | 'memo' | 'others' | 'totalCents' | 'amountDueCents' | 'currency'
>;

/**
 * Text to search: the number with and without separators, vendor (its id, too, when only other bills name it), memo,
 * each amount ("1,250.00", "1250.00"), the user's note, the texts of undocumented fields, and the currency in capitals,
 * which no other word has.
 */
export function searchTextOf(bill: SearchedFields, note = ''): string {
  const number = bill.billNumber ?? '';
  const bare = withoutSeparators(number);
  const name = vendorName(bill) ?? '';
  const parts = [number, ...(bare === number ? [] : [bare]), vendorKeyOf(name)];
  const sent = nameOf(bill.vendor);
  if (sent !== null && sent !== name) parts.push(sent);
  parts.push(...genuineSpellings(name));
  parts.push(bill.memo ?? '', ...amountSpellings(bill.totalCents));
  if (bill.amountDueCents !== bill.totalCents) {
    parts.push(...amountSpellings(bill.amountDueCents));
  }
  if (note !== '') parts.push(note);
  for (const text of [bill.memo ?? '', note]) parts.push(...joinedGroups(text));
  parts.push(...[bill.vendor?.others, bill.others].flatMap(searchableTexts).flatMap(withBare));
  // Parts are separated by line breaks, so that no typed word matches across two of them.
  // `join` makes one flat string. A template string would keep its parts in memory, too.
  return [sortKeyOf(parts.join('\n')), bill.currency.toUpperCase()].join('\n');
}

/** Numbers in groups without their spaces: “DE10370400” for “DE10 3704 00”. */
function joinedGroups(text: string): readonly string[] {
  return (text.match(groupedNumbers) ?? []).map((each) => each.replaceAll(' ', ''));
}

const groupedNumbers = /\b[a-z]{0,2}\d{2,}(?: [a-z]{0,4}\d+)+\b/giu;

/** The text, and without separators if it has digits. */
export function withBare(text: string): readonly string[] {
  const bare = /\d/u.test(text) ? withoutSeparators(text) : text;
  return bare === text ? [text] : [text, bare];
}

/** Text for sorting and searching, without case and accents: "Émile" equals "emile". */
export function sortKeyOf(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii.test(lower)) return lower;
  const latin = otherAlphabets.test(text)
    ? text.replaceAll(mixedWords, foldLookAlikes).toLowerCase()
    : lower;
  const typed = latin.replaceAll(typographic, (sign) => typedSigns.get(sign) ?? sign);
  const plain = typed.normalize('NFKD').replaceAll(unseen, '');
  return plain.replaceAll(ownLetters, (letter) => plainLetters[letter] ?? letter);
}

/** Replaces letters of other alphabets that look like Latin ones: "Lumеn" with a Cyrillic letter becomes "Lumen". */
export function foldLookAlikes(text: string): string {
  return text.replaceAll(lookAlikes, (letter) => latinLetters.get(letter) ?? letter);
}

/** A vendor’s name folded, and its other spellings: “att” of “at&t”, “t mobile”, “muller” of “mueller”, “sarl”. */
export function vendorKeyOf(name: string): string {
  const folded = sortKeyOf(name);
  const others = [folded.replaceAll(innerSigns, ''), folded.replaceAll(innerHyphens, ' ')];
  others.push(folded.replaceAll(writtenUmlauts, '$1'), joinInitials(folded));
  return [...new Set([folded, ...others])].join('\n');
}

/** A folded text with letters alone as one word: “sarl” for “s.a r.l.”, “sp. zoo” for “sp. z o.o.”. */
export function joinInitials(folded: string): string {
  return folded.replaceAll(initials, (each) => each.replaceAll(/[. ]/gu, ''));
}

const initials = /(?<![\p{L}\p{N}])\p{L}(?:[. ]{1,2}\p{L}(?![\p{L}\p{N}]))+\.?/gu;
const innerSigns = /(?<=\p{L})['.&-](?=\p{L})/gu;
const innerApostrophes = /(?<=\p{L})'(?=\p{L})/gu;
const innerHyphens = /(?<=\p{L})-(?=\p{L})/gu;
/** Umlauts as two letters, as in “Mueller”, not in “Bauer”, “Quest” or “Blue”. */
const writtenUmlauts = /(?<![aeoq])([aou])e(?=\p{L})/gu;

/** Thousands of spellings of a name with thousands of letters would freeze the window. */
const MAX_SPELLINGS = 20;
const LONGEST_NAME = 500;

/**
 * Spellings under which the search finds a vendor that poses as another: with Latin letters, and with `m` for `rn`.
 * Empty for most names.
 */
function genuineSpellings(name: string): readonly string[] {
  const latin = otherAlphabets.test(name) ? foldLookAlikes(name) : name;
  const spellings = latin === name ? [] : [latin];
  if (!posesAsM.test(latin)) return spellings;
  const isRoom = (): boolean => spellings.length < MAX_SPELLINGS && latin.length <= LONGEST_NAME;
  for (let at = latin.indexOf('rn'); at >= 0 && isRoom(); at = latin.indexOf('rn', at + 1))
    spellings.push(`${latin.slice(0, at)}m${latin.slice(at + 2)}`);
  return spellings;
}

/** Without the backtick, which stands for an apostrophe. */
const isAscii = /^[\n\x20-\x5f\x61-\x7e]*$/;
/** Zero-width spaces, direction marks, soft hyphens, fillers, joiners, variation selectors. */
export const invisibleLetters =
  /[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u2800\u3164\uFFA0]/gu;
/** Marks on letters, and invisible letters. */
const unseen = /[\p{Mark}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu;
const posesAsM = /rn/u;
const otherAlphabets = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;
const mixedWords = /(?<!\p{L})(?=\p{L}*[A-Za-z])\p{L}+/gu;
const latinLetters: ReadonlyMap<string, string> = new Map(
  // Each letter, then the Latin one it looks like: Cyrillic, Greek, Armenian; small and capital.
  (
    'аa еe оo рp сc уy хx ѕs іi јj ԛq ԝw һh ԁd ӏl ѵv кk мm нh тt вb ' +
    'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԚQ ԜW ' +
    'αa εe ιi κk νv οo ρp τt υu χx ωw γy ' +
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ' +
    'օo ոn սu հh ցg'
  )
    .split(' ')
    .map(([letter = '', latin = '']) => [letter, latin] as const),
);
const lookAlikes = new RegExp(`[${[...latinLetters.keys()].join('')}]`, 'gu');
/** Letters that are not a base letter with an accent, and their usual replacements on other keyboards. */
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

/** Signs that programs write, each with the one on a keyboard. */
const typedSigns: ReadonlyMap<string, string> = new Map(
  "’' ‘' ʼ' ′' ´' `' –- —- ‐- ‑- −- “\" ”\" „\" «\" »\""
    .split(' ')
    .map(([sign = '', typed = '']) => [sign, typed]),
);
const typographic = new RegExp(`[${[...typedSigns.keys()].join('')}]`, 'g');

/**
 * Whether a word of a vendor's name starts with this part. The part may have umlauts as two letters, and apostrophes
 * that the name lacks.
 * @param name from `vendorKeyOf` @param part folded
 */
export function startsNameIn(name: string, part: string): boolean {
  if (startsWordIn(name, part)) return true;
  const plain = plainPart(part);
  return plain !== part && startsWordIn(name, plain);
}

let lastPart = { part: '', plain: '' };

/** The part without umlauts as two letters and without apostrophes. Cached, because a search calls it per vendor. */
function plainPart(part: string): string {
  if (lastPart.part !== part) {
    const plain = part.replaceAll(innerApostrophes, '').replaceAll(writtenUmlauts, '$1');
    lastPart = { part, plain };
  }
  return lastPart.plain;
}

function startsWordIn(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (at === 0 || !aWordPart.test(text.charAt(at - 1))) return true;
  return false;
}

const aWordPart = /[\p{L}\p{N}]/u;

/**
 * Place of the next match of a search's spelling in a folded text, -1 for none. A single letter matches only at the
 * start of a word, except in scripts without spaces. A few digits do not match inside an account number.
 */
export function nextMatch(text: string, spelling: string, from = 0): number {
  if (spelling.charCodeAt(0) === WHOLE_CODE) return nextWhole(text, spelling, from);
  let at = text.indexOf(spelling, from);
  if (isDigitAt(text, at) && isShortNumber(spelling)) return outsideAccount(text, spelling, at);
  if (!isLoneLetter(spelling)) return at;
  while (at > 0 && isWordPartAt(text, at - 1)) at = text.indexOf(spelling, at + 1);
  return at;
}

/** Whether the spelling has so few digits that an account number often has them too. */
export function isShortNumber(spelling: string): boolean {
  return /^\d{1,5}$/.test(spelling);
}

/** Digits of the shortest account number. A bill number is shorter. */
const SHORTEST_ACCOUNT = 14;

/** The first match that is not inside an account number. Its end may be the end of that number. */
function outsideAccount(text: string, spelling: string, match: number): number {
  let at = match;
  for (;;) {
    const end = at + spelling.length;
    let [from, to] = [at, end];
    while (isDigitAt(text, from - 1)) from--;
    while (isDigitAt(text, to)) to++;
    if (from === at || to === end || to - from < SHORTEST_ACCOUNT) return at;
    at = text.indexOf(spelling, to - spelling.length);
  }
}

function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at));
}

/** Prefix of a spelling that has to match a whole word or a whole number. */
export const WHOLE = '\t';
const WHOLE_CODE = 9;

function nextWhole(text: string, spelling: string, from: number): number {
  const word = wholeWord(spelling);
  const length = word.length;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside =
      (at > 0 && isWordPartAt(text, at - 1)) ||
      (at + length < text.length && isWordPartAt(text, at + length));
    const isDigits = isDigit(word.charCodeAt(0)) && isDigit(word.charCodeAt(length - 1));
    if (isDigits ? !isInNumber(text, at, at + length) : !isInside) return at;
  }
  return -1;
}

const wholeWords = new Map<string, string>();

/** The spelling without its prefix. Cached, because a search calls it per text for a few spellings. */
function wholeWord(spelling: string): string {
  const known = wholeWords.get(spelling);
  if (known !== undefined) return known;
  if (wholeWords.size > 99) wholeWords.clear();
  const word = spelling.slice(WHOLE.length);
  wholeWords.set(spelling, word);
  return word;
}

function isDigit(code: number): boolean {
  return code >= FIRST_DIGIT && code <= LAST_DIGIT;
}

/** Whether more digits surround these: “15” is inside “150” and “1,015”, but not inside “15.00” or “15b”. */
function isInNumber(text: string, at: number, end: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  return /\d[.,']?$/u.test(before) || /^,?\d/u.test(text.slice(end, end + 2));
}

/** Whether the spelling is one letter of an alphabet. */
export function isLoneLetter(spelling: string): boolean {
  if (spelling.length !== 1) return false;
  const code = spelling.charCodeAt(0);
  return (
    (code >= FIRST_LETTER && code <= LAST_LETTER) ||
    (code > LAST_ASCII && aSmallLetter.test(spelling))
  );
}

const aSmallLetter = /^\p{Ll}$/u;
const [FIRST_DIGIT, LAST_DIGIT, FIRST_LETTER, LAST_LETTER, LAST_ASCII] = [48, 57, 97, 122, 127];

/** Called several times per bill, so it compares codes. Folded text has capitals only in currencies. */
function isWordPartAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > LAST_ASCII) return aWordPart.test(text.charAt(at));
  return (
    (code >= FIRST_LETTER && code <= LAST_LETTER) || (code >= FIRST_DIGIT && code <= LAST_DIGIT)
  );
}

/** Only letters and digits: users type "INV-2026-3724" as "INV20263724". */
export function withoutSeparators(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * Whether a bill’s number has this part. “#417” must be one of its words, apart from zeros before it.
 * @param part folded
 */
export function hasNumber(billNumber: string | null, part: string): boolean {
  const folded = sortKeyOf(billNumber ?? '');
  const [, exact] = /^#0*(\d+)$/u.exec(part) ?? [];
  if (exact === undefined) return withoutSeparators(folded).includes(withoutSeparators(part));
  return folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.replace(/^0+/u, '') === exact);
}

/** An amount as people type it: "1250.00", "1,250.00". */
export function amountSpellings(cents: number): string[] {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(cents) / CENTS_PER_UNIT));
  const rest = Math.abs(cents) % CENTS_PER_UNIT;
  const end = rest < 10 ? `.0${rest}` : `.${rest}`;
  // "1250" matches inside "1250.00", so only the grouped spelling needs an entry.
  if (whole.length <= 3) return [`${sign}${whole}${end}`];
  let grouped = whole;
  for (let at = whole.length - 3; at > 0; at -= 3)
    grouped = `${grouped.slice(0, at)},${grouped.slice(at)}`;
  return [`${sign}${whole}${end}`, `${sign}${grouped}${end}`];
}
