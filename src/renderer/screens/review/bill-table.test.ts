import { expect, test } from 'vitest';
import { readCsv } from '../../../base/testing/read-csv.ts';
import { grouperFor } from '../../core/bills/list-groups.ts';
import { layOut } from './list-layout.ts';
import { firstListChoice } from '../../core/bills/review-view.ts';
import { sampleApproval, sampleRow } from '../../kit/testing/samples.ts';
import { billTable, type BillTableParts } from './bill-table.ts';
import { csvOf } from '../../kit/export/list-csv.ts';

const today = '2026-11-20';

function partsOf(fields: Partial<BillTableParts> = {}): BillTableParts {
  const rows = [
    sampleRow({ id: 'late', due_date: '2026-11-01', date: '2026-10-02', memo: 'roof' }),
    sampleRow({ id: 'odd', due_date: '2026-11-20', currency: 'USD', status: 'on_hold' }),
    sampleRow({ id: 'none', due_date: null, vendor: null, amount_due_cents: 5 }),
  ];
  return {
    choice: firstListChoice,
    layout: layOut(rows, grouperFor('dueDate', { today, weekStartsOn: 1 })),
    approved: new Map([['late', sampleApproval({ billId: 'late' })]]),
    flagsOf: (billId) => (billId === 'odd' ? [{ kind: 'firstOfVendor' }] : []),
    noteOf: (_organizationId, billId) => (billId === 'none' ? '=ask Ada' : ''),
    namesBesideBills: null,
    organization: 'Acme',
    withHistory: false,
    locale: 'en-US',
    today,
    ...fields,
  };
}

test('X-1 the list of bills is exported as on screen: rows, headings, approvals, flags and notes', () => {
  const table = billTable(partsOf());
  const csv = csvOf(table);
  expect(readCsv(csv.head + csv.rows(0, table.rowCount))).toEqual([
    [
      'Group',
      'Vendor',
      'Bill',
      'Bill date',
      'Due',
      'Status',
      'Flags',
      'Currency',
      'Total',
      'Amount due',
      'Memo',
      'Note on this computer',
      'Bill ID',
    ],
    [
      'Overdue',
      'Northwind',
      'INV-1',
      '2026-10-02',
      '2026-11-01',
      'Queued',
      '',
      'EUR',
      '10.00',
      '10.00',
      'roof',
      '',
      'late',
    ],
    [
      'Due today',
      'Northwind',
      'INV-1',
      '',
      '2026-11-20',
      'on_hold',
      'New vendor',
      'USD',
      '10.00',
      '10.00',
      '',
      '',
      'odd',
    ],
    [
      'No due date',
      'Vendor not given',
      'INV-1',
      '',
      '',
      'Open',
      '',
      'EUR',
      '10.00',
      '0.05',
      '',
      "'=ask Ada",
      'none',
    ],
  ]);
});

test('X-5 the filters, the search and the order in use are said in words', () => {
  const filter = { ...firstListChoice.filter, vendor: 'Northwind', flagged: true };
  const choice = { ...firstListChoice, search: ' roof ', filter, descending: true };
  expect(billTable(partsOf({ choice })).facts).toEqual([
    'Acme',
    'Vendor Northwind · With flags',
    'Found for “roof”',
    'Sort by: Due date, Latest first',
  ]);
});

test('X-5 with several organizations on screen each row names its own', () => {
  const names = new Map([['org-1', 'Acme']]);
  const table = billTable(partsOf({ namesBesideBills: names, organization: null }));
  const [first] = table.columns;
  expect([table.facts[0], first?.label, first?.cell(0)]).toEqual([
    'All organizations',
    'Organization',
    'Acme',
  ]);
});

test('X-12 totals are of each currency by itself', () => {
  expect(billTable(partsOf()).totals).toEqual({
    label: 'Amount due',
    amounts: [
      { currency: 'EUR', amountCents: 1_005 },
      { currency: 'USD', amountCents: 1_000 },
    ],
  });
});
