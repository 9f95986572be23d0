import type { ColumnRole } from '../../model/column-role.ts';
import { sortKeyOf } from '../search/search-text.ts';
import { currencyCodes, readStatementAmount } from './statement-amounts.ts';
import { readStatementDate } from './statement-dates.ts';
import {
  amountNames,
  balanceNames,
  creditNames,
  currencyNames,
  dateNames,
  debitNames,
  dueNames,
  headingKey,
  isKnownHeading,
  kindNames,
  localCurrencyNames,
  numberNames,
  openNames,
  otherSums,
  referenceNames,
  signNames,
  textNames,
} from './statement-headings.ts';
import { isTotal, namesTotal, startsWithBill } from './statement-kinds.ts';
import type { StatementRecord } from './statement-records.ts';

export type ColumnIndexes = Readonly<Partial<Record<ColumnRole, number>>>;

/** Columns of a statement, and the row that names them. */
export interface StatementLayout {
  /** Index of the heading's last row among the records; -1 for none. */
  readonly headingAt: number;
  /** Headings as compared with those of another file; for a file without headings, one empty text per column. */
  readonly signature: readonly string[];
  readonly columns: ColumnIndexes;
}

/** Records among which the heading is looked for. */
const SAMPLE = 100;

/**
 * Finds the columns: by the layout remembered for the vendor, else by the headings.
 * @returns null when the user has to say which column is which
 */
export function recognizeLayout(
  records: readonly StatementRecord[],
  remembered: Pick<StatementLayout, 'signature' | 'columns'> | null,
): StatementLayout | null {
  const sample = records.slice(0, SAMPLE);
  const headings = sample.flatMap((_, at) => headingsAt(records, at));
  if (remembered !== null) {
    const same = headings.find(({ signature }) => isSame(signature, remembered.signature));
    if (same) return { headingAt: same.at, ...remembered };
    const bare = bareLayout(records);
    if (bare.headingAt < 0 && isSame(bare.signature, remembered.signature))
      return { headingAt: -1, ...remembered };
  }
  for (const { at, fields, signature } of headings) {
    const below = records.slice(at + 1, at + SAMPLE);
    const columns = columnsNamed({ fields, signature, below });
    if (isComplete(columns)) return { headingAt: at, signature, columns };
  }
  return null;
}

interface Heading {
  /** Index of its last row. */
  readonly at: number;
  readonly fields: readonly string[];
  readonly signature: readonly string[];
}

/** Headings that may begin at this record, of two rows and of one, the likelier first. */
function headingsAt(records: readonly StatementRecord[], at: number): readonly Heading[] {
  const [fields = [], below = []] = [records[at]?.fields, records[at + 1]?.fields];
  const single = headingOf(at, fields);
  const isSecondRow =
    below.filter((field) => /\p{L}/u.test(field)).length > 1 && !/\d/u.test(below.join(''));
  if (!isSecondRow) return [single];
  const joined = headingOf(at + 1, joinRows(fields, below));
  const most = Math.max(knownIn(single), knownIn(headingOf(at + 1, below)));
  return knownIn(joined) >= most ? [joined, single] : [single];
}

function headingOf(at: number, fields: readonly string[]): Heading {
  return { at, fields, signature: fields.map(headingKey) };
}

const knownIn = ({ signature }: Heading): number => signature.filter(isKnownHeading).length;

function joinRows(upper: readonly string[], lower: readonly string[]): readonly string[] {
  const width = Math.max(upper.length, lower.length);
  return Array.from({ length: width }, (_, column) => {
    const [above = '', below = ''] = [upper[column], lower[column]];
    return above.endsWith('-') ? above.slice(0, -1) + below : `${above} ${below}`.trim();
  });
}

/** The headings of the columns as the file writes them. */
export function headingFields(
  records: readonly StatementRecord[],
  { headingAt, signature }: StatementLayout,
): readonly string[] {
  const fields = records[headingAt]?.fields ?? [];
  if (headingAt < 1 || isSame(fields.map(headingKey), signature)) return fields;
  return joinRows(records[headingAt - 1]?.fields ?? [], fields);
}

/** Whether lines can be read, which needs columns of numbers and amounts. */
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

/** A heading, and rows below it. */
interface Table {
  readonly fields: readonly string[];
  readonly signature: readonly string[];
  readonly below: readonly StatementRecord[];
}

function columnsNamed(table: Table): ColumnIndexes {
  const currency = named(table, 'currency', currencyNames) ?? unnamedCurrency(table);
  const number = named(table, 'number', numberNames) ?? numberInText(table);
  const found = {
    ...columnFor('number', number ?? named(table, 'number', referenceNames)),
    ...columnFor('date', named(table, 'date', dateNames)),
  };
  const money = moneyColumns(table, currency !== undefined);
  const local = localMoney(table);
  // If only the amount in the currency of the vendor's books is an open one, the user has to choose.
  if (isMoney(money) && isOpen(table, local) && !isOpen(table, money)) return found;
  if (isMoney(money)) return { ...found, ...money, ...columnFor('currency', currency) };
  const localCurrency = named(table, 'currency', localCurrencyNames);
  return { ...found, ...local, ...columnFor('currency', localCurrency) };
}

const columnFor = (role: ColumnRole, column: number | undefined): ColumnIndexes =>
  column === undefined ? {} : { [role]: column };

const isMoney = ({ amount, debit, credit }: ColumnIndexes): boolean =>
  (amount ?? debit ?? credit) !== undefined;

function isOpen({ signature }: Table, { amount = -1 }: ColumnIndexes): boolean {
  return openNames.includes((signature[amount] ?? '').replace(/lcy$/u, ''));
}

/**
 * The column with the surest of these names that can be read in this role.
 * @param isOther whether a heading is of another currency, so that a column of the same name comes before it
 */
function named(
  { fields, signature, below }: Table,
  role: ColumnRole,
  names: readonly string[],
  isOther: (heading: string) => boolean = () => false,
): number | undefined {
  for (const name of names) {
    if (!signature.includes(name)) continue;
    const columns = [...signature.keys()].filter(
      (column) => signature[column] === name && fits(role, below, column),
    );
    const column = columns.find((each) => !isOther(fields[each] ?? '')) ?? columns[0];
    if (column !== undefined) return column;
  }
  return undefined;
}

/** Cells of a column, without empty ones and lines of dashes. */
function cellsOf(below: readonly StatementRecord[], column: number): readonly string[] {
  return below
    .map(({ fields }) => fields[column] ?? '')
    .filter((text) => /[\p{L}\p{N}+-]/u.test(text) && !/[-=]{3}/u.test(text));
}

/** A column of currencies without a heading. */
function unnamedCurrency({ signature, below }: Table): number | undefined {
  return [...signature.keys()].find((column) => {
    const cells = cellsOf(below, column);
    return signature[column] === '' && cells.length > 0 && cells.every(isCode);
  });
}

const isCode = (text: string): boolean => currencyCodes.has(text.toUpperCase());

/** A description that holds the numbers of bills, such as "Invoice INV-100". */
function numberInText({ signature, below }: Table): number | undefined {
  return [...signature.keys()].find((column) => {
    const key = signature[column] ?? '';
    const cells = cellsOf(below, column);
    const isText = kindNames.has(key) || textNames.has(key);
    return isText && cells.length > 0 && shareOf(cells, startsWithBill) >= 0.5;
  });
}

/** The columns of amounts in the currency of the documents; empty when none is certain. */
function moneyColumns(table: Table, hasCurrency: boolean): ColumnIndexes {
  const isOther = (heading: string): boolean => hasCurrency && headingCurrency(heading) !== null;
  const find = (role: ColumnRole, names: readonly string[]) => named(table, role, names, isOther);
  const amount = find('amount', amountNames) ?? onlyCurrency(table);
  const open = find('amount', openNames);
  if (open !== undefined && !isDays(table, open, amount)) return { amount: open };
  const debit = find('debit', debitNames);
  const credit = find('credit', creditNames);
  // If there is a debit column, another amount is a running balance or a copy.
  if (debit !== undefined && (credit !== undefined || amount === undefined))
    return { debit, ...columnFor('credit', credit) };
  const money = { ...columnFor('amount', amount), ...columnFor('credit', credit) };
  const balance = find('amount', balanceNames);
  if (balance !== undefined && amount === undefined) return balanceAlone(table, balance);
  if (balance !== undefined && isPerDocument(table, balance, money)) return { amount: balance };
  const isUnclear = amount === undefined || (credit === undefined && hasUnknownOpen(table, amount));
  return isUnclear ? {} : money;
}

/** Whether a column named "due" counts days: it has no cents, although the amounts have. */
function isDays({ signature, below }: Table, open: number, amount: number | undefined): boolean {
  if (amount === undefined || !dueNames.has(signature[open] ?? '')) return false;
  return cellsOf(below, amount).some(isSum) && !cellsOf(below, open).some(isSum);
}

/** Whether an unknown column may be an open amount: it is all or part of the line's amount, and both occur. */
function hasUnknownOpen({ signature, below }: Table, amount: number | undefined): boolean {
  return [...signature.entries()].some(([column, key]) => {
    if (isKnownHeading(key) || otherSums.has(key)) return false;
    const bills = below.filter(({ fields }) => !fields.some(namesTotal));
    const parts = bills.flatMap(({ fields }) => {
      const [part, sum] = [centsIn(fields, column), centsIn(fields, amount)];
      return part === null || sum === null || !isSum(fields[column] ?? '') ? [] : part / (sum || 1);
    });
    const isPart = parts.every((part) => part >= 0 && part <= 1);
    return isPart && parts.includes(1) && parts.some((part) => part > 0 && part < 1);
  });
}

function localMoney(table: Table): ColumnIndexes {
  const find = (role: ColumnRole, names: readonly string[]) =>
    named(
      table,
      role,
      names.map((name) => `${name}lcy`),
    );
  const debit = find('debit', debitNames);
  const amount =
    find('amount', openNames) ?? (debit === undefined ? find('amount', amountNames) : undefined);
  if (amount !== undefined) return { amount };
  return { ...columnFor('debit', debit), ...columnFor('credit', find('credit', creditNames)) };
}

/** The currency that a heading ends with, as its sign or code; null for none. */
export function headingCurrency(heading: string): string | null {
  const [, code] = /\b([A-Z]{3})\b\W*$/u.exec(heading) ?? [];
  const sign = /\p{L}*\$|\p{Sc}|(?<=\()(?:zł|Kč)(?=\))|\beuro$/iu.exec(heading)?.[0] ?? '';
  const currency = code ?? (/^euro$/iu.test(sign) ? 'EUR' : sign);
  return readStatementAmount(`1 ${currency}`, null)?.currency ?? null;
}

/** The currency in a cell of currencies, as a code, even one that is unknown, or a sign; null for none. */
export function currencyOfCell(text: string): string | null {
  if (/^[a-z]{3}$/iu.test(text)) return text.toUpperCase();
  return text === '' ? null : (readStatementAmount(`1 ${text}`, null)?.currency ?? null);
}

/** The amount column whose heading is only a currency; undefined unless there is exactly one. */
function onlyCurrency({ signature, below }: Table): number | undefined {
  const columns = [...signature.keys()].filter(
    (column) => isCode(signature[column] ?? '') && fits('amount', below, column),
  );
  return columns.length === 1 ? columns[0] : undefined;
}

/** Columns of amounts in a file whose only known amount is a balance. */
function balanceAlone(table: Table, balance: number): ColumnIndexes {
  const others = [...table.signature.keys()].filter((column) => {
    const cells = cellsOf(table.below, column);
    return column !== balance && cells.length > 0 && shareOf(cells, isSum) >= 0.6;
  });
  if (others.length === 0) return { amount: balance };
  return columnFor(
    'amount',
    others.find((amount) => isRunning(table, balance, { amount })),
  );
}

const isSum = (text: string): boolean =>
  /[.,]\d\d\b/u.test(text) && readStatementAmount(text, null) !== null;

/** Whether a balance is the open amount of each document: it doesn't run, and is never more than the amount. */
function isPerDocument(table: Table, balance: number, money: ColumnIndexes): boolean {
  if (isRunning(table, balance, money)) return false;
  const rows = table.below.flatMap(({ fields }) => {
    const [open, sum] = [centsIn(fields, balance), centsIn(fields, money.amount)];
    return open === null || sum === null ? [] : [Math.abs(open) <= Math.abs(sum)];
  });
  return rows.length > 0 && !rows.includes(false);
}

/** Whether the differences of a balance are the amounts of its lines, from the top or from the bottom. */
function isRunning(table: Table, balance: number, money: ColumnIndexes): boolean {
  return [-1, 1].some((step) => {
    const moves = movesOf(table, balance, money, step);
    const exact = moves.filter(({ by, amount }) => by === amount).length;
    // A payment may lack its sign.
    const isUnsigned = moves.every(({ by, amount }) => Math.abs(by) === Math.abs(amount));
    return moves.length > 0 && (exact * 2 >= moves.length || (isUnsigned && moves.length > 1));
  });
}

/** Differences of a balance, each with the amount of its line. @param step to the line before, -1 or 1 */
function movesOf(
  { below }: Table,
  balance: number,
  { amount, credit }: ColumnIndexes,
  step: number,
) {
  const rows = below.flatMap(({ fields }) => {
    const now = centsIn(fields, balance);
    const [plus, minus] = [centsIn(fields, amount), centsIn(fields, credit)];
    return now === null ? [] : { now, amount: (plus ?? 0) - Math.abs(minus ?? 0) };
  });
  return rows.flatMap((row, at) => {
    const before = rows[at + step];
    return before === undefined || row.amount === 0
      ? []
      : { by: row.now - before.now, amount: row.amount };
  });
}

function centsIn(fields: readonly string[], column: number | undefined): number | null {
  return column === undefined
    ? null
    : (readStatementAmount(fields[column] ?? '', null)?.cents ?? null);
}

/** Whether much of the column can be read in this role. Some of it may belong to a letterhead or a footer. */
function fits(role: ColumnRole, below: readonly StatementRecord[], column: number): boolean {
  const cells = cellsOf(below, column).filter((text) => role !== 'number' || !isTotal(text));
  return cells.length === 0 || shareOf(cells, (text) => isReadable(role, text)) >= 0.3;
}

function isReadable(role: ColumnRole, text: string): boolean {
  if (role === 'number') return /\d/u.test(text);
  if (role === 'date') return readStatementDate(text, 'dayFirst') !== null || isDateLike(text);
  if (role === 'currency') return currencyOfCell(text) !== null;
  return readStatementAmount(text, null) !== null;
}

const isDateLike = (text: string): boolean =>
  readStatementDate(text, 'monthFirst') !== null || readStatementDate(text, 'yearFirst') !== null;

function guessColumns(
  rows: readonly StatementRecord[],
  signature: readonly string[],
): ColumnIndexes {
  const found: Partial<Record<ColumnRole, number>> = {};
  const most = (column: number, test: (text: string) => boolean): boolean => {
    const cells = cellsOf(rows, column);
    return cells.length > 0 && shareOf(cells, test) >= 0.6;
  };
  for (const [column, heading] of signature.entries()) {
    const isDate = most(column, (text) => isReadable('date', text));
    if (isDate && !dueNames.has(heading)) found.date ??= column;
    else if (isDate) continue;
    else if (most(column, isSum)) found.amount = column;
    else if (most(column, (text) => /\d/u.test(text))) found.number ??= column;
    else if (most(column, (text) => /^[A-Z]{3}$/u.test(text))) found.currency ??= column;
  }
  return found;
}

/** Columns without a role that tell more about a line. */
export interface SideColumns {
  /** Columns that name the kind of a line. */
  readonly kinds: readonly number[];
  /** Columns that describe it. */
  readonly texts: readonly number[];
  readonly sign: number | undefined;
  readonly due: number | undefined;
}

export function sideColumns(
  { columns, signature, headingAt }: StatementLayout,
  records: readonly StatementRecord[],
): SideColumns {
  const used: ReadonlySet<number> = new Set(Object.values(columns));
  const free = [...signature.keys()].filter((column) => !used.has(column));
  const below = records.slice(headingAt + 1, headingAt + SAMPLE);
  const within = (names: ReadonlySet<string>) => (column: number) =>
    names.has(signature[column] ?? '');
  const hasSigns = (column: number): boolean => {
    const cells = cellsOf(below, column);
    const mayHold = signature[column] === '' || within(kindNames)(column);
    return (
      mayHold && cells.some((cell) => signOf(cell) > 0) && !cells.some((cell) => signOf(cell) === 0)
    );
  };
  return {
    kinds: free.filter(within(kindNames)),
    texts: free.filter(headingAt < 0 ? () => true : within(textNames)),
    sign: free.find(within(signNames)) ?? free.find(hasSigns),
    due: free.find(within(dueNames)),
  };
}

/** The sign that "D" or "C", "Soll" or "Haben" gives to an amount; 0 for other texts. */
export function signOf(text: string): -1 | 0 | 1 {
  const name = sortKeyOf(text)
    .replaceAll(/[\s.]/gu, '')
    .replaceAll(/[‐‑‒–—−]/gu, '-');
  if (minusNames.has(name)) return -1;
  return plusNames.has(name) ? 1 : 0;
}
const plusNames: ReadonlySet<string> = new Set(
  'd dr deb debit s soll debe dare debet winien debito +'.split(' '),
);
const minusNames: ReadonlySet<string> = new Set(
  'c cr cred credit h haben haber avere kredit ma credito -'.split(' '),
);

function shareOf(cells: readonly string[], test: (text: string) => boolean): number {
  return cells.filter(test).length / cells.length;
}

function mostFrequent(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)];
  return counts.toSorted(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? 0;
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((each, at) => each === right[at]);
}
