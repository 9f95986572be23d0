import { compareValues } from '../../../../base/compare-values.ts';
import type { CurrencyDues, VendorSum } from './dues.ts';
import type { ReportFilter } from './report-filter.ts';

export interface VendorFigure extends VendorSum {
  readonly filter: ReportFilter;
}

export interface TopVendors {
  /** Largest amount due first, then by name. */
  readonly vendors: readonly VendorFigure[];
  /** Number of all vendors. */
  readonly count: number;
}

/** @param dues unpaid bills of one currency */
export function topVendors(
  { vendors }: Pick<CurrencyDues, 'vendors'>,
  currency: string,
  most: number,
): TopVendors {
  const first = vendors.toSorted(largestFirst).slice(0, most);
  const figures = first.map((each) => ({
    ...each,
    filter: { currency, vendor: each.vendor ?? '', dueFrom: null, dueTo: null },
  }));
  return { vendors: figures, count: vendors.length };
}

function largestFirst(left: VendorSum, right: VendorSum): number {
  const byAmount = right.amountCents - left.amountCents;
  return byAmount || compareValues(left.vendor ?? '', right.vendor ?? '');
}
