import type { Bill } from '../../../../contract/bill.ts';
import { cacheKeyOf } from '../../mirror/cache-database.ts';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import type { Approval } from '../../model/approval.ts';
import { decidePush, type PushFacts } from '../push-decisions.ts';

export const MINUTE_MS = 60_000;

/** Bills in the mirror, read by a request at this time in this run. */
export function cachedAt(askedMs: number, ...bills: Bill[]): PushFacts['cached'] {
  const keyed = bills.map((bill) => {
    const read = { run: 'run', askedMs, listedMs: askedMs, status: bill.status, after: 'c1' };
    const key = cacheKeyOf({ organizationId: 'acme', billId: bill.id });
    return [key, { ...cachedBill(bill), read }] as const;
  });
  return new Map(keyed);
}

/** The user is signed in, and no send is under way. */
export const facts: PushFacts = {
  nowMs: MINUTE_MS,
  orderedNowMs: MINUTE_MS,
  maySend: true,
  signInId: 'sign-in-1',
  underWay: new Set(),
  onOldCursor: null,
  crawls: new Map(),
  cached: cachedAt(MINUTE_MS - 1, aBill('b1'), aBill('b2')),
  tryAgainSinceMs: null,
  sendAgainByItself: false,
  uncheckedFields: [],
  maxUnderWay: 4,
  profileEpoch: '',
  undoLeftMs: () => 0,
  sentMs: new Map(),
  organizationIds: new Set(['acme']),
  launchId: 'run',
  newestHistoryMs: new Map(),
  readMs: ({ askedMs }) => askedMs,
  pageOf: (_, { status, after }) => ({ status, after }),
  pagesOf: () => 18,
};

/** Main did not find the bill on its page. */
export const lookedFor: Partial<Approval> = {
  outcome: { kind: 'notSent', reason: 'notOnPage', retryAtMs: null, error: null },
};

/** The service could not be reached. */
export const unreachable: Partial<Approval> = {
  outcome: { kind: 'notSent', reason: 'unreachable', retryAtMs: null, error: null },
};

/** The plan in a few words. */
export function observed(rows: readonly Approval[], change: Partial<PushFacts> = {}): string {
  const plan = decidePush(rows, { ...facts, ...change });
  return [
    ...plan.changes.map(({ approvalId, event }) => {
      const page = event.name === 'send' ? event.page : null;
      return `${approvalId} ${event.name}${page ? ` at ${page.after}` : ''}`;
    }),
    ...plan.inDoubt.map((row) => `${row.id} find`),
    ...plan.rechecks.map(
      ({ billId, afterMs, lastReading, isMissing }) =>
        `read ${billId} after ${afterMs}${lastReading ? ` at ${lastReading.after}` : ''}${isMissing ? ', paid and void too' : ''}`,
    ),
    ...(plan.wakeAtMs === null ? [] : [`wake at ${plan.wakeAtMs}`]),
  ].join(', ');
}
