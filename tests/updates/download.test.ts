import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../src/base/result.ts';
import type { AppendFile } from '../../src/main/ports.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { applyUpdateEvent } from '../../src/main/updates/update-table.ts';
import { CHECK_EVERY_MS, FIRST_CHECK_MS } from '../../src/main/updates/updater.ts';
import { aFile, moment, program, ready, useInstallation } from './installation.ts';
import { offered, says } from './release-server.ts';

/** Downloads whose bytes stop, are too many, or cannot be written. */

const { place, arrange, checked, settled, fallsSilent } = useInstallation();

/** The staging folder, with a file that behaves otherwise. */
function folderWith(change: (file: AppendFile) => Partial<AppendFile>) {
  const real = createDownloadFolder(place.folder);
  return {
    ...real,
    open: async (name: string) => {
      const opened = await real.open(name);
      return opened.ok
        ? { ...opened, value: { ...opened.value, ...change(opened.value) } }
        : opened;
    },
  };
}

test('progress counts the bytes of an earlier try, in whole percents', async () => {
  const half = program.length / 2;
  writeFileSync(join(place.folder, aFile.name), program.subarray(0, half));
  place.server.file = (_request, answer) => {
    answer.writeHead(206, { 'content-length': half });
    answer.write(program.subarray(half, half + program.length / 16), () => fallsSilent());
  };
  const { updater } = arrange();
  const checking = updater.check();
  const part = (): number => {
    const state = updater.state.get();
    return state.kind === 'downloading' ? state.part : 0;
  };
  while (part() === 0) await moment();
  const seen = part();
  await updater.finish(false);
  await checking;
  expect(seen).toBe(0.56);
});

test('unchanged progress leaves the state unchanged', () => {
  const state = { kind: 'downloading', release: offered, part: 0.5 } as const;
  expect([
    applyUpdateEvent(state, 'progress', 0.5) === state,
    applyUpdateEvent(state, 'progress', 0.51),
  ]).toEqual([true, { ...state, part: 0.51 }]);
});

test('I-5 no byte beyond the size of the release’s file reaches the disk', async () => {
  place.server.file = says(200, {}, Buffer.concat(Array<Buffer>(8).fill(program)));
  let written = 0;
  const folder = folderWith(({ append }) => ({
    append: (bytes) => {
      written += bytes.length;
      return append(bytes);
    },
  }));
  const state = await checked(arrange({ folder }).updater);
  expect([state, written <= program.length]).toMatchObject([{ problem: 'badFile' }, true]);
});

test('I-5 a disk that is full in the middle of a file is reported as such', async () => {
  const append = async () => fail({ code: 'ENOSPC', technical: 'no space left' });
  const { updater } = arrange({ folder: folderWith(() => ({ append })) });
  expect(await checked(updater)).toMatchObject({ kind: 'failed', problem: 'noRoom' });
});

test('a download fails if it has to start over and its file cannot be emptied', async () => {
  writeFileSync(join(place.folder, aFile.name), program.subarray(0, 5_000));
  place.server.file = says(200, {}, program);
  const truncate = async () => fail({ code: 'EROFS', technical: 'read-only' });
  const broken = await checked(arrange({ folder: folderWith(() => ({ truncate })) }).updater);
  const { length } = place.server.asked;
  const whole = await checked(arrange().updater);
  expect([broken, length, whole, place.server.asked.length]).toMatchObject([
    { kind: 'failed', problem: 'notWritten' },
    2,
    ready,
    4,
  ]);
});

test('a check during a download sends no request', async () => {
  place.server.file = (_request, answer) => {
    answer.writeHead(200, { 'content-length': program.length });
    answer.write('a', () => fallsSilent());
  };
  const { updater } = arrange();
  const checking = updater.check();
  while (updater.state.get().kind !== 'downloading' || place.server.asked.length < 2)
    await moment();
  await updater.check();
  const asked = place.server.asked.length;
  await updater.finish(false);
  await checking;
  expect(asked).toBe(2);
});

test('the log names a version that failed, but not one that was installed since', async () => {
  place.server.file = says(404);
  const { updater, log } = arrange();
  await checked(updater);
  place.server.file = says(200, {}, program);
  await checked(updater);
  await updater.installWhen('atQuit');
  await updater.finish(true);
  const next = arrange({ version: '9.0.0' });
  next.updater.start();
  expect([log.lines, next.updater.state.get().kind, next.log.lines]).toEqual([
    expect.arrayContaining(['warn updates: failed {"version":"9.0.0","problem":"notFound"}']),
    'idle',
    [],
  ]);
});

test('after the first check, the next one comes after 4.5 hours at the earliest', async () => {
  place.server.release = says(404);
  const random = { next: () => 0, bytes: (count: number) => new Uint8Array(count) };
  const { updater } = arrange({ random });
  updater.start();
  const asked: number[] = [];
  for (const ms of [FIRST_CHECK_MS - 1, 1, 0.75 * CHECK_EVERY_MS - 1, 1]) {
    await place.clock.advance(ms);
    await settled(updater);
    asked.push(place.server.asked.length);
  }
  expect(asked).toEqual([0, 1, 1, 2]);
});

test('while updates are switched off, they store nothing', async () => {
  const { updater } = arrange({ isWanted: () => false });
  updater.start();
  await updater.check();
  expect(place.document.written).toEqual([]);
});
