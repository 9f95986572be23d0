import { headerNames } from './wire-names.ts';

/** A time from a header: on the service's clock, or relative to the answer. */
export type HeaderTime =
  | { readonly form: 'at'; readonly serviceMs: number }
  | { readonly form: 'in'; readonly delayMs: number };

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
  /** No request is left until then, by quota headers that the service page does not name; absent for none. */
  readonly spentUntil?: HeaderTime;
}

/**
 * Reads the quota headers (service page, *Limits*), `Retry-After` (RFC 9110 §10.2.3) and `Date`. The page calls the
 * reset only a "timestamp", so Billfold understands epoch seconds, epoch milliseconds, seconds from now and an HTTP
 * date.
 */
export function readRateHeaders(headers: Pick<Headers, 'get'>): RateReading {
  const limit = wholeNumber(headers.get(headerNames.rateLimit));
  const reading: RateReading = {
    limit: (limit ?? 0) < 1 ? null : limit,
    remaining: wholeNumber(headers.get(headerNames.rateRemaining)),
    reset: headerTime(headers.get(headerNames.rateReset)),
    retryAfter: retryTime(headers.get(headerNames.retryAfter)),
    dateMs: httpDate(headers.get(headerNames.date)),
    ageS: wholeNumber(headers.get(headerNames.age)),
  };
  const spentUntil = lacksQuota(reading) ? spentUntilIn(headers) : null;
  return spentUntil === null ? reading : { ...reading, spentUntil };
}

/** Names of remaining requests and reset in other families of headers: drafts of the IETF, and habits. */
const otherNames = [
  ['ratelimit-remaining', 'ratelimit-reset'],
  ['x-rate-limit-remaining', 'x-rate-limit-reset'],
] as const;

/**
 * Reads other quota headers only to pause when nothing is left: gateways send them, too, so they prove nothing and allow
 * nothing. `RateLimit: "hour";r=0;t=60` may name several limits.
 */
function spentUntilIn(headers: Pick<Headers, 'get'>): HeaderTime | null {
  const policies = (headers.get('ratelimit') ?? '').match(/(?:[^,;]*;|limit=)[^"]*/g) ?? [];
  const found = [
    ...otherNames.map(([remaining, reset]) => [headers.get(remaining), headers.get(reset)]),
    ...policies.map((policy) => [
      /\b(?:r|remaining)=(\d+)/.exec(policy)?.[1] ?? null,
      /\b(?:t|reset)=(\d+)/.exec(policy)?.[1] ?? null,
    ]),
  ];
  const spent = found.filter(([remaining]) => wholeNumber(remaining ?? null) === 0);
  return spent.map(([, reset]) => headerTime(reset ?? null)).find((each) => each !== null) ?? null;
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
const MOST_RETRY_MS = 86_400_000;

/** Delay that `Retry-After` requests, milliseconds, at most a day. @param serviceNowMs the service's clock */
export function retryDelayMs(retryAfter: HeaderTime, serviceNowMs: number): number {
  const delayMs =
    retryAfter.form === 'in' ? retryAfter.delayMs : retryAfter.serviceMs - serviceNowMs;
  return Math.min(Math.max(delayMs, 0), MOST_RETRY_MS);
}

/** Reads seconds from now, or a date. A large number is a long time here, never an epoch. */
function retryTime(text: string | null): HeaderTime | null {
  if (text === null) return null;
  // If the header is repeated, the longest delay counts, so that Billfold never waits too briefly.
  const seconds = text.split(/\s*,\s*/);
  if (!seconds.every((each) => /^\d+(\.\d+)?(e\+?\d+)?$/i.test(each))) return dateTime(text);
  const longestMs = Math.max(...seconds.map((each) => Math.ceil(Number(each) * 1000)));
  return { form: 'in', delayMs: Math.min(longestMs, MOST_RETRY_MS) };
}

// 10^9 seconds and 10^12 milliseconds are both September 2001: no quota window lasts that long, and no epoch timestamp
// is that old.
const LEAST_EPOCH_S = 1e9;
const LEAST_EPOCH_MS = 1e12;
// A number above these is a mistake, not a time.
const MOST_DELAY_S = 31 * 86_400;
const MOST_EPOCH_MS = 1e13;

function headerTime(text: string | null): HeaderTime | null {
  if (text === null) return null;
  const first = firstOf(text);
  // A date contains a comma itself.
  if (!/^\d+(\.\d+)?$/.test(first)) return dateTime(text);
  const number = Number(first);
  if (number >= LEAST_EPOCH_MS) {
    return number < MOST_EPOCH_MS ? { form: 'at', serviceMs: Math.floor(number) } : null;
  }
  if (number >= LEAST_EPOCH_S) return { form: 'at', serviceMs: Math.floor(number * 1000) };
  return number <= MOST_DELAY_S ? { form: 'in', delayMs: Math.ceil(number * 1000) } : null;
}

function dateTime(text: string): HeaderTime | null {
  const serviceMs = httpDate(text);
  return serviceMs === null ? null : { form: 'at', serviceMs };
}

function httpDate(text: string | null): number | null {
  // `Date.parse` would make dates of mere numbers, such as a negative delay.
  if (text === null || !/[A-Za-z]/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}

function wholeNumber(text: string | null): number | null {
  const value = firstOf(text ?? '');
  if (!/^-?\d{1,9}(\.\d+)?$/.test(value)) return null;
  return Math.max(0, Math.floor(Number(value)));
}

/** First value of a header, which is the service's own. A proxy that repeats a header joins the values with commas. */
function firstOf(text: string): string {
  return text.replace(/,.*/, '').trim();
}
