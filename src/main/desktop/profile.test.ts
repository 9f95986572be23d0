import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { takeProfile } from './profile.ts';

function takenBy(folder: string | null) {
  const paths: string[] = [];
  const app = {
    requestSingleInstanceLock: () => true,
    setPath: (name: string, path: string) => void paths.push(`${name} ${path}`),
  };
  return { taken: takeProfile(app, folder), paths };
}

test('D-14 a profile named by a relative path is a folder under the one Billfold was started in', () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-profile-'));
  try {
    const folder = join(base, 'new');
    expect([takenBy(relative(process.cwd(), folder)), existsSync(folder), takenBy(null)]).toEqual([
      { taken: true, paths: [`userData ${folder}`] },
      true,
      { taken: true, paths: [] },
    ]);
  } finally {
    rmSync(base, { recursive: true });
  }
});
