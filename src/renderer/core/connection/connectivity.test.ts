import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { createConnectivityWatch, type Connectivity } from './connectivity.ts';
import { createOrderedTime } from '../time/ordered-time.ts';

const technical = 'as observed';
const unreachable: ServiceError = { kind: 'unreachable', technical };
/** Connectivity that each answer, or missing answer, of the service proves. */
const proofs: readonly (readonly [ServiceError | null, Connectivity['state']])[] = [
  [null, 'online'],
  [{ kind: 'unauthenticated', technical }, 'unknown'],
  [{ kind: 'forbidden', scope: null, technical }, 'online'],
  [{ kind: 'notFound', technical }, 'online'],
  [{ kind: 'invalid', technical }, 'online'],
  [{ kind: 'validationFailed', details: [], technical }, 'online'],
  [{ kind: 'conflict', technical }, 'online'],
  [{ kind: 'rateLimited', by: 'billfold', retryAtMs: 0, technical }, 'unknown'],
  [{ kind: 'rateLimited', by: 'service', retryAtMs: 0, technical }, 'online'],
  [{ kind: 'serverFailed', retryAtMs: null, technical }, 'online'],
  [{ kind: 'malformedResponse', technical }, 'unknown'],
  [{ kind: 'tooLarge', technical }, 'online'],
  [{ kind: 'cached', technical }, 'online'],
  [unreachable, 'offline'],
  [{ kind: 'answerLost', technical }, 'unknown'],
  [{ kind: 'cancelled', technical }, 'unknown'],
];

test.each(proofs)('%j: %s; an answer that proves neither changes nothing', (error, expected) => {
  const probe = async (): Promise<null> => null;
  const ports = { clock: createVirtualClock(), random: createSeededRandom(1) };
  const watch = createConnectivityWatch({ ...ports, probe, mayProbe: () => true });
  watch.report(error);
  expect(watch.state.get().state).toBe(expected);
  watch.close();
});

test('two lost answers in a row prove that there is no connection', () => {
  const ports = { clock: createVirtualClock(), random: createSeededRandom(1) };
  const watch = createConnectivityWatch({
    ...ports,
    probe: async () => null,
    mayProbe: () => true,
  });
  const lost: ServiceError = { kind: 'answerLost', technical };
  const states = [null, lost, null, lost, lost, null].map((error) => {
    watch.report(error);
    return watch.state.get().state;
  });
  expect(states).toEqual(['online', 'online', 'online', 'online', 'offline', 'online']);
  watch.close();
});

const MINUTE_MS = 60_000;

test('connections that break off at once are probed less and less often until one lasts', async () => {
  const clock = createVirtualClock();
  let probes = 0;
  const probe = async (): Promise<null> => {
    probes += 1;
    return null;
  };
  const watch = createConnectivityWatch({
    ...{ clock, random: createSeededRandom(1), probe },
    mayProbe: () => true,
  });
  // Lists can be read, bills can't.
  const stop = watch.state.subscribe(() => {
    if (watch.state.get().state === 'online') queueMicrotask(() => watch.report(unreachable));
  });
  watch.report(unreachable);
  await clock.advance(10 * MINUTE_MS);
  const flapping = probes;
  stop();
  await clock.advance(3 * MINUTE_MS);
  const [lasting, before] = [watch.state.get().state, probes];
  watch.report(unreachable);
  await clock.advance(5_000);
  expect([flapping, lasting, probes - before]).toEqual([13, 'online', 1]);
  watch.close();
});

test('a probe that the quota delays ends “offline”, so that approvals are tried without it', async () => {
  const clock = createVirtualClock();
  const limited: ServiceError = { kind: 'rateLimited', by: 'billfold', retryAtMs: 0, technical };
  const watch = createConnectivityWatch({
    ...{ clock, random: createSeededRandom(1), probe: async () => limited },
    mayProbe: () => true,
  });
  const states: Connectivity[] = [];
  watch.state.subscribe(() => states.push(watch.state.get()));
  watch.probeNow();
  await clock.advance(1);
  watch.report(null);
  watch.report(unreachable);
  await clock.advance(5_000);
  expect(states.map(({ state, error }) => `${state} ${error?.kind ?? ''}`)).toEqual([
    ...['unknown rateLimited', 'online ', 'offline unreachable', 'unknown rateLimited'],
  ]);
  watch.close();
});

test('ordered time never stands still and never goes back, whatever the clock does', async () => {
  const clock = createVirtualClock(1_000);
  const time = createOrderedTime(clock);
  const moments = [time.nowMs(), time.nowMs()];
  clock.jump(-500);
  moments.push(time.nowMs());
  await clock.advance(100);
  moments.push(time.nowMs());
  time.advancePast(5_000);
  moments.push(time.nowMs());
  clock.jump(9_000);
  moments.push(time.nowMs());
  expect(moments).toEqual([1_000, 1_001, 1_002, 1_102, 5_001, 9_600]);
});
