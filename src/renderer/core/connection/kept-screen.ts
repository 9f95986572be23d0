import {
  isTrueNow,
  readFirstScreen,
  type FirstScreen,
  type ScreenFacts,
} from '../bills/index/first-screen.ts';
import type { Annotations } from '../local/annotations.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Approvals } from '../outbox/approval-slices.ts';

export interface KeptScreenDeps {
  readonly cache: Pick<BillCache, 'firstScreen'>;
  readonly approvals: Approvals;
  readonly annotations: Pick<Annotations, 'hiddenOn' | 'hiddenVersion'>;
}

/**
 * First screen to show for these organizations until their bills are in memory; null when no valid copy exists.
 */
export async function findKeptScreen(
  deps: KeptScreenDeps,
  organizationIds: readonly string[],
): Promise<FirstScreen | null> {
  const screen = readFirstScreen(await deps.cache.firstScreen());
  return screen && isTrueNow(screen, screenFacts(deps, organizationIds)) ? screen : null;
}

export function screenFacts(
  { approvals, annotations }: Omit<KeptScreenDeps, 'cache'>,
  organizationIds: readonly string[],
): ScreenFacts {
  return {
    organizationIds,
    approvals: approvals.get(),
    hiddenIds: organizationIds.flatMap((id) => [
      ...annotations.hiddenOn(id, BEFORE_ALL_DAYS).keys(),
    ]),
  };
}

/** Sorts before every date, so it matches any snooze. */
const BEFORE_ALL_DAYS = '';
