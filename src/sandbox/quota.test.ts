import { expect, test } from 'vitest';
import { apiPaths, authPaths } from '../contract/wire-names.ts';
import { createSandboxHarness, SANDBOX_URL, signedIn, START_MS } from './testing/harness.ts';

const resetS = START_MS / 1000 + 3600;

function quotaOf(headers: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return {
    limit: headers['x-ratelimit-limit'],
    remaining: headers['x-ratelimit-remaining'],
    reset: headers['x-ratelimit-reset'],
    date: headers['date'],
  };
}

test('S-1 Limits: every response carries the rate-limit headers, whatever its status', async () => {
  const harness = createSandboxHarness();
  const anonymous = [
    await harness.fetch(`${SANDBOX_URL}/nowhere`),
    await harness.fetch(`${SANDBOX_URL}${authPaths.authorize}`),
    await harness.fetch(`${SANDBOX_URL}${authPaths.token}`, { method: 'POST' }),
    await harness.fetch(`${SANDBOX_URL}${apiPaths.bills}`),
    await harness.fetch(`${SANDBOX_URL}${apiPaths.bills}`, { method: 'DELETE' }),
  ];
  await harness.signIn();
  const own = [
    await harness.call(apiPaths.organizations),
    await harness.call(`${apiPaths.bills}?limit=0`),
    await harness.approve('bill-none'),
    await harness.approve('bill-4'),
  ];
  const date = 'Tue, 10 Mar 2026 12:00:00 GMT';
  const untouched = { limit: '1000', remaining: '1000', reset: String(resetS), date };
  expect(
    anonymous.map(({ status, headers }) => [status, quotaOf(Object.fromEntries(headers))]),
  ).toEqual([404, 400, 400, 401, 405].map((status) => [status, untouched]));
  expect(own.map(({ status, headers }) => [status, quotaOf(headers)])).toEqual([
    [200, { ...untouched, remaining: '999' }],
    [400, { ...untouched, remaining: '998' }],
    [404, { ...untouched, remaining: '997' }],
    [422, { ...untouched, remaining: '996' }],
  ]);
});

test('S-1 Date and reset times come from the service clock, which may be wrong', async () => {
  const harness = await signedIn({ clockOffsetMs: 7 * 60_000 });
  const { headers } = await harness.call(apiPaths.organizations);
  expect(quotaOf(headers)).toEqual({
    limit: '1000',
    remaining: '999',
    reset: String(resetS + 7 * 60),
    date: 'Tue, 10 Mar 2026 12:07:00 GMT',
  });
});

test('Limits, request rate: 1000 requests an hour, then 429 until the window ends', async () => {
  const harness = await signedIn();
  const statuses: number[] = [];
  for (let count = 0; count < 1002; count++) {
    statuses.push((await harness.call(apiPaths.organizations)).status);
  }
  const refused = await harness.call(apiPaths.organizations);
  await harness.clock.advance(3_600_000 - 1);
  const stillRefused = await harness.call(apiPaths.organizations);
  await harness.clock.advance(1);
  const answered = await harness.call(apiPaths.organizations);
  expect({
    succeeded: statuses.filter((status) => status === 200).length,
    last: statuses.slice(-2),
    refused: { status: refused.status, body: refused.body, after: refused.headers['retry-after'] },
    stillRefused: stillRefused.status,
    answered: [answered.status, answered.headers['x-ratelimit-remaining']],
    counted: harness.sandbox.ledger().rateLimited,
  }).toEqual({
    succeeded: 1000,
    last: [429, 429],
    refused: {
      status: 429,
      body: { error: 'Too many requests.', code: 'rate_limited' },
      after: '3600',
    },
    stillRefused: 429,
    answered: [200, '999'],
    counted: 4,
  });
});

test('Limits: each access token has its own window; other clients can use it up', async () => {
  const harness = createSandboxHarness({ requestsPerWindow: 10 });
  const first = await harness.signIn();
  harness.sandbox.edit.consumeQuota(12);
  const usedUp = await harness.call(apiPaths.organizations, { token: first.accessToken });
  const second = await harness.signIn();
  const fresh = await harness.call(apiPaths.organizations, { token: second.accessToken });
  expect([usedUp.status, fresh.status, fresh.headers['x-ratelimit-remaining']]).toEqual([
    429,
    200,
    '9',
  ]);
});

const END = 'Tue, 10 Mar 2026 13:00:00 GMT';

test.each([
  ['epochSeconds', 'seconds', String(resetS), '3600'],
  ['epochMs', 'httpDate', String(resetS * 1000), END],
  ['deltaSeconds', 'absent', '3600', undefined],
  ['httpDate', 'absent', END, undefined],
  ['absent', 'absent', undefined, undefined],
] as const)(
  'X-RateLimit-Reset as %s, Retry-After as %s',
  async (resetForm, retryAfter, reset, after) => {
    const harness = await signedIn({ resetForm, retryAfter, requestsPerWindow: 1 });
    await harness.call(apiPaths.organizations);
    const { status, headers } = await harness.call(apiPaths.organizations);
    expect([status, headers['x-ratelimit-reset'], headers['retry-after']]).toEqual([
      429,
      reset,
      after,
    ]);
  },
);

test('a reset time within a second is never rounded to an earlier time', async () => {
  const harness = await signedIn({ requestsPerWindow: 1, windowMs: 1_500 });
  await harness.call(apiPaths.organizations);
  const { headers } = await harness.call(apiPaths.organizations);
  expect([headers['x-ratelimit-reset'], headers['retry-after']]).toEqual([
    String(START_MS / 1000 + 2),
    '2',
  ]);
});
