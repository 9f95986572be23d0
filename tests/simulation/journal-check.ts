import { createRecordingLog } from '../../src/main/api/testing/doubles.ts';
import { type JournalKey, createJournalKeySafe } from '../../src/main/journal/journal-key.ts';
import type { JournalFile } from '../../src/main/journal/journal-files.ts';
import { loadJournalFiles } from '../../src/main/journal/testing/journal-fixture.ts';
import { readJournal } from '../../src/main/journal/testing/read-journal.ts';
import { verifyJournal } from '../../src/main/journal/verify-journal.ts';
import type { JournalRecord } from '../../src/main/journal/journal-record.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { JOURNAL_FOLDER } from './main-process.ts';
import { timesApplied } from './service.ts';
import type { Harness } from './harness.ts';

/** Checks the journal on disk, after a crash or at the end. */
export async function checkJournal(
  harness: Harness,
  rows: readonly Approval[] | null,
): Promise<void> {
  const { model, mainDisk, service } = harness;
  const loaded = await loadJournalFiles(mainDisk.files, JOURNAL_FOLDER);
  if (!loaded.ok) throw new Error(`the memory files failed: ${loaded.error.code}`);
  const files = loaded.value;
  const verification = verifyJournal(files, { keys: await keysOf(harness) });
  // A restored journal says so from then on.
  const isRestored = model.movedAtMs >= 0;
  const problems = verification.problems.filter(
    ({ problem }) => !(isRestored && problem === 'notAsLeft'),
  );
  model.check(
    'chain',
    problems.length === 0,
    () => `the chain is broken: ${JSON.stringify(problems)}`,
  );
  sealed(harness, files);
  const { records } = readJournal(files);
  const attempts = countAttempts(records);
  for (const billId of new Set(service.applied().map((each) => each.billId))) {
    const times = timesApplied(service, billId);
    const written = (attempts.get(billId) ?? 0) + (model.attemptsLost.get(billId) ?? 0);
    model.check(
      'chain',
      times <= written,
      () => `${billId} was applied ${times} times, the journal has ${written} attempts`,
    );
  }
  if (rows) agree(harness, records, rows);
}

/** The journal's first key, from its keyring. */
async function keysOf({
  mainDisk,
  clock: { machine: clock },
}: Harness): Promise<readonly JournalKey[]> {
  const { documents, secrets } = mainDisk;
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const document = documents['journal-key'];
  const safe = createJournalKeySafe({
    document,
    secrets,
    clock,
    random,
    log: createRecordingLog(),
  });
  const kept = await safe.open();
  // A journal without a sealed line is new.
  return kept?.first && kept.head ? [kept.first] : [];
}

/** Number of attempts in the journal, by bill. */
export async function attemptsIn({ mainDisk }: Harness): Promise<ReadonlyMap<string, number>> {
  const loaded = await loadJournalFiles(mainDisk.files, JOURNAL_FOLDER);
  if (!loaded.ok) throw new Error(`the memory files failed: ${loaded.error.code}`);
  return countAttempts(readJournal(loaded.value).records);
}

function countAttempts(records: readonly JournalRecord[]): ReadonlyMap<string, number> {
  const attempts = new Map<string, number>();
  for (const record of records) {
    if (record.kind !== 'attempt') continue;
    const { billId } = record.snapshot;
    attempts.set(billId, (attempts.get(billId) ?? 0) + 1);
  }
  return attempts;
}

function sealed({ model }: Harness, files: readonly JournalFile[]): void {
  const text = files.map(({ bytes }) => Buffer.from(bytes).toString('utf8')).join('');
  const found = [...model.secrets].some((secret) => text.includes(secret));
  model.check('sealed', !found, () => 'a secret in the journal');
}

/** The journal agrees with the outbox's latest attempts. */
function agree(
  { model }: Harness,
  records: readonly JournalRecord[],
  rows: readonly Approval[],
): void {
  const outcomes = new Map<string, string>();
  const attempts = new Set<string>();
  for (const record of records) {
    if (record.kind === 'attempt') attempts.add(`${record.approvalId} ${record.attempt}`);
    if (record.kind !== 'outcome') continue;
    outcomes.set(`${record.approvalId} ${record.attempt}`, record.outcome.kind);
  }
  for (const row of rows) {
    const key = `${row.id} ${row.attempt}`;
    const said = row.outcome?.kind;
    const isWritten = said === 'confirmed' || said === 'rejected' || said === 'unknown';
    if (!isWritten) continue;
    // A copy made during the recheck, before the attempt was written, has the approval as possibly sent.
    const mayLackIt = said === 'unknown' && model.movedAtMs >= 0;
    const isThere = attempts.has(key) || mayLackIt;
    model.check('chain', isThere, () => `${key} is ${said}, the journal has no attempt`);
    // Main remembers an outcome that a full disk refused only while it runs. Afterwards the attempt is in
    // doubt.
    const found = outcomes.get(key) ?? said;
    model.check('chain', found === said, () => `${key} is ${said}, the journal says ${found}`);
  }
}
