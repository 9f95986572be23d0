import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { Journal } from './journal.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';
import { aKeyring, journalFilesOf, startJournal } from './testing/journal-fixture.ts';
import { createMemoryFiles } from './testing/memory-files.ts';
import { verifyJournal } from './verify-journal.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A journal of small files, kept for thirty days, and what can be said of it after a start. */
function aKeptJournal() {
  const files = createMemoryFiles();
  const clock = createVirtualClock(1_800_000_000_000);
  const { keys } = aKeyring();
  const start = (retentionDays: number | null = 30): Journal =>
    startJournal(files, { clock, keys, retentionDays, maxFileBytes: 1_200 });
  const restart = async (before: Journal, days: number) => {
    await before.close();
    await clock.advance(days * DAY_MS);
    const journal = start();
    const opened = await journal.open(null);
    const key = await journal.verificationKey();
    const checked = verifyJournal(await journalFilesOf(files), {
      keys: typeof key === 'string' ? [] : [key],
    });
    const known = await journal.approvalsOf('connection-1');
    return {
      journal,
      seen: {
        opened: opened.ok && [opened.value.problems, opened.value.startsInTheMiddle],
        checked: [checked.verdict, checked.startsInTheMiddle, checked.retired > 0],
        known: known.ok && known.value,
      },
    };
  };
  return { files, start, restart };
}

const send = async (journal: Journal, id: string): Promise<void> => {
  await journal.writeAttempt(attemptOf(id));
  await journal.writeOutcome(id, 1, confirmed);
};

test('J-60 while the keyring is away, no file of a journal with keys goes', async () => {
  const files = createMemoryFiles();
  const clock = createVirtualClock(1_800_000_000_000);
  const { keys, secrets } = aKeyring();
  const start = (): Journal =>
    startJournal(files, { clock, keys, retentionDays: 30, maxFileBytes: 1_200 });
  const first = start();
  for (const id of ['a', 'b', 'c']) await send(first, id);
  await first.close();
  await clock.advance(40 * DAY_MS);
  const namesAfterStart = async (strength: 'strong' | 'none'): Promise<unknown> => {
    secrets.strength = { backend: 'keyring', strength };
    const journal = start();
    await journal.open(null);
    await journal.close();
    const all = await journalFilesOf(files);
    return [all[0]?.name, verifyJournal(all).verdict];
  };
  expect([await namesAfterStart('none'), await namesAfterStart('strong')]).toEqual([
    ['approvals-000001.jsonl', 'whole'],
    ['approvals-000004.jsonl', 'whole'],
  ]);
});

test('J-60 old files go once all they are about has ended; the journal is whole, and knows the ids', async () => {
  const { start, restart } = aKeptJournal();
  const first = start();
  await first.open(null);
  for (const id of ['a', 'b']) await send(first, id);
  await first.writeAttempt(attemptOf('open'));
  for (const id of ['c', 'd']) await send(first, id);
  const young = await restart(first, 20);
  const old = await restart(young.journal, 20);
  const again = await restart(old.journal, 1);
  const sent = await again.journal.writeAttempt(attemptOf('a'));
  await again.journal.writeOutcome('open', 1, confirmed);
  const later = await restart(again.journal, 40);
  const whole = [[], false];
  expect([young.seen, old.seen, again.seen, sent.ok, later.seen]).toEqual([
    {
      opened: whole,
      checked: ['whole', false, false],
      known: { open: ['open'], ended: ['a', 'b', 'c', 'd'], retired: [] },
    },
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: ['open'], ended: ['c', 'd'], retired: ['a', 'b'] },
    },
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: ['open'], ended: ['c', 'd'], retired: ['a', 'b'] },
    },
    false,
    {
      opened: whole,
      checked: ['whole', false, true],
      known: { open: [], ended: [], retired: expect.arrayContaining(['a', 'b', 'c', 'd', 'open']) },
    },
  ]);
});

test('J-60 without a word on retention nothing goes; a file that is not removed now goes at another start', async () => {
  const { files, start, restart } = aKeptJournal();
  const first = start(null);
  await first.open(null);
  for (const id of ['a', 'b', 'c']) await send(first, id);
  await first.close();
  const isOldestThere = async (): Promise<boolean> =>
    (await journalFilesOf(files)).some(({ name }) => name === 'approvals-000001.jsonl');
  files.failNext('remove', 'EACCES');
  const refused = await restart(start(null), 100);
  const wasThere = await isOldestThere();
  const removed = await restart(refused.journal, 1);
  expect([wasThere, refused.seen.checked, await isOldestThere(), removed.seen.checked]).toEqual([
    true,
    ['whole', false, false],
    false,
    ['whole', false, true],
  ]);
});
