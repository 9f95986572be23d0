import type { LiveBillIndex } from '../bills/index/bill-index.ts';
import type { CachedBill } from '../mirror/cache-database.ts';
import type { Platform } from './platform.ts';

/** Bills taken in between two breaths: a few milliseconds. */
const ROWS_AT_ONCE = 250;

/** What is on disk, or written meanwhile, goes into the index in slices, so that a key is answered at once. */
export interface TakeIn {
  readonly bills: Pick<LiveBillIndex, 'load' | 'settle' | 'loaded'>;
  readonly platform: Pick<Platform, 'breathe'>;
  /** Answers false once something else is on screen. */
  isShown(): boolean;
}

/** Answers whether it came to the end; then what came is shown. */
export async function takeIn(
  { bills, platform, isShown }: TakeIn,
  what: 'payable' | 'all',
  chunks: readonly AsyncIterable<readonly CachedBill[]>[],
): Promise<boolean> {
  for (const each of chunks) {
    for await (const rows of each) {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        if (!isShown()) return false;
        bills.load(rows.slice(at, at + ROWS_AT_ONCE));
        await platform.breathe();
      }
    }
  }
  if (!isShown()) return false;
  for (const _step of bills.settle()) {
    await platform.breathe();
    if (!isShown()) return false;
  }
  bills.loaded(what);
  return true;
}
