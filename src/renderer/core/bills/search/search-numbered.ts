import { canonicalJson } from '../../../../base/canonical-json.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { Bill } from '../../../../contract/bill.ts';
import type { SearchCondition } from './search-conditions.ts';
import { dateFieldOf, fits, hasWord } from './search-fit.ts';
import type { KnownBills } from './search-reader.ts';
import type { SearchPart } from './search-reading.ts';
import { holdsTerm } from './search-terms.ts';
import { searchTextOf, sortKeyOf, WHOLE } from './search-text.ts';
import { phraseKey, type WordTables } from './search-words.ts';

/** A pasted line, and facts about the bills. */
export interface PastedContext {
  readonly search: string;
  readonly words: WordTables;
  readonly today: PlainDate;
  readonly known: KnownBills;
  /** Whether any bill has these words. */
  readonly finds: (text: string) => boolean;
}

/** A part of a line, as it applies to the bill that the line names. */
export type PartOfBill =
  | { readonly kind: 'kept'; readonly part: SearchPart; readonly isChanged: boolean }
  /** Words of the bill’s row that were read as a part: “3% Skonto bis 28.11.”. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'leftOut'; readonly part: SearchPart }
  /** A state such as “on hold”, which the bill alone does not show. */
  | { readonly kind: 'unknown'; readonly part: SearchPart }
  /** The bill is not meant, since the line has another amount, or asks for other bills with an operator. */
  | { readonly kind: 'contradicts' };

type LineContext = Pick<PastedContext, 'search' | 'words' | 'today'>;

/** A part of a line that names the bill by its number. States and dates of a mail may not be the bill’s. */
export function partOfNumbered(bill: Bill, part: SearchPart, context: LineContext): PartOfBill {
  const answers = part.any.map((each) => fits(bill, each, context.today));
  if (part.any.length === 0 || answers.includes(true))
    return { kind: 'kept', part, isChanged: false };
  const dated = datedAsBill(bill, part, context);
  if (dated) return { kind: 'kept', part: dated, isChanged: true };
  const typed = context.search
    .slice(...part.range)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (isInRow(bill, typed))
    return { kind: 'words', words: typed.split(' ').filter((word) => hasWord(bill, word)) };
  const isOfMail = !isOperator.test(typed) && part.any.every(({ kind }) => mailed.has(kind));
  if (answers.includes(null))
    return isOfMail ? { kind: 'unknown', part } : { kind: 'kept', part, isChanged: false };
  return isOfMail ? { kind: 'leftOut', part } : { kind: 'contradicts' };
}

/** Conditions that words of a mail may be read as. */
const mailed: ReadonlySet<SearchCondition['kind']> = new Set([
  'date',
  'terms',
  'state',
  'vendor',
  'text',
]);

/** “due:friday”, “"gas"”. */
const isOperator = /^-?(?:\p{L}[\p{L}-]*[:=]|["“„«])/u;

/** A date without the name of a field, as the due date or the bill date; null for other parts and other dates. */
export function datedAsBill(bill: Bill, part: SearchPart, context: LineContext): SearchPart | null {
  if (!isBareDate(part, context)) return null;
  const any = part.any.flatMap((each): readonly SearchCondition[] => {
    const field = each.kind === 'date' ? dateFieldOf(bill, each) : null;
    return each.kind === 'date' && field !== null ? [{ ...each, field }] : [];
  });
  if (any.length === 0) return null;
  const isSame = canonicalJson(any) === canonicalJson(part.any);
  return isSame ? part : { ...part, any, choices: [] };
}

/** “11/12”, “Dec 2” and “of Dec 2”, without “due” or “before”. */
export function isBareDate({ any, range }: SearchPart, { search, words }: LineContext): boolean {
  const typed = search
    .slice(...range)
    .trim()
    .split(/\s+/u);
  const first = typed.find((word) => !words.on.has(phraseKey(word))) ?? '';
  const isDay = /^\d/u.test(first) || words.months.has(phraseKey(first).replace(/\.$/u, ''));
  return isDay && any.some(({ kind }) => kind === 'date');
}

/** Whether the bill’s text has these words side by side. */
function isInRow(bill: Bill, typed: string): boolean {
  const phrase = sortKeyOf(typed).replaceAll(/^[\s,;]+|[\s,;]+$/gu, '');
  return phrase !== '' && holdsTerm(searchTextOf(bill), [`${WHOLE}${phrase}`]);
}

/**
 * Whether the line names another vendor, by its whole name or by two words side by side. One word may be a first name,
 * a surname or a place.
 * @param strays words of the line that the bill lacks
 */
export function namesOtherVendor(
  strays: readonly string[],
  { search, words, known }: Pick<PastedContext, 'search' | 'words' | 'known'>,
): boolean {
  const stray = new Set(strays.flatMap((each) => wordsIn(sortKeyOf(each))));
  const line = wordsIn(sortKeyOf(search));
  const named = line.filter(
    (word) => ![words.fillers, words.on, words.and].some((set) => set.has(word)),
  );
  const pairs = named.flatMap((word, at) => {
    const next = named[at + 1];
    return next !== undefined && (stray.has(word) || stray.has(next))
      ? [[word, next] as const]
      : [];
  });
  const typed = ` ${line.join(' ')} `;
  const isNamed = (spelling: string): boolean => {
    const own = withoutLegalForm(wordsIn(spelling), words);
    const isWhole = own.some((word) => stray.has(word)) && typed.includes(` ${own.join(' ')} `);
    return isWhole || pairs.some((pair) => pair.every((word) => own.includes(word)));
  };
  const mayBeNamed = (vendor: string): boolean => [...stray].some((word) => vendor.includes(word));
  return known.vendors.some((vendor) => mayBeNamed(vendor) && vendor.split('\n').some(isNamed));
}

/** “Globex” of “Globex Corporation”, “Böttcher” of “Böttcher AG”. */
function withoutLegalForm(name: readonly string[], { legalForms }: WordTables): readonly string[] {
  const end = name.findLastIndex((word) => word.length > 2 && !legalForms.has(word));
  return end < 0 ? name : name.slice(0, end + 1);
}

/** Words of a folded text. */
export function wordsIn(folded: string): readonly string[] {
  return folded.split(/[^\p{L}\d]+/u).filter((word) => word !== '');
}
