import { expect, test } from 'vitest';
import { addDays } from '../../../../base/days.ts';
import { aBill } from '../../testing/fake-bridge.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { vendorPrices, vendorRhythm, vendorYears } from './vendor-history.ts';

const row = (
  date: string | null,
  totalCents: number,
  fields: Parameters<typeof aBill>[1] = {},
): BillRow => ({
  organizationId: 'acme',
  seen: { atMs: 0 },
  bill: aBill(`${date ?? 'undated'} ${totalCents}`, { date, totalCents, ...fields }),
});

test('R-110 a vendor’s year is the sum per currency, beside the same part of last year, without void bills', () => {
  const rows = [
    row('2026-01-01', 100),
    row('2026-11-26', 20),
    row('2026-11-27', 9_000),
    row('2026-03-01', 7, { currency: 'USD' }),
    row('2026-02-01', 5_000, { status: 'void' }),
    row('2025-11-26', 30),
    row('2025-11-27', 8_000),
    row('2024-05-01', 1, { currency: 'CHF' }),
  ];
  expect(vendorYears(rows, '2026-11-26')).toEqual([
    { currency: 'EUR', bills: 2, thisYearCents: 120, lastYearCents: 30 },
    { currency: 'USD', bills: 1, thisYearCents: 7, lastYearCents: 0 },
  ]);
});

test('R-110 a regular vendor has a next day, an irregular one has none, and three dates are too few', () => {
  const every = (days: readonly number[]): readonly BillRow[] => {
    let date = addDays('2026-01-05', 0);
    return [row(date, 1), ...days.map((gap) => row((date = addDays(date, gap)), 1))];
  };
  expect([
    vendorRhythm(every([30, 31, 30, 90])),
    vendorRhythm(every([2, 40, 9, 100])),
    vendorRhythm(every([30, 30])),
  ]).toEqual([{ days: 31, nextOn: '2026-08-05' }, { days: 40, nextOn: null }, null]);
});

test('R-110 a vendor that always bills on one day of the month is expected on that day next month or next quarter', () => {
  const nextAfter = (...dates: readonly string[]) =>
    vendorRhythm(dates.map((date) => row(date, 1)))?.nextOn;
  expect([
    nextAfter('2026-07-02', '2026-08-15', '2026-09-15', '2026-10-15', '2026-11-15'),
    nextAfter('2025-05-20', '2025-08-20', '2025-11-20', '2026-02-20'),
    nextAfter('2026-05-31', '2026-07-31', '2026-08-31', '2026-10-31'),
    nextAfter('2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'),
  ]).toEqual(['2026-12-15', '2026-05-20', '2026-12-31', '2026-11-30']);
});

test('R-110 the latest price is compared with that of a year before, without credits', () => {
  const rows = [
    row('2025-10-20', 90),
    row('2025-11-30', 100),
    row('2026-10-20', 104),
    row('2026-11-20', 105),
    row('2026-11-25', -50),
    row('2026-11-01', 6, { currency: 'USD' }),
  ];
  expect(vendorPrices(rows)).toMatchObject([
    { currency: 'EUR', now: { cents: 105 }, before: { date: '2025-11-30', cents: 100 } },
    { currency: 'USD', now: { cents: 6 }, before: null },
  ]);
  expect(vendorPrices(rows)[0]?.latest.map(({ cents }) => cents)).toEqual([90, 100, 104, 105]);
});
