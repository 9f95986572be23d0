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
  ['epoch microseconds', '1800000600000000', { form: 'at', serviceMs: 1_800_000_600_000 }],
  ['a number in quotes', '"1800000600"', { form: 'at', serviceMs: 1_800_000_600_000 }],
  ['a number with a parameter', '600;w=3600', { form: 'in', delayMs: 600_000 }],
  ['seconds with a unit', '600s', { form: 'in', delayMs: 600_000 }],
  ['a date without a zone', '2027-01-15 08:10:00', { form: 'at', serviceMs: 1_800_000_600_000 }],
  ['a date of Ruby', '2027-01-15 10:10:00 +0200', { form: 'at', serviceMs: 1_800_000_600_000 }],
  ['a day', '2027-01-15', null],
  ['times joined', '30, 1800', { form: 'in', delayMs: 1_800_000 }],
  [
    'dates joined',
    'Fri, 15 Jan 2027 08:10:00 GMT, Friday, 15-Jan-27 08:00:00 GMT',
    { form: 'at', serviceMs: 1_800_000_600_000 },
  ],
  [
    'ISO dates joined',
    '2027-01-15T08:00:00Z, 2027-01-15T08:10:00Z',
    { form: 'at', serviceMs: 1_800_000_600_000 },
  ],
])('the reset is read in every form: %s', (_name, value, reset) => {
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
  ['60, soon', 60_000],
  ['60s', 60_000],
  ['30 seconds', 30_000],
  ['2 mins', 120_000],
  ['1M30S', 90_000],
  ['1h1.5s', 3_601_500],
  ['30000ms', 30_000],
  ['5 months', null],
  ['x5s', null],
  ['60; reason=limit', 60_000],
  ['+30', 30_000],
  ['1e2', 100_000],
  ['86400', A_DAY_MS],
  ['86401', A_DAY_MS],
  ['999999999', A_DAY_MS],
  ['1800000060', 60_000],
  ['1800000060000', 60_000],
  ['1e9', A_DAY_MS],
  ['1E+9', A_DAY_MS],
  ['1e999', A_DAY_MS],
  ['9'.repeat(400), A_DAY_MS],
  ['Fri, 15 Jan 2027 08:00:30 GMT', 30_000],
  ['Fri, 15 Jan 2027 07:00:00 GMT', 0],
  ['Fri, 15 Jan 2055 08:00:00 GMT', A_DAY_MS],
  ['Fri, 31 Dec 9999 23:59:59 GMT', A_DAY_MS],
  ['Fri, 15 Jan 2027 08:00:30 GMT, Fri, 15 Jan 2027 08:01:00 GMT', 60_000],
  ['', null],
  ['-5', null],
  ['soon', null],
])('Retry-After is seconds or a date, and at most a day: %s', (value, delayMs) => {
  const { retryAfter } = read({ 'retry-after': value });
  expect(retryAfter && retryDelayMs(retryAfter, NOW_MS)).toBe(delayMs);
});

test('headers that make no sense count as missing, each by itself', () => {
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
    others: [],
  });
});

const page = (limit: string, remaining: string, reset = '60') =>
  read({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  });

test.each([
  ['1000, 60', '600, 55', 60, 55],
  ['60, 1000', '55, 600', 60, 55],
  ['1000, 60', '0, 55', 1_000, 0],
  ['1000, 60', '-1, 55', 60, 55],
  ['1000', '-1', 1_000, null],
  ['1000', '600, 55', 1_000, 55],
  ['1000, 60', '55', 1_000, 55],
  ['1,000', '55', 1_000, 55],
])('a limit belongs to the count at its place: %s, %s', (limits, counts, limit, remaining) => {
  expect(page(limits, counts)).toMatchObject({ limit, remaining });
});

test('a limiter that is switched off states no limit', () => {
  expect(lacksQuota(page('0', '0', '0'))).toBe(true);
  expect(lacksQuota(page('0, 0', '0, 0'))).toBe(true);
  expect(lacksQuota(page('-1', '-1', '-1'))).toBe(true);
  expect(lacksQuota(page('-1', '0', '60'))).toBe(true);
  expect(page('0', '7')).toMatchObject({ limit: null, remaining: 7 });
  expect(page('1000', '0')).toMatchObject({ limit: 1_000, remaining: 0 });
});

test.each<[string, string, number, number]>([
  ['0, 900', '1, 3600', 0, 1_000],
  ['900, 0', '5, 1800', 0, 1_800_000],
  ['7, 7', '30, 60', 7, 60_000],
  ['50, 0', '30', 0, 30_000],
  ['50', '30, 60', 50, 60_000],
])(
  'the smallest of repeated counts applies, with its reset: %s, %s',
  (remaining, reset, least, delayMs) => {
    expect(read({ 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset })).toMatchObject({
      remaining: least,
      reset: { form: 'in', delayMs },
    });
  },
);

test('the first of repeated limits counts, and a negative count states nothing', () => {
  const { retryAfter, ...reading } = read({
    'x-ratelimit-limit': '1000, 500',
    'x-ratelimit-remaining': '-3',
    'x-ratelimit-reset': '60, 60',
    'retry-after': '120, 120',
  });
  expect([reading.limit, reading.remaining, reading.reset, retryAfter]).toEqual([
    1000,
    null,
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
  ['"7"', 7],
  ['7;w=60', 7],
  ['name=all,7;', 7],
  ['1234567890', null],
])('a count is a whole number, rounded down: %s', (value, whole) => {
  const reading = read({ 'x-ratelimit-limit': value, 'x-ratelimit-remaining': value });
  expect([reading.limit, reading.remaining]).toEqual([whole, whole]);
});

test.each([
  ['x-ratelimit-limit', false],
  ['x-ratelimit-remaining', false],
  ['x-ratelimit-reset', false],
  ['retry-after', true],
])('an answer without all three headers lacks the quota headers: %s', (name, lacks) => {
  expect(lacksQuota(read({ [name]: '60' }))).toBe(lacks);
});

test.each<[string, string, number | null]>([
  ['retry-after-ms', '45000.5', 45_001],
  ['x-ms-retry-after-ms', '45000', 45_000],
  ['X-Retry-After', '45', 45_000],
  ['Retry_After', '45', 45_000],
  ['X-Retry-In', '45s', 45_000],
  ['X-Rate-Limit-Retry-After-Seconds', '45', 45_000],
  ['X-RateLimit-Retry-After', '1800000045', 45_000],
  ['X-Retry-Count', '45', null],
])('other headers name a wait: %s', (name, value, delayMs) => {
  const { retryAfter } = read({ [name]: value });
  expect(retryAfter && retryDelayMs(retryAfter, NOW_MS)).toBe(delayMs);
});

test.each([
  ['1,000', '1,000', 1_000, 1_000],
  ['1,000', '999', 1_000, 999],
  ['12,000', '11,999', 12_000, 11_999],
  ['1, 000', '999', 1, 999],
  ['100,60', '90,0', 60, 0],
  ['1000', '1,000', 1_000, 0],
  ['1,000,000', '999,999', 1_000_000, 999_999],
  ['1,000,5', '999', 1, 999],
  ['1,000;w=3600', '999', 1_000, 999],
  ['1234,000', '999', 1_234, 999],
  ['1,000', '', 1_000, null],
])(
  'a limit of %s may group its thousands, and so its count %s',
  (sent, count, limit, remaining) => {
    const headers = { 'x-ratelimit-limit': sent, 'x-ratelimit-remaining': count };
    expect(read(headers)).toMatchObject({ limit, remaining });
  },
);

test('the longest of several waits counts', () => {
  const { retryAfter } = read({ 'retry-after': '45', 'x-ms-retry-after-ms': '90000' });
  expect(retryAfter).toEqual({ form: 'in', delayMs: 90_000 });
});

test('the age of an answer changes no time: only a read can come from a cache, and then its headers do not count', () => {
  const headers = {
    date: 'Fri, 15 Jan 2027 08:00:00 GMT',
    'x-ratelimit-reset': '400',
    'retry-after': '200',
    'ratelimit-remaining': '1',
    'ratelimit-reset': '360',
  };
  expect(read({ ...headers, age: '300' })).toEqual({ ...read(headers), ageS: 300 });
});

test.each([
  [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '60.5' }, 60_500],
  [{ 'x-ratelimit-remaining': '0', 'ratelimit-reset': '60' }, null],
  [{ 'x-ratelimit-reset-after': '60' }, null],
])('the reset may be called `reset-after`, beside a count: %j', (headers, delayMs) => {
  expect(read(headers).reset).toEqual(delayMs === null ? null : { form: 'in', delayMs });
});
