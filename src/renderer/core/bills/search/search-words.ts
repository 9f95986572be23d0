import { sortKeyOf } from './search-text.ts';

/** Operators of the search, written `name:value`. */
const searchOperators = [
  'due',
  'date',
  'amount',
  'vendor',
  'is',
  'note',
  'number',
  'memo',
  'currency',
  'approved',
  'snoozed',
  'sort',
] as const;
export type SearchOperator = (typeof searchOperators)[number];

const searchStates = [
  'overdue',
  'flagged',
  'unflagged',
  'duplicate',
  'unusualAmount',
  'changed',
  'returned',
  'reopened',
  'approvedElsewhere',
  'stoppedElsewhere',
  'dueAboveTotal',
  'fraction',
  'dueBeforeDate',
  'firstOfVendor',
  'lookAlike',
  'otherOrganization',
  'splitBills',
  'otherCurrency',
  'newBankDetails',
  'onHold',
  'asked',
  'shorterTerms',
  'futureDate',
  'returningVendor',
  'open',
  'partially_paid',
  'paid',
  'void',
  'unpaid',
  'notYetDue',
  'snoozed',
  'hidden',
  'approved',
  'unapproved',
  'credit',
  'noted',
  'noDueDate',
  'noVendor',
  'noNumber',
  'noMemo',
  'routine',
  'paidUnapproved',
] as const;
export type SearchState = (typeof searchStates)[number];

export type DateField = 'due' | 'date' | 'approved' | 'snoozed';

/** Dates in a search. `overdue` is the due date of an unpaid bill in the past. */
export type AskedDate = DateField | 'overdue';

/** A column to sort by, and its direction. */
export type SearchOrder =
  | 'amountDown'
  | 'amountUp'
  | 'ageDown'
  | 'ageUp'
  | 'dueDateUp'
  | 'dueDateDown'
  | 'vendorUp'
  | 'vendorDown';
/** `date` is the bill date: the oldest bill has the earliest. */
export type SortColumn = 'amount' | 'age' | 'date' | 'dueDate' | 'vendor';
export type SortDirection = 'up' | 'down';

export type NumberScale = '100' | '1000' | '100000' | '1000000' | '10000000' | '1000000000';
export type AmountWord = 'over' | 'under' | 'atLeast' | 'atMost' | 'about' | 'exactly';
/** `since` looks back: “since Monday”. */
export type DateWord = 'before' | 'after' | 'since' | 'startingOn' | 'until';
export type DayUnit = 'day' | 'week' | 'fortnight' | 'month' | 'quarter' | 'halfYear' | 'year';
export type NamedDays =
  | 'today'
  | 'tomorrow'
  | 'yesterday'
  | 'afterTomorrow'
  | 'beforeYesterday'
  | 'soon'
  | 'weekend'
  | 'monthToDate'
  | 'yearToDate'
  | 'thisYear'
  | 'upcoming';
/** Month and day. */
export type Holiday = '12-06' | '12-24' | '12-25' | '12-26' | '12-31' | '01-01';
export type MonthPart = 'early' | 'middle' | 'late';

type Phrases = readonly string[];

/** Phrases from texts that list them, with commas between. */
export function phrases(...lists: readonly string[]): Phrases {
  return lists.flatMap((list) => list.split(', '));
}

/** Each of the first phrases followed by each of the others: “more than, more then”. */
export function combined(first: string, others: string): Phrases {
  return phrases(first).flatMap((each) => phrases(others).map((other) => `${each} ${other}`));
}

/** Groups of phrases with the same meaning, from texts with commas between groups and bars inside them. */
export function groups(...lists: readonly string[]): readonly Phrases[] {
  return phrases(...lists).map((group) => group.split('|'));
}

/** A language's words for searches. A phrase has at most five words. */
export interface SearchWords {
  readonly operators: Readonly<Record<SearchOperator, Phrases>>;
  readonly states: Readonly<Record<SearchState, Phrases>>;
  readonly fields: Readonly<Record<DateField, Phrases>>;
  /** Words for an order of the list, without the name of a column. */
  readonly orders: Readonly<Record<SearchOrder, Phrases>>;
  /** Words after an order. */
  readonly orderEnds: Phrases;
  /** Words before “overdue”: the oldest first. */
  readonly longest: Phrases;
  /** Words before a column or an order. */
  readonly sortBy: Phrases;
  readonly sortColumns: Readonly<Record<SortColumn, Phrases>>;
  readonly sortDirections: Readonly<Record<SortDirection, Phrases>>;
  /** Words before a number of bills, the largest first. */
  readonly top: Phrases;
  /** Words before an amount. */
  readonly amounts: Readonly<Record<AmountWord, Phrases>>;
  /** Words before an amount or its comparison, such as “amount”. */
  readonly amountNames: Phrases;
  /** Words after an amount. */
  readonly amountEnds: Readonly<Record<'atLeast' | 'atMost' | 'about', Phrases>>;
  /** Words after “more than”, which then includes the amount. */
  readonly orEqual: Phrases;
  /** Words before “million”. */
  readonly half: Phrases;
  /** Words that multiply the number before them. */
  readonly scales: Readonly<Record<NumberScale, Phrases>>;
  /** Words before a number of days since the bill’s date. */
  readonly ages: Readonly<Record<'over' | 'under', Phrases>>;
  /** Words after a number of days. */
  readonly old: Phrases;
  /** Words before or after a number of days. */
  readonly late: Phrases;
  /** Words between “overdue” and a number of days. */
  readonly by: Phrases;
  readonly dates: Readonly<Record<DateWord, Phrases>>;
  /** Words after a date that follows “from”. */
  readonly onward: Phrases;
  /** Words after a date. */
  readonly dateEnds: Readonly<Record<'startingOn' | 'until', Phrases>>;
  /** Words before a date that have no meaning. */
  readonly on: Phrases;
  /** Some of `on`, which the text of a bill may have before a month: “gas for April”. */
  readonly purpose: Phrases;
  /** Words between a bill and its amount: “Rechnung RE-1 vom 1. Mai über 50 €”. */
  readonly worth: Phrases;
  readonly papers: Phrases;
  readonly from: Phrases;
  readonly between: Phrases;
  readonly and: Phrases;
  readonly to: Phrases;
  readonly within: Phrases;
  /** Words before or after a number of days. */
  readonly ahead: Phrases;
  /** Words after a number of days from today. */
  readonly hence: Phrases;
  readonly ago: Phrases;
  /** Words before a number of days in the past. */
  readonly agoBefore: Phrases;
  readonly this: Phrases;
  readonly next: Phrases;
  readonly last: Phrases;
  /** Words before or after a unit, such as “after next”. */
  readonly afterNext: Phrases;
  readonly beforeLast: Phrases;
  /** Beginnings of words that end with a unit, such as “Vormonat”. */
  readonly unitBeginnings: Readonly<Record<'next' | 'last', Phrases>>;
  /** Words before a period: from today to its end. */
  readonly rest: Phrases;
  /** Words before a day for the week around it, or seven days from or until it. */
  readonly weekOf: Readonly<Record<'around' | 'from' | 'until', Phrases>>;
  /** Words before a weekday: the first one from today. */
  readonly coming: Phrases;
  /** Words before a fiscal year: “FY27”. */
  readonly fiscalYear: Phrases;
  readonly endOf: Phrases;
  readonly endOfMonth: Phrases;
  readonly endOfWeek: Phrases;
  readonly endOfQuarter: Phrases;
  readonly endOfYear: Phrases;
  /** Words before a month: a third of it. */
  readonly monthParts: Readonly<Record<MonthPart, Phrases>>;
  /** Words before the number of a week. */
  readonly weekNumber: Phrases;
  readonly days: Readonly<Record<NamedDays, Phrases>>;
  readonly units: Readonly<Record<DayUnit, Phrases>>;
  /** Number words, starting with one. */
  readonly numbers: readonly Phrases[];
  readonly tens: readonly Phrases[];
  readonly halves: Phrases;
  readonly holidays: Readonly<Record<Holiday, Phrases>>;
  /** Words for a day of a month or a part of a period, starting with the first. */
  readonly ordinals: readonly Phrases[];
  /** Starting with January, the full name first. */
  readonly months: readonly Phrases[];
  /** Starting with Monday, the full name first. */
  readonly weekdays: readonly Phrases[];
  readonly vendor: Phrases;
  readonly number: Phrases;
  /** Some of `number`, which may also follow another word: “job no. 2217”. */
  readonly numberSigns: Phrases;
  /** Words before the number of an order, which is a field of the service. */
  readonly purchaseOrder: Phrases;
  /**
   * Words before or after the days from a bill’s date to its due date. The `bare` ones may lack “days”: “net 30”. The
   * `atOnce` ones have no days: “due on receipt”.
   */
  readonly terms: Readonly<Record<'bare' | 'counted' | 'atOnce', Phrases>>;
  readonly not: Phrases;
  /** Some of `not`, which may list things of different kinds: “except overdue and new vendors”. */
  readonly exceptions: Phrases;
  /** Words that stand for “not” in names of states, such as “isn’t”, “never” and “no one”. */
  readonly negatedVerbs: Readonly<Record<string, Phrases>>;
  /** Words after “not approved” and “not paid” without a meaning of their own. */
  readonly anyone: Phrases;
  /** Words behind “no approval”, which give it another meaning. */
  readonly needed: Phrases;
  /** Words behind a state that negate it: “approved by no one”. */
  readonly noOne: Phrases;
  /** Words that cancel a negation: “no one but me has approved”. */
  readonly exceptMe: Phrases;
  /** Words before a state, such as “no” of “no notes”. */
  readonly none: Phrases;
  readonly or: Phrases;
  /** Words between two things that are both excluded: “neither Kestrel nor Sorrel”. */
  readonly nor: Phrases;
  /** Filler words without a meaning: “show all bills that are”. */
  readonly fillers: Phrases;
  /** Words for bills, also at the end of a longer one. */
  readonly bills: Phrases;
  /** Words before the state that the service shows, such as “open”. */
  readonly statusNames: Phrases;
  /** Filler words that ask for all bills. */
  readonly everything: Phrases;
  /** Legal forms, which bills need not have beside the words of a name. */
  readonly legalForms: Phrases;
  /**
   * Words of letters and statements, such as “reminder”. Beside a name, they are dropped if no bill has them. Some are
   * also fillers, such as “payments”, and are always dropped.
   */
  readonly asides: Phrases;
  /** States of approvals, which are on another screen. */
  readonly elsewhere: Phrases;
  /** Words for every currency but the usual one. */
  readonly foreign: Phrases;
  /** Currency names by ISO 4217 code. */
  readonly currencies: Readonly<Record<string, Phrases>>;
}

/** Words by folded phrase, for the parser. */
export type WordTables = {
  readonly [Name in keyof SearchWords]: SearchWords[Name] extends Phrases
    ? ReadonlySet<string>
    : SearchWords[Name] extends readonly Phrases[]
      ? ReadonlyMap<string, number>
      : ReadonlyMap<string, keyof SearchWords[Name] & string>;
} & { readonly fullNames: ReadonlySet<string> };

const tables = new WeakMap<SearchWords, WordTables>();

/** Tables of these words. The same object each time. */
export function wordTables(words: SearchWords): WordTables {
  const known = tables.get(words);
  if (known) return known;
  const made = Object.fromEntries(
    Object.entries(words).map(([name, given]) => [name, tableOf(given)]),
  );
  const full = [...words.months, ...words.weekdays].flatMap(([first = '']) => phraseKey(first));
  const all = { ...made, fullNames: new Set(full) } as unknown as WordTables;
  tables.set(words, all);
  return all;
}

function tableOf(
  given: Phrases | readonly Phrases[] | Readonly<Record<string, Phrases>>,
): ReadonlySet<string> | ReadonlyMap<string, string | number> {
  if (!Array.isArray(given))
    return new Map(
      Object.entries(given).flatMap(([name, said]) =>
        said.map((phrase: string) => [phraseKey(phrase), name] as const),
      ),
    );
  const list = given as Phrases | readonly Phrases[];
  if (list.every((each) => typeof each === 'string')) return new Set(list.map(phraseKey));
  return new Map(
    list.flatMap((said, at) => [said].flat().map((phrase) => [phraseKey(phrase), at] as const)),
  );
}

/** Text for comparing phrases: without case, accents, hyphens, and the e of an umlaut written as two letters. */
export function phraseKey(text: string): string {
  return sortKeyOf(text)
    .replaceAll(/(?<=\p{L})[-\u2010\u2011](?=\p{L})/gu, ' ')
    .replaceAll(/([aou])e/gu, '$1')
    .replaceAll(/['’]/gu, '');
}

/** Words of both languages, the first language's names first. */
export function withWordsOf(own: SearchWords, other: SearchWords): SearchWords {
  return joined(own, other) as SearchWords;
}

function joined(own: unknown, other: unknown): unknown {
  if (Array.isArray(own) && Array.isArray(other)) {
    const isNested = [...own, ...other].some((each) => Array.isArray(each));
    if (!isNested) return [...new Set([...own, ...other] as string[])];
    const length = Math.max(own.length, other.length);
    return Array.from({ length }, (_none, at) => joined(own[at] ?? [], other[at] ?? []));
  }
  const [left, right] = [own, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(
    names.map((name) => [name, joined(left[name] ?? [], right[name] ?? [])]),
  );
}
