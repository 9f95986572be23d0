/**
 * `npm run bench`: every bench, one after the other, with progress on the error output. Prints each row with
 * its floor, goal, figure and verdict, and one line of JSON, and fails when a goal is missed. Arguments:
 * `--only NAME` (may be repeated), `--compare FILE` with the output of an earlier run.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type BenchRow, isReached, tableOfRows } from './rows.ts';

const MAX_MINUTES = 10;

interface Bench {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** Returns the rows in the last line it prints. */
  readonly rows: (json: unknown) => readonly BenchRow[];
}

const row = (
  what: string,
  unit: BenchRow['unit'],
  figure: number | null,
  goal: number | null,
): BenchRow => ({
  what,
  unit,
  figure,
  goal,
  floor: null,
});

const benchRowSchema = z.object({
  what: z.string(),
  unit: z.enum(['ms', 's', 'MB', 'KB', '×', '']),
  figure: z.number().nullable(),
  goal: z.number().nullable(),
  floor: z.number().nullable(),
});
const rowsSchema = z.object({ rows: z.array(benchRowSchema) });
const queueSchema = z.object({
  targets: z.object({ clickMs: z.number(), totalToIdeal: z.number() }),
  measurements: z.array(
    z.object({
      scenario: z.string(),
      clickMs: z.number().nullable(),
      refused: z.number(),
      totalMs: z.number().nullable(),
      idealMs: z.number(),
    }),
  ),
});
const recheckSchema = z.object({
  rechecks: z.array(
    z.object({
      name: z.string(),
      targetMs: z.number().nullable(),
      most95Ms: z.number(),
      floor95Ms: z.number(),
    }),
  ),
});
const weekSchema = z.object({
  targets: z.record(z.string(), z.number()),
  figures: z.record(z.string(), z.unknown()),
});

const benches: readonly Bench[] = [
  { name: 'bundle', script: 'bundle.ts', args: [], rows: (json) => rowsSchema.parse(json).rows },
  {
    name: 'review',
    script: 'review/run.ts',
    args: [],
    rows: (json) => rowsSchema.parse(json).rows,
  },
  { name: 'pull', script: 'pull.ts', args: [], rows: (json) => rowsSchema.parse(json).rows },
  { name: 'journal', script: 'journal.ts', args: [], rows: (json) => rowsSchema.parse(json).rows },
  {
    name: 'recheck',
    script: 'recheck/run.ts',
    args: ['300 bills'],
    rows: (json) =>
      recheckSchema.parse(json).rechecks.map(({ name, targetMs, most95Ms, floor95Ms }) => ({
        ...row(`recheck: ${name}, 95 %`, 'ms', most95Ms, targetMs),
        floor: floor95Ms,
      })),
  },
  {
    name: 'week',
    script: 'week.ts',
    args: [],
    rows: (json) => {
      const { targets, figures } = weekSchema.parse(json);
      return Object.entries(targets).map(([name, goal]) =>
        row(`week: ${name}`, '', Number(figures[name]), goal),
      );
    },
  },
  {
    name: 'queue',
    script: 'queue/run.ts',
    args: ['queue'],
    rows: (json) => {
      const { targets, measurements } = queueSchema.parse(json);
      return measurements.flatMap(({ scenario, clickMs, totalMs, idealMs }) => [
        row(`queue, ${scenario}: a click`, 'ms', clickMs, targets.clickMs),
        {
          ...row(`queue, ${scenario}: all`, 'ms', totalMs, idealMs * targets.totalToIdeal),
          floor: idealMs,
        },
      ]);
    },
  },
];

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, compare: { type: 'string' } },
});
const wanted = benches.filter(({ name }) => values.only?.includes(name) ?? true);
if (wanted.length === 0)
  throw new Error(
    `There is no such bench; there are ${benches.map(({ name }) => name).join(', ')}.`,
  );
const before = values.compare === undefined ? new Map() : figuresOf(values.compare);
const load = loadavg()[0] ?? 0;
const begun = performance.now();
const rows: BenchRow[] = [];
for (const [at, bench] of wanted.entries()) {
  console.error(`[${at + 1}/${wanted.length}] ${bench.name}`);
  rows.push(...(await run(bench)));
}
const minutes = (performance.now() - begun) / 60_000;
rows.push(row('minutes for all of it', '', minutes, MAX_MINUTES));
console.log(tableOfRows(rows, before));
const missed = rows.filter((each) => !isReached(each)).length;
const machine = { node: process.version, cpus: cpus().length, load };
console.log(
  `\n${missed === 0 ? 'Every goal is reached.' : `${missed} of ${rows.length} miss their goal.`}`,
);
console.log(JSON.stringify({ machine, rows }));
process.exitCode = missed === 0 ? 0 : 1;

/** A bench's output goes to the error output, and its last line is the result. */
async function run({ name, script, args, rows: read }: Bench): Promise<readonly BenchRow[]> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  try {
    return read(JSON.parse(said.trimEnd().split('\n').at(-1) ?? ''));
  } catch (problem) {
    console.error(`${name} ended with ${code}: ${String(problem)}\n${said}`);
    return [row(`${name}: could not be run`, '', null, 0)];
  }
}

/** Figures of an earlier run, by their name. */
function figuresOf(path: string): ReadonlyMap<string, number | null> {
  const line = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  const { rows: known } = rowsSchema.parse(JSON.parse(line));
  return new Map(known.map(({ what, figure }) => [what, figure]));
}
