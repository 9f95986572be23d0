import * as z from '../base/zod.ts';

const ofReads = ['recheck', 'waiting', 'background'] as const;
/** Who a request is for; also its priority, highest first. A recheck lets approvals go. */
export const requestPrioritySchema = z.enum(['approval', ...ofReads]);
/** What the window may ask for: an approval's own is main's. */
export const readPrioritySchema = z.enum(ofReads);
export type RequestPriority = z.infer<typeof requestPrioritySchema>;

/** The quota as the user may see it. Counts are requests in the present window. */
export const quotaViewSchema = z.object({
  limit: z.int(),
  remaining: z.int(),
  /** Kept back for approvals. */
  reserve: z.int(),
  /** When the window starts anew, epoch milliseconds on this machine's clock; null when not known. */
  resetAtMs: z.nullable(z.number()),
  /** Until when nothing is sent, and why. */
  pausedUntilMs: z.nullable(z.number()),
  pause: z.nullable(z.enum(['refused', 'spent'])),
  /** What background work may still take of this window. */
  backgroundLeft: z.int(),
  /** Somebody else spends from the same quota. */
  shared: z.boolean(),
  /** What this window's requests were for. */
  used: z.object({ approval: z.int(), recheck: z.int(), waiting: z.int(), background: z.int() }),
});
export type QuotaView = Readonly<z.infer<typeof quotaViewSchema>>;
