import { CREATED, type Invoice } from '../../../contract/invoice.ts';
import { fieldLabel, readField, type FieldValue } from '../../../contract/fields.ts';

/** What a column is for, in the order columns stand. */
export const columnRoles = ['who', 'number', 'text', 'date', 'status', 'amount'] as const;
export type ColumnRole = (typeof columnRoles)[number];

export interface Column {
  readonly field: string;
  readonly role: ColumnRole;
  readonly label: string;
}

/** More would not be read any more. */
export const MOST_COLUMNS = 6;
/** A column that most invoices leave empty is none. */
const LEAST_FILLED = 0.3;
/** A text that only a few words ever stand in is a status. */
const MOST_STATUSES = 8;
const LONGEST_STATUS = 24;

/**
 * The columns of a list whose fields are not documented: chosen by what the invoices hold.
 * @param sample enough of them to know the shape: a few hundred, since every field of each is read
 * @returns at most `MOST_COLUMNS`, in the order they stand; the id alone when there is nothing else
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
  /** Where the service has it among the fields. */
  readonly place: number;
}

/** The best one after another; a second of its role is worth less than the first of another. */
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

/** What a field would be worth as a column, or null when it is none. */
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

/** Names of things people do not read in a list. Currencies stand with the amounts. */
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
  // The same in all of them says nothing in a list.
  if (different.size === 1 && values.length > 1) return null;
  const few = different.size <= MOST_STATUSES && different.size * 4 <= texts.length;
  if (few && texts.every((text) => text.length <= LONGEST_STATUS)) return 'status';
  return 'text';
}

/** Among fields of one role, what people look for first. */
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
 * The rows with the newest first, by the first date column that is not the due date; rows of one date
 * keep their order. Dates are sorted, not rows: of 100,000 invoices many share one.
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
