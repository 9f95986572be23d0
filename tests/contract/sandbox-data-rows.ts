import { expect } from 'vitest';
import { envelopeSchema } from '../../src/contract/envelope.ts';
import { apiPaths } from '../../src/contract/wire-names.ts';
import {
  createSandboxHarness,
  fieldOf,
  readPage,
  testBill,
  testCompany,
  type SandboxHarness,
} from '../../src/sandbox/testing/harness.ts';
import type { contractTables, RowCheck } from './rows.ts';

type Rows = (typeof contractTables)[
  | 'Bill'
  | 'Pagination envelope'
  | 'Error object'
  | 'GET /api/v1/bills'
  | 'PATCH /api/v1/bills/:id/approve'][number];

/** What the bill of these tests holds, field by field. */
const bill = {
  ...testBill(7),
  status: 'partially_paid',
  memo: 'For the stairs',
  due_date: '2026-04-15',
  currency: 'EUR',
  amount_due_cents: 1_234,
  vendor: { id: 'vendor-9', name: 'Ada & Sons', category: 'Oak' },
} as const;

async function signedIn(): Promise<SandboxHarness> {
  const harness = createSandboxHarness({ companies: [testCompany('org-1', [bill])] });
  await harness.signIn();
  return harness;
}

async function withSixty(): Promise<SandboxHarness> {
  const harness = createSandboxHarness();
  await harness.signIn();
  return harness;
}

function field(name: keyof typeof bill, shows: string): RowCheck {
  return {
    shows,
    check: async () => {
      const { body } = await (await signedIn()).call(apiPaths.bills);
      const [sent] = envelopeSchema.parse(body).data;
      expect(Object(sent)[name]).toEqual(bill[name]);
    },
  };
}

/** What the sandbox sends of bills, pages and errors, and what it does when asked for them. */
export const sandboxDataRows: Readonly<Record<Rows, RowCheck>> = {
  'Bill.id': field('id', 'is sent as text'),
  'Bill.object': field('object', 'is always bill'),
  'Bill.bill_number': field('bill_number', 'is sent as text'),
  'Bill.status': field('status', 'is one of the five'),
  'Bill.date': field('date', 'is sent as an ISO date'),
  'Bill.due_date': field('due_date', 'is sent as an ISO date'),
  'Bill.currency': field('currency', 'is sent as an ISO code'),
  'Bill.total_cents': field('total_cents', 'is sent as a whole number'),
  'Bill.amount_due_cents': field('amount_due_cents', 'is what is left, as a whole number'),
  'Bill.memo': field('memo', 'is sent as text'),
  'Bill.vendor': field('vendor', 'is sent as an object'),
  'Bill.created_at': field('created_at', 'is sent as an ISO timestamp'),

  'Envelope.data': {
    shows: 'is the list of items',
    check: async () => {
      const answer = await (await signedIn()).call(apiPaths.bills);
      expect(readPage(answer).ids).toEqual(['bill-7']);
    },
  },
  'Envelope.meta.next_cursor': {
    shows: 'is good for after, and the pages meet',
    check: async () => {
      const harness = await withSixty();
      const first = readPage(await harness.call(`${apiPaths.bills}?limit=2`));
      const second = readPage(
        await harness.call(
          `${apiPaths.bills}?limit=2&after=${encodeURIComponent(first.next ?? '')}`,
        ),
      );
      expect([first.ids, second.ids]).toEqual([
        ['bill-1', 'bill-2'],
        ['bill-3', 'bill-4'],
      ]);
    },
  },
  'Envelope.meta.has_more': {
    shows: 'is true until the last page',
    check: async () => {
      const harness = await withSixty();
      const more = [];
      for (const status of ['', '&status=open']) {
        const { body } = await harness.call(`${apiPaths.bills}?limit=50${status}`);
        more.push(envelopeSchema.parse(body).meta?.has_more);
      }
      expect(more).toEqual([true, false]);
    },
  },

  'Error.error': {
    shows: 'is there in every error',
    check: async () => {
      const harness = await withSixty();
      const answers = [
        await harness.call(`${apiPaths.bills}?limit=0`),
        await harness.call(apiPaths.bills, { organization: null }),
        await harness.approve('bill-0'),
        await harness.approve('bill-4'),
      ];
      expect(answers.map(({ body }) => fieldOf(body, 'error').length > 5)).toEqual([
        true,
        true,
        true,
        true,
      ]);
    },
  },
  'Error.code': {
    shows: 'names the error for machines',
    check: async () =>
      expect(fieldOf((await (await withSixty()).approve('bill-0')).body, 'code')).toBe(
        'bill_not_found',
      ),
  },
  'Error.details': {
    shows: 'holds what a validation found',
    check: async () =>
      expect((await (await withSixty()).approve('bill-4')).body).toMatchObject({
        details: { status: ['is paid'] },
      }),
  },

  'GET /api/v1/bills status': {
    shows: 'filters by one of the five, and refuses another',
    check: async () => {
      const harness = await withSixty();
      const statuses = [];
      for (const status of ['open', 'paid', 'overdue', 'partially_paid', 'void', 'lost']) {
        const answer = await harness.call(`${apiPaths.bills}?limit=50&status=${status}`);
        const { data = [] } = envelopeSchema.safeParse(answer.body).data ?? {};
        statuses.push([answer.status, ...new Set(data.map((item) => fieldOf(item, 'status')))]);
      }
      expect(statuses).toEqual([
        [200, 'open'],
        [200, 'paid'],
        [200, 'overdue'],
        [200, 'partially_paid'],
        [200, 'void'],
        [400],
      ]);
    },
  },
  'GET /api/v1/bills limit': {
    shows: 'is 1 to 50, and 25 when left out',
    check: async () => {
      const harness = await withSixty();
      const counts = [];
      for (const query of ['?limit=1', '?limit=50', '', '?limit=0', '?limit=51', '?limit=x']) {
        const answer = await harness.call(`${apiPaths.bills}${query}`);
        counts.push(answer.status === 200 ? readPage(answer).ids.length : answer.status);
      }
      expect(counts).toEqual([1, 50, 25, 400, 400, 400]);
    },
  },
  'GET /api/v1/bills after': {
    shows: 'goes on behind a cursor, and refuses one it never gave',
    check: async () => {
      const harness = await withSixty();
      const { next } = readPage(await harness.call(`${apiPaths.bills}?limit=50`));
      const rest = await harness.call(`${apiPaths.bills}?after=${encodeURIComponent(next ?? '')}`);
      const unknown = await harness.call(`${apiPaths.bills}?after=made-up`);
      expect([readPage(rest).ids.length, unknown.status]).toEqual([10, 400]);
    },
  },
  'PATCH /api/v1/bills/:id/approve id': {
    shows: 'names the one bill that is approved',
    check: async () => {
      const harness = await withSixty();
      const answers = [await harness.approve('bill-1'), await harness.approve('bill-0')];
      expect([answers.map(({ status }) => status), harness.sandbox.ledger().timesApproved]).toEqual(
        [[200, 404], { 'bill-1': 1 }],
      );
    },
  },
};
