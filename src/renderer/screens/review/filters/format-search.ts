import { formatMoney } from '../../../../bridge/money.ts';
import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import type { SearchCondition } from '../../../core/bills/search/search-conditions.ts';
import {
  type DayRange,
  EARLIEST,
  LATEST,
  unitAround,
} from '../../../core/bills/search/search-days.ts';
import type { SearchPart, SearchProblem } from '../../../core/bills/search/search-reading.ts';
import { sortKeyOf, startsNameIn, vendorKeyOf } from '../../../core/bills/search/search-text.ts';
import { orderNamed } from '../../../core/bills/lists/condition-tests.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatCount } from '../../../kit/text/count.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { monthName, nearDate, shortDate } from '../../../kit/ui/dates.ts';

/** Facts that the names on chips depend on. */
export interface SearchNames {
  readonly locale: string;
  readonly today: PlainDate;
  /** Displayed names of the bills’ vendors. */
  readonly vendors: readonly string[];
  /** ISO 4217 codes of the bills. */
  readonly currencies: readonly string[];
}

const HUNDREDTHS_PER_UNIT = 100;

/** Text of a chip for a part of the search: “Due Fri, Nov 27”, “Amount over 5,000”. */
export function formatSearchPart({ any }: Pick<SearchPart, 'any'>, names: SearchNames): string {
  return messages.views.searchChips.or(any.map((each) => formatCondition(each, names)));
}

/** Reason why an operator has no effect, with a suggestion. */
export function formatSearchProblem(
  { kind, operator, name, value, range }: SearchProblem,
  { today, locale }: Pick<SearchNames, 'today' | 'locale'>,
): string {
  const text = messages.views.searchProblems;
  if (kind === 'notLimited') return text.notLimited(name);
  if (kind === 'elsewhere') return text.elsewhere(name);
  if (kind === 'notSearched') return text.notSearched(name);
  if (kind === 'tooLong') return text.tooLong(formatCount(range[1]));
  if (kind === 'paidWhen') return text.paidWhen(name);
  const lastDay = kind === 'cutDay' ? readPlainDate(value) : null;
  if (lastDay !== null)
    return text.cutDay(
      name,
      monthName(`${lastDay.slice(0, 8)}01` as PlainDate, today, locale),
      shortDate(lastDay, today, locale),
      String(Number(lastDay.slice(8))),
    );
  if (operator === null)
    return kind === 'unfinished' ? text.unfinishedWords(name) : text.unknownOperator(name);
  const examples = text.examples[operator];
  return kind === 'unfinished'
    ? text.unfinished(examples)
    : text.unknownValue(name, value, examples);
}

/** One condition in words. */
export function formatCondition(condition: SearchCondition, names: SearchNames): string {
  const text = messages.views.searchChips;
  switch (condition.kind) {
    case 'text':
      return text.quoted(condition.typed);
    case 'amount':
      return formatAmounts(condition, names);
    case 'date':
      return formatDates(condition, names);
    case 'vendor':
      return text.vendor(vendorNamed(condition, names));
    case 'currency':
      return text.currency(sayAll(', ', currenciesNamed(condition.currencies, names)));
    case 'terms':
      return text.terms(messages.review.detail.paymentTerms(condition.days));
    case 'state':
      return text.states[condition.state];
    case 'field':
      return text[condition.field](text.quoted(condition.part));
    case 'tag':
      return text.tag(condition.part);
    case 'order': {
      const { sort, descending } = orderNamed[condition.order];
      const { sorts, directions, sortGroup } = messages.views;
      const direction = directions[sort][descending ? 'down' : 'up'];
      // Amounts are sorted per currency, because different currencies are never compared.
      const per = sort === 'amount' && names.currencies.length > 1 ? [sortGroup.currencies] : [];
      return text.order(sorts[sort], sayAll(', ', [direction, ...per]));
    }
    case 'not':
      return formatNot(condition, names);
    default:
      return condition satisfies never;
  }
}

/** Text of exclusions: “Not: Currency: EUR, not: Overdue”. With “or”, the second could read as an alternative. */
function formatNot(condition: Condition<'not'>, names: SearchNames): string {
  const text = messages.views.searchChips;
  const excluded = formatExcluded(condition, names);
  const isMixed = new Set(condition.any.map(({ kind }) => kind)).size > 1;
  return isMixed ? text.neither(excluded) : text.not(text.or(excluded));
}

/** Conditions in words, with all currencies in one: “EUR, GBP”. */
function formatExcluded({ any }: Condition<'not'>, names: SearchNames): readonly string[] {
  const named = any.map((each) =>
    each.kind === 'currency' ? currenciesNamed(each.currencies, names) : [],
  );
  const currencies = messages.views.searchChips.currency(sayAll(', ', named.flat()));
  const first = named.findIndex((codes) => codes.length > 0);
  return any.flatMap((each, at) => {
    if (each.kind !== 'currency') return formatCondition(each, names);
    return at === first ? currencies : [];
  });
}

type Condition<Kind extends SearchCondition['kind']> = Extract<SearchCondition, { kind: Kind }>;

/** The vendor’s own name if only one matches. */
function vendorNamed({ part, nearly }: Condition<'vendor'>, { vendors }: SearchNames): string {
  const meant = vendors.filter((name) =>
    nearly === null ? startsNameIn(vendorKeyOf(name), part) : nearly.includes(vendorKeyOf(name)),
  );
  const [only, ...others] = new Set(meant);
  if (only !== undefined && others.length === 0) return only;
  return messages.views.searchChips.quoted(only === undefined ? part : writtenIn(only, part));
}

/** The words of a name that fold to this part: “Müller” for “muller”; the part itself if there are none. */
function writtenIn(name: string, part: string): string {
  const words = name.split(/\s+/u);
  const count = part.split(' ').length;
  const some = words.map((_, at) => words.slice(at, at + count).join(' '));
  return some.find((each) => sortKeyOf(each) === part) ?? part;
}

/** Currencies that bills have; the first one if no bill has any. */
function currenciesNamed(
  currencies: readonly string[],
  { currencies: known }: SearchNames,
): readonly string[] {
  const ofBills = currencies.filter((code) => known.includes(code));
  return ofBills.length > 0 ? ofBills : currencies.slice(0, 1);
}

function formatAmounts(condition: Condition<'amount'>, names: SearchNames): string {
  const { fromCents: from, toCents: to } = condition;
  const text = messages.views.searchChips;
  const said = (cents: number): string => amountNamed(cents, condition.currencies, names);
  if (from === to) return text.amountIs(said(from));
  if (to === Infinity)
    return isBeside(from, 1) ? text.amountOver(said(from - 1)) : text.amountFrom(said(from));
  if (from === -Infinity || from === 0)
    return isBeside(to, -1) ? text.amountUnder(said(to + 1)) : text.amountTo(said(to));
  return text.amountBetween(said(from), said(to));
}

/** Whether the value one cent away is rounder: “over 50” begins at 50.01, but should read as 50. */
function isBeside(cents: number, by: 1 | -1): boolean {
  const roundness = (each: number): number => /0*$/u.exec(String(each))?.[0].length ?? 0;
  return roundness(cents - by) > roundness(cents);
}

function amountNamed(
  cents: number,
  currencies: readonly string[] | null,
  names: SearchNames,
): string {
  const [only, ...others] = currencies === null ? [] : currenciesNamed(currencies, names);
  if (only !== undefined && others.length === 0) return formatMoney(cents, only, names.locale);
  const digits = cents % HUNDREDTHS_PER_UNIT === 0 ? 0 : 2;
  const number = new Intl.NumberFormat(names.locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / HUNDREDTHS_PER_UNIT);
  return only === undefined ? number : `${number} ${[only, ...others].join('/')}`;
}

function formatDates(
  { field, from, to }: Condition<'date'>,
  { today, locale }: SearchNames,
): string {
  const text = messages.views.searchChips.dates[field];
  const day = (date: PlainDate): string => nearDate(date, today, locale);
  if (from === to) return text.on(day(from));
  if (from === EARLIEST) return text.to(day(to));
  if (to === LATEST) return text.from(day(from));
  if (isWhole('month', { from, to })) return text.in(monthName(from, today, locale));
  if (isWhole('year', { from, to })) return text.on(from.slice(0, 4));
  return text.between(shortDate(from, today, locale), shortDate(to, today, locale));
}

function isWhole(unit: 'month' | 'year', { from, to }: DayRange): boolean {
  const whole = unitAround({ today: from, weekStartsOn: 1 }, unit, 0);
  return whole.from === from && whole.to === to;
}
