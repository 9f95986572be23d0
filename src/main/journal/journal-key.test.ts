import { expect, test } from 'vitest';
import { createRecordingLog } from '../api/testing/doubles.ts';
import { createSealer } from '../auth/sealing.ts';
import { createMemorySecrets } from '../auth/testing/memory-secrets.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import {
  checkpointKeyOf,
  firstKey,
  nextKey,
  createJournalKeySafe,
  type SealedState,
} from './journal-key.ts';
import { clock } from './testing/journal-fixture.ts';

const first = firstKey(new Uint8Array(32).fill(7));
const later = nextKey(nextKey(first));
const state: SealedState = {
  ...{
    next: { ...later, key: new Uint8Array(later.key) },
    head: { seq: 2, lastHash: 'ab'.repeat(32) },
    first,
  },
  ...{
    checkpointKey: new Uint8Array(checkpointKeyOf(first)),
    damaged: 3,
    breaks: ['ab'],
    protections: '{}',
    number: 2,
  },
};
const fresh = {
  ...{ next: first, first, head: null },
  ...{ checkpointKey: checkpointKeyOf(first), damaged: null, breaks: null },
  ...{ protections: null, number: 0 },
};
const LOST = 'warn the journal key is lost: a new series of keys begins {}';

function aSafe() {
  const secrets = createMemorySecrets();
  const document = createMemoryDocument('journal-key');
  const log = createRecordingLog();
  const random = { bytes: (count: number) => new Uint8Array(count).fill(7) };
  // A clock without waits, because the pauses between tries do not matter here.
  const hurried = { ...clock, sleep: async () => undefined };
  const safe = createJournalKeySafe({ document, secrets, clock: hurried, random, log });
  return { secrets, document, log, safe };
}
type Safe = ReturnType<typeof aSafe>;

test.each<[string, SealedState]>([
  ['with its first key', state],
  ['once the first key is given out', { ...state, first: null, damaged: null, protections: null }],
])('sealed contents open as they were: %s', async (_, kept) => {
  const { safe, document } = aSafe();
  const isKept = await safe.save(kept);
  const isSealed = !(document.text() ?? '').includes(Buffer.from(kept.next.key).toString('base64'));
  expect([isKept, isSealed, await safe.open()]).toEqual([true, true, kept]);
});

test('J-50 keys are derived as in journals of earlier versions', () => {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  expect([first.id, hex(nextKey(first).key), hex(checkpointKeyOf(first))]).toEqual([
    'ac2649564fd79393',
    '07a68362ce40732a8d79b181e50a1af60b163df9c0101a4afe2e41ffb4b41469',
    '27a267b9d530e78f2752df58f1182888b83b12a7bba9c26f932747fb23398ab2',
  ]);
});

test('the state that an earlier version sealed opens, and its next key authenticates checkpoints', async () => {
  const { safe, secrets, document } = aSafe();
  const { id, index } = later;
  const content = {
    ...{ id, index, key: Buffer.from(later.key).toString('base64'), first: null },
    ...state.head,
  };
  const sealed = await createSealer({ secrets, clock }).seal(
    { kind: 'journalKey', connectionId: '', generation: 0 },
    JSON.stringify(content),
  );
  document.write({ version: 1, state: sealed.ok && sealed.value });
  expect(await safe.open()).toEqual({
    ...{ ...state, first: null, damaged: null, breaks: null, protections: null, number: 0 },
    checkpointKey: checkpointKeyOf(later),
  });
});

test.each<[string, (safe: Safe) => void, unknown, readonly string[], number]>([
  ['nothing was stored', ({ document }) => void document.remove(), fresh, [], 0],
  [
    'a keyring that protects nothing',
    ({ secrets }) => {
      secrets.strength = { backend: 'basic_text', strength: 'none' };
    },
    null,
    [],
    0,
  ],
  [
    'an unavailable keyring',
    ({ secrets }) => {
      secrets.awayFor = 100;
    },
    null,
    [],
    0,
  ],
  [
    'a document that is locked',
    ({ document }) => {
      document.locked = true;
    },
    null,
    [],
    0,
  ],
  ['a document that is not JSON', ({ document }) => document.damage('{'), fresh, [], 1],
  [
    'a document with another shape',
    ({ document }) => document.damage('{"version":2}'),
    fresh,
    [LOST],
    1,
  ],
  ['another keyring', ({ secrets }) => secrets.loseKey(), fresh, [LOST], 1],
])(
  'a series of keys begins where the one before is lost, and only there: %s',
  async (_, damage, opened, lines, quarantined) => {
    const all = aSafe();
    await all.safe.save(state);
    damage(all);
    expect([await all.safe.open(), all.log.lines, all.document.quarantined.size]).toEqual([
      opened,
      lines,
      quarantined,
    ]);
  },
);

test.each<[string, (safe: Safe) => void, string]>([
  [
    'a full disk',
    ({ document }) => {
      document.full = true;
    },
    'unwritable',
  ],
  [
    'an unavailable keyring',
    ({ secrets }) => {
      secrets.awayFor = 100;
    },
    'unavailable',
  ],
])('a key that is not saved does not count: %s', async (_, hinder, problem) => {
  const all = aSafe();
  hinder(all);
  expect([await all.safe.save(state), all.log.lines]).toEqual([
    false,
    [`warn the journal key was not saved {"problem":"${problem}"}`],
  ]);
});
