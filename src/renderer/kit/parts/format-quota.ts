import { requestPrioritySchema, type QuotaView } from '../../../bridge/quota.ts';
import { messages } from '../text/messages.ts';
import { clockTime } from '../ui/relative-time.ts';

/** What there is to say of the quota beyond the meter. */
interface QuotaText {
  /** Until when nothing is sent, why, and where approvals stand; null when requests go. */
  readonly pause: readonly string[] | null;
  readonly facts: readonly string[];
  /** What this window's requests were for, by name. */
  readonly used: readonly { readonly what: string; readonly count: string }[];
}

/** @param approvalsWaiting how many approvals wait to be sent */
export function formatQuota(quota: QuotaView, approvalsWaiting: number, locale: string): QuotaText {
  const { limit, remaining, reserve, resetAtMs, used } = quota;
  const text = messages.quota;
  const facts = [
    text.left(remaining, limit),
    resetAtMs === null ? text.resetUnknown : text.resets(clockTime(resetAtMs, locale)),
    text.reserve(Math.min(reserve, remaining)),
    text.backgroundLeft(quota.backgroundLeft),
  ];
  return {
    pause: formatPause(quota, approvalsWaiting, locale),
    facts: quota.shared ? [...facts, text.shared] : facts,
    used: requestPrioritySchema.options.map((kind) => ({
      what: text.used[kind],
      count: used[kind].toLocaleString(locale),
    })),
  };
}

function formatPause(
  { pause, pausedUntilMs }: QuotaView,
  approvalsWaiting: number,
  locale: string,
): readonly string[] | null {
  if (pause === null || pausedUntilMs === null) return null;
  const why = messages.quota.paused[pause](clockTime(pausedUntilMs, locale));
  return approvalsWaiting === 0 ? [why] : [why, messages.quota.approvalsWaiting(approvalsWaiting)];
}

/**
 * Before a job of so many approvals, one request each: how many of them this hour still takes. Null when all
 * of them fit, nothing is known of the quota, or there is nothing to send.
 */
export function formatApprovalCost(
  approvals: number,
  quota: QuotaView | null,
  locale: string,
): string | null {
  if (quota === null || quota.limit < 1 || approvals <= quota.remaining) return null;
  const { remaining, resetAtMs } = quota;
  return resetAtMs === null
    ? messages.quota.costBeyondUnknown(remaining)
    : messages.quota.costBeyond(remaining, clockTime(resetAtMs, locale));
}
