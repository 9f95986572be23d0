import { openJson, type Cipher, type SealedPlace } from '../cipher.ts';
import { factSchemas, type CacheDatabase } from './cache-database.ts';
import type { PageStore } from './page-store.ts';

/**
 * What the next start needs before the bills are in memory. It is of the page written last, and sealed for it: with the
 * next it is out of date by itself.
 */

type Pages = Pick<PageStore, 'heardSeq'>;

export function readFirstScreen(database: CacheDatabase, cipher: Cipher): Promise<unknown> {
  return readKept(database, cipher, 'firstScreen', ['firstScreen']);
}

export async function keepFirstScreen(
  { facts }: CacheDatabase,
  pages: Pages,
  cipher: Cipher,
  make: () => unknown,
): Promise<void> {
  // Read behind every write that has ended: those who show bills have heard of them, unless it was another's.
  const seq = await pages.heardSeq();
  const content = seq === null ? null : make();
  if (seq === null || content === null) return;
  const sealed = await cipher.seal(['firstScreen', seq], JSON.stringify(content));
  // Sealed for a page that is not the last any more, it does not open.
  await facts.put({ name: 'firstScreen', sealed });
}

export function readListPart(
  database: CacheDatabase,
  cipher: Cipher,
  part: number,
): Promise<unknown> {
  return readKept(database, cipher, nameOfPart(part), [LIST, part]);
}

export async function keepList(
  { facts }: CacheDatabase,
  pages: Pages,
  cipher: Cipher,
  make: () => AsyncIterable<unknown> | null,
): Promise<void> {
  const seq = await pages.heardSeq();
  const parts = seq === null ? null : make();
  if (seq === null || parts === null) return;
  // Nothing is read without the first part: it goes first and comes last, so that parts of two lists are never one.
  await facts.where('name').startsWith(LIST).delete();
  let first: Uint8Array | null = null;
  let at = 0;
  for await (const part of parts) {
    const sealed = await cipher.seal([LIST, at, seq], JSON.stringify(part));
    if (at === 0) first = sealed;
    else await facts.put({ name: nameOfPart(at), sealed });
    at += 1;
  }
  if (first !== null) await facts.put({ name: nameOfPart(0), sealed: first });
}

const LIST = 'list';

function nameOfPart(part: number): `list ${number}` {
  return `${LIST} ${part}`;
}

async function readKept(
  { facts }: CacheDatabase,
  cipher: Cipher,
  name: string,
  place: SealedPlace,
): Promise<unknown> {
  const [row, last] = await facts.bulkGet([name, 'lastSeq']);
  const seq = factSchemas.lastSeq.safeParse(last?.value).data ?? 0;
  return openJson(cipher, [...place, seq], row);
}
