import * as z from '../../base/zod.ts';
import {
  capLeftOf,
  createGovernorState,
  totalOf,
  type DocumentedQuota,
  type Due,
  type GovernorState,
  type ClockReading,
} from './governor-state.ts';

// Elapsed time has no meaning after a restart, so all times are wall times.
const VERSION = 1;

const capSchema = z.object({
  name: z.string(),
  limit: z.int(),
  remaining: z.int(),
  untilMs: z.number(),
});

const spendSchema = z.object({
  atWallMs: z.number(),
  approval: z.int().check(z.minimum(0)),
  recheck: z._default(z.int().check(z.minimum(0)), 0),
  waiting: z.int().check(z.minimum(0)),
  background: z.int().check(z.minimum(0)),
});

/** The governor's state on disk, so that a restart in mid-window does not count as a fresh window. */
const governorRecordSchema = z.object({
  version: z.literal(VERSION),
  account: z.string(),
  savedAtMs: z.number(),
  limit: z.int().check(z.minimum(1)),
  resetAtMs: z.nullable(z.number()),
  resetServiceMs: z.nullable(z.number()),
  lowestHeard: z.nullable(z.int().check(z.minimum(0))),
  lost: z.int().check(z.minimum(0)),
  caps: z._default(z.array(capSchema), []),
  pausedUntilMs: z.nullable(z.number()),
  isOutage: z._default(z.boolean(), false),
  refusals: z.int().check(z.minimum(0)),
  approvalsPausedUntilMs: z._default(z.nullable(z.number()), null),
  approvalRefusals: z._default(z.int().check(z.minimum(0)), 0),
  headersSeen: z.boolean(),
  carried: z.nullable(z.object({ untilMs: z.number(), spentMs: z.number() })),
  spends: z.array(spendSchema),
  /** Connections whose service has sent quota headers in any session. */
  headersFrom: z._default(z.array(z.string()), []),
});
type GovernorRecord = z.infer<typeof governorRecordSchema>;

/**
 * The record to write. Requests under way are written as lost, since a crash now would lose their
 * answers.
 */
export function recordOf(
  state: GovernorState,
  at: ClockReading,
): Omit<GovernorRecord, 'headersFrom'> {
  const { window } = state;
  const wall = (elapsedMs: number): number => at.nowMs + (elapsedMs - at.elapsedMs);
  const wallOf = (due: Due | null): number | null => (due === null ? null : wall(due.elapsedMs));
  return {
    version: VERSION,
    account: state.account,
    savedAtMs: at.nowMs,
    limit: state.limit,
    resetAtMs: wallOf(window.reset),
    resetServiceMs: window.resetServiceMs,
    lowestHeard: window.lowestRemaining,
    lost: window.lost + window.uncounted + totalOf(state.inFlight),
    caps: state.caps.map((cap) => ({
      name: cap.name,
      limit: cap.limit,
      remaining: capLeftOf(state, cap),
      untilMs: wall(cap.until.elapsedMs),
    })),
    pausedUntilMs: wallOf(state.pausedUntil),
    isOutage: state.isOutage,
    refusals: state.refusals,
    approvalsPausedUntilMs: wallOf(state.approvalsPausedUntil),
    approvalRefusals: state.approvalRefusals,
    headersSeen: state.headersSeen,
    carried:
      window.carried === null
        ? null
        : { untilMs: wall(window.carried.until.elapsedMs), spentMs: wall(window.carried.spentMs) },
    spends: state.spends.map(({ atMs, ...counts }) => ({ atWallMs: wall(atMs), ...counts })),
  };
}

/**
 * Connections whose service is known to send quota headers, whichever account the record belongs
 * to.
 */
export function headersFromOf(stored: unknown): readonly string[] {
  const parsed = z.pick(governorRecordSchema, { headersFrom: true }).safeParse(stored);
  return parsed.success ? parsed.data.headersFrom : [];
}

/**
 * Continues from the record. If it belongs to another account or cannot be read, the state is
 * fresh: a new sign-in is a new token with its own quota.
 */
export function restoreGovernor(
  stored: unknown,
  options: { account: string; documented: DocumentedQuota; at: ClockReading },
): GovernorState {
  const fresh = createGovernorState(options.account, options.documented);
  const parsed = governorRecordSchema.safeParse(stored);
  if (!parsed.success || parsed.data.account !== options.account) return fresh;
  return restoreWindow(fresh, parsed.data, options.at);
}

function restoreWindow(
  fresh: GovernorState,
  record: GovernorRecord,
  at: ClockReading,
): GovernorState {
  const due = (wallMs: number | null): Due | null =>
    wallMs === null ? null : dueAt(wallMs, record, at);
  const windowMs = fresh.documented.windowMs;
  // If the clock was set back meanwhile, a request must not stay in the count forever.
  const then = (wallMs: number): number =>
    at.elapsedMs - Math.min(Math.max(at.nowMs - wallMs, -windowMs / 50), windowMs);
  return {
    ...fresh,
    limit: record.limit,
    refusals: record.refusals,
    approvalsPausedUntil: due(record.approvalsPausedUntilMs),
    approvalRefusals: record.approvalRefusals,
    headersSeen: record.headersSeen,
    pausedUntil: due(record.pausedUntilMs),
    isOutage: record.isOutage,
    caps: record.caps.map(({ untilMs, ...cap }) => ({
      ...cap,
      receivedAtMs: at.elapsedMs,
      until: dueAt(untilMs, record, at),
    })),
    window: {
      ...fresh.window,
      reset: due(record.resetAtMs),
      resetServiceMs: record.resetServiceMs,
      lowestRemaining: record.lowestHeard,
      lost: record.lost,
      carried: record.carried && {
        until: dueAt(record.carried.untilMs, record, at),
        spentMs: then(record.carried.spentMs),
      },
    },
    spends: record.spends.map(({ atWallMs, ...counts }) => ({ ...counts, atMs: then(atWallMs) })),
  };
}

/** The delay is at most as long as when it was saved, even if the clock was set back since. */
function dueAt(wallMs: number, record: GovernorRecord, at: ClockReading): Due {
  const delayMs = Math.min(wallMs - at.nowMs, wallMs - record.savedAtMs);
  return { elapsedMs: at.elapsedMs + delayMs, wallMs: at.nowMs + delayMs };
}
