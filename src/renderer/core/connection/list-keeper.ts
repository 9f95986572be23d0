import { createSerial } from '../../../base/serial.ts';
import type { Clock } from '../../../base/clock.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import { payableByDueDate } from '../model/bill-row.ts';
import { KeptList } from '../bills/index/kept-list.ts';
import { keptParts } from '../bills/index/kept-part.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Platform } from './platform.ts';

export interface ListKeeperDeps {
  readonly clock: Pick<Clock, 'sleep' | 'elapsedMs'>;
  readonly cache: Pick<BillCache, 'listPart' | 'keepList'>;
  readonly bills: Pick<BillIndex, 'loading' | 'find'>;
  readonly platform: Pick<Platform, 'breathe'>;
  /** Organizations on screen. */
  shown(): readonly string[];
  onFault(problem: unknown): void;
}

/** Save after nothing was written for this long. */
const QUIET_MS = 30_000;
/** Least time between two saves: with 100,000 bills, each writes 12 MB. */
const APART_MS = 30 * 60_000;

/** Closing a window waits at most this long for the save. */
const CLOSE_LIMIT_MS = 1_000;

/** Saves the list that the next start searches first, once nothing has changed for a while. */
export class ListKeeper {
  readonly #deps: ListKeeperDeps;
  readonly #closing = new AbortController();
  readonly #inTurn = createSerial();
  #isQuiet = true;
  #isWaiting = false;
  #isOver = false;
  /** Earliest time of the next save, in elapsed milliseconds. */
  #nextMs = 0;

  constructor(deps: ListKeeperDeps) {
    this.#deps = deps;
  }

  /** Call when the saved list may be outdated. */
  changed(): void {
    this.#isQuiet = false;
    if (!this.#isWaiting && !this.#closing.signal.aborted) void this.#wait();
  }

  /** Saves the list now if it is outdated, then saves no more. Gives up after `CLOSE_LIMIT_MS`. */
  async close(): Promise<void> {
    const over = new AbortController();
    const keeping = this.#keepInTurn().finally(() => over.abort());
    this.#closing.abort();
    await Promise.race([keeping, this.#deps.clock.sleep(CLOSE_LIMIT_MS, over.signal)]);
    this.#isOver = true;
  }

  async #keepInTurn(): Promise<void> {
    try {
      await this.#inTurn(() => this.#keep());
    } catch (problem) {
      // When the save is given up, the cache closes while it is still being written.
      if (!this.#isOver) this.#deps.onFault(problem);
    }
  }

  async #wait(): Promise<void> {
    const { clock } = this.#deps;
    const { signal } = this.#closing;
    this.#isWaiting = true;
    while (!signal.aborted && !this.#isQuiet) {
      this.#isQuiet = true;
      await clock.sleep(Math.max(QUIET_MS, this.#nextMs - clock.elapsedMs()), signal);
    }
    this.#isWaiting = false;
    if (!signal.aborted) await this.#keepInTurn();
  }

  async #keep(): Promise<void> {
    const { clock, cache, bills, platform, shown } = this.#deps;
    const organizationIds = shown();
    if (organizationIds.length === 0) return;
    if (bills.loading.get()) return this.changed();
    if (await KeptList.isKept(organizationIds, cache.listPart)) return;
    this.#nextMs = clock.elapsedMs() + APART_MS;
    await cache.keepList(organizationIds, (pageOf) => {
      if (bills.loading.get() || shown() !== organizationIds) return null;
      const { rows } = bills.find(payableByDueDate);
      return keptParts(rows, organizationIds, pageOf, platform.breathe);
    });
  }
}
