import type { Bill } from '../../../src/contract/bill.ts';
import type { PlainDate } from '../../../src/base/days.ts';
import { createFlagIndex } from '../../../src/renderer/core/bills/flags/flag-index.ts';
import { billOf, TODAY } from './history.ts';

export const vendor = { id: 'v-1', name: 'Harbor Cleaning GmbH' };
export const days: readonly PlainDate[] = [
  ...(['2026-06-10', '2026-07-10', '2026-08-10'] as const),
  ...(['2026-09-10', '2026-10-10', '2026-11-10'] as const),
];
export const last = days.length - 1;

export type Fields = Partial<Bill>;

/** Five paid bills and an open one, `m5`: monthly, 500.00, numbers in a row. */
export function monthly(each: (at: number) => Fields, open: Fields): readonly Bill[] {
  return days.map((date, at) => ({
    ...billOf({
      ...{ id: `m${at}`, vendor, number: `INV-${2_001 + at}`, date, termsDays: 30 },
      ...{ totalCents: 50_000, currency: 'EUR', memo: null },
    }),
    ...each(at),
    ...(at === last ? open : {}),
  }));
}

/** Kinds of the flags, then the reasons why the bill is not routine. */
export function judge(bills: readonly Bill[], id = 'm5', limits: readonly number[] = []): string {
  const index = createFlagIndex({
    today: () => TODAY,
    limits: () =>
      limits.map((askAboveCents) => ({
        ...{ currency: 'EUR', askAboveCents, bulkMostCents: null, batchMostCents: null },
      })),
    others: () => [],
  });
  for (const bill of bills) index.put(bill.id, bill);
  const flags = index.flagsOf(id, true).map(({ kind }) => kind);
  const deviations = index.regularityOf(id, true, flags.length > 0)?.deviations ?? [];
  const reasons = deviations.filter((each) => each !== 'flagged');
  return `${flags.join(' ')} / ${reasons.join(' ')}`.trim();
}

export const others = (fields: Record<string, unknown>): Fields => ({ others: fields });
export const ofVendor = (fields: Record<string, unknown>): Fields => ({
  vendor: { ...vendor, others: fields },
});
export const nothing = (): Fields => ({});

/** The same bills of four other vendors, whose open bills show what the service's fields say before the payment. */
export function peers(each: (at: number) => Fields, open: Fields = {}): readonly Bill[] {
  return ['Orion Rent', 'Pine Telecom', 'Quay Power', 'Reed Software'].flatMap((name, place) =>
    monthly(each, open).map((bill, at) => ({
      ...bill,
      id: `${name} ${at}`,
      vendor: { ...bill.vendor, id: `v-${place + 2}`, name },
      billNumber: `${name.slice(0, 1)}-${701 + at}`,
    })),
  );
}

export const words = [
  'Repairs hall 2',
  'Goods as ordered',
  'Filters',
  'Spare parts',
  'Seals',
  'Project',
];
export const names = ['June', 'July', 'August', 'September', 'October', 'November'];
export const varied = (at: number): Fields => ({ memo: words[at] ?? null });
