import { expect, test } from 'vitest';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { DocumentStore } from '../ports.ts';
import { createQuotaStore, type QuotaStore } from './quota-store.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import { createMemoryLog } from './testing/doubles.ts';
import { silence, START_MS } from './testing/governor-scenario.ts';

const aDocument = () => createMemoryDocument('quota');
const signIn: string | null = 'connection sign-in';

function start(document: DocumentStore = aDocument(), clock = createVirtualClock(START_MS)) {
  const setting = { document, clock, who: signIn, connectedTo: 'connection' };
  const quota = createQuotaStore({
    clock,
    document,
    random: createSeededRandom(1),
    log: createMemoryLog(),
    account: () => setting.who,
    connectionId: () => setting.connectedTo,
    backgroundShare: () => 0.3,
    documented: { requestsPerWindow: 100, windowMs: 3_600_000 },
  });
  return Object.assign(setting, { quota });
}

function spend(quota: QuotaStore, remaining: number): void {
  const decision = quota.ask('approval');
  if (decision.kind !== 'go') throw new Error('expected go');
  const reset = { form: 'in', delayMs: 600_000 } as const;
  const reading = { ...silence, limit: 100, remaining, reset };
  quota.settle(decision.permit, { kind: 'answered', status: 200, reading });
}

test('G-30 the count is kept at the first change, a second later, and at the end', async () => {
  const { quota, document, clock } = start();
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

test('G-31 each sign-in has its own count; a refresh of its token changes nothing', () => {
  const setting = start();
  spend(setting.quota, 50);
  setting.who = null;
  const nobody = setting.quota.view.get().remaining;
  setting.who = 'connection sign-in';
  const back = setting.quota.view.get().remaining;
  setting.who = 'connection another';
  expect([nobody, back, setting.quota.view.get().remaining]).toEqual([100, 50, 100]);
});

test('G-32 the user sees what is left, when it resets, what used it and why it stopped', () => {
  const { quota } = start();
  spend(quota, 0);
  expect(quota.view.get()).toEqual({
    limit: 100,
    remaining: 0,
    reserve: 10,
    resetAtMs: START_MS + 602_000,
    pausedUntilMs: START_MS + 602_000,
    pause: 'spent',
    backgroundLeft: 0,
    shared: false,
    used: { approval: 1, recheck: 0, waiting: 0, background: 0 },
  });
});

test('G-32 the view stays the same object until something in it differs', () => {
  const { quota } = start();
  let notified = 0;
  quota.view.subscribe(() => (notified += 1));
  const before = quota.view.get();
  const same = quota.view.get();
  spend(quota, 50);
  expect([before === same, quota.view.get() === before, notified > 0]).toEqual([true, false, true]);
});

test('G-33 the service’s clock is known from its Date, to the second', async () => {
  const { quota, clock } = start();
  const decision = quota.ask('waiting');
  if (decision.kind !== 'go') throw new Error('expected go');
  const before = quota.serviceNowMs();
  await clock.advance(200);
  const reading = { ...silence, dateMs: START_MS + 600_000 };
  quota.settle(decision.permit, { kind: 'answered', status: 200, reading });
  expect([before, quota.serviceNowMs()]).toEqual([START_MS, START_MS + 600_000 + 600]);
});

test('G-35 a service that has sent quota headers is known by them, after a restart, in the next sign-in and for itself alone', () => {
  const first = start();
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

test('G-34 a document that cannot be read or written stops nothing', () => {
  const broken = {
    ...aDocument(),
    read: () => ({ ok: false, error: { kind: 'unreadable', keptAs: 'x', technical: '' } }) as const,
    write: () => ({ ok: false, error: { kind: 'unwritable', technical: '' } }) as const,
  };
  const { quota } = start(broken);
  spend(quota, 50);
  expect(quota.view.get().remaining).toBe(50);
});

test('G-32 the end of a window is announced, though nobody asks', async () => {
  const { quota, clock } = start();
  spend(quota, 0);
  const seen: number[] = [];
  quota.view.subscribe(() => seen.push(quota.view.get().remaining));
  await clock.advance(602_000);
  quota.close();
  await clock.advance(0);
  expect([seen.at(-1), clock.sleepers()]).toEqual([100, 0]);
});
