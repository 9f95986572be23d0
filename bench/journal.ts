/**
 * Time to read the journal at a start with 60,000 approvals, two years of office days, compared with reading
 * the same bytes only. Prints a table and one line of JSON.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress } from '../dev/progress.ts';
import { createSystemClock } from '../src/base/system-clock.ts';
import { createRecordingLog } from '../src/main/api/testing/doubles.ts';
import { createJournal, type Journal } from '../src/main/journal/journal.ts';
import { createNodeFiles } from '../src/main/files/node-files.ts';
import { attemptOf, confirmed } from '../src/main/journal/testing/attempts.ts';
import { aKeyring } from '../src/main/journal/testing/journal-fixture.ts';
import { type BenchRow, isReached, tableOfRows } from './rows.ts';

const APPROVALS = 60_000;
/** Lines per write, because the disk's write speed is not measured. */
const AT_ONCE = 500;
const ROUNDS = 5;
const progress = createProgress(process.stderr);

const folder = await mkdtemp(join(tmpdir(), 'billfold-bench-journal-'));
const { keys } = aKeyring();
const files = createNodeFiles();
const open = (): Journal =>
  createJournal({ files, folder, clock: createSystemClock(), log: createRecordingLog(), keys });

try {
  await fill(open());
  const rows = await measure();
  console.log(tableOfRows(rows));
  console.log(JSON.stringify({ rows }));
  process.exitCode = rows.every(isReached) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function fill(journal: Journal): Promise<void> {
  for (let from = 0; from < APPROVALS; from += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, at) => idOf(from + at));
    const notes = ids.flatMap((approvalId) => {
      const { attempt: _, ...facts } = attemptOf(approvalId);
      return [
        { kind: 'approved' as const, ...facts, readByMain: 'same' as const },
        { kind: 'ended' as const, approvalId, how: 'withdrawn' as const },
      ];
    });
    await journal.writeNotes(notes);
    await journal.writeAttempt(attemptOf(ids[0] ?? ''));
    await journal.writeOutcome(ids[0] ?? '', 1, confirmed);
    progress.show(`${from + AT_ONCE} of ${APPROVALS} approvals written`);
  }
  progress.end();
  await journal.close();
}

async function measure(): Promise<BenchRow[]> {
  const [starts, floors, ends] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await timeOf(readAndNoMore));
    const journal = open();
    starts.push(await timeOf(() => journal.open(null)));
    ends.push(await timeOf(journal.close));
  }
  await rm(join(folder, 'checkpoint.json'));
  const whole = await timeOf(() => open().open(null));
  const row = (what: string, figure: number, goal: number | null, floor: number | null) =>
    ({
      what: `journal of ${APPROVALS} approvals: ${what}`,
      unit: 'ms',
      figure,
      goal,
      floor,
    }) as const;
  return [
    row('a start', middle(starts), 250, middle(floors)),
    row('a start without its checkpoint', whole, null, null),
    row('the end', middle(ends), null, null),
  ];
}

/** Reads the checkpoint from disk and computes its hash and JSON. */
async function readAndNoMore(): Promise<void> {
  const bytes = await readFile(join(folder, 'checkpoint.json'));
  createHash('sha256').update(bytes).digest();
  JSON.parse(bytes.toString().split('\n')[1] ?? '');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** An id as long as those of approvals. */
function idOf(number: number): string {
  return createHash('sha256').update(`${number}`).digest('hex').slice(0, 36);
}
