import { expect, test } from 'vitest';
import type { Bill } from '../bill.ts';
import { sentBillSchema, sentFieldsOf } from './sent-items.ts';
import { readAnswer } from '../testing/answers.ts';

const listed = {
  ...{ id: 'b-1', object: 'bill', bill_number: 'A-7', status: 'open', currency: 'EUR' },
  ...{ total_cents: 11137, amount_due_cents: 9137, date: '2026-11-02', due_date: '2026-12-02' },
  ...{ memo: 'Paper', vendor: { id: 'v-1', name: 'Acme' }, created_at: '2026-11-02T08:00:00Z' },
};
const approved: Bill = sentBillSchema.parse(listed);

/** Fields of the answered bill that differ from the approved one; null when the answer has no bill to compare. */
function changed(body: unknown): Partial<Bill> | null | 'unread' {
  const read = readAnswer(body, sentFieldsOf(approved));
  if (read?.isUnreadable === true) return 'unread';
  if (!read?.bill) return null;
  const was = new Map<string, unknown>(Object.entries(approved));
  const isNew = ([key, value]: [string, unknown]): boolean =>
    !['vendor', 'others', 'status'].includes(key) && was.get(key) !== value;
  return Object.fromEntries(Object.entries(read.bill).filter(isNew));
}

const own = { id: 'b-1', status: 'approved' };
const summary = { ...own, total_cents: 11137, currency: 'EUR' };

test.each<[body: object, now: Partial<Bill> | null]>([
  [summary, {}],
  [{ ...summary, bill_number: 'A-7', amount_due_cents: null }, {}],
  [
    { data: { type: 'bills', id: 'b-1', attributes: { status: 'approved', total_cents: 11137 } } },
    {},
  ],
  [{ ID: 'b-1', BILL_NUMBER: 'A-7', STATUS: 'APPROVED', TOTAL_CENTS: 11137, CURRENCY: 'EUR' }, {}],
  [{ ...own, status: 'open', total_cents: '11137' }, {}],
  [{ success: true, data: { id: 'b-1', total_cents: 11137 } }, {}],
  [{ ...own, amount_due_cents: 9137 }, {}],
  [{ ...own, total: 111.37, currency: 'EUR' }, {}],
  [{ ...own, total: '€111.37', amount_due: '91.37' }, {}],
  [{ ...own, total_amount: { amount: '111.37', currency: 'EUR' } }, {}],
  [{ ...own, total: 11137 }, {}],
  [{ ...summary, status: 'paid' }, { amountDueCents: 0 }],
  [own, null],
  [{ ...own, currency: 'EUR' }, null],
])('P-42 a field that the answer lacks is no change: %j', (body, now) => {
  expect(changed(body)).toEqual(now);
});

test.each<[body: object, now: Partial<Bill> | 'unread']>([
  [{ ...summary, total_cents: 11138 }, { totalCents: 11138 }],
  [{ ...summary, amount_due_cents: 0 }, { amountDueCents: 0 }],
  [{ ...summary, bill_number: 'A-8' }, { billNumber: 'A-8' }],
  [{ ...summary, due_date: null }, { dueDate: null }],
  [{ ...summary, currency: 'USD' }, { currency: 'USD' }],
  [{ ...own, total: 111.38 }, { totalCents: 11138 }],
  [{ ...own, total: 111.37, balance: 90.5 }, { amountDueCents: 9050 }],
  [{ ...own, currency: 'USD' }, { currency: 'USD' }],
  [{ ...own, total: 112 }, 'unread'],
])('P-42 a field of a short answer that differs is a change: %j', (body, now) => {
  expect(changed(body)).toEqual(now);
});
