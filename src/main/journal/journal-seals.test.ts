import { expect, test } from 'vitest';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import { createMemoryFiles } from '../files/testing/memory-files.ts';
import type { SealedState } from './journal-key.ts';
import { confirmed } from './testing/attempts.ts';
import { aKeyring, startJournal } from './testing/journal-fixture.ts';

const ended = { kind: 'ended', approvalId: 'a', how: 'withdrawn' } as const;

test('the journal writes one seal at a time, and repeats a failed one with the next line', async () => {
  const { keys } = aKeyring();
  const files = createMemoryFiles();
  const asked: number[] = [];
  let answer = async (): Promise<boolean> => true;
  const save = (state: SealedState): Promise<boolean> => {
    asked.push(state.head.seq);
    return answer();
  };
  const journal = startJournal(files, { keys: { ...keys, save } });
  const writeSome = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) await journal.writeNotes([ended]);
  };
  await journal.open(null);
  answer = async () => false;
  await writeSome(65);
  let finish = (): void => undefined;
  answer = () => new Promise((resolve) => (finish = () => resolve(true)));
  await writeSome(3);
  finish();
  await writeSome(1);
  expect(asked).toEqual([0, 1, 65, 66, 67, 69]);
});

test('E-6 settings whose seal cannot be saved are reported, and weaken nothing meanwhile', async () => {
  const { keys, document } = aKeyring();
  const files = createMemoryFiles();
  const tried: (string | null)[] = [];
  let now = '{"lockAfterMinutes":0}';
  const journal = startJournal(files, {
    keys,
    protections: { currentText: () => now, applySealed: () => undefined },
    onTried: (written) => tried.push(written.ok ? null : written.error.code),
  });
  await journal.open(null);
  await journal.writeNotes([ended]);
  await journal.retrySealAndMarks();
  const { length } = document.written;
  await journal.sealProtections();
  expect(document.written.length).toBe(length);
  document.full = true;
  now = '{"lockAfterMinutes":5}';
  await journal.sealProtections();
  const settings = [{ name: 'lockAfterMinutes', before: '5', after: '0' }];
  const refused = await journal.writeWeakened({ settings });
  document.full = false;
  const written = await journal.writeWeakened({ settings });
  expect([tried, refused.ok, written.ok]).toEqual([
    [null, null, 'ENOSPC', 'ENOSPC', null],
    false,
    true,
  ]);
});

test('settings that were never sealed are not sealed again', async () => {
  const { keys, document } = aKeyring();
  const journal = startJournal(createMemoryFiles(), { keys });
  await journal.open(null);
  await journal.writeNotes([ended]);
  await journal.retrySealAndMarks();
  const { length } = document.written;
  await journal.sealProtections();
  expect(document.written.length).toBe(length);
});

test('the first outcome is sealed at once, later ones together after a second, but after 64 lines or at the end without a wait', async () => {
  const { keys } = aKeyring();
  const time = createVirtualClock(1_800_000_000_000);
  const sealed: number[] = [];
  const save = async (state: SealedState): Promise<boolean> => sealed.push(state.head.seq) > 0;
  const journal = startJournal(createMemoryFiles(), { keys: { ...keys, save }, clock: time });
  await journal.open(null);
  sealed.length = 0;
  const send = async (count: number): Promise<number[]> => {
    for (let number = 0; number < count; number += 1)
      await journal.writeOutcome(`a${number}`, 1, confirmed);
    await settle();
    return [...sealed];
  };
  const seen = [await send(1), await send(9)];
  await time.advance(999);
  seen.push([...sealed]);
  await time.advance(1);
  seen.push([...sealed], await send(64));
  await journal.writeOutcome('a', 1, confirmed);
  await journal.close();
  expect([seen, sealed, time.sleepers()]).toEqual([
    [[2], [2], [2], [2, 11], [2, 11, 75]],
    [2, 11, 75, 76],
    0,
  ]);
});
