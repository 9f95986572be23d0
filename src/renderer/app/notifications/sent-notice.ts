import type { Approval } from '../../core/outbox/approval.ts';
import type { NoticeResult } from './told.ts';

/** What is remembered between looks: approvals that had to wait, and those of them that arrived. */
export interface SentMemory {
  /** Still on their way, by id. */
  readonly waited: ReadonlySet<string>;
  /** Sent and not told of yet. */
  readonly sent: number;
  readonly lastSentMs: number;
}

export interface SentFacts {
  readonly nowMs: number;
  /** Now, or at any moment since the look before: what waited in between had to wait. */
  readonly wasOffline: boolean;
  /** On their way: waiting under the present sign-in, newest first. */
  readonly waiting: readonly Approval[];
  /** The service has them. */
  readonly confirmed: readonly Approval[];
}

/** Some of those that waited may go on waiting, such as for the quota: the others are told after this. */
export const SENT_LULL_MS = 30_000;

/** At the start: whatever waits then has been waiting since Billfold was closed. */
export function firstSentMemory({ waiting, nowMs }: SentFacts): SentMemory {
  return { waited: new Set(waiting.map(({ id }) => id)), sent: 0, lastSentMs: nowMs };
}

/**
 * Approvals that waited without a way to the service are told of once they have been sent: all of them
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
