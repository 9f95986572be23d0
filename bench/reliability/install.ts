import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
/** What was installed last, beside what it was installed from. */
const mark = join(here, 'node_modules', 'installed-from');

/** Installs the peers exactly as the lock file says, unless they are there. @throws when it cannot */
export function installPeers(): void {
  const wanted = readFileSync(join(here, 'package-lock.json'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', args, { cwd: here, stdio: 'inherit', shell });
  if (status !== 0) throw new Error('npm ci failed in bench/reliability/');
  writeFileSync(mark, wanted);
}

/** The version of an installed peer. */
export function peerVersion(name: string): string {
  const text = readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : '?';
}
