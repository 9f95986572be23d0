import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fail } from '../../src/base/result.ts';
import { aFile, aRelease, moment, ready, startMs, useInstallation } from './installation.ts';
import { dated, keyList, says, signed } from './release-server.ts';

/** Checks during which the user acts, and lists that were seen before. */

const { place, arrange, checked } = useInstallation();

/** Makes the server wait with its list until `send` is called. */
function holdBack(list: string): { send(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  place.server.release = (request, answer) =>
    void promise.then(() => says(200, {}, list)(request, answer));
  return { send: resolve };
}

test('switching updates off during a check ends it without a message or a log line', async () => {
  let isWanted = true;
  const list = holdBack(signed(aRelease()));
  const { updater, log } = arrange({ isWanted: () => isWanted });
  const checking = updater.check();
  while (place.server.asked.length === 0) await moment();
  isWanted = false;
  updater.reconsider();
  list.send();
  await checking;
  expect([updater.state.get(), log.lines, place.server.asked.length]).toEqual([
    { kind: 'off', why: 'setting' },
    [],
    1,
  ]);
});

test('an update that is being installed stays, even if a check then finds that it was pulled', async () => {
  const { updater, timeline } = arrange();
  const before = await checked(updater);
  const list = holdBack(signed(aRelease({ ...dated(startMs, 2), staging: 0 })));
  const checking = updater.check();
  while (place.server.asked.length < 3) await moment();
  await updater.installWhen('now');
  list.send();
  await checking;
  const kept = readdirSync(place.folder);
  await updater.finish(true);
  expect([before, kept, timeline]).toEqual([
    ready,
    [aFile.name],
    ['rested', 'quit', 'installs it whole, starts it'],
  ]);
});

test('I-20 a list is stored once, and again with a newer list of keys', async () => {
  const release = aRelease({ version: '0.1.0' });
  const { updater } = arrange();
  const written: unknown[] = [];
  for (const serial of [1, 1, 2]) {
    place.server.release = says(200, {}, signed(release, undefined, { keys: keyList({ serial }) }));
    await checked(updater);
    written.push(place.document.written.length);
  }
  expect([written, JSON.parse(place.document.text() ?? '').seen]).toMatchObject([
    [1, 1, 2],
    { keysSerial: 2, serial: 1 },
  ]);
});

test('the log says why a check failed', async () => {
  place.server.release = says(404);
  const { updater, log } = arrange();
  await checked(updater);
  expect(log.lines).toEqual(['warn updates: the check failed {"problem":"notFound"}']);
});

test.each([
  ['its processor', [{ arch: 'arm64' }, { arch: 'x64' }], 'ready'],
  ['another processor', [{ arch: 'arm64' }], 'available'],
  ['another kind', [{ kind: 'zip' }], 'available'],
])('a release with files for %s leads to the right state', async (_what, files, kind) => {
  const all = files.map((change) => ({ ...aFile, ...change }));
  place.server.release = says(200, {}, signed(aRelease({ files: all })));
  expect((await checked(arrange().updater)).kind).toBe(kind);
});

test('an update that fails at quit starts nothing, and the log says each step', async () => {
  const { updater, timeline, log } = arrange({ install: async () => fail('EACCES') });
  await checked(updater);
  await updater.installWhen('atQuit');
  await updater.finish(true);
  expect([timeline, log.lines]).toEqual([
    [],
    [
      'info updates: ready {"version":"9.0.0"}',
      'info updates: installing {"version":"9.0.0"}',
      'warn updates: not installed {"why":"EACCES"}',
    ],
  ]);
});
