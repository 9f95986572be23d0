import { expect, test } from 'vitest';
import { requestPrioritySchema } from '../../bridge/quota.ts';
import { restoreGovernor, recordOf } from './governor-record.ts';
import { availableOf, isShared } from './governor-state.ts';
import { START_MS, startGovernor, type GovernorScenario } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;
const inOneHour = { form: 'in', delayMs: HOUR_MS } as const;

/** A governor whose window is known: `remaining` of 100 left, an hour to go. */
function known(remaining = 99): GovernorScenario {
  const governor = startGovernor();
  const permit = governor.go('waiting');
  governor.answered(permit, { limit: 100, remaining, reset: inOneHour });
  return governor;
}

test('G-3 what is left is the smaller of our own count and the headers', () => {
  const shared = known(40);
  const generous = known(99);
  generous.answered(generous.go('waiting'), { limit: 100, remaining: 99, reset: inOneHour });
  expect([availableOf(shared.state()), availableOf(generous.state())]).toEqual([40, 98]);
});

test('G-4 requests under way count as spent, and cost nothing when they never left', () => {
  const governor = known(20);
  const first = governor.go('waiting');
  governor.go('waiting');
  const underWay = availableOf(governor.state());
  governor.unsent(first);
  expect([underWay, availableOf(governor.state())]).toEqual([18, 19]);
});

test('G-4 a request whose answer was lost stays spent', () => {
  const governor = known(20);
  governor.lost(governor.go('waiting'));
  expect(availableOf(governor.state())).toBe(19);
});

test('G-5 an answer that comes out of order never raises what is left', () => {
  const governor = known(20);
  const early = governor.go('waiting');
  const late = governor.go('waiting');
  governor.answered(late, { limit: 100, remaining: 18, reset: inOneHour });
  governor.answered(early, { limit: 100, remaining: 19, reset: inOneHour });
  expect(availableOf(governor.state())).toBe(18);
});

test('G-6 approvals own a tenth, waiting users stop there, background before', () => {
  const left = (['background', 'waiting', 'approval'] as const).map((priority) => {
    const governor = known(30);
    governor.goAll(priority, 1);
    return availableOf(governor.state());
  });
  expect(left).toEqual([15, 10, 0]);
});

test('G-7 background stops at its share, also when there is plenty left', () => {
  const governor = known();
  expect([governor.goAll('background').length, governor.ask('background')]).toEqual([
    30,
    { kind: 'wait', why: 'share', until: expect.objectContaining({ elapsedMs: HOUR_MS + 1000 }) },
  ]);
});

test('G-7 background takes half its share when somebody else spends from the same quota', () => {
  const governor = known();
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 80, reset: inOneHour });
  expect([isShared(governor.state()), governor.goAll('background').length]).toEqual([true, 15]);
});

test('G-8 every limit from one up lets each priority through in a fresh window', () => {
  const stuck: string[] = [];
  for (let limit = 1; limit <= 120; limit++) {
    for (const priority of requestPrioritySchema.options) {
      const governor = startGovernor({ requestsPerWindow: limit, windowMs: HOUR_MS });
      if (governor.ask(priority, 0.05).kind !== 'go') stuck.push(`${priority} of ${limit}`);
    }
  }
  expect(stuck).toEqual([]);
});

test('G-9 until the window is known requests go one at a time, a recheck and an approval beside them', () => {
  const asked = [
    ...(['background', 'waiting', 'recheck', 'recheck', 'approval', 'approval'] as const),
    'recheck',
  ] as const;
  const governor = startGovernor();
  const decisions = asked.map((priority) => governor.ask(priority).kind);
  expect(decisions).toEqual(['go', 'wait', 'go', 'wait', 'go', 'wait', 'wait']);
});

test('G-10 a 429 pauses everything until Retry-After, else the reset, else a backoff with jitter', () => {
  const reset = { form: 'in', delayMs: 50_000 } as const;
  const retryAfter = { form: 'in', delayMs: 7_000 } as const;
  const waits = [{ retryAfter, reset }, { reset }, {}].map((headers) => {
    const governor = known();
    governor.answered(governor.go('waiting'), { status: 429, ...headers });
    const decision = governor.ask('approval');
    return decision.kind === 'wait' ? [decision.why, decision.until?.elapsedMs] : decision.kind;
  });
  expect(waits).toEqual([
    ['refused', 7_000],
    ['refused', 51_000],
    ['refused', 500],
  ]);
});

test('G-11 backoffs double, and several refusals at once are one', () => {
  const governor = known();
  const delays: number[] = [];
  for (let round = 0; round < 4; round++) {
    const permits =
      round === 0 ? [governor.go('waiting'), governor.go('waiting')] : [governor.go('waiting')];
    for (const permit of permits) governor.answered(permit, { status: 429 });
    const decision = governor.ask('waiting');
    const untilMs = decision.kind === 'wait' ? (decision.until?.elapsedMs ?? 0) : 0;
    delays.push(untilMs - (governor.nowMs() - START_MS));
    governor.pass(delays.at(-1) ?? 0);
  }
  expect(delays).toEqual([500, 1_000, 2_000, 4_000]);
});

test('G-12 after a pause one request goes first, and the rest follow its answer', () => {
  const governor = known();
  const retryAfter = { form: 'in', delayMs: 5_000 } as const;
  governor.answered(governor.go('background'), { status: 429, retryAfter });
  governor.pass(5_000);
  const probe = governor.go('approval');
  const held = ['waiting', 'background', 'approval'] as const;
  const before = held.map((priority) => governor.ask(priority).kind);
  governor.answered(probe, { limit: 100, remaining: 60, reset: inOneHour });
  expect([before, held.map((priority) => governor.ask(priority).kind)]).toEqual([
    ['wait', 'wait', 'wait'],
    ['go', 'go', 'go'],
  ]);
});

test('G-13 a window that is over gives way to a fresh one, what is under way counted in it', () => {
  const governor = known(0);
  governor.pass(HOUR_MS - 1);
  const before = governor.ask('approval').kind;
  governor.pass(1_001);
  expect([before, governor.ask('approval').kind, availableOf(governor.state())]).toEqual([
    'wait',
    'go',
    99,
  ]);
});

test('G-13 a late answer of the window before says nothing of this one', () => {
  const governor = startGovernor();
  const reset = { form: 'at', serviceMs: START_MS + 10_000 } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 50, reset });
  const late = governor.go('waiting');
  governor.pass(12_000);
  governor.answered(late, { limit: 100, remaining: 3, reset });
  // It was under way when the window began, so it may have been counted in it.
  expect(availableOf(governor.state())).toBe(99);
});

test('G-13 a later reset begins the new window before the old one was thought to be over', () => {
  const governor = known(2);
  const next = { form: 'at', serviceMs: START_MS + 3 * HOUR_MS } as const;
  governor.answered(governor.go('approval'), { limit: 100, remaining: 99, reset: next });
  expect(availableOf(governor.state())).toBe(98);
});

test('G-19 a refresh is no way to more quota: our own count goes on until the window would have ended', () => {
  const governor = startGovernor({ requestsPerWindow: 100, windowMs: 2 * HOUR_MS });
  const first = { form: 'at', serviceMs: START_MS + HOUR_MS } as const;
  for (let left = 99; left >= 40; left--) {
    governor.answered(governor.go('approval'), { limit: 100, remaining: left, reset: first });
  }
  governor.pass(HOUR_MS / 2);
  const second = { form: 'at', serviceMs: START_MS + 1.5 * HOUR_MS } as const;
  governor.answered(governor.go('approval'), { limit: 100, remaining: 99, reset: second });
  const after = availableOf(governor.state());
  governor.pass(HOUR_MS / 2 + 2_000);
  governor.ask('waiting');
  expect([after, availableOf(governor.state())]).toEqual([39, 98]);
});

test('G-14 the reset counts on the service’s clock, told by its Date', () => {
  const ends = [-600_000, 0, 600_000].map((skewMs) => {
    const governor = startGovernor();
    const dateMs = START_MS + skewMs;
    const reset = { form: 'at', serviceMs: dateMs + 60_000 } as const;
    governor.answered(governor.go('waiting'), { limit: 100, remaining: 0, reset, dateMs });
    const decision = governor.ask('approval');
    return decision.kind === 'wait' ? decision.until?.elapsedMs : null;
  });
  // A minute, the second that whole seconds may hide, and the margin.
  expect(ends).toEqual([61_610, 61_610, 61_610]);
});

test('G-24 a window is over a documented window after it was first heard of, whole seconds or not', () => {
  const governor = startGovernor();
  const reset = { form: 'at', serviceMs: START_MS + HOUR_MS + 1_000 } as const;
  governor.pass(300);
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 99, reset });
  expect(governor.state().window.reset?.elapsedMs).toBe(300 + HOUR_MS + 1_000);
});

test('G-26 what somebody else took of the last window stays free for them in this one', () => {
  const governor = startGovernor();
  const first = { form: 'at', serviceMs: START_MS + HOUR_MS } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 99, reset: first });
  governor.pass(HOUR_MS / 2);
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 88, reset: first });
  governor.pass(HOUR_MS / 2 + 1_000);
  const second = { form: 'at', serviceMs: START_MS + 2 * HOUR_MS + 1_000 } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 99, reset: second });
  // Ten in half of the last window: twenty are left to them, beside the ten of the reserve.
  expect([governor.goAll('waiting').length, availableOf(governor.state())]).toEqual([69, 30]);
});

test('G-26 also somebody who took everything leaves us reads in each window', () => {
  const governor = startGovernor();
  const first = { form: 'at', serviceMs: START_MS + HOUR_MS } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 99, reset: first });
  governor.pass(HOUR_MS / 2);
  governor.answered(governor.go('approval'), { limit: 100, remaining: 0, reset: first });
  governor.pass(HOUR_MS / 2 + 2_000);
  const second = { form: 'at', serviceMs: START_MS + 2 * HOUR_MS + 2_000 } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining: 99, reset: second });
  expect(governor.goAll('waiting').length).toBe(47);
});

test('G-15 a wall clock set by the user opens no window, but one request may find out', () => {
  const back = known(0);
  back.jump(-10 * HOUR_MS);
  const forward = known(0);
  forward.jump(10 * HOUR_MS);
  const kinds = (['background', 'waiting', 'approval', 'approval'] as const).map(
    (priority) => forward.ask(priority).kind,
  );
  expect([back.ask('approval').kind, kinds]).toEqual(['wait', ['go', 'wait', 'go', 'wait']]);
});

test('G-15 the answer to that request settles it: the window is the old one', () => {
  const governor = startGovernor();
  const reset = { form: 'at', serviceMs: START_MS + HOUR_MS } as const;
  const quota = { limit: 100, remaining: 0, reset } as const;
  governor.answered(governor.go('waiting'), { ...quota, dateMs: START_MS });
  governor.jump(10 * HOUR_MS);
  governor.answered(governor.go('waiting'), { ...quota, dateMs: START_MS });
  expect(governor.ask('approval').kind).toBe('wait');
});

test('G-16 without headers our own count slides: never more than the limit in any hour', () => {
  const governor = startGovernor();
  governor.answered(governor.go('approval'));
  const first = governor.goAll('approval');
  for (const permit of first) governor.answered(permit);
  governor.pass(HOUR_MS - 1);
  const before = governor.ask('approval');
  const untilMs = before.kind === 'wait' ? (before.until?.elapsedMs ?? 0) : 0;
  governor.pass(untilMs - HOUR_MS + 1);
  expect([first.length, before.kind, untilMs, governor.goAll('approval').length]).toEqual([
    99,
    'wait',
    HOUR_MS + 36_000,
    100,
  ]);
});

test('G-17 a restart in mid-window goes on with the same count, what was under way as spent', () => {
  const governor = known(40);
  governor.go('waiting');
  const stored: unknown = JSON.parse(
    JSON.stringify(recordOf(governor.state(), { nowMs: START_MS, elapsedMs: 0 })),
  );
  const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };
  const at = { nowMs: START_MS + 60_000, elapsedMs: 5 };
  const restored = restoreGovernor(stored, { account: 'a', documented, at });
  const elsewhere = restoreGovernor(stored, { account: 'b', documented, at });
  expect({
    available: [availableOf(restored), availableOf(elsewhere)],
    resetMs: restored.window.reset?.elapsedMs,
  }).toEqual({ available: [39, 100], resetMs: HOUR_MS + 1_000 - 60_000 + 5 });
});

test('G-17 a clock set back while Billfold was closed does not stretch the window', () => {
  const governor = known(0);
  const stored = recordOf(governor.state(), { nowMs: START_MS, elapsedMs: 0 });
  const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };
  const at = { nowMs: START_MS - 100 * HOUR_MS, elapsedMs: 0 };
  const restored = restoreGovernor(stored, { account: 'a', documented, at });
  expect(restored.window.reset?.elapsedMs).toBe(HOUR_MS + 1_000);
});

test.each([null, 7, {}, { version: 2 }, { version: 1, account: 'a' }])(
  'G-17 a record that cannot be read gives a fresh count: %j',
  (stored) => {
    const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };
    const at = { nowMs: START_MS, elapsedMs: 0 };
    const restored = restoreGovernor(stored, { account: 'a', documented, at });
    expect([availableOf(restored), restored.probing]).toEqual([100, true]);
  },
);

test('G-18 answers without headers are believed at once from a service that never sent any', () => {
  const governor = startGovernor();
  governor.answered(governor.go('waiting'));
  expect([governor.ask('waiting').kind, governor.ask('waiting').kind]).toEqual(['go', 'go']);
});

test('G-18 a service that has sent headers is believed to have stopped after three without', () => {
  const governor = known();
  governor.pass(HOUR_MS + 1_000);
  const asked = [1, 2, 3].map(() => {
    const permit = governor.go('waiting');
    const second = governor.ask('waiting').kind;
    governor.answered(permit);
    return second;
  });
  expect([asked, governor.ask('waiting').kind, governor.ask('waiting').kind]).toEqual([
    ['wait', 'wait', 'wait'],
    'go',
    'go',
  ]);
});

test('G-27 a 429 pauses for a day at most, however far away the date it names', () => {
  const governor = known();
  const retryAfter = { form: 'at', serviceMs: START_MS + 9_000 * HOUR_MS } as const;
  governor.answered(governor.go('waiting'), { status: 429, retryAfter });
  const decision = governor.ask('approval');
  expect(decision.kind === 'wait' ? decision.until?.elapsedMs : null).toBe(24 * HOUR_MS);
});

test('G-10 refused again after the wait that was asked for, a backoff comes on top', () => {
  const governor = known();
  const retryAfter = { form: 'in', delayMs: 5_000 } as const;
  governor.answered(governor.go('waiting'), { status: 429, retryAfter });
  governor.pass(5_000);
  governor.answered(governor.go('waiting'), { status: 429, retryAfter });
  const decision = governor.ask('approval');
  expect(decision.kind === 'wait' ? decision.until?.elapsedMs : null).toBe(5_000 + 5_000 + 1_000);
});

test('G-10 a Retry-After in the form of a date is never cut short by the seconds of the Date', () => {
  const governor = startGovernor();
  const permit = governor.go('waiting');
  governor.pass(900);
  const retryAfter = { form: 'at', serviceMs: START_MS + 60_000 } as const;
  governor.answered(permit, { status: 429, retryAfter, dateMs: START_MS });
  const decision = governor.ask('approval');
  expect(decision.kind === 'wait' ? decision.until?.elapsedMs : null).toBe(60_900);
});

test('G-15 after a sleep through a pause the first answer ends it', () => {
  const governor = known();
  governor.answered(governor.go('waiting'), { status: 429, retryAfter: inOneHour });
  governor.jump(2 * HOUR_MS);
  governor.answered(governor.go('approval'), { limit: 100, remaining: 60 });
  expect([governor.ask('waiting').kind, governor.ask('background').kind]).toEqual(['go', 'go']);
});

test('G-15 a refusal after the clock was set settles it, also when it asks for less than the one before', () => {
  const governor = known();
  governor.answered(governor.go('waiting'), { status: 429, retryAfter: inOneHour });
  governor.jump(26 * HOUR_MS);
  const shorter = { form: 'in', delayMs: HOUR_MS / 2 } as const;
  governor.answered(governor.go('waiting'), { status: 429, retryAfter: shorter });
  expect(governor.ask('approval')).toMatchObject({
    kind: 'wait',
    until: { elapsedMs: HOUR_MS, wallMs: START_MS + 27 * HOUR_MS },
  });
});

test('G-4 without headers, too, what never left costs nothing', () => {
  const governor = startGovernor();
  governor.answered(governor.go('waiting'));
  governor.unsent(governor.go('waiting'));
  expect(availableOf(governor.state())).toBe(99);
});
