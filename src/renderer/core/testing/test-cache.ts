import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Clock } from '../../../base/clock.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { openBillCache, type BillCache } from '../mirror/bill-cache.ts';
import type { CachedBill } from '../mirror/cache-database.ts';
import { sealedConnection } from './node-cipher.ts';

/** The cache of `connection` on this disk, under the key of this letter. */
export function openTestCache(
  indexedDB = new IDBFactory(),
  clock: Pick<Clock, 'sleep'> = createVirtualClock(),
  letter?: string,
): Promise<BillCache> {
  const { connectionId, cipher } = sealedConnection(undefined, letter);
  return openBillCache(connectionId, { indexedDB, IDBKeyRange }, clock, cipher);
}

/** All bills of an organization. */
export async function readAllBills(
  cache: BillCache,
  organizationId: string,
): Promise<CachedBill[]> {
  const rows: CachedBill[] = [];
  for await (const chunk of cache.readPayable(organizationId)) rows.push(...chunk);
  for await (const chunk of cache.readRest(organizationId)) rows.push(...chunk);
  return rows;
}
