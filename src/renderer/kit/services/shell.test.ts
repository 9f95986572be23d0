import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import type { AppInfo } from '../../../bridge/app.ts';
import { noPolicy } from '../../../bridge/policy.ts';
import { harnessOfEachTest } from '../../core/testing/workspace-harness.ts';
import { createShell } from './shell.ts';

const harness = harnessOfEachTest();

test('a decision refused for a full disk is reported as such, not as a fault, and logged either way', async () => {
  const { workspace } = await harness.start();
  const update = { kind: 'off', why: 'noFeed' } as const;
  const info = { version: '0', platform: 'linux', notices: [], policy: noPolicy, update };
  const notices = createObservable<AppInfo['notices']>([]);
  const log = harness.timeline();
  const shell = createShell({
    bridge: workspace.bridge,
    clock: harness.clock,
    idle: () => Promise.resolve(),
    yieldToMain: () => Promise.resolve(),
    locale: 'en',
    isStorageStalled: createObservable(false),
    info,
    notices,
    update: createObservable<AppInfo['update']>(update),
  });
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
