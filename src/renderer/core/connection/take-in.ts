import type { LiveBillIndex } from '../bills/index/bill-index.ts';
import type { CachedBill } from '../mirror/cache-database.ts';
import type { Platform } from './platform.ts';

/** Bills per slice: a few milliseconds of work. */
const ROWS_AT_ONCE = 250;

/**
 * Adds bills from disk, and changes written meanwhile, to the index in slices, so that the window answers keys
 * at once.
 */
export interface TakeIn {
  readonly bills: Pick<LiveBillIndex, 'load' | 'settle' | 'loaded'>;
  readonly platform: Pick<Platform, 'yieldToMain'>;
  /** False once something else is on screen. */
  isShown(): boolean;
}

/** Returns whether it came to the end. Then the bills are shown. */
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
        await platform.yieldToMain();
      }
    }
  }
  if (!isShown()) return false;
  for (const _step of bills.settle()) {
    await platform.yieldToMain();
    if (!isShown()) return false;
  }
  bills.loaded(what);
  return true;
}
