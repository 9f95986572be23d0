import type { Observable } from '../../base/observable.ts';
import type { Settings } from '../../bridge/settings.ts';
import type { Organization } from '../../contract/organization.ts';
import type { BillCache } from '../cache/bill-cache.ts';
import type { CachedBill } from '../cache/cache-database.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Puts an organization on screen: what is on disk, whether or not there is a network. */
export interface OrganizationView {
  /** The list is known (anew): stays where it is, or goes where the user was last, or to the first. */
  choose(organizations: readonly Organization[]): Promise<void>;
  /** Resolves when what can be approved is in memory; the rest follows. */
  show(organizationId: string | null): Promise<void>;
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

  const showMalformed = async (organizationId: string): Promise<void> => {
    const isShown = (): boolean => !over.aborted && views.organizationId.get() === organizationId;
    if (!isShown()) return;
    const items = await cache.malformed(organizationId);
    if (isShown()) views.malformed.set(items);
  };

  /** Loads what `isShown` still holds for; answers whether it came to the end. */
  const load = async (
    chunks: AsyncIterable<readonly CachedBill[]>,
    isShown: () => boolean,
  ): Promise<boolean> => {
    for await (const rows of chunks) {
      if (!isShown()) return false;
      views.bills.load(rows);
    }
    return isShown();
  };

  const show = async (organizationId: string | null): Promise<void> => {
    const mine = ++shows;
    const isShown = (): boolean => !over.aborted && mine === shows;
    views.organizationId.set(organizationId);
    views.malformed.set([]);
    views.bills.reset(organizationId);
    deps.onShown();
    if (organizationId === null) return;
    await load(cache.readPayable(organizationId), isShown);
    await showMalformed(organizationId);
    // Nobody waits for the rest: 100,000 bills take their time.
    load(cache.readAll(organizationId), isShown)
      .then((isComplete) => isComplete && views.bills.loaded())
      .catch((problem: unknown) => isShown() && deps.onFault(problem));
  };

  return {
    show,
    showMalformed,
    choose: async (organizations) => {
      if (over.aborted) return;
      views.organizations.set(organizations);
      const ids = organizations.map((organization) => organization.id);
      const now = views.organizationId.get();
      if (now !== null && ids.includes(now)) return;
      const last = deps.settings.get().organizationId;
      const next = last !== null && ids.includes(last) ? last : (ids[0] ?? null);
      if (next !== now) await show(next);
    },
  };
}
