import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import { formatHidden, formatBack, formatBills } from './format-annotation.ts';

test('M-10 a mark is said in words: until when, that it is over, or that it is dismissed', () => {
  const mark = { note: '', snoozedUntil: null, dismissedAtMs: null };
  const snoozed = { ...mark, snoozedUntil: '2026-11-24' };
  const said = (kept: typeof snoozed | typeof mark | null, today: '2026-11-20' | '2026-11-24') => [
    formatHidden(kept, today, 'en-GB'),
    formatBack(kept, today, 'en-GB'),
  ];
  expect({
    before: said(snoozed, '2026-11-20'),
    onTheDay: said(snoozed, '2026-11-24'),
    nextYear: formatHidden({ ...mark, snoozedUntil: '2027-01-04' }, '2026-11-20', 'en-GB'),
    dismissed: formatHidden({ ...mark, dismissedAtMs: 1 }, '2026-11-20', 'en-GB'),
    noteOnly: said(mark, '2026-11-20'),
    none: said(null, '2026-11-20'),
  }).toEqual({
    before: ['Snoozed until 24 Nov', null],
    onTheDay: [null, 'Was snoozed until 24 Nov'],
    nextYear: 'Snoozed until 4 Jan 2027',
    dismissed: 'Dismissed',
    noteOnly: [null, null],
    none: [null, null],
  });
});

test('M-10 one bill is called by vendor and number, several by how many they are', () => {
  expect([
    formatBills([sampleRow()]),
    formatBills([sampleRow({ vendor: null })]),
    formatBills([sampleRow({ vendor: null, bill_number: null })]),
    formatBills([sampleRow(), sampleRow()]),
  ]).toEqual(['Northwind · INV-1', 'INV-1', 'bill-1', '2 bills']);
});
