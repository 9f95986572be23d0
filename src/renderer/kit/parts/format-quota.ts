import { requestPrioritySchema, type QuotaView } from '../../../bridge/quota.ts';
import { messages } from '../text/messages.ts';
import { clockTime } from '../ui/relative-time.ts';

interface QuotaText {
  /** End and reason of the pause, and the state of approvals; null while requests go out. */
  readonly pause: readonly string[] | null;
  readonly facts: readonly string[];
  /** Requests of this window by purpose. */
  readonly used: readonly { readonly what: string; readonly count: string }[];
}

/** @param approvalsWaiting number of approvals that wait to be sent */
export function formatQuota(quota: QuotaView, approvalsWaiting: number, locale: string): QuotaText {
  const { limit, remaining, reserve, used } = quota;
  const resetAtMs = quota.limitResetAtMs ?? quota.resetAtMs;
  const text = messages.quota;
  const reset = resetAtMs === null ? text.resetUnknown : text.resets(clockTime(resetAtMs, locale));
  const parts = [
    text.reserve(Math.min(reserve, remaining)),
    text.backgroundLeft(quota.backgroundLeft),
  ];
  // While the service refuses requests, nothing is left to divide.
  const facts =
    quota.pause === 'refused' ? [reset] : [text.left(remaining, limit), reset, ...parts];
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
 * Says how many approvals still fit into this hour, one request each, or when a pause ends. Null if all can be sent now,
 * the quota is unknown, or there are none.
 */
export function formatApprovalCost(
  approvals: number,
  quota: QuotaView | null,
  locale: string,
): string | null {
  if (quota === null || quota.limit < 1 || approvals === 0) return null;
  const { remaining, resetAtMs, pause, pausedUntilMs } = quota;
  if (pause !== null && pause !== 'spent' && pausedUntilMs !== null)
    return messages.quota.costPaused[pause](clockTime(pausedUntilMs, locale));
  if (approvals <= remaining) return null;
  return resetAtMs === null
    ? messages.quota.costBeyondUnknown(remaining)
    : messages.quota.costBeyond(remaining, clockTime(resetAtMs, locale));
}
