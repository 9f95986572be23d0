import { spawn } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, expect, test } from 'vitest';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { createSeededRandom } from '../../src/base/testing/seeded-random.ts';
import { createMemorySecrets } from '../../src/main/auth/testing/memory-secrets.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { createTokenStore, type Tokens, type TokenStore } from '../../src/main/auth/token-store.ts';
import { createConfDocument } from '../../src/main/settings/conf-document.ts';
import { createNotices } from '../../src/main/settings/notices.ts';

const clock = createSystemClock();
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const record = { connectionId: 'connection-1', signInId: 'sign-in-1', scopes: ['money_out'] };
const tokens = (generation: number): Tokens => ({
  accessToken: `the-access-token-${generation}`,
  refreshToken: `the-refresh-token-${generation}`,
  generation,
  expiresAtMs: 1_900_000_000_000,
  lifetimeMs: 7_200_000,
});
const always = (): boolean => true;

/** The real store on real files, and a keyring that outlives it. */
function arrange() {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-attack-'));
  folders.push(folder);
  const secrets = createMemorySecrets();
  const log = createRecordingLog();
  const path = join(folder, 'session.json');
  const start = (): TokenStore =>
    createTokenStore({
      document: createConfDocument(folder, 'session', ({ name: configName, ...options }) => {
        return new Conf({ ...options, configName });
      }),
      notices: createNotices(),
      secrets,
      clock,
      log,
      allowWeak: () => false,
    });
  return { folder, path, secrets, log, start };
}

type Sealed = { readonly sealed: string; readonly backend: string };
type Content = {
  accessToken: Sealed;
  refreshToken: Sealed;
  connectionId: string;
  generation: number;
  expiresAtMs: number | string;
  signInId?: string;
  kind: string;
};
type Stored = { version: number; content: Content };

function change(path: string, how: (stored: Stored) => void): void {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Stored;
  how(stored);
  writeFileSync(path, JSON.stringify(stored));
}

const sealed = (text: string, backend = 'gnome_libsecret') => ({ sealed: text, backend });

const tampering: readonly [
  string,
  (content: Content, older: Content, stored: Stored) => unknown,
][] = [
  [
    'swaps access and refresh token',
    (content) =>
      Object.assign(content, {
        accessToken: content.refreshToken,
        refreshToken: content.accessToken,
      }),
  ],
  [
    'puts an older refresh token back',
    (content, older) => (content.refreshToken = older.refreshToken),
  ],
  [
    'puts an older access token back',
    (content, older) => (content.accessToken = older.accessToken),
  ],
  ['claims another generation', (content) => (content.generation = 99)],
  [
    'flips a bit of a sealed token',
    (content) => (content.accessToken = flipped(content.accessToken)),
  ],
  ['cuts a sealed token short', (content) => (content.refreshToken = sealed('AAAA'))],
  ['writes a token in the clear', (content) => (content.accessToken = sealed(btoa('stolen')))],
  [
    'claims another keyring',
    (content) => (content.accessToken = { ...content.accessToken, backend: 'basic_text' }),
  ],
  ['sends text for the expiry', (content) => (content.expiresAtMs = 'never')],
  ['leaves the sign-in out', (content) => delete content.signInId],
  ['claims a later version', (_content, _older, stored) => (stored.version = 2)],
  ['adds a kind that does not exist', (content) => (content.kind = 'open')],
  ['sends no base64', (content) => (content.accessToken = sealed('*'))],
];

function flipped({ sealed: text, backend }: Sealed): Sealed {
  const bytes = Buffer.from(text, 'base64');
  bytes[20] = (bytes[20] ?? 0) ^ 1;
  return sealed(bytes.toString('base64'), backend);
}

test.each(tampering)(
  'an attacker who %s opens nothing, and the file is quarantined whole',
  async (_name, how) => {
    const { path, folder, log, start } = arrange();
    const store = start();
    await store.save(record, tokens(1), always);
    const older = JSON.parse(readFileSync(path, 'utf8')) as Stored;
    await store.save(record, tokens(2), always);
    change(path, (stored) => how(stored.content, older.content, stored));
    const tampered = readFileSync(path, 'utf8');
    const next = start();
    const opened =
      next.peek(record.connectionId).kind === 'saved' &&
      (await next.open(record.connectionId, always)).ok;
    expect({
      opened,
      quarantined: readFileSync(join(folder, 'session.set-aside-1.json'), 'utf8') === tampered,
      log: log.lines.filter((line) => line.startsWith('warn quarantined')),
    }).toEqual({
      opened: false,
      quarantined: true,
      log: ['warn quarantined the stored session {"file":"session.set-aside-1.json"}'],
    });
  },
);

test("another connection's session renamed to this one does not open", async () => {
  const { path, start } = arrange();
  await start().save({ ...record, connectionId: 'connection-2' }, tokens(1), always);
  change(path, ({ content }) => (content.connectionId = record.connectionId));
  expect(await start().open(record.connectionId, always)).toEqual({
    ok: false,
    error: { kind: 'over', why: 'storeUnreadable' },
  });
});

test('another account on this computer cannot read the file', async () => {
  const { path, start } = arrange();
  await start().save(record, tokens(1), always);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('an attacker’s file at the place of the quarantined one is not overwritten', async () => {
  const { folder, path, start } = arrange();
  writeFileSync(join(folder, 'session.set-aside-1.json'), 'precious');
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'session.set-aside-2.json'));
  writeFileSync(path, 'damage');
  start().peek(record.connectionId);
  expect(
    readdirSync(folder)
      .toSorted()
      .map((file) => [file, contentOf(join(folder, file))]),
  ).toEqual([
    ['session.set-aside-1.json', 'precious'],
    ['session.set-aside-2.json', null],
    ['session.set-aside-3.json', 'damage'],
  ]);
});

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

const KILLS = 10;

test('after ten kills during a write, the file always has the old or the new content', async () => {
  const { folder, path } = arrange();
  const random = createSeededRandom(9);
  const problems: string[] = [];
  let last = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await writeAndKill(folder, last + 1, Math.floor(random.next() * 12));
    const stored = JSON.parse(readFileSync(path, 'utf8')) as {
      count: number;
      filler: string;
      end: number;
    };
    const whole =
      stored.count === stored.end && stored.filler.length === (stored.count % 50) * 1_000;
    if (!whole || stored.count < last) problems.push(`kill ${kill}: ${stored.count} after ${last}`);
    last = stored.count;
  }
  expect({ problems, wroteALot: last > KILLS }).toEqual({ problems: [], wroteALot: true });
});

/** Starts a process that writes without end, and kills it without warning. */
async function writeAndKill(folder: string, first: number, delayMs: number): Promise<void> {
  const script = join(import.meta.dirname, 'testing', 'write-forever.ts');
  const child = spawn(process.execPath, [script, folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  await clock.sleep(20 + delayMs);
  child.kill('SIGKILL');
  await exited;
}
