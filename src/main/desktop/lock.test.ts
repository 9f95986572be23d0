import { expect, test } from 'vitest';
import { createObservable } from '../../base/observable.ts';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import type { UnlockOutcome } from '../../bridge/app.ts';
import { createLock, createSystemUnlock, SAVE_LIMIT_MS } from './lock.ts';

const MINUTE_MS = 60_000;
const log = { info: () => {}, warn: () => {}, error: () => {} };

function arrange(settings: { afterMinutes: number; locked?: boolean; hasWindow?: boolean }) {
  const clock = createVirtualClock(0);
  const fixture = { idleSinceMs: 0, answer: 'unlocked' as UnlockOutcome, asked: 0 };
  let kept = { locked: settings.locked ?? false };
  const timeline: string[] = [];
  const chosen = createObservable({ lockAfterMinutes: settings.afterMinutes });
  const lock = createLock({
    clock,
    log,
    state: { get: () => kept, update: (change) => (kept = change) },
    idleSeconds: () => (clock.elapsedMs() - fixture.idleSinceMs) / 1_000,
    settings: chosen,
    prepareWindow: () => settings.hasWindow ?? false,
    onChange: () =>
      timeline.push(`${clock.elapsedMs() / MINUTE_MS} min ${kept.locked ? 'locked' : 'open'}`),
    askSystem: async () => {
      fixture.asked++;
      return fixture.answer;
    },
  });
  return { clock, fixture, chosen, lock, timeline };
}

test('D-38 the window locks after the set idle minutes, and the system unlocks it', async () => {
  const { clock, fixture, lock, timeline } = arrange({ afterMinutes: 5 });
  await clock.advance(4 * MINUTE_MS);
  fixture.idleSinceMs = clock.elapsedMs();
  await clock.advance(6 * MINUTE_MS);
  const answers: UnlockOutcome[] = [];
  for (const answer of ['refused', 'keyringAway', 'unlocked'] as const) {
    fixture.answer = answer;
    fixture.idleSinceMs = clock.elapsedMs();
    answers.push(...(await Promise.all([lock.unlock(), lock.unlock()])));
  }
  lock.close();
  await clock.advance(60 * MINUTE_MS);
  expect({ timeline, answers, asked: fixture.asked, isLocked: lock.isLocked() }).toEqual({
    timeline: ['9 min locked', '10 min open'],
    answers: ['refused', 'refused', 'keyringAway', 'keyringAway', 'unlocked', 'unlocked'],
    asked: 3,
    isLocked: false,
  });
});

test('D-38 a timer runs only while an idle time is set, and fires only when the lock may be due', async () => {
  const { clock, chosen, lock, timeline } = arrange({ afterMinutes: 0 });
  const sleepers = [clock.sleepers()];
  chosen.set({ lockAfterMinutes: 30 });
  await settle();
  sleepers.push(clock.sleepers(), clock.nextWakeMs() ?? 0);
  chosen.set({ lockAfterMinutes: 0 });
  await clock.advance(60 * MINUTE_MS);
  sleepers.push(clock.sleepers());
  chosen.set({ lockAfterMinutes: 61 });
  await clock.advance(MINUTE_MS);
  sleepers.push(clock.sleepers());
  lock.close();
  expect({ sleepers, timeline }).toEqual({
    sleepers: [0, 1, 30 * MINUTE_MS, 0, 0],
    timeline: ['61 min locked'],
  });
});

test('D-38 if the setting is off, only the user locks the window; it stays locked across a restart', async () => {
  const { clock, lock, timeline } = arrange({ afterMinutes: 0 });
  await clock.advance(600 * MINUTE_MS);
  lock.screenLocked();
  const before = lock.isLocked();
  lock.lock();
  const again = arrange({ afterMinutes: 0, locked: lock.isLocked() });
  expect([before, timeline, again.lock.isLocked()]).toEqual([false, ['600 min locked'], true]);
  const byScreen = arrange({ afterMinutes: 30 });
  byScreen.lock.screenLocked();
  expect(byScreen.lock.isLocked()).toBe(true);
  for (const each of [lock, again.lock, byScreen.lock]) each.close();
  await settle();
});

test.each([
  ['darwin', true, true, 'unlocked'],
  ['darwin', false, true, 'refused'],
  ['linux', true, true, 'unlocked'],
  ['linux', true, false, 'keyringAway'],
] as const)('D-38 on %s, consent %s, keyring %s: %s', async (platform, consents, keyring, said) => {
  let open = true;
  const unlock = createSystemUnlock({
    platform,
    systemPreferences: {
      canPromptTouchID: () => true,
      promptTouchID: () => (consents ? Promise.resolve() : Promise.reject(new Error('cancelled'))),
    },
    hasKeyring: async () => open,
  });
  open = keyring;
  expect(await unlock()).toBe(said);
});

test('D-38 the window locks once it has saved what the user is typing, and soon even if it never answers', async () => {
  const { clock, lock } = arrange({ afterMinutes: 0, hasWindow: true });
  const observed: boolean[] = [];
  lock.lock();
  lock.lock();
  observed.push(lock.isLocked());
  lock.rendererDone({ listChoice: null });
  await settle();
  observed.push(lock.isLocked());
  await lock.unlock();
  lock.lock();
  await clock.advance(SAVE_LIMIT_MS - 1);
  observed.push(lock.isLocked());
  await clock.advance(1);
  observed.push(lock.isLocked());
  lock.rendererDone({ listChoice: null });
  expect(observed).toEqual([false, true, false, true]);
});

test('D-38 the list choice that the page hands over when it locks returns once, and only with that lock', async () => {
  const { lock } = arrange({ afterMinutes: 0, hasWindow: true });
  lock.rendererDone({ listChoice: 'without a lock' });
  const taken = [lock.takeListChoice()];
  lock.lock();
  lock.rendererDone({ listChoice: 'freight' });
  await settle();
  await lock.unlock();
  taken.push(lock.takeListChoice(), lock.takeListChoice());
  expect(taken).toEqual([null, 'freight', null]);
});
