import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import type { ServiceError, ServiceErrorKind } from '../../../contract/service-error.ts';
import { createConnectivityWatch, type ConnectivityDeps } from './connectivity.ts';
import { createOrderedTime } from '../time/ordered-time.ts';

const technical = 'as told';
const results: Record<ServiceErrorKind, ServiceError> = {
  unauthenticated: { kind: 'unauthenticated', technical },
  forbidden: { kind: 'forbidden', scope: null, technical },
  notFound: { kind: 'notFound', technical },
  invalid: { kind: 'invalid', technical },
  validationFailed: { kind: 'validationFailed', details: null, technical },
  rateLimited: { kind: 'rateLimited', by: 'billfold', retryAtMs: 0, technical },
  serverFailed: { kind: 'serverFailed', retryAtMs: null, technical },
  malformedResponse: { kind: 'malformedResponse', technical },
  unreachable: { kind: 'unreachable', technical },
  answerLost: { kind: 'answerLost', technical },
  cancelled: { kind: 'cancelled', technical },
};

const answered = (): Promise<null> => Promise.resolve(null);

function watchWith(probe: ConnectivityDeps['probe']) {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const watch = createConnectivityWatch({ clock, random, probe, mayProbe: () => true });
  return { clock, watch };
}

test('P-34 an answer is online, no way offline; what proves neither changes nothing', () => {
  const after = (error: ServiceError | null): string => {
    const { watch } = watchWith(answered);
    watch.report(error);
    const { state } = watch.state.get();
    watch.close();
    return state;
  };
  const told = Object.entries(results).map(([kind, error]) => [kind, after(error)]);
  const refused: ServiceError = { kind: 'rateLimited', by: 'service', retryAtMs: 0, technical };
  expect({ ...Object.fromEntries(told), answer: after(null), refused: after(refused) }).toEqual({
    unauthenticated: 'unknown',
    forbidden: 'online',
    notFound: 'online',
    invalid: 'online',
    validationFailed: 'online',
    rateLimited: 'unknown',
    serverFailed: 'online',
    malformedResponse: 'unknown',
    unreachable: 'offline',
    answerLost: 'unknown',
    cancelled: 'unknown',
    answer: 'online',
    refused: 'online',
  });
});

test('P-25 offline, the service is asked again after a delay, and a hint cuts the delay short', async () => {
  const asked: number[] = [];
  const { clock, watch } = watchWith(() => {
    asked.push(clock.elapsedMs());
    return Promise.resolve(results.unreachable);
  });
  watch.report(results.unreachable);
  await clock.advance(499);
  const first = asked.length;
  const hintMs = clock.elapsedMs();
  watch.probeNow();
  await clock.advance(0);
  watch.close();
  await clock.advance(60_000);
  expect({ first, hinted: asked.at(-1) === hintMs, sleepers: clock.sleepers() }).toEqual({
    first: 0,
    hinted: true,
    sleepers: 0,
  });
});

test('P-33 ordered time never stands still and never goes back, whatever the clock does', async () => {
  const clock = createVirtualClock(1_000);
  const time = createOrderedTime(clock);
  const moments = [time.nowMs(), time.nowMs()];
  clock.jump(-500);
  moments.push(time.nowMs());
  await clock.advance(100);
  moments.push(time.nowMs());
  time.witness(5_000);
  moments.push(time.nowMs());
  clock.jump(9_000);
  moments.push(time.nowMs());
  expect(moments).toEqual([1_000, 1_001, 1_002, 1_102, 5_001, 9_600]);
});
