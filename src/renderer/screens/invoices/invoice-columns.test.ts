import { expect, test } from 'vitest';
import {
  chooseColumns,
  isOverdue,
  knownColumns,
  readCell,
  sortBy,
  sumOf,
} from './invoice-columns.ts';

const rows = [
  ['a', 'Zephyr', '2026-11-20', 900, 'USD', 'sent'],
  ['b', 'Älva', '2026-11-25', 500, 'USD', 'sent'],
  ['c', 'Birch', '2026-10-01', 0, 'USD', 'paid'],
  ['d', 'Cedar', null, 100, 'EUR', 'sent'],
  ['e', 'Dale', '2026-10-02', 50, 'EUR', 'draft'],
].map(([id, name, dueDate, balance, currency, status]) => ({
  invoice: {
    ...{ id: String(id), customer: { name }, due_date: dueDate, status, currency },
    ...{ balance_cents: balance },
  },
}));
const columns = chooseColumns(rows.map(({ invoice }) => invoice));
const inOrder = (field: string, descending: boolean): string =>
  sortBy(rows, { field, descending }, columns)
    .map(({ invoice }) => invoice.id)
    .join('');

test('invoices are sorted by name, date, or amount within its currency; empty values come last', () => {
  expect([inOrder('customer', false), inOrder('customer', true)]).toEqual(['bcdea', 'aedcb']);
  expect([inOrder('due_date', false), inOrder('due_date', true)]).toEqual(['ceabd', 'baecd']);
  expect([inOrder('balance_cents', false), inOrder('balance_cents', true)]).toEqual([
    'dcbae',
    'dabce',
  ]);
});

test('an invoice is overdue after its due date, unless nothing is owed or it was not sent', () => {
  const known = knownColumns(columns);
  const late = rows.filter(({ invoice }) => isOverdue(invoice, known, '2026-11-24'));
  expect(late.map(({ invoice }) => invoice.id)).toEqual(['a']);
  expect(isOverdue(rows[0]?.invoice ?? { id: '' }, knownColumns([]), '2026-11-24')).toBe(false);
});

test('invoices in camel case have the same columns, and their balances are summed', () => {
  const camel = rows.map(
    ({ invoice: { id, customer, due_date, status, currency, balance_cents } }) => ({
      invoice: {
        ...{ id, customer, dueDate: due_date, status, currencyCode: currency },
        balanceCents: balance_cents,
      },
    }),
  );
  const theirs = chooseColumns(camel.map(({ invoice }) => invoice));
  expect(theirs.map(({ role }) => role)).toEqual(columns.map(({ role }) => role));
  expect(sumOf(camel, theirs)).toEqual(sumOf(rows, columns));
});

test('balances are summed per currency, without drafts', () => {
  expect(sumOf(rows, columns)).toEqual({
    label: 'Balance',
    totals: [
      { currency: 'EUR', amountCents: 100 },
      { currency: 'USD', amountCents: 1400 },
    ],
    without: 0,
  });
  expect(sumOf(rows, [])).toBeNull();
});

test('a draft owes nothing: its amount due is empty, and only its total is summed', () => {
  const invoices = ['sent', 'draft', 'Void'].map((status) => ({
    invoice: { id: status, status, currency: 'EUR', total_cents: 500, amount_due_cents: 500 },
  }));
  const chosen = chooseColumns(invoices.map(({ invoice }) => invoice));
  const { owed } = knownColumns(chosen);
  expect(invoices.map(({ invoice }) => readCell(invoice, owed).kind)).toEqual([
    'money',
    'none',
    'none',
  ]);
  const sums = [invoices, invoices.slice(1)].map((some) => sumOf(some, chosen));
  expect(sums).toEqual([
    { label: 'Amount due', totals: [{ currency: 'EUR', amountCents: 500 }], without: 0 },
    { label: 'Total', totals: [{ currency: 'EUR', amountCents: 1000 }], without: 0 },
  ]);
});

test('the due date stands beside the date of issue, even if drafts have none', () => {
  const sample = ['2026-12-01', null, null].map((due_date, at) => ({
    ...{ id: `${at}`, invoice_number: `R-${at}`, customer: { name: 'Ada' }, status: 'sent' },
    ...{ issue_date: '2026-11-01', due_date, currency: 'EUR', memo: `Memo ${at}` },
    ...{ subtotal_cents: 80, tax_amount_cents: 20, total_cents: 100, amount_due_cents: 40 },
  }));
  expect(chooseColumns(sample).map(({ field }) => field)).toEqual([
    'customer',
    'invoice_number',
    'issue_date',
    'due_date',
    'status',
    'total_cents',
    'amount_due_cents',
  ]);
});

test('a note to the customer is not taken for the customer’s name', () => {
  const sample = ['Ada', 'Bo'].map((name) => ({
    ...{ id: name, note_to_customer: `Thanks, ${name}`, customer: { id: 'c', display_name: name } },
  }));
  const fields = chooseColumns(sample).map(({ field, role }) => `${role} ${field}`);
  expect(fields).toEqual(['who customer', 'text note_to_customer']);
});

test('the total and the amount due are shown before the subtotal and the tax', () => {
  const amounts = { subtotal_cents: 80, tax_amount_cents: 20, total_cents: 100 };
  const invoice = { id: 'a', currency: 'USD', ...amounts, amount_due_cents: 40 };
  const chosen = chooseColumns([invoice]);
  expect(chosen.map(({ field }) => field)).toEqual(['total_cents', 'amount_due_cents']);
  expect(sumOf([{ invoice }], chosen)?.totals).toEqual([{ currency: 'USD', amountCents: 40 }]);
});

test('an amount that comes in cents and in units is shown once', () => {
  const cents = { total_cents: 10_000, amount_due_cents: 0 };
  const sample = [{ id: 'a', currency: 'EUR', total: '100.00', amount_due: '0.00', ...cents }];
  const labels = chooseColumns(sample).map(({ label }) => label);
  expect(labels.toSorted()).toEqual(['Amount due', 'Total']);
});

test('an invoice’s path is not taken for its customer’s name', () => {
  const sample = ['5', '6'].map((id) => ({ id, name: `invoices/${id}`, client: `Kiln ${id}` }));
  expect(chooseColumns(sample).map(({ field }) => field)).not.toContain('name');
});

test('a sum comes with the number of invoices that it leaves out', () => {
  const others = [{ id: 'f', amount_cents: 7 }, { id: 'g', balance_cents: 'soon' }, { id: 'h' }];
  const more = [...rows, ...others.map((invoice) => ({ invoice }))];
  expect(sumOf(more, columns)).toEqual({ ...sumOf(rows, columns), without: 3 });
});

const amountsOf = (totals: readonly unknown[]) => {
  const invoices = totals.map((total, at) => ({
    invoice: { id: `${at}`, currency: 'EUR', total },
  }));
  const chosen = chooseColumns(invoices.map(({ invoice }) => invoice));
  const sorted = sortBy(invoices, { field: 'total', descending: false }, chosen);
  return {
    sum: sumOf(invoices, chosen),
    order: sorted.map(({ invoice }) => invoice.id).join(''),
  };
};

test('decimal amounts have a column and a sum', () => {
  expect(amountsOf(['300.50', '20.25', '100.00'])).toEqual({
    sum: { label: 'Total', totals: [{ currency: 'EUR', amountCents: 42_075 }], without: 0 },
    order: '120',
  });
});

test('whole numbers are amounts only beside fractions of the same field', () => {
  expect(amountsOf([1500, 20.5, 100, 7])).toEqual({
    sum: { label: 'Total', totals: [{ currency: 'EUR', amountCents: 162_750 }], without: 0 },
    order: '3120',
  });
  expect(amountsOf([1500, 20, 100, 7]).sum).toBeNull();
  expect(amountsOf([1500, '20.50', '100.00', '7.00']).sum).toEqual({
    ...{ label: 'Total', totals: [{ currency: 'EUR', amountCents: 12_750 }], without: 1 },
  });
});
