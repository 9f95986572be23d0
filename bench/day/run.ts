/**
 * `npm run bench:day`: a scripted day in the built app. It visits every screen, list, order, menu, dialog and export while
 * a sync runs, approves one by one and all at once, and prints for each kind of act its longest task and the time from
 * input to the painted frame, in the browser's own numbers. A last round names the function behind each task over 50 ms.
 * `--bills N --payable N --rounds N`. Measure on a quiet machine only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../dev/build.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { createProgress } from '../../dev/progress.ts';
import { connectedTo, readAll, setUndo, signIn } from '../../tests/e2e/actions.ts';
import { launchApp, type LaunchedApp } from '../../tests/e2e/launch.ts';
import { startSandbox } from '../../tests/e2e/sandbox.ts';
import { type Act, approveAll, dayOf } from './acts.ts';
import { observe, type Observed, settled, take } from './in-page.ts';
import { startProfile } from './profile.ts';

const { values } = parseArgs({
  options: {
    bills: { type: 'string', default: '100000' },
    payable: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
  },
});
const BILLS = Number(values.bills);
const PAYABLE = Math.min(BILLS, Number(values.payable));
const ROUNDS = Number(values.rounds);
const LONG_TASK_MS = 50;
/** Two frames, and the one that paints. */
const MOST_MS = 50;
/** Input events below this are not reported. */
const LEAST_MS = 16;
/** Time to undo all approvals, milliseconds. */
const UNDO_MS = 60_000;
/** A busy machine fails no run. Milliseconds. */
const SLOWEST_MS = 180_000;
const SHOWN_KINDS = 24;

/** All acts of one kind. Times are milliseconds. */
interface Measured {
  readonly tasks: Observed[];
  /** Time to the painted frame for each act with an input. */
  readonly painted: number[];
  acts: number;
}

// Function names stay readable.
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
  const app = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'profile') }));
  try {
    progress.show('reading the bills');
    await signIn(app.page);
    await readAll(app, sandbox);
    await setUndo(app.page, UNDO_MS);
    await measure(app);
  } finally {
    await app.kill();
  }
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(app: LaunchedApp): Promise<void> {
  const { page } = app;
  page.setDefaultTimeout(SLOWEST_MS);
  await page.evaluate(observe);
  const kinds = new Map<string, Measured>();
  let round = 'round 1';
  const act: Act = async (kind, work) => {
    await page.evaluate(settled);
    await page.evaluate(take);
    await work();
    await page.evaluate(settled);
    const seen = await page.evaluate(take);
    const known = kinds.get(kind) ?? { tasks: [], painted: [], acts: 0 };
    kinds.set(kind, known);
    known.acts += 1;
    known.tasks.push(...seen.filter((each) => each.kind === 'task'));
    const inputs = seen.filter((each) => each.kind === 'input');
    known.painted.push(Math.max(LEAST_MS, ...inputs.map(({ durationMs }) => durationMs)));
    progress.show(`${round}: ${kind}`);
  };
  for (let at = 1; at <= ROUNDS; at++) {
    round = `round ${at} of ${ROUNDS}`;
    await dayOf(app, act);
    await approveAll(page, act);
  }
  const measured = new Map(kinds);
  kinds.clear();
  const long = [...measured].filter(([, { tasks }]) => tasks.length > 0).map(([kind]) => kind);
  const causes = long.length === 0 ? [] : await causesOf(app, act, kinds);
  progress.end();
  report(measured, causes);
}

/** Repeats the day with a profile. Returns the function behind each long task, with its kind of act. */
async function causesOf(
  app: LaunchedApp,
  act: Act,
  kinds: ReadonlyMap<string, Measured>,
): Promise<readonly string[]> {
  const profile = await startProfile(app.page);
  await dayOf(app, act);
  await approveAll(app.page, act);
  const long = [...kinds].flatMap(([kind, { tasks }]) => tasks.map((task) => ({ kind, task })));
  const names = await profile.name(long.map(({ task }) => task));
  const found = new Map<string, number>();
  for (const [at, { kind, task }] of long.entries()) {
    const line = `${kind}: ${names[at] ?? ''}`;
    found.set(line, Math.max(found.get(line) ?? 0, task.durationMs));
  }
  return [...found]
    .toSorted(([, one], [, other]) => other - one)
    .map(([line, ms]) => `- ${Math.round(ms)} ms: ${line}`);
}

function report(kinds: ReadonlyMap<string, Measured>, causes: readonly string[]): void {
  const longestOf = ({ tasks }: Measured): number =>
    Math.max(0, ...tasks.map(({ durationMs }) => durationMs));
  const sorted = [...kinds].toSorted(([, one], [, other]) => longestOf(other) - longestOf(one));
  const lineOf = ([kind, measured]: readonly [string, Measured]): readonly string[] => [
    kind,
    String(measured.acts),
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
  if (causes.length > 0) console.log(causes.slice(0, 8).join('\n'));
  process.exitCode = tasks > 0 || late > MOST_MS ? 1 : 0;
}

function quantile(values_: readonly number[], share: number): number {
  const ascending = values_.toSorted((one, other) => one - other);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
}
