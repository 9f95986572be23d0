import { createVirtualClock } from '../src/base/testing/virtual-clock.ts';
import { createRecordingLog } from '../src/main/api/testing/doubles.ts';
import { createMemorySecrets } from '../src/main/auth/testing/memory-secrets.ts';
import { chainStart } from '../src/main/journal/journal-chain.ts';
import type { ChainHead } from '../src/main/journal/journal-record.ts';
import type { JournalFile } from '../src/main/journal/journal-files.ts';
import { createJournalKeySafe, type JournalKey } from '../src/main/journal/journal-key.ts';
import { createJournal, type Journal } from '../src/main/journal/journal.ts';
import { attemptOf, confirmed } from '../src/main/journal/testing/attempts.ts';
import { journalFilesOf } from '../src/main/journal/testing/journal-fixture.ts';
import { createMemoryFiles } from '../src/main/files/testing/memory-files.ts';
import { createMemoryDocument } from '../src/main/settings/testing/memory-document.ts';
import { verifyJournal } from '../src/main/journal/verify-journal.ts';

/** An audit log that Billfold wrote, and all facts that an auditor may have received. */
export interface RealLog {
  readonly name: string;
  readonly files: readonly JournalFile[];
  /** Null when the log never had a key. */
  readonly key: JournalKey | null;
  readonly last: ChainHead;
  /** The same log at earlier times. */
  readonly earlier: readonly (readonly JournalFile[])[];
}

type Step = 'work' | 'restart' | 'keyringAway' | 'keyringBack' | 'retire';

const lives: Readonly<Record<string, readonly Step[]>> = {
  'one start': ['work'],
  'several starts': ['work', 'restart', 'work', 'restart', 'restart', 'work'],
  'several files': ['work', 'work', 'work', 'work', 'restart', 'work'],
  'a keyring that came late': ['keyringAway', 'work', 'keyringBack', 'work', 'work'],
  'a keyring that went': ['work', 'keyringAway', 'work', 'keyringBack', 'work'],
  'a retired beginning': ['work', 'work', 'work', 'retire', 'work', 'restart', 'work'],
  'a retired beginning without a key': [
    ...['keyringAway', 'work', 'work', 'work', 'keyringBack', 'work'],
    ...['work', 'work', 'retire', 'work'],
  ] as Step[],
  'a retired beginning, then lines without a key': [
    ...['work', 'work', 'keyringAway', 'work', 'work', 'work'],
    ...['keyringBack', 'work', 'retire', 'work'],
  ] as Step[],
};

const [FOLDER, MAX_FILE_BYTES, DAY_MS] = ['/journal', 2_500, 24 * 60 * 60 * 1000];

/** Writes a log for each entry of `lives` with the real journal. */
export async function makeLogs(seed: number): Promise<readonly RealLog[]> {
  const made: RealLog[] = [];
  for (const [at, [name, steps]] of Object.entries(lives).entries())
    made.push(await live(name, steps, (seed * 16 + at) % 256));
  return made;
}

async function live(name: string, steps: readonly Step[], letter: number): Promise<RealLog> {
  const files = createMemoryFiles();
  const clock = createVirtualClock(1_800_000_000_000);
  const log = createRecordingLog();
  const secrets = createMemorySecrets();
  const document = createMemoryDocument('journal-key');
  const random = { bytes: (count: number) => new Uint8Array(count).fill(letter + 1) };
  const keys = createJournalKeySafe({ document, secrets, clock, random, log });
  const start = async (retentionDays: number | null = null): Promise<Journal> => {
    const journal = createJournal({
      ...{ files, folder: FOLDER, clock, log, keys, retentionDays },
      maxFileBytes: MAX_FILE_BYTES,
    });
    await journal.open(null);
    return journal;
  };
  let journal = await start();
  let approvals = 0;
  const earlier: (readonly JournalFile[])[] = [];
  const restart = async (retentionDays: number | null = null): Promise<void> => {
    await journal.close();
    journal = await start(retentionDays);
  };
  for (const step of steps) {
    if (step === 'keyringAway') {
      secrets.strength = { backend: 'basic_text', strength: 'weak' };
      await restart();
    } else if (step === 'keyringBack') {
      secrets.strength = { backend: 'gnome_libsecret', strength: 'strong' };
      await restart();
    } else if (step === 'retire') {
      await clock.advance(40 * DAY_MS);
      await restart(30);
    } else if (step === 'restart') await restart();
    else {
      const id = `approval-${++approvals}`;
      const override = { flags: ['duplicate'], reason: 'Two sites, “north” and south' };
      const made = { ...attemptOf(id), override };
      const { attempt: _attempt, ...facts } = made;
      await journal.writeNotes([{ kind: 'approved', ...facts, readByMain: 'same' }]);
      const lock = { name: 'lockAfterMinutes', before: '5', after: '0' };
      await journal.writeWeakened({ settings: [lock] });
      await journal.writeAttempt(made);
      await journal.writeOutcome(id, 1, confirmed);
      await journal.writeNotes([{ kind: 'ended', approvalId: id, how: 'confirmedByService' }]);
    }
    earlier.push(await journalFilesOf(files));
  }
  secrets.strength = { backend: 'gnome_libsecret', strength: 'strong' };
  const key = await journal.verificationKey();
  await journal.close();
  const all = await journalFilesOf(files);
  const { lines, lastHash } = verifyJournal(all);
  const text = Buffer.from(all.at(-1)?.bytes ?? []).toString();
  const { seq } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '{}') as { seq: number };
  return {
    name,
    files: all,
    key: typeof key === 'object' ? key : null,
    last: lines === 0 ? chainStart : { seq, lastHash },
    earlier: earlier.slice(0, -1).filter((each) => each.length > 0),
  };
}
