import { expect, test } from 'vitest';
import { isPayable } from '../../contract/assumptions.ts';
import { sentBillSchema } from '../../contract/items/sent-items.ts';
import { billStatuses } from '../../contract/wire-names.ts';
import { invoiceSchema } from '../../contract/invoice.ts';
import { dateOf, dayInMonth, dayOf, monthAndYear } from './calendar.ts';
import { companyOfSize, sampleCompanies } from './sample-companies.ts';

const today = '2026-03-10';
const samples = sampleCompanies(today);

test('the same day gives the same companies', () => {
  expect(sampleCompanies(today)).toEqual(samples);
});

const aYearOfWeeks = Array.from({ length: 53 }, (_, week) =>
  dateOf(dayOf('2025-12-31') + week * 7),
);

test.each(['2024-02-29', ...aYearOfWeeks])(
  'made for %s, every company has bills in each status and due before, on and after the day',
  (day) => {
    const lacking = sampleCompanies(day).flatMap(({ name, bills }) => {
      const unpaid = bills.filter(({ amount_due_cents }) => amount_due_cents > 0);
      const inWeek = dateOf(dayOf(day) + 7);
      const groups = {
        overdue: unpaid.some(({ due_date }) => due_date < day),
        today: unpaid.some(({ due_date }) => due_date === day),
        thisWeek: unpaid.some(({ due_date }) => due_date > day && due_date <= inWeek),
        later: unpaid.some(({ due_date }) => due_date > inWeek),
        paid: bills.some(({ status }) => status === 'paid'),
      };
      return Object.entries(groups).flatMap(([group, isThere]) =>
        isThere ? [] : [`${name}: ${group}`],
      );
    });
    expect(lacking).toEqual([]);
  },
);

test('every bill has the form on the page, and its fields are consistent', () => {
  const midnight = `${today}T00:00:00.000Z`;
  const wrong = samples.flatMap(({ bills }) =>
    bills.filter((bill) => {
      const { status, total_cents, amount_due_cents, due_date, date } = bill;
      const settled = status === 'paid' || status === 'void';
      const dueFits = {
        open: amount_due_cents === total_cents && due_date >= today,
        overdue: amount_due_cents === total_cents && due_date < today,
        partially_paid: amount_due_cents > 0 && amount_due_cents < total_cents,
        paid: amount_due_cents === 0,
        void: amount_due_cents === 0,
      }[status];
      const inOrder = date <= due_date && bill.created_at >= date && bill.created_at < midnight;
      return !(
        sentBillSchema.safeParse(bill).success &&
        dueFits &&
        inOrder &&
        (settled || total_cents > 0)
      );
    }),
  );
  expect(wrong).toEqual([]);
});

test('amounts are hundredths of the unit in every currency: yen and forint have no fraction', () => {
  const whole = samples
    .flatMap(({ bills }) => bills)
    .filter(({ currency }) => currency === 'JPY' || currency === 'HUF');
  expect([whole.length > 50, whole.filter(({ total_cents }) => total_cents % 100 !== 0)]).toEqual([
    true,
    [],
  ]);
});

test('ids are unique, bill numbers are unique to their vendor, invoices have an id', () => {
  const bills = samples.flatMap((company) => company.bills);
  const numbers = samples.flatMap(({ id, bills: own }) =>
    own.map(({ vendor, bill_number }) => `${id} ${vendor.id} ${bill_number}`),
  );
  const invoices = samples.flatMap((company) => company.invoices);
  expect([
    new Set(bills.map(({ id }) => id)).size,
    new Set(numbers).size,
    invoices.filter((invoice) => !invoiceSchema.safeParse(invoice).success),
  ]).toEqual([bills.length, bills.length, []]);
});

test.each([1, 3, 10, 200])(
  'a company of %i bills has exactly that many, all unpaid if requested',
  (count) => {
    const { bills } = companyOfSize(count, today);
    const unpaid = companyOfSize(count, today, 1).bills.filter(({ status }) => isPayable(status));
    expect([
      bills.length,
      bills.every(({ status }) => billStatuses.includes(status)),
      unpaid.length,
    ]).toEqual([count, true, count]);
  },
);

test('a month without a 31st ends on its last day', () => {
  const endOfMarch = dayOf('2026-03-31');
  expect([0, 1, 13].map((back) => dateOf(dayInMonth(endOfMarch, back, 31)))).toEqual([
    '2026-03-31',
    '2026-02-28',
    '2025-02-28',
  ]);
  expect(monthAndYear(endOfMarch)).toBe('March 2026');
});
