import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { MalformedItem } from '../../../contract/read-item.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { FirstScreen } from '../bills/index/first-screen.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import { makeFirstScreen } from '../bills/index/make-first-screen.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import { type KeptScreenDeps, screenFacts } from './kept-screen.ts';

/** Saves the first screen for the next start. */
export interface ScreenKeeper {
  /** Call when something was written: the saved screen is outdated. */
  written(): void;
  /** Saves it now if it is outdated. */
  keep(): Promise<void>;
  close(): void;
}

export interface ScreenKeeperDeps extends Omit<KeptScreenDeps, 'cache'> {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly cache: Pick<BillCache, 'keepFirstScreen'>;
  readonly views: {
    readonly bills: BillIndex;
    readonly malformed: Observable<readonly MalformedItem[]>;
  };
  readonly flags: Pick<BillFlags, 'flagsOf'>;
  /** Organizations on screen. */
  shown(): readonly string[];
  onFault(problem: unknown): void;
}

/** Time between two saves while bills arrive. A start after a crash in between loads the bills first. */
const KEEP_EVERY_MS = 5_000;

export function createScreenKeeper(deps: ScreenKeeperDeps): ScreenKeeper {
  const { clock, cache, views, approvals, annotations, flags } = deps;
  const closing = new AbortController();
  let isKept = true;
  let isWaiting = false;
  const isWhole = (): boolean => deps.shown().length > 0 && !views.bills.loading.get();
  const make = (): FirstScreen | null => {
    if (!isWhole()) return null;
    isKept = true;
    const { bills, malformed } = views;
    return makeFirstScreen(bills, flags.flagsOf, malformed.get(), screenFacts(deps, deps.shown()));
  };
  const keep = async (): Promise<void> => {
    if (isKept || !isWhole()) return;
    try {
      await cache.keepFirstScreen(make);
    } catch (problem) {
      isKept = false;
      deps.onFault(problem);
    }
  };
  const keepLater = async (): Promise<void> => {
    isWaiting = true;
    await clock.sleep(KEEP_EVERY_MS, closing.signal);
    isWaiting = false;
    if (!closing.signal.aborted) await keep();
  };
  const written = (): void => {
    isKept = false;
    if (!isWaiting && !closing.signal.aborted) void keepLater();
  };
  const { bills, malformed } = views;
  const watched = [bills.version, bills.loading, malformed, approvals, annotations.hiddenVersion];
  const stops = watched.map((each) => each.subscribe(written));

  // Earlier changes are unknown here.
  written();

  return {
    written,
    keep,
    close: () => {
      closing.abort();
      for (const stop of stops) stop();
    },
  };
}
