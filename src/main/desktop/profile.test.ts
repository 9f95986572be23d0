import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { takeProfile } from './profile.ts';

function takenBy(folder: string | null, usual: string) {
  const paths: string[] = [];
  const app = {
    requestSingleInstanceLock: () => true,
    setPath: (name: string, path: string) => void paths.push(`${name} ${path}`),
    getPath: () => usual,
  };
  return { taken: takeProfile(app, folder, () => join(usual, 'outside')), paths };
}

test('D-14, D-41 only the user can read a profile; a relative path starts at the folder Billfold was started in', () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-profile-'));
  try {
    const [folder, usual] = [join(base, 'new'), join(base, 'usual')];
    mkdirSync(usual, { mode: 0o755 });
    expect([takenBy(relative(process.cwd(), folder), usual), takenBy(null, usual)]).toEqual([
      { taken: true, paths: [`userData ${folder}`] },
      { taken: true, paths: [] },
    ]);
    if (process.platform === 'win32') return;
    // An existing folder becomes private, too.
    expect([folder, usual].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  } finally {
    rmSync(base, { recursive: true });
  }
});
