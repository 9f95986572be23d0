import { expect, test } from 'vitest';
import { settingsSchema, type CurrencyLimit, type Settings } from '../../bridge/settings.ts';
import { createRecordingLog } from '../auth/testing/recording-log.ts';
import { createNotices } from './notices.ts';
import { createSettingsStore } from './settings.ts';
import { holdDocumentContract } from './testing/document-contract.ts';
import { createMemoryDocument, type MemoryDocument } from './testing/memory-document.ts';
import { weakened } from './weakening.ts';

const defaults = settingsSchema.parse({});
/** Settings without known limits, so that main asks about every approval. */
const noLimitRead = { ...defaults, limitsUnread: [null] };

holdDocumentContract('a document in memory', () => {
  const document = createMemoryDocument('thing');
  return {
    store: document,
    damage: document.damage,
    quarantined: () => Object.fromEntries(document.quarantined),
    reopen: () => document,
  };
});

function keep(store: MemoryDocument, fixed: Partial<Settings> = {}) {
  const notices = createNotices();
  const log = createRecordingLog();
  return { ...createSettingsStore({ store, notices, log, fixed: () => fixed }), notices, log };
}

test('a damaged settings file is quarantined with a notice, and defaults apply', () => {
  const store = createMemoryDocument('settings');
  store.damage('{"version":1,"content":{"theme":"da');
  const { settings, notices } = keep(store);
  expect([settings.get(), [...store.quarantined.values()], notices.list()]).toEqual([
    noLimitRead,
    ['{"version":1,"content":{"theme":"da'],
    [
      { kind: 'settingsQuarantined', about: 'settings.set-aside-1.json' },
      { kind: 'limitsUnread', about: '' },
    ],
  ]);
});

test('after one bad field, the others apply, the file is quarantined, and a notice says so', () => {
  const content = { ...defaults, theme: 'dark', undoWindowMs: 'soon' };
  const store = createMemoryDocument('settings', { version: 1, content });
  const { settings, notices } = keep(store);
  expect([settings.get(), store.quarantined.size, notices.list().length]).toEqual([
    { ...defaults, theme: 'dark' },
    1,
    1,
  ]);
});

test('a file with a bad field that is first read later is quarantined before the next write', () => {
  const content = { ...defaults, theme: 'dark', undoWindowMs: 'soon' };
  const store = createMemoryDocument('settings', { version: 1, content });
  store.locked = true;
  const { settings, change } = keep(store);
  store.locked = false;
  change({ density: 'compact' });
  expect([settings.get(), [...store.quarantined.values()]]).toEqual([
    { ...defaults, theme: 'dark', density: 'compact' },
    [JSON.stringify({ version: 1, content })],
  ]);
});

test('W-33 after a damaged file, the next start still asks because no limit is known', () => {
  const store = createMemoryDocument('settings');
  store.damage('{');
  keep(store);
  const { settings, notices } = keep(store);
  expect([settings.get(), notices.list()]).toEqual([
    noLimitRead,
    [{ kind: 'limitsUnread', about: '' }],
  ]);
});

test('an intact file is not rewritten, and one without limits has no unreadable ones', () => {
  const store = createMemoryDocument('settings', { version: 1, content: { theme: 'dark' } });
  const first = keep(store);
  store.locked = true;
  const unread = keep(store);
  store.locked = false;
  unread.readAgain();
  unread.readAgain();
  expect([
    first.settings.get(),
    unread.settings.get(),
    store.written,
    unread.notices.list(),
  ]).toEqual([{ ...defaults, theme: 'dark' }, { ...defaults, theme: 'dark' }, [], []]);
});

test('the correction of a file that is read later is saved, and replaces the temporary values', () => {
  const store = createMemoryDocument('settings', { version: 1, content: { lockAfterMinutes: 3 } });
  const seen: number[] = [];
  store.locked = true;
  const { settings, overlay, correctBy, readAgain } = keep(store);
  overlay({ lockAfterMinutes: 5 });
  settings.subscribe(() => seen.push(settings.get().lockAfterMinutes));
  store.locked = false;
  correctBy(() => ({ sendAgainByItself: false, theme: 'dark' }));
  readAgain();
  expect([settings.get(), seen, keep(store).settings.get()]).toEqual([
    { ...defaults, lockAfterMinutes: 3, theme: 'dark' },
    [3],
    { ...defaults, lockAfterMinutes: 3, theme: 'dark' },
  ]);
});

test('without a correction for a file that is read later, the temporary values stay', () => {
  const store = createMemoryDocument('settings', { version: 1, content: { lockAfterMinutes: 3 } });
  store.locked = true;
  const { settings, overlay, readAgain } = keep(store);
  overlay({ lockAfterMinutes: 5 });
  store.locked = false;
  readAgain();
  expect([settings.get().lockAfterMinutes, store.written]).toEqual([5, []]);
});

test('a file of a newer Billfold is quarantined, not overwritten', () => {
  const newer = { version: 2, content: { colour: 'blue' } };
  const store = createMemoryDocument('settings', newer);
  keep(store);
  expect([...store.quarantined.values()]).toEqual([JSON.stringify(newer)]);
});

test('a file damaged while Billfold runs is quarantined by the next write, with a notice', () => {
  const store = createMemoryDocument('settings');
  const { change, notices } = keep(store);
  store.damage('{"version":1');
  change({ theme: 'dark' });
  expect([[...store.quarantined.values()], notices.list().length]).toEqual([['{"version":1'], 1]);
});

test('a file of an older Billfold with fewer fields is read with defaults, nothing quarantined', () => {
  const store = createMemoryDocument('settings', { version: 1, content: { theme: 'dark' } });
  const { settings, notices } = keep(store);
  expect([settings.get(), notices.list()]).toEqual([{ ...defaults, theme: 'dark' }, []]);
});

test('settings that the disk could not read at the start are not overwritten by the first change', () => {
  const limits = [
    { currency: 'EUR', askAboveCents: 60_000, bulkMostCents: null, batchMostCents: null },
  ];
  const store = createMemoryDocument('settings', { version: 1, content: { limits } });
  store.locked = true;
  const { settings, change, notices } = keep(store);
  const atStart = [settings.get(), notices.list()];
  change({ density: 'compact' });
  const stillLocked = notices.list();
  store.locked = false;
  change({ theme: 'dark' });
  const expected = { ...defaults, limits, density: 'compact', theme: 'dark' };
  expect({
    atStart,
    stillLocked,
    afterwards: [settings.get(), keep(store).settings.get(), notices.list()],
  }).toEqual({
    atStart: [noLimitRead, [{ kind: 'settingsUnread', about: '' }]],
    stillLocked: [
      { kind: 'settingsUnread', about: '' },
      { kind: 'settingsNotSaved', about: '' },
    ],
    afterwards: [expected, expected, []],
  });
});

test('a change of one setting leaves the others, and the next start has both', () => {
  const store = createMemoryDocument('settings');
  const first = keep(store);
  first.change({ theme: 'dark' });
  first.change({ undoWindowMs: 0 });
  expect([first.settings.get(), keep(store).settings.get()]).toEqual([
    { ...defaults, theme: 'dark', undoWindowMs: 0 },
    { ...defaults, theme: 'dark', undoWindowMs: 0 },
  ]);
});

test('on a full disk a setting applies until Billfold closes, with a notice and a log line', () => {
  const store = createMemoryDocument('settings');
  store.full = true;
  const { change, log, notices } = keep(store);
  const { theme } = change({ theme: 'dark' });
  const observed = notices.list();
  store.full = false;
  change({ theme: 'light' });
  expect([theme, observed, log.lines, notices.list()]).toEqual([
    'dark',
    [{ kind: 'settingsNotSaved', about: '' }],
    ['error the settings were not written {"problem":"unwritable"}'],
    [],
  ]);
});

test('a setting from the policy overrides the user’s, which stays in the file', () => {
  const content = { ...defaults, allowWeakTokenStorage: true };
  const store = createMemoryDocument('settings', { version: 1, content });
  const fixed = { allowWeakTokenStorage: false };
  const changed = keep(store, fixed).change({ theme: 'dark' });
  const [managed, unmanaged] = [keep(store, fixed), keep(store)];
  const own = { ...content, theme: 'dark' };
  const overruled = { ...own, ...fixed };
  expect([changed, managed.settings.get(), managed.own(), unmanaged.settings.get()]).toEqual([
    overruled,
    overruled,
    own,
    own,
  ]);
});

const limitOf = (currency: unknown, askAboveCents: unknown) => ({
  ...{ currency, askAboveCents, bulkMostCents: null, batchMostCents: null },
});

const batchOf = (batchMostCents: number | null) => ({ ...limitOf('EUR', 5), batchMostCents });

test('W-33 an unreadable limit stays recorded across a restart, and the others apply', () => {
  const limits = [limitOf('EUR', 60_000), limitOf('usd', '600'), limitOf(7, 1), limitOf('gbp', 5)];
  const store = createMemoryDocument('settings', { version: 1, content: { ...defaults, limits } });
  const first = keep(store);
  const restarted = keep(store);
  const whole = keep(
    createMemoryDocument('settings', { version: 1, content: { ...defaults, limits: 'none' } }),
  );
  const read = {
    limits: [limitOf('EUR', 60_000), limitOf('GBP', 5)],
    limitsUnread: ['USD', null],
  };
  const notice = { kind: 'limitsUnread', about: '' };
  const observed = restarted.notices.list();
  restarted.change({ limitsUnread: ['USD'] });
  const named = restarted.notices.list();
  restarted.change({ limitsUnread: [] });
  expect({
    first: first.settings.get(),
    quarantined: store.quarantined.size,
    restarted: restarted.settings.get().limits,
    notices: [observed, named, restarted.notices.list()],
    whole: whole.settings.get().limitsUnread,
  }).toEqual({
    first: { ...defaults, ...read },
    quarantined: 1,
    restarted: read.limits,
    notices: [[notice], [{ ...notice, about: 'USD' }], []],
    whole: [null],
  });
});

test.each([
  [200, []],
  [201, [null]],
])('W-33 the first 200 of %i limits count, and Billfold asks about the rest', (count, unread) => {
  const codes = Array.from({ length: count }, (_, at) =>
    String.fromCodePoint(65 + Math.floor(at / 26), 65 + (at % 26), 88),
  );
  const content = { limits: codes.map((code) => limitOf(code, 5)) };
  const { limits, limitsUnread } = keep(
    createMemoryDocument('settings', { version: 1, content }),
  ).settings.get();
  expect([limits.length, limitsUnread]).toEqual([200, unread]);
});

test('W-33 a limit of a currency that no bill can have counts as unreadable', () => {
  const own = limitOf('EUR', 5);
  const store = createMemoryDocument('settings', {
    version: 1,
    content: { limits: [own, { ...own, currency: 'E\u200B\u200B' }] },
  });
  const { limits, limitsUnread } = keep(store).settings.get();
  expect([limits, limitsUnread]).toEqual([[own], [null]]);
});

test.each<[(number | null)[], (number | null)[], (number | null)[]]>([
  [
    [500, null, 100],
    [900, 400, null],
    [500, 400, null],
  ],
  [
    [900, null, null],
    [500, null, 100],
    [500, null, null],
  ],
  [
    [null, 400, 300],
    [null, null, 200],
    [null, 400, 200],
  ],
])(
  'W-33 two limits of one currency are read as the stricter of both: %j, %j',
  (one, other, both) => {
    const ofCurrency = (
      currency: string,
      [askAboveCents, bulkMostCents, batchMostCents]: unknown[],
    ) => ({
      ...{ currency, askAboveCents, bulkMostCents, batchMostCents },
    });
    const limits = [ofCurrency('EUR', one), ofCurrency('eur', other)];
    const store = createMemoryDocument('settings', {
      version: 1,
      content: { ...defaults, limits },
    });
    expect(keep(store).settings.get().limits).toEqual([ofCurrency('EUR', both)]);
  },
);

test('E-6 fields that no user can exclude from the check stay checked if the file excludes them', () => {
  const given = ['totalCents', 'vendorId', 'currency', 'vendor/iban', '/photo_url'];
  const uncheckedFields = given.map((field) => ({ connectionId: 'connection-1', field }));
  const store = createMemoryDocument('settings', { version: 1, content: { uncheckedFields } });
  const { settings, notices } = keep(store);
  const again = keep(store).settings.get().uncheckedFields;
  expect([settings.get().uncheckedFields, again, notices.list().map(({ kind }) => kind)]).toEqual([
    [{ connectionId: 'connection-1', field: '/photo_url' }],
    [{ connectionId: 'connection-1', field: '/photo_url' }],
    ['settingsQuarantined'],
  ]);
});

test('E-6 a limit lowered while the file can’t be read stays lower; one that weakens the file does not', () => {
  const ofEuros = (askAboveCents: number): CurrencyLimit => ({
    ...{ currency: 'EUR', askAboveCents, bulkMostCents: null, batchMostCents: null },
  });
  const content = { limits: [ofEuros(2_000)], lockAfterMinutes: 5 };
  const store = createMemoryDocument('settings', { version: 1, content });
  store.locked = true;
  const { settings, change, readAgain } = keep(store);
  change({ limits: [ofEuros(500)] });
  change({ lockAfterMinutes: 60, theme: 'dark' });
  store.locked = false;
  readAgain();
  const expected = {
    ...defaults,
    limits: [ofEuros(500)],
    lockAfterMinutes: 5,
    theme: 'dark',
  };
  expect([settings.get(), keep(store).settings.get()]).toEqual([expected, expected]);
});

test('E-6 limits that the disk could not read at the start are read again before a change is compared', () => {
  const limits = [limitOf('EUR', 5)];
  const store = createMemoryDocument('settings', { version: 1, content: { limits } });
  store.locked = true;
  const { settings, readAgain } = keep(store);
  const without = (): readonly string[] =>
    weakened(settings.get(), { ...settings.get(), limits: [] });
  readAgain();
  const whileLocked = without();
  store.locked = false;
  readAgain();
  expect([whileLocked, without()]).toEqual([[], ['limits']]);
});

test.each<[string, Partial<Settings>, Partial<Settings>, readonly string[]]>([
  ['weak storage on', {}, { allowWeakTokenStorage: true }, ['allowWeakTokenStorage']],
  ['weak storage off', { allowWeakTokenStorage: true }, { allowWeakTokenStorage: false }, []],
  ['the lock off', { lockAfterMinutes: 5 }, { lockAfterMinutes: 0 }, ['lockAfterMinutes']],
  ['the lock later', { lockAfterMinutes: 5 }, { lockAfterMinutes: 9 }, ['lockAfterMinutes']],
  ['the lock on', {}, { lockAfterMinutes: 9 }, []],
  ['no check for some minutes', {}, { recheckSkipMinutes: 1 }, ['recheckSkipMinutes']],
  ['a check again', { recheckSkipMinutes: 9 }, { recheckSkipMinutes: 1 }, []],
  ['automatic resending', {}, { sendAgainByItself: true }, ['sendAgainByItself']],
  ['a limit set', {}, { limits: [limitOf('EUR', 5) as never] }, []],
  [
    'a limit lowered',
    { limits: [limitOf('EUR', 5) as never] },
    { limits: [limitOf('EUR', 4) as never] },
    [],
  ],
  [
    'a limit raised',
    { limits: [limitOf('EUR', 5) as never] },
    { limits: [limitOf('EUR', 6) as never] },
    ['limits'],
  ],
  ['a limit removed', { limits: [limitOf('EUR', 5) as never] }, { limits: [] }, ['limits']],
  [
    'an unreadable limit dismissed',
    { limitsUnread: [null] },
    { limitsUnread: [] },
    ['limitsUnread'],
  ],
  ['no updates', {}, { checkForUpdates: false }, ['checkForUpdates']],
  ['updates', { checkForUpdates: false }, { checkForUpdates: true }, []],
  ['no undo', {}, { undoWindowMs: 0 }, ['undoWindowMs']],
  ['a shorter undo period', {}, { undoWindowMs: 1_000 }, []],
  ['a flag off', { flagsOff: ['splitBills'] }, { flagsOff: ['lookAlike'] }, ['flagsOff']],
  ['a flag on', { flagsOff: ['splitBills', 'lookAlike'] }, { flagsOff: ['lookAlike'] }, []],
  ['a batch allowed', {}, { limits: [batchOf(5) as never] }, ['limits']],
  [
    'a batch of larger bills',
    { limits: [batchOf(5) as never] },
    { limits: [batchOf(6) as never] },
    ['limits'],
  ],
  ['no batch', { limits: [batchOf(5) as never] }, { limits: [batchOf(null) as never] }, []],
  ['an undo period too short to use', {}, { undoWindowMs: 1 }, ['undoWindowMs']],
  ['a shorter undo period', {}, { undoWindowMs: 3_000 }, []],
  ['another theme', {}, { theme: 'dark' }, []],
])('E-6 a change that weakens a protection: %s', (_name, before, after, weaker) => {
  const was = { ...defaults, ...before };
  expect(weakened(was, { ...was, ...after })).toEqual(weaker);
});
