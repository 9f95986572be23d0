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

/** Total of several sums of one currency. */
export function totalOf(sums: Iterable<Sum>): Sum {
  let total = nothing;
  for (const { bills, amountCents } of sums) {
    total = { bills: total.bills + bills, amountCents: total.amountCents + amountCents };
  }
  return total;
}
