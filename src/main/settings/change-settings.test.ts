import { describe, expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { settingsSchema, type Settings } from '../../bridge/settings.ts';
import { createRecordingLog } from '../auth/testing/recording-log.ts';
import { createSettingsChanges } from './change-settings.ts';
import { createNotices } from './notices.ts';
import { createSettingsStore } from './settings.ts';
import { createMemoryDocument, type MemoryDocument } from './testing/memory-document.ts';

const limit = {
  currency: 'EUR',
  askAboveCents: 500_000,
  bulkMostCents: null,
  batchMostCents: null,
};
const billPage = { connectionId: 'c', address: 'https://books.example/bills/{id}' };
const payee = { connectionId: 'c', field: 'others/payee' };
const project = { connectionId: 'c', field: 'others/project' };

/** Settings with a user who answers each question, and with a writable or unwritable journal. */
function changes(
  start: Partial<Settings> = {},
  { yes = true, isWritable = true } = {},
  given?: MemoryDocument,
) {
  const asked: unknown[] = [];
  const lines: unknown[] = [];
  const applied: string[] = [];
  const log = createRecordingLog();
  let whileWritten = (): void => undefined;
  const content = settingsSchema.parse(start);
  const document = given ?? createMemoryDocument('settings', { version: 1, content });
  const store = createSettingsStore({ store: document, notices: createNotices(), log });
  let whileAsked = (): void => undefined;
  const ask = (about: string) => async (detail: unknown) => {
    asked.push([about, detail]);
    whileAsked();
    return yes;
  };
  const change = createSettingsChanges({
    settings: store,
    askToOpen: ask('open'),
    askToUncheck: ask('uncheck'),
    askToWeaken: ({ weaker }) => ask('weaken')(weaker),
    writeWeakened: async ({ settings }) => {
      if (!isWritable) return fail({ code: 'ENOSPC', technical: 'full' });
      lines.push(...settings);
      whileWritten();
      return succeed(undefined);
    },
    session: { applyStorageSetting: async () => void applied.push('session') },
    windowKeys: { applyStorageSetting: async () => void applied.push('keys') },
    log,
  });
  const once = (work: () => void): void => {
    whileAsked = () => {
      whileAsked = () => undefined;
      work();
    };
  };
  const duringTheWrite = (work: () => void): void => {
    whileWritten = () => {
      whileWritten = () => undefined;
      work();
    };
  };
  const more = { document, log, duringTheWrite };
  return { change, now: store.settings.get, store, asked, lines, applied, once, ...more };
}

describe('E-6 a change that weakens no protection applies without a question or a line', () => {
  test.each<[string, Partial<Settings>, Partial<Settings>]>([
    ['a theme', {}, { theme: 'dark' }],
    ['a lower limit', { limits: [limit] }, { limits: [{ ...limit, askAboveCents: 1 }] }],
    [
      'a known page',
      { billPages: [billPage] },
      { billPages: [billPage, { ...billPage, connectionId: 'd' }] },
    ],
    [
      'a field that is unchecked already',
      { uncheckedFields: [project] },
      { uncheckedFields: [project] },
    ],
    ['a field that is checked again', { uncheckedFields: [project] }, { uncheckedFields: [] }],
  ])('%s', async (_, start, change) => {
    const { change: apply, asked, lines, now } = changes(start);
    const after = await apply(change);
    expect([after, asked, lines]).toEqual([settingsSchema.parse({ ...start, ...change }), [], []]);
    expect(now()).toEqual(after);
  });
});

describe('E-6 consent to a weaker protection is journaled with both values before it applies', () => {
  test.each<[string, Partial<Settings>, Partial<Settings>, unknown[], unknown[]]>([
    [
      'a limit is removed and the lock is off',
      { limits: [limit], lockAfterMinutes: 5 },
      { limits: [], lockAfterMinutes: 0 },
      [['weaken', ['lockAfterMinutes', 'limits']]],
      [
        { name: 'lockAfterMinutes', before: '5', after: '0' },
        { name: 'limits', before: JSON.stringify([limit]), after: '[]' },
      ],
    ],
    [
      'pages of another address',
      {},
      { billPages: [billPage] },
      [['open', ['https://books.example']]],
      [{ name: 'billPages', before: '[]', after: JSON.stringify([billPage]) }],
    ],
    [
      'a field goes unchecked',
      {},
      { uncheckedFields: [project] },
      [['uncheck', ['project']]],
      [{ name: 'uncheckedFields', before: '[]', after: JSON.stringify([project]) }],
    ],
  ])('%s', async (_, start, change, questions, journaled) => {
    const { change: apply, asked, lines } = changes(start);
    const after = await apply(change);
    expect([after, asked, lines]).toEqual([
      settingsSchema.parse({ ...start, ...change }),
      questions,
      journaled,
    ]);
  });
});

describe('E-6 the settings stay unchanged', () => {
  const start = { limits: [limit] };
  const weaker: Partial<Settings> = { theme: 'dark', limits: [] };
  test.each<[string, Parameters<typeof changes>[1], Partial<Settings>]>([
    ['after a no', { yes: false }, weaker],
    ['after a no to open pages', { yes: false }, { billPages: [billPage] }],
    ['after a no to leave a field unchecked', { yes: false }, { uncheckedFields: [project] }],
    ['while the journal can’t be written', { isWritable: false }, weaker],
    ['when a payee would go unchecked', {}, { uncheckedFields: [project, payee] }],
  ])('%s', async (_, answers, change) => {
    const { change: apply, lines } = changes(start, answers);
    expect([await apply(change), lines]).toEqual([settingsSchema.parse(start), []]);
  });
});

test('E-6 consent covers only the settings it was given for: after a change in between, main asks again', async () => {
  const { change, store, asked, lines, once } = changes({ limits: [limit] });
  once(() => store.change({ lockAfterMinutes: 5 }));
  const after = await change({ limits: [], lockAfterMinutes: 0 });
  expect(asked).toEqual([
    ['weaken', ['limits']],
    ['weaken', ['lockAfterMinutes', 'limits']],
  ]);
  expect(after).toMatchObject({ limits: [], lockAfterMinutes: 0 });
  expect(lines.length).toBe(2);
});

test('E-6 if the settings change while the consent is journaled, main asks again', async () => {
  const { change, store, asked, lines, duringTheWrite } = changes({ limits: [limit] });
  duringTheWrite(() => store.change({ lockAfterMinutes: 5 }));
  const after = await change({ limits: [], lockAfterMinutes: 0 });
  expect(asked).toEqual([
    ['weaken', ['limits']],
    ['weaken', ['lockAfterMinutes', 'limits']],
  ]);
  expect([after.lockAfterMinutes, lines.length]).toEqual([0, 3]);
});

test('E-6 main compares a change with the file, even if the file was unreadable until now', async () => {
  const content = settingsSchema.parse({ limits: [limit] });
  const document = createMemoryDocument('settings', { version: 1, content });
  document.locked = true;
  const { change, asked, log } = changes({}, {}, document);
  document.locked = false;
  await change({ limits: [], theme: undefined });
  expect(asked).toEqual([['weaken', ['limits']]]);
  expect(log.lines).toEqual(['warn the user allowed weaker settings {"allowed":["limits"]}']);
});

test('E-6 a change that weakens nothing needs no journal, and omitted fields stay', async () => {
  const { change, lines, log } = changes({ theme: 'dark' }, { isWritable: false });
  const after = await change({ density: 'compact', theme: undefined });
  expect([after.density, after.theme, lines, log.lines]).toEqual(['compact', 'dark', [], []]);
});

test('T-2 a new choice of token storage applies to the session and to the keys', async () => {
  const { change, applied } = changes();
  await change({ theme: 'dark', allowWeakTokenStorage: undefined });
  const before = [...applied];
  await change({ allowWeakTokenStorage: true });
  expect([before, applied]).toEqual([[], ['session', 'keys']]);
});
