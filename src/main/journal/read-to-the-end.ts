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

/** A journal as read at a start. */
export interface ReadJournal {
  readonly summary: JournalSummary;
  /** Comparison with the sealed state: the next key, and what is missing. */
  readonly end: ReturnType<SealedTail['end']>;
  /** The expected line exists; true when none was expected. */
  readonly isFound: boolean;
  /** Names of its files, in order. */
  readonly names: readonly string[];
  /** The start read every line, without a checkpoint. */
  readonly isWhole: boolean;
  /** Time of the last line, epoch milliseconds; null when there is none. */
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

/** Reads a journal into the index, from its last checkpoint on if that is usable. */
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
 * Returns the checkpoint with its last file. Null when the checkpoint is later than a line to look for, or describes
 * other files.
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

/** Compares a journal with its sealed state while it is read. */
interface SealedTail {
  /** Skips the lines up to here: none is later than the sealed one. */
  begin(head: ChainHead): void;
  take(line: PlacedLine): void;
  end(): {
    /** Key of the next line; null when lines have none. */
    readonly key: JournalKey | null;
    /** The line sealed last, when it is missing; otherwise null. */
    readonly lacks: ChainHead | null;
    readonly problems: readonly ChainProblem[];
  };
}

/** @param sealed null without a key; its head is null when the row of keys is new */
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
      // No two lines may share a key, even when the first of them is gone.
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
