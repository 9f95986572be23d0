import type { Approval } from '../../core/model/approval.ts';
import { plainDateAt } from '../../../base/days.ts';
import type { PullStatus } from '../../core/mirror/idle-pull.ts';

export interface AttentionMemory {
  /** Ids that need attention and that the user knows from a notification or from the focused window. */
  readonly known: ReadonlySet<string>;
  /** Time of the first new approval, epoch milliseconds; null for none. */
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

/** Approvals that follow within this time share one notification. Milliseconds. */
export const ATTENTION_GATHER_MS = 5_000;
/** Longest wait for more approvals, milliseconds. */
export const ATTENTION_GATHER_MAX_MS = 60_000;
/** Shortest time between two notifications, milliseconds. */
export const ATTENTION_APART_MS = 5 * 60_000;

/** Memory at the start. Approvals that already need attention count as known, because the first screen shows them. */
export function firstAttentionMemory({ attention, nowMs }: AttentionFacts): AttentionMemory {
  const known = new Set(attention.map(({ id }) => id));
  return { known, firstNewMs: null, newestMs: nowMs, newCount: 0, notifiedMs: null };
}

/**
 * Notifies of approvals that newly need attention, several together, and only while Billfold doesn't have the
 * focus. In the focused window, the count beside *Approvals* shows them.
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
    Math.min(newestMs + ATTENTION_GATHER_MS, firstNewMs + ATTENTION_GATHER_MAX_MS),
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

/** Memory between checks: approvals that had to wait, and the number sent since. */
export interface SentMemory {
  /** Ids of approvals not sent yet. */
  readonly waited: ReadonlySet<string>;
  /** Number of sent approvals that no notification has reported. */
  readonly sent: number;
  readonly lastSentMs: number;
}

interface SentFacts {
  readonly nowMs: number;
  /** Offline now, or at any moment since the previous check. */
  readonly wasOffline: boolean;
  /** Approvals waiting under the current sign-in, newest first. */
  readonly waiting: readonly Approval[];
  readonly confirmed: readonly Approval[];
}

/** Notifies of sent approvals after this time even if others still wait, such as for the quota. Milliseconds. */
export const SENT_LULL_MS = 30_000;

/** Memory at the start. Pending approvals have been waiting since Billfold was closed. */
export function firstSentMemory({ waiting, nowMs }: SentFacts): SentMemory {
  return { waited: new Set(waiting.map(({ id }) => id)), sent: 0, lastSentMs: nowMs };
}

/**
 * Notifies once of approvals that waited offline and have now been sent. It waits until none of them is left,
 * or until none was sent for `SENT_LULL_MS`.
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

/** After this time since the start, yesterday's bills are fresh enough to count. Milliseconds. */
export const FRESH_BILLS_GRACE_MS = 2 * 60_000;

interface DueFacts {
  readonly nowMs: number;
  readonly startedMs: number;
  /** Day of the last notification; null for none. */
  readonly notifiedOn: string | null;
  readonly isLoading: boolean;
  readonly pull: Pick<PullStatus, 'payableSyncedAtMs'>;
}

/**
 * Whether to count the bills for the daily notification. True once a day, when the bills were read today or the grace
 * period after the start has passed.
 */
export function isTimeForDue({ nowMs, startedMs, notifiedOn, isLoading, pull }: DueFacts): boolean {
  const today = plainDateAt(nowMs);
  if (notifiedOn === today || isLoading || pull.payableSyncedAtMs === null) return false;
  return plainDateAt(pull.payableSyncedAtMs) === today || nowMs - startedMs >= FRESH_BILLS_GRACE_MS;
}

interface NoticeResult<Memory> {
  readonly memory: Memory;
  /** Number to notify the user of now; 0 for none. */
  readonly count: number;
  /** Next check if nothing changes before, epoch milliseconds; null for none. */
  readonly wakeAtMs: number | null;
}
