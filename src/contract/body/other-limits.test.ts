import { expect, test } from 'vitest';
import { lacksQuota, readRateHeaders } from './rate-headers.ts';

type Seen = readonly [limit: number | null, remaining: number | null, endMs: number | null];

/** Other limits in these headers, each as limit, remaining and milliseconds to its end. */
function limitsIn(headers: Record<string, string>): readonly Seen[] {
  const reading = readRateHeaders(new Headers(headers));
  expect(lacksQuota(reading)).toBe(true);
  return reading.others.map(({ limit, remaining, reset }): Seen => {
    return [limit, remaining, reset?.form === 'in' ? reset.delayMs : null];
  });
}

const policy = {
  'RateLimit-Policy': '"hour;a";q=1000;w=3600, "s";q=5;w=1, "b";q=9;qu="content-bytes"',
};

test.each<[string, Record<string, string>, ...Seen[]]>([
  [
    'draft 03',
    { 'RateLimit-Limit': '9, 9;w=60', 'RateLimit-Remaining': '1', 'RateLimit-Reset': '30' },
    [9, 1, 30_000],
  ],
  [
    'draft 03 without a reset',
    { 'RateLimit-Limit': '9;w=60', 'RateLimit-Remaining': '1;w=60' },
    [9, 1, 60_000],
  ],
  ['draft 07', { RateLimit: 'limit=9, remaining=1, reset=30' }, [9, 1, 30_000]],
  ['draft 07 in another order', { RateLimit: 'reset = 30; remaining=1;limit=9' }, [9, 1, 30_000]],
  [
    'draft 10',
    { RateLimit: '"hour;a";r=50;t=900, "s";r=0', ...policy },
    [1_000, 50, 900_000],
    [5, 0, 1_000],
  ],
  ['draft 10 without a policy', { RateLimit: 'default; r=3; t=30' }, [null, 3, 30_000]],
  ['draft 10 with an escaped quote', { RateLimit: '"a\\";r=0,t=9";r=3;t=30' }, [null, 3, 30_000]],
  ['bytes', { RateLimit: '"b";r=0;t=30', ...policy }],
  ['an item without a count', { RateLimit: '"hour";t=30, "s"' }],
  [
    'a prefix',
    { 'Beta-RateLimit': '"q";R=3', 'Beta-RateLimit-Policy': '"q";q=9;w=60' },
    [9, 3, 60_000],
  ],
  [
    'an endpoint of Zendesk',
    { 'Zendesk-RateLimit-tickets': 'total=9; remaining=0; resets=45' },
    [9, 0, 45_000],
  ],
  [
    'hyphens',
    { 'X-Rate-Limit-Limit': '9', 'X-Rate-Limit-Remaining': '1', 'X-Rate-Limit-Reset': '30' },
    [9, 1, 30_000],
  ],
  ['a bare limit', { 'X-Rate-Limit': '700', 'X-Rate-Limit-Remaining': '5' }, [700, 5, null]],
  ['a count alone', { 'RateLimit-Remaining': '4' }, [null, 4, null]],
  ['a negative count alone', { 'RateLimit-Remaining': '-1' }],
  ['a reset alone', { 'RateLimit-Reset': '45' }, [null, null, 45_000]],
  ['a limit alone', { 'X-RateLimit-Limit-Minute': '60' }],
  [
    'windows of Kong',
    {
      'X-RateLimit-Limit-Minute': '60',
      'X-RateLimit-Remaining-Minute': '40',
      'X-RateLimit-Limit-Hour': '1000',
      'X-RateLimit-Remaining-Hour': '900',
    },
    [1_000, 900, 3_600_000],
    [60, 40, 60_000],
  ],
  [
    'the same count twice, once with its end',
    {
      'X-RateLimit-Limit-Hour': '9',
      'X-RateLimit-Remaining-Hour': '0',
      'RateLimit-Limit': '9',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '30',
    },
    [9, 0, 30_000],
  ],
  [
    'another count with an end',
    { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '30', 'X-Rate-Limit-Remaining': '1' },
    [null, 0, 30_000],
    [null, 1, null],
  ],
  [
    'HubSpot',
    {
      'X-HubSpot-RateLimit-Daily': '250',
      'X-HubSpot-RateLimit-Daily-Remaining': '200',
      'X-HubSpot-RateLimit-Interval-Milliseconds': '10000',
      'X-HubSpot-RateLimit-Max': '100',
      'X-HubSpot-RateLimit-Remaining': '90',
    },
    [250, 200, 86_400_000],
    [100, 90, 10_000],
  ],
  [
    'Trello',
    { 'x-rate-limit-api-interval-ms': '10000', 'x-rate-limit-api-remaining': '0' },
    [null, 0, 10_000],
  ],
  [
    'an interval in seconds',
    { 'X-RateLimit-All-Interval-Seconds': '60', 'X-RateLimit-All-Remaining': '0' },
    [null, 0, 60_000],
  ],
  [
    'Twitter',
    { 'x-user-limit-24hour-limit': '9', 'x-user-limit-24hour-remaining': '0' },
    [9, 0, 86_400_000],
  ],
  [
    'Xero',
    { 'X-AppMinLimit-Remaining': '7', 'X-DayLimit-Remaining': '3', 'X-MinLimit-Remaining': '5' },
    [null, 7, 60_000],
    [null, 3, 86_400_000],
    [null, 5, 60_000],
  ],
  ['a second', { 'X-RateLimit-Secondly-Remaining': '3' }, [null, 3, 1_000]],
  ['no minute', { 'Admin-Rate-Limit-Remaining': '3' }, [null, 3, null]],
  ['another limit', { 'X-Credit-Limit-Remaining': '0', 'X-Upload-Limit': '9/9' }],
  [
    'Azure',
    { 'x-ms-ratelimit-remaining-resource': 'Vm/Get3Min;4,Vm/Get30Min;314' },
    [null, 4, null],
  ],
  ['Shopify', { 'X-Shopify-Shop-Api-Call-Limit': '32/40' }, [40, 8, 20_000]],
  ['more than all used', { 'X-Call-Limit': 'api-usage=11/10' }, [10, 0, null]],
  [
    'requests beside tokens',
    { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-remaining-tokens': '0' },
    [null, 3, null],
  ],
  [
    'the time left',
    { 'x-ms-ratelimit-time-remaining-xrm-requests': '0', 'x-limit-points-remaining': '0' },
  ],
  ['no limit', { 'X-Disk-Remaining': '0' }],
])('other quota headers are read, and prove nothing: %s', (_, headers, ...seen) => {
  expect(limitsIn(headers)).toEqual(seen);
});
