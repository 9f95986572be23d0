import { requestPrioritySchema, type QuotaView } from '../../../bridge/quota.ts';
import { messages } from '../text/messages.ts';
import { textLocale } from '../ui/locale.ts';
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
 * What a job of so many approvals costs, one request each, to be said before it begins: "120 approvals
 * use 12 % of this hour’s requests.", or that they do not all fit into this window. Null when nothing
 * is known of the quota, or there is nothing to send.
 */
export function formatApprovalCost(
  approvals: number,
  quota: QuotaView | null,
  locale: string,
): string | null {
  if (quota === null || approvals < 1 || quota.limit < 1) return null;
  const { limit, remaining, resetAtMs } = quota;
  if (approvals > remaining) {
    return resetAtMs === null
      ? messages.quota.costBeyondUnknown(approvals, remaining)
      : messages.quota.costBeyond(approvals, remaining, clockTime(resetAtMs, locale));
  }
  const percent = new Intl.NumberFormat(textLocale(locale), {
    style: 'percent',
    // One of a thousand is not nothing.
    maximumFractionDigits: approvals / limit < 0.01 ? 1 : 0,
  });
  return messages.quota.cost(approvals, percent.format(approvals / limit));
}
