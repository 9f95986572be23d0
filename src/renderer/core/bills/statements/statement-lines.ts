import type { PlainDate } from '../../../../base/days.ts';
import { invisibleLetters, sortKeyOf } from '../search/search-text.ts';
import {
  createMarkCounter,
  currencyCodes,
  readStatementAmount,
  type DecimalMark,
} from './statement-amounts.ts';
import {
  currencyOfCell,
  headingCurrency,
  headingFields,
  sideColumns,
  signOf,
  type SideColumns,
  type StatementLayout,
} from './statement-columns.ts';
import { createOrderCounter, readStatementDate, type DateOrder } from './statement-dates.ts';
import {
  amountNames,
  balanceNames,
  currencyNames,
  headingKey,
  noteNames,
  paymentColumns,
} from './statement-headings.ts';
import {
  isAging,
  isCreditKind,
  isCreditName,
  isOpening,
  isPaymentKind,
  isPaymentName,
  isTotal,
  namesPayment,
  kindOfPart,
  namesTotal,
  startsWithBill,
  withoutBillName,
} from './statement-kinds.ts';
import type { DayOrder } from '../search/search-reader.ts';
import type { StatementRecord } from './statement-records.ts';

/** One bill, credit or payment on a statement. */
export interface StatementLine {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly number: string | null;
  readonly date: PlainDate | null;
  /** Cents that the vendor says are owed; negative for a credit. */
  readonly cents: number;
  /** ISO code; null when the statement names none. */
  readonly currency: string | null;
  readonly isPayment: boolean;
}

/** A line that stands for no bill, or can't be read. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: 'total' | 'payment' | 'noBill' | 'unreadable';
  readonly text: string;
}

export interface StatementLines {
  readonly lines: readonly StatementLine[];
  readonly skipped: readonly SkippedLine[];
  /** A date that needs the user's order of day and month, because no date of the file shows one; null for none. */
  readonly ambiguousDate: string | null;
  /** The user's order, as used for these lines. */
  readonly chosenOrder: DayOrder | null;
  /** Whether the signs were reversed, as in a ledger from the customer's side. */
  readonly isReversed: boolean;
}

/** Records per step of `readLines`: less than a millisecond. */
const STEP = 200;
/** Longest text of a line, characters. */
const TEXT_MOST = 300;

/**
 * Reads the lines below the heading. Yields between steps.
 * @param chosenOrder the user's answer for ambiguous dates
 */
export function* readLines(
  records: readonly StatementRecord[],
  layout: StatementLayout,
  chosenOrder: DayOrder | null,
  isReversed = false,
): Generator<undefined, StatementLines> {
  const below = records.slice(layout.headingAt + 1);
  const side = sideColumns(layout, records);
  const survey = yield* surveyOf(below, layout, side, isReversed);
  const reading = {
    layout,
    side,
    direction: isReversed ? (-1 as const) : (1 as const),
    signed: survey.signed,
    mark: survey.mark,
    order: survey.order ?? chosenOrder,
    paysOnly: paymentColumns.has(layout.signature[layout.columns.credit ?? -1] ?? ''),
  };
  let currency = currencyOf(records, layout);
  let part: LineKind | null = null;
  const lines: StatementLine[] = [];
  const skipped: SkippedLine[] = [];
  for (const [at, record] of below.entries()) {
    if (at % STEP === 0) yield;
    const read = readRecord(record, { ...reading, currency, part });
    if (read === null) continue;
    if ('reason' in read) {
      skipped.push(read);
      if (read.reason !== 'total') currency = currencyNamed([record]) ?? currency;
      const [title = '', ...others] = record.fields.filter((field) => field !== '');
      if (others.length === 0) part = kindOfPart(title);
    } else lines.push(read);
  }
  const ambiguousDate = survey.order === null ? survey.ambiguousDate : null;
  return { lines, skipped, ambiguousDate, chosenOrder, isReversed };
}

/** Facts of the whole file, on which the reading of each line depends. Yields between steps. */
function* surveyOf(
  below: readonly StatementRecord[],
  layout: StatementLayout,
  side: SideColumns,
  isReversed: boolean,
) {
  const { amount, debit, credit, date } = layout.columns;
  const marks = createMarkCounter();
  const [orders, dueOrders] = [createOrderCounter(), createOrderCounter()];
  const signed = { credit: false, payment: false };
  for (const [at, { fields }] of below.entries()) {
    if (at % STEP === 0) yield;
    for (const column of [amount, debit, credit]) marks.add(cell(fields, column));
    orders.add(cell(fields, date));
    dueOrders.add(cell(fields, side.due));
    const kind = kindOf(fields, layout, side);
    const sum = readStatementAmount(cell(fields, amount), null);
    if (kind !== null && sum !== null && (isReversed ? sum.cents > 0 : sum.cents < 0))
      signed[kind] = true;
  }
  const order = orders.order() ?? dueOrders.order();
  return { mark: marks.mark(), order, ambiguousDate: orders.ambiguous(), signed };
}

interface Reading {
  readonly layout: StatementLayout;
  readonly side: SideColumns;
  /** -1 to reverse all signs, else 1. */
  readonly direction: -1 | 1;
  readonly mark: DecimalMark | null;
  readonly order: DateOrder | null;
  readonly currency: string | null;
  /** Kinds of lines that the file writes with a sign, so that one without it is a charge. */
  readonly signed: Readonly<Record<LineKind, boolean>>;
  /** Kind of all lines of the part of the file. */
  readonly part: LineKind | null;
  /** Whether the credit column is for payments only. */
  readonly paysOnly: boolean;
}

type LineKind = 'credit' | 'payment';

const cell = (fields: readonly string[], column: number | undefined): string =>
  column === undefined ? '' : (fields[column] ?? '');

/** Null for a line with nothing in it, and for a heading that is repeated. */
function readRecord(
  { fields, line }: StatementRecord,
  reading: Reading,
): StatementLine | SkippedLine | null {
  const { layout, side, mark, order, currency } = reading;
  const { columns, signature, headingAt } = layout;
  if (!fields.some((field) => /[\p{L}\p{N}]/u.test(field))) return null;
  if (headingAt >= 0 && isHeading(fields, signature)) return null;
  const text = fields
    .filter((field) => field !== '')
    .join(' · ')
    .replaceAll(invisibleLetters, '')
    .slice(0, TEXT_MOST);
  const skip = (reason: SkippedLine['reason']): SkippedLine => ({ line, reason, text });
  const number = numberIn(cell(fields, columns.number));
  const day = readStatementDate(cell(fields, columns.date), order);
  if (number === null ? fields.some(namesTotal) : isBalance(fields, side)) return skip('total');
  const isDated = columns.date === undefined || day !== null;
  const names = number === null ? textsOf(fields, layout, side) : [number];
  if (names.some((name) => isAging(name, isDated))) return skip('total');
  // An unquoted thousands separator has split the amount and shifted all later fields.
  if (fields.slice(signature.length).some((field) => field !== '') || isCut(fields, layout))
    return skip('unreadable');
  const charge = cell(fields, columns.debit) || cell(fields, columns.amount);
  const code = currencyOfCell(cell(fields, columns.currency));
  const sum = sumOf(charge, cell(fields, columns.credit), mark, code ?? currency);
  // A footer may have amounts in the number column.
  const isFooter = number === null || (columns.date !== undefined && isMoney(number));
  if (isFooter && (day === null || sum === null || sum === 'none')) return skip('noBill');
  if (number === null && fields.some(isTotal)) return skip('total');
  if (sum === null || sum === 'none') return skip(number === null ? 'noBill' : 'unreadable');
  const kind = kindOf(fields, layout, side) ?? reading.part;
  const cents = signedCents(fields, sum, kind, reading);
  const isPayment =
    kind === 'payment' || (kind === null && cents < 0 && pays(fields, sum, reading));
  if (number === null && isPayment) return skip('payment');
  return {
    line,
    number,
    date: day,
    isPayment,
    cents,
    currency: code ?? sum.currency ?? currency,
  };
}

/** Cents of a line: with the sign of its own column, else with that of its kind if the file writes none. */
function signedCents(
  fields: readonly string[],
  { cents, minus }: Sum,
  kind: LineKind | null,
  { layout, side, signed, direction }: Reading,
): number {
  const directed = direction * cents || 0;
  if (cell(fields, layout.columns.debit) !== '' || minus !== 0) return directed;
  const sign = signOf(cell(fields, side.sign));
  if (sign !== 0) return direction * sign * Math.abs(cents) || 0;
  return kind === null || signed[kind] ? directed : -Math.abs(cents) || 0;
}

/** Whether a line that reduces the debt names a payment, or is in a column of payments. */
function pays(
  fields: readonly string[],
  { plus }: Sum,
  { layout, side, paysOnly }: Reading,
): boolean {
  const number = cell(fields, layout.columns.number);
  const texts = [...side.kinds, ...side.texts].map((column) => cell(fields, column));
  return (
    [...texts, number].some(namesPayment) || (paysOnly && plus === 0 && !startsWithBill(number))
  );
}

const isHeading = (fields: readonly string[], signature: readonly string[]): boolean =>
  fields.length === signature.length &&
  signature.every((key, at) => headingKey(fields[at] ?? '') === key);

interface Sum {
  readonly cents: number;
  readonly plus: number;
  readonly minus: number;
  readonly currency: string | null;
}

/** Charge minus credit; `none` when both are empty, null when one can't be read. */
function sumOf(
  chargeText: string,
  creditText: string,
  mark: DecimalMark | null,
  inCurrency: string | null,
): Sum | 'none' | null {
  const [charge, credit] = [withoutDash(chargeText), withoutDash(creditText)];
  if (charge === '' && credit === '') return chargeText === '' || creditText !== '' ? 'none' : null;
  const plus = charge === '' ? null : readStatementAmount(charge, mark, inCurrency);
  const minus = credit === '' ? null : readStatementAmount(credit, mark, inCurrency);
  if ((charge !== '' && plus === null) || (credit !== '' && minus === null)) return null;
  const [owed, reduced] = [plus?.cents ?? 0, minus?.cents ?? 0];
  // Amounts in a credit column reduce the debt, with or without a sign; those beside a credit reduce the credit.
  const cents = owed < 0 && reduced < 0 ? owed - reduced : owed - Math.abs(reduced);
  return { cents, plus: owed, minus: reduced, currency: plus?.currency ?? minus?.currency ?? null };
}

/** Returns an empty text for dashes in place of an amount. */
const withoutDash = (text: string): string => (/^[\s.,‐‑‒–—−-]+$/u.test(text) ? '' : text);

/** The kind of a line that a column of kinds, or its whole description, names; null for a bill. */
function kindOf(
  fields: readonly string[],
  layout: StatementLayout,
  side: SideColumns,
): LineKind | null {
  const kinds = side.kinds.map((column) => cell(fields, column));
  const texts = textsOf(fields, layout, side);
  if (kinds.some(isPaymentKind) || texts.some(isPaymentName)) return 'payment';
  return kinds.some(isCreditKind) || texts.some(isCreditName) ? 'credit' : null;
}

/** Texts that may name the kind of a line: descriptions, and the number. */
function textsOf(
  fields: readonly string[],
  { columns }: StatementLayout,
  { texts }: SideColumns,
): readonly string[] {
  return [...texts, columns.number].map((column) => cell(fields, column));
}

const isBalance = (fields: readonly string[], { kinds, texts }: SideColumns): boolean =>
  [...kinds, ...texts].some((column) => isOpening(cell(fields, column)));

const isMoney = (text: string): boolean =>
  /[.,]\d\d$/u.test(text) && readStatementAmount(text, null) !== null;

/** Whether an unquoted comma has split an amount, so that its end fills a column for remarks. */
function isCut(fields: readonly string[], { columns, signature }: StatementLayout): boolean {
  return [columns.amount, columns.debit, columns.credit].some((column) => {
    if (column === undefined) return false;
    const [key = '-', rest = ''] = [signature[column + 1], fields[column + 1]];
    const isSpare = key === '' || noteNames.has(key);
    return (
      isSpare && /^\D*\d+$/u.test(cell(fields, column)) && /^(?:\d\d|\d{3}[.\d]*)$/u.test(rest)
    );
  });
}

/** The bill number in a field, without a spreadsheet's wrapping such as `="…"`; null when the field names no bill. */
function numberIn(field: string): string | null {
  const [, wrapped] = /^="?(.*?)"?$/u.exec(field) ?? [];
  const number = (wrapped ?? field).replaceAll(invisibleLetters, '').replace(/^'/u, '').trim();
  return /\d/u.test(number) && !namesTotal(number) ? withoutBillName(number) : null;
}

/** The currency that the headings of the amounts name, or the lines above them; null for none. */
function currencyOf(records: readonly StatementRecord[], layout: StatementLayout): string | null {
  const { columns, signature, headingAt } = layout;
  const headings = headingFields(records, layout);
  const chosen = signature[columns.amount ?? -1];
  const others = [...signature.keys()].filter(
    (at) => signature[at] !== chosen && sumNames.has(signature[at] ?? ''),
  );
  for (const column of [columns.amount, columns.debit, columns.credit, ...others]) {
    const found = headingCurrency(cell(headings, column));
    if (found !== null) return found;
  }
  return currencyNamed(records.slice(0, Math.max(0, headingAt)));
}

/** Sums in the currency of the document. */
const sumNames: ReadonlySet<string> = new Set([...amountNames, ...balanceNames]);

/** The only currency that these lines announce, as in "Currency: USD" and "all amounts in USD"; null for none. */
function currencyNamed(records: readonly StatementRecord[]): string | null {
  const named = records.flatMap(({ fields }) => {
    const words = fields.join(' ').match(/\p{L}+|\(/gu) ?? [];
    return words.flatMap((word, at) =>
      currencyCodes.has(word) && announcers.has(sortKeyOf(words[at - 1] ?? '')) ? word : [],
    );
  });
  const [only, ...others] = new Set(named);
  return others.length === 0 ? (only ?? null) : null;
}

/** Words before the currency of a statement. */
const announcers: ReadonlySet<string> = new Set([...currencyNames, ...'in en em w i ('.split(' ')]);
