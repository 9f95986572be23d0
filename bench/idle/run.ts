/**
 * `npm run bench:idle`: the cost of Billfold while nothing happens, in real Electron, beside a bare window of one line of
 * HTML, visible and minimized. It counts for `--seconds N`, from `--after N` seconds after the last request of the sync
 * at the start, with `--bills N` (may be repeated). Prints processor time, context switches, wake-ups, bytes written,
 * memory and requests of each process. For Linux, on a quiet machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runWithElectron } from '../../dev/e2e-electron.ts';
import { OLDER_RUNTIME_VARIABLE } from '../../dev/electron-path.ts';
import { findTestElectron } from '../../dev/hosts.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { createProgress } from '../../dev/progress.ts';
import { connectedTo, readAll, signIn } from '../../tests/e2e/actions.ts';
import { environmentFor, launchApp } from '../../tests/e2e/launch.ts';
import { type RunningSandbox, startSandbox } from '../../tests/e2e/sandbox.ts';
import { added, between, type Cost, costs, nothing } from './processes.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    after: { type: 'string', default: '0' },
    bills: { type: 'string', multiple: true, default: ['2400', '100000'] },
  },
});
const SECONDS = Number(values.seconds);
/** A sync counts as over after this time without a request; a window also gets it to become idle. Milliseconds. */
const QUIET_MS = 20_000;
/**
 * Time limit, long enough that a busy machine fails no run; a sync that never ends is measured as it is. Milliseconds.
 */
const SLOWEST_MS = 900_000;
const MB = 1_000_000;
const progress = createProgress(process.stderr);

/** A row of the table, in the order of its columns. */
type Row = readonly string[];

if (process.env[OLDER_RUNTIME_VARIABLE] === undefined) {
  const missed = await runWithElectron([process.execPath, ...process.argv.slice(1)]);
  if (missed !== null) console.log(`Idle windows are not measured here: ${missed}.`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-idle-'));
  try {
    const rows = await measureBare(join(folder, 'bare'));
    for (const bills of values.bills)
      rows.push(...(await measureBillfold(bills, join(folder, bills))));
    progress.end();
    const columns = [
      'CPU ms/min',
      'switches/s',
      'wake-ups/s',
      'written, KB',
      'PSS, MB',
      'requests',
    ];
    console.log(tableOf([`${SECONDS} s`, 'process', ...columns], rows));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One line of HTML, in a main process of a few lines. */
async function measureBare(folder: string): Promise<Row[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "bare", "version": "0.0.0", "main": "bare.cjs" }',
  );
  writeFileSync(
    join(folder, 'bare.cjs'),
    `const { app, BrowserWindow } = require('electron');
     app.setPath('userData', __dirname);
     void app.whenReady().then(() =>
       new BrowserWindow({ width: 1280, height: 800 }).loadURL('data:text/html,<p>One line</p>'));`,
  );
  return idle('bare', folder, { ...process.env }, async () => 0);
}

async function measureBillfold(bills: string, profileDir: string): Promise<Row[]> {
  const sandbox = await startSandbox({ bills, 'requests-per-window': '1000000' });
  try {
    progress.show(`reading ${bills} bills`);
    const options = connectedTo(sandbox, { profileDir });
    const app = await launchApp(options);
    app.page.setDefaultTimeout(SLOWEST_MS);
    await signIn(app.page);
    await readAll(app, sandbox, { timeout: SLOWEST_MS });
    await app.close();
    const { app: folder } = electron();
    return await idle(`${bills} bills`, folder, environmentFor(options, profileDir), () =>
      requestsOf(sandbox),
    );
  } finally {
    await sandbox.close();
  }
}

/**
 * Starts the app without a debugger, which would keep its page visible, and measures it visible, then minimized.
 * @param requests answers with the number of requests so far
 */
async function idle(
  name: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  requests: () => Promise<number>,
): Promise<Row[]> {
  const minimize = resolve(import.meta.dirname, 'minimize.cjs');
  const main = spawn(electron().program, ['-r', minimize, folder], {
    env,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = once(main, 'exit');
  try {
    await untilQuiet(requests);
    await sleep(Number(values.after) * 1_000);
    const rows: Row[] = [];
    for (const state of ['visible', 'minimized']) {
      progress.show(`${name}, ${state}`);
      rows.push(...(await measure(`${name}, ${state}`, requests)));
      main.kill('SIGUSR2');
      await sleep(QUIET_MS);
    }
    return rows;
  } finally {
    main.kill('SIGKILL');
    await ended;
  }
}

async function measure(name: string, requests: () => Promise<number>): Promise<Row[]> {
  const [before, requestsBefore, begunMs] = [costs(), await requests(), performance.now()];
  await sleep(SECONDS * 1_000);
  const seconds = (performance.now() - begunMs) / 1_000;
  const spent = [...costs()].map(
    ([kind, after]) => [kind, between(before.get(kind) ?? nothing, after)] as const,
  );
  const sum = spent.reduce((all, [, each]) => added(all, each, 1), nothing);
  const cells = ({ cpuMs, switches, wakeUps, writtenBytes, pssBytes }: Cost): Row => [
    ((cpuMs / seconds) * 60).toFixed(0),
    (switches / seconds).toFixed(2),
    (wakeUps / seconds).toFixed(2),
    (writtenBytes / 1_000).toFixed(0),
    (pssBytes / MB).toFixed(0),
  ];
  return [
    [`**${name}**`, 'all', ...cells(sum), String((await requests()) - requestsBefore)],
    ...spent
      .filter(([, { switches }]) => switches > 0)
      .map(([kind, each]): Row => ['', kind, ...cells(each), '']),
  ];
}

async function untilQuiet(requests: () => Promise<number>): Promise<void> {
  const begunMs = performance.now();
  let [before, now] = [-1, await requests()];
  while (now !== before && performance.now() - begunMs < SLOWEST_MS) {
    await sleep(QUIET_MS);
    [before, now] = [now, await requests()];
  }
}

async function requestsOf({ control }: RunningSandbox): Promise<number> {
  return (await control.ledger()).requests.length;
}

function electron() {
  const host = findTestElectron();
  if (host === null) throw new Error('Real Electron is not there.');
  return host;
}
