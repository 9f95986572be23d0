import { createHash } from 'node:crypto';
import { createMemoryFiles, type MemoryFiles } from '../../files/testing/memory-files.ts';
import type { Files } from '../../ports.ts';
import type { JournalKeySafe, SealedState } from '../journal-key.ts';
import type { ChainHead } from '../journal-record.ts';
import type { Journal, JournalReport } from '../journal.ts';
import { attemptOf } from './attempts.ts';
import { aKeyring, FIRST, FOLDER, startJournal, textOf } from './journal-fixture.ts';

export const CHECKPOINT = `${FOLDER}/checkpoint.json`;

export type Line = Readonly<Record<string, unknown>>;
export type Edit = (lines: readonly string[]) => readonly string[];

/** Six lines with keys, the fourth sealed: a run that was closed, and a run that crashed. */
export async function aJournal() {
  const files = createMemoryFiles();
  const { keys } = aKeyring();
  const first = startJournal(files, { keys });
  await first.open(null);
  for (const id of ['a', 'b']) await first.writeAttempt(attemptOf(id));
  await first.close();
  const second = startJournal(files, { keys });
  await second.open(null);
  for (const id of ['c', 'd']) await second.writeAttempt(attemptOf(id));
  files.crash();
  return { files, keys };
}

export async function edit(files: MemoryFiles, change: Edit, path = FIRST): Promise<void> {
  const lines = (await textOf(files, path)).trimEnd().split('\n');
  const text = change(lines).map((line) => `${line}\n`);
  files.plant(path, new TextEncoder().encode(text.join('')));
}

/** Numbers and chains the lines again, as an attacker would to repair a chain. */
export const rechained =
  (change: (lines: readonly Line[]) => readonly Line[]): Edit =>
  (lines) => {
    let prev = '0'.repeat(64);
    return change(lines.map((line): Line => JSON.parse(line))).map((line, at) => {
      const text = JSON.stringify({ ...line, seq: at + 1, prev });
      prev = createHash('sha256').update(text).digest('hex');
      return text;
    });
  };

/** Starts the journal. Returns its report and the state that it sealed last. */
export async function startOf(
  files: Files,
  keys: JournalKeySafe,
  expected: ChainHead | null = null,
): Promise<{ journal: Journal; report: JournalReport; sealed: SealedState | undefined }> {
  const seals: SealedState[] = [];
  const save = (state: SealedState): Promise<boolean> => {
    seals.push(state);
    return keys.save(state);
  };
  const journal = startJournal(files, { keys: { ...keys, save } });
  const report = await journal.open(expected);
  if (!report.ok) throw new Error(report.error.technical);
  return { journal, report: report.value, sealed: seals.at(-1) };
}

export const at = (number: number, change: (line: string) => string): Edit => {
  return (lines) => lines.map((line, index) => (index === number - 1 ? change(line) : line));
};
export const otherAmount = (line: string): string => line.replace('12300', '12301');
export const yesTo = (approvalId: string) => ({
  ...{ approvalId, snapshot: 'ab'.repeat(32), overLimit: true, twice: null },
});
