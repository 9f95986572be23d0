import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../src/base/result.ts';
import type { AppendFile } from '../../src/main/ports.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { applyUpdateEvent } from '../../src/main/updates/update-table.ts';
import { aFile, moment, program, ready, useInstallation } from './installation.ts';
import { offered, says } from './release-server.ts';

/** Downloads whose bytes stop, are too many, or cannot be written. */

const { place, arrange, checked, fallsSilent } = useInstallation();

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

test('I-4 progress counts the bytes of an earlier try, in whole percents', async () => {
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

test('I-4 progress that stays the same changes nothing', () => {
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

test('I-4 a file that cannot be emptied is not started over', async () => {
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
