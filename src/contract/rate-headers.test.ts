import { expect, test } from 'vitest';
import { lacksQuota, readRateHeaders, retryDelayMs } from './rate-headers.ts';

const read = (headers: Record<string, string>) => readRateHeaders(new Headers(headers));

test.each([
  ['epoch seconds', '1800000000', { form: 'at', serviceMs: 1_800_000_000_000 }],
  ['epoch seconds with a fraction', '1800000000.25', { form: 'at', serviceMs: 1_800_000_000_250 }],
  ['the least of them', '1000000000', { form: 'at', serviceMs: 1_000_000_000_000 }],
  ['the least epoch milliseconds', '1000000000000', { form: 'at', serviceMs: 1_000_000_000_000 }],
  ['a month', '2678400', { form: 'in', delayMs: 2_678_400_000 }],
  ['more than a month', '2678401', null],
  ['epoch milliseconds', '1800000000123', { form: 'at', serviceMs: 1_800_000_000_123 }],
  ['delta seconds', '3600', { form: 'in', delayMs: 3_600_000 }],
  ['no seconds', '0', { form: 'in', delayMs: 0 }],
  ['an HTTP date', 'Fri, 15 Jan 2027 08:00:00 GMT', { form: 'at', serviceMs: 1_800_000_000_000 }],
  ['an ISO date', '2027-01-15T08:00:00Z', { form: 'at', serviceMs: 1_800_000_000_000 }],
  ['nothing', '', null],
  ['a negative number', '-5', null],
  ['words', 'soon', null],
  ['a number that is no time', '99999999', null],
  ['a time past all use', '10000000000000', null],
])('G-1 the reset is read in every form: %s', (_name, value, reset) => {
  expect(read({ 'x-ratelimit-reset': value }).reset).toEqual(reset);
});

const NOW_MS = 1_800_000_000_000;
const A_DAY_MS = 86_400_000;

test.each([
  ['30', 30_000],
  ['0', 0],
  ['0.25', 250],
  ['30, 60', 60_000],
  ['60,30', 60_000],
  ['60, soon', null],
  ['60s', null],
  ['1e2', 100_000],
  ['86400', A_DAY_MS],
  ['86401', A_DAY_MS],
  ['1000000000', A_DAY_MS],
  ['1800000000', A_DAY_MS],
  ['1800000000123', A_DAY_MS],
  ['1e9', A_DAY_MS],
  ['1E+9', A_DAY_MS],
  ['1e999', A_DAY_MS],
  ['9'.repeat(400), A_DAY_MS],
  ['Fri, 15 Jan 2027 08:00:30 GMT', 30_000],
  ['Fri, 15 Jan 2027 07:00:00 GMT', 0],
  ['Fri, 15 Jan 2055 08:00:00 GMT', A_DAY_MS],
  ['Fri, 31 Dec 9999 23:59:59 GMT', A_DAY_MS],
  ['', null],
  ['-5', null],
  ['soon', null],
])('G-27 Retry-After is seconds or a date, and at most a day: %s', (value, delayMs) => {
  const { retryAfter } = read({ 'retry-after': value });
  expect(retryAfter && retryDelayMs(retryAfter, NOW_MS)).toBe(delayMs);
});

test('G-2 headers that make no sense count as missing, each by itself', () => {
  const headers = {
    'x-ratelimit-limit': '0',
    'x-ratelimit-remaining': 'many',
    'x-ratelimit-reset': '60',
    'retry-after': 'Fri, 15 Jan 2027 08:00:00 GMT',
    date: 'yesterday',
  };
  expect(read(headers)).toEqual({
    ageS: null,
    limit: null,
    remaining: null,
    reset: { form: 'in', delayMs: 60_000 },
    retryAfter: { form: 'at', serviceMs: 1_800_000_000_000 },
    dateMs: null,
  });
});

test('G-2 the first value of a repeated header counts, and a negative count becomes zero', () => {
  const { retryAfter, ...reading } = read({
    'x-ratelimit-limit': '1000, 500',
    'x-ratelimit-remaining': '-3',
    'x-ratelimit-reset': '60, 60',
    'retry-after': '120, 120',
  });
  expect([reading.limit, reading.remaining, reading.reset, retryAfter]).toEqual([
    1000,
    0,
    { form: 'in', delayMs: 60_000 },
    { form: 'in', delayMs: 120_000 },
  ]);
});

test.each([
  ['1', 1],
  ['1 , 5', 1],
  ['12.95', 12],
  ['x5', null],
  ['5x', null],
])('G-2 a count is a whole number, rounded down: %s', (value, whole) => {
  const reading = read({ 'x-ratelimit-limit': value, 'x-ratelimit-remaining': value });
  expect([reading.limit, reading.remaining]).toEqual([whole, whole]);
});

test.each([
  ['x-ratelimit-limit', false],
  ['x-ratelimit-remaining', false],
  ['x-ratelimit-reset', false],
  ['retry-after', true],
])('G-35 an answer without all three headers lacks the quota headers: %s', (name, lacks) => {
  expect(lacksQuota(read({ [name]: '60' }))).toBe(lacks);
});

test.each<[Record<string, string>, number | null]>([
  [{ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30' }, 30_000],
  [{ 'RateLimit-Limit': '40', 'RateLimit-Remaining': '1', 'RateLimit-Reset': '30' }, null],
  [{ 'X-Rate-Limit-Remaining': '0', 'X-Rate-Limit-Reset': '30' }, 30_000],
  [{ RateLimit: '"default";r=0;t=30' }, 30_000],
  [{ RateLimit: '"default";r=3;t=30' }, null],
  [{ RateLimit: '"day";r=50;t=900, "minute";r=0;t=30' }, 30_000],
  [{ RateLimit: 'limit=100, remaining=0, reset=30' }, 30_000],
  [{ RateLimit: '"default";r=0' }, null],
  [{ 'RateLimit-Remaining': '0' }, null],
  [{ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30', 'X-RateLimit-Limit': '9' }, null],
])(
  'G-2 other quota headers count only when nothing is left, and those of the page are absent: %j',
  (headers, delayMs) => {
    const reading = read(headers);
    const { spentUntil = null } = reading;
    expect([spentUntil, 'X-RateLimit-Limit' in headers || lacksQuota(reading)]).toEqual([
      delayMs === null ? null : { form: 'in', delayMs },
      true,
    ]);
  },
);
