import { expect, test } from 'vitest';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import { createRecordingLog } from '../api/testing/doubles.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { openJournal, watchSeal } from '../desktop/journal-notices.ts';
import { aKeyring, startJournal } from '../journal/testing/journal-fixture.ts';
import { createNotices } from './notices.ts';
import { createProtections } from './protections.ts';
import { createSettingsStore } from './settings.ts';
import { createMemoryDocument } from './testing/memory-document.ts';

const limit = { currency: 'EUR', askAboveCents: 500, bulkMostCents: null, batchMostCents: null };
const unchecked = { connectionId: 'connection-1', field: '/photo_url' };
const pageAt = (host: string) => ({
  connectionId: 'connection-1',
  address: `https://${host}/{id}`,
});
const strict = settingsSchema.parse({
  limits: [limit],
  lockAfterMinutes: 5,
  billPages: [pageAt('books.example.com')],
});

const valueIn =
  (settings: Settings) =>
  (name: string): unknown =>
    settings[name as keyof Settings];

/** A profile whose settings are read at each start and sealed with the journal's key. */
function aProfile() {
  const { keys, document, secrets } = aKeyring();
  const files = createMemoryFiles();
  const store = createMemoryDocument('settings');
  const write = (content: unknown): void => void store.write({ version: 1, content });
  const start = async (fixed: Partial<Settings> = {}) => {
    const notices = createNotices();
    const log = createRecordingLog();
    const settings = createSettingsStore({ store, notices, log, fixed: () => fixed });
    const protections = createProtections(settings, notices);
    const watched = watchSeal(keys, document, { isNoted: () => false }, protections);
    const atOnce = settings.settings.get();
    const journal = startJournal(files, { keys: watched, protections });
    const marks = {
      expected: async () => null,
      check: async () => ({ epoch: 'e', reasons: [] }),
      settle: async () => undefined,
    };
    await openJournal(journal, marks, notices, protections);
    const now = settings.settings.get();
    const kinds = notices.list().map(({ kind }) => kind);
    return { settings, journal, atOnce, now, notices: kinds, board: notices };
  };
  return { start, write, store, document, secrets };
}

test.each<[string, Partial<Settings>, weakened: boolean]>([
  ['a limit removed', { limits: [] }, true],
  ['no check for a day', { recheckSkipMinutes: 1_440 }, true],
  ['automatic resending', { sendAgainByItself: true }, true],
  ['no lock', { lockAfterMinutes: 0 }, true],
  ['a field no longer checked', { uncheckedFields: [unchecked] }, true],
  ['bills that open elsewhere', { billPages: [pageAt('thief.example')] }, true],
  ['bills that open nowhere', { billPages: [] }, false],
  ['a stricter limit', { limits: [{ ...limit, askAboveCents: 400 }] }, false],
  ['another theme', { theme: 'dark' }, false],
])(
  'E-6 a protection weakened in the file is restored, once, with a notice: %s',
  async (_, change, isBack) => {
    const { start, write } = aProfile();
    write(strict);
    const first = await start();
    await first.journal.close();
    write({ ...strict, ...change });
    const second = await start();
    await second.journal.close();
    const third = await start();
    const expected = isBack ? strict : { ...strict, ...change };
    expect([second.now, second.notices, third.now, third.notices]).toEqual([
      expected,
      isBack ? ['settingsWeakened'] : [],
      expected,
      [],
    ]);
  },
);

test('E-6 a protection that the user weakened stays weak, also after a crash', async () => {
  const { start, write } = aProfile();
  write(strict);
  const { settings, journal } = await start();
  settings.change({ limits: [], uncheckedFields: [unchecked] });
  await journal.sealProtections();
  const { now, notices } = await start();
  expect([now.limits, now.uncheckedFields, notices]).toEqual([[], [unchecked], []]);
});

test('E-6 limits that could not be read for one start are still compared later', async () => {
  const { start, write, store } = aProfile();
  write(strict);
  await (await start()).journal.close();
  store.locked = true;
  const unread = await start();
  await unread.journal.close();
  store.locked = false;
  write({ ...strict, limits: [] });
  const { now, notices } = await start();
  expect([unread.notices, now.limits, notices]).toEqual([
    ['settingsUnread'],
    [limit],
    ['settingsWeakened'],
  ]);
});

test.each<[string, Partial<Settings>]>([
  ['limits removed', { limits: [] }],
  ['no lock', { lockAfterMinutes: 0 }],
  ['automatic resending', { sendAgainByItself: true }],
  ['a field no longer checked', { uncheckedFields: [unchecked] }],
])('E-6 a file that is first read after its seal is compared with it: %s', async (_, change) => {
  const { start, write, store } = aProfile();
  write(strict);
  await (await start()).journal.close();
  store.locked = true;
  const { settings, journal, now, notices, board } = await start();
  const seen: unknown[] = [];
  settings.settings.subscribe(() =>
    seen.push(Object.keys(change).map(valueIn(settings.settings.get()))),
  );
  store.locked = false;
  write({ ...strict, ...change });
  settings.readAgain();
  const later = [board.list(), store.read()];
  settings.change({ theme: 'dark' });
  await journal.sealProtections();
  await journal.close();
  const next = await start();
  const kept = Object.keys(change).map(valueIn(strict));
  expect([now.lockAfterMinutes, notices, next.now, next.notices]).toEqual([
    strict.lockAfterMinutes,
    ['settingsUnread'],
    { ...strict, theme: 'dark' },
    [],
  ]);
  expect(later).toEqual([
    [{ kind: 'settingsWeakened', about: '' }],
    { ok: true, value: { version: 1, content: strict } },
  ]);
  expect(seen).toEqual(seen.map(() => kept));
  expect(seen).not.toEqual([]);
});

const raised = [{ ...limit, askAboveCents: 900_000_000 }];

test.each<[string, unknown, (string | null)[], string]>([
  ['no limit can be read, so asking ends', 'damaged', [], 'settingsQuarantined'],
  ['one is raised, and asking stays', raised, [null], 'settingsWeakened'],
])(
  'E-6 limits are restored if the file says that none could be read: %s',
  async (_, limits, limitsUnread, notice) => {
    const { start, write } = aProfile();
    write(strict);
    await (await start()).journal.close();
    write({ ...strict, limits, limitsUnread: [null] });
    const second = await start();
    await second.journal.close();
    const { now } = await start();
    const expected = { ...strict, limitsUnread };
    expect([second.now, now]).toEqual([expected, expected]);
    expect(second.notices).toContain(notice);
  },
);

const currencies = Array.from({ length: 300 }, (_, at) =>
  [26 * 26, 26, 1].map((size) => String.fromCodePoint(65 + (Math.floor(at / size) % 26))).join(''),
);

test.each<[string, (currency: string) => unknown]>([
  ['300 limits', (currency) => ({ ...limit, currency })],
  ['300 limits that can’t be read', (currency) => ({ currency })],
])('E-6 limits that another program adds do not make the seal unreadable: %s', async (_, added) => {
  const { start, write } = aProfile();
  write(strict);
  await (await start()).journal.close();
  write({ ...strict, limits: [limit, ...currencies.map(added)] });
  const flooded = await start();
  await flooded.journal.close();
  write({ ...strict, limits: [], sendAgainByItself: true, lockAfterMinutes: 0 });
  const { now, notices } = await start();
  expect(settingsSchema.safeParse(flooded.now).error).toBeUndefined();
  expect([now.limitsUnread, now.sendAgainByItself, now.lockAfterMinutes]).toEqual([
    [null],
    false,
    5,
  ]);
  expect(notices).toContain('settingsWeakened');
});

test('E-6 a seal that this version can’t read counts as none', async () => {
  const { start, write } = aProfile();
  write(strict);
  const { settings, journal } = await start();
  await journal.close();
  write({ ...strict, sendAgainByItself: true });
  const board = createNotices();
  createProtections(settings, board).applySealed(
    JSON.stringify({ ...strict, flagsOff: ['of a later version'] }),
  );
  const { sendAgainByItself, limits, limitsUnread } = settings.settings.get();
  expect([sendAgainByItself, limits, limitsUnread, board.list().map(({ kind }) => kind)]).toEqual([
    false,
    [limit],
    [null],
    ['settingsUnsealed'],
  ]);
});

test('E-6 a start that can’t read the file does not replace the sealed settings, and uses the sealed lock', async () => {
  const { start, write, store } = aProfile();
  write({ ...loose, lockAfterMinutes: 5 });
  await (await start()).journal.close();
  store.locked = true;
  const unread = await start();
  await unread.journal.close();
  store.locked = false;
  const { settings, now, notices, board } = await start();
  settings.readAgain();
  expect([
    unread.now.lockAfterMinutes,
    now,
    notices,
    board.list(),
    settings.settings.get(),
  ]).toEqual([5, { ...loose, lockAfterMinutes: 5 }, [], [], { ...loose, lockAfterMinutes: 5 }]);
});

test('E-6 a file that is first read after its seal and weakens nothing stays as it is', async () => {
  const { start, write, store } = aProfile();
  write(strict);
  await (await start()).journal.close();
  store.locked = true;
  const { settings, board } = await start();
  store.locked = false;
  const own = { ...strict, lockAfterMinutes: 3, theme: 'dark' };
  write(own);
  const { length } = store.written;
  settings.readAgain();
  expect([settings.settings.get(), board.list(), store.written.length]).toEqual([own, [], length]);
});

test('E-6 without a keyring, a file that is first read later applies unchanged', async () => {
  const { start, write, store, secrets } = aProfile();
  secrets.strength = { backend: 'x', strength: 'weak' };
  write(loose);
  store.locked = true;
  const { settings, board } = await start();
  store.locked = false;
  settings.readAgain();
  expect([settings.settings.get(), board.list()]).toEqual([loose, []]);
});

test('E-6 without a seal the strictest settings apply, also if the file is first read later', async () => {
  const { start, write, store, document } = aProfile();
  write(loose);
  await (await start()).journal.close();
  store.locked = true;
  document.remove();
  const { settings, journal } = await start();
  store.locked = false;
  settings.change({ theme: 'light' });
  await journal.sealProtections();
  const now = settings.settings.get();
  await journal.close();
  const next = await start();
  expect([now, next.now]).toEqual([
    { ...strictest, undoWindowMs: 5_000, theme: 'light' },
    { ...strictest, undoWindowMs: 5_000, theme: 'light' },
  ]);
});

test('E-6 a seal of an earlier version, without addresses of bill pages, leaves those of the file', async () => {
  const { start, write, store } = aProfile();
  write(strict);
  const { settings, notices } = await start();
  const board = createNotices();
  createProtections(settings, board).applySealed('{"lockAfterMinutes":5,"limits":[]}');
  expect([settings.settings.get(), notices, board.list(), store.written.length]).toEqual([
    strict,
    [],
    [],
    1,
  ]);
});

test('E-6 weak storage that another program allowed is reverted under a policy too', async () => {
  const { start, write } = aProfile();
  write(strict);
  await (await start()).journal.close();
  write({ ...strict, allowWeakTokenStorage: true });
  const { settings, notices } = await start({ allowWeakTokenStorage: false });
  expect([settings.own(), notices]).toEqual([strict, ['settingsWeakened']]);
});

const dollars = { ...limit, currency: 'USD' };

test.each<[string, unknown, Partial<Settings>, string[]]>([
  ['file', 'cut', { limits: [limit] }, ['settingsQuarantined']],
  ['list of limits', { ...strict, limits: 'x' }, { ...strict }, ['settingsQuarantined']],
  [
    'limit, below a stricter one',
    {
      ...strict,
      limits: [
        { ...dollars, askAboveCents: 1 },
        { ...limit, askAboveCents: '500' },
      ],
    },
    { ...strict, limits: [limit, { ...dollars, askAboveCents: 1 }] },
    ['settingsQuarantined'],
  ],
  [
    'limit that was never sealed',
    { ...strict, limits: [limit, { ...dollars, askAboveCents: '5' }] },
    { ...strict, limitsUnread: ['USD'] },
    ['settingsQuarantined', 'limitsUnread'],
  ],
])('E-6 the seal replaces limits that can’t be read: %s', async (_, content, expected, kinds) => {
  const { start, write, store } = aProfile();
  write(strict);
  await (await start()).journal.close();
  if (content === 'cut') store.damage('{"version":1,"content":{"limits":[{"cur');
  else write(content);
  const { now, notices } = await start();
  expect([now, notices]).toEqual([
    expect.objectContaining({ limitsUnread: [], ...expected }),
    kinds,
  ]);
});

test('E-6 a value from the policy is neither reported as weakened nor replaced', async () => {
  const { start, write } = aProfile();
  write(strict);
  await (await start()).journal.close();
  const { now, notices } = await start({ lockAfterMinutes: 9 });
  expect([now.lockAfterMinutes, notices]).toEqual([9, []]);
});

const loose: Settings = settingsSchema.parse({
  allowWeakTokenStorage: true,
  recheckSkipMinutes: 60,
  sendAgainByItself: true,
  checkForUpdates: false,
  limits: [{ ...limit, batchMostCents: 400 }],
  undoWindowMs: 0,
  flagsOff: ['futureDate'],
  uncheckedFields: [unchecked],
  billPages: [pageAt('books.example.com')],
  theme: 'dark',
});
const strictest: Settings = {
  ...settingsSchema.parse({ limits: [limit], limitsUnread: [null], theme: 'dark' }),
  undoWindowMs: 1_000,
};

test.each<[string, (profile: ReturnType<typeof aProfile>) => void, lasts: boolean]>([
  ['locked', ({ secrets }) => (secrets.strength = { backend: 'x', strength: 'weak' }), false],
  ['unreadable', ({ document }) => (document.locked = true), false],
  ['another one', ({ secrets }) => secrets.loseKey(), true],
  ['damaged', ({ document }) => document.damage('{'), true],
  ['removed', ({ document }) => document.remove(), true],
])(
  'E-6 the strictest settings hold, with a notice, while nothing opens their seal: %s',
  async (_, attack, lasts) => {
    const profile = aProfile();
    profile.write(loose);
    await (await profile.start()).journal.close();
    attack(profile);
    const attacked = await profile.start();
    await attacked.journal.close();
    profile.secrets.strength = { backend: 'x', strength: 'strong' };
    profile.document.locked = false;
    const after = await profile.start();
    const ofSettings = attacked.notices.filter((kind) => /^(?:settings|limits)/.test(kind));
    expect([attacked.now, ofSettings, after.now]).toEqual([
      strictest,
      lasts ? ['limitsUnread', 'settingsUnsealed'] : ['settingsUnsealed'],
      lasts ? strictest : loose,
    ]);
  },
);

test('E-6 weak storage that only the file allows waits for the seal; if the user allows it again, it applies', async () => {
  const { start, write, secrets } = aProfile();
  write(loose);
  const first = await start();
  await first.journal.close();
  secrets.strength = { backend: 'x', strength: 'weak' };
  const { settings, atOnce } = await start();
  settings.change({ allowWeakTokenStorage: true });
  const { allowWeakTokenStorage, sendAgainByItself } = settings.settings.get();
  expect([first.atOnce, atOnce, allowWeakTokenStorage, sendAgainByItself]).toEqual([
    loose,
    { ...loose, allowWeakTokenStorage: false },
    true,
    false,
  ]);
});

test('E-6 a computer without a keyring keeps the settings of its file', async () => {
  const { start, write, secrets } = aProfile();
  secrets.strength = { backend: 'x', strength: 'weak' };
  write(loose);
  await (await start()).journal.close();
  const { now, notices } = await start();
  expect([now, notices]).toEqual([loose, []]);
});
