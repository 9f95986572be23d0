import { headerDateMs, latest, resetTime, retryTime, type HeaderTime } from './header-time.ts';
import {
  integersIn,
  leastOf,
  otherLimitsIn,
  nonNegativeIntegersIn,
  type OtherLimit,
} from './other-limits.ts';
import { headerNames } from '../wire-names.ts';

/** Quota facts in one answer. Each part is null when it is missing or makes no sense. */
export interface RateReading {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly reset: HeaderTime | null;
  readonly retryAfter: HeaderTime | null;
  /** The service's clock at the answer, epoch milliseconds in whole seconds. */
  readonly dateMs: number | null;
  /** Time the answer spent in a cache (RFC 9111 §5.1), seconds; null when no header says so. */
  readonly ageS: number | null;
  /** Limits in quota headers that the service page does not name. */
  readonly others: readonly OtherLimit[];
}

const pageNames: readonly string[] = [
  headerNames.rateLimit,
  headerNames.rateRemaining,
  headerNames.rateReset,
];
/** Name of the page's own limit among the others. */
export const PAGE_LIMIT = 'x-ratelimit';

/**
 * Reads the quota headers (service page, *Limits*), `Retry-After` (RFC 9110 §10.2.3), `Date` and `Age`, each in every
 * known form: the page calls the reset only a "timestamp". Other quota headers prove nothing, since gateways send them.
 */
export function readRateHeaders(headers: Pick<Headers, 'get' | 'entries'>): RateReading {
  const all = [...headers.entries()];
  const ageS = nonNegativeIntegersIn(headers.get(headerNames.age))[0] ?? null;
  const sentLimit = headers.get(headerNames.rateLimit);
  // “1,000” is one number. Headers that repeat are joined with a space.
  const isGrouped = /^\d{1,3}(?:,000)+(?=;|$)/u.test(sentLimit ?? '');
  const ungrouped = (text: string | null): string | null =>
    isGrouped ? (text?.replaceAll(/(?<=\d),(?=\d{3}\b)/gu, '') ?? null) : text;
  const limits = nonNegativeIntegersIn(ungrouped(sentLimit));
  // A limiter that is switched off sends zeros.
  const isOff = limits.length > 0 && limits.every((each) => each === 0);
  const sentCounts = integersIn(ungrouped(headers.get(headerNames.rateRemaining)));
  const saysNone = sentCounts.length > 0 && (leastOf(sentCounts) ?? 0) === 0;
  const counts = isOff && saysNone ? [] : sentCounts;
  const remaining = leastOf(counts);
  // Two limiters in a row send a limit each.
  const place = limits.length === counts.length ? Math.max(0, counts.indexOf(remaining ?? 0)) : 0;
  const limit = limits[place] ?? 0;
  const others = otherLimitsIn(all.filter(([name]) => !pageNames.includes(name)));
  const after = others.find(({ name }) => name === PAGE_LIMIT)?.reset ?? null;
  const sent = resetTime(
    counts === sentCounts ? headers.get(headerNames.rateReset) : null,
    (index, length) =>
      remaining === null || length !== counts.length || counts[index] === remaining,
  );
  return {
    limit: limit < 1 ? null : limit,
    remaining,
    reset: sent ?? (remaining === null ? null : after),
    retryAfter: latest(all.flatMap(([name, value]) => retryIn(name, value) ?? [])),
    dateMs: headerDateMs(headers.get(headerNames.date)),
    ageS,
    others,
  };
}

/** Wait in a header such as `X-Retry-After` or `retry-after-ms`; null for other headers. */
function retryIn(name: string, value: string): HeaderTime | null {
  if (!/retry[-_](?:after|in)/.test(name)) return null;
  return retryTime(value, name.endsWith('-ms') ? 1 : 1_000);
}

export function lacksQuota(reading: RateReading): boolean {
  return reading.limit === null && reading.remaining === null && reading.reset === null;
}

/**
 * Whether an answer shows that the service itself sends the quota headers. Gateways add them to a refusal, such as a
 * 429, alone.
 */
export function provesHeaders(answer: { status: number; reading: RateReading }): boolean {
  return answer.status >= 200 && answer.status < 300 && !lacksQuota(answer.reading);
}

/** Maximum delay in milliseconds, one day. A longer one is a mistake, and would stop everything for that time. */
const MAX_RETRY_MS = 86_400_000;

/** Delay that `Retry-After` requests, milliseconds, at most a day. @param serviceNowMs the service's clock */
export function retryDelayMs(retryAfter: HeaderTime, serviceNowMs: number): number {
  const delayMs =
    retryAfter.form === 'in' ? retryAfter.delayMs : retryAfter.serviceMs - serviceNowMs;
  return Math.min(Math.max(delayMs, 0), MAX_RETRY_MS);
}
