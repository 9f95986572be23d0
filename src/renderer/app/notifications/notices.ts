import type { Approval } from '../../core/outbox/approval.ts';
import { isPayable } from '../../../contract/assumptions.ts';
import { addDays, plainDateAt, readPlainDate, type PlainDate } from '../../../base/days.ts';
import type { Annotations } from '../../core/local/annotations.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { PullStatus } from '../../core/mirror/idle-pull.ts';

export interface AttentionMemory {
  /** Need attention, and the user was notified or had Billfold before them. */
  readonly known: ReadonlySet<string>;
  /** When the first and the newest of the others came, epoch milliseconds; null when there are none. */
  readonly firstNewMs: number | null;
  readonly newestMs: number;
  readonly newCount: number;
  readonly notifiedMs: number | null;
}

interface AttentionFacts {
  readonly nowMs: number;
  /** Billfold's window has the focus. */
  readonly isFocused: boolean;
  /** Approvals that wait for the user's decision. */
  readonly attention: readonly Approval[];
}

/** More of the same may follow within moments: they are notified of together. */
export const ATTENTION_GATHER_MS = 5_000;
/** The longest gathering, when one follows the other. */
export const ATTENTION_GATHER_MOST_MS = 60_000;
/** Not more often than this, whatever happens. */
export const ATTENTION_APART_MS = 5 * 60_000;

/** At the start: what needs attention then is on the screen that opens. */
export function firstAttentionMemory({ attention, nowMs }: AttentionFacts): AttentionMemory {
  const known = new Set(attention.map(({ id }) => id));
  return { known, firstNewMs: null, newestMs: nowMs, newCount: 0, notifiedMs: null };
}

/**
 * Approvals that have come to need attention are notified of together, and only while Billfold does not have
 * the focus: whoever has it before them sees the count beside *Approvals*.
 */
export function noteAttention(
  memory: AttentionMemory,
  facts: AttentionFacts,
): NoticeResult<AttentionMemory> {
  const { nowMs, isFocused, attention } = facts;
  const ids = attention.map(({ id }) => id);
  const nothingNew = { firstNewMs: null, newestMs: nowMs, newCount: 0 };
  if (isFocused) {
    const known = new Set(ids);
    return { memory: { ...memory, ...nothingNew, known }, count: 0, wakeAtMs: null };
  }
  const known = new Set(ids.filter((id) => memory.known.has(id)));
  const count = ids.length - known.size;
  if (count === 0) {
    return { memory: { ...memory, ...nothingNew, known }, count: 0, wakeAtMs: null };
  }
  const firstNewMs = memory.firstNewMs ?? nowMs;
  const newestMs = count > memory.newCount ? nowMs : memory.newestMs;
  const dueMs = Math.max(
    Math.min(newestMs + ATTENTION_GATHER_MS, firstNewMs + ATTENTION_GATHER_MOST_MS),
    (memory.notifiedMs ?? -Infinity) + ATTENTION_APART_MS,
  );
  if (nowMs < dueMs) {
    const waiting = { ...memory, known, firstNewMs, newestMs, newCount: count };
    return { memory: waiting, count: 0, wakeAtMs: dueMs };
  }
  return {
    memory: { ...nothingNew, known: new Set(ids), notifiedMs: nowMs },
    count,
    wakeAtMs: null,
  };
}

/** What is remembered between checks: approvals that had to wait, and those of them that arrived. */
export interface SentMemory {
  /** Still on their way, by id. */
  readonly waited: ReadonlySet<string>;
  /** Sent and not notified of yet. */
  readonly sent: number;
  readonly lastSentMs: number;
}

interface SentFacts {
  readonly nowMs: number;
  /** Now, or at any moment since the check before: what waited in between had to wait. */
  readonly wasOffline: boolean;
  /** On their way: waiting under the present sign-in, newest first. */
  readonly waiting: readonly Approval[];
  /** The service has them. */
  readonly confirmed: readonly Approval[];
}

/** Some of those that waited may go on waiting, such as for the quota: the others are notified of after this. */
export const SENT_LULL_MS = 30_000;

/** At the start: whatever waits then has been waiting since Billfold was closed. */
export function firstSentMemory({ waiting, nowMs }: SentFacts): SentMemory {
  return { waited: new Set(waiting.map(({ id }) => id)), sent: 0, lastSentMs: nowMs };
}

/**
 * Approvals that waited without a way to the service are notified of once they have been sent: all of them
 * at once, when none is left on its way or no other has gone for a while.
 */
export function noteSent(memory: SentMemory, facts: SentFacts): NoticeResult<SentMemory> {
  const { nowMs, wasOffline, waiting, confirmed } = facts;
  const onTheirWay = new Set(waiting.map(({ id }) => id));
  const arrived = confirmed.filter(
    ({ id, confirmedBy }) => memory.waited.has(id) && confirmedBy !== 'user',
  );
  const waited = wasOffline
    ? onTheirWay
    : new Set([...memory.waited].filter((id) => onTheirWay.has(id)));
  const sent = memory.sent + arrived.length;
  const lastSentMs = arrived.length > 0 ? nowMs : memory.lastSentMs;
  const lullMs = lastSentMs + SENT_LULL_MS;
  if (sent > 0 && (waited.size === 0 || nowMs >= lullMs))
    return { memory: { waited, sent: 0, lastSentMs }, count: sent, wakeAtMs: null };
  return { memory: { waited, sent, lastSentMs }, count: 0, wakeAtMs: sent > 0 ? lullMs : null };
}

/** Bills as old as yesterday's are good enough once there was time to read them anew. */
export const FRESH_BILLS_GRACE_MS = 2 * 60_000;

interface DueFacts {
  readonly nowMs: number;
  readonly startedMs: number;
  /** The day of the last notification. */
  readonly notifiedOn: string | null;
  readonly isLoading: boolean;
  readonly pull: Pick<PullStatus, 'payableAsOfMs'>;
}

/**
 * Whether it is time to count what is due tomorrow: once a day, at the first check of that day at which
 * the bills on this computer were read today, or a while was given to read them.
 */
export function isTimeForDue({ nowMs, startedMs, notifiedOn, isLoading, pull }: DueFacts): boolean {
  const today = plainDateAt(nowMs);
  if (notifiedOn === today || isLoading || pull.payableAsOfMs === null) return false;
  return plainDateAt(pull.payableAsOfMs) === today || nowMs - startedMs >= FRESH_BILLS_GRACE_MS;
}

/** How many payable bills are due the day after `today` that were neither approved nor hidden. */
export function countDueTomorrow(
  rows: readonly BillRow[],
  approvals: readonly Approval[],
  hiddenOn: Annotations['hiddenOn'],
  today: PlainDate,
): number {
  const tomorrow = addDays(today, 1);
  const approved = new Set(
    approvals.filter(({ state }) => state !== 'withdrawn').map(keyOfApproval),
  );
  return rows.filter(
    ({ bill, organizationId }) =>
      readPlainDate(bill.dueDate) === tomorrow &&
      isPayable(bill.status) &&
      !approved.has(`${organizationId} ${bill.id}`) &&
      !hiddenOn(organizationId, today).has(bill.id),
  ).length;
}

function keyOfApproval({ organizationId, billId }: Approval): string {
  return `${organizationId} ${billId}`;
}

/** What one check of the facts comes to. */
interface NoticeResult<Memory> {
  readonly memory: Memory;
  /** How many the user is to be notified of now; 0 for none. */
  readonly count: number;
  /** When to check again although nothing happens, epoch milliseconds. */
  readonly wakeAtMs: number | null;
}
