import { vendorsLike } from '../../../core/bills/search/find-in-few.ts';
import { sortKeyOf } from '../../../core/bills/search/search-text.ts';
import { messages } from '../../../kit/text/messages.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { readMoney, writeAmount } from '../../../kit/ui/amount-input.ts';
import { noFilter, type BillFilter } from '../../../core/model/list-choice.ts';

/** Values of the filter panel. Empty text means no condition. */
export interface FilterForm {
  readonly vendor: string;
  readonly currency: string;
  readonly amountFrom: string;
  readonly amountTo: string;
  /** `YYYY-MM-DD`, or `incomplete` while a part is missing. */
  readonly dueFrom: string;
  readonly dueTo: string;
  readonly flag: NonNullable<BillFilter['flag']> | '';
}

/** Choices for the filters, from the bills of the list. */
export interface FilterOffer {
  /** Displayed names, sorted. */
  readonly vendors: readonly string[];
  readonly currencies: readonly string[];
}

export type FilterProblems = Partial<Record<keyof FilterForm, string>>;

/** Stands for an incomplete date, for which the browser gives no value. */
export const INCOMPLETE_DATE = 'incomplete';

const EXAMPLE_CENTS = 1_250_00;

export function formOf(filter: BillFilter, locale: string): FilterForm {
  const amount = (cents: number | null): string =>
    cents === null ? '' : writeAmount(cents, locale);
  return {
    vendor: filter.vendor === '' ? messages.review.noVendor : (filter.vendor ?? ''),
    currency: filter.currency ?? '',
    amountFrom: amount(filter.amountFromCents),
    amountTo: amount(filter.amountToCents),
    dueFrom: filter.dueFrom ?? '',
    dueTo: filter.dueTo ?? '',
    flag: filter.flag ?? '',
  };
}

export interface FilterReading {
  /** Null while a field has a problem. */
  readonly filter: BillFilter | null;
  readonly problems: FilterProblems;
}

/**
 * Reads the form: its filter, or the problems to correct first.
 * @param before filters in use: a vendor chosen earlier stays valid even if no bill has it any more
 */
export function readForm(
  form: FilterForm,
  offer: FilterOffer,
  before: BillFilter,
  locale: string,
): FilterReading {
  const amounts = readAmounts(form, offer, locale);
  const dates = readDates(form);
  const vendor = readVendor(form.vendor, offer.vendors, before, locale);
  const problems: FilterProblems = {
    ...amounts.problems,
    ...dates.problems,
    ...vendor.problems,
  };
  if (Object.keys(problems).length > 0) return { filter: null, problems };
  return {
    filter: {
      ...noFilter,
      ...vendor.found,
      ...amounts.found,
      ...dates.found,
      flag: form.flag === '' ? null : form.flag,
    },
    problems,
  };
}

const problemText = () => messages.views.filter.problems;

/** The named vendor, or the only one that the search finds; a problem if it finds none or several. */
function readVendor(
  text: string,
  vendors: readonly string[],
  before: BillFilter,
  locale: string,
): { readonly problems: FilterProblems; readonly found: Pick<BillFilter, 'vendor'> } {
  const named = (vendor: string | null, problems: FilterProblems = {}) => ({
    problems,
    found: { vendor },
  });
  const typed = text.trim();
  if (typed === '') return named(null);
  if (text === formOf(before, locale).vendor) return named(before.vendor);
  const key = sortKeyOf(typed);
  const name =
    vendors.find((vendor) => vendor === typed) ?? vendors.find((each) => sortKeyOf(each) === key);
  if (name !== undefined) return named(name);
  if (sortKeyOf(messages.review.noVendor) === key) return named('');
  const [only, ...others] = vendorsLike(vendors, typed);
  if (only === undefined) return named(null, { vendor: problemText().vendor(typed) });
  return others.length === 0
    ? named(only)
    : named(null, { vendor: problemText().severalVendors(typed) });
}

function readAmounts(form: FilterForm, { currencies }: FilterOffer, locale: string) {
  const problems: { -readonly [Field in keyof FilterForm]?: string } = {};
  const asked = [form.amountFrom, form.amountTo].filter((text) => text.trim() !== '');
  const isAmountAsked = asked.length > 0;
  // “$20” names the currency.
  const possible = currencies.filter((each) =>
    asked.every((text) => readMoney(text, each, locale) !== 'otherCurrency'),
  );
  const meant = isAmountAsked && possible.length === 1 ? (possible[0] ?? null) : null;
  const currency = form.currency === '' ? meant : form.currency;
  const read = (field: 'amountFrom' | 'amountTo'): number | null => {
    const text = form[field].trim();
    if (text === '') return null;
    const cents = readMoney(text, currency ?? '', locale);
    if (typeof cents === 'number') return cents;
    const example = writeAmount(EXAMPLE_CENTS, locale);
    if (cents === 'notAmount') problems[field] = problemText().notAmount(text, example);
    else if (currency !== null) problems[field] = problemText().otherCurrency(text, currency);
    return null;
  };
  const [amountFromCents, amountToCents] = [read('amountFrom'), read('amountTo')];
  if (amountFromCents !== null && amountToCents !== null && amountFromCents > amountToCents) {
    problems.amountTo = problemText().amountOrder;
  }
  if (isAmountAsked && currency === null) problems.currency = problemText().noCurrency;
  return { problems, found: { currency, amountFromCents, amountToCents } };
}

function readDates(form: FilterForm) {
  const problems: { -readonly [Field in keyof FilterForm]?: string } = {};
  const read = (field: 'dueFrom' | 'dueTo'): PlainDate | null => {
    if (form[field] === '') return null;
    const date = readPlainDate(form[field]);
    if (date === null) problems[field] = problemText().notDate;
    return date;
  };
  const [dueFrom, dueTo] = [read('dueFrom'), read('dueTo')];
  if (dueFrom !== null && dueTo !== null && dueFrom > dueTo)
    problems.dueTo = problemText().dateOrder;
  return { problems, found: { dueFrom, dueTo } };
}
