import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs a folder's peers exactly as its lock file says, unless they are installed. @throws when npm fails
 */
export function installPeers(folder: string): void {
  installOnce(join(folder, 'node_modules'), join(folder, 'package-lock.json'), () =>
    runOrThrow('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder),
  );
}

/** Runs `install` unless `target` was already filled from the present content of `source`. */
export function installOnce(target: string, source: string, install: () => void): void {
  // The mark holds the `source` of the last install.
  const mark = join(target, 'installed-from');
  const wanted = readFileSync(source, 'utf8');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  install();
  writeFileSync(mark, wanted);
}

/** Runs a program to its end. @throws when it fails */
export function runOrThrow(program: string, args: readonly string[], cwd: string): void {
  const shell = process.platform === 'win32' && program === 'npm';
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit', shell });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status} in ${cwd}`);
}
