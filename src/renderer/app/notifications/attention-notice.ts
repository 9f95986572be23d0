import type { Approval } from '../../core/outbox/approval.ts';
import type { NoticeResult } from './told.ts';

export interface AttentionMemory {
  /** Need attention, and the user was told or had Billfold before them. */
  readonly known: ReadonlySet<string>;
  /** When the first and the newest of the others came, epoch milliseconds; null when there are none. */
  readonly firstNewMs: number | null;
  readonly newestMs: number;
  readonly newCount: number;
  readonly toldMs: number | null;
}

export interface AttentionFacts {
  readonly nowMs: number;
  /** Billfold's window has the focus. */
  readonly isFocused: boolean;
  /** Approvals that wait for the user's decision. */
  readonly attention: readonly Approval[];
}

/** More of the same may follow within moments: they are told together. */
export const ATTENTION_GATHER_MS = 5_000;
/** The longest gathering, when one follows the other. */
export const ATTENTION_GATHER_MOST_MS = 60_000;
/** Not more often than this, whatever happens. */
export const ATTENTION_APART_MS = 5 * 60_000;

/** At the start: what needs attention then is on the screen that opens. */
export function firstAttentionMemory({ attention, nowMs }: AttentionFacts): AttentionMemory {
  const known = new Set(attention.map(({ id }) => id));
  return { known, firstNewMs: null, newestMs: nowMs, newCount: 0, toldMs: null };
}

/**
 * Approvals that have come to need attention are told of together, and only while Billfold does not have
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
    (memory.toldMs ?? -Infinity) + ATTENTION_APART_MS,
  );
  if (nowMs < dueMs) {
    const waiting = { ...memory, known, firstNewMs, newestMs, newCount: count };
    return { memory: waiting, count: 0, wakeAtMs: dueMs };
  }
  return {
    memory: { ...nothingNew, known: new Set(ids), toldMs: nowMs },
    count,
    wakeAtMs: null,
  };
}
