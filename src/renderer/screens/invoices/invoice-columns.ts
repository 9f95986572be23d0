import { compareValues } from '../../../base/compare-values.ts';
import { CREATED, type Invoice } from '../../../contract/invoice.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';
import {
  currencyIn,
  isForMachines,
  readField,
  type FieldValue,
} from '../../../contract/items/fields.ts';
import { isReference } from '../../../contract/body/read-party.ts';
import type { PlainDate } from '../../../base/days.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import { type CurrencyTotal, totalsPerCurrency } from '../../core/model/currency-totals.ts';
import { fieldName } from '../../kit/parts/format-field.ts';

/** Roles of columns, in the order of the columns. */
const invoiceColumnRoles = ['who', 'number', 'text', 'date', 'status', 'amount'] as const;
export type InvoiceColumnRole = (typeof invoiceColumnRoles)[number];

export interface InvoiceColumn {
  readonly field: string;
  readonly role: InvoiceColumnRole;
  readonly label: string;
  /** Whether whole numbers are amounts in the currency's main unit, since other values of the field have fractions. */
  readonly inUnits?: boolean | undefined;
  /** For an amount owed: the field of the status, since nothing is owed on drafts and void invoices. */
  readonly statusField?: string | undefined;
}

/** Maximum number of columns, so that the list stays readable. */
const MAX_COLUMNS = 7;
/** Minimum share of invoices with a value, 0 to 1, for a field to become a column. */
const MIN_FILLED = 0.3;
/** A text field with at most this many distinct values is a status. */
const MAX_STATUSES = 8;
/** Longest status, characters. */
const LONGEST_STATUS = 24;

/**
 * Chooses columns from the invoices' own fields, because the service does not document them.
 * @param sample a few hundred invoices are enough, since every field of each is read
 * @returns at most `MAX_COLUMNS` in display order; only the id when there is nothing else
 */
export function chooseColumns(sample: readonly Invoice[]): readonly InvoiceColumn[] {
  const taken = takeBest(fieldsOf(sample).flatMap((field) => rate(field, sample) ?? []));
  if (taken.length === 0) return [{ field: 'id', role: 'number', label: fieldName('id') }];
  const order = ({ role }: Rated): number => invoiceColumnRoles.indexOf(role);
  const columns = taken
    .toSorted((left, right) => order(left) - order(right) || left.place - right.place)
    .map(({ field, role, inUnits }) => ({ field, role, label: fieldName(field), inUnits }));
  const { owed, status } = knownColumns(columns);
  return columns.map((column) =>
    column === owed && status ? { ...column, statusField: status.field } : column,
  );
}

interface Rated extends Omit<InvoiceColumn, 'label'> {
  readonly score: number;
  /** Index among the service's fields. */
  readonly place: number;
}

/** Picks the best field repeatedly. A second field of a role ranks below the first field of another role. */
function takeBest(rated: readonly Rated[]): readonly Rated[] {
  const taken: Rated[] = [];
  const alike = ({ role }: Rated): number => taken.filter((each) => each.role === role).length;
  while (taken.length < MAX_COLUMNS) {
    // Some services send an amount twice, in cents and in units, under names with the same label.
    const labels = new Set(taken.map(({ field }) => fieldName(field)));
    const [best] = rated
      .filter((each) => !labels.has(fieldName(each.field)) && alike(each) < mostOf[each.role])
      .toSorted((left, right) => worth(right) - worth(left));
    if (best === undefined) break;
    taken.push(best);
  }
  return taken;

  function worth(each: Rated): number {
    return each.score - ALIKE_COST * alike(each);
  }
}

const ALIKE_COST = 25;

const mostOf: Record<InvoiceColumnRole, number> = {
  who: 1,
  number: 1,
  text: 2,
  date: 2,
  status: 1,
  amount: 2,
};

const scoreOf: Record<InvoiceColumnRole, number> = {
  who: 90,
  number: 85,
  amount: 80,
  date: 70,
  status: 65,
  text: 40,
};

function fieldsOf(sample: readonly Invoice[]): readonly string[] {
  return [...new Set(sample.flatMap((invoice) => Object.keys(invoice)))];
}

/** Rates a field as a column; null when it is unsuitable. */
function rate(field: string, sample: readonly Invoice[]): Rated | null {
  if (isForMachines(field)) return null;
  const inUnits = sample.some(
    (invoice) =>
      typeof invoice[field] === 'number' &&
      !Number.isInteger(invoice[field]) &&
      readField(field, invoice[field], invoice).kind === 'money',
  );
  const values = sample
    .map((invoice) => readCell(invoice, { field, inUnits }))
    .filter(({ kind }) => kind !== 'none');
  const filled = values.length / sample.length;
  const role = roleOf(field, values);
  if (role === null || filled < MIN_FILLED) return null;
  const place = fieldsOf(sample).indexOf(field);
  return { field, role, score: scoreOf[role] * filled + hint(field, role), place, inUnits };
}

function roleOf(field: string, values: readonly FieldValue[]): InvoiceColumnRole | null {
  const kind = mostFrequent(values.map((value) => value.kind));
  switch (kind) {
    case 'named':
      return 'who';
    case 'money':
      return 'amount';
    case 'date':
    case 'time':
      return 'date';
    case 'text':
      return roleOfTexts(field, values);
    case 'number':
      return /(number|_no|^no)$/iu.test(field) ? 'number' : 'text';
    case 'yesNo':
    case 'list':
    case 'object':
    case 'none':
    case null:
      return null;
    default:
      return kind satisfies never;
  }
}

const TOTAL = /(?<!sub_?)total/iu;
const OWED = /balance|due|open|outstanding/iu;
const CUSTOMER = /(customer|client|contact|recipient|name)/iu;
/** Words for texts to or about a customer, such as `note_to_customer` and `customer_email`. */
const NOT_CUSTOMER = /note|memo|message|comment|remark|terms|mail|phone|address|reference/iu;

function roleOfTexts(field: string, values: readonly FieldValue[]): InvoiceColumnRole | null {
  const texts = values.flatMap((value) => (value.kind === 'text' ? value.text : []));
  const different = new Set(texts);
  if (/(status|state)$/iu.test(field)) return 'status';
  if (/(number|_no|^no|code)$/iu.test(field)) return 'number';
  if (texts.every((text) => text.includes('/') && isReference(text))) return null;
  if (CUSTOMER.test(field) && !NOT_CUSTOMER.test(field)) return 'who';
  // A column with one value for all invoices has no use.
  if (different.size === 1 && values.length > 1) return null;
  const few = different.size <= MAX_STATUSES && different.size * 4 <= texts.length;
  if (few && texts.every((text) => text.length <= LONGEST_STATUS)) return 'status';
  return 'text';
}

/** Preference among fields of one role, by name. */
function hint(field: string, role: InvoiceColumnRole): number {
  // The name of an invoice's creator must rank below the customer's.
  if (role === 'who') return CUSTOMER.test(field) ? 3 : 0;
  // The due date precedes all other dates, even if drafts lack it.
  if (role === 'date')
    return /due/iu.test(field) ? 50 : /(created|updated|_at$)/iu.test(field) ? -30 : 1;
  if (role === 'amount') return OWED.test(field) ? 6 : TOTAL.test(field) ? 3 : 0;
  if (role === 'status') return /(status|state)$/iu.test(field) ? 3 : 0;
  return 0;
}

function mostFrequent(kinds: readonly FieldValue['kind'][]): FieldValue['kind'] | null {
  const counts = new Map<FieldValue['kind'], number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left);
  return first?.[0] ?? null;
}

/** Newest first: by the first date column that is not the due date. */
export function newestOrder(columns: readonly InvoiceColumn[]): InvoiceOrder {
  const dates = columns.filter(({ role }) => role === 'date').map(({ field }) => field);
  const field = dates.find((name) => !/due/iu.test(name)) ?? dates[0] ?? CREATED;
  return { field, descending: true };
}

/**
 * Sorts rows newest first, by the first date column that is not the due date. Rows of equal date keep their
 * order. It sorts distinct dates instead of rows, because many of 100,000 invoices share one.
 */
export function newestFirst<Row extends { readonly invoice: Invoice }>(
  rows: readonly Row[],
  columns: readonly InvoiceColumn[],
): readonly Row[] {
  const { field } = newestOrder(columns);
  const byDate = new Map<string, Row[]>();
  for (const row of rows) {
    const value = row.invoice[field];
    const date = typeof value === 'string' ? value : '';
    const same = byDate.get(date);
    if (same) same.push(row);
    else byDate.set(date, [row]);
  }
  const newest = sortBy(
    [...byDate].map(([date, same]) => ({ invoice: { id: date, [field]: date }, same })),
    { field, descending: true },
    columns,
  );
  return newest.flatMap(({ same }) => same);
}

/** Columns with a known meaning; null for a missing one. */
export interface KnownColumns {
  readonly dueDate: InvoiceColumn | null;
  /** Amount that the customer still owes. */
  readonly owed: InvoiceColumn | null;
  readonly status: InvoiceColumn | null;
}

export function knownColumns(columns: readonly InvoiceColumn[]): KnownColumns {
  const find = (role: InvoiceColumnRole, name: RegExp): InvoiceColumn | null =>
    columns.find((each) => each.role === role && name.test(each.field)) ?? null;
  return {
    dueDate: find('date', /due/iu),
    owed: find('amount', OWED),
    status: find('status', /./u),
  };
}

/** Statuses of invoices that no customer has to pay. */
const notOwed: ReadonlySet<string> = new Set(['draft', 'void', 'voided', 'cancelled', 'canceled']);

/** Whether money is owed after the due date. False unless there are columns for the amount owed and the due date. */
export function isOverdue(
  invoice: Invoice,
  { dueDate, owed }: KnownColumns,
  today: PlainDate,
): boolean {
  const due = readCell(invoice, dueDate);
  const left = readCell(invoice, owed);
  const isLate = due.kind === 'date' && due.date < today;
  return isLate && left.kind === 'money' && left.amountCents > 0;
}

const isOwed = (invoice: Invoice, status: StatusColumn): boolean =>
  !notOwed.has(statusOf(invoice, status).toLowerCase());

type StatusColumn = Pick<InvoiceColumn, 'field'> | null;

/** Status as the service wrote it; empty for none. */
export function statusOf(invoice: Invoice, status: StatusColumn): string {
  const value = readCell(invoice, status);
  return value.kind === 'text' ? value.text : '';
}

/** Value of a field; none for the amount owed of an invoice that owes nothing yet. */
export function readCell(
  invoice: Invoice,
  column: Pick<InvoiceColumn, 'field' | 'inUnits' | 'statusField'> | null,
): FieldValue {
  if (column === null) return { kind: 'none' };
  const { statusField } = column;
  if (statusField !== undefined && !isOwed(invoice, { field: statusField }))
    return { kind: 'none' };
  const value = readField(column.field, invoice[column.field], invoice);
  const currency = currencyIn(invoice);
  if (!column.inUnits || value.kind !== 'number' || currency === '') return value;
  const amountCents = value.value * CENTS_PER_UNIT;
  return Number.isSafeInteger(amountCents) ? { kind: 'money', amountCents, currency } : value;
}

/**
 * Amounts owed per currency, without drafts and void invoices. If nothing is owed, or the service doesn't say what is,
 * another amount of all invoices.
 */
export function sumOf(
  rows: readonly { readonly invoice: Invoice }[],
  columns: readonly InvoiceColumn[],
): InvoiceSum | null {
  const { owed, status } = knownColumns(columns);
  const owing = owed === null ? [] : rows.filter(({ invoice }) => isOwed(invoice, status));
  const column =
    owing.length > 0 ? owed : columns.find((each) => each.role === 'amount' && each !== owed);
  if (!column) return null;
  const summed = column === owed ? owing : rows;
  const amounts = summed.flatMap(({ invoice }) => {
    const value = readCell(invoice, column);
    return value.kind === 'money' ? value : [];
  });
  const without = summed.length - amounts.length;
  return { label: column.label, totals: totalsPerCurrency(amounts), without };
}

interface InvoiceSum {
  readonly label: string;
  readonly totals: readonly CurrencyTotal[];
  /** Number of invoices that the totals leave out, because their amount is not readable. */
  readonly without: number;
}

export interface InvoiceOrder {
  readonly field: string;
  readonly descending: boolean;
}

/** Sorts by a field, amounts within their currency. Invoices without a value come last in both directions. */
export function sortBy<Row extends { readonly invoice: Invoice }>(
  rows: readonly Row[],
  { field, descending }: InvoiceOrder,
  columns: readonly InvoiceColumn[],
): readonly Row[] {
  const column = columns.find((each) => each.field === field) ?? { field };
  const keyed = rows.map((row) => ({ row, key: sortKey(readCell(row.invoice, column)) }));
  const sign = descending ? -1 : 1;
  return keyed
    .toSorted(({ key: left }, { key: right }) => {
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return (
        compareValues(left.group, right.group) || sign * compareValues(left.value, right.value)
      );
    })
    .map(({ row }) => row);
}

interface SortKey {
  readonly group: string;
  readonly value: string | number;
}

function sortKey(value: FieldValue): SortKey | null {
  switch (value.kind) {
    case 'money':
      return { group: value.currency, value: value.amountCents };
    case 'date':
      return { group: '', value: value.date };
    case 'time':
      return { group: '', value: new Date(value.atMs).toISOString() };
    case 'number':
      return { group: '', value: value.value };
    case 'text':
      return { group: '', value: sortKeyOf(value.text) };
    case 'named':
      return { group: '', value: sortKeyOf(value.name) };
    case 'yesNo':
      return { group: '', value: Number(value.value) };
    case 'none':
    case 'list':
    case 'object':
      return null;
    default:
      return value satisfies never;
  }
}
