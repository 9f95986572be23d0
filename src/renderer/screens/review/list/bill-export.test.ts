import { expect, test } from 'vitest';
import { firstListChoice } from '../../../core/model/list-choice.ts';
import { sampleFound, sampleRow } from '../../../kit/testing/samples.ts';
import { billExport } from './bill-export.ts';
import { createListLayouts } from './list-layouts.ts';

const parts = {
  choice: { ...firstListChoice, list: 'all' },
  approved: new Map(),
  flagsOf: () => [],
  annotationOf: () => null,
  namesBesideBills: null,
  organization: 'Acme',
  withHistory: true,
  locale: 'en-US',
  today: '2026-11-20',
  pull: { payableSyncedAtMs: 1, historySyncedAtMs: 1, cuts: [] },
  conflicting: [],
} as const;

test('paid and void bills have no amount due in a file; in print the column shows, and is named after, their total', () => {
  const paid = sampleRow({ id: 'paid', status: 'paid', amountDueCents: 0 });
  const voided = sampleRow({ id: 'void', status: 'void' });
  const open = sampleRow({ id: 'open', totalCents: 2_000, amountDueCents: 500 });
  const tables = [[paid, voided, open], [paid, voided], [open]].map((rows) => {
    const layout = createListLayouts().layOut({
      ...{ found: sampleFound(rows), similar: null, excluded: new Set(), lastFirst: false },
      grouper: null,
    });
    const table = billExport({ ...parts, layout });
    const amounts = (medium: 'csv' | 'print') =>
      table.columns.flatMap((column) =>
        column.kind === 'amount' && column.only === medium
          ? [[column.label, ...rows.map((_row, at) => column.cell(at)?.amountCents)].join(' ')]
          : [],
      );
    const { label, amounts: totals = [] } = table.totals ?? {};
    return [...amounts('csv'), ...amounts('print'), `${label} ${totals[0]?.amountCents}`];
  });
  expect(tables).toEqual([
    ['Total 1000 1000 2000', 'Amount due 0 0 500', 'Amount 1000 1000 500', 'Amount due 500'],
    ['Total 1000 1000', 'Amount due 0 0', 'Total 1000 1000', 'Total 2000'],
    ['Total 2000', 'Amount due 500', 'Amount due 500', 'Amount due 500'],
  ]);
});
