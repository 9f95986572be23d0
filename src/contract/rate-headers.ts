import { headerNames } from './wire-names.ts';

/** A point in time as a header gave it: on the service's clock, or counted from the answer. */
export type HeaderTime =
  | { readonly form: 'at'; readonly serviceMs: number }
  | { readonly form: 'in'; readonly delayMs: number };

/** What one answer says of the quota. Each part is null when it is missing or makes no sense. */
export interface RateReading {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly reset: HeaderTime | null;
  readonly retryAfter: HeaderTime | null;
  /** The service's clock when it answered, whole seconds in milliseconds. */
  readonly dateMs: number | null;
  /** How long the answer lay in a cache on the way (RFC 9111 §5.1), seconds; null when it names none. */
  readonly ageS: number | null;
}

/**
 * Reads the quota headers (service page, *Limits*), `Retry-After` (RFC 9110 §10.2.3) and `Date`.
 * The page says of the reset only "timestamp": epoch seconds, epoch milliseconds, seconds from now and
 * an HTTP date are all understood.
 */
export function readRateHeaders(headers: Pick<Headers, 'get'>): RateReading {
  const limit = wholeNumber(headers.get(headerNames.rateLimit));
  return {
    limit: (limit ?? 0) < 1 ? null : limit,
    remaining: wholeNumber(headers.get(headerNames.rateRemaining)),
    reset: headerTime(headers.get(headerNames.rateReset)),
    retryAfter: retryTime(headers.get(headerNames.retryAfter)),
    dateMs: httpDate(headers.get(headerNames.date)),
    ageS: wholeNumber(headers.get(headerNames.age)),
  };
}

/** An answer that says nothing of the quota. */
export function lacksQuota(reading: RateReading): boolean {
  return reading.limit === null && reading.remaining === null && reading.reset === null;
}

/** Nobody means more: what a service asks for beyond a day is a mistake, and would stop everything for as long. */
const MOST_RETRY_MS = 86_400_000;

/** How long `Retry-After` asks to wait, milliseconds, a day at most. @param serviceNowMs the service's clock */
export function retryDelayMs(retryAfter: HeaderTime, serviceNowMs: number): number {
  const delayMs =
    retryAfter.form === 'in' ? retryAfter.delayMs : retryAfter.serviceMs - serviceNowMs;
  return Math.min(Math.max(delayMs, 0), MOST_RETRY_MS);
}

/** Seconds from now or a date, and nothing else: a large number is a long time here, never an epoch. */
function retryTime(text: string | null): HeaderTime | null {
  if (text === null) return null;
  // Repeated, the longest counts: never shorter than asked.
  const seconds = text.split(/\s*,\s*/);
  if (!seconds.every((each) => /^\d+(\.\d+)?(e\+?\d+)?$/i.test(each))) return dateTime(text);
  const longestMs = Math.max(...seconds.map((each) => Math.ceil(Number(each) * 1000)));
  return { form: 'in', delayMs: Math.min(longestMs, MOST_RETRY_MS) };
}

// 10^9 seconds and 10^12 milliseconds are both September 2001: no quota window lasts that long, and
// no service counts its epoch below it.
const LEAST_EPOCH_S = 1e9;
const LEAST_EPOCH_MS = 1e12;
// Past these a number is not a time but a mistake.
const MOST_DELAY_S = 31 * 86_400;
const MOST_EPOCH_MS = 1e13;

function headerTime(text: string | null): HeaderTime | null {
  if (text === null) return null;
  const first = firstOf(text);
  // A date has a comma of its own.
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
  // Without a letter `Date.parse` would make dates of numbers, a negative delay among them.
  if (text === null || !/[A-Za-z]/.test(text)) return null;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? null : parsed;
}

function wholeNumber(text: string | null): number | null {
  const value = firstOf(text ?? '');
  if (!/^-?\d{1,9}(\.\d+)?$/.test(value)) return null;
  return Math.max(0, Math.floor(Number(value)));
}

/** A proxy that repeats a header joins the values with a comma; the first is the service's own. */
function firstOf(text: string): string {
  return text.replace(/,.*/, '').trim();
}
