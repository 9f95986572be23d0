import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { npmCi } from './npm-ci.mjs';

const PARCEL = { name: 'the packages', megabytes: 500 };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-npm-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('packages that npm installed are kept', async () => {
  expect(await install('exit 0')).toEqual({ problem: null, isKept: true });
});

test('without a network, packages in npm’s cache are installed', async () => {
  const script = 'test "$1" = ping && fail EAI_AGAIN\ntest "$3" = --offline';
  expect(await install(script)).toEqual({ problem: null, isKept: true });
});

test.each([
  [
    'a disk that fills up is said though npm ends with 0',
    'echo "npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write" >&2',
    'The disk is full: installing the packages takes 500 MB in this folder, besides npm’s cache.',
  ],
  [
    'a registry out of reach is said with the code of the first request',
    'test "$1" = ping && fail EAI_AGAIN\nfail ENOTCACHED',
    'npm could not fetch the packages from its registry (EAI_AGAIN).',
  ],
  [
    'a registry that refuses is reported with its code',
    'fail E403',
    'npm could not fetch the packages from its registry (E403).',
  ],
  [
    'an unwritable home folder is reported with a way out',
    'fail EACCES "npm error path /home/ada/.npm"',
    'npm may not write to /home/ada/.npm (EACCES). npm_config_cache can name another folder for its cache.',
  ],
])('%s, and no half-written files stay', async (_title, script, sentence) => {
  const { problem, isKept } = await install(script);
  expect({ problem, isKept }).toEqual({
    problem: sentence,
    isKept: false,
  });
});

test.each(['', 'node_modules'])('a read-only folder is named before npm runs: %s', async (name) => {
  const locked = join(folder, name);
  mkdirSync(locked, { recursive: true });
  const access = (path: unknown): void => {
    if (path === locked) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
  };
  expect(await npmCi(folder, PARCEL, { env: { ...process.env, PATH: folder }, access })).toBe(
    `${locked} (EROFS) can’t be written. Copy Billfold’s folder to one of your own, or make this one writable.`,
  );
});

test('a computer without npm gets a sentence that says so', async () => {
  const env = { ...process.env, PATH: folder };
  expect(await npmCi(folder, PARCEL, { env })).toBe(
    'npm could not fetch the packages from its registry (spawn npm ENOENT).',
  );
});

/** Installs with a program in npm's place that makes node_modules and then runs a script. */
async function install(
  script: string,
): Promise<{ readonly problem: string | null; readonly isKept: boolean }> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const fail = 'fail() { printf "npm error code %s\\n%s\\n" "$@" >&2; exit 1; }';
  const npm = `#!/bin/sh\nmkdir -p node_modules\n${fail}\n${script}\n`;
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const problem = await npmCi(folder, PARCEL, { env });
  return { problem, isKept: existsSync(join(folder, 'node_modules')) };
}
