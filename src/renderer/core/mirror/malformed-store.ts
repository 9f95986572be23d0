import { canonicalJson } from '../../../base/canonical-json.ts';
import type { MalformedItem } from '../../../contract/envelope.ts';
import {
  malformedRowSchema,
  type CacheDatabase,
  type CrawlGroup,
  type MalformedRow,
} from './cache-database.ts';
import type { FetchedPage } from './crawl-place.ts';

/** The organization's malformed items that came in these chains. */
export async function readMalformed(
  database: CacheDatabase,
  organizationId: string,
  chains: readonly string[],
): Promise<readonly MalformedItem[]> {
  const rows = await database.malformed.where({ organizationId }).toArray();
  return rows
    .flatMap((row) => malformedRowSchema.safeParse(row).data ?? [])
    .filter(({ status }) => chains.includes(status))
    .map(({ item }) => item);
}

/** Keeps a page's malformed items; one that reads well now is no longer among them. */
export async function putMalformed(database: CacheDatabase, fetched: FetchedPage): Promise<void> {
  const { organizationId, generation, status, group, page } = fetched;
  const rows = page.malformed.map((item): MalformedRow => {
    const key = keyOf(group, item.id ?? canonicalJson(item.raw));
    return { organizationId, key, status, generation, item };
  });
  await database.malformed.bulkPut(rows);
  await database.malformed.bulkDelete(
    page.items.map((item) => [organizationId, keyOf(group, item.id)] as [string, string]),
  );
}

/** Deletes the malformed items of these chains that the crawl of this generation did not meet. */
export async function sweepMalformed(
  database: CacheDatabase,
  organizationId: string,
  chains: readonly string[],
  generation: number,
): Promise<void> {
  await database.malformed
    .where({ organizationId })
    .filter((row) => {
      const parsed = malformedRowSchema.safeParse(row);
      // What this version cannot read of its own cache is of no use to anybody.
      if (!parsed.success) return true;
      return chains.includes(parsed.data.status) && parsed.data.generation < generation;
    })
    .delete();
}

// A bill and an invoice may have the same id. Bills came first and have theirs bare.
function keyOf(group: CrawlGroup, key: string): string {
  return group === 'invoices' ? `invoice ${key}` : key;
}
