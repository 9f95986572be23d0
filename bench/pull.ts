/**
 * The first pull and a refresh in the built app, with a service that answers in 20 ms, compared with a loop
 * that requests the same pages and drops them. Both are timed from the first page requested. Argument: number
 * of bills, by default 50,000.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { createSystemClock } from '../src/base/system-clock.ts';
import ensureBuilt from '../dev/build.ts';
import { connectedTo, readAll, readNow, signIn, statusBar } from '../tests/e2e/actions.ts';
import { launchApp } from '../tests/e2e/launch.ts';
import { type RunningSandbox, startSandbox } from '../tests/e2e/sandbox.ts';
import { timeBarePull } from './review/bare.ts';
import { type BenchRow, tableOfRows } from './rows.ts';

const BILLS = Number(process.argv[2] ?? 50_000);
const ANSWER_MS = 20;
const CHANGED_PART = 0.01;
const MAX_OF_BARE = 1.3;
const MAX_DELAY_MS = 10;
const BILLS_PATH = '/api/v1/bills';

const clock = createSystemClock();

await ensureBuilt();
const load = loadavg()[0] ?? 0;
const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
const sandbox = await startSandbox({
  bills: String(BILLS),
  'payable-share': '1',
  'requests-per-window': '1000000',
});
try {
  await sandbox.control.addFault({
    match: { method: 'GET' },
    fault: { kind: 'latency', delayMs: ANSWER_MS },
  });
  const bareMs = await timeBarePull(sandbox);
  console.error(`a bare loop: ${Math.round(bareMs)} ms`);
  const rows = await measure(bareMs);
  console.log(tableOfRows(rows));
  console.log(`\nLoad of the machine before: ${load.toFixed(1)}`);
  console.log(JSON.stringify({ load, rows }));
} finally {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(bareMs: number): Promise<readonly BenchRow[]> {
  const delays = join(folder, 'delays.json');
  const watch = pathToFileURL(resolve(import.meta.dirname, 'review/event-loop.ts')).href;
  const app = await launchApp(
    connectedTo(sandbox, {
      profileDir: join(folder, 'profile'),
      env: { NODE_OPTIONS: `--import ${watch}`, BENCH_DELAYS: delays },
    }),
  );
  let pull: Span;
  let refresh: Span;
  let written: Written;
  try {
    pull = await timeReading(
      async () => signIn(app.page),
      () => showsAll(app.page),
    );
    console.error(`first pull: ${Math.round(pull.toMs - pull.fromMs)} ms`);
    await readAll(app, sandbox);
    await changeSome(sandbox);
    await countWrites(app.page);
    refresh = await timeReading(
      async () => readNow(app.page),
      async () => ((await statusBar(app.page).textContent()) ?? '').includes('Synced'),
    );
    console.error(`refresh: ${Math.round(refresh.toMs - refresh.fromMs)} ms`);
    written = await app.page.evaluate(() => (window as never as { written: Written }).written);
  } finally {
    await app.close();
  }
  const ms = (what: string, figure: number): BenchRow => {
    return { what, unit: 'ms', figure, goal: bareMs * MAX_OF_BARE, floor: bareMs };
  };
  const pages = Math.ceil(BILLS / 50);
  return [
    ms('first pull, answers in 20 ms', pull.toMs - pull.fromMs),
    ms('refresh of 1 %, answers in 20 ms', refresh.toMs - refresh.fromMs),
    {
      ...{ what: 'pages the refresh has sealed anew', unit: '' as const, floor: null },
      ...{ figure: written.pages, goal: BILLS * CHANGED_PART },
    },
    {
      ...{ what: 'pages for each transaction of the refresh', unit: '' as const, floor: null },
      ...{ figure: pages / Math.max(1, written.transactions), goal: null },
    },
    {
      ...{ what: 'main’s event loop, delay in the pull, 99 %', unit: 'ms' as const, floor: null },
      ...{ figure: delayIn(delays, pull), goal: MAX_DELAY_MS },
    },
  ];
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Written {
  readonly pages: number;
  readonly heads: number;
  readonly transactions: number;
}

/** Milliseconds from the first page requested until `isDone` returns true. */
async function timeReading(
  begin: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<Span> {
  const before = (await sandbox.control.ledger()).requestCount;
  await begin();
  const first = async (): Promise<number | null> => {
    const { requests } = await sandbox.control.ledger();
    const asked = requests.find(({ number, path }) => number > before && path === BILLS_PATH);
    return asked?.atMs ?? null;
  };
  let fromMs = await first();
  while (fromMs === null) {
    await clock.sleep(20);
    fromMs = await first();
  }
  while (!(await isDone())) await clock.sleep(20);
  return { fromMs, toMs: clock.nowMs() };
}

async function showsAll(page: Page): Promise<boolean> {
  const said = await page.locator('.list-header__count').textContent();
  return said === `${BILLS.toLocaleString('en-US')} bills`;
}

async function changeSome({ control }: RunningSandbox): Promise<void> {
  const [organization] = await control.organizations();
  const bills = await control.bills({ organizationId: organization?.id ?? '' });
  const every = Math.round(1 / CHANGED_PART);
  for (let at = 0; at < bills.length; at += every) {
    await control.changeBill({ billId: bills[at]?.id ?? '', fields: { memo: `Changed ${at}` } });
  }
}

async function countWrites(page: Page): Promise<void> {
  await page.evaluate(() => {
    const written = { pages: 0, heads: 0, transactions: 0 };
    Object.assign(window, { written });
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function counted(...given) {
      if (this.name === 'pages') written.pages++;
      if (this.name === 'heads') written.heads++;
      if (this.name === 'facts') written.transactions++;
      return put.apply(this, given);
    };
  });
}

function delayIn(file: string, { fromMs, toMs }: Span): number {
  const samples = JSON.parse(readFileSync(file, 'utf8')) as [number, number][];
  const within = samples.filter(([atMs]) => atMs >= fromMs && atMs <= toMs).map(([, ms]) => ms);
  const sorted = within.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
