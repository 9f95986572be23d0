import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import {
  isTrueNow,
  readFirstScreen,
  type FirstScreen,
  type ScreenFacts,
} from '../bills/index/first-screen.ts';
import { makeFirstScreen } from '../bills/index/make-first-screen.ts';
import type { Annotations } from '../local/annotations.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Approvals } from '../outbox/approval-slices.ts';
import type { Outbox } from '../outbox/outbox.ts';

export interface SavedScreenDeps {
  readonly cache: Pick<BillCache, 'firstScreen'>;
  readonly outbox: Pick<Outbox, 'count' | 'readThese'>;
  readonly annotations: Pick<Annotations, 'outOfInboxOn' | 'outOfInboxVersion'>;
}

/**
 * First screen to show for these organizations until their bills are in memory; null when no valid copy exists. Reads
 * the approvals of its bills.
 */
export async function findSavedScreen(
  { cache, outbox, annotations }: SavedScreenDeps,
  organizationIds: readonly string[],
): Promise<FirstScreen | null> {
  const screen = readFirstScreen(await cache.firstScreen());
  const facts = screenFacts(outbox.count(), annotations, organizationIds);
  if (screen === null || !isTrueNow(screen, facts)) return null;
  await outbox.readThese(screen.approvalIds);
  return screen;
}

function screenFacts<Known>(
  approvals: Known,
  annotations: SavedScreenDeps['annotations'],
  organizationIds: readonly string[],
): ScreenFacts<Known> {
  return {
    organizationIds,
    approvals,
    hiddenIds: organizationIds.flatMap((id) => [
      ...annotations.outOfInboxOn(id, BEFORE_ALL_DAYS).keys(),
    ]),
  };
}

/** Sorts before every date, so it matches any snooze. */
const BEFORE_ALL_DAYS = '';

/** Saves the first screen for the next start. */
export interface FirstScreenSaver {
  /** Call when something was written: the saved screen is outdated. */
  written(): void;
  /** Saves it now if it is outdated. */
  save(): Promise<void>;
  close(): void;
}

export interface FirstScreenSaverDeps extends Pick<SavedScreenDeps, 'annotations'> {
  readonly approvals: Approvals;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly cache: Pick<BillCache, 'saveFirstScreen'>;
  readonly views: {
    readonly bills: BillIndex;
    readonly malformed: Observable<readonly MalformedItem[]>;
  };
  readonly flags: Pick<BillFlags, 'flagsOf'>;
  shown(): readonly string[];
  onFault(problem: unknown): void;
}

/** Time between two saves while bills arrive. A start after a crash in between loads the bills first. */
const SAVE_EVERY_MS = 5_000;

export function createFirstScreenSaver(deps: FirstScreenSaverDeps): FirstScreenSaver {
  const { clock, cache, views, approvals, annotations, flags } = deps;
  const closing = new AbortController();
  let isSaved = true;
  /** Whether a copy made now would equal the last one, except for the times at which its bills were last listed. */
  let isSame = false;
  let isWaiting = false;
  const isWhole = (): boolean => deps.shown().length > 0 && !views.bills.loading.get();
  const makeAndMarkSaved = (): FirstScreen | null => {
    if (!isWhole()) return null;
    isSaved = true;
    isSame = true;
    const { bills, malformed } = views;
    const facts = screenFacts(approvals.get(), annotations, deps.shown());
    return makeFirstScreen(bills, flags.flagsOf, malformed.get(), facts);
  };
  const save = async (ifSame: boolean): Promise<void> => {
    if (isSaved || !isWhole()) return;
    try {
      await cache.saveFirstScreen(makeAndMarkSaved, ifSame);
    } catch (problem) {
      isSaved = false;
      isSame = false;
      deps.onFault(problem);
    }
  };
  const saveLater = async (): Promise<void> => {
    isWaiting = true;
    await clock.sleep(SAVE_EVERY_MS, closing.signal);
    isWaiting = false;
    if (!closing.signal.aborted) await save(isSame);
  };
  const written = (): void => {
    isSaved = false;
    if (!isWaiting && !closing.signal.aborted) void saveLater();
  };
  const changed = (): void => {
    isSame = false;
    written();
  };
  const { bills, malformed } = views;
  const watched = [
    bills.version,
    bills.loading,
    malformed,
    approvals,
    annotations.outOfInboxVersion,
  ];
  const stops = watched.map((each) => each.subscribe(changed));

  // Bills may have changed before this saver existed.
  written();

  return {
    written,
    save: () => save(false),
    close: () => {
      closing.abort();
      for (const stop of stops) stop();
    },
  };
}
