import { expect, test } from 'vitest';
import { sampleRow } from '../ui/testing/samples.ts';
import {
  layOutByDue,
  positionAfterLeaving,
  type ListEntry,
  type ListLayout,
} from './list-layout.ts';

const FRIDAY = '2026-11-20';
const MONDAY_FIRST = 1;

function told(entry: ListEntry): string {
  if (entry.kind === 'bill') return `${entry.position} ${entry.row.bill.id}`;
  const totals = entry.totals.map(({ currency, amountCents }) => `${amountCents} ${currency}`);
  return `${entry.group} (${entry.bills}): ${totals.join(', ')}`;
}

function allEntries({ entryCount, entryAt }: ListLayout): readonly ListEntry[] {
  return Array.from({ length: entryCount }, (_none, index) => entryAt(index)).filter(
    (entry) => entry !== null,
  );
}

test('R-16 bills stand under their due-date group with its count and totals per currency', () => {
  const layout = layOutByDue(
    [
      sampleRow({ id: 'late', due_date: '2026-11-01', amount_due_cents: 100 }),
      sampleRow({ id: 'later', due_date: '2026-11-19', amount_due_cents: 50, currency: 'JPY' }),
      sampleRow({ id: 'now', due_date: FRIDAY, amount_due_cents: 7 }),
      sampleRow({ id: 'sunday', due_date: '2026-11-22T00:00:00Z', amount_due_cents: 8 }),
      sampleRow({ id: 'monday', due_date: '2026-11-23', amount_due_cents: 9 }),
      sampleRow({ id: 'whenever', due_date: null, amount_due_cents: 10 }),
    ],
    FRIDAY,
    MONDAY_FIRST,
  );
  expect({
    entries: allEntries(layout).map(told),
    entryOfBill: layout.rows.map((_row, position) => layout.entryOfBill(position)),
    headingAbove: [0, 1, 4, 10].map(layout.headingAbove),
    totals: layout.totals,
  }).toEqual({
    entries: [
      'past (2): 100 EUR, 50 JPY',
      '0 late',
      '1 later',
      'today (1): 7 EUR',
      '2 now',
      'thisWeek (1): 8 EUR',
      '3 sunday',
      'later (1): 9 EUR',
      '4 monday',
      'none (1): 10 EUR',
      '5 whenever',
    ],
    entryOfBill: [1, 2, 4, 6, 8, 10],
    headingAbove: [0, 0, 3, 9],
    totals: [
      { currency: 'EUR', amountCents: 134 },
      { currency: 'JPY', amountCents: 50 },
    ],
  });
});

test('R-16 an empty list has no headings', () => {
  const { entryCount, totals, entryAt, headingAbove } = layOutByDue([], FRIDAY, MONDAY_FIRST);
  expect([entryCount, totals, entryAt(0), headingAbove(0)]).toEqual([0, [], null, null]);
});

test('R-17 when a bill leaves the list, the one that takes its place is shown', () => {
  expect([
    positionAfterLeaving(2, 10),
    positionAfterLeaving(9, 9),
    positionAfterLeaving(0, 0),
  ]).toEqual([2, 8, null]);
});
