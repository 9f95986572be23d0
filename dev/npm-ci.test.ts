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

test('D-28 packages that npm installed are kept', async () => {
  expect(await install('exit 0')).toEqual({ problem: null, isKept: true });
});

test.each([
  [
    'a disk that fills up is said though npm ends with 0',
    'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write',
    'exit 0',
    'The disk is full: installing the packages takes 500 MB in FOLDER, besides npm’s cache.',
  ],
  [
    'without a network the first lost request ends it',
    'npm http fetch GET https://registry.example/zod attempt 3 failed with EAI_AGAIN',
    'exec sleep 60',
    'npm could not fetch the packages from its registry (EAI_AGAIN).',
  ],
  [
    'a registry that refuses is said with its code',
    'npm error code E403',
    'exit 1',
    'npm could not fetch the packages from its registry (E403).',
  ],
  [
    'a home folder that cannot be written is said with the way out',
    'npm error code EACCES\nnpm error path /home/ada/.npm',
    'exit 1',
    'npm may not write to /home/ada/.npm (EACCES). npm_config_cache can name another folder for its cache.',
  ],
])('D-28 %s, and nothing half-written is left', async (_title, output, end, sentence) => {
  const { problem, isKept } = await install(`cat >&2 <<END\n${output}\nEND\n${end}`);
  expect({ problem: problem?.replace(folder, 'FOLDER'), isKept }).toEqual({
    problem: sentence,
    isKept: false,
  });
});

test('D-28 a computer without npm is told so', async () => {
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
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nmkdir node_modules\n${script}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const problem = await npmCi(folder, PARCEL, { env });
  return { problem, isKept: existsSync(join(folder, 'node_modules')) };
}
