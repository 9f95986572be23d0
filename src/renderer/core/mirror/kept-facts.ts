import { isSealed, openJson, type Cipher } from '../cipher.ts';
import { factSchemas, type CacheDatabase, type PageOf } from './cache-database.ts';
import type { PageStore } from './page-store.ts';

/**
 * Copies that the next start shows before the bills are in memory. They are sealed for the page written last,
 * so the next page makes them unreadable.
 */

type Pages = Pick<PageStore, 'heardSeq'>;

export async function readFirstScreen(database: CacheDatabase, cipher: Cipher): Promise<unknown> {
  const { row, seq } = await readStamped(database, 'firstScreen');
  return openJson(cipher, ['firstScreen', seq], row);
}

export async function keepFirstScreen(
  { facts }: CacheDatabase,
  pages: Pages,
  cipher: Cipher,
  make: () => unknown,
): Promise<void> {
  // Read after all writes that have ended. Their observers are up to date, unless another window wrote.
  const seq = await pages.heardSeq();
  const content = seq === null ? null : make();
  if (seq === null || content === null) return;
  const sealed = await cipher.seal(['firstScreen', seq], JSON.stringify(content));
  // A copy sealed for an earlier page does not open.
  await facts.put({ name: 'firstScreen', sealed });
}

export async function readListPart(
  database: CacheDatabase,
  cipher: Cipher,
  part: number,
): Promise<string | null> {
  const { row, seq } = await readStamped(database, nameOfPart(part));
  return isSealed(row) ? cipher.open([LIST, part, seq], row.sealed) : null;
}

export async function keepList(
  { facts }: CacheDatabase,
  pages: Pick<PageStore, 'heardSeq' | 'catalogOf'>,
  cipher: Cipher,
  organizationIds: readonly string[],
  make: (pageOf: PageOf) => AsyncIterable<string> | null,
): Promise<void> {
  const known = organizationIds.map(async (id) => [id, await pages.catalogOf(id)] as const);
  const catalogs = new Map(await Promise.all(known));
  const pageOf: PageOf = ({ organizationId, billId }) =>
    catalogs.get(organizationId)?.find('bills', billId)?.seq ?? 0;
  const seq = await pages.heardSeq();
  const parts = seq === null ? null : make(pageOf);
  if (seq === null || parts === null) return;
  // Without the first part nothing is read. Deleting it first and writing it last keeps parts of two lists
  // apart.
  await facts.where('name').startsWith(LIST).delete();
  let first: Uint8Array | null = null;
  let at = 0;
  for await (const part of parts) {
    const sealed = await cipher.seal([LIST, at, seq], part);
    if (at === 0) first = sealed;
    else await facts.put({ name: nameOfPart(at), sealed });
    at += 1;
  }
  if (first !== null) await facts.put({ name: nameOfPart(0), sealed: first });
}

/** Deletes all copies, within a transaction of the facts. */
export async function forgetKept(facts: CacheDatabase['facts']): Promise<void> {
  await facts.delete('firstScreen');
  await facts.where('name').startsWith(LIST).delete();
}

const LIST = 'list';

function nameOfPart(part: number): `list ${number}` {
  return `${LIST} ${part}`;
}

async function readStamped({ facts }: CacheDatabase, name: string) {
  const [row, last] = await facts.bulkGet([name, 'lastSeq']);
  return { row, seq: factSchemas.lastSeq.safeParse(last?.value).data ?? 0 };
}
