/**
 * `npm run bench:stores`: the same bills in Billfold's cache and index, and in other local stores, each in its
 * own Chromium: filled from pages of 50, opened by a new process up to the first rows, searched letter by
 * letter, and with one bill changed. Prints a table and one line of JSON, and fails when Billfold is slower in
 * a row. Arguments: `--bills N` (100,000), and parts of names, to run only those.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { build, type InlineConfig, preview } from 'vite';
import { findHeadlessHost } from '../../dev/hosts.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { installPeers, peerVersion } from '../../dev/reference-peers.ts';
import { sentBillSchema } from '../../src/contract/sent-items.ts';
import { generateCompany } from '../../src/sandbox/company/generate-company.ts';
import { joineryData } from '../../src/sandbox/company/seed-data.ts';
import type { StoreBench } from './peers/store.ts';

declare global {
  interface Window {
    readonly storeBench: StoreBench;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { bills: { type: 'string', default: '100000' } },
});
const BILLS = Number(values.bills);
const PAGE = 50;
const WORD = 'timber';
const CHANGES = 5;
/** A difference of less than a frame is invisible. */
const FRAME_MS = 17;
/** A store that takes longer for one step is reported as such. */
const MOST_MS = 300_000;
const BYTES_PER_MB = 1_000_000;

/** Measured values; less is better. */
const measures = [
  'fill, ms',
  'open to 50 rows, ms',
  'search, most of a letter, ms',
  'change to the screen, ms',
  'memory, MB',
  'disk, MB',
] as const;
type Figures = Readonly<Record<(typeof measures)[number], number | null>>;

const here = import.meta.dirname;
installPeers(here);
const version = (name: string): string => peerVersion(here, name);
const stores = [
  { name: 'Billfold', page: 'billfold', folder: 'testing' },
  { name: `TanStack DB ${version('@tanstack/db')}`, page: 'tanstack-db' },
  { name: `TanStack Query ${version('@tanstack/query-core')}`, page: 'tanstack-query' },
  { name: `RxDB ${version('rxdb')}`, page: 'rxdb' },
  { name: `PouchDB ${version('pouchdb-browser')}`, page: 'pouchdb' },
  { name: `wa-sqlite ${version('wa-sqlite')}`, page: 'sqlite' },
].filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));

const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
const figures = new Map<string, Figures>();
try {
  const served = await servePages();
  for (const { name, page } of stores) {
    figures.set(name, await measure(name, `${served.url}${page}`, join(folder, page)));
    console.error(JSON.stringify({ name, ...figures.get(name) }));
  }
  await served.close();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
report();

async function measure(name: string, url: string, profile: string): Promise<Figures> {
  const told: Record<string, number | null> = Object.fromEntries(
    measures.map((what) => [what, null]),
  );
  try {
    await withPage(profile, url, async (page) => {
      told['fill, ms'] = await within(page.evaluate(() => window.storeBench.fill()));
    });
    told['disk, MB'] = bytesUnder(profile) / BYTES_PER_MB;
    await withPage(profile, url, async (page) => {
      told['open to 50 rows, ms'] = await within(page.evaluate(() => window.storeBench.open()));
      const { times, found } = await within(
        page.evaluate((word) => window.storeBench.search(word), WORD),
      );
      if (found === 0) throw new Error(`${WORD} is not found`);
      told['search, most of a letter, ms'] = Math.max(...times);
      const changes = await within(
        page.evaluate((count) => window.storeBench.change(count), CHANGES),
      );
      told['change to the screen, ms'] = changes.toSorted((a, b) => a - b)[CHANGES >> 1] ?? null;
      told['memory, MB'] = await memoryOf(page);
    });
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return told as Figures;
}

async function withPage(
  profile: string,
  url: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const host = findHeadlessHost();
  if (host === null) throw new Error('No Chromium was found: run npm run setup.');
  const args = ['--enable-blink-features=ForceEagerMeasureMemory'];
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: host.program,
    env: { ...process.env, ...host.env },
    args,
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(`  ${error.message}`));
    await page.goto(url);
    await use(page);
  } finally {
    await browser.close();
  }
}

/** Memory of the page and its workers, after a garbage collection. */
async function memoryOf(page: Page): Promise<number> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('HeapProfiler.collectGarbage');
  const bytes = await page.evaluate(async () => {
    const { measureUserAgentSpecificMemory: measured } = performance as unknown as {
      measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
    };
    return (await measured.call(performance)).bytes;
  });
  return bytes / BYTES_PER_MB;
}

async function within<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${MOST_MS / 1000} s`)), MOST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Size of the pages' databases and private files. */
function bytesUnder(profile: string): number {
  return ['IndexedDB', 'File System'].reduce(
    (sum, kind) => sum + bytesOf(join(profile, 'Default', kind)),
    0,
  );
}

function bytesOf(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

/** Serves the stores' pages, and the bills as the service lists them, parsed. */
async function servePages(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { bills: sent } = generateCompany({
    seed: BILLS,
    name: 'Alder & Finch Joinery',
    currency: 'USD',
    data: joineryData,
    bills: BILLS,
    payableShare: 1,
    today: new Date().toISOString().slice(0, 10),
  });
  const bills = sent.map((bill) => sentBillSchema.parse(bill));
  const pages = Array.from({ length: Math.ceil(bills.length / PAGE) }, (_, at) =>
    JSON.stringify(bills.slice(at * PAGE, (at + 1) * PAGE)),
  );
  const names = stores.map(({ page }) => page);
  const config: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root: join(here, 'peers'),
    worker: { format: 'es' },
    // PouchDB imports Node's `events`. The slash selects the package of that name.
    resolve: { alias: { events: 'events/' } },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    plugins: [
      {
        name: 'pages',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            // Chromium reports memory only to a page that shares its process with no other origin.
            response.setHeader('cross-origin-opener-policy', 'same-origin');
            response.setHeader('cross-origin-embedder-policy', 'require-corp');
            const [, kind = '', number] = (request.url ?? '').split('/');
            if (kind === 'bills') {
              response.setHeader('content-type', 'application/json');
              response.end(pages[Number(number)] ?? '[]');
            } else if (names.includes(kind)) {
              response.setHeader('content-type', 'text/html');
              response.end(`<!doctype html><script type="module" src="/${kind}.js"></script>`);
            } else next();
          });
        },
      },
    ],
    preview: { host: '127.0.0.1', port: 0 },
    build: {
      outDir: join(folder, 'pages'),
      chunkSizeWarningLimit: 5_000,
      rollupOptions: {
        input: Object.fromEntries(
          stores.map(({ page, folder: from = 'peers' }) => [page, join(here, from, `${page}.ts`)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  };
  await build(config);
  const server = await preview(config);
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}

function report(): void {
  const ours = figures.get('Billfold');
  const behind: string[] = [];
  const lines = [...figures].map(([name, told]) => [
    name,
    ...measures.map((what) => {
      const [figure, own] = [told[what], ours?.[what] ?? null];
      if (figure === null) return '–';
      const shown = figure < 10 ? figure.toFixed(1) : String(Math.round(figure));
      if (name === 'Billfold' || own === null) return shown;
      const least = what.endsWith(', ms') ? own - FRAME_MS : own;
      if (figure < least) behind.push(`${what}: ${name}`);
      return `${shown} (${(figure / own).toFixed(1)} ×)`;
    }),
  ]);
  console.log(tableOf(['store', ...measures], lines));
  for (const line of behind) console.log(`Billfold is behind: ${line}`);
  console.log(JSON.stringify({ bills: BILLS, behind, stores: Object.fromEntries(figures) }));
  process.exitCode = behind.length > 0 || ours === undefined ? 1 : 0;
}
