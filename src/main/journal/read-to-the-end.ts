import { succeed, type Result } from '../../base/result.ts';
import type { FileProblem, Files } from '../ports.ts';
import { createAuthentication } from './journal-authentication.ts';
import type { ChainHead, ChainProblem, PlacedLine } from './journal-chain.ts';
import { fitsFile, readCheckpoint, type Checkpoint } from './journal-checkpoint.ts';
import {
  createJournalReader,
  eachNamedFile,
  listJournalFiles,
  type JournalFile,
  type JournalSummary,
} from './journal-files.ts';
import type { JournalIndex } from './journal-index.ts';
import { createForgedOutcomes } from './forged-outcomes.ts';
import { nextKey, type JournalKey } from './journal-key.ts';
import type { JournalKeySafe, SealedState } from './journal-key-safe.ts';

/** A journal as a start finds it. */
export interface ReadJournal {
  readonly summary: JournalSummary;
  /** Of what was sealed: what goes on, and what is missing. */
  readonly end: ReturnType<SealedTail['end']>;
  /** The expected line is there; true when none was expected. */
  readonly isFound: boolean;
  /** Of its files, in their order. */
  readonly names: readonly string[];
  /** Every line was read, without a checkpoint. */
  readonly isWhole: boolean;
  /** When its last line was written, epoch milliseconds; null when there is none. */
  readonly lastAtMs: number | null;
}

interface Place {
  readonly files: Files;
  readonly folder: string;
}

interface Known {
  readonly sealed: Awaited<ReturnType<JournalKeySafe['open']>>;
  readonly expected: ChainHead | null;
}

/** Reads a journal into the index: from its last checkpoint on, where that reaches back far enough. */
export async function readToTheEnd(
  place: Place,
  index: JournalIndex,
  known: Known,
): Promise<Result<ReadJournal, FileProblem>> {
  const { files, folder } = place;
  const names = await listJournalFiles(files, folder);
  if (!names.ok) return names;
  const found = await usableCheckpoint(place, names.value, known);
  const { sealed, expected } = known;
  const tail = followSealed(sealed);
  let isFound = expected === null;
  let lastAtMs: number | null = null;
  const pass = ({ seq, lastHash }: ChainHead): void => {
    if (seq === expected?.seq && lastHash === expected.lastHash) isFound = true;
  };
  if (found !== null) {
    const { checkpoint } = found;
    index.take(checkpoint.index);
    lastAtMs = checkpoint.lastAtMs;
    tail.begin(checkpoint.summary.head);
    pass(checkpoint.summary.head);
  }
  const isOutcomeForged = createForgedOutcomes(found !== null);
  const reader = createJournalReader(
    (record) => {
      if (!isOutcomeForged(record)) index.add(record);
      lastAtMs = record.atMs;
    },
    index.doubt,
    (line) => {
      tail.take(line);
      pass(line.head);
    },
    found?.checkpoint.summary,
  );
  if (found !== null) reader.read(found.lastFile);
  const since = names.value.slice(found?.checkpoint.files.length ?? 0);
  const read = await eachNamedFile(files, folder, since, reader.read);
  if (!read.ok) return read;
  const end = tail.end();
  const isWhole = found === null;
  return succeed({
    summary: reader.summary(),
    end,
    isFound,
    names: names.value,
    isWhole,
    lastAtMs,
  });
}

/**
 * The checkpoint with the file it ends in, unless it says nothing of a line that is looked for, or is of other
 * files than these.
 */
async function usableCheckpoint(
  { files, folder }: Place,
  names: readonly string[],
  { sealed, expected }: Known,
): Promise<{ readonly checkpoint: Checkpoint; readonly lastFile: JournalFile } | null> {
  if (sealed === null) return null;
  const checkpoint = await readCheckpoint(files, folder, names, sealed.checkpointKey);
  if (checkpoint === null) return null;
  const { head, last } = checkpoint.summary;
  if ([sealed.head, expected].some((wanted) => wanted && wanted.seq < head.seq)) return null;
  const read = await files.read(`${folder}/${last.name}`);
  if (!read.ok || read.value === null) return null;
  const lastFile = { name: last.name, bytes: read.value };
  return fitsFile(checkpoint, lastFile) ? { checkpoint, lastFile } : null;
}

/** Compares a journal, while it is read, with what was sealed of it. */
interface SealedTail {
  /** Lines up to here are not taken: none of them is later than what was sealed. */
  begin(head: ChainHead): void;
  take(line: PlacedLine): void;
  end(): {
    /** The key of the next line; null when lines have none. */
    readonly key: JournalKey | null;
    /** The last line that was sealed, when it is not there. */
    readonly lacks: ChainHead | null;
    readonly problems: readonly ChainProblem[];
  };
}

/** @param sealed null: there is no key. Without a head: the row of keys is a new one */
function followSealed(
  sealed: { readonly next: JournalKey; readonly head: SealedState['head'] | null } | null,
): SealedTail {
  const head = sealed?.head ?? null;
  const authentication = createAuthentication(sealed === null ? [] : [sealed.next]);
  let isFound = head === null || head.seq === 0;
  let keysUsed = 0;
  const begin = ({ seq, lastHash }: ChainHead): void => {
    isFound ||= seq === head?.seq && lastHash === head.lastHash;
  };
  return {
    begin,
    take: (line) => {
      if (sealed === null || head === null) return;
      if (line.mac !== null && (isFound || line.head.seq > head.seq)) keysUsed += 1;
      if (isFound) authentication.take(line);
      begin(line.head);
    },
    end: () => {
      const { problems } = authentication.finish(null);
      // No key is used for two lines, whatever has become of the first one.
      const index = Math.max(
        authentication.next()?.index ?? 0,
        (sealed?.next.index ?? 0) + keysUsed,
      );
      let key = sealed?.next ?? null;
      while (key !== null && key.index < index) key = nextKey(key);
      return { key, lacks: isFound ? null : head, problems };
    },
  };
}
