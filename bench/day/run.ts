/**
 * `npm run bench:day`: a scripted day in the built app. It visits every screen, list, order, menu, dialog and export while
 * bills change, the history is read and 300 approvals are sent, and approves one by one and all at once. It prints for
 * each kind of act its longest task and the time from input to the painted frame, in the browser's own numbers. A last
 * round, in a fresh window, names the function behind each task over 50 ms.
 * `--bills N --payable N --rounds N`; `--processor`: judges by processor time, for a machine with other work; `--slow`:
 * the day of a machine with a quarter of the processor and a slow disk, where each act is answered within 100 ms and
 * nothing is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import ensureBuilt from '../../dev/build.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { createProgress } from '../../dev/progress.ts';
import type { Page } from '@playwright/test';
import { connectedTo, expect, setUndo, signIn, statusBar } from '../../tests/e2e/actions.ts';
import { launchApp } from '../../tests/e2e/launch.ts';
import type { LaunchedApp } from '../../tests/e2e/launched-app.ts';
import { startSandbox } from '../../tests/e2e/sandbox.ts';
import { quantile } from '../../tests/quota/week/figures.ts';
import { longTasksUntilIdle } from '../review/in-page.ts';
import { type Act, approveAll, approveFirst, APPROVALS, dayOf } from './acts.ts';
import { type ProcessorTask, tasksDuring } from '../review/processor.ts';
import { observe, type Observed, outboxStates, settled, slowDisk, take } from './in-page.ts';
import { startProfile } from './profile.ts';

const { values } = parseArgs({
  options: {
    bills: { type: 'string', default: '100000' },
    payable: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    processor: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
  },
});
const BILLS = Number(values.bills);
const PAYABLE = Math.min(BILLS, Number(values.payable));
const ROUNDS = Number(values.rounds);
/** Approvals at once that are sent during a round. Bills must be left for the next one. */
const BULK = Math.min(300, Math.ceil(PAYABLE / 10));
const LONG_TASK_MS = 50;
/**
 * Two frames, and the one that paints; on a slow machine, the time after which a user wonders whether the key worked.
 */
const MAX_MS = values.slow ? 104 : 50;
/** A slow machine: its processor, and the time its disk takes to keep something, milliseconds. */
const TIMES_SLOWER = 4;
const SYNC_MS = 200;
/** Input events below this are not reported. */
const MIN_MS = 16;
/** Time until the service answers, milliseconds. */
const ANSWER_MS = 100;
/** Bills that change in the service between two refreshes, and the time between them, milliseconds. */
const CHANGED_BILLS = 20;
const REFRESH_MS = 3_000;
/** Undo period of the approvals that are sent, and of those that are undone, milliseconds. */
const UNDO_SENT_MS = 1_000;
const UNDO_MS = 60_000;
/** Time limit, long enough that a busy machine fails no run. Milliseconds. */
const SLOWEST_MS = 400_000;
const SHOWN_KINDS = 24;
const SHOWN_CAUSES = 8;

interface LongTask extends Pick<Observed, 'startMs' | 'durationMs'> {
  /** Elapsed time, or processor time with `--processor`. */
  readonly costMs: number;
}

/** All acts of one kind. Times are milliseconds. */
interface Measured {
  readonly tasks: LongTask[];
  /** Time to the painted frame for each act with an input. */
  readonly painted: number[];
}

/** Measurements by kind of act. */
type Kinds = Map<string, Measured>;

// An unminified build keeps the function names readable.
process.env['BILLFOLD_UNMINIFIED'] = '1';
await ensureBuilt();
const load = loadavg()[0] ?? 0;
const progress = createProgress(process.stderr);
const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
const sandbox = await startSandbox({
  bills: String(BILLS),
  'payable-share': String(PAYABLE / BILLS),
  'requests-per-window': '1000000',
});
try {
  const app = await launch();
  let measured: Kinds;
  try {
    progress.show('reading the bills');
    await sandbox.control.addFault({ fault: { kind: 'latency', delayMs: ANSWER_MS } });
    await signIn(app.page);
    // The day begins while the rest of the history is read.
    await expect(statusBar(app.page)).toContainText('Synced', { timeout: SLOWEST_MS });
    measured = await measure(app);
    if (values.slow) await checkNothingLost(app);
  } finally {
    await app.close();
  }
  progress.end();
  report(measured);
  const isLong = [...measured.values()].some(({ tasks }) => tasks.length > 0);
  if (isLong) console.log((await causesOfTasks()).slice(0, SHOWN_CAUSES).join('\n'));
  progress.end();
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function launch(): Promise<LaunchedApp> {
  const slowSync = pathToFileURL(resolve(import.meta.dirname, 'slow-sync.ts')).href;
  const env: Record<string, string> = values.slow
    ? { NODE_OPTIONS: `--import ${slowSync}`, BENCH_SYNC_MS: String(SYNC_MS) }
    : {};
  const app = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'profile'), env }));
  app.page.setDefaultTimeout(SLOWEST_MS);
  return app;
}

/** Slows the page's disk down, and its processor unless its time is multiplied. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const rate = values.processor ? 1 : TIMES_SLOWER;
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await page.evaluate(slowDisk, SYNC_MS);
}

/** Waits until every approval that was not undone has been sent, and compares with the service. */
async function checkNothingLost({ page }: LaunchedApp): Promise<void> {
  progress.show('sending the approvals');
  const states = async () => {
    const { confirmed = [], withdrawn: _, ...others } = await page.evaluate(outboxStates);
    return { confirmed, waiting: Object.keys(others) };
  };
  await expect.poll(async () => (await states()).waiting, { timeout: SLOWEST_MS }).toEqual([]);
  const { confirmed } = await states();
  const { timesApproved } = await sandbox.control.ledger();
  expect(timesApproved).toEqual(Object.fromEntries(confirmed.map((billId) => [billId, 1])));
  expect(confirmed.length).toBeGreaterThanOrEqual(ROUNDS * (APPROVALS - 1 + BULK));
  console.log(`${confirmed.length} approvals sent, each once, and the others undone.`);
}

async function measure(app: LaunchedApp): Promise<Kinds> {
  const { page } = app;
  await page.evaluate(observe);
  if (values.slow) await slowDown(page);
  const kinds: Kinds = new Map();
  for (let at = 1; at <= ROUNDS; at++) await playDay(app, kinds, `round ${at} of ${ROUNDS}`);
  return kinds;
}

/** Plays a day, and adds its measurements. */
async function playDay(app: LaunchedApp, kinds: Kinds, name: string): Promise<void> {
  const { page } = app;
  const act: Act = async (kind, work, times = 1) => {
    await page.evaluate(settled);
    const between = costsOf(await page.evaluate(take), null);
    add('between two acts', between.tasks, []);
    const workAndSettle = async (): Promise<void> => {
      await work();
      await page.evaluate(settled);
    };
    const traced = values.processor ? await tasksDuring(page, workAndSettle) : null;
    if (traced === null) await workAndSettle();
    const { tasks, painted } = costsOf(await page.evaluate(take), traced);
    // An act may have several events, such as a key that goes down and up. Fast ones aren't reported.
    const late = [...painted, ...Array<number>(times).fill(MIN_MS)].toSorted((a, b) => b - a);
    add(kind, tasks, late.slice(0, times));
    progress.show(`${name}: ${kind}`);
  };
  const add = (kind: string, tasks: readonly LongTask[], painted: readonly number[]): void => {
    const known = kinds.get(kind) ?? { tasks: [], painted: [] };
    kinds.set(kind, known);
    known.tasks.push(...tasks.filter(({ costMs }) => costMs > LONG_TASK_MS));
    known.painted.push(...painted);
  };
  const ended = new AbortController();
  const refreshing = keepRefreshing(app, ended.signal);
  try {
    await setUndo(page, UNDO_SENT_MS);
    await approveFirst(page, act, BULK);
    await setUndo(page, UNDO_MS);
    await dayOf(app, act);
    await approveAll(page, act);
    // Also counts what follows the last act.
    await act('end of the day', () => Promise.resolve(), 0);
  } finally {
    ended.abort();
    await refreshing;
  }
}

/** Changes bills in the service and refreshes, until the signal. */
async function keepRefreshing(app: LaunchedApp, signal: AbortSignal): Promise<void> {
  const [organization] = await sandbox.control.organizations();
  if (organization === undefined) throw new Error('The sandbox has no organization.');
  const bills = await sandbox.control.bills({ organizationId: organization.id });
  for (let at = 0; !signal.aborted; at += CHANGED_BILLS) {
    for (const { id } of bills.slice(at, at + CHANGED_BILLS))
      await sandbox.control.changeBill({ billId: id, fields: { memo: `Changed ${at}` } });
    await app.chooseMenu('refresh');
    await sleep(REFRESH_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Costs of an act's tasks, and of each input until its painted frame. @param traced null to judge by elapsed time */
function costsOf(seen: readonly Observed[], traced: readonly ProcessorTask[] | null) {
  const inputs = seen.filter(({ kind }) => kind === 'input');
  if (traced === null) {
    const tasks = seen.filter(({ kind }) => kind === 'task');
    const elapsed = tasks.map((task): LongTask => ({ ...task, costMs: task.durationMs }));
    return { tasks: elapsed, painted: inputs.map(({ durationMs }) => durationMs) };
  }
  const times = values.slow ? TIMES_SLOWER : 1;
  const tasks = traced.map((task): LongTask => ({ ...task, costMs: task.processorMs * times }));
  const painted = inputs.map((input) =>
    tasks.reduce((sum, task) => sum + (isDuring(task, input) ? task.costMs : 0), 0),
  );
  return { tasks, painted: painted.map(Math.round) };
}

function isDuring(task: LongTask, input: Observed): boolean {
  const endMs = input.startMs + input.durationMs;
  return task.startMs < endMs && task.startMs + task.durationMs > input.startMs;
}

/** Plays the day in a fresh window with a profile. Returns the function behind each long task, with its kind of act. */
async function causesOfTasks(): Promise<readonly string[]> {
  const app = await launch();
  try {
    await app.page.evaluate(longTasksUntilIdle);
    await app.page.evaluate(observe);
    const kinds: Kinds = new Map();
    const profile = await startProfile(app.page);
    await playDay(app, kinds, 'profile');
    const long = [...kinds].flatMap(([kind, { tasks }]) => tasks.map((task) => ({ kind, task })));
    const names = await profile.name(long.map(({ task }) => task));
    const found = new Map<string, number>();
    for (const [at, { kind, task }] of long.entries()) {
      const line = `${kind}: ${names[at] ?? ''}`;
      found.set(line, Math.max(found.get(line) ?? 0, task.costMs));
    }
    return [...found]
      .toSorted(([, one], [, other]) => other - one)
      .map(([line, ms]) => `- ${Math.round(ms)} ms: ${line}`);
  } finally {
    await app.kill();
  }
}

function report(kinds: Kinds): void {
  const longestOf = ({ tasks }: Measured): number =>
    Math.max(0, ...tasks.map(({ costMs }) => costMs));
  const sorted = [...kinds].toSorted(([, one], [, other]) => longestOf(other) - longestOf(one));
  const lineOf = ([kind, measured]: readonly [string, Measured]): readonly string[] => [
    kind,
    String(measured.painted.length),
    longestOf(measured) === 0 ? `≤ ${LONG_TASK_MS}` : String(Math.round(longestOf(measured))),
    ...[0.5, 0.999].map((share) => String(quantile(measured.painted, share))),
  ];
  console.log(
    `${BILLS.toLocaleString('en')} bills, ${PAYABLE.toLocaleString('en')} payable; ${cpus().length} × ${cpus()[0]?.model}; load before: ${load.toFixed(1)}`,
  );
  const columns = ['act', 'times', 'longest task, ms', 'painted, median', '99.9 %'];
  console.log(tableOf(columns, sorted.slice(0, SHOWN_KINDS).map(lineOf)));
  const painted = [...kinds.values()].flatMap((each) => each.painted);
  const tasks = [...kinds.values()].reduce((sum, each) => sum + each.tasks.length, 0);
  const late = quantile(painted, 0.999);
  console.log(
    `\n${painted.length.toLocaleString('en')} acts: ${tasks} tasks over ${LONG_TASK_MS} ms; 99.9 % painted within ${late} ms.`,
  );
  const isLate = late > MAX_MS;
  process.exitCode = isLate || (tasks > 0 && !values.slow) ? 1 : 0;
}
