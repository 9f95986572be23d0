/**
 * `npm run bench:memory`: the page's objects in a heap snapshot, its compiled code, and the memory of all processes,
 * before and after many refreshes, opened bills and switches of organization. Each runs as often before as a warm-up,
 * because caches fill once. Fails when the objects grow by more than a megabyte. The engine compiles code as it gets
 * used, and drops it. `--refreshes N --opened N --switches N`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import ensureBuilt from '../dev/build.ts';
import { tableOf } from '../dev/markdown-table.ts';
import { createProgress } from '../dev/progress.ts';
import { connectedTo, expect, grid, readAll, signIn, statusBar } from '../tests/e2e/actions.ts';
import { launchApp } from '../tests/e2e/launch.ts';
import { startSandbox } from '../tests/e2e/sandbox.ts';
import { costs } from './idle/processes.ts';

const { values } = parseArgs({
  options: {
    refreshes: { type: 'string', default: '500' },
    opened: { type: 'string', default: '1000' },
    switches: { type: 'string', default: '200' },
  },
});
/** V8's heap snapshot: `node_fields.length` numbers for each node, and the names of types by their number. */
const snapshotSchema = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.array(z.union([z.string(), z.array(z.string())])),
    }),
  }),
  nodes: z.array(z.number()),
});
/** Sample companies of the service. */
const ORGANIZATIONS = 3;
const BYTES_PER_MB = 1_000_000;
const MAX_GROWTH_MB = 1;
/** Time limit, long enough that a busy machine fails no run. Milliseconds. */
const SLOWEST_MS = 180_000;
/** Time for a sync to begin, and for a view to be noted. Milliseconds. */
const BEGIN_MS = 50;

const kinds: Readonly<Record<string, (page: Page, at: number) => Promise<unknown>>> = {
  refreshes: async (page) => {
    await page.keyboard.press('r');
    await sleep(BEGIN_MS);
    await expect(statusBar(page)).toContainText('Synced', { timeout: SLOWEST_MS });
  },
  opened: async (page, at) => {
    // Back and forth, so that the list never ends, however many bills are opened.
    await page.keyboard.press(at % 200 < 100 ? 'j' : 'k');
    await sleep(BEGIN_MS);
  },
  switches: async (page, at) => {
    await page.getByRole('button', { name: /Organization/ }).click();
    await page
      .getByRole('option')
      .nth(at % ORGANIZATIONS)
      .click();
    await expect(grid(page)).toBeVisible();
  },
};

await ensureBuilt();
const progress = createProgress(process.stderr);
const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
const sandbox = await startSandbox({ 'requests-per-window': '1000000' });
const app = await launchApp(connectedTo(sandbox, { profileDir: join(folder, 'profile') }));
try {
  app.page.setDefaultTimeout(SLOWEST_MS);
  await signIn(app.page);
  await readAll(app, sandbox, { timeout: SLOWEST_MS });
  const rows: string[][] = [];
  for (const [kind, act] of Object.entries(kinds)) {
    const times = Number(values[kind as keyof typeof values]);
    await grid(app.page).focus();
    await repeat(kind, act, times);
    const before = await memoryOf(app.page);
    await grid(app.page).focus();
    await repeat(kind, act, times);
    const after = await memoryOf(app.page);
    const growthMb = after.objectsMb - before.objectsMb;
    const codeMb = after.codeMb - before.codeMb;
    rows.push([
      `${times} ${kind}`,
      ...[before.objectsMb, after.objectsMb, growthMb, codeMb].map((mb) => mb.toFixed(2)),
      ...[before.pssMb, after.pssMb].map((mb) => mb.toFixed(0)),
    ]);
    if (growthMb > MAX_GROWTH_MB) process.exitCode = 1;
  }
  progress.end();
  const columns = ['objects before, MB', 'after', 'growth', 'growth of code'];
  console.log(tableOf(['acts', ...columns, 'all processes before, MB', 'after'], rows));
} finally {
  await app.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function repeat(
  kind: string,
  act: (page: Page, at: number) => Promise<unknown>,
  times: number,
): Promise<void> {
  for (let at = 0; at < times; at++) {
    await act(app.page, at);
    progress.show(`${kind} ${at + 1} of ${times}`);
  }
}

/** Memory of the page after a collection, and of all processes (PSS; on Linux only). */
async function memoryOf(page: Page) {
  const bytes = await heapOf(page);
  const pssBytes =
    process.platform === 'linux'
      ? [...costs().values()].reduce((sum, each) => sum + each.pssBytes, 0)
      : 0;
  return {
    objectsMb: bytes.objects / BYTES_PER_MB,
    codeMb: bytes.code / BYTES_PER_MB,
    pssMb: pssBytes / BYTES_PER_MB,
  };
}

/** Bytes in a snapshot of the page's heap, which begins with a collection. */
async function heapOf(page: Page): Promise<{ readonly objects: number; readonly code: number }> {
  const devTools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devTools.detach();
  const { nodes, snapshot } = snapshotSchema.parse(JSON.parse(chunks.join('')));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const codeType = types[typeAt]?.indexOf('code');
  let [objects, code] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length) {
    const bytes = nodes[at + sizeAt] ?? 0;
    if (nodes[at + typeAt] === codeType) code += bytes;
    else objects += bytes;
  }
  return { objects, code };
}
