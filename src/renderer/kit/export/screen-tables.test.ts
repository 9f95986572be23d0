import { expect, test } from 'vitest';
import { readCsv } from '../../../base/testing/read-csv.ts';
import { grouperFor } from '../../core/bills/lists/list-groups.ts';
import { type BillList, firstListChoice } from '../../core/model/list-choice.ts';
import { duesByCurrency } from '../../core/bills/figures/dues.ts';
import { sampleApproval, sampleFound, sampleRow } from '../testing/samples.ts';
import { approvalExport } from '../../screens/approvals/approval-export.ts';
import { billPage } from '../../screens/review/detail/bill-page.ts';
import { billExport, type BillExportParts } from '../../screens/review/list/bill-export.ts';
import { createListLayouts } from '../../screens/review/list/list-layouts.ts';
import { reportTable } from '../../screens/reports/report-table.ts';
import { invoiceTable } from '../../screens/invoices/InvoicesScreen.tsx';
import { formatNotShown } from '../parts/ConflictingIds.tsx';
import { formatEnded } from './ExportSteps.tsx';
import { csvOf } from './list-csv.ts';
import { printOf } from './list-print.ts';
import type { ListTable } from './list-table.ts';

const today = '2026-11-20';

function sheetLines(table: ListTable): readonly string[] {
  const csv = csvOf(table, 'en-US');
  return readCsv(csv.head + csv.rows(0, table.rowCount)).map((fields) => fields.join(' | '));
}

const synced = { payableSyncedAtMs: 1, historySyncedAtMs: 1, cuts: [] };

function billParts(fields: Partial<BillExportParts> = {}): BillExportParts {
  const rows = [
    sampleRow({ id: 'late', dueDate: '2026-11-01', date: '2026-10-02', memo: 'roof' }),
    sampleRow({ id: 'odd', dueDate: '2026-11-20', currency: 'USD', status: 'on_hold' }),
    sampleRow({ id: 'none', dueDate: null, vendor: null, amountDueCents: 5 }),
  ];
  return {
    choice: firstListChoice,
    layout: createListLayouts().layOut({
      ...{ found: sampleFound(rows), similar: null, excluded: new Set(), lastFirst: false },
      grouper: grouperFor('dueDate', { today, weekStartsOn: 1 }),
    }),
    approved: new Map([['late', sampleApproval({ billId: 'late' })]]),
    flagsOf: (billId) => (billId === 'odd' ? [{ kind: 'firstOfVendor' }] : []),
    annotationOf: ({ bill }) => ({
      note: bill.id === 'none' ? '=ask Ada #audit' : '',
      snoozedUntil: bill.id === 'odd' ? '2026-12-07' : null,
      hiddenAtMs: null,
    }),
    namesBesideBills: null,
    organization: 'Acme',
    withHistory: false,
    locale: 'en-US',
    today,
    pull: synced,
    conflicting: [],
    ...fields,
  };
}

test('the list of bills is exported as on screen: rows, headings, approvals, flags and notes', () => {
  expect(sheetLines(billExport(billParts()))).toEqual([
    'Group | Vendor | Bill no. | Bill date | Due date | Status | Approval | Snoozed, Hidden | Flags | Currency | Total | Amount due | Memo | Note (local) | Tags | Bill ID',
    'Past due | Northwind | INV-1 | 2026-10-02 | 2026-11-01 | Open | Queued |  |  | EUR | 10.00 | 10.00 | roof |  |  | late',
    'Due today | Northwind | INV-1 |  | 2026-11-20 | on_hold |  | Snoozed until Dec 7 | New vendor | USD | 10.00 |  |  |  |  | odd',
    "No due date | No vendor | INV-1 |  |  | Open |  |  |  | EUR | 10.00 | 0.05 |  | '=ask Ada #audit | audit | none",
  ]);
});

test('the filters, the search and the order in use are described in words', () => {
  const filter = { ...firstListChoice.filter, vendor: 'Northwind', flag: 'any' as const };
  const choice = { ...firstListChoice, search: ' roof ', filter, descending: true };
  expect(billExport(billParts({ choice })).facts).toEqual([
    'Acme',
    'Vendor: Northwind · Flagged',
    'Search: “roof”',
    'Sort by: Due date, Latest first',
  ]);
});

test.each<[BillList, Partial<BillExportParts['pull']>, boolean]>([
  ['inbox', {}, false],
  ['inbox', { historySyncedAtMs: null }, false],
  ['inbox', { payableSyncedAtMs: null }, true],
  ['all', { historySyncedAtMs: null }, true],
  ['inbox', { cuts: [{ status: 'open', listed: 50, why: 'silent' }] }, true],
])('an exported list says if bills may be missing: %s %j', (list, pull, isPartial) => {
  const choice = { ...firstListChoice, list };
  const table = billExport(billParts({ choice, pull: { ...synced, ...pull } }));
  const { sentence } = formatEnded({ kind: 'saved', file: 'bills.csv' }, table, 3) ?? {};
  const printed = printOf(table, { locale: 'en-US', nowMs: 0, today, rows: 3 }).head;
  expect([sentence?.whatToDo, printed.includes('<p>Bills may be missing here.</p>')]).toEqual([
    isPartial ? '3 bills. Bills may be missing here.' : '3 bills.',
    isPartial,
  ]);
});

test('exported reports say if their totals are incomplete', () => {
  const parts = { groups: new Map(), organization: null, today, locale: 'en-US' } as const;
  const warnings = [true, false].map(
    (isWhole) =>
      reportTable({ ...parts, list: 'payable', all: null, isWhole, notShown: null }).warning,
  );
  expect(warnings).toEqual([null, 'Some bills haven’t synced yet, so totals are incomplete.']);
});

test('exported lists and reports say which bills share an id with another organization’s and are left out', () => {
  const names = new Map([['lumen', 'Lumen']]);
  const conflicting = ['a', 'b'].map((billId) => ({ organizationId: 'lumen', billId }));
  const notShown = formatNotShown(conflicting, names, 'en-US');
  const all = { conflicting, namesBesideBills: names };
  const parts = { groups: new Map(), organization: null, today, locale: 'en-US' } as const;
  const cut = { ...synced, payableSyncedAtMs: null };
  expect([
    billExport(billParts(all)).warning,
    billExport(billParts({ ...all, pull: cut })).warning,
    reportTable({ ...parts, list: 'payable', all: null, isWhole: true, notShown }).warning,
  ]).toEqual([
    '2 bills not shown. Bills in other organizations have the same ID. Open Lumen to review.',
    'Bills may be missing here. 2 bills not shown. Bills in other organizations have the same ID. Open Lumen to review.',
    '2 bills not shown. Bills in other organizations have the same ID. Open Lumen to review.',
  ]);
});

test('each row names its organization if several are on screen', () => {
  const names = new Map([['org-1', 'Acme']]);
  const table = billExport(billParts({ namesBesideBills: names, organization: null }));
  const [first] = table.columns;
  expect([table.facts[0], first?.label, first?.cell(0)]).toEqual([
    'All organizations',
    'Organization',
    'Acme',
  ]);
});

test('a bill is printed with its flags, its approval, its fields and the vendor’s last bills', () => {
  const row = sampleRow({ status: 'overdue', memo: 'roof', totalCents: 2_000 });
  const before = sampleRow({ id: 'bill-0', billNumber: null, date: '2026-10-01', status: 'paid' });
  const table = billPage({
    row,
    approval: sampleApproval(),
    flags: [{ kind: 'dueAboveTotal' }],
    billOf: () => null,
    latest: [before],
    note: 'ask Ada',
    organization: 'Acme',
    approved: new Set(),
    organizationOf: (id) => id,
    nowMs: 0,
    locale: 'en-US',
  });
  const { title, parts } = table.pageOf?.(0) ?? { title: '', parts: [] };
  expect({
    title,
    facts: table.facts,
    parts: parts.map((part) => [part.title, ...part.lines.map((line) => line.join(': '))]),
  }).toEqual({
    title: 'Northwind · INV-1 · €10.00',
    facts: ['Acme'],
    parts: [
      [
        'Check before approving',
        'Due exceeds total: Amount due (€10.00) exceeds the total (€20.00).',
      ],
      [
        'Details',
        'Approval: Queued',
        'Bill number: INV-1',
        'Vendor: Northwind',
        'Currency: EUR',
        'Total: €20.00',
        'Amount due: €10.00',
        'Due date: Nov 20, 2026',
        'Status: Overdue',
        'Memo: roof',
        'Bill ID: bill-1',
        'Note (local): ask Ada',
      ],
      ['Recent bills', 'No number: Thursday, October 1, 2026 · Paid · €10.00'],
    ],
  });
});

test('figures are exported per currency, with every vendor, and never added together', () => {
  const rows = [
    sampleRow({ dueDate: '2026-11-01', amountDueCents: 100 }),
    sampleRow({ dueDate: null, amountDueCents: 7 }),
    sampleRow({ currency: 'USD', dueDate: '2026-11-24', amountDueCents: 900 }),
  ];
  const parts = {
    groups: duesByCurrency(sampleFound(rows), today),
    organization: 'Acme',
    today,
    locale: 'en-US',
  } as const;
  const table = reportTable({
    ...parts,
    list: 'payable',
    all: null,
    isWhole: true,
    notShown: null,
  });
  const lines = sheetLines(table);
  expect({
    totals: table.totals,
    sums: table.groups.map(({ name, totals }) => [name, ...totals.map((sum) => sum.amountCents)]),
    head: lines[0],
    filled: lines.slice(1).filter((line) => !line.includes(' | 0 | ')),
  }).toEqual({
    totals: null,
    sums: [
      ['AP aging (EUR)', 107],
      ['Cash requirements by week (EUR)', 107],
      ['Cash requirements, next 30 days (EUR)', 0],
      ['AP aging by vendor (EUR)', 107],
      ['AP aging (USD)', 900],
      ['Cash requirements by week (USD)', 900],
      ['Cash requirements, next 30 days (USD)', 900],
      ['AP aging by vendor (USD)', 900],
    ],
    head: 'Group | Row | From | To | Bills | Currency | Amount due | Current | 1–30 days | 31–60 days | 61–90 days | Over 90 days | No due date',
    filled: [
      'AP aging (EUR) | 1–30 days |  |  | 1 | EUR | 1.00 |  |  |  |  |  | ',
      'AP aging (EUR) | No due date |  |  | 1 | EUR | 0.07 |  |  |  |  |  | ',
      'Cash requirements by week (EUR) | Overdue |  | 2026-11-19 | 1 | EUR | 1.00 |  |  |  |  |  | ',
      'Cash requirements by week (EUR) | No due date |  |  | 1 | EUR | 0.07 |  |  |  |  |  | ',
      'AP aging by vendor (EUR) | Northwind |  |  | 2 | EUR | 1.07 | 0.00 | 1.00 | 0.00 | 0.00 | 0.00 | 0.07',
      'AP aging (USD) | Current |  |  | 1 | USD | 9.00 |  |  |  |  |  | ',
      'Cash requirements by week (USD) | Nov 22 – Nov 28 | 2026-11-22 | 2026-11-28 | 1 | USD | 9.00 |  |  |  |  |  | ',
      'Cash requirements, next 30 days (USD) | Nov 24 | 2026-11-24 | 2026-11-24 | 1 | USD | 9.00 |  |  |  |  |  | ',
      'AP aging by vendor (USD) | Northwind |  |  | 1 | USD | 9.00 | 9.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00',
    ],
  });
});

test('approvals are exported with the approved bill and the service’s answer', () => {
  const refused = sampleApproval({
    state: 'rejected',
    approvedAtMs: 1_800_000_000_000,
    outcome: {
      kind: 'rejected',
      error: {
        kind: 'validationFailed',
        status: 422,
        message: 'Is void',
        details: [],
        technical: 'HTTP 422',
      },
    },
  });
  const elsewhere = sampleApproval({ id: 'approval-2', signInId: 'sign-in-0' });
  const names = new Map([
    ['org-1', 'Acme'],
    ['org-2', 'Lumen'],
  ]);
  const approvals = [refused, elsewhere];
  const table = approvalExport({
    section: 'attention',
    search: ' north ',
    approvals,
    signInId: 'sign-in-1',
    names,
  });
  expect([table.title, table.facts, ...sheetLines(table)]).toEqual([
    'Approvals – Needs attention',
    ['Acme', 'Search: “north”'],
    'Organization | Vendor | Bill no. | Due date | Approved (UTC) | Status | Currency | Total | Amount due | Response | Bill ID | Approval ID',
    'Acme | Northwind | INV-1 | 2026-11-20 | 2027-01-15 08:00:00 | Rejected | EUR | 10.00 | 10.00 | Is void | bill-1 | approval-1',
    'Acme | Northwind | INV-1 | 2026-11-20 | 1970-01-01 00:00:00 | Other session | EUR | 10.00 | 10.00 |  | bill-1 | approval-2',
  ]);
});

test('invoices are exported with the columns on screen', () => {
  const invoice = {
    id: 'i-1',
    number: 'S-1',
    customer: { name: 'Ada' },
    state: 'partially_paid',
    currency: 'EUR',
    total_cents: 500,
    due_date: '2026-11-24',
    created_at: '2026-11-01T10:00:00Z',
  };
  const column = (field: string, role: 'who' | 'number' | 'amount' | 'date' | 'status') =>
    ({ field, role, label: field }) as const;
  const table = invoiceTable({
    rows: [{ invoice, seenAtMs: 0, searchText: '' }],
    columns: [
      column('customer', 'who'),
      column('number', 'number'),
      column('due_date', 'date'),
      column('created_at', 'date'),
      column('state', 'status'),
      column('total_cents', 'amount'),
    ],
    search: 'ada',
    shown: 'Overdue',
    organization: 'Acme',
    today,
    locale: 'en-US',
  });
  expect([table.facts, ...sheetLines(table)]).toEqual([
    ['Acme', 'Overdue', 'Search: “ada”'],
    'customer | number | due_date | created_at | state | Currency | total_cents | Invoice ID',
    'Ada | S-1 | 2026-11-24 | 2026-11-01 | Partially paid | EUR | 5.00 | i-1',
  ]);
});

test('printed reports have charts, every vendor by age, and neither days nor currencies without bills', () => {
  const rows = [
    sampleRow({ dueDate: '2026-11-01', amountDueCents: 100 }),
    sampleRow({ currency: 'USD', dueDate: '2026-11-24', amountDueCents: 900 }),
  ];
  const parts = {
    groups: duesByCurrency(sampleFound(rows), today),
    organization: 'Acme',
    today,
    locale: 'en-US',
  } as const;
  const sections =
    reportTable({
      ...parts,
      list: 'payable',
      all: null,
      isWhole: true,
      notShown: null,
    }).report?.() ?? [];
  expect(
    sections.map(({ title, note, bars, head, rows: lines, total }) => [
      `${title}: ${note}`,
      bars
        .map(({ text, isOverdue }) => `${text}${isOverdue ? ' late' : ''}`)
        .filter(isMoney)
        .join(),
      ...[head, ...lines.filter(([, bills]) => bills !== '0'), total ?? []].map((cells) =>
        cells.join(' | '),
      ),
    ]),
  ).toEqual([
    [
      'AP aging (EUR): 1 bill · €1.00',
      '€1.00 late',
      'Period | Bills | Amount due',
      '1–30 days | 1 | €1.00',
      'Total | 1 | €1.00',
    ],
    [
      'Cash requirements by week (EUR): 1 bill · €1.00',
      '€1.00 late',
      'Period | Bills | Amount due',
      'Overdue | 1 | €1.00',
      'Total | 1 | €1.00',
    ],
    [
      'AP aging by vendor (EUR): 1 bill · €1.00',
      '',
      'Vendor | Bills | 1–30 days | Amount due',
      'Northwind | 1 | €1.00 | €1.00',
      'Total | 1 | €1.00 | €1.00',
    ],
    [
      'AP aging (USD): 1 bill · $9.00',
      '$9.00',
      'Period | Bills | Amount due',
      'Current | 1 | $9.00',
      'Total | 1 | $9.00',
    ],
    [
      'Cash requirements by week (USD): 1 bill · $9.00',
      '$9.00',
      'Period | Bills | Amount due',
      'Nov 22 – Nov 28 | 1 | $9.00',
      'Total | 1 | $9.00',
    ],
    [
      'Cash requirements, next 30 days (USD): 1 bill · $9.00',
      '',
      'Due date | Bills | Amount due',
      'Nov 24 | 1 | $9.00',
      'Total | 1 | $9.00',
    ],
    [
      'AP aging by vendor (USD): 1 bill · $9.00',
      '',
      'Vendor | Bills | Current | Amount due',
      'Northwind | 1 | $9.00 | $9.00',
      'Total | 1 | $9.00 | $9.00',
    ],
  ]);
});

const isMoney = (text: string): boolean => !/[€$]0\.00/u.test(text);

test('the reports export price changes with the price before and now', () => {
  const change = {
    vendor: 'Alderway',
    beforeCents: 138_500,
    nowCents: 150_000,
    since: today,
  } as const;
  const table = reportTable({
    groups: duesByCurrency(sampleFound([sampleRow({ dueDate: today })]), today),
    ...{ organization: 'Acme', today, isWhole: true, list: 'payable', all: null, notShown: null },
    ...{ locale: 'en-US', priceChanges: () => [change] },
  });
  expect(sheetLines(table).at(-1)).toBe(
    'Price changes, new prices (EUR) | Alderway | 2026-11-20 |  | 0 | EUR | 1500.00 | 1385.00 |  |  |  |  |  | ',
  );
  const section = table.report?.().at(-1);
  expect([section?.title, section?.head, section?.rows]).toEqual([
    'Price changes, new prices (EUR)',
    ['Vendor', 'Since', 'Before', 'Now', 'Change'],
    [['Alderway', 'Nov 20', '€1,385.00', '€1,500.00', '+8.3%']],
  ]);
});
