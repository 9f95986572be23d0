import { expect } from 'vitest';
import { apiPaths } from '../../src/contract/wire-names.ts';
import { bendFirstBill, bendJson, signedInWorld } from './client-world.ts';
import type { contractTables, RowCheck } from './rows.ts';

type Rows = (typeof contractTables)['Bill' | 'Pagination envelope' | 'GET /api/v1/bills'][number];

/** The first open bill as the service has it is read field by field. */
async function firstBill(bend?: Parameters<typeof bendFirstBill>[0]) {
  const world = await signedInWorld(bend ? { bend: bendFirstBill(bend) } : {});
  const page = await world.bills();
  if (!page.ok) throw new Error(page.error.technical);
  const onService = world.harness.sandbox.bill('bill-1');
  if (onService === null) throw new Error('no bill on the service');
  return { page: page.value, onService };
}

/** The field is read as the service has it, and so is another value it may take. */
function kept(field: string, other: unknown): () => Promise<void> {
  return async () => {
    const plain = await firstBill();
    const bent = await firstBill((bill) => ({ ...bill, [field]: other }));
    expect([plain.page.items[0]?.[field], bent.page.items[0]?.[field]]).toEqual([
      Object(plain.onService)[field],
      other,
    ]);
  };
}

/** The field is read as the service has it; a bill with this value is set apart, the others stay. */
function required(field: string, wrong: unknown): () => Promise<void> {
  return async () => {
    const plain = await firstBill();
    const { page } = await firstBill((bill) => ({ ...bill, [field]: wrong }));
    expect({
      read: plain.page.items[0]?.[field],
      others: page.items.length,
      apart: page.malformed.map(({ problems }) => problems.map((line) => line.split(':')[0])),
    }).toEqual({
      read: Object(plain.onService)[field],
      others: plain.page.items.length - 1,
      apart: [[field]],
    });
  };
}

const instant = '2026-03-01T23:30:00-05:00';

/** What the real client makes of bills, pages of them, and what it asks for. */
export const clientBillRows: Readonly<Record<Rows, RowCheck>> = {
  'Bill.id': { shows: 'names the bill; one without is set apart', check: required('id', '') },
  'Bill.object': { shows: 'is bill and nothing else', check: required('object', 'invoice') },
  'Bill.bill_number': { shows: 'is read, or missing', check: kept('bill_number', null) },
  'Bill.status': { shows: 'is read, one nobody knows as well', check: kept('status', 'disputed') },
  'Bill.date': { shows: 'stays the text it is', check: kept('date', instant) },
  'Bill.due_date': { shows: 'stays the text it is', check: kept('due_date', instant) },
  'Bill.currency': { shows: 'is needed for an amount', check: required('currency', null) },
  'Bill.total_cents': { shows: 'is whole cents', check: required('total_cents', 10.5) },
  'Bill.amount_due_cents': {
    shows: 'is whole cents, and no text',
    check: required('amount_due_cents', '10000'),
  },
  'Bill.memo': { shows: 'is read, or missing', check: kept('memo', null) },
  'Bill.vendor': {
    shows: 'is kept with whatever fields it has',
    check: kept('vendor', { name: 'Ada', rating: { stars: 5 } }),
  },
  'Bill.created_at': { shows: 'stays the text it is', check: kept('created_at', instant) },

  'Envelope.data': {
    shows: 'holds the items; an answer without is none of the service',
    check: async () => {
      const whole = await (await signedInWorld()).bills();
      const bend = bendJson(apiPaths.bills, ({ meta }) => ({ meta }));
      const without = await (await signedInWorld({ bend })).bills();
      expect([whole.ok && whole.value.items.length, without.ok || without.error.kind]).toEqual([
        12,
        'malformedResponse',
      ]);
    },
  },
  'Envelope.meta.next_cursor': {
    shows: 'leads to the next page',
    check: async () => {
      const world = await signedInWorld();
      const first = await world.bills({ limit: 10 });
      const after = first.ok ? first.value.nextCursor : null;
      const second = await world.bills({ limit: 10, after });
      expect({
        asked: world.requests.at(-1)?.url.searchParams.get('after'),
        ids: second.ok && second.value.items.map(({ id }) => id),
      }).toEqual({ asked: after, ids: ['bill-51', 'bill-56'] });
    },
  },
  'Envelope.meta.has_more': {
    shows: 'ends the list where it says so, cursor or not',
    check: async () => {
      const bend = bendJson(apiPaths.bills, ({ data }) => ({
        data,
        meta: { has_more: false, next_cursor: 'left-over' },
      }));
      const page = await (await signedInWorld({ bend })).bills({ limit: 5 });
      expect(page.ok && page.value.nextCursor).toBe(null);
    },
  },

  'GET /api/v1/bills status': {
    shows: 'is asked for, and those bills alone come',
    check: async () => {
      const world = await signedInWorld();
      const page = await world.bills({ status: 'partially_paid' });
      expect([
        world.requests.at(-1)?.url.searchParams.get('status'),
        page.ok && [...new Set(page.value.items.map(({ status }) => status))],
      ]).toEqual(['partially_paid', ['partially_paid']]);
    },
  },
  'GET /api/v1/bills limit': {
    shows: 'is asked for, from 1 to 50; beyond, the service says no and is understood',
    check: async () => {
      const world = await signedInWorld();
      const one = await world.bills({ limit: 1 });
      const most = await world.bills({ limit: 50 });
      const beyond = await world.bills({ limit: 51 });
      expect([
        one.ok && one.value.items.length,
        most.ok && most.value.items.length,
        beyond.ok || beyond.error.kind,
      ]).toEqual([1, 12, 'invalid']);
    },
  },
  'GET /api/v1/bills after': {
    shows: 'is left out at first; a cursor the service does not know is told as such',
    check: async () => {
      const world = await signedInWorld();
      await world.bills();
      const isAsked = world.requests.at(-1)?.url.searchParams.has('after');
      const unknown = await world.bills({ after: 'made-up' });
      expect([isAsked, unknown.ok || unknown.error.kind]).toEqual([false, 'invalid']);
    },
  },
};
