import type { Cipher, SealedPlace } from '../cipher.ts';
import type { CacheDatabase, Head } from './cache-database.ts';
import type { Catalog } from './page-catalog.ts';

/** A page as it is to be written: its head, but for its number, and its items, each id once. */
export interface NewPage {
  readonly head: Omit<Head, 'seq'>;
  readonly items: readonly Item[];
  readonly malformed: readonly unknown[];
}

export interface Item {
  readonly id: string;
}

/** Where pages are: which are on disk, and under which key. */
interface Disk {
  readonly database: CacheDatabase;
  readonly cipher: Cipher;
  readonly catalog: Catalog;
}

/** Moved to another page, or under another head, a page does not open. No number is used twice. */
export function placeOf({ organizationId, kind, seq }: Head): SealedPlace {
  return [organizationId, kind, seq];
}

/** A page as it goes to disk; `sealed` is null where its items are there as they are. */
interface WrittenPage {
  readonly head: Head;
  readonly sealed: Uint8Array | null;
}

/**
 * Seals what is not on disk yet.
 * @param seq number of the first page, with the others behind it
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

/** Of each page the number of the one on disk that says the same; null where there is none. */
async function pagesAlike(
  { database, cipher, catalog }: Disk,
  prepared: readonly NewPage[],
  texts: readonly string[],
): Promise<readonly (number | null)[]> {
  const heads = prepared.map(({ head }) => {
    const known = catalog.find(head.kind, head.ids[0] ?? '');
    return known !== null && saysTheSame(known, head) ? known : null;
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

function saysTheSame(known: Head, head: NewPage['head']): boolean {
  return (['ids', 'statuses', 'malformed'] as const).every(
    (field) => known[field].join('\n') === head[field].join('\n'),
  );
}
