import type { PlainDate } from '../../../../base/days.ts';
import { invisibleLetters, sortKeyOf } from '../search/search-text.ts';
import { createMarkCounter, readStatementAmount, type DecimalMark } from './statement-amounts.ts';
import { headingKey, isSame, type StatementLayout } from './statement-columns.ts';
import { createOrderCounter, readStatementDate, type DayOrder } from './statement-dates.ts';
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
}

/** Records per step of `readLines`: less than a millisecond. */
const STEP = 200;
const TEXT_MOST = 300;

/**
 * Reads the lines below the heading. Yields between steps.
 * @param chosenOrder the user's answer for ambiguous dates
 */
export function* readLines(
  records: readonly StatementRecord[],
  layout: StatementLayout,
  chosenOrder: DayOrder | null,
): Generator<undefined, StatementLines> {
  const below = records.slice(layout.headingAt + 1);
  const { amount, debit, credit, date } = layout.columns;
  const money = [amount, debit, credit].filter((column) => column !== undefined);
  const [marks, orders] = [createMarkCounter(), createOrderCounter()];
  let hasSignedCredit = false;
  for (const [at, { fields }] of below.entries()) {
    if (at % STEP === 0) yield;
    for (const column of money) marks.add(fields[column] ?? '');
    if (date !== undefined) orders.add(fields[date] ?? '');
    const sum = amount === undefined ? null : readStatementAmount(fields[amount] ?? '', null);
    hasSignedCredit ||= isCalledCredit(fields) && sum !== null && sum.cents < 0;
  }
  const reading = {
    layout,
    mark: marks.mark(),
    order: orders.order() ?? chosenOrder,
    currency: currencyInHeading(records[layout.headingAt], money),
    hasSignedCredit,
  };
  const lines: StatementLine[] = [];
  const skipped: SkippedLine[] = [];
  for (const [at, record] of below.entries()) {
    if (at % STEP === 0) yield;
    const read = readRecord(record, reading);
    if (read === null) continue;
    if ('reason' in read) skipped.push(read);
    else lines.push(read);
  }
  const ambiguousDate = orders.order() === null ? orders.ambiguous() : null;
  return { lines, skipped, ambiguousDate, chosenOrder };
}

interface Reading {
  readonly layout: StatementLayout;
  readonly mark: DecimalMark | null;
  readonly order: DayOrder | null;
  readonly currency: string | null;
  /** Whether the file writes credits with a sign, so that one without it is a charge. */
  readonly hasSignedCredit: boolean;
}

/** Null for a line with nothing in it, and for a heading that is repeated. */
function readRecord(
  { fields, line }: StatementRecord,
  { layout, mark, order, currency, hasSignedCredit }: Reading,
): StatementLine | SkippedLine | null {
  const { columns, signature, headingAt } = layout;
  if (fields.every((field) => field === '')) return null;
  if (headingAt >= 0 && isSame(fields.map(headingKey), signature)) return null;
  const text = fields
    .filter((field) => field !== '')
    .join(' · ')
    .replaceAll(invisibleLetters, '')
    .slice(0, TEXT_MOST);
  const skip = (reason: SkippedLine['reason']): SkippedLine => ({ line, reason, text });
  const at = (column: number | undefined): string =>
    column === undefined ? '' : (fields[column] ?? '');
  const number = numberIn(at(columns.number));
  const words = sortKeyOf(fields.filter((field) => !/\d{3}/u.test(field)).join(' '));
  const isPayment = payment.test(words);
  if (number === null && total.test(words)) return skip('total');
  // An unquoted thousands separator splits the amount and shifts all later fields.
  if (fields.slice(signature.length).some((field) => field !== '')) return skip('unreadable');
  const day = readStatementDate(at(columns.date), order);
  const sum = sumOf([at(columns.debit) || at(columns.amount), at(columns.credit)], mark);
  // A footer may have amounts in the number column.
  const isFooter = number === null || (columns.date !== undefined && isMoney(number));
  if (isFooter && (day === null || sum === null || sum === 'none')) return skip('noBill');
  if (number === null && isPayment) return skip('payment');
  if (sum === null || sum === 'none') return skip('unreadable');
  const code = at(columns.currency).toUpperCase();
  const isCredit = !hasSignedCredit && at(columns.credit) === '' && isCalledCredit(fields);
  return {
    ...{ line, number, date: day, isPayment, cents: isCredit ? -Math.abs(sum.cents) : sum.cents },
    currency: /^[A-Z]{3}$/u.test(code) ? code : (sum.currency ?? currency),
  };
}

/** Charge minus credit; `none` when both are empty, null when one can't be read. */
function sumOf([charge = '', credit = '']: readonly string[], mark: DecimalMark | null) {
  if (charge === '' && credit === '') return 'none';
  const plus = charge === '' ? null : readStatementAmount(charge, mark);
  const minus = credit === '' ? null : readStatementAmount(credit, mark);
  if ((charge !== '' && plus === null) || (credit !== '' && minus === null)) return null;
  // Amounts in a credit column reduce the debt, with or without a sign.
  const cents = (plus?.cents ?? 0) - Math.abs(minus?.cents ?? 0);
  return { cents, currency: plus?.currency ?? minus?.currency ?? null };
}

/** Whether a field of the line, such as its type, says that it is a credit. */
const isCalledCredit = (fields: readonly string[]): boolean =>
  fields.some((field) => creditName.test(sortKeyOf(field).trim()));

const creditName =
  /^(?:(?:supplier |vendor )?credit(?: memo| note)?|gutschrift|storno(?:rechnung)?)$/u;

const isMoney = (text: string): boolean =>
  /[.,]\d\d$/u.test(text) && readStatementAmount(text, null) !== null;

/** The bill number in a field, without a spreadsheet's wrapping; null when the field names no bill. */
function numberIn(field: string): string | null {
  const [, wrapped] = /^="?(.*?)"?$/u.exec(field) ?? [];
  const number = (wrapped ?? field).replaceAll(invisibleLetters, '').replace(/^'/u, '').trim();
  return /\d/u.test(number) && !total.test(sortKeyOf(number)) ? number : null;
}

const total =
  /\b(?:(?:sub|grand )?total|balance|(?:brought|carried) forward|[bc]\/[fd]|amount due|(?:zwischen)?summe|gesamt\w*|saldo\w*|\w+saldo|ubertrag|vortrag|page|seite)\b/u;
const payment =
  /\b(?:payments?(?! (?:terms|due|date))|paid|receipts?|remittance|zahlung(?!s(?:ziel|bedingung|frist))\w*|einzahlung|uberweisung|lastschrift|bezahlt)\b/u;

function currencyInHeading(
  heading: StatementRecord | undefined,
  columns: readonly number[],
): string | null {
  for (const column of columns) {
    const text = heading?.fields[column] ?? '';
    const [, code] = /\b([A-Z]{3})\b\W*$/u.exec(text) ?? [];
    const read = readStatementAmount(`1 ${code ?? /\p{Sc}/u.exec(text)?.[0] ?? ''}`, null);
    if (read?.currency) return read.currency;
  }
  return null;
}
