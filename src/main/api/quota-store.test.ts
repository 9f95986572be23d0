import { expect, test } from 'vitest';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { DocumentStore } from '../ports.ts';
import type { RequestPriority } from '../../bridge/quota.ts';
import type { RateReading } from '../../contract/body/rate-headers.ts';
import type { Permit } from './governor-state.ts';
import { createQuotaStore, type QuotaStore } from './quota-store.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import { createRecordingLog } from './testing/doubles.ts';
import { silence, START_MS } from './testing/governor-scenario.ts';

const aDocument = () => createMemoryDocument('quota');
const signIn: string | null = 'connection sign-in';
const connection: string | null = 'connection';

function start<Document extends DocumentStore>(
  document: Document,
  clock = createVirtualClock(START_MS),
) {
  const log = createRecordingLog();
  const setting = { document, clock, log, who: signIn, connectedTo: connection };
  const quota = createQuotaStore({
    clock,
    document,
    random: createSeededRandom(1),
    log,
    account: () => setting.who,
    connectionId: () => setting.connectedTo,
    backgroundShare: () => 0.3,
    documented: { requestsPerWindow: 100, windowMs: 3_600_000 },
  });
  return Object.assign(setting, { quota });
}

function permitOf(quota: QuotaStore, priority: RequestPriority = 'approval'): Permit {
  const decision = quota.ask(priority);
  if (decision.kind !== 'go') throw new Error('expected go');
  return decision.permit;
}

function answer(quota: QuotaStore, reading: Partial<RateReading> = {}, status = 200): void {
  const whole = { ...silence, ...reading };
  quota.settle(permitOf(quota), { kind: 'answered', status, reading: whole });
}

const left = (remaining: number): Partial<RateReading> => ({
  ...{ limit: 100, remaining, reset: { form: 'in', delayMs: 600_000 } },
});
const capOf = (delayMs: number) => {
  return { name: 'c', limit: 9, remaining: 0, reset: { form: 'in', delayMs } } as const;
};
const spend = (quota: QuotaStore, remaining: number): void => answer(quota, left(remaining));

test('the count is saved at the first change, a second later, and at the end', async () => {
  const { quota, document, clock } = start(aDocument());
  spend(quota, 50);
  await clock.advance(1_000);
  const afterSecond = start(document).quota.view.get().remaining;
  spend(quota, 40);
  quota.close();
  await clock.advance(0);
  expect([afterSecond, start(document).quota.view.get().remaining, clock.sleepers()]).toEqual([
    50, 40, 0,
  ]);
});

test('the count is written at most once a second, only when it has changed, and at once after the end', async () => {
  const { quota, document, clock } = start(aDocument());
  const counts: number[] = [];
  const note = (): void => void counts.push(document.written.length);
  await clock.advance(100);
  for (const remaining of [60, 50, 40]) spend(quota, remaining);
  note();
  for (const durationMs of [999, 1, 5_000]) {
    await clock.advance(durationMs);
    note();
  }
  const sleepers = clock.sleepers();
  quota.close();
  note();
  spend(quota, 30);
  note();
  const kept = start(document).quota.view.get().remaining;
  await clock.advance(0);
  // The store waits only for the end of the window.
  expect([counts, sleepers, kept, clock.sleepers()]).toEqual([[1, 1, 2, 2, 2, 4], 1, 30, 0]);
});

test('a count without a sign-in is not written', () => {
  const setting = start(aDocument());
  setting.who = null;
  spend(setting.quota, 50);
  setting.quota.close();
  expect(setting.document.written).toEqual([]);
});

test('each sign-in has its own count; a refresh of its token changes nothing', () => {
  const setting = start(aDocument());
  spend(setting.quota, 50);
  setting.who = null;
  const nobody = setting.quota.view.get().remaining;
  setting.who = 'connection sign-in';
  const back = setting.quota.view.get().remaining;
  setting.who = 'connection another';
  expect([nobody, back, setting.quota.view.get().remaining]).toEqual([100, 50, 100]);
});

test('the user sees the remaining quota, when it resets, its use, and why Billfold stopped', () => {
  const { quota } = start(aDocument());
  spend(quota, 0);
  expect(quota.view.get()).toEqual({
    limit: 100,
    remaining: 0,
    reserve: 1,
    resetAtMs: START_MS + 602_000,
    pausedUntilMs: START_MS + 602_000,
    pause: 'spent',
    backgroundLeft: 0,
    shared: false,
    used: { approval: 1, recheck: 0, waiting: 0, background: 0 },
  });
});

test.each<[string, Partial<RateReading>, number, object]>([
  [
    'refused, for seven seconds',
    { ...left(50), retryAfter: { form: 'in', delayMs: 7_000 } },
    429,
    {
      pause: 'refused',
      remaining: 50,
      pausedUntilMs: START_MS + 7_500,
      resetAtMs: START_MS + 602_500,
    },
  ],
  [
    'refused for seven seconds, and none left until the reset',
    { ...left(0), retryAfter: { form: 'in', delayMs: 7_000 } },
    429,
    { pause: 'refused', pausedUntilMs: START_MS + 602_500 },
  ],
  [
    'unavailable for seven seconds',
    { ...left(50), retryAfter: { form: 'in', delayMs: 7_000 } },
    503,
    { pause: 'unavailable', pausedUntilMs: START_MS + 7_500 },
  ],
  [
    'unavailable, and none left until the reset',
    { ...left(0), retryAfter: { form: 'in', delayMs: 7_000 } },
    503,
    { pause: 'spent', pausedUntilMs: START_MS + 602_500 },
  ],
  [
    'a cap is spent',
    { ...left(50), others: [capOf(7_000)] },
    200,
    { pause: 'spent', remaining: 0, pausedUntilMs: START_MS + 8_500, backgroundLeft: 30 },
  ],
  [
    'the window is spent, and a cap',
    { ...left(0), others: [capOf(7_000)] },
    200,
    { pause: 'spent', pausedUntilMs: START_MS + 602_500 },
  ],
  ['some are left', left(50), 200, { pause: null, pausedUntilMs: null, checksFromMs: undefined }],
  ['the rest is for approvals', left(1), 200, { pause: null, checksFromMs: START_MS + 602_500 }],
  [
    // Sync plans by the hourly window, whose end is unchanged.
    'another limit of the service allows fewer',
    { ...left(50), others: [{ ...capOf(7_000), limit: 30, remaining: 20 }] },
    200,
    {
      ...{ limit: 30, remaining: 20, limitResetAtMs: START_MS + 8_500 },
      ...{ resetAtMs: START_MS + 602_500, pause: null },
    },
  ],
])('the view says why Billfold stopped: %s', async (_, reading, status, seen) => {
  const { quota, clock } = start(aDocument());
  await clock.advance(500);
  const permit = permitOf(quota, 'waiting');
  quota.settle(permit, { kind: 'answered', status, reading: { ...silence, ...reading } });
  expect(quota.view.get()).toMatchObject(seen);
});

test('the reason for a pause is that of the longest one, also after a restart', () => {
  const { quota, document } = start(aDocument());
  answer(quota, left(50));
  const permits = [429, 503, 503].map((status) => [status, permitOf(quota)] as const);
  const seen = permits.map(([status, permit], at) => {
    const retryAfter = { form: 'in', delayMs: [7_000, 3_000, 9_000][at] ?? 0 } as const;
    quota.settle(permit, { kind: 'answered', status, reading: { ...silence, retryAfter } });
    return quota.view.get().pause;
  });
  quota.close();
  const next = start(document).quota;
  const paused = [...seen, next.view.get().pause];
  expect(paused).toEqual(['refused', 'refused', 'unavailable', 'unavailable']);
});

test('G-10 a request is tried again at once, after the common pause, or an approval after its own', async () => {
  const { quota, clock } = start(aDocument());
  const waits = (): number[] =>
    (['approval', 'waiting'] as const).map((each) => quota.retryAtMs(each) - clock.nowMs());
  await clock.advance(500);
  const none = waits();
  answer(quota, {}, 429);
  const own = waits();
  await clock.advance(700);
  answer(quota, { retryAfter: { form: 'in', delayMs: 7_000 } }, 429);
  expect([none, own, waits()]).toEqual([
    [0, 0],
    // Both use the same random number; the approval waits at least half a second, the read a quarter.
    [684, 368],
    [8_082, 7_000],
  ]);
});

test('the view follows the end of a cap', async () => {
  const { quota, clock } = start(aDocument());
  answer(quota, { others: [capOf(7_000)] });
  const seen: (string | null)[] = [];
  quota.view.subscribe(() => seen.push(quota.view.get().pause));
  await clock.advance(8_000);
  expect(seen).toEqual([null]);
});

test('the view stays the same object until something in it differs', () => {
  const { quota } = start(aDocument());
  let notified = 0;
  quota.view.subscribe(() => (notified += 1));
  const before = quota.view.get();
  const same = quota.view.get();
  spend(quota, 50);
  expect([before === same, quota.view.get() === before, notified > 0]).toEqual([true, false, true]);
});

test('the service’s clock is known from its Date, to the second', async () => {
  const { quota, clock } = start(aDocument());
  const decision = quota.ask('waiting');
  if (decision.kind !== 'go') throw new Error('expected go');
  const before = quota.serviceNowMs();
  await clock.advance(200);
  const reading = { ...silence, dateMs: START_MS + 600_000 };
  quota.settle(decision.permit, { kind: 'answered', status: 200, reading });
  expect([before, quota.serviceNowMs()]).toEqual([START_MS, START_MS + 600_000 + 600]);
});

test.each<[string, readonly (number | null)[], readonly boolean[]]>([
  ['no Date', [0, null, null], [false, false, false]],
  ['five seconds old', [0, -5_000], [false, false]],
  ['older than five seconds', [0, -5_001], [false, true]],
  ['the same old answer', [0, -9_000, -9_000, -9_000, -9_000], [false, true, true, true, true]],
  ['answers that get older', [0, -9_000, -8_000, -7_000], [false, true, true, false]],
  [
    'old answers out of order',
    [0, -9_000, -8_000, -8_500, -7_900],
    [false, true, true, true, true],
  ],
  ['old answers among new ones', [0, -9_000, 0, -8_000, -7_000], [false, true, false, true, true]],
])('Q-66 an answer from a cache is known by its Date: %s', async (_, dates, cached) => {
  const { quota, clock } = start(aDocument());
  await clock.advance(1_000);
  const found = dates.map((agoMs) => {
    const permit = permitOf(quota, 'waiting');
    const reading = { ...silence, dateMs: agoMs === null ? null : START_MS + 1_000 + agoMs };
    const isFromCache = quota.isFromCache(permit, reading);
    quota.settle(permit, {
      ...{ kind: 'answered', status: 200 },
      reading: isFromCache ? silence : reading,
    });
    return isFromCache;
  });
  expect(found).toEqual(cached);
});

test('Billfold remembers, across restarts and sign-ins, that this service sends quota headers', () => {
  const first = start(aDocument());
  const before = first.quota.headersOf(silence);
  spend(first.quota, 50);
  first.quota.close();
  const next = start(first.document);
  next.who = 'connection another';
  next.quota.view.get();
  const known = [next.quota.headersOf(silence), next.quota.headersOf({ ...silence, limit: 100 })];
  next.connectedTo = 'elsewhere';
  expect([before, ...known, next.quota.headersOf(silence)]).toEqual([
    'neverSent',
    'missing',
    'there',
    'neverSent',
  ]);
});

test('each service is recognized by its own headers, however many answers the others give', () => {
  const setting = start(aDocument());
  const { quota, document } = setting;
  const seen: string[] = [];
  const connect = (id: string | null): void => {
    setting.connectedTo = id;
  };
  const look = (id: string): void => {
    connect(id);
    seen.push(quota.headersOf(silence));
  };
  answer(quota);
  look('connection');
  const foreign = permitOf(quota);
  connect('elsewhere');
  setting.who = 'elsewhere sign-in';
  quota.settle(foreign, { kind: 'answered', status: 200, reading: { ...silence, ...left(50) } });
  quota.settle(permitOf(quota), { kind: 'lost' });
  look('elsewhere');
  connect(null);
  answer(quota, left(50));
  for (const id of ['first', 'second']) {
    connect(id);
    for (let count = 0; count < 25; count += 1) answer(quota, left(50));
  }
  for (const id of ['first', 'second']) look(id);
  for (let count = 0; count < 20; count += 1) {
    connect(`${count}`);
    answer(quota, left(20));
  }
  look('second');
  quota.close();
  expect([seen, document.written.at(-1)]).toEqual([
    ['neverSent', 'neverSent', 'missing', 'missing', 'neverSent'],
    expect.objectContaining({ headersFrom: Array.from({ length: 20 }, (_, at) => `${at}`) }),
  ]);
});

test('quota headers of a 429 alone are a gateway’s, not the service’s, after a restart, too', () => {
  const { quota, document } = start(aDocument());
  quota.settle(permitOf(quota), {
    ...{ kind: 'answered', status: 429, reading: { ...silence, ...left(50) } },
  });
  const after = quota.headersOf(silence);
  quota.close();
  const next = start(document).quota;
  next.view.get();
  expect([after, next.headersOf(silence)]).toEqual(['neverSent', 'neverSent']);
});

test('a record of an earlier version names no connection, but says that the service has sent headers', () => {
  const { quota, document } = start(aDocument());
  spend(quota, 50);
  quota.close();
  const { headersFrom: _, ...record } = JSON.parse(document.text() ?? '');
  const next = start(createMemoryDocument('quota', record)).quota;
  next.view.get();
  expect([next.headersOf(silence), next.view.get().remaining]).toEqual(['missing', 50]);
});

test('listeners are notified when a request may go, but not when the governor refuses one', async () => {
  const setting = start(aDocument());
  const { quota, clock } = setting;
  const seen = { calls: 0, views: 0 };
  const stop = quota.subscribe(() => (seen.calls += 1));
  quota.view.subscribe(() => (seen.views += 1));
  quota.view.get();
  setting.who = 'connection another';
  const permit = permitOf(quota);
  const refusal = { ...silence, ...left(0), retryAfter: { form: 'in', delayMs: 5_000 } } as const;
  const steps: Readonly<Record<string, () => unknown>> = {
    'another sign-in asks': () => undefined,
    'an answer to another account': () =>
      quota.settle({ ...permit, account: 'nobody' }, { kind: 'unsent' }),
    'a refusal': () => quota.settle(permit, { kind: 'answered', status: 429, reading: refusal }),
    'the end of its pause': () => clock.advance(5_000),
    'a request in vain': () => quota.ask('waiting'),
    'the end of the window, for views alone': () => {
      stop();
      return clock.advance(600_000);
    },
  };
  const counts: unknown[] = [];
  for (const [name, step] of Object.entries(steps)) {
    await step();
    counts.push([name, seen.calls, seen.views]);
  }
  expect(counts).toEqual([
    ['another sign-in asks', 3, 1],
    ['an answer to another account', 3, 1],
    ['a refusal', 4, 2],
    ['the end of its pause', 5, 3],
    ['a request in vain', 5, 3],
    ['the end of the window, for views alone', 5, 4],
  ]);
});

test('a document that cannot be read or written stops nothing, and the log says so', () => {
  const broken = {
    ...aDocument(),
    read: () =>
      ({ ok: false, error: { kind: 'unreadable', quarantinedAs: 'x', technical: '' } }) as const,
    write: () => ({ ok: false, error: { kind: 'unwritable', technical: '' } }) as const,
  };
  const { quota, log } = start(broken);
  spend(quota, 50);
  expect([quota.view.get().remaining, log.lines]).toEqual([
    50,
    [
      'warn the saved quota could not be read {"problem":"unreadable"}',
      'warn the quota could not be saved {"problem":"unwritable"}',
    ],
  ]);
});

test('a count without a known end leaves no timer', async () => {
  const { quota, clock } = start(aDocument());
  quota.settle(permitOf(quota), { kind: 'lost' });
  await clock.advance(2_000);
  expect(clock.sleepers()).toBe(0);
});

test('the end of a window is announced, even without requests', async () => {
  const { quota, clock } = start(aDocument());
  await clock.advance(1_000);
  spend(quota, 0);
  const seen: number[] = [];
  quota.view.subscribe(() => seen.push(quota.view.get().remaining));
  await clock.advance(602_000);
  quota.close();
  await clock.advance(0);
  expect([seen.at(-1), clock.sleepers()]).toEqual([100, 0]);
});
