import type { Observable } from '../../../base/observable.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { readTwice } from '../indexed-db.ts';
import type { Platform } from './platform.ts';
import type { ScreenKeeper } from './screen-keeper.ts';
import { takeIn } from './take-in.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Puts an organization on screen, or all of them: what is on disk, whether or not there is a network. */
export interface OrganizationView {
  /** The list is known (anew): stays where it is, or goes where the user was last, or to the first. */
  choose(organizations: readonly Organization[]): Promise<void>;
  /** This one alone. Resolves when the first screen is right, mostly before the bills are in memory. */
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
  readonly clock: Pick<Clock, 'sleep'>;
  readonly platform: Pick<Platform, 'breathe'>;
  readonly screens: Pick<ScreenKeeper, 'find'>;
  readonly views: WorkspaceViews;
  readonly settings: Observable<Settings>;
  /** Aborted when the connection is no longer in use: its answers are not shown any more. */
  readonly over: AbortSignal;
  /** Another organization is on screen. */
  onShown(): void;
  onFault(problem: unknown): void;
}

/** What could not be read behind a first screen is read again after this. */
const READ_AGAIN_MS = 1_000;

export function createOrganizationView(deps: OrganizationViewDeps): OrganizationView {
  const { cache, views, over } = deps;
  const part = { bills: views.bills, platform: deps.platform };
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
    const screen = await deps.screens.find(shown).catch(() => null);
    if (!isShown()) return;
    if (screen !== null) {
      views.bills.begin(screen);
      views.malformed.set(screen.malformed);
      void readBehind(isShown);
      return;
    }
    try {
      if (!(await readPayable(isShown))) return;
    } catch (problem) {
      if (isShown()) hasFailed = true;
      throw problem;
    }
    await readMalformed();
    void readRest(isShown);
  };

  const readPayable = (isShown: () => boolean): Promise<boolean> =>
    readTwice(() => takeIn({ ...part, isShown }, 'payable', shown.map(cache.readPayable)));

  /** Behind a first screen: nobody opens the connection anew for it, so it is tried until it works. */
  const readBehind = async (isShown: () => boolean): Promise<void> => {
    while (isShown()) {
      try {
        if (!(await readPayable(isShown))) return;
        await readMalformed();
        return await readRest(isShown);
      } catch (problem) {
        if (!isShown()) return;
        deps.onFault(problem);
        await deps.clock.sleep(READ_AGAIN_MS, over);
      }
    }
  };

  /** Those are read again with the next page that holds one: the list does not wait for them. */
  const readMalformed = (): Promise<void> => readTwice(showMalformed).catch(deps.onFault);

  /** Nobody waits for these: 100,000 bills take their time. */
  const readRest = async (isShown: () => boolean): Promise<void> => {
    const read = () => takeIn({ ...part, isShown }, 'all', shown.map(cache.readRest));
    await readTwice(read).catch((problem: unknown) => {
      if (!isShown()) return;
      hasFailed = true;
      deps.onFault(problem);
    });
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

/** Where the user is, was last, or begins. */
function currentAmong(
  ids: readonly string[],
  { views, settings }: OrganizationViewDeps,
): string | null {
  const known = [views.organizationId.get(), settings.get().organizationId];
  return known.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null;
}
