import * as z from '../base/zod.ts';

const withoutApproval = ['waiting', 'background'] as const;
const ofReads = ['recheck', ...withoutApproval] as const;
/** Purpose of a request, and its priority, highest first. Approvals wait for their rechecks. */
export const requestPrioritySchema = z.enum(['approval', ...ofReads]);
/** Priorities that the window may use for bills. Only main sends approvals. */
export const readPrioritySchema = z.enum(ofReads);
/** Priorities of reads that no approval waits for: they must not use the quota for rechecks. */
export const otherReadPrioritySchema = z.enum(withoutApproval);
export type RequestPriority = z.infer<typeof requestPrioritySchema>;

/** The quota as shown to the user. Counts are requests in the current window. */
export const quotaViewSchema = z.object({
  /** The limit that allows the fewest requests. `backgroundLeft` and `resetAtMs` describe the hourly window instead. */
  limit: z.int(),
  /** Reset of that limit, epoch milliseconds; absent when that limit is the hourly window. */
  limitResetAtMs: z.optional(z.number()),
  /** While `pause` is `refused`, the service may count differently, so screens show no number. */
  remaining: z.int(),
  /** Requests reserved for approvals. */
  reserve: z.int(),
  /** Start of the next window, epoch milliseconds on this machine's clock; null when not known. */
  resetAtMs: z.nullable(z.number()),
  /** End of the pause, epoch milliseconds; null when sending is not paused, or the end is not known. */
  pausedUntilMs: z.nullable(z.number()),
  /** Reason of the pause: a rate-limited answer, an outage, or no requests left; null when there is none. */
  pause: z.nullable(z.enum(['refused', 'unavailable', 'spent'])),
  /**
   * When a bill can be checked before its approval, epoch milliseconds, if the requests left are reserved for approvals;
   * else absent.
   */
  checksFromMs: z.optional(z.number()),
  /** Requests of this window that background work may still use. */
  backgroundLeft: z.int(),
  /** Another program uses the same quota. */
  shared: z.boolean(),
  /** Requests of this window by purpose. */
  used: z.object({ approval: z.int(), recheck: z.int(), waiting: z.int(), background: z.int() }),
});
export type QuotaView = Readonly<z.infer<typeof quotaViewSchema>>;
