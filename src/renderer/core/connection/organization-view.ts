import type { Observable } from '../../../base/observable.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { CachedBill } from '../mirror/cache-database.ts';
import { readTwice } from '../indexed-db.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Puts an organization on screen, or all of them: what is on disk, whether or not there is a network. */
export interface OrganizationView {
  /** The list is known (anew): stays where it is, or goes where the user was last, or to the first. */
  choose(organizations: readonly Organization[]): Promise<void>;
  /** This one alone. Resolves when what can be approved is in memory; the rest follows. */
  show(organizationId: string): Promise<void>;
  /** Every organization of the list, as long as there are two. */
  showAll(): Promise<void>;
  /** The organizations on screen, the current one first. */
  shown(): readonly string[];
  /** The organization's malformed items may have changed. */
  showMalformed(organizationId: string): Promise<void>;
}

export interface OrganizationViewDeps {
  readonly cache: BillCache;
  readonly views: WorkspaceViews;
  readonly settings: Observable<Settings>;
  /** Aborted when the connection is no longer in use: its answers are not shown any more. */
  readonly over: AbortSignal;
  /** Another organization is on screen. */
  onShown(): void;
  onFault(problem: unknown): void;
}

export function createOrganizationView(deps: OrganizationViewDeps): OrganizationView {
  const { cache, views, over } = deps;
  /** Counts what was put on screen: a slower load of an earlier choice ends. */
  let shows = 0;

  /** The organizations on screen, the current one first. */
  let shown: readonly string[] = [];
  let wantsAll = deps.settings.get().allOrganizations;
  /** What is on screen could not all be read: it is put there again with the next occasion. */
  let hasFailed = false;

  const showMalformed = async (): Promise<void> => {
    const mine = shown;
    const items = await Promise.all(mine.map((organizationId) => cache.malformed(organizationId)));
    if (!over.aborted && mine === shown) views.malformed.set(items.flat());
  };

  /** @param organizationIds what is on screen from now on, the current one first */
  const put = async (organizationIds: readonly string[]): Promise<void> => {
    const mine = ++shows;
    const isShown = (): boolean => !over.aborted && mine === shows;
    shown = organizationIds;
    views.organizationId.set(shown[0] ?? null);
    views.allOrganizations.set(shown.length > 1);
    views.malformed.set([]);
    views.bills.reset(shown);
    deps.onShown();
    hasFailed = false;
    if (shown.length === 0) return;
    const onFailure = (problem: unknown): never => {
      if (isShown()) hasFailed = true;
      throw problem;
    };
    for (const organizationId of organizationIds) {
      const payable = () => load(views, cache.readPayable(organizationId), isShown);
      if (!(await readTwice(payable).catch(onFailure))) return;
    }
    views.bills.loaded('payable');
    // Those are read again with the next page that holds one: the list does not wait for them.
    await readTwice(showMalformed).catch(deps.onFault);
    // Nobody waits for the rest: 100,000 bills take their time.
    readTwice(() => loadRest(deps, organizationIds, isShown))
      .catch(onFailure)
      .catch((problem: unknown) => isShown() && deps.onFault(problem));
  };

  const follow = async (): Promise<void> => {
    const ids = [...new Set(views.organizations.get().map(({ id }) => id))];
    const current = currentAmong(ids, deps);
    const others = wantsAll ? ids.filter((id) => id !== current) : [];
    const next = current === null ? [] : [current, ...others];
    const isSame = next.length === shown.length && next.every((id) => shown.includes(id));
    if (!isSame || hasFailed) await put(next);
  };

  return {
    shown: () => shown,
    show: async (organizationId) => {
      wantsAll = false;
      const isShown = shown.length === 1 && shown[0] === organizationId;
      if (!isShown || hasFailed) await put([organizationId]);
    },
    showAll: async () => {
      wantsAll = true;
      await follow();
    },
    showMalformed: async (organizationId) => {
      if (shown.includes(organizationId)) await showMalformed();
    },
    choose: async (organizations) => {
      if (over.aborted) return;
      views.organizations.set(organizations);
      await follow();
    },
  };
}

/** Loads what `isShown` still holds for; answers whether it came to the end. */
async function load(
  { bills }: WorkspaceViews,
  chunks: AsyncIterable<readonly CachedBill[]>,
  isShown: () => boolean,
): Promise<boolean> {
  for await (const rows of chunks) {
    if (!isShown()) return false;
    bills.load(rows);
  }
  return isShown();
}

async function loadRest(
  { cache, views }: OrganizationViewDeps,
  organizationIds: readonly string[],
  isShown: () => boolean,
): Promise<void> {
  for (const organizationId of organizationIds) {
    if (!(await load(views, cache.readRest(organizationId), isShown))) return;
  }
  views.bills.loaded('all');
}

/** Where the user is, was last, or begins. */
function currentAmong(
  ids: readonly string[],
  { views, settings }: OrganizationViewDeps,
): string | null {
  const known = [views.organizationId.get(), settings.get().organizationId];
  return known.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null;
}
