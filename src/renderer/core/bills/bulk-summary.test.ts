import { expect, test } from 'vitest';
import type { Flag } from './flags/flag.ts';
import { sampleRow } from '../../kit/testing/samples.ts';
import type { BillRow } from './bill-row.ts';
import { summarizeBulk, unchangedSince } from './bulk-summary.ts';

const flags: Readonly<Record<string, readonly Flag[]>> = {
  euro: [{ kind: 'dueAboveTotal' }, { kind: 'firstOfVendor' }],
  yen: [{ kind: 'firstOfVendor' }],
  paid: [{ kind: 'dueBeforeDate' }],
};
const selected = [
  sampleRow({ id: 'euro', amountDueCents: 100 }),
  sampleRow({ id: 'more', amountDueCents: 23 }),
  sampleRow({ id: 'yen', currency: 'JPY', amountDueCents: 500 }),
  sampleRow({ id: 'paid', status: 'paid' }),
  sampleRow({ id: 'sent' }),
];
const summary = summarizeBulk(selected, new Set(['sent']), (billId) => flags[billId] ?? []);

test('R-82 the summary counts what can be approved, per currency, with its flags and what is left out', () => {
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

test('R-83 only bills that still are what the summary showed are approved', () => {
  const [euro, more, yen] = summary.rows as [BillRow, BillRow, BillRow];
  const readAgain = { ...euro, bill: { ...euro.bill }, seenAtMs: 9 };
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
