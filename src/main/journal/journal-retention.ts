import type { Files } from '../ports.ts';
import { createJournalReader, type JournalFile } from './journal-files.ts';
import type { JournalIndex } from './journal-index.ts';
import type { JournalRecord, NewRecord } from './journal-record.ts';

type Retired = Extract<NewRecord, { kind: 'retired' }>;

/**
 * Finds files at the beginning that are old enough and name no open approval. The last file is never among them.
 * @param beforeMs newer lines must stay, epoch milliseconds
 * @returns null when no file can be removed
 */
export async function findRetirable(
  { files, folder }: { readonly files: Pick<Files, 'read'>; readonly folder: string },
  names: readonly string[],
  index: Pick<JournalIndex, 'connectionOfEnded'>,
  beforeMs: number,
): Promise<Retired | null> {
  const connections = new Map<string, Set<string>>();
  const gone: string[] = [];
  let upTo: Retired['upTo'] | null = null;
  for (const name of names.slice(0, -1)) {
    const read = await files.read(`${folder}/${name}`);
    const file = read.ok && read.value !== null ? readAlone({ name, bytes: read.value }) : null;
    if (file === null || file.lastAtMs >= beforeMs) break;
    const named = file.ids.map((id) => ({ id, connectionId: index.connectionOfEnded(id) }));
    if (!named.every(hasEnded)) break;
    for (const { id, connectionId } of named) {
      const ofConnection = connections.get(connectionId) ?? new Set();
      connections.set(connectionId, ofConnection.add(id));
    }
    gone.push(name);
    upTo = file.head;
  }
  const approvals = [...connections].map(([connectionId, ids]) => ({
    connectionId,
    ids: [...ids],
  }));
  return upTo && { kind: 'retired', upTo, files: gone, approvals };
}

interface Ended {
  readonly id: string;
  readonly connectionId: string;
}

function hasEnded(named: { readonly connectionId: string | null }): named is Ended {
  return named.connectionId !== null;
}

/** Reads one file. Null when a line cannot be read: it may be about any approval. */
function readAlone(file: JournalFile) {
  let lastAtMs = 0;
  const ids = new Set<string>();
  const reader = createJournalReader((record) => {
    lastAtMs = Math.max(lastAtMs, record.atMs);
    for (const id of idsIn(record)) ids.add(id);
  });
  reader.read(file);
  const { head, lines, problems } = reader.summary();
  if (lines === 0 || problems.some(({ problem }) => isUnread.has(problem))) return null;
  return { head, lastAtMs, ids: [...ids] };
}

const isUnread: ReadonlySet<string> = new Set(['unreadable', 'newerVersion']);

function idsIn(record: JournalRecord): readonly string[] {
  if (record.kind === 'retired') return record.approvals.flatMap(({ ids }) => ids);
  // A yes alone is no approval: without an approval, no line would ever end it.
  return 'approvalId' in record && record.kind !== 'agreed' ? [record.approvalId] : [];
}
