import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import { amountSpellings, nextMatch, sortKeyOf, WHOLE, withoutSeparators } from './search-text.ts';

/** A folded word of a search with its possible spellings, the typed one first. One has to match. */
export type SearchTerm = readonly [typed: string, ...others: string[]];

/** Words of a search. A bill has to contain all of them. */
export function searchTerms(search: string): readonly SearchTerm[] {
  const terms = joinDigits(search)
    // “500,-”, “500.--” and “500/-” have no cents.
    .replaceAll(/(?<=[.,]\d\d)\/[-=](?=\s|$)/gu, '')
    .replaceAll(/(?<=\d)(?:[.,][-–—]{1,2}|\/[-=])(?=\s|\p{Sc}|$)/gu, '.00')
    .split(/\s+/)
    .flatMap((word) => termsOf(sortKeyOf(westernDigits(word))));
  const apart = terms.map((term, at): SearchTerm => {
    if (isCurrency(terms[at - 1]) || isCurrency(terms[at + 1])) return ofAmount(term);
    if (terms.length > 1 && joiningWords.includes(term[0]))
      return [term[0], ...joiningWords.map((word) => `${WHOLE}${word}`)];
    // “2” of “unit 2” is not part of 1,250.
    const isApart = terms.length > 1 && !/^\d{3}/u.test(terms[at + 1]?.[0] ?? '');
    if (!isApart || !aShortNumber.test(term[0])) return term;
    const before = terms[at - 1]?.[0] ?? '';
    // “RE 47” at the end may become “RE 4711”.
    const isBegun = at === terms.length - 1 && aPrefix.test(before);
    const begun = isBegun ? ['', ' ', '-'].map((sign) => `${before}${sign}${term[0]}`) : [];
    return [`${WHOLE}${term[0]}`, ...begun];
  });
  return withJoined(apart);
}

const aGroup = /^(?=.*\d)[a-z\d]+$/;
const aPrefix = /^[a-z]{2,3}$/;
const aNumber = /^\d{3,}[a-z\d]*$/;
/** Fewer letters and digits are inside many numbers. */
const SHORTEST_JOINED = 6;

/**
 * A bill may have “3704 0044” and “OB 2201” without the space, so the joined groups are another spelling of each group.
 */
function withJoined(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const groups = terms.map(([typed]) => typed.replace(WHOLE, ''));
  return terms.map((term, at) => {
    const isGroup = (group: string | undefined): boolean => aGroup.test(group ?? '');
    const [own = '', next = ''] = groups.slice(at);
    if (aPrefix.test(own) && aNumber.test(next)) return [...term, `${own}${next}`];
    if (!isGroup(own)) return term;
    let [from, to] = [at, at + 1];
    while (isGroup(groups[from - 1])) from--;
    while (isGroup(groups[to])) to++;
    const joined = groups.slice(from, to).join('');
    return to - from > 1 && joined.length >= SHORTEST_JOINED ? [...term, joined] : term;
  });
}

/** Words between the parts of a name: “Lopez & Sons” may be typed with “and”. */
export const joiningWords: readonly string[] = ['&', 'and', 'und'];

const aShortNumber = /^\d{1,2}$/;

/**
 * A term of two or three letters as a whole word, since it occurs inside many others: “att”, “ice”. Null for other
 * terms: four letters are often a part of a compound, such as “Malz” in “Röstmalz”.
 */
export function asWhole(term: SearchTerm): SearchTerm | null {
  const [typed, ...others] = term;
  if (!/^\p{Ll}{2,3}$/u.test(typed)) return null;
  const whole = (spelling: string): string =>
    spelling.startsWith(WHOLE) || /\d/.test(spelling) ? spelling : `${WHOLE}${spelling}`;
  return [whole(typed), ...others.map(whole)];
}

/**
 * Replaces spaces that group digits by commas: “1 234,56 €” becomes “1,234,56 €”. An ordinary space groups digits only
 * in an amount, with decimals or beside a currency, and not after a bill number: “RE-2026-461 156.77”. Positions in the
 * text stay the same.
 */
export function joinDigits(search: string): string {
  return search
    .replaceAll(/(?<=\d)[\u00A0\u202F](?=\d)/gu, ',')
    .replaceAll(
      /(\p{Sc}|\b\p{L}{3}\b)?( ?)(?<![\d.,]|\p{L}[\p{L}\d./-]*[-/.]\p{L}*|\d\/)(\d{1,3}(?: \d{3})+(?!\d))([.,]\d{1,2}(?!\d))?(?=(?: ?[-–—] ?\d{1,3}(?: \d{3})*)?\s?(\p{Sc}|\p{L}{3}\b)?)/giu,
      (all, before = '', gap: string, whole: string, decimals = '', after = '') => {
        const isAmount = decimals !== '' || isMoney(before) || isMoney(after);
        return isAmount ? `${before}${gap}${whole.replaceAll(' ', ',')}${decimals}` : all;
      },
    );
}

/** Words as one text, in which “46” and “409.04” are no amount of 46,409.04. */
export function joinedWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isApart = /(?<!\d)\d{1,3}$/u.test(text) && /^\d{3}(?!\d)/u.test(word);
    return text === '' ? word : `${text}${isApart ? '  ' : ' '}${word}`;
  }, '');
}

/** Whether this is a sign or a code of a currency. */
export function isMoney(sign: string): boolean {
  return /^\p{L}{0,2}\p{Sc}$/u.test(sign) || currencies.has(sign.toUpperCase());
}

/** Prefix of a spelling that has to match at the start of a part of the text. */
export const PART_START = '\n';

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function isCurrency(term: SearchTerm | undefined): boolean {
  return term?.some((spelling) => currencies.has(spelling)) ?? false;
}

/** Beside a currency, a number is an amount: it matches from its first digit, not inside a longer number. */
function ofAmount(term: SearchTerm): SearchTerm {
  const [typed, ...others] = term;
  if (!isNumber.test(typed)) return term;
  const anchored = (spelling: string): string =>
    spelling.startsWith(WHOLE) ? spelling : `${PART_START}${spelling}`;
  return [anchored(typed), ...others.map(anchored)];
}

/**
 * An amount in any notation: "$2,624.00", "2.624,00", "1'250". Three digits after the only separator are
 * thousands.
 * @returns cents; null when it is not an amount
 */
export function centsIn(text: string): number | null {
  const word = westernDigits(text).replaceAll(/\p{Sc}|\p{Cf}|\s/gu, '');
  const plain = plainAmount(word.replaceAll(apostrophes, ','));
  const cents = plain === null ? NaN : Math.round(Number(plain) * CENTS_PER_UNIT);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** Whether a text from `searchTextOf` contains the term in any of its spellings. */
export function holdsTerm(text: string, term: SearchTerm): boolean {
  return term.some((spelling) => nextMatch(text, spelling) >= 0);
}

function termsOf(word: string): readonly SearchTerm[] {
  if (word === '') return [];
  const [, prefix = '', before = '', rest = '', after = ''] =
    /^([a-z]{0,2})(\p{Sc}?)(.*?)(\p{Sc}?)$/u.exec(word) ?? [];
  const symbol = before || after;
  if (symbol === '' || (rest !== '' && !isNumber.test(rest))) return [spellings(word)];
  const [first, ...others] = codesOfSymbol(`${prefix}${symbol}`) ?? [];
  return [
    ...(first === undefined ? [] : [[first, ...others] as const]),
    ...(rest === '' ? [] : [spellings(rest)]),
  ];
}

/** Currencies that a symbol can stand for on a screen. Other symbols identify no currency. */
const codesOf: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'MXN'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₺': ['TRY'],
  '₱': ['PHP'],
  '₫': ['VND'],
  '₴': ['UAH'],
  '₦': ['NGN'],
  '฿': ['THB'],
};

/** Currencies that a sign such as “$” or “us$” stands for; null for an unknown sign. */
export function codesOfSymbol(symbol: string): readonly string[] | null {
  const [, country = '', sign = ''] = /^([a-z]{0,2})(\p{Sc})$/u.exec(symbol) ?? [];
  const codes = codesOf[sign]?.filter((code) => code.startsWith(country.toUpperCase())) ?? [];
  return codes.length > 0 ? codes : null;
}

/** “1,234.50”, and “1234,5” with its last digit missing: no beginning of 1,234.56 and no end of 11,234.50. */
const withDecimals = /^-?\d[\d.,'’]*[.,]\d\d?$/u;
/** “1,25” may also begin 1,250. */
const beginsThousands = /^\d{1,3}(?:,\d{3})*,\d\d$/u;

function spellings(word: string): SearchTerm {
  const cents = withDecimals.test(word) ? centsIn(word) : null;
  if (cents !== null) {
    const others = new Set([...numberSpellings(word), ...amountSpellings(cents)]);
    others.delete(word);
    const own = beginsThousands.test(word) ? word : `${WHOLE}${word}`;
    return [own, ...Array.from(others, (each) => `${WHOLE}${each}`)];
  }
  const others = isNumber.test(word) ? numberSpellings(word) : wordSpellings(word);
  return [word, ...new Set(others.filter((other) => other !== word))];
}

const isNumber = /^-?\d[\d.,'’]*$/u;
const apostrophes = /['’]/gu;

/** Spellings of a number in texts: with commas between thousands, or without. */
function numberSpellings(typed: string): readonly string[] {
  const word = typed.replaceAll(apostrophes, ',');
  if (!/[.,]/u.test(word)) return [];
  const plain = plainAmount(word) ?? word;
  // If both separators occur, the last one is the decimal point.
  if (word.includes('.') && word.includes(',')) return [plain];
  return [word.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.')), plain];
}

function wordSpellings(word: string): readonly string[] {
  const others: string[] = [];
  // "Mueller" for "Müller", which is "muller" in the text.
  const plain = word.replaceAll(/([aou])e/gu, '$1');
  if (plain !== word) others.push(word.length < SHORTEST_UMLAUT ? `${WHOLE}${plain}` : plain);
  if (currencies.has(word.toUpperCase())) others.push(word.toUpperCase());
  const bare = withoutSeparators(word);
  if (/\d/u.test(word) && bare.length >= SHORTEST_BARE) others.push(bare);
  // “O'Brien” for “OBrien”.
  if (/^\p{L}+'\p{L}+$/u.test(word))
    others.push(bare.length < SHORTEST_UMLAUT ? `${WHOLE}${bare}` : bare);
  const names = [...new Set([word, plain])].flatMap(shortAndLong);
  return [...others, ...names.map((other) => `${WHOLE}${other}`)];
}

/** “Oct” for “october”, “mgmt” for “management”, and the reverse. */
export function shortAndLong(word: string): readonly string[] {
  return shortWords.get(word) ?? [];
}

/** Folded names of months in English and German, and words of names, each with its abbreviation, and the reverse. */
const shortWords: ReadonlyMap<string, readonly string[]> = (() => {
  const pairs = ['en', 'de'].flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const names = Array.from({ length: 12 }, (_none, month) =>
      sortKeyOf(format.format(Date.UTC(2026, month))),
    );
    return names
      .filter(({ length }) => length > 3)
      .map((name) => [name, name.slice(0, 3)] as const);
  });
  const ofNames = [
    ['september', 'sept'],
    ['saint', 'st'],
    ['mount', 'mt'],
    ['management', 'mgmt'],
    ['services', 'svcs'],
    ['brothers', 'bros'],
    ['gebruder', 'gebr'],
    ['international', 'intl'],
    ['department', 'dept'],
    ['william', 'wm'],
    ['episode', 'ep'],
    ['week', 'wk'],
    ['kostenstelle', 'kst'],
  ] as const;
  const words = new Map<string, string[]>();
  for (const [long, short] of [...pairs, ...ofNames]) {
    words.set(long, [...new Set([...(words.get(long) ?? []), short])]);
    words.set(short, [...new Set([...(words.get(short) ?? []), long])]);
  }
  return words;
})();

/** The other spelling of a shorter word has to match a whole word: “zo” for “zoe”. */
const SHORTEST_UMLAUT = 5;

/** Shorter numbers would match almost every bill. */
const SHORTEST_BARE = 3;

/** "2624.00" for "2,624.00", "2.624,00" and "2,624.000"; null when the text is not a number. */
function plainAmount(word: string): string | null {
  const [, sign = '', whole = '', rest] = /^(-?)(\d[\d.,]*?)(?:[.,](\d{0,3}))?$/u.exec(word) ?? [];
  // “31.11.2026” has no groups of three digits, and is no amount.
  if (!/^\d+(?:[.,]\d{4,}|(?:\.\d{3}|,\d{2,3})*)$/u.test(whole)) return null;
  const digits = whole.replaceAll(/[.,]/g, '');
  if (rest === undefined || rest === '') return `${sign}${digits}`;
  if (rest.length < 3) return `${sign}${digits}.${rest}`;
  // Three digits are thousands, unless the separators differ or the digits before are no group: then they are decimals.
  const hasFraction = /[.,]/u.test(whole) ? !whole.includes(word.at(-4) ?? '') : whole.length > 3;
  return hasFraction ? `${sign}${digits}.${rest.slice(0, 2)}` : `${sign}${digits}${rest}`;
}

/** Converts Arabic and Persian digits and separators, which the user's locale may use. */
function westernDigits(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/gu, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',');
}
