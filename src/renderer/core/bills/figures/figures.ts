import type { BillRow } from '../../model/bill-row.ts';
import type { ReportFilter } from './report-filter.ts';

/** A number of bills and the amount due on them, in cents of one currency. */
export interface Sum {
  readonly bills: number;
  readonly amountCents: number;
}

/** A row of a table, or a column of a chart. */
export interface Figure<Name extends string> extends Sum {
  readonly name: Name;
  readonly filter: ReportFilter;
}

export const nothing: Sum = { bills: 0, amountCents: 0 };

/** The sum with one more bill added. */
export function plusBill({ bills, amountCents }: Sum, { bill }: BillRow): Sum {
  return { bills: bills + 1, amountCents: amountCents + bill.amountDueCents };
}

/** Total of several sums of one currency. */
export function totalOf(sums: Iterable<Sum>): Sum {
  let total = nothing;
  for (const { bills, amountCents } of sums) {
    total = { bills: total.bills + bills, amountCents: total.amountCents + amountCents };
  }
  return total;
}

/** Rows by currency, the one with most bills first, then by code. */
export function byCurrency(rows: readonly BillRow[]): ReadonlyMap<string, readonly BillRow[]> {
  const groups = new Map<string, BillRow[]>();
  for (const row of rows) {
    const group = groups.get(row.bill.currency);
    if (group) group.push(row);
    else groups.set(row.bill.currency, [row]);
  }
  return new Map(
    [...groups].toSorted(
      ([leftCode, left], [rightCode, right]) =>
        right.length - left.length || (leftCode < rightCode ? -1 : 1),
    ),
  );
}
