import type { Clock } from '../../src/base/clock.ts';
import type { Random } from '../../src/base/random.ts';
import { createCountingIds } from '../../src/base/testing/seeded-random.ts';
import type { FaultKind, FaultRule } from '../../src/sandbox/faults/fault.ts';
import type { Company, SandboxBill } from '../../src/sandbox/company/company.ts';
import { pageDialect } from '../../src/sandbox/dialects.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { testBill, testCompany } from '../../src/sandbox/testing/harness.ts';
import { createSandboxFetch } from '../../src/sandbox/transport.ts';
import type { Circumstances, ServiceFault } from './operations.ts';
import type { ServiceBill, SimService } from './service.ts';

/** The sandbox as a run's service. It reads pages in one way only, and draws no answers. */
export function createSandboxService(deps: {
  readonly clock: Clock;
  readonly random: Random;
  readonly circumstances: Circumstances;
}): SimService {
  const { clock, random, circumstances } = deps;
  const { undoWindowMs: _, listEnd: __, ...settings } = circumstances;
  const ids = createCountingIds();
  // The read watch compares its bills with the records.
  const dialect = { ...pageDialect, party: 'name' } as const;
  const wired = { clock, random, ids, companies: companies() };
  const sandbox = createSandbox({ ...wired, ...settings, dialect });
  const { edit } = sandbox;
  const startMs = clock.nowMs();
  const before = new Map<string, ServiceBill>();
  const fired = (kind: FaultKind): number =>
    sandbox.faults
      .report()
      .filter(({ rule }) => rule.fault.kind === kind)
      .reduce((sum, report) => sum + report.fired, 0);
  const present = (billId: string): ServiceBill | null =>
    (sandbox.bill(billId) as ServiceBill | null) ?? null;

  return {
    fetch: createSandboxFetch(sandbox),
    organizationIds: () => sandbox.organizations.map(({ id }) => id),
    bills: (organizationId) => sandbox.bills(organizationId) as unknown as readonly ServiceBill[],
    applied: () =>
      sandbox
        .ledger()
        .approvals.map(({ billId, atMs }) => ({ billId, arrivedAtMs: atMs - startMs })),
    changeBill: (billId, fields) => {
      const bill = present(billId);
      if (bill) before.set(billId, bill);
      edit.changeBill(billId, fields);
    },
    changeBack: (billId) => {
      const bill = before.get(billId);
      if (bill && present(billId)) edit.changeBill(billId, bill as object);
    },
    pay: (billId, cents) => void edit.pay(billId, cents),
    void: (billId) => void edit.void(billId),
    removeBill: edit.removeBill,
    addBill: (organizationId) => void edit.addBill(organizationId),
    moveUp: () => undefined,
    addOddBill: () => undefined,
    oddBills: () => 0,
    hideOrganization: () => undefined,
    expireTokens: edit.expireTokens,
    revokeSignIns: edit.revokeSignIns,
    consumeQuota: (share) =>
      edit.consumeQuota(Math.floor(sandbox.settings().requestsPerWindow * share)),
    answer: (place, kind, count) =>
      void sandbox.faults.add({
        match: { path: paths[place], nth: 1, times: count },
        fault: faults[kind],
      }),
    drawAnswers: () => undefined,
    answerApprovals: () => undefined,
    answersLeft: () => 0,
    readPagesAs: () => undefined,
    isAmongNewest: () => false,
    unreadableAtMs: () => -1,
    refusalsMadeUp: () => fired('rateLimitStorm'),
    tokensRefused: () => fired('tokenDies'),
    grantsLost: () => 0,
    calm: () => sandbox.faults.clear(),
    counts: () => new Map(),
  };
}

const paths = {
  approve: '/api/v1/bills/*/approve',
  bills: '/api/v1/bills',
  organizations: '/api/v1/me/organizations',
  token: '/oauth/token',
} as const;

const faults: Readonly<Record<ServiceFault, FaultRule['fault']>> = {
  status500: { kind: 'status', status: 500 },
  status500Applied: { kind: 'status', status: 500, applied: true },
  status502Applied: { kind: 'status', status: 502, applied: true, body: 'html' },
  status503: { kind: 'status', status: 503, retryAfter: '20' },
  status503Applied: { kind: 'status', status: 503, applied: true, body: 'html' },
  storm: { kind: 'rateLimitStorm', retryAfterS: 40 },
  malformedBill: { kind: 'malformedBill', how: 'textAmount', position: 1 },
  refuseCursor: { kind: 'refuseCursor' },
  duplicateItems: { kind: 'duplicateItems', count: 2 },
  tokenDies: { kind: 'tokenDies' },
  invalid: { kind: 'status', status: 422 },
};

/** Two organizations: most bills are in the first, a few in the second. */
function companies(): Company[] {
  return [
    testCompany('org-1', [
      ...manyBills(100, 9, { status: 'open' }),
      ...manyBills(120, 6, { status: 'overdue', due_date: '2026-03-01' }),
      ...manyBills(140, 3, { status: 'partially_paid', amount_due_cents: 4_000 }),
      ...manyBills(160, 3, { status: 'paid', amount_due_cents: 0 }),
      ...manyBills(180, 2, { status: 'void', amount_due_cents: 0 }),
    ]),
    testCompany('org-2', [
      ...manyBills(200, 4, { status: 'open' }),
      ...manyBills(220, 1, { status: 'paid', amount_due_cents: 0 }),
    ]),
  ];
}

function manyBills(first: number, count: number, fields: Partial<SandboxBill>): SandboxBill[] {
  return Array.from({ length: count }, (_none, index) => testBill(first + index, fields));
}
