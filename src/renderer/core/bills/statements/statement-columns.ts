import { sortKeyOf } from '../search/search-text.ts';
import { readStatementAmount } from './statement-amounts.ts';
import { readStatementDate } from './statement-dates.ts';
import type { StatementRecord } from './statement-records.ts';

export const columnRoles = ['number', 'date', 'amount', 'debit', 'credit', 'currency'] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Index of the column for each role. */
export type ColumnIndexes = Readonly<Partial<Record<ColumnRole, number>>>;

/** Columns of a statement, and the row that names them. */
export interface StatementLayout {
  /** Index of the heading among the records; -1 for none. */
  readonly headingAt: number;
  /** Headings as compared with those of another file; for a file without headings, one empty text per column. */
  readonly signature: readonly string[];
  readonly columns: ColumnIndexes;
}

export type RememberedLayout = Pick<StatementLayout, 'signature' | 'columns'>;

/** Records among which the heading is looked for. */
const SAMPLE = 100;

/**
 * Headings by role, in English and German, each in the form of `headingKey`, the surest first. Open amounts come
 * before totals: a statement is about what is still open. A running balance is the last resort.
 */
const openAmounts =
  'openamount outstanding outstandingamount amountoutstanding amountdue balancedue openbalance unpaid remaining offen offenerbetrag offenbetrag offenerposten restbetrag offenersaldo zuzahlen';
const headings: Record<ColumnRole, readonly string[]> = {
  number:
    'invoicenumber invoiceno invoicenr invoiceid invoice invno invnumber inv billnumber billno bill supplierinvoiceno vendorinvoiceno documentnumber documentno docnumber docno document voucherno voucher transactionnumber transactionno transactionid referencenumber referenceno reference refno ref rechnungsnummer rechnungsnr rechnungnr rechnung rgnummer rgnr renr belegnummer belegnr beleg dokumentnummer dokumentnr dokument fakturanummer fakturanr faktura referenznummer referenz yourreference ourreference ihrzeichen unserzeichen number num no nummer nr'.split(
      ' ',
    ),
  date: 'invoicedate billdate documentdate docdate date transactiondate postingdate issuedate issued dated rechnungsdatum rgdatum redatum belegdatum dokumentdatum ausstellungsdatum datum buchungsdatum'.split(
    ' ',
  ),
  amount:
    `${openAmounts} amount invoiceamount totalamount grossamount originalamount total gross value betrag rechnungsbetrag rgbetrag bruttobetrag gesamtbetrag endbetrag brutto summe umsatz balance saldo`.split(
      ' ',
    ),
  debit: 'debit debits debitamount charge charges invoiced soll sollbetrag belastung'.split(' '),
  credit:
    'credit credits creditamount payment payments paid haben habenbetrag gutschrift zahlung zahlungen bezahlt'.split(
      ' ',
    ),
  currency: 'currency currencycode curr cur ccy wahrung whg wkz'.split(' '),
};

/** Headings of a day that is not the bill's date. */
const dueDays: ReadonlySet<string> = new Set(
  'duedate due dueon paymentdue falligkeit falligkeitsdatum fallig falligam zahlbarbis zahlungsziel'.split(
    ' ',
  ),
);

/** A heading without case, accents, punctuation and currency: "Amount (EUR)" and "Betrag in €" name amounts. */
export function headingKey(text: string): string {
  const plain = sortKeyOf(text.replaceAll(/\b(?:in )?[A-Z]{3}\b(?=\W*$)|\p{Sc}/gu, ''));
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(/in$/u, '') || plain.trim();
}

/**
 * Finds the columns: by the layout remembered for the vendor, else by the headings.
 * @returns null when the user has to say which column is which
 */
export function recognizeLayout(
  records: readonly StatementRecord[],
  remembered: RememberedLayout | null,
): StatementLayout | null {
  for (const [headingAt, { fields }] of records.slice(0, SAMPLE).entries()) {
    const signature = fields.map(headingKey);
    if (remembered !== null && isSame(signature, remembered.signature))
      return { headingAt, ...remembered };
  }
  const bare = bareLayout(records);
  if (remembered !== null && bare.headingAt < 0 && isSame(bare.signature, remembered.signature))
    return { headingAt: -1, ...remembered };
  for (const [headingAt, { fields }] of records.slice(0, SAMPLE).entries()) {
    const signature = fields.map(headingKey);
    const columns = columnsNamed(signature, records.slice(headingAt + 1, headingAt + SAMPLE));
    if (isComplete(columns)) return { headingAt, signature, columns };
  }
  return null;
}

/** Whether lines can be read: a number and an amount are needed. */
export function isComplete({ number, amount, debit, credit }: ColumnIndexes): boolean {
  return number !== undefined && (amount ?? debit ?? credit) !== undefined;
}

/** A layout for the user to complete: the likely heading, and columns guessed from their content. */
export function bareLayout(records: readonly StatementRecord[]): StatementLayout {
  const sample = records.slice(0, SAMPLE);
  const width = mostFrequent(sample.map(({ fields }) => fields.length).filter((each) => each > 1));
  const at = sample.findIndex(({ fields }) => fields.length === width);
  const isHeading = !(sample[at]?.fields ?? []).some((field) => /\d/u.test(field));
  const headingAt = isHeading ? at : -1;
  const signature = isHeading
    ? (sample[at]?.fields ?? []).map(headingKey)
    : Array.from({ length: width }, () => '');
  return { headingAt, signature, columns: guessColumns(sample.slice(headingAt + 1), signature) };
}

function columnsNamed(
  signature: readonly string[],
  below: readonly StatementRecord[],
): ColumnIndexes {
  const found: Partial<Record<ColumnRole, number>> = {};
  const isOpen = openAmounts.split(' ').some((name) => signature.includes(name));
  for (const role of columnRoles) {
    if (isOpen && (role === 'debit' || role === 'credit')) continue;
    const name = headings[role].find(
      (each) => signature.includes(each) && fits(role, below, signature.indexOf(each)),
    );
    if (name !== undefined) found[role] = signature.indexOf(name);
  }
  // If there is a debit column, another amount is a running balance or a copy.
  if (found.debit !== undefined && found.amount !== undefined) delete found.amount;
  return found;
}

/** Whether much of the column can be read in this role. Some of it may belong to a letterhead or a footer. */
function fits(role: ColumnRole, below: readonly StatementRecord[], column: number): boolean {
  const cells = below.flatMap(({ fields }) => fields[column] || []);
  return cells.length === 0 || shareOf(cells, (text) => isReadable(role, text)) >= 0.3;
}

function isReadable(role: ColumnRole, text: string): boolean {
  if (role === 'number') return /\d/u.test(text);
  if (role === 'date') return readStatementDate(text, 'dayFirst') !== null || isDateLike(text);
  return role === 'currency' || readStatementAmount(text, null) !== null;
}

const isDateLike = (text: string): boolean => readStatementDate(text, 'monthFirst') !== null;

function guessColumns(
  rows: readonly StatementRecord[],
  signature: readonly string[],
): ColumnIndexes {
  const found: Partial<Record<ColumnRole, number>> = {};
  const most = (column: number, test: (text: string) => boolean): boolean => {
    const cells = rows.flatMap(({ fields }) => fields[column] || []);
    return cells.length > 0 && shareOf(cells, test) >= 0.6;
  };
  for (const [column, heading] of signature.entries()) {
    const isDate = most(column, (text) => isReadable('date', text));
    if (isDate && !dueDays.has(heading)) found.date ??= column;
    else if (isDate) continue;
    else if (most(column, (text) => /[.,]\d\d\b/u.test(text) && isReadable('amount', text)))
      found.amount = column;
    else if (most(column, (text) => /\d/u.test(text))) found.number ??= column;
    else if (most(column, (text) => /^[A-Z]{3}$/u.test(text))) found.currency ??= column;
  }
  return found;
}

function shareOf(cells: readonly string[], test: (text: string) => boolean): number {
  return cells.filter(test).length / cells.length;
}

function mostFrequent(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)];
  return counts.toSorted(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? 0;
}

export function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
