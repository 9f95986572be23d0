import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs a folder's peers exactly as its lock file says, unless they are there. @throws when it cannot */
export function installPeers(folder: string): void {
  // What was installed last, beside what it was installed from.
  const mark = join(folder, 'node_modules', 'installed-from');
  const wanted = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
  writeFileSync(mark, wanted);
}

/** The version of a peer installed there. */
export function peerVersion(folder: string, name: string): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : '?';
}
