import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { UpdateState } from '../src/bridge/updates.ts';
import {
  applyUpdateEvent,
  type UpdateEventName,
  type UpdateEvents,
} from '../src/main/updates/update-table.ts';
import type { BillCache } from '../src/renderer/core/mirror/bill-cache.ts';
import { crawl as crawled, openTestCache } from '../src/renderer/core/testing/test-cache.ts';
import type { CrawlRow } from '../src/renderer/core/mirror/cache-database.ts';
import { MAX_RESTARTS, type CrawlStore } from '../src/renderer/core/mirror/crawl-store.ts';
import { chainsOf, isInFront } from '../src/renderer/core/mirror/crawl-walk.ts';
import { connectionTable } from '../src/renderer/core/connection/connection.ts';
import { approvalTable } from '../src/renderer/core/outbox/approval-table.ts';
import { aBill } from '../src/renderer/core/testing/fake-bridge.ts';

const read = (path: string): string =>
  readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');
const document = read('docs/architecture.md');

/** Arrows of the document's diagram. Expects the same diagram at the head of the file. */
function arrowsUnder(heading: string, file: string): string[] {
  const [, section = ''] = document.split(`## ${heading}\n`);
  const arrows = arrowsOf(section);
  expect(arrowsAtHead(file)).toEqual(arrows);
  return arrows.toSorted();
}

function arrowsAtHead(file: string): string[] {
  return arrowsOf(read(file).replaceAll(/^ \* ?/gm, ''));
}

/** Arrows of the first diagram in a text, one line per event: "from event to". */
function arrowsOf(text: string): string[] {
  const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(text) ?? [];
  return diagram.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [, from = '', to = '', events] = /^ {2}(\S+) --> (\S+?)(?:: (.+))?$/.exec(line) ?? [];
    if (from === '') throw new Error(`not an arrow: ${line}`);
    return (events ?? 'none').split(', ').map((event) => `${from} ${event} ${to}`);
  });
}

/** Arrows of a table: state → event → next state, null where the event is refused. */
function arrowsOfTable(table: Record<string, Record<string, string | null>>): string[] {
  return Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([event, to]) => (to === null ? [] : [`${from} ${event} ${to}`])),
  );
}

test('the diagrams of an approval equal its table', () => {
  const ends = ['confirmed none [*]', 'withdrawn none [*]'];
  expect(
    arrowsUnder('The states of an approval', 'src/renderer/core/outbox/approval-table.ts'),
  ).toEqual(['[*] none held', ...arrowsOfTable(approvalTable), ...ends].toSorted());
});

test('the diagram of the connection equals its table', () => {
  expect(arrowsAtHead('src/renderer/core/connection/connection.ts')).toEqual([
    '[*] none closed',
    ...arrowsOfTable(connectionTable),
  ]);
});

const release = { version: '2.0.0', notes: [], page: 'https://billfold.example' };
/** A state of each kind, with the result of each event. */
const updateStates: readonly UpdateState[] = [
  { kind: 'off', why: 'setting' },
  { kind: 'idle', checkedAtMs: null, problem: null },
  { kind: 'checking' },
  { kind: 'available', release },
  { kind: 'downloading', release, part: 0 },
  { kind: 'ready', release, atQuit: false },
  { kind: 'installing', release },
  { kind: 'failed', version: '2.0.0', problem: 'badFile', isNews: true },
];
const updateEvents: UpdateEvents = {
  switchOff: 'policy',
  switchOn: null,
  check: null,
  nothingNewer: { atMs: 1 },
  checkFailed: { atMs: 1, problem: 'unreachable' },
  offer: release,
  download: release,
  progress: 0.5,
  downloaded: null,
  pulled: null,
  agree: true,
  install: null,
  fail: { version: '2.0.0', problem: 'noRoom', isNews: false },
};

test('the diagrams of an update equal its table', () => {
  const names = Object.keys(updateEvents) as UpdateEventName[];
  const changes = updateStates.flatMap((from) =>
    names.flatMap((name) => {
      const to = applyUpdateEvent(from, name, updateEvents[name]);
      return to === from ? [] : [`${from.kind} ${name} ${to.kind}`];
    }),
  );
  expect(arrowsUnder('The states of an update', 'src/main/updates/update-table.ts')).toEqual(
    changes.toSorted(),
  );
});

const key = { organizationId: 'acme', group: 'payable' } as const;
const [firstChain = ''] = chainsOf.payable;
const lastChain = chainsOf.payable.at(-1) ?? '';

function stateOf(crawl: CrawlRow | null): string {
  if (!crawl?.running) return crawl?.completed ? 'idle' : 'unread';
  if (isInFront(crawl.running)) return 'front';
  if (crawl.running.cuts.length > 0) return 'cutShort';
  return crawl.running.pages === 0 ? 'begun' : 'reading';
}

async function crawlOf(cache: BillCache): Promise<CrawlRow | null> {
  const crawls = await cache.readCrawls();
  return crawls.find(({ group }) => group === key.group) ?? null;
}

type Commit = Awaited<ReturnType<CrawlStore['commitPages']>>;

/** Stores the page that the crawl expects; without a crawl, a page of an earlier one. */
async function commit(
  cache: BillCache,
  { next, cutShort }: { readonly next: string | null; readonly cutShort: boolean },
): Promise<Commit> {
  const running = (await crawlOf(cache))?.running;
  const { generation, status, after } = running ?? {
    generation: 1,
    status: lastChain,
    after: null,
  };
  const asked = { generation, status, after, seenAtMs: 1, askedMs: 1, listedMs: 1, run: 'run' };
  const why = cutShort ? ('noCursor' as const) : null;
  const page = { items: [], malformed: [], nextCursor: next, cutShort: why, isCached: false };
  return cache.commitPages([{ ...key, ...asked, page }]);
}

/** Applies each event to a crawl. Returns false if the crawl does not accept it. */
const events: Record<string, (cache: BillCache) => Promise<boolean>> = {
  begin: async (cache) => (await cache.beginCrawl(key, 1, 1)) !== null,
  page: async (cache) => (await commit(cache, { next: 'next', cutShort: false })) !== null,
  cutShort: async (cache) => (await commit(cache, { next: null, cutShort: true })) !== null,
  lastPage: async (cache) => {
    // A crawl that has read nothing is not in its last chain.
    const from = stateOf(await crawlOf(cache));
    if (from === 'begun') return false;
    let page: Commit;
    do page = await commit(cache, { next: null, cutShort: false });
    while (page?.isComplete === false && (from !== 'front' || stateOf(page.crawl) === from));
    return page !== null;
  },
  refused: async (cache) => refuse(cache, 1),
  refusedAgain: async (cache) => refuse(cache, MAX_RESTARTS + 1),
};

async function refuse(cache: BillCache, times: number): Promise<boolean> {
  let isTaken = false;
  for (let each = 0; each < times; each++) {
    const generation = (await crawlOf(cache))?.running?.generation ?? 1;
    isTaken = (await cache.restartChain(key, generation)) !== null;
  }
  return isTaken;
}

/** Events that lead to each state, starting after one complete crawl unless they say otherwise. */
const ways: Record<string, readonly string[]> = {
  unread: [],
  front: ['begin', 'page'],
  idle: [],
  begun: ['begin'],
  reading: ['begin', 'page'],
  cutShort: ['begin', 'cutShort'],
};
const neverCrawled: readonly string[] = ['unread', 'front'];

async function arrowFrom(from: string, event: string): Promise<string[]> {
  const cache = await openTestCache();
  try {
    if (!neverCrawled.includes(from)) await crawled(cache, key.group, [{}, {}, {}]);
    // A bill from an earlier crawl, which only a sweep removes.
    await fill(cache);
    for (const each of ways[from] ?? []) await events[each]?.(cache);
    expect(stateOf(await crawlOf(cache))).toBe(from);
    if ((await events[event]?.(cache)) !== true) return [];
    const isSwept = (await cache.readBills([{ organizationId: 'acme', billId: 'old' }])).size === 0;
    return [`${from} ${event}${isSwept ? ' and sweep' : ''} ${stateOf(await crawlOf(cache))}`];
  } finally {
    cache.close();
  }
}

async function fill(cache: BillCache): Promise<void> {
  const times = { seenAtMs: 1, askedMs: 1, listedMs: 1 };
  const place = { status: firstChain, after: null, ...times, run: 'run' };
  await cache.commitReread({ organizationId: 'acme', ...place, items: [aBill('old')] });
}

test('the diagrams of a crawl equal the store’s behavior', async () => {
  const walked: string[] = [];
  for (const from of Object.keys(ways))
    for (const event of Object.keys(events)) walked.push(...(await arrowFrom(from, event)));
  expect(arrowsUnder('The states of a crawl', 'src/renderer/core/mirror/crawl-walk.ts')).toEqual(
    ['[*] none unread', ...walked].toSorted(),
  );
});

/** Rows of the table "From a click to the service", in order. */
function clickRows(): readonly { readonly file: string; readonly mark: string | undefined }[] {
  const [, section = ''] = document.split('## From a click to the service\n');
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| *\d+ *\| `(\S+)` *\| (?:_(\w+)_)?/gm)].map(
    ([, path = '', mark]) => ({
      file: /^(core|kit|screens)\//.test(path) ? `src/renderer/${path}` : `src/${path}`,
      mark,
    }),
  );
}

function importsOf(file: string): readonly string[] {
  return [...read(file).matchAll(/ from '(\..+?)';/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
}

test('each file on the way from a click to the service is joined to another row above it or next to it', () => {
  const rows = clickRows();
  const imports = new Map(rows.map(({ file }) => [file, importsOf(file)]));
  const isJoined = (one: string, other: string): boolean =>
    imports.get(one)?.includes(other) === true || imports.get(other)?.includes(one) === true;
  const alone = rows.filter(
    ({ file, mark }, at) =>
      mark !== 'Bridge' && !rows.slice(0, at + 2).some((row) => isJoined(row.file, file)),
  );
  expect(rows.length).toBeGreaterThan(30);
  expect(alone).toEqual([]);
});
