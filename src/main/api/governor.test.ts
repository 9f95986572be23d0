import { expect, test } from 'vitest';
import { requestPrioritySchema, type RequestPriority } from '../../bridge/quota.ts';
import { availableOf, isShared, usedOf } from './governor-state.ts';
import { readRateHeaders, type RateReading } from '../../contract/body/rate-headers.ts';
import { START_MS, startGovernor, type GovernorScenario } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;
const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };
const after = (delayMs: number) => ({ form: 'in', delayMs }) as const;
const atMs = (serviceMs: number) => ({ form: 'at', serviceMs: START_MS + serviceMs }) as const;

/** Headers of an answer: this many of 100 left, one hour to go. */
const left = (remaining: number, reset: RateReading['reset'] = after(HOUR_MS)) => ({
  limit: 100,
  remaining,
  reset,
});

/** A governor with a known window: `remaining` of 100 left, one hour to go. */
function known(remaining = 99): GovernorScenario {
  const governor = startGovernor();
  governor.request('waiting', left(remaining));
  return governor;
}

const available = (governor: GovernorScenario): number => availableOf(governor.state());

test('the remaining quota is the smaller of our own count and the count in the headers', () => {
  const generous = known(99);
  generous.request('waiting', left(99));
  expect([available(known(40)), available(generous)]).toEqual([40, 98]);
});

test('requests under way and lost answers count as spent; requests that never left cost nothing', () => {
  const governor = known(20);
  const first = governor.go('waiting');
  governor.lost(governor.go('waiting'));
  const underWay = available(governor);
  governor.unsent(first);
  const headerless = startGovernor();
  headerless.request('waiting');
  headerless.unsent(headerless.go('waiting'));
  expect([underWay, available(governor), available(headerless)]).toEqual([18, 19, 99]);
});

test('a request whose answer has no count is spent until a later answer has one', () => {
  const governor = known(20);
  const early = governor.go('waiting');
  governor.pass(1);
  const rest = [
    {},
    { limit: 100 },
    { limit: 100, reset: after(HOUR_MS) },
    { limit: 50, remaining: 90, status: 404 },
  ].map((answer) => {
    governor.request('waiting', answer);
    return available(governor);
  });
  governor.answered(early, left(19));
  rest.push(available(governor));
  governor.request('waiting', left(18));
  expect([...rest, available(governor)]).toEqual([18, 17, 16, 15, 15, 18]);
});

test('a remaining count of -1 is ignored, and Billfold’s own count limits the requests', () => {
  const governor = startGovernor();
  const sent = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '-1' };
  const { limit, remaining, reset } = readRateHeaders(new Headers(sent));
  const answer = { limit, remaining, reset };
  governor.request('approval', answer);
  const first = available(governor);
  for (let count = 1; count < 100; count += 1) governor.request('approval', answer);
  expect([first, available(governor)]).toEqual([99, 0]);
});

test('an answer that arrives out of order never raises the remaining quota', () => {
  const governor = known(20);
  const early = governor.go('waiting');
  governor.request('waiting', left(18));
  governor.answered(early, left(19));
  expect(available(governor)).toBe(18);
});

test('G-6 approvals own a tenth; reads for a waiting user stop there, background work before', () => {
  const rest = (['background', 'waiting', 'approval'] as const).map((priority) => {
    const governor = known(30);
    governor.goAll(priority, 1);
    return available(governor);
  });
  expect(rest).toEqual([15, 10, 0]);
});

test('background work stops at its share, however much quota is left; beside another client, at half of it', () => {
  const governor = known();
  const shared = known();
  shared.request('waiting', left(80));
  expect({
    alone: governor.goAll('background').length,
    next: governor.ask('background'),
    isShared: isShared(shared.state()),
    shared: shared.goAll('background').length,
  }).toEqual({
    alone: 30,
    next: { kind: 'wait', why: 'share', until: expect.objectContaining({ elapsedMs: 3_601_000 }) },
    isShared: true,
    shared: 15,
  });
});

test('in a fresh window, any limit of at least one lets each priority through', () => {
  const stuck: string[] = [];
  for (let limit = 1; limit <= 120; limit++) {
    for (const priority of requestPrioritySchema.options) {
      const governor = startGovernor({ requestsPerWindow: limit, windowMs: HOUR_MS });
      if (governor.ask(priority, 0.05).kind !== 'go') stuck.push(`${priority} of ${limit}`);
    }
  }
  expect(stuck).toEqual([]);
});

test('until the window is known requests go one at a time, with a recheck and an approval beside them', () => {
  const governor = startGovernor();
  const reads = governor.kinds(['background', 'waiting', 'recheck', 'recheck']);
  expect([reads, governor.kinds(['approval', 'approval', 'recheck'])]).toEqual([
    ['go', 'wait', 'go', 'wait'],
    ['go', 'wait', 'wait'],
  ]);
});

test.each([
  ['waiting', [60_000, 121_000, 242_000]],
  ['approval', [60_000, 121_500, 243_000]],
] as const)(
  'G-10 a 429 with requests left is a short limit, so %s waits minutes, not until the reset',
  (priority, expected) => {
    const governor = known();
    const pauses = expected.map(() => {
      governor.request(priority, { status: 429, ...left(90, atMs(HOUR_MS)) });
      const pauseMs = (governor.waitsUntil(priority) ?? 0) - (governor.nowMs() - START_MS);
      governor.pass(pauseMs);
      return pauseMs;
    });
    expect(pauses).toEqual(expected);
  },
);

test('G-10 a 429 pauses everything until Retry-After, else the reset, else a backoff with jitter', () => {
  const reset = after(50_000);
  const waits = [{ retryAfter: after(7_000), reset }, { reset }, {}].map((headers) => {
    const governor = known();
    governor.request('waiting', { status: 429, ...headers });
    return governor.ask('approval');
  });
  expect(waits).toMatchObject(
    [7_000, 51_000, 500].map((elapsedMs) => ({ why: 'refused', until: { elapsedMs } })),
  );
});

test.each<[number, retryMs: number | null, waitMs: number | null]>([
  [420, null, 500],
  [509, null, 500],
  [420, 7_000, 7_000],
  [403, 7_000, 7_000],
  [403, null, null],
  [503, 7_000, 7_000],
  [503, null, null],
  [500, 7_000, null],
  [200, 7_000, null],
])(
  'G-10 status %i with a retry after %j ms pauses everything for %j ms',
  (status, retryMs, waitMs) => {
    const governor = known();
    const retryAfter = retryMs === null ? null : after(retryMs);
    governor.request('waiting', { status, retryAfter });
    expect(governor.waitsUntil('approval')).toBe(waitMs);
  },
);

test('G-10 after a second refusal a backoff is added to the wait that the service asks for', () => {
  const governor = known();
  const refusal = { status: 429, retryAfter: after(5_000) };
  governor.request('waiting', refusal);
  governor.pass(5_000);
  governor.request('waiting', refusal);
  expect(governor.waitsUntil('approval')).toBe(5_000 + 5_000 + 1_000);
});

test('G-10 a Retry-After in the form of a date is never shortened by the whole seconds of the Date', () => {
  const governor = startGovernor();
  const permit = governor.go('waiting');
  governor.pass(900);
  governor.answered(permit, { status: 429, retryAfter: atMs(60_000), dateMs: START_MS });
  expect(governor.waitsUntil('approval')).toBe(60_900);
});

test('backoffs double, and several refusals at once count as one', () => {
  const governor = known();
  const delays: number[] = [];
  for (let round = 0; round < 4; round++) {
    const permits = [governor.go('waiting'), ...(round === 0 ? [governor.go('waiting')] : [])];
    for (const permit of permits) governor.answered(permit, { status: 429 });
    const untilMs = governor.waitsUntil('waiting') ?? 0;
    delays.push(untilMs - (governor.nowMs() - START_MS));
    governor.pass(delays.at(-1) ?? 0);
  }
  expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
});

test('after a pause one request goes first, and the rest follow its answer', () => {
  const governor = known();
  governor.request('background', { status: 429, retryAfter: after(5_000) });
  governor.pass(5_000);
  const probe = governor.go('approval');
  const held = ['waiting', 'background', 'approval'] as const;
  const before = governor.kinds(held);
  governor.answered(probe, left(60));
  expect([before, governor.kinds(held)]).toEqual([
    ['wait', 'wait', 'wait'],
    ['go', 'go', 'go'],
  ]);
});

test('after the end of a window, a new one begins and counts requests under way', () => {
  const governor = known(0);
  governor.pass(HOUR_MS - 1);
  const before = governor.kinds(['approval']);
  governor.pass(1_001);
  expect([before, governor.kinds(['approval']), available(governor)]).toEqual([
    ['wait'],
    ['go'],
    99,
  ]);
});

test.each(requestPrioritySchema.options)(
  'a request under way at the end of a window is spent in the next: %s',
  (priority) => {
    const governor = known(60);
    governor.go(priority);
    governor.pass(HOUR_MS + 1_001);
    governor.ask(priority);
    expect([available(governor), usedOf(governor.state())[priority]]).toEqual([99, 1]);
  },
);

test('a late answer about the previous window changes nothing in this one', () => {
  const governor = startGovernor();
  governor.request('waiting', left(50, atMs(10_000)));
  const late = governor.go('waiting');
  governor.pass(12_000);
  governor.answered(late, left(3, atMs(10_000)));
  // The request was under way when the window began, so it may have been counted in it.
  expect(available(governor)).toBe(99);
});

test('a later reset begins the new window before the expected end of the old one', () => {
  const governor = known(2);
  governor.request('approval', left(99, atMs(3 * HOUR_MS)));
  expect(available(governor)).toBe(98);
});

test('the reset counts on the service’s clock, known by its Date', () => {
  const ends = [-600_000, 0, 600_000].map((skewMs) => {
    const governor = startGovernor();
    governor.request('waiting', {
      ...left(0, atMs(skewMs + 60_000)),
      dateMs: START_MS + skewMs,
    });
    return governor.waitsUntil('approval');
  });
  // A minute, one second of rounding, and the margin.
  expect(ends).toEqual([61_610, 61_610, 61_610]);
});

test('a wall clock set by the user opens no window, but one request may probe', () => {
  const back = known(0);
  back.jump(-10 * HOUR_MS);
  const forward = known(0);
  forward.jump(10 * HOUR_MS);
  expect([
    back.kinds(['approval']),
    forward.kinds(['background', 'waiting', 'recheck', 'approval']),
  ]).toEqual([['wait'], ['go', 'wait', 'wait', 'wait']]);
});

test('after a sleep through a pause, a recheck and an approval wait for the probe', () => {
  const governor = known();
  governor.request('waiting', { status: 429, retryAfter: after(2 * HOUR_MS) });
  governor.jump(3 * HOUR_MS);
  const probe = governor.go('waiting');
  expect(['recheck', 'approval'].map((each) => governor.ask(each as RequestPriority))).toEqual([
    { kind: 'wait', why: 'probing', until: null },
    { kind: 'wait', why: 'probing', until: null },
  ]);
  governor.answered(probe, left(60));
  expect(governor.kinds(['recheck', 'approval'])).toEqual(['go', 'go']);
});

test('the answer to the probe decides: the window is the old one', () => {
  const governor = startGovernor();
  const quota = { ...left(0, atMs(HOUR_MS)), dateMs: START_MS };
  governor.request('waiting', quota);
  governor.jump(10 * HOUR_MS);
  governor.request('waiting', quota);
  expect(governor.kinds(['approval'])).toEqual(['wait']);
});

test('after a sleep through a pause the first answer ends it', () => {
  const governor = known();
  governor.request('waiting', { status: 429, retryAfter: after(HOUR_MS) });
  governor.jump(2 * HOUR_MS);
  governor.request('approval', { limit: 100, remaining: 60 });
  expect(governor.kinds(['waiting', 'background'])).toEqual(['go', 'go']);
});

test('a refusal after the clock was set decides, even if it asks for a shorter wait than the previous one', () => {
  const governor = known();
  governor.request('waiting', { status: 429, retryAfter: after(HOUR_MS) });
  governor.jump(26 * HOUR_MS);
  governor.request('waiting', { status: 429, retryAfter: after(HOUR_MS / 2) });
  expect(governor.ask('approval')).toMatchObject({
    kind: 'wait',
    until: { elapsedMs: HOUR_MS, wallMs: START_MS + 27 * HOUR_MS },
  });
});

test('G-16 without headers our own count slides: never more than the limit in any hour', () => {
  const governor = startGovernor();
  governor.request('approval');
  const first = governor.goAll('approval');
  for (const permit of first) governor.answered(permit);
  governor.pass(HOUR_MS - 1);
  const untilMs = governor.waitsUntil('approval') ?? 0;
  governor.pass(untilMs - HOUR_MS + 1);
  expect([first.length, untilMs, governor.goAll('approval').length]).toEqual([
    99,
    HOUR_MS + 36_000,
    100,
  ]);
});

test('answers without headers count at once for a service that never sent any', () => {
  const governor = startGovernor();
  governor.request('waiting');
  expect(governor.kinds(['waiting', 'waiting'])).toEqual(['go', 'go']);
});

test('a service that has sent headers counts as without them after three answers', () => {
  const governor = known();
  governor.pass(HOUR_MS + 1_000);
  const beside = [1, 2, 3].flatMap(() => {
    const permit = governor.go('waiting');
    const second = governor.kinds(['waiting']);
    governor.answered(permit);
    return second;
  });
  expect([beside, governor.kinds(['waiting', 'waiting'])]).toEqual([
    ['wait', 'wait', 'wait'],
    ['go', 'go'],
  ]);
});

test('a token refresh adds no quota: Billfold’s own count continues until the window would have ended', () => {
  const governor = startGovernor({ ...documented, windowMs: 2 * HOUR_MS });
  for (let rest = 99; rest >= 40; rest--) governor.request('approval', left(rest, atMs(HOUR_MS)));
  governor.pass(HOUR_MS / 2);
  governor.request('approval', left(99, atMs(1.5 * HOUR_MS)));
  const then = available(governor);
  governor.pass(HOUR_MS / 2 + 2_000);
  governor.ask('waiting');
  expect([then, available(governor)]).toEqual([39, 98]);
});

test('a window ends a documented window after its first answer at the latest, with whole seconds or not', () => {
  const governor = startGovernor();
  governor.pass(300);
  governor.request('waiting', left(99, atMs(HOUR_MS + 1_000)));
  expect(governor.state().window.reset?.elapsedMs).toBe(300 + HOUR_MS + 1_000);
});

test.each<[string, number, number, number]>([
  // The others used ten in half of the last window, so twenty are left for them, besides the reserve of ten.
  ['twice their use of half a window', 88, 1_000, 69],
  ['half of it if they used everything', 0, 2_000, 47],
])(
  'other clients can send in this window as much as in the last: %s',
  (_name, remaining, overMs, reads) => {
    const governor = startGovernor();
    governor.request('waiting', left(99, atMs(HOUR_MS)));
    governor.pass(HOUR_MS / 2);
    governor.request(remaining === 0 ? 'approval' : 'waiting', left(remaining, atMs(HOUR_MS)));
    governor.pass(HOUR_MS / 2 + overMs);
    governor.request('waiting', left(99, atMs(2 * HOUR_MS + overMs)));
    expect([governor.goAll('waiting').length, available(governor)]).toEqual([reads, 99 - reads]);
  },
);

test('G-28 rechecks take half of what other requests leave, including the reserve', () => {
  const governor = known(40);
  const first = governor.goAll('recheck').length;
  const next = governor.ask('recheck');
  const approvals = governor.goAll('approval');
  for (const permit of approvals.slice(0, 5)) governor.unsent(permit);
  const other = known(40);
  other.goAll('recheck');
  expect({
    first,
    next,
    approved: approvals.length,
    afterUnsent: governor.goAll('recheck').length,
    readsBeside: other.goAll('waiting').length,
  }).toEqual({
    first: 20,
    next: { kind: 'wait', why: 'share', until: expect.objectContaining({ elapsedMs: 3_601_000 }) },
    approved: 20,
    afterUnsent: 0,
    readsBeside: 10,
  });
});

test('G-28 a recheck leaves one request for its approval, even with the smallest limits', () => {
  const counts = [1, 2, 3].map((limit) => {
    const governor = startGovernor({ requestsPerWindow: limit, windowMs: HOUR_MS });
    return (['recheck', 'approval'] as const).map((priority) => {
      let count = 0;
      for (let asked = governor.ask(priority); asked.kind === 'go'; count++) {
        governor.answered(asked.permit);
        asked = governor.ask(priority);
      }
      return count;
    });
  });
  expect(counts).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
});
