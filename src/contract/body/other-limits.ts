import { resetTime, type HeaderTime } from './header-time.ts';

/** A limit in quota headers that the service page does not name. */
export interface OtherLimit {
  /** Header name without `limit`, `remaining` or `reset`, such as `x-ratelimit-minute`. */
  readonly name: string;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** End of the limit's window. If headers give only a length: the time of the answer plus that length. */
  readonly reset: HeaderTime | null;
}

/**
 * Reads rate limits from headers that the service page does not name: the IETF's RateLimit drafts, and headers of
 * gateways and other services.
 * @param headers names in lower case, and values
 */
export function otherLimitsIn(headers: readonly Header[]): readonly OtherLimit[] {
  const named = headers.filter(([name]) => REQUEST_LIMIT_NAME.test(name) && countsRequests(name));
  const found = [...namedLimits(named), ...named.flatMap((each) => listedLimits(each, headers))];
  return found
    .filter((each) => (each.remaining ?? each.reset ?? null) !== null && !isRepeated(each, found))
    .map(limitOf);
}

type Header = readonly [name: string, value: string];

/** Header names of rate limits. A limit of something else, such as credit, must not delay requests. */
const REQUEST_LIMIT_NAME =
  /rate-?limit|(?:call|request)s?-limit|(?:min|day)limit|24hour-limit|limit-24hour/;

function countsRequests(text: string): boolean {
  return !/token|byte|time|point|cost/.test(text);
}

/** Whole numbers in a header, rounded down, without its parameters and other words; a negative one counts as zero. */
export function nonNegativeIntegersIn(text: string | null): readonly number[] {
  return integersIn(text).map((each) => Math.max(0, each));
}

/** The same numbers, negative ones too: a limiter that is off, or does not count, sends -1 requests left. */
export function integersIn(text: string | null): readonly number[] {
  const values = (text ?? '').split(/[,;]/).map((each) => each.replaceAll('"', '').trim());
  const whole = values.filter((each) => /^-?\d{1,9}(\.\d+)?$/.test(each));
  return whole.map((each) => Math.floor(Number(each)));
}

/** Smallest of the counts in a header that are not negative; null for none. */
export function leastOf(counts: readonly number[]): number | null {
  const stated = counts.filter((each) => each >= 0);
  return stated.length === 0 ? null : Math.min(...stated);
}

interface Parts {
  readonly name: string;
  readonly limit?: number | undefined;
  readonly remaining?: number | null;
  readonly reset?: HeaderTime | null;
  readonly windowMs?: number | null;
}

/** Readers of a header's value, by the part that its name mentions. */
const readPart: Readonly<Record<string, (value: string, unitMs: number) => Partial<Parts>>> = {
  limit: (value) => ({ limit: nonNegativeIntegersIn(value)[0] }),
  remaining: (value) => ({ remaining: leastOf(integersIn(value)) }),
  reset: (value) => ({ reset: resetTime(value) }),
  interval: (value, unitMs) => ({ windowMs: scaled(value, unitMs) }),
};
const words = new Map([
  ['max', 'limit'],
  ['reset-after', 'reset'],
]);

// The last of these words in the name, with its unit if any. The `limit` in `rate-limit` does not count.
const PART =
  /^(.*)(?<!rate)-(limit|max|remaining|reset(?:-after)?|interval)(?:-(?:(ms|milliseconds)|seconds))?(?=-|$)(.*)$/;

/** Limits with a header for each part, such as `X-RateLimit-Remaining-Minute`. */
function namedLimits(headers: readonly Header[]): readonly Parts[] {
  const found = new Map<string, Parts>();
  for (const [name, value] of headers) {
    const [, before = name, word = 'limit', ms, after = ''] = PART.exec(name) ?? [];
    const key = before + after;
    const known = found.get(key) ?? { name: key };
    const part = readPart[words.get(word) ?? word]?.(value, ms === undefined ? 1_000 : 1);
    const windowMs = windowIn(value);
    const used = usedOf(value);
    found.set(key, { ...known, ...(windowMs && { windowMs }), ...part, ...used });
  }
  return [...found.values()];
}

/** The count in a header such as `32/40`. */
function usedOf(value: string): Partial<Parts> {
  const [, used, limit] = /(\d{1,9})\/(\d{1,9})$/.exec(value) ?? [];
  if (used === undefined) return {};
  return { limit: Number(limit), remaining: Math.max(0, Number(limit) - Number(used)) };
}

/** Length of the window in a parameter, such as `100;w=60`. */
function windowIn(value: string): number | null {
  return scaled(/;\s*w=(\d+)/.exec(value)?.[1] ?? null, 1_000);
}

function scaled(value: string | null, unitMs: number): number | null {
  const number = nonNegativeIntegersIn(value)[0];
  return number === undefined ? null : number * unitMs;
}

// Words for the length of a window in a header's name. A full bucket of Shopify drains in 20 seconds.
const WINDOWS = [
  [/da(?:y|ily)|24hour/, 86_400_000],
  [/hour/, 3_600_000],
  [/(?:^|-|app)min(?:ute|limit|-|$)/, 60_000],
  [/second/, 1_000],
  [/shopify/, 20_000],
] as const;

/** Whether another family of headers gives the same counts together with their end, as Kong's headers do. */
function isRepeated({ limit, remaining, reset = null }: Parts, found: readonly Parts[]): boolean {
  const isSame = (each: Parts): boolean => each.limit === limit && each.remaining === remaining;
  return reset === null && found.some((each) => isSame(each) && (each.reset ?? null) !== null);
}

function limitOf(parts: Parts): OtherLimit {
  const { name, limit = null, remaining = null, reset = null } = parts;
  const named = WINDOWS.find(([word]) => word.test(name))?.[1] ?? null;
  const delayMs = parts.windowMs ?? named;
  const end = remaining === null || delayMs === null ? null : { form: 'in' as const, delayMs };
  return { name, limit, remaining, reset: reset ?? end };
}

/**
 * Limits in one header: `"hour";r=0;t=60, "day";r=9;t=900` or `limit=100, remaining=0, reset=60`. Its policy header
 * may give limit and window of the same name.
 */
function listedLimits([header, value]: Header, headers: readonly Header[]): readonly Parts[] {
  const policies = itemsOf(headers.find(([name]) => name === `${header}-policy`)?.[1] ?? '');
  return itemsOf(value).flatMap(({ name, params }) => {
    const given = (...keys: string[]) => keys.flatMap((key) => params.get(key) ?? [])[0] ?? null;
    const remaining = given('r', 'remaining');
    const policy = policies.find((each) => each.name === name)?.params;
    if (remaining === null || !countsRequests(policy?.get('qu') ?? '')) return [];
    return {
      name: `${header} ${name}`,
      limit: nonNegativeIntegersIn(given('limit', 'total') ?? policy?.get('q') ?? null)[0],
      remaining: leastOf(integersIn(remaining)),
      reset: resetTime(given('t', 'reset', 'resets')),
      windowMs: scaled(policy?.get('w') ?? null, 1_000),
    };
  });
}

interface Item {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
}

function itemsOf(value: string): readonly Item[] {
  // A quoted name may contain separators.
  const plain = value
    .toLowerCase()
    .replaceAll(/"(?:\\.|[^"\\])*"/g, (quoted) => encodeURIComponent(quoted));
  const isOne = /\b(?:limit|remaining|reset)\s*=/.test(plain);
  return (isOne ? [plain] : plain.split(',')).map((item) => {
    const parts = item.split(/[,;]/).map((part) => part.trim());
    const params = parts
      .filter((part) => part.includes('='))
      .map((part) => part.split(/\s*=\s*/, 2));
    return {
      name: isOne ? '' : (parts[0] ?? ''),
      params: new Map(params.map(([key = '', given = '']) => [key, given])),
    };
  });
}
