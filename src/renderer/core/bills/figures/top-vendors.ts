import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { nothing, plusBill, type Sum } from './figures.ts';
import type { ReportFilter } from './report-filter.ts';

export interface VendorFigure extends Sum {
  /** Name from the service; null for bills without a vendor. */
  readonly vendor: string | null;
  readonly filter: ReportFilter;
}

export interface TopVendors {
  /** Largest amount due first, then by name. */
  readonly vendors: readonly VendorFigure[];
  /** Number of vendors in all. */
  readonly count: number;
}

/** @param rows unpaid bills of one currency */
export function topVendors(rows: readonly BillRow[], currency: string, most: number): TopVendors {
  const sums = new Map<string | null, Sum>();
  for (const row of rows) {
    const vendor = vendorName(row.bill);
    sums.set(vendor, plusBill(sums.get(vendor) ?? nothing, row));
  }
  const figures = [...sums].map(([vendor, sum]) => ({
    vendor,
    ...sum,
    filter: { currency, vendor: vendor ?? '', dueFrom: null, dueTo: null },
  }));
  return { vendors: figures.toSorted(largestFirst).slice(0, most), count: figures.length };
}

function largestFirst(left: VendorFigure, right: VendorFigure): number {
  const byAmount = right.amountCents - left.amountCents;
  return byAmount || ((left.vendor ?? '') < (right.vendor ?? '') ? -1 : 1);
}
