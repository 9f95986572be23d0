import { openJson, type Cipher, type SealedPlace } from '../cipher.ts';
import type { CacheDatabase, Head } from './cache-database.ts';
import type { Catalog } from './page-catalog.ts';

/** A page to write: its head without number, and its items, each id once. */
export interface NewPage {
  readonly head: Omit<Head, 'seq'>;
  readonly items: readonly Item[];
  readonly malformed: readonly unknown[];
}

export interface Item {
  readonly id: string;
}

export interface OpenPage {
  readonly head: Head;
  /** Items as they were sealed, without those that have left the page. */
  readonly items: readonly Item[];
  readonly malformed: readonly unknown[];
}

/** Pages on disk, and their key. */
interface Disk {
  readonly database: CacheDatabase;
  readonly cipher: Cipher;
  readonly catalog: Catalog;
}

/**
 * Place for which the page is sealed. A page that was moved to another place, or got another head, does not open.
 * Numbers are never reused.
 */
function placeOf({ organizationId, kind, seq }: Head): SealedPlace {
  return [organizationId, kind, seq];
}

/** A page as written to disk; `sealed` is null if its items are on disk unchanged. */
export interface WrittenPage {
  readonly head: Head;
  readonly sealed: Uint8Array | null;
}

/**
 * Seals pages that are not on disk yet.
 * @param seq number of the first page; the others follow
 */
export async function sealPages(
  disk: Disk,
  prepared: readonly NewPage[],
  seq: number,
): Promise<readonly WrittenPage[]> {
  const texts = prepared.map(({ items, malformed }) => JSON.stringify({ items, malformed }));
  const alike = await pagesAlike(disk, prepared, texts);
  return Promise.all(
    prepared.map(async (page, at) => {
      const same = alike[at] ?? null;
      const head = { ...page.head, seq: same ?? seq + at };
      if (same !== null) return { head, sealed: null };
      return { head, sealed: await disk.cipher.seal(placeOf(head), texts[at] ?? '') };
    }),
  );
}

/** For each page, the number of the page on disk with the same content; null for none. */
async function pagesAlike(
  { database, cipher, catalog }: Disk,
  prepared: readonly NewPage[],
  texts: readonly string[],
): Promise<readonly (number | null)[]> {
  const heads = prepared.map(({ head }) => {
    const known = catalog.find(head.kind, head.ids[0] ?? '');
    return known !== null && hasSameItems(known, head) ? known : null;
  });
  const wanted = heads.flatMap((head) => head ?? []);
  if (wanted.length === 0) return heads.map(() => null);
  const rows = await database.pages.bulkGet(wanted.map(({ seq }) => seq));
  const rowOf = new Map(rows.flatMap((row) => (row ? [[row.seq, row]] : [])));
  return Promise.all(
    heads.map(async (head, at) => {
      const row = head && rowOf.get(head.seq);
      if (!row) return null;
      return (await cipher.open(placeOf(head), row.sealed)) === texts[at] ? head.seq : null;
    }),
  );
}

function hasSameItems(known: Head, head: NewPage['head']): boolean {
  return (['ids', 'statuses', 'malformed'] as const).every(
    (field) => known[field].join('\n') === head[field].join('\n'),
  );
}

/** Whether the page on disk was only seen again, at the same place of its list. */
export function isSeenAgain(known: Head | undefined, head: Head): boolean {
  return (
    known !== undefined &&
    hasSameItems(known, head) &&
    known.read?.status === head.read?.status &&
    known.read?.after === head.read?.after
  );
}

export async function openPage(cipher: Cipher, head: Head, row: unknown): Promise<OpenPage> {
  const content = await openJson(cipher, placeOf(head), row);
  const items: Item[] = [];
  for (const item of listIn(content, 'items')) {
    const own = idOf(item);
    // Items are in the order of the head. Search for those that are not.
    const next = head.ids[items.length];
    const id = next === own ? next : head.ids.find((each) => each === own);
    // Use the head's string: one per id in memory is enough for 100,000 bills.
    if (id !== undefined) items.push(Object.assign(item as Item, { id }));
  }
  const malformed = listIn(content, 'malformed').filter((item) =>
    head.malformed.includes(idOf(item)),
  );
  return { head, items, malformed };
}

function listIn(content: unknown, field: string): unknown[] {
  const list: unknown = Reflect.get(Object(content), field);
  return Array.isArray(list) ? list : [];
}

function idOf(item: unknown): string | null {
  const id: unknown = Reflect.get(Object(item), 'id');
  return typeof id === 'string' ? id : null;
}

/** Page merged from others. No request returns such a page, so a recheck of its bills takes a crawl. */
export function mergedPage(
  { organizationId, kind, generation }: Head,
  pages: readonly OpenPage[],
): NewPage {
  const items = pages.flatMap((page) => page.items);
  const statusOf = new Map(
    pages.flatMap(({ head }) => head.ids.map((id, at) => [id, head.statuses[at] ?? ''])),
  );
  const ids = items.map(({ id }) => id);
  const statuses = kind === 'bills' ? ids.map((id) => statusOf.get(id) ?? '') : [];
  const seenAtMs = Math.min(...pages.map(({ head }) => head.seenAtMs));
  const head = { organizationId, kind, generation, seenAtMs, read: null };
  return { head: { ...head, ids, statuses, malformed: [] }, items, malformed: [] };
}
