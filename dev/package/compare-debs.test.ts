import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareDebs } from './compare-debs.ts';

const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0;

/** Other systems have no dpkg-deb; verify-release reports that there. */
describe.runIf(hasDpkg)('D-54', () => {
  const work = mkdtempSync(join(tmpdir(), 'billfold-debs-'));
  let published = '';
  beforeAll(async () => {
    published = await makeDeb('published');
  });
  afterAll(() => rmSync(work, { recursive: true }));

  test.each([
    ['the same', {}, { kind: 'same' }],
    ['another compression', { compression: 'xz' }, { kind: 'packedDifferently' }],
    [
      'one byte of a program',
      { program: 'programM' },
      { kind: 'different', file: 'opt/billfold', how: 'from byte 7 on' },
    ],
    [
      'one byte in app.asar',
      { main: 'start(1)' },
      { kind: 'different', file: 'opt/app.asar/main.js', how: 'other bytes' },
    ],
    [
      'a folder’s time, which is less important than a file',
      { program: 'programM', time: Date.UTC(2025, 0, 1) / 1000 },
      { kind: 'different', file: 'opt/billfold', how: 'from byte 7 on' },
    ],
    [
      'a mode',
      { mode: 0o755 },
      {
        kind: 'different',
        file: 'opt/billfold',
        how: '-rw-r--r-- 0/0 8 2026-01-01 00:00:00, built: -rwxr-xr-x 0/0 8 2026-01-01 00:00:00',
      },
    ],
    [
      'a script that runs as root',
      { script: '#!/bin/sh\nexit 0\n' },
      { kind: 'different', file: 'postinst', how: 'from byte 10 on' },
    ],
    [
      'an additional file',
      { more: true },
      { kind: 'different', file: 'opt/zzz', how: 'only in the built package' },
    ],
  ] as const)('a package is compared: %s', async (what, change, expected) => {
    expect(compareDebs(published, await makeDeb(what, change))).toEqual(expected);
  });

  test('a file that is not a package is refused', () => {
    const file = join(work, 'none.deb');
    writeFileSync(file, 'none');
    expect(() => compareDebs(published, file)).toThrow('dpkg-deb cannot read the package');
  });

  async function makeDeb(name: string, change: Change = {}): Promise<string> {
    const tree = join(work, name.replaceAll(' ', '-'));
    const app = join(work, 'app');
    for (const folder of [app, join(tree, 'DEBIAN'), join(tree, 'opt')])
      mkdirSync(folder, { recursive: true });
    writeFileSync(join(app, 'main.js'), change.main ?? 'start(0)');
    await createPackage(app, join(tree, 'opt/app.asar'));
    const control =
      'Package: x\nVersion: 1\nArchitecture: all\nMaintainer: A <a@b.c>\nDescription: x\n';
    const contents: Readonly<Record<string, string>> = {
      'DEBIAN/control': control,
      'DEBIAN/postinst': change.script ?? '#!/bin/sh\n',
      'opt/billfold': change.program ?? 'program!',
      ...(change.more === true ? { 'opt/zzz': '' } : {}),
    };
    for (const [path, text] of Object.entries(contents)) writeFileSync(join(tree, path), text);
    chmodSync(join(tree, 'DEBIAN/postinst'), 0o755);
    chmodSync(join(tree, 'opt/billfold'), change.mode ?? 0o644);
    const time = change.time ?? Date.UTC(2026, 0, 1) / 1000;
    for (const path of [...Object.keys(contents), 'opt/app.asar', 'opt', 'DEBIAN', ''])
      utimesSync(join(tree, path), time, time);
    const deb = `${tree}.deb`;
    const args = ['--root-owner-group', `-Z${change.compression ?? 'gzip'}`, '-b', tree, deb];
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) };
    expect(spawnSync('dpkg-deb', args, { env }).status).toBe(0);
    return deb;
  }
});

interface Change {
  readonly compression?: 'gzip' | 'xz';
  readonly program?: string;
  readonly main?: string;
  readonly mode?: number;
  readonly script?: string;
  readonly more?: boolean;
  /** Seconds since 1970. */
  readonly time?: number;
}
