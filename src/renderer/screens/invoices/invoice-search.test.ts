import { expect, test } from 'vitest';
import type { Invoice } from '../../../contract/invoice.ts';
import { createBillIndex } from '../../core/bills/index/bill-index.ts';
import { createInvoiceIndex } from '../../core/bills/index/invoice-index.ts';
import { en } from '../../kit/text/en/en.ts';
import { chooseColumns, isOverdue, knownColumns } from './invoice-columns.ts';
import { customersOf, searchInvoices } from './invoice-search.ts';

const sent = [
  ['a', 'AR-1', '2026-11-01', '2026-12-01', 150_000, 0, 'USD', 'paid'],
  ['b', 'AR-2', '2026-11-03', '2026-12-15', 400_000, 100_000, 'USD', 'sent'],
  ['c', 'AR-3', '2026-10-02', '2026-11-05', 250_000, 250_000, 'EUR', 'overdue'],
  ['d', 'AR-4', '2026-09-02', '2026-10-05', 500, 100, 'GBP', 'partially_paid', 'Zimmer Holz'],
].map(([id, invoice_number, issue_date, due_date, total, due, currency, status, who]) => ({
  ...{ id: String(id), invoice_number, issue_date, due_date, total_cents: total },
  ...{ amount_due_cents: due, currency, status, customer: { display_name: who ?? 'Northwind' } },
}));

const invoices = createInvoiceIndex();
invoices.reset('acme');
invoices.load(
  sent.map((invoice) => ({
    ...{ organizationId: 'acme', id: invoice.id, generation: 1, seenAtMs: 1, invoice },
  })),
);
invoices.loaded();

test.each([
  ['AR-2', 'b'],
  ['$4,000', 'b'],
  ['over 2000', 'c'],
  ['over 1', 'bc'],
  ['under 2000', 'abd'],
  ['due december', 'ab'],
  ['dec 1', 'a'],
  ['due dec 15', 'b'],
  ['dated october', 'c'],
  ['northwind over 2000', 'c'],
  ['under 2000 eur', ''],
  ['overdue', 'cd'],
  ['overdue northwind', 'c'],
  ['late', 'cd'],
  ['paid', 'a'],
  ['settled', 'a'],
  ['Partially Paid', 'd'],
  ['sent', 'b'],
  ['sent over 2000', ''],
  ['from zimmer', 'd'],
  ['from Zimer', 'd'],
  ['from northwind paid', 'a'],
  ['zimmer holz', 'd'],
  ['overdue since november', 'c'],
  ['without northwind', ''],
  ['nothing', ''],
])('the search “%s” finds invoices by what it asks for', (search, ids) => {
  const columns = chooseColumns(sent);
  const calendar = { today: '2026-11-29', weekStartsOn: 7 } as const;
  const columnsKnown = knownColumns(columns);
  const context = {
    ...{ calendar, dayOrder: null },
    known: { ...createBillIndex().known, vendors: customersOf(invoices.query(''), columns) },
    lists: new Map([
      ['overdue', (invoice: Invoice) => isOverdue(invoice, columnsKnown, '2026-11-29')],
      ...['paid', 'sent', 'partially_paid'].map(
        (status) =>
          [status.replace('_', ' '), (invoice: Invoice) => invoice['status'] === status] as const,
      ),
    ]),
  };
  const found = searchInvoices(invoices, search, columns, en.review.searchWords, context);
  expect(found.map(({ invoice }) => invoice.id).join('')).toBe(ids);
});
