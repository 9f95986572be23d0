import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { policyAtStart, takeProfile } from './profile.ts';

function takenBy(folder: string | null, usual: string) {
  const paths: string[] = [];
  const app = {
    requestSingleInstanceLock: () => true,
    setPath: (name: string, path: string) => void paths.push(`${name} ${path}`),
    getPath: () => usual,
  };
  return { taken: takeProfile(app, folder), paths };
}

test('D-41 only the user can read a profile; a relative path starts at the folder Billfold was started in', () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-profile-'));
  try {
    const [folder, usual] = [join(base, 'new'), join(base, 'usual')];
    mkdirSync(usual, { mode: 0o755 });
    const taken = { ok: true, value: true };
    expect([takenBy(relative(process.cwd(), folder), usual), takenBy(null, usual)]).toEqual([
      { taken, paths: [`userData ${folder}`] },
      { taken, paths: [] },
    ]);
    if (process.platform === 'win32') return;
    // An existing folder becomes private, too.
    expect([folder, usual].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  } finally {
    rmSync(base, { recursive: true });
  }
});

test('a data folder that cannot be made ends the start with a sentence that names it', () => {
  const base = mkdtempSync(join(tmpdir(), 'billfold-profile-'));
  writeFileSync(join(base, 'file'), '');
  try {
    expect(takenBy(join(base, 'file', 'new'), base)).toEqual({
      taken: {
        ok: false,
        error: expect.stringMatching(/data folder .*new \(ENOTDIR\)\. Restore access/u),
      },
      paths: [],
    });
  } finally {
    rmSync(base, { recursive: true });
  }
});

test.each<[string, object, boolean, unknown]>([
  ['the registry alone', { updates: false }, false, { updates: false, ignoredFile: null }],
  [
    'the registry, and a file that any user may have made',
    { updates: false },
    true,
    { updates: false, ignoredFile: String.raw`C:\ProgramData\Billfold\policy.json` },
  ],
  ...[
    'authorities.pem',
    String.raw`C:\Users\Public\authorities.pem`,
    String.raw`C:\ProgramData\Billfold\authorities.pem`,
    String.raw`C:\Program Files\..\Users\Public\authorities.pem`,
    String.raw`C:\Program Files Of Mine\authorities.pem`,
    String.raw`C:Program Files\authorities.pem`,
    String.raw`\\server\C:\Program Files\authorities.pem`,
  ].map((certificateFile): [string, object, boolean, unknown] => [
    `certificates that any user may have made, in ${certificateFile}`,
    { certificateFile },
    false,
    String.raw`The policy needs a path below C:\Program Files in "certificateFile", where only administrators can write. Ask your administrator.`,
  ]),
  [
    'certificates of an administrator, which are missing',
    { certificateFile: 'c:/program files/Billfold CA/authorities.pem' },
    false,
    expect.stringMatching(
      /^The policy’s certificate file .*Billfold CA\/authorities\.pem is not there\. Ask your administrator\.$/u,
    ),
  ],
])('E-9 a policy of Windows: %s', (_what, policy, hasFile, expected) => {
  const stdout = `\r\n    Policy    REG_SZ    ${JSON.stringify(policy)}\r\n`;
  const system = {
    platform: 'win32',
    run: () => ({ status: 0, stdout }),
    exists: () => hasFile,
  } as const;
  const given = { policyFile: null, sampleOnly: false };
  const managed = policyAtStart({ isPackaged: true }, given, system);
  const { updates } = managed.ok ? managed.value.policy : {};
  expect(managed.ok ? { updates, ignoredFile: managed.value.ignoredFile } : managed.error).toEqual(
    expected,
  );
});
