/**
 * `npm run bench:review`: how long the review list takes from a key to the screen with 100 and with
 * 100,000 bills to review, in the built app and offline. The small list is the floor: what the machine,
 * the browser and the disk take whatever the list holds. Prints the medians, their ratio, and one line
 * of JSON; fails when search or approval miss their target and the machine is quiet.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ensureBuilt } from '../../dev/build.ts';
import { connectedTo, goOffline, grid, readAll, signIn } from '../../tests/e2e/actions.ts';
import { launchApp } from '../../tests/e2e/launch.ts';
import { startSandbox } from '../../tests/e2e/sandbox.ts';
import { fillCache } from './fill-cache.ts';
import {
  timeChoosing,
  timeKey,
  timeOpening,
  timeScrolling,
  timeTyping,
  untilIdle,
} from './in-page.ts';

// Another size can be given, to look at one list alone.
const SIZES = process.argv[2] ? [100, Number(process.argv[2])] : [100, 100_000];
const TARGET_MS = 100;
/** Above this other work of the machine is measured too. */
const QUIET_LOAD = 1.5;
const WORD = 'timber';
const APPROVALS = 12;
const MOVES = 20;
const SCROLLS = 24;

type Times = Readonly<Record<string, readonly number[]>>;

await ensureBuilt();
const load = loadavg()[0] ?? 0;
const measured = new Map<number, Times>();
for (const size of SIZES) measured.set(size, await measureList(size));
report(measured);

async function measureList(bills: number): Promise<Times> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
  const sandbox = await startSandbox({ bills: '100' });
  const app = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'profile') }));
  try {
    const { page } = app;
    await signIn(page);
    await readAll(app, sandbox);
    await goOffline(page, sandbox);
    const today = new Date().toISOString().slice(0, 10);
    return await measure(page, await fillCache(page, bills, today));
  } finally {
    await app.kill();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(page: Page, bills: number): Promise<Times> {
  const opening = [];
  for (let at = 0; at < 3; at++) {
    await page.reload();
    opening.push(await page.evaluate(timeOpening));
    await untilComplete(page, bills);
  }
  await grid(page).focus();
  await page.keyboard.press('Home');
  const moving = await page.evaluate(timeKey, { key: 'j', times: MOVES });
  const approving = await page.evaluate(timeKey, { key: 'a', times: APPROVALS });
  const scrolling = await page.evaluate(timeScrolling, SCROLLS);
  const typing = await page.evaluate(timeTyping, WORD);
  const sorting = [];
  for (const words of ['Amount due', 'Vendor', 'Age', 'Due date']) {
    await page.getByRole('button', { name: /^Sort and group/ }).click();
    await page.getByRole('menu').waitFor();
    sorting.push(await page.evaluate(timeChoosing, words));
  }
  return {
    'open to first bill': opening,
    'move (j)': moving,
    'approve (a)': approving,
    'search, per letter': typing,
    'scroll anywhere': scrolling,
    'sort and group': sorting,
  };
}

/** Every bill has been read from the disk, and nothing else goes on. */
async function untilComplete(page: Page, bills: number): Promise<void> {
  await expect(page.locator('.list-header__count')).toHaveText(
    `${bills.toLocaleString('en-US')} bills`,
    { timeout: 60_000 },
  );
  await page.evaluate(untilIdle);
}

function report(all: ReadonlyMap<number, Times>): void {
  const [small, large] = SIZES.map((size) => all.get(size) ?? {});
  const rows = Object.keys(large ?? {}).map((what) => {
    const floorMs = median(small?.[what] ?? []);
    const medianMs = median(large?.[what] ?? []);
    const worstMs = Math.max(...(large?.[what] ?? []));
    return { what, floorMs, medianMs, worstMs, ratio: medianMs / floorMs };
  });
  console.table(
    Object.fromEntries(
      rows.map(({ what, floorMs, medianMs, worstMs, ratio }) => [
        what,
        {
          '100 bills, ms': Math.round(floorMs),
          '100,000 bills, ms': Math.round(medianMs),
          'worst, ms': Math.round(worstMs),
          ratio: Number(ratio.toFixed(1)),
        },
      ]),
    ),
  );
  const missed = rows.filter(
    ({ what, medianMs }) => /^(search|approve)/.test(what) && medianMs > TARGET_MS,
  );
  const isQuiet = load < QUIET_LOAD;
  console.log(`Load of the machine before: ${load.toFixed(1)}${isQuiet ? '' : ', not quiet'}`);
  console.log(
    JSON.stringify({ load, targetMs: TARGET_MS, missed: missed.map(({ what }) => what), rows }),
  );
  process.exitCode = isQuiet && missed.length > 0 ? 1 : 0;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
