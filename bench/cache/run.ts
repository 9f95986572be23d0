/**
 * `npm run bench -- --only cache`: 100,000 bills put into the sealed cache page by page, the cache opened,
 * everything read. The floor is the same text in bare records of the same browser. Prints a table and one
 * line of JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview, type InlineConfig } from 'vite';
import { findChromium } from '../../dev/chromium-path.ts';
import { generateCompany } from '../../src/sandbox/company/generate-company.ts';
import { joineryData } from '../../src/sandbox/company/seed-data.ts';
import { type BenchRow, tableOfRows } from '../rows.ts';
import type { CacheBench } from './testing/page.ts';

declare global {
  interface Window {
    readonly cacheBench: CacheBench;
  }
}

const BILLS = Number(process.argv[2] ?? 100_000);
const AT_A_TIME = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'billfold-bench-'));
const rows = await measure().finally(() => rmSync(folder, { recursive: true, force: true }));
console.log(tableOfRows(rows));
console.log(JSON.stringify({ rows }));

async function measure(): Promise<readonly BenchRow[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium is installed; set CHROMIUM_PATH.');
  const served = await serve();
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
  });
  try {
    const page = await browser.newPage();
    await page.goto(served.url);
    return await measureIn(page);
  } finally {
    await browser.close();
    await served.close();
  }
}

async function measureIn(page: Page): Promise<readonly BenchRow[]> {
  const { bills } = generateCompany({
    seed: BILLS,
    name: 'Alder & Finch Joinery',
    currency: 'USD',
    data: joineryData,
    bills: BILLS,
    payableShare: 1,
    today: new Date().toISOString().slice(0, 10),
  });
  let putMs = 0;
  const floor = { putMs: 0, readMs: 0 };
  for (let from = 0; from < bills.length; from += AT_A_TIME) {
    const some = bills.slice(from, from + AT_A_TIME);
    const isLast = from + AT_A_TIME >= bills.length;
    putMs += await page.evaluate(([each, last]) => window.cacheBench.put(each, last), [
      some,
      isLast,
    ] as const);
    const bare = await page.evaluate((each) => window.cacheBench.floor(each), some);
    floor.putMs += bare.putMs;
    floor.readMs += bare.readMs;
  }
  const read = await page.evaluate(() => window.cacheBench.read());
  if (read.bills !== bills.length) throw new Error(`${read.bills} of ${bills.length} were read`);
  return [
    told('put', putMs, floor.putMs),
    told('open to the first payable bills', read.firstMs, null),
    told('open and read all', read.allMs, floor.readMs),
  ];
}

function told(what: string, figure: number, floor: number | null): BenchRow {
  return { what: `cache: ${what}`, unit: 'ms', figure, goal: null, floor };
}

async function serve(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const config: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'testing'),
    plugins: [
      {
        name: 'page',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            if (request.url !== '/') return next();
            response.setHeader('content-type', 'text/html');
            response.end('<!doctype html><script type="module" src="/page.js"></script>');
          });
        },
      },
    ],
    preview: { host: '127.0.0.1', port: 0 },
    build: {
      outDir: join(folder, 'page'),
      rollupOptions: {
        input: { page: join(import.meta.dirname, 'testing', 'page.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  };
  await build(config);
  const server = await preview(config);
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
