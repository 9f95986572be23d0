/**
 * `npm run bench:review`: the review list with 100 and with 100,000 payable bills, in the built app and
 * offline. Measures the time from the start of the process to the first bill, the time of keys right then and
 * later, long tasks, and memory. The small list is the floor: the time of machine, browser and disk for any
 * list. Prints a table and one line of JSON, and fails when a goal is missed on a quiet machine. Arguments:
 * another size than 100,000; `--processor`: measures processor time instead of elapsed time, for a machine with
 * other work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { createSystemClock } from '../../src/base/system-clock.ts';
import ensureBuilt from '../../dev/build.ts';
import { createProgress } from '../../dev/progress.ts';
import { connectedTo, goOffline, grid, readAll, signIn } from '../../tests/e2e/actions.ts';
import { launchApp } from '../../tests/e2e/launch.ts';
import { type RunningSandbox, startSandbox } from '../../tests/e2e/sandbox.ts';
import { quantile } from '../../tests/quota/week/figures.ts';
import { type BenchRow, isReached, tableOfRows } from '../rows.ts';
import { timeBarePull, timeOneLine } from './bare.ts';
import { processorOf } from './processor.ts';
import {
  firstBillMs,
  firstCountMs,
  longTasksUntilIdle,
  timeChoosing,
  timeKey,
  timeScrolling,
  timeTyping,
} from './in-page.ts';

const SMALL = 100;
const { positionals, values: chosen } = parseArgs({
  allowPositionals: true,
  options: { processor: { type: 'boolean', default: false } },
});
const LARGE = Number(positionals[0] ?? 100_000);
/** Above this load, other work of the machine would be measured too. */
const QUIET_LOAD = 1.5;
/** Starts without input. */
const STARTS = 3;
/** Starts with letters typed at once. For fewer, the 95th percentile would be the slowest letter. */
const TYPED_STARTS = 6;
const WORDS_AT_ONCE = ['timber', 'router', 'oak'];
/** Words that many bills have, words that few have, and part of a number. Every prefix finds bills in both lists. */
const WORDS = [...WORDS_AT_ONCE, 'panel', '2026'];
// The 95th percentile of twelve would be the slowest one.
const APPROVALS = 24;
const MOVES = 20;
const SCROLLS = 24;
const LONG_TASK_MS = 50;
const BYTES_PER_MB = 1_000_000;

/** Limits of the actions' 95th percentile, milliseconds. */
const maxMs: Readonly<Record<string, number>> = {
  'approve (a)': 50,
  'search, per letter': 50,
  'sort and group': 100,
  'another list': 100,
};

const clock = createSystemClock();

/** Measurements of one list. Times are milliseconds. */
interface Measured {
  readonly pullMs: number;
  readonly barePullMs: number;
  readonly starts: readonly number[];
  /** Starts that show one line of HTML, one for each start; empty in real Electron. */
  readonly oneLine: readonly number[];
  /** Letters typed as soon as the first bill is there. */
  readonly atOnce: readonly number[];
  /** For each of these starts: time from the first letter to the count of matches. */
  readonly countMs: readonly number[];
  /** For the other starts: tasks over 50 ms after the first bill. */
  readonly longTasks: readonly number[];
  readonly heapMb: number;
  readonly acts: Readonly<Record<string, readonly number[]>>;
}

await ensureBuilt();
const load = loadavg()[0] ?? 0;
const progress = createProgress(process.stderr);
const small = await measureList(SMALL);
const large = await measureList(LARGE);
progress.end();
report(rowsOf(small, large));

async function measureList(bills: number): Promise<Measured> {
  progress.show(`${bills.toLocaleString('en')} bills`);
  const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
  const sandbox = await startSandbox({
    bills: String(bills),
    'payable-share': '1',
    'requests-per-window': '1000000',
  });
  try {
    const profileDir = join(folder, 'profile');
    const barePullMs = await timeBarePull(sandbox);
    const pullMs = await pull(sandbox, profileDir, bills);
    progress.show(`read in ${Math.round(pullMs)} ms, by a bare loop in ${Math.round(barePullMs)}`);
    return { pullMs, barePullMs, ...(await startAgain(sandbox, profileDir)) };
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The first pull, from the click on *Sign in* to the last bill. Makes the service unreachable afterwards. */
async function pull(sandbox: RunningSandbox, profileDir: string, bills: number): Promise<number> {
  const app = await launchApp(connectedTo(sandbox, { profileDir }));
  try {
    const begun = performance.now();
    await signIn(app.page);
    const isRead = async (): Promise<boolean> =>
      (await app.page.locator('.list-header__count').textContent()) ===
      `${bills.toLocaleString('en-US')} bills`;
    while (!(await isRead())) await clock.sleep(50);
    const pullMs = performance.now() - begun;
    // Then the history, which is empty.
    await readAll(app, sandbox);
    await goOffline(app.page, sandbox);
    return pullMs;
  } finally {
    await app.close();
  }
}

async function startAgain(
  sandbox: RunningSandbox,
  profileDir: string,
): Promise<Omit<Measured, 'pullMs' | 'barePullMs'>> {
  const [starts, oneLine]: [number[], number[]] = [[], []];
  const [atOnce, countMs, longTasks]: [number[], number[], number[]] = [[], [], []];
  for (let at = 1; ; at++) {
    // Measured beside each start, because the machine's load changes within minutes.
    const besideMs = await startOneLine();
    if (besideMs !== null) oneLine.push(besideMs);
    const begunMs = Date.now();
    const app = await launchApp(connectedTo(sandbox, { profileDir }));
    try {
      starts.push((await app.page.evaluate(firstBillMs)) - begunMs);
      const isTyped = at > STARTS;
      if (isTyped) {
        const counting = app.page.evaluate(firstCountMs);
        atOnce.push(...(await type(app.page, WORDS_AT_ONCE)));
        countMs.push(await counting);
      }
      const tasks = await app.page.evaluate(longTasksUntilIdle);
      progress.show(
        `start ${at}: ${Math.round(starts.at(-1) ?? 0)} ms, then ${tasks.length} long tasks; one line of HTML: ${besideMs === null ? '–' : Math.round(besideMs)}`,
      );
      if (!isTyped) longTasks.push(...tasks.filter((ms) => ms > LONG_TASK_MS));
      if (at === STARTS + TYPED_STARTS) {
        const heapMb = await heapAfterGc(app.page);
        return { starts, oneLine, atOnce, countMs, longTasks, heapMb, acts: await act(app.page) };
      }
    } finally {
      await app.kill();
    }
  }
}

async function startOneLine(): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
  const ms = await timeOneLine(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return ms;
}

async function type(page: Page, words = WORDS): Promise<readonly number[]> {
  const times: number[] = [];
  for (const word of words) times.push(...(await page.evaluate(timeTyping, word)));
  return times;
}

async function act(page: Page): Promise<Measured['acts']> {
  const timed = (acts: () => Promise<readonly number[]>): Promise<readonly number[]> =>
    chosen.processor ? processorOf(page, acts) : acts();
  await grid(page).focus();
  await page.keyboard.press('Home');
  const moving = await timed(() => page.evaluate(timeKey, { key: 'j', times: MOVES }));
  const approving = await timed(() => page.evaluate(timeKey, { key: 'a', times: APPROVALS }));
  const scrolling = await timed(() => page.evaluate(timeScrolling, SCROLLS));
  const typing = await timed(() => type(page));
  const sorting: number[] = [];
  for (const words of ['Amount due', 'Vendor', 'Bill age', 'Due date']) {
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menu').waitFor();
    sorting.push(...(await timed(async () => [await page.evaluate(timeChoosing, words)])));
  }
  const filtering: number[] = [];
  for (const words of ['Status: Overdue', 'Status: Open', 'Needs approval']) {
    await page.getByRole('button', { name: / Show$/ }).click();
    await page.getByRole('listbox').waitFor();
    filtering.push(...(await timed(async () => [await page.evaluate(timeChoosing, words)])));
  }
  return {
    'move (j)': moving,
    'approve (a)': approving,
    'search, per letter': typing,
    'scroll anywhere': scrolling,
    'sort and group': sorting,
    'another list': filtering,
  };
}

async function heapAfterGc(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  await devTools.detach();
  return usedSize / BYTES_PER_MB;
}

function rowsOf(floor: Measured, full: Measured): readonly BenchRow[] {
  const ms = (what: string, floorMs: number, goal: number | null, figure: number): BenchRow => ({
    what,
    unit: 'ms',
    figure,
    goal,
    floor: floorMs,
  });
  const [startFloor, start] = [median(floor.starts), median(full.starts)];
  const oneLine = median(full.oneLine);
  return [
    ms('process start to the first bill', startFloor, startFloor * 1.15, start),
    ...(full.oneLine.length === 0
      ? []
      : [ms('the same, beside one line of HTML', oneLine, oneLine * 1.5, start)]),
    ms('longest task after it', most(floor.longTasks), LONG_TASK_MS, most(full.longTasks)),
    {
      what: `tasks over 50 ms after it, of ${STARTS} starts`,
      unit: '',
      figure: full.longTasks.length,
      goal: 0,
      floor: floor.longTasks.length,
    },
    ms(
      'search right after the start, per letter, 95 %',
      of95(floor.atOnce),
      null,
      of95(full.atOnce),
    ),
    ms('the first count then, median', median(floor.countMs), null, median(full.countMs)),
    ...Object.entries(full.acts).flatMap(([what, times]) => {
      const floorTimes = floor.acts[what] ?? [];
      return [
        ms(`${what}, median`, median(floorTimes), null, median(times)),
        ms(`${what}, 95 %`, of95(floorTimes), maxMs[what] ?? null, of95(times)),
      ];
    }),
    // Its goal applies to a slower service: see the bench of the pull.
    ms('first pull, beside a bare loop', full.barePullMs, null, full.pullMs),
    {
      what: 'heap of the page after a collection',
      unit: 'MB',
      figure: full.heapMb,
      goal: 60,
      floor: floor.heapMb,
    },
  ];
}

function report(rows: readonly BenchRow[]): void {
  const isQuiet = load < QUIET_LOAD;
  console.log(tableOfRows(rows));
  console.log(`\nLoad of the machine before: ${load.toFixed(1)}${isQuiet ? '' : ', not quiet'}`);
  console.log(JSON.stringify({ load, rows }));
  process.exitCode = isQuiet && !rows.every(isReached) ? 1 : 0;
}

function most(values: readonly number[]): number {
  return Math.max(0, ...values);
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function of95(values: readonly number[]): number {
  return quantile(values, 0.95);
}
