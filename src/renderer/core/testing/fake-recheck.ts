import type { Clock } from '../../../base/clock.ts';
import type { NotSentReason, SendAnswer, SendRequest } from '../../../bridge/approval.ts';
import type { ReplyOf, RequestOf } from '../../../bridge/methods.ts';
import { uncheckedOf, type Settings } from '../../../bridge/settings.ts';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import { isCursorRefused, type ServiceError } from '../../../contract/service-error.ts';
import { cacheKeyOf } from '../mirror/cache-database.ts';
type SendReply = ReplyOf<'approvals.send'>;

/** The recheck of a scripted main, like that of `BillReadings`, with one call after another. */
export interface FakeRecheck {
  noteRead(organizationId: string, bills: readonly Bill[]): void;
  /** Tells main of an approval. */
  observe(approvalId: string): void;
  expire(): void;
  /** `answer` is null if the approval may be sent. */
  check(request: SendRequest): {
    readonly answer: SendAnswer | null;
    readonly read: SendReply['read'];
  };
}

const VALID_MS = 120_000;

export function createFakeRecheck(deps: {
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly page: (request: RequestOf<'service.billsPages'>) => ReplyOf<'service.billsPages'>;
}): FakeRecheck {
  const { clock, settings, page } = deps;
  const readings = new Map<
    string,
    { readonly at: number; readonly atMs: number; readonly bill: Bill }
  >();
  const heardAt = new Map<string, number>();
  let order = 0;
  let expired = 0;

  const compare = ({ snapshot, connectionId }: SendRequest, bill: Bill): SendAnswer | null => {
    const unchecked = uncheckedOf(settings().uncheckedFields, connectionId);
    const found = snapshotOf(bill);
    const isSame = fingerprint(found, unchecked) === fingerprint(snapshot, unchecked);
    return isSame && isPayable(found.status) ? null : { kind: 'changed', found };
  };

  const lastOf = ({ approvalId, organizationId, snapshot }: SendRequest): Bill | null => {
    const last = readings.get(cacheKeyOf({ organizationId, billId: snapshot.billId }));
    if (!last || last.at <= expired) return null;
    const ageMs = clock.nowMs() - last.atMs;
    const skipMs = settings().recheckSkipMinutes * 60_000;
    const isSince = last.at > (heardAt.get(approvalId) ?? 0);
    return ageMs < (isSince ? Math.max(skipMs, VALID_MS) : skipMs) ? last.bill : null;
  };

  const observe = (approvalId: string): void => {
    heardAt.set(approvalId, (order += 1));
  };

  return {
    noteRead: (organizationId, bills) => {
      order += 1;
      for (const bill of bills) {
        const key = cacheKeyOf({ organizationId, billId: bill.id });
        readings.set(key, { at: order, atMs: clock.nowMs(), bill });
      }
    },
    observe,
    expire: () => {
      expired = order;
    },
    check: (request) => {
      const { approvalId, organizationId, snapshot, page: asked } = request;
      if (!heardAt.has(approvalId)) observe(approvalId);
      const last = lastOf(request);
      if (last) return { answer: compare(request, last), read: null };
      if (asked === null) return { answer: notSent('notOnPage'), read: null };
      const rest = { organizationId, limit: 50, most: 1, priority: 'recheck' } as const;
      const reply = page({ ...asked, ...rest });
      if (!reply.ok) {
        const isRefused = asked.after !== null && isCursorRefused(reply.error);
        if (isRefused) return { answer: notSent('notOnPage'), read: 'cursorRefused' };
        return { answer: notSent('unreachable', reply.error), read: null };
      }
      const [read = null] = reply.value;
      const found = read?.items.find(({ id }) => id === snapshot.billId);
      return { answer: found ? compare(request, found) : notSent('notOnPage'), read };
    },
  };
}

function notSent(reason: NotSentReason, error: ServiceError | null = null): SendAnswer {
  return { kind: 'notSent', reason, retryAtMs: null, error };
}
