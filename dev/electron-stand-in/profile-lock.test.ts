import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireProfileLock } from './profile-lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profile-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Tries to acquire the profile from another process. */
function askFromAnother(): string {
  const module = JSON.stringify(resolve(import.meta.dirname, 'profile-lock.ts'));
  const script = `import { acquireProfileLock } from ${module};
    console.log(acquireProfileLock(${JSON.stringify(folder)}, () => {}) === null ? 'taken' : 'free');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

test('D-24 a profile belongs to one living process at a time', async () => {
  const { promise: knocked, resolve: onKnock } = Promise.withResolvers<string>();
  const lock = acquireProfileLock(folder, (_argv, directory) => onKnock(directory));
  const whileHeld = askFromAnother();
  const directory = await knocked;
  lock?.release();
  expect({ whileHeld, directory, afterwards: askFromAnother() }).toEqual({
    whileHeld: 'taken',
    directory: process.cwd(),
    afterwards: 'free',
  });
});

test('D-24 a profile whose process was killed is free', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(join(folder, 'stand-in.lock'), String(pid));
  expect(askFromAnother()).toBe('free');
});
