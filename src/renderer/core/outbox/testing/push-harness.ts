import { createSerial } from '../../../../base/serial.ts';
import { createVirtualClock, settle } from '../../../../base/testing/virtual-clock.ts';
import type { AttemptFinding, SendRequest } from '../../../../bridge/approval.ts';
import { createBridge } from '../../../../bridge/client.ts';
import { aBill } from '../../testing/fake-bridge.ts';
import { createOrderedTime } from '../../time/ordered-time.ts';
import type { Approval } from '../../model/approval.ts';
import { createApprovals } from '../approval-slices.ts';
import { transition } from '../approval-transitions.ts';
import { startPush, type PushConditions, type PushDeps } from '../push.ts';
import { anApproval } from './an-approval.ts';
import { cachedAt, facts, MINUTE_MS } from './push-facts.ts';

const ids = ['b1', 'b2', 'b3', 'b4', 'b5', 'b6'];
const fail = (problem: unknown): never => {
  throw problem;
};
/** The first `count` of six approvals of bills b1 to b6, listed since they were made. */
export const rowsOf = (count: number, fields: Partial<Approval> = {}): Approval[] =>
  ids
    .slice(0, count)
    .map((id, at) =>
      anApproval({ id, billId: id, approvedAtMs: at, needsRecheckAfterMs: 5, ...fields }),
    );

/** Starts the push with rows in memory and a main whose answers a test gives. Lists events in `log`. */
export function startPushAlone(rows: readonly Approval[], change: Partial<PushDeps> = {}) {
  const clock = createVirtualClock(MINUTE_MS);
  const log: string[] = [];
  /** Approvals sent, with the milliseconds since the start. */
  const sends: string[] = [];
  const approvals = createApprovals(fail);
  approvals.reset(rows);
  const main = {
    conditions: { ...facts } as PushConditions,
    profileEpoch: '',
    isDistrusting: false,
    lacking: null as string | null,
    /** Bills that the push asks a crawl to read. */
    requested: [] as readonly string[],
    cached: cachedAt(MINUTE_MS - 1, ...ids.map((id) => aBill(id))),
    answer: (_request: SendRequest): unknown => ({ kind: 'confirmed', bill: null }),
    read: null as unknown,
    finding: (row: { approvalId: string; attempt: number }): AttemptFinding | null => ({
      ...row,
      finding: { kind: 'attemptOnly' },
    }),
  };
  const calls = {
    'approvals.send': async (request: SendRequest) => {
      const { approvalId, attempt, page } = request;
      sends.push(`${approvalId} +${clock.elapsedMs()}`);
      log.push(`send ${approvalId} #${attempt}${page ? ` at ${page.after} in ${page.run}` : ''}`);
      return { answer: await main.answer(request), read: main.read };
    },
    'approvals.findAttempts': async (asked: readonly { approvalId: string; attempt: number }[]) => {
      const attempts = asked.map(({ approvalId, attempt }) => `${approvalId} #${attempt}`);
      log.push(`find ${attempts.join(' ')}`);
      return asked.flatMap((each) => main.finding(each) ?? []);
    },
  };
  const bridge = createBridge({
    call: async (name, request) => ({
      ok: true,
      reply: await Reflect.get(calls, name)(request),
    }),
    on: () => () => undefined,
  });
  const push = startPush({
    clock,
    random: { next: () => 0.5, bytes: (count) => new Uint8Array(count) },
    orderedTime: createOrderedTime(clock),
    bridge,
    outbox: {
      approvals,
      undoLeftMs: () => 0,
      applyAll: async (changes) => {
        const results = changes.map(({ approvalId, event }) => {
          const row = approvals.find(approvalId);
          return row ? transition(row, event) : ({ ok: false, why: 'noSuchRow' } as const);
        });
        approvals.put(results.flatMap((result) => (result.ok ? result.row : [])));
        return results;
      },
    },
    cache: {
      readBills: async () => main.cached,
      keepBill: async (organizationId, { id }, seenAtMs) => {
        log.push(`keep ${organizationId} ${id} at ${seenAtMs}`);
        return { organizationId, upserts: [], deletes: [] };
      },
    },
    exclusive: createSerial(),
    conditions: () => main.conditions,
    profileEpoch: () => main.profileEpoch,
    readings: {
      ...facts,
      crawls: () => facts.crawls,
      newestHistoryMs: () => facts.newestHistoryMs,
      request: (rechecks) => void (main.requested = rechecks.map(({ billId }) => billId)),
      takeReread: async ({ organizationId, after }) => {
        log.push(`page ${organizationId} ${after}`);
      },
      endOldCursors: async () => void log.push('old cursors end'),
    },
    onAnswer: (error) => log.push(`answer ${error?.kind ?? 'fine'}`),
    onFailure: (error) => log.push(`failure ${error.kind}`),
    onDistrust: (isOn) => (main.isDistrusting = isOn),
    onPermission: (scope) => (main.lacking = scope),
    onChange: () => log.push('shown'),
    onFault: (problem) => log.push(String(problem)),
    ...change,
  });
  const states = () =>
    approvals.get().map(({ id, state, attempt }) => `${id} ${state} #${attempt}`);
  const wake = async (): Promise<void> => {
    push.wake();
    await settle();
  };
  return Object.assign(main, { push, clock, log, sends, approvals, states, wake });
}
