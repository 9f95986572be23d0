import { expect, test } from 'vitest';
import type { SendOutcome } from '../src/bridge/approval.ts';
import { succeed } from '../src/base/result.ts';
import { snapshotOf } from '../src/bridge/snapshot.ts';
import { createSeededRandom } from '../src/base/testing/seeded-random.ts';
import { createApi } from '../src/main/api/create-api.ts';
import {
  createMemoryDocument,
  createMemoryLog,
  testConnection,
} from '../src/main/api/testing/doubles.ts';
import { createApprovalSender } from '../src/main/approvals/approval-sender.ts';
import { createBillReadings } from '../src/main/approvals/bill-readings.ts';
import { createJournal } from '../src/main/journal/journal.ts';
import { createMemoryFiles } from '../src/main/journal/testing/memory-files.ts';
import { attemptOf } from '../src/main/journal/testing/attempts.ts';
import type { FaultRule } from '../src/sandbox/faults/fault.ts';
import type { SandboxSettingsPatch } from '../src/sandbox/settings.ts';
import { createSandboxHarness, SANDBOX_URL } from '../src/sandbox/testing/harness.ts';

interface Course {
  readonly outcome: string;
  /** How often the service's own books say it was applied. */
  readonly applied: number;
  /** Timers left when all is closed. */
  readonly timers: number;
}

/** Approves one bill of the sandbox, with one thing going wrong. */
async function approve(
  fault: FaultRule['fault'] | null,
  settings: SandboxSettingsPatch = {},
  isDeleted = false,
): Promise<Course> {
  const { sandbox, clock, fetch, signIn } = createSandboxHarness(settings);
  const { accessToken } = await signIn();
  const token = succeed({ value: accessToken, generation: 1 });
  if (fault !== null) sandbox.faults.add({ match: { method: 'PATCH' }, fault });
  const log = createMemoryLog();
  const api = createApi({
    clock,
    fetch,
    log,
    random: createSeededRandom(1),
    tokens: { current: async () => token, renew: async () => token, end: async () => undefined },
    connection: () => ({ ...testConnection, serviceUrl: SANDBOX_URL }),
    signInId: () => 'sign-in-1',
    document: createMemoryDocument(),
    backgroundShare: () => 0.3,
  });
  const journal = createJournal({ files: createMemoryFiles(), folder: '/j', clock, log });
  const session = () => ({ connectionId: 'connection-1', signInId: 'sign-in-1' });
  const recheckSkipMinutes = (): number => 0;
  const readings = createBillReadings({ client: api, session, clock, recheckSkipMinutes });
  const profileEpoch = (): string => '';
  const sender = createApprovalSender({
    ...{ journal, client: api, session, readings, profileEpoch, log },
  });
  readings.observe('a');
  const asked = { organizationId: 'org-1', status: 'open', limit: 50, after: null } as const;
  const page = await readings.billsPage({ ...asked, priority: 'recheck' });
  const bill = page.ok ? page.value.items.find(({ id }) => id === 'bill-1') : undefined;
  if (!bill) throw new Error('The sandbox has no bill to approve.');
  // Deleted right after it was read.
  if (isDeleted) sandbox.edit.removeBill(bill.id);
  const sending = sender.send({ ...attemptOf('a'), snapshot: snapshotOf(bill) });
  await clock.advance(60_000);
  const outcome = await sending;
  await sender.close();
  api.close();
  await clock.advance(0);
  return {
    timers: clock.sleepers(),
    outcome: told(outcome),
    applied: sandbox.ledger().approvals.length,
  };
}

function told(outcome: SendOutcome): string {
  return outcome.kind === 'notSent' ? `notSent ${outcome.reason}` : outcome.kind;
}

test.each<[string, FaultRule['fault'] | null, string, number]>([
  ['nothing', null, 'confirmed', 1],
  ['a refused connection', { kind: 'refuse' }, 'notSent unreachable', 0],
  ['a connection dropped before', { kind: 'dropBeforeApply' }, 'unknown', 0],
  ['a connection dropped after', { kind: 'dropAfterApply', reset: true }, 'unknown', 1],
  ['an answer cut off', { kind: 'truncateBody', keepBytes: 5 }, 'unknown', 1],
  [
    'an answer that is a page',
    { kind: 'wrongContentType', contentType: 'text/html', body: '<html></html>' },
    'unknown',
    1,
  ],
  ['a 500 after', { kind: 'status', status: 500, applied: true }, 'unknown', 1],
  ['a 503', { kind: 'status', status: 503 }, 'unknown', 0],
  ['a 503 after', { kind: 'status', status: 503, applied: true }, 'unknown', 1],
  ['a 408 after', { kind: 'status', status: 408, applied: true }, 'unknown', 1],
  ['a 429 storm', { kind: 'rateLimitStorm', retryAfterS: 5 }, 'notSent quota', 0],
  ['an answer that takes too long', { kind: 'latency', delayMs: 45_000 }, 'unknown', 1],
  ['a token that dies', { kind: 'tokenDies' }, 'notSent signedOut', 0],
])(
  'J-32 the service’s own books agree with what the outcome claims: %s',
  async (_name, fault, outcome, applied) => {
    expect(await approve(fault)).toEqual({ outcome, applied, timers: 0 });
  },
);

test.each([
  ['bill', 'confirmed'],
  ['noContent', 'confirmed'],
  ['wrappedBill', 'confirmed'],
  ['accepted', 'confirmed'],
  ['text', 'unknown'],
] as const)(
  'J-32 of whatever approve may answer with, nothing and JSON confirm it: %s',
  async (approveAnswer, outcome) => {
    expect(await approve(null, { approveAnswer })).toEqual({ outcome, applied: 1, timers: 0 });
  },
);

test('J-32 a bill that is not there is rejected', async () => {
  expect(await approve(null, {}, true)).toEqual({
    outcome: 'rejected',
    applied: 0,
    timers: 0,
  });
});
