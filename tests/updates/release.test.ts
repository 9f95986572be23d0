import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  cosignList,
  delegate,
  notesOf,
  renewList,
  signRelease,
  installerFor,
} from '../../dev/release.ts';
import { readChangelog } from '../../src/base/changelog.ts';
import { isNewer, readRelease } from '../../src/main/updates/release.ts';
import {
  key,
  keyList,
  makers,
  nextMakers,
  privateText,
  publicText,
  strangers,
} from './release-server.ts';

function packages(names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

const facts = {
  version: '1.2.3',
  changelog: '# Changelog\n\n## 1.2.3\n\n- Lists open\n  faster.\n- Less.\n\n## 1.2.2\n\n- Old.\n',
  page: 'https://billfold.example/1.2.3',
  staging: 10,
  revoked: ['1.2.2'],
  privateKey: privateText(makers),
  releaseKeys: keyList(),
  rootKey: key,
  nowMs: Date.parse('2026-03-18T10:00:00Z'),
};

test('installations accept a release signed by the release environment', () => {
  const folder = packages([
    'billfold-1.2.3-linux-x86_64.AppImage',
    'billfold-1.2.3-linux-amd64.deb',
  ]);
  signRelease({ ...facts, folder });
  const list = readFileSync(join(folder, 'latest.json'), 'utf8');
  const name = 'billfold-1.2.3-linux-x86_64.AppImage';
  const sha512 = createHash('sha512').update(name).digest('base64');
  const file = {
    platform: 'linux',
    arch: 'x64',
    kind: 'AppImage',
    name,
    size: name.length,
    sha512,
  };
  const { version, page, staging } = facts;
  expect([readRelease(list, key), readRelease(list, publicText(strangers))]).toEqual([
    {
      ok: true,
      value: {
        release: {
          product: 'billfold',
          version,
          notes: ['Lists open faster.', 'Less.'],
          page,
          staging,
          revoked: ['1.2.2'],
          files: [file],
          serial: facts.nowMs / 1_000,
          signedAt: '2026-03-18T10:00:00.000Z',
          expiresAt: '2026-05-02T10:00:00.000Z',
        },
        keys: expect.objectContaining({ keys: [publicText(makers)], threshold: 1 }),
      },
    },
    { ok: false, error: 'badSignature' },
  ]);
});

test('the checksums have the form that users verify', () => {
  const folder = packages(['billfold-1.2.3-mac-universal.zip', 'billfold-1.2.3-win-x64.msi']);
  signRelease({ ...facts, folder });
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  expect(sums.split('\n').map((line) => line.split('  '))).toEqual([
    ...['billfold-1.2.3-mac-universal.zip', 'billfold-1.2.3-win-x64.msi'].map((name) => [
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
      name,
    ]),
    [''],
  ]);
});

test.each([
  ['a page without https', { page: 'http://billfold.example' }, 'malformed'],
  [
    'a version without three numbers',
    { version: '1.2.3-beta', changelog: '## 1.2.3-beta\n- New.\n' },
    'malformed',
  ],
  ['no notes', { changelog: '## 1.2.2\n- Old.\n' }, 'nothing under "## 1.2.3"'],
])('a release with %s is not signed', (_what, change, why) => {
  const folder = packages(['billfold-1.2.3-win-x64.exe']);
  expect(() => signRelease({ ...facts, folder, ...change })).toThrow(why);
});

test('packages are recognized by their names', () => {
  const names = [
    'a-win-x64.exe',
    'a-win-x64.msi',
    'a-mac-universal.zip',
    'a-linux-arm64.AppImage',
    'a.zip',
  ];
  expect(names.map((name) => installerFor(name)?.kind ?? null)).toEqual([
    'nsis',
    null,
    'zip',
    'AppImage',
    null,
  ]);
});

test('this version has release notes, and every version has as many in each language', () => {
  const read = (name: string): string =>
    readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const counts = (changelog: string): unknown =>
    readChangelog(changelog).map((each) => [each.version, each.notes.length]);
  expect(notesOf(read('CHANGELOG.md'), version).length).toBeGreaterThan(0);
  expect(counts(read('CHANGELOG.de.md'))).toEqual(counts(read('CHANGELOG.md')));
});

test('new keys work: the root key names the release keys, and two of them sign', () => {
  const script = join(import.meta.dirname, '../../dev/release.ts');
  const made = (): { publicKey: string; privateKey: string } => {
    const said = execFileSync(process.execPath, [script, 'keys'], { encoding: 'utf8' });
    const [, publicKey = '', privateKey = ''] = /^PUBLIC=(.+)\nPRIVATE=(.+)\n$/.exec(said) ?? [];
    return { publicKey, privateKey };
  };
  const [offline, first] = [made(), made()];
  const { nowMs } = facts;
  const keys = [first.publicKey, publicText(nextMakers)];
  const releaseKeys = delegate(offline.privateKey, { days: 400, threshold: 2, keys, nowMs });
  const folder = packages(['billfold-1.2.3-win-x64.exe']);
  const signing = { ...facts, releaseKeys, rootKey: offline.publicKey };
  signRelease({ ...signing, folder, privateKey: first.privateKey });
  const once = readFileSync(join(folder, 'latest.json'), 'utf8');
  const cosign = (privateKey: string): string => cosignList(once, { ...signing, privateKey });
  const read = [once, cosign(first.privateKey), cosign(privateText(nextMakers))].map(
    (list) => readRelease(list, offline.publicKey).ok,
  );
  expect(read).toEqual([false, false, true]);
  expect(() => cosign(privateText(strangers))).toThrow('badSignature');
});

test('a renewed list has a higher serial and later dates, and its revoked versions stay revoked', () => {
  const folder = packages(['billfold-1.2.3-win-x64.exe']);
  signRelease({ ...facts, folder });
  const list = readFileSync(join(folder, 'latest.json'), 'utf8');
  const nowMs = facts.nowMs + 30 * 24 * 60 * 60 * 1_000;
  const renewed = renewList(list, { ...facts, nowMs, revoked: ['1.2.1'], staging: 50 });
  const [old, later] = [list, renewed].map((text) => readRelease(text, key));
  if (!old?.ok || !later?.ok) throw new Error('not read');
  expect(later.value.release).toEqual({
    ...old.value.release,
    serial: nowMs / 1_000,
    signedAt: '2026-04-17T10:00:00.000Z',
    expiresAt: '2026-06-01T10:00:00.000Z',
    revoked: ['1.2.2', '1.2.1'],
    staging: 50,
  });
});

test.each([
  ['1.0.0', '0.9.9', true],
  ['1.10.0', '1.9.0', true],
  ['1.0.1', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.10', '1.0.0', false],
])('I-2 %s is newer than %s: %s', (a, b, expected) => {
  expect(isNewer(a, b)).toBe(expected);
});
