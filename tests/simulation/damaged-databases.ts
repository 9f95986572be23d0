import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { fingerprint } from '../../src/bridge/snapshot.ts';
import type { JournaledApproval } from '../../src/bridge/approval.ts';
import { gatherApprovals } from '../../src/main/journal/journal.ts';
import { listJournalFiles } from '../../src/main/journal/journal-files.ts';
import { readJournal } from '../../src/main/journal/testing/read-journal.ts';
import { createJournalIndex } from '../../src/main/journal/journal-index.ts';
import { approvalSchema } from '../../src/renderer/core/outbox/outbox.ts';
import { createOutboxDatabase } from '../../src/renderer/core/outbox/outbox-database.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { JOURNAL_FOLDER } from './main-process.ts';
import type { Harness } from './harness.ts';

/**
 * Time until Billfold opens a connection again that could not be opened, because a full disk accepts no
 * restored row.
 */
export const OPEN_AGAIN_MS = 10_000;

/**
 * Simulates the browser opening its databases. After a torn write it silently drops all of them at the second
 * start. The simulation spares them if a full disk kept notes out of the journal: that would be two disasters
 * at once.
 */
export async function openDamaged(harness: Harness): Promise<void> {
  const { rendererDisk } = harness;
  if (rendererDisk.damage === 'torn') rendererDisk.damage = 'overwritten';
  else if (rendererDisk.damage === 'overwritten') await drop(harness);
}

async function drop(harness: Harness): Promise<void> {
  const { rendererDisk, model } = harness;
  const rows = await outboxRows(harness);
  // Includes rows dropped earlier that a full disk kept from being restored.
  const journaled = await fromJournal(harness, [
    ...rows.map(({ id }) => id),
    ...model.approvals.keys(),
  ]);
  if (!rows.every((row) => isJournaled(row, journaled.get(row.id)))) {
    return harness.count('databases spared: the journal lags');
  }
  rendererDisk.damage = 'none';
  rendererDisk.rebuiltByMs = harness.clock.trueMs() + (rendererDisk.full ? OPEN_AGAIN_MS : 0);
  rendererDisk.factory = new IDBFactory();
  harness.note('  the browser drops its databases');
  harness.count(rows.length > 0 ? 'databases lost' : 'databases lost, empty');
  for (const known of model.approvals.values()) {
    // Its history starts over. An approval that was not sent needs another yes, unless main has it in hand.
    known.history = [];
    const found = journaled.get(known.id);
    if (found && isUnsent(found) && !model.underWay.has(known.id)) known.signIns.clear();
  }
  // An attempt that main neither has in hand nor journaled never left: its number is free again.
  for (const key of model.sends.keys()) {
    const [id = '', attempt] = key.split(' ');
    if (model.underWay.has(id)) continue;
    if (Number(attempt) > (journaled.get(id)?.attempt ?? 0)) model.sends.delete(key);
  }
}

async function outboxRows({ rendererDisk }: Harness): Promise<readonly Approval[]> {
  const database = createOutboxDatabase({ indexedDB: rendererDisk.factory, IDBKeyRange });
  await database.open();
  const rows = await database.approvals.toArray();
  database.close();
  return rows.map((row) => approvalSchema.parse(row));
}

async function fromJournal(
  { mainDisk }: Harness,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JournaledApproval>> {
  const names = await listJournalFiles(mainDisk.files, JOURNAL_FOLDER);
  if (!names.ok) throw new Error(`the memory files failed: ${names.error.code}`);
  const files = names.value.map((name) => {
    const bytes = mainDisk.files.durable(`${JOURNAL_FOLDER}/${name}`) ?? new Uint8Array();
    return { name, bytes };
  });
  const index = createJournalIndex();
  const gathering = gatherApprovals(new Set(ids));
  for (const record of readJournal(files).records) {
    index.add(record);
    gathering.add(record);
  }
  const found = gathering.list().map((each): [string, JournaledApproval] => {
    const { approvalId, attempt } = each;
    const finding = index.find(approvalId, attempt);
    return [approvalId, { ...each, finding, answerLost: index.isAnswerLost(approvalId, attempt) }];
  });
  return new Map(found);
}

/** Whether the journal can restore the row. */
function isJournaled(row: Approval, journaled: JournaledApproval | undefined): boolean {
  if (!journaled || fingerprint(journaled.snapshot) !== fingerprint(row.snapshot)) return false;
  if (row.state === 'withdrawn') return journaled.ended === 'withdrawn';
  if (row.state !== 'confirmed') return true;
  return journaled.ended !== null || isConfirmed(journaled);
}

function isConfirmed({ finding }: JournaledApproval): boolean {
  return finding.kind === 'outcome' && finding.outcome.kind === 'confirmed';
}

function isUnsent({ ended, finding }: JournaledApproval): boolean {
  if (ended !== null) return false;
  if (finding.kind === 'noAttempt') return true;
  return finding.kind === 'outcome' && finding.outcome.kind === 'notSent';
}
