import { expect, test } from 'vitest';
import { allSteps } from '../../../../base/testing/all-steps.ts';
import type { Flag } from '../../model/flag.ts';
import { sampleRow } from '../../../kit/testing/samples.ts';
import type { BillRow } from '../../model/bill-row.ts';
import { formatTotal } from '../../../kit/ui/Totals.tsx';
import { selectedTotals, summarizeBulk, totalDue, unchangedSince } from './bulk-summary.ts';

const hold = { reason: 'Price', whom: '', answerBy: null, atMs: 0 };
const flags: Readonly<Record<string, readonly Flag[]>> = {
  euro: [{ kind: 'dueAboveTotal' }, { kind: 'firstOfVendor' }],
  yen: [{ kind: 'firstOfVendor' }],
  paid: [{ kind: 'dueBeforeDate' }],
  held: [{ kind: 'onHold', hold }, { kind: 'firstOfVendor' }],
  asked: [{ kind: 'asked', hold, isOverdue: false }],
};
const selected = [
  sampleRow({ id: 'euro', amountDueCents: 100 }),
  sampleRow({ id: 'more', amountDueCents: 23 }),
  sampleRow({ id: 'yen', currency: 'JPY', amountDueCents: 500 }),
  sampleRow({ id: 'paid', status: 'paid' }),
  sampleRow({ id: 'sent' }),
  sampleRow({ id: 'duplicate', amountDueCents: 70 }),
  sampleRow({ id: 'held' }),
  sampleRow({ id: 'asked' }),
];
const facts = {
  approved: new Set(['sent']),
  flagsOf: (billId: string) => flags[billId] ?? [],
  isSecondCopy: (billId: string) => billId === 'duplicate',
  copiesOf: () => [],
  limits: [],
};
const summarize = (...of: Parameters<typeof summarizeBulk>) => allSteps(summarizeBulk(...of));
const summary = summarize(selected, facts, true);
const ids = (rows: readonly BillRow[]) => rows.map(({ bill }) => bill.id);

test('a bulk contains flagged bills only if the user includes them, and never second copies or held bills', () => {
  const observed = [summarize(selected, facts), summary].map((each) => ({
    rows: ids(each.rows),
    totals: each.totals,
    flagged: ids(each.flagged.map(({ row }) => row)),
    secondCopies: ids(each.secondCopies.map(({ row }) => row)),
    held: ids(each.held.map(({ row }) => row)),
  }));
  const leftOut = {
    flagged: ['euro', 'yen'],
    secondCopies: ['duplicate'],
    held: ['held', 'asked'],
  };
  expect(observed).toEqual([
    { rows: ['more'], totals: [{ currency: 'EUR', amountCents: 23 }], ...leftOut },
    { rows: ['euro', 'more', 'yen'], totals: summary.totals, ...leftOut },
  ]);
});

test('P-72 one of several copies goes in a bulk, and the others are left out', () => {
  const copies = ['one', 'near', 'two', 'three'].map((id) => sampleRow({ id }));
  const copiesOf = (billId: string) =>
    billId === 'near' ? [] : ['one', 'two', 'three'].filter((id) => id !== billId);
  const { rows, secondCopies } = summarize(copies, { ...facts, copiesOf }, true);
  expect([ids(rows), ids(secondCopies.map(({ row }) => row))]).toEqual([
    ['one', 'near'],
    ['two', 'three'],
  ]);
});

test('W-30 the summary leaves out bills above the bulk limit before asking, but not a single bill', () => {
  const limit = { currency: 'EUR', askAboveCents: null, bulkMostCents: 99, batchMostCents: null };
  const limited = { ...facts, limits: [limit] };
  const all = summarize([...selected, sampleRow({ id: 'credit', amountDueCents: -100 })], limited);
  const alone = summarize(selected.slice(0, 1), limited, true);
  expect({
    rows: ids(all.rows),
    aboveLimit: ids(all.aboveLimit.map(({ row }) => row)),
    alone: [ids(alone.rows), alone.aboveLimit],
  }).toEqual({ rows: ['more'], aboveLimit: ['euro', 'credit'], alone: [['euro'], []] });
});

test('a sum to confirm keeps credits separate from bills', () => {
  const rows = [90_000_000, -89_999_900, 100].map((cents, at) =>
    sampleRow({ id: String(at), amountDueCents: cents }),
  );
  const credit = sampleRow({ id: 'credit', currency: 'USD', amountDueCents: -500 });
  const totals = totalDue([...rows, credit]);
  expect([totals, totals.map((total) => formatTotal(total, 'en-US'))]).toEqual([
    [
      { currency: 'EUR', amountCents: 90_000_100, creditsCents: -89_999_900 },
      { currency: 'USD', amountCents: 0, creditsCents: -500 },
    ],
    ['€900,001.00 · credits -€899,999.00', 'credits -$5.00'],
  ]);
});

test('selected bills sum up to what is due on the payable ones; if none is payable, to their totals', () => {
  const open = sampleRow({ id: 'open' });
  const voided = sampleRow({ id: 'void', status: 'void', totalCents: 700, amountDueCents: 700 });
  const paid = sampleRow({ id: 'paid', status: 'paid', currency: 'USD', amountDueCents: 0 });
  expect([selectedTotals([open, voided, paid]), selectedTotals([voided, paid])]).toEqual([
    { isDue: true, totals: [{ currency: 'EUR', amountCents: 1_000 }] },
    {
      isDue: false,
      totals: [
        { currency: 'EUR', amountCents: 700 },
        { currency: 'USD', amountCents: 1_000 },
      ],
    },
  ]);
});

test('the summary counts approvable bills per currency, with flags and bills left out', () => {
  const { rows, totals, flagged, kinds, skipped } = summary;
  expect({
    bills: rows.map(({ bill }) => bill.id),
    totals,
    flagged: flagged.map(({ row }) => row.bill.id),
    kinds,
    skipped,
  }).toEqual({
    bills: ['euro', 'more', 'yen'],
    totals: [
      { currency: 'EUR', amountCents: 123 },
      { currency: 'JPY', amountCents: 500 },
    ],
    flagged: ['euro', 'yen'],
    kinds: [
      { kind: 'firstOfVendor', bills: 2 },
      { kind: 'dueAboveTotal', bills: 1 },
    ],
    skipped: 2,
  });
});

test('R-83 only bills unchanged since the summary are approved', () => {
  const [euro, more, yen] = summary.rows as [BillRow, BillRow, BillRow];
  const readAgain = { ...euro, bill: { ...euro.bill }, seen: { atMs: 9 } };
  const otherMemo = { ...euro, bill: { ...euro.bill, memo: 'new bank account' } };
  const elsewhere = { ...more, organizationId: 'org-2' };
  const left = (now: Readonly<Record<string, BillRow>>) =>
    unchangedSince(summary, (billId) => now[billId] ?? null).map(({ bill }) => bill.id);
  expect({
    untouched: left({ euro, more, yen }),
    readAgain: left({ euro: readAgain, more, yen }),
    amount: left({ euro: sampleRow({ id: 'euro', amountDueCents: 101 }), more, yen }),
    memo: left({ euro: otherMemo, more, yen }),
    gone: left({ more }),
    otherOrganization: left({ euro, more: elsewhere, yen }),
  }).toEqual({
    untouched: ['euro', 'more', 'yen'],
    readAgain: ['euro', 'more', 'yen'],
    amount: ['more', 'yen'],
    memo: ['more', 'yen'],
    gone: ['more'],
    otherOrganization: ['euro', 'yen'],
  });
});
