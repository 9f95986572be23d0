import { expect, test } from 'vitest';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import { createMemoryLog } from '../api/testing/doubles.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import { aKeyring, startJournal } from '../journal/testing/journal-fixture.ts';
import { createNotices } from './notices.ts';
import { createProtections } from './protections.ts';
import { createSettingsStore } from './settings.ts';
import { createMemoryDocument } from './testing/memory-document.ts';

const limit = { currency: 'EUR', askAboveCents: 500, bulkMostCents: null, batchMostCents: null };
const unchecked = { connectionId: 'connection-1', field: '/photo_url' };
const strict = settingsSchema.parse({ limits: [limit], lockAfterMinutes: 5 });

/** A profile whose settings are read at each start, and sealed with the key of the journal. */
function aProfile() {
  const { keys } = aKeyring();
  const files = createMemoryFiles();
  const store = createMemoryDocument('settings');
  const write = (content: unknown): void => void store.write({ version: 1, content });
  const start = async (fixed: Partial<Settings> = {}) => {
    const notices = createNotices();
    const settings = createSettingsStore({ store, notices, log: createMemoryLog(), fixed });
    const protections = createProtections(settings, notices, fixed);
    const journal = startJournal(files, { keys, protections });
    await journal.open(null);
    const now = settings.settings.get();
    return { settings, journal, now, notices: notices.list().map(({ kind }) => kind) };
  };
  return { start, write, store };
}

test.each<[string, Partial<Settings>, weakened: boolean]>([
  ['a limit removed', { limits: [] }, true],
  ['no check for a day', { recheckSkipMinutes: 1_440 }, true],
  ['automatic resending', { sendAgainByItself: true }, true],
  ['no lock', { lockAfterMinutes: 0 }, true],
  ['a field no longer checked', { uncheckedFields: [unchecked] }, true],
  ['a stricter limit', { limits: [{ ...limit, askAboveCents: 400 }] }, false],
  ['another theme', { theme: 'dark' }, false],
])(
  'E-6 a protection weakened in the file is put back, once, with a notice: %s',
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

test('E-6 a protection that the user weakened stays so, also after a crash', async () => {
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

test('E-6 values of the organization are neither weakened nor put back', async () => {
  const { start, write } = aProfile();
  write(strict);
  await (await start()).journal.close();
  const { now, notices } = await start({ lockAfterMinutes: 9 });
  expect([now.lockAfterMinutes, notices]).toEqual([9, []]);
});
