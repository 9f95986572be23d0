import type { TextRange } from './near-word.ts';
import { centsIn, isMoney, joinDigits } from './search-terms.ts';
import { sortKeyOf } from './search-text.ts';
import { phraseKey } from './search-words.ts';

/** Smallest part of a search. */
export interface SearchToken {
  readonly kind: 'word' | 'quoted' | 'operator' | 'compare' | 'minus' | 'or';
  /** As typed, without the marks of quotes and operators. */
  readonly text: string;
  /** Folded like bills’ texts. */
  readonly folded: string;
  /** Folded for comparing phrases, without the punctuation after it. */
  readonly key: string;
  readonly range: TextRange;
  /** The same as bills write it: “at&t” for “at & t”. */
  readonly name?: string;
  /** Whether it follows the previous token without a space. */
  readonly isJoined: boolean;
  /** Whether a tab is before it, as between the cells of a sheet. */
  readonly beginsCell: boolean;
}

const quoted = /^(?:["“”„«]([^"“”„«»]*)(["“”»]?)|['‘]([^'’‘]+)['’](?=[\s)]|$))/u;
const aNumber = /^\p{Sc}?\d[\d.,]*k?\p{Sc}?$/u;
const money = String.raw`\p{L}{0,2}\p{Sc}|\p{L}{3}`;
const anAmount = String.raw`-?(?:${money})?(?:\d{1,3}(?:[.,'’]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:[.,](?:\d{1,2}|-))?(?:${money})?`;
/** “1.000,00-2.000,00”, “€100..€200”. */
const aRange = new RegExp(`^${anAmount}(?:(?:[-–—−]|\\.{2,3})${anAmount})+[,;.]?$`, 'u');
/** The sign of a range before an amount, with its currency. */
const rangeSign = new RegExp(`^[-–—−](?:(${money}) ?)?\\d`, 'u');
const currencySign = String.raw`\p{L}{0,2}\p{Sc}|[A-Z]{3}\b`;
/** “-36.50” and “-36,50” after a date or a year: a credit. */
const centsSign = new RegExp(`^[-−](?:(?:${money}) ?)?\\d[\\d.,'’]*[.,]\\d\\d(?![\\d.,])`, 'u');
/** “-£40”, “-40 GBP” after a date: a credit. */
const currencyAfterMinus = new RegExp(
  `^[-−](?:(?:${currencySign}) ?\\d|\\d[\\d.,'’]* ?(?:${currencySign}))`,
  'u',
);
const aDay = '(?:0?[1-9]|[12]\\d|3[01])';
/** “-15.12.” and “-15.12.2026” of a range of days, and “-15.12” without a currency. */
const dayAfterMinus = new RegExp(
  `^[-−]${aDay}\\.(?:0?[1-9]|1[0-2])(?:\\.(?:\\d\\d|\\d{4})?(?![\\d.,])|(?![\\d.,]| ?(?:${currencySign})))`,
  'u',
);
/** “-15 GBP” after “Dec 1, 2026”, unlike “-£15”. */
const bareDayAfterMinus = new RegExp(`^[-−]${aDay}(?= [A-Z]{3}\\b)`, 'u');
const aMonth =
  '(?:jan(?:uary?)?|feb(?:ruary?)?|m[aä]r(?:ch|z)?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sep(?:t|tember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\\.?';
const aYear = '(?:19|20)\\d\\d';
/** “11.12.2026”, and “2026”, “26” or “12” after a month. */
const aDate = new RegExp(
  `(?:^|\\s)\\d{1,2}\\.\\d{1,2}\\.(?:\\d\\d|${aYear})?[,;]?$|(?:^|\\s|\\d[.-]?)${aMonth}(?: \\d{1,2})?[, ]+(?:\\d{1,2}|${aYear})[,;]?$`,
  'iu',
);
const endsYear = new RegExp(`(?:^|\\s)${aYear}$`, 'u');
const monthFirst = new RegExp(`(?:^|\\s)${aMonth} \\d{1,2}(?:,? ${aYear})?$`, 'iu');
/** “€-” of “1000 €-2000 €”. */
const moneyBefore = new RegExp(`^(${money})(?=[-–—−](?:${money})?\\d)`, 'u');
/** “-€” of “€ 1000-€ 2000”, and “-” of “1000- 2000”. */
const moneyAfter = new RegExp(`(?<=\\d)[-–—−](${money})$`, 'u');
const inBrackets = new RegExp(
  `^(?:(${money}) ?)?\\((?:(${money}|R) ?)?(\\d[\\d.,]*)(?: ?(${money}))?\\)(?=\\s|$)`,
  'u',
);
const afterMinus = /^[-−]\s+(\p{Sc})?(\d[\d.,]*)(\p{Sc})?(?=\s|$)/u;
const aSign = /(?<=[\dkm€$])[-–—−]$/u;
const operator = /^(\p{L}[\p{L}-]*)(?::(?!\/\/)|=(?=[^\s=<>]))/u;
const compare = /^(?:[<>]=?|=[<>]|[≥≤=~±])/u;
const word = /^(?:\p{L}+(?=[<>≤≥]|=[<>])|[^\s"“”„«»|]+)/u;

/** Spaces, and of a bank line “EREF+” and “SVWZ+” before a number or text, and its other fields. */
const ignored = /^(?:[\s»(]|\)(?=\s|$)|\+(?=\p{L})|(?:EREF|SVWZ)\+|(?:[KM]REF|CRED|DEBT)\+\S*)/u;

/** Divides a search into words, quotes, operators and signs. */
export function searchTokens(typed: string): readonly SearchToken[] {
  const search = joinDigits(typed);
  const tokens: SearchToken[] = [];
  let at = 0;
  while (at < search.length) {
    const rest = search.slice(at);
    const beginsCell = search.slice(tokens.at(-1)?.range[1] ?? 0, at).includes('\t');
    const credit = creditAt(rest, at === 0);
    if (credit) {
      const { text, length } = credit;
      const folded = sortKeyOf(text);
      tokens.push({
        kind: 'word',
        text,
        folded,
        key: folded,
        range: [at, at + length],
        isJoined: false,
        beginsCell,
      });
      at += length;
      continue;
    }
    const space = ignored.exec(rest)?.[0].length ?? 0;
    if (space > 0) {
      at += space;
      continue;
    }
    const last = tokens.at(-1);
    const isJoined = last !== undefined && last.range[1] === at;
    const isAfterAmount = !beginsCell && endsAmount(tokens);
    const isRange =
      isAfterAmount &&
      moneyIn(rest, rangeSign) !== null &&
      (isJoined || !isCreditAfter(search.slice(0, at), rest));
    const next = isRange
      ? ({ kind: 'word', text: '-', length: 1 } as const)
      : nextToken(rest, isJoined ? last.kind : null, isAfterAmount);
    const { kind, length } = next;
    // “H&amp;M”, copied from the source of a page.
    const text = next.text.replaceAll(/&(?:amp|#38);/gu, '&');
    tokens.push({
      kind,
      text,
      ...(text === next.text ? {} : { name: text }),
      isJoined,
      beginsCell,
      range: [at, at + length],
      folded: sortKeyOf(text.replace(/(?<=[\p{L}\d])[?!]+$/u, '')).trim(),
      key: phraseKey(text).replaceAll(/^[(\u00bf]+|[.,:;!?)]+$/gu, ''),
    });
    at += length;
  }
  return tokens;
}

/** Whether a minus after a date begins a credit. */
function isCreditAfter(before: string, rest: string): boolean {
  const date = before.trimEnd();
  if (dayAfterMinus.test(rest)) return false;
  if (bareDayAfterMinus.test(rest) && monthFirst.test(date)) return false;
  const hasCents = centsSign.test(rest);
  if (aDate.test(date)) return hasCents || currencyAfterMinus.test(rest);
  return hasCents && endsYear.test(date);
}

/** Whether the last token is an amount, or the currency after one. */
function endsAmount(tokens: readonly SearchToken[]): boolean {
  const [last, before] = tokens.slice(-2).toReversed();
  const isNumber = (token: SearchToken | undefined): boolean => aNumber.test(token?.text ?? '');
  return isNumber(last) || (last !== undefined && isMoney(last.text) && isNumber(before));
}

/** Currency that the pattern finds, empty for none; null if it finds nothing, or another word. */
function moneyIn(text: string, pattern: RegExp): string | null {
  const [found, currency = ''] = pattern.exec(text) ?? [];
  return found !== undefined && (currency === '' || isMoney(currency)) ? currency : null;
}

/** “($450.00)”, “$(450)”, and “- 450” at the start of a search: the negative amount with its sign behind it. */
function creditAt(
  rest: string,
  isFirst: boolean,
): { readonly text: string; readonly length: number } | null {
  const [all = '', ...parts] =
    inBrackets.exec(rest) ?? (isFirst ? afterMinus.exec(rest) : null) ?? [];
  const found = parts.filter((part) => part !== undefined);
  const digits = found.find((part) => /\d/u.test(part)) ?? '';
  const named = found.filter((part) => part !== digits);
  const hasCents = /[.,]\d\d$/u.test(digits);
  // “(2)” is no amount, and “(R500)” in a line may be the number of a bill.
  const isAmount =
    named.some(isMoney) ||
    hasCents ||
    !all.startsWith('(') ||
    (named.length > 0 && isFirst && all === rest);
  const isNamed = named.every((each) => each === 'R' || isMoney(each));
  if (all === '' || !isAmount || !isNamed) return null;
  const [currency = ''] = named;
  const isPlain = hasCents || /\p{Sc}/u.test(currency);
  return { text: `${currency}${digits}${isPlain ? '' : '.00'}-`, length: all.length };
}

type Next = Pick<SearchToken, 'kind' | 'text'> & { readonly length: number };

/** @param joined kind of the token right before, if there is no space between */
function nextToken(rest: string, joined: SearchToken['kind'] | null, isAfterAmount: boolean): Next {
  const inQuotes = quoted.exec(rest);
  if (inQuotes)
    return { kind: 'quoted', text: inQuotes[1] ?? inQuotes[3] ?? '', length: inQuotes[0].length };
  const isFirst = joined === null || joined === 'minus';
  const [named, name = ''] = (isFirst && operator.exec(rest)) || [];
  if (named !== undefined) return { kind: 'operator', text: name, length: named.length };
  if (rest.startsWith('|')) return { kind: 'or', text: '|', length: 1 };
  const isStart = isFirst || joined === 'operator';
  if (joined === null && /^[-−](?=[\p{L}"“„#])/u.test(rest))
    return { kind: 'minus', text: '-', length: 1 };
  const mayCompare = isStart || (joined === 'word' && /^(?:[<>≤≥]|=[<>])/u.test(rest));
  const sign = mayCompare ? compare.exec(rest)?.[0] : undefined;
  // “=>” is “>=”.
  if (sign !== undefined)
    return { kind: 'compare', text: sign.replace(/^=([<>])/u, '$1='), length: sign.length };
  const currency = isAfterAmount ? moneyIn(rest, moneyBefore) : null;
  if (currency !== null) return { kind: 'word', text: currency, length: currency.length };
  const [all = rest.charAt(0)] = word.exec(rest) ?? [];
  const closed = all.includes('(') ? all : all.replace(/(?<=.)\)+$/u, '');
  // “1000- 2000” is a range like “1000 - 2000”.
  const isRange = /^\s+[\p{Sc}\d]/u.test(rest.slice(closed.length));
  const cut = isRange && moneyIn(closed, moneyAfter) !== null ? moneyAfter : aSign;
  const text = isRange ? closed.replace(cut, '') : closed;
  // “15509,15502” is a list, unlike “1,250”.
  const one =
    centsIn(text) === null && !aRange.test(text)
      ? (/^\S*?\d{3}[,;](?=\S*\d{3}|\p{L}{1,6}$)/u.exec(text)?.[0] ?? text)
      : text;
  return { kind: 'word', text: one, length: one.length };
}
