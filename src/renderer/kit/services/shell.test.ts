import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import type { AppInfo } from '../../../bridge/app.ts';
import { noPolicy } from '../../../bridge/policy.ts';
import { harnessOfEachTest } from '../../core/testing/workspace-harness.ts';
import { createShell } from './shell.ts';

const harness = harnessOfEachTest();

async function startShell() {
  const { workspace } = await harness.start();
  const update = { kind: 'off', why: 'noFeed' } as const;
  const info = { version: '0', platform: 'linux', notices: [], policy: noPolicy, update };
  return createShell({
    bridge: workspace.bridge,
    clock: harness.clock,
    idle: () => Promise.resolve(),
    yieldToMain: () => Promise.resolve(),
    locale: 'en',
    isStorageStalled: createObservable(false),
    info,
    notices: createObservable<AppInfo['notices']>([]),
    update: createObservable<AppInfo['update']>(update),
  });
}

test('announcements of one second stay together unless they have one subject, and a repeated text is announced again', async () => {
  const shell = await startShell();
  const observed: (readonly string[])[] = [];
  const observe = (): void =>
    void observed.push(shell.announcements.get().map(({ id, text }) => `${id} ${text}`));
  shell.announce('Undone');
  shell.announce('6 bills selected', 'selection');
  shell.announce('7 bills selected', 'selection');
  observe();
  await harness.advance(1_000);
  for (const _ of ['press', 'press again']) {
    shell.announce('Not approved yet');
    observe();
  }
  expect(observed).toEqual([
    ['1 Undone', '3 7 bills selected'],
    ['4 Not approved yet'],
    ['4 Not approved yet', '5 Not approved yet'],
  ]);
});

test('a decision that a full disk refused is reported as that, not as a fault, and is logged in both cases', async () => {
  const shell = await startShell();
  const log = harness.timeline();
  const full = Object.assign(new Error('aborted'), {
    inner: new DOMException('full', 'QuotaExceededError'),
  });
  shell.run(Promise.reject(full));
  await harness.advance(1);
  const onFull = [shell.notSaved.get(), shell.fault.get()];
  shell.run(Promise.reject(new Dexie.UnknownError('internal')));
  await harness.advance(1);
  const onRefusal = [shell.notSaved.get(), shell.fault.get()];
  shell.run(Promise.reject(new Error('odd')));
  await harness.advance(1);
  const onBug = shell.fault.get();
  const dexies = Object.defineProperty(new Error('VersionError'), 'stack', {
    get: () => Reflect.get(Object.create(null).inner, 'stack'),
  });
  shell.run(Promise.reject(dexies));
  await harness.advance(1);
  expect({ onFull, onRefusal, onBug, withoutStack: shell.fault.get(), log: log.since() }).toEqual({
    onFull: ['diskFull', null],
    onRefusal: ['storageRefused', null],
    onBug: 'odd',
    withoutStack: 'VersionError',
    log: ['+0s fault aborted', '+0s fault internal', '+0s fault odd', '+0s fault VersionError'],
  });
});
