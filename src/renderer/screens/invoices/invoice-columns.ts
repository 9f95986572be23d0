import { CREATED, type Invoice } from '../../../contract/invoice.ts';
import { fieldLabel, readField, type FieldValue } from '../../../contract/fields.ts';

/** Roles of columns, in the order of the columns. */
export const columnRoles = ['who', 'number', 'text', 'date', 'status', 'amount'] as const;
export type ColumnRole = (typeof columnRoles)[number];

export interface Column {
  readonly field: string;
  readonly role: ColumnRole;
  readonly label: string;
}

/** Maximum number of columns, so that the list stays readable. */
export const MOST_COLUMNS = 6;
/** Minimum share of invoices with a value, 0 to 1, for a field to become a column. */
const LEAST_FILLED = 0.3;
/** A text field with at most this many distinct values is a status. */
const MOST_STATUSES = 8;
const LONGEST_STATUS = 24;

/**
 * Chooses columns from the invoices' own fields, because no document lists them.
 * @param sample a few hundred invoices are enough, since every field of each is read
 * @returns at most `MOST_COLUMNS` in display order; only the id when there is nothing else
 */
export function chooseColumns(sample: readonly Invoice[]): readonly Column[] {
  const taken = takeBest(fieldsOf(sample).flatMap((field) => rate(field, sample) ?? []));
  if (taken.length === 0) return [{ field: 'id', role: 'number', label: fieldLabel('id') }];
  const order = ({ role }: Rated): number => columnRoles.indexOf(role);
  return taken
    .toSorted((left, right) => order(left) - order(right) || left.place - right.place)
    .map(({ field, role }) => ({ field, role, label: fieldLabel(field) }));
}

interface Rated {
  readonly field: string;
  readonly role: ColumnRole;
  readonly score: number;
  /** Index among the service's fields. */
  readonly place: number;
}

/** Takes the best field repeatedly. A second field of a role is worth less than the first of another. */
function takeBest(rated: readonly Rated[]): readonly Rated[] {
  const taken: Rated[] = [];
  const alike = ({ role }: Rated): number => taken.filter((each) => each.role === role).length;
  while (taken.length < MOST_COLUMNS) {
    const [best] = rated
      .filter((each) => !taken.includes(each) && alike(each) < mostOf[each.role])
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

const mostOf: Record<ColumnRole, number> = {
  who: 1,
  number: 1,
  text: 2,
  date: 2,
  status: 1,
  amount: 2,
};

const scoreOf: Record<ColumnRole, number> = {
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
  const values = sample
    .map((invoice) => readField(field, invoice[field], invoice))
    .filter(({ kind }) => kind !== 'none');
  const filled = values.length / sample.length;
  const role = roleOf(field, values);
  if (role === null || filled < LEAST_FILLED) return null;
  const place = fieldsOf(sample).indexOf(field);
  return { field, role, score: scoreOf[role] * filled + hint(field, role), place };
}

/** Whether users don't read the field in a list. Amounts already show the currency. */
function isForMachines(field: string): boolean {
  return /^(id|uuid|object|type|url|currency|currency_code|.*_(id|uuid|url|token))$/iu.test(field);
}

function roleOf(field: string, values: readonly FieldValue[]): ColumnRole | null {
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

function roleOfTexts(field: string, values: readonly FieldValue[]): ColumnRole | null {
  const texts = values.flatMap((value) => (value.kind === 'text' ? value.text : []));
  const different = new Set(texts);
  if (/(status|state)$/iu.test(field)) return 'status';
  if (/(number|_no|^no|code)$/iu.test(field)) return 'number';
  if (/(customer|client|contact|recipient|name)/iu.test(field)) return 'who';
  // A value common to all invoices says nothing in a list.
  if (different.size === 1 && values.length > 1) return null;
  const few = different.size <= MOST_STATUSES && different.size * 4 <= texts.length;
  if (few && texts.every((text) => text.length <= LONGEST_STATUS)) return 'status';
  return 'text';
}

/** Preference among fields of one role, by name. */
function hint(field: string, role: ColumnRole): number {
  if (role === 'date')
    return /due/iu.test(field) ? 3 : /(created|updated|_at$)/iu.test(field) ? -30 : 1;
  if (role === 'amount') return /(total|due|balance)/iu.test(field) ? 3 : 0;
  if (role === 'status') return /(status|state)$/iu.test(field) ? 3 : 0;
  return 0;
}

function mostFrequent(kinds: readonly FieldValue['kind'][]): FieldValue['kind'] | null {
  const counts = new Map<FieldValue['kind'], number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, left], [, right]) => right - left);
  return first?.[0] ?? null;
}

/**
 * Sorts rows newest first, by the first date column that is not the due date. Rows of equal date keep their
 * order. It sorts distinct dates instead of rows, because many of 100,000 invoices share one.
 */
export function newestFirst<Row extends { readonly invoice: Invoice }>(
  rows: readonly Row[],
  columns: readonly Column[],
): readonly Row[] {
  const dates = columns.filter(({ role }) => role === 'date').map(({ field }) => field);
  const field = dates.find((name) => !/due/iu.test(name)) ?? dates[0] ?? CREATED;
  const byDate = new Map<string, Row[]>();
  for (const row of rows) {
    const value = row.invoice[field];
    const date = typeof value === 'string' ? value : '';
    const same = byDate.get(date);
    if (same) same.push(row);
    else byDate.set(date, [row]);
  }
  const newest = [...byDate.keys()].toSorted().toReversed();
  return newest.flatMap((date) => byDate.get(date) ?? []);
}
