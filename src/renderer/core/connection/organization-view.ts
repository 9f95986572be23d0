import { backoffCeilingMs } from '../../../base/backoff.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { tryTwice } from '../indexed-db.ts';
import type { Platform } from './platform.ts';
import { findKeptScreen, type KeptScreenDeps } from './kept-screen.ts';
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

export interface OrganizationViewDeps extends KeptScreenDeps {
  readonly cache: BillCache;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly platform: Pick<Platform, 'breathe' | 'idle'>;
  readonly views: WorkspaceViews;
  readonly settings: Observable<Settings>;
  /** Aborted when the connection is no longer in use: its answers are not shown any more. */
  readonly over: AbortSignal;
  /** Another organization is on screen. */
  onShown(): void;
  onFault(problem: unknown): void;
}

/** How what could not be read behind a first screen is read again. */
const READ_AGAIN = { firstMs: 1_000, mostMs: 60_000 } as const;

/** What is on screen, and what the next occasion has to know. */
interface Showing {
  readonly deps: OrganizationViewDeps;
  /** Counts what was put on screen: a slower load of an earlier choice ends. */
  shows: number;
  /** The organizations on screen, the current one first. */
  shown: readonly string[];
  wantsAll: boolean;
  /** What is on screen could not all be read: it is put there again with the next occasion. */
  hasFailed: boolean;
}

/** Whether what is being read is still what is on screen. */
type IsShown = () => boolean;

export function createOrganizationView(deps: OrganizationViewDeps): OrganizationView {
  const wantsAll = deps.settings.get().allOrganizations;
  const showing: Showing = { deps, shows: 0, shown: [], wantsAll, hasFailed: false };
  return {
    shown: () => showing.shown,
    show: async (organizationId) => {
      showing.wantsAll = false;
      await putUnlessShown(showing, [organizationId]);
    },
    showAll: async () => {
      showing.wantsAll = true;
      await follow(showing);
    },
    showMalformed: async (organizationId) => {
      if (showing.shown.includes(organizationId)) await showMalformed(showing);
    },
    choose: async (organizations) => {
      if (deps.over.aborted) return;
      deps.views.organizations.set(organizations);
      await follow(showing);
    },
  };
}

async function follow(showing: Showing): Promise<void> {
  const { deps, wantsAll } = showing;
  const ids = [...new Set(deps.views.organizations.get().map(({ id }) => id))];
  const current = currentAmong(ids, deps);
  const others = wantsAll ? ids.filter((id) => id !== current) : [];
  await putUnlessShown(showing, current === null ? [] : [current, ...others]);
}

async function putUnlessShown(showing: Showing, next: readonly string[]): Promise<void> {
  const { shown, hasFailed } = showing;
  const isSame = next.length === shown.length && next.every((id) => shown.includes(id));
  if (!isSame || hasFailed) await put(showing, next);
}

/** @param organizationIds what is on screen from now on, the current one first */
async function put(showing: Showing, organizationIds: readonly string[]): Promise<void> {
  const { deps } = showing;
  const { views } = deps;
  const mine = ++showing.shows;
  const isShown: IsShown = () => !deps.over.aborted && mine === showing.shows;
  showing.shown = organizationIds;
  views.organizationId.set(organizationIds[0] ?? null);
  views.allOrganizations.set(organizationIds.length > 1);
  views.malformed.set([]);
  views.bills.reset(organizationIds);
  deps.onShown();
  showing.hasFailed = false;
  if (organizationIds.length === 0) return;
  const screen = await findKeptScreen(deps, organizationIds).catch(() => null);
  if (!isShown()) return;
  if (screen !== null) {
    views.bills.begin(screen);
    views.malformed.set(screen.malformed);
    void readBehind(showing, isShown);
    return;
  }
  try {
    if (!(await readPayable(showing, isShown))) return;
  } catch (problem) {
    if (isShown()) showing.hasFailed = true;
    throw problem;
  }
  await readMalformed(showing);
  void readRest(showing, isShown);
}

/** Behind a first screen: nobody opens the connection anew for it, so it is tried until it works. */
async function readBehind(showing: Showing, isShown: IsShown): Promise<void> {
  const { clock, platform, over, onFault } = showing.deps;
  // First it is painted, the list that is searched meanwhile opened, and the key that is pressed right then answered.
  await platform.idle();
  await platform.breathe();
  for (let failures = 1; isShown(); failures++) {
    try {
      if (!(await readPayable(showing, isShown))) return;
      await readMalformed(showing);
      return await readRest(showing, isShown);
    } catch (problem) {
      if (!isShown()) return;
      onFault(problem);
      await clock.sleep(backoffCeilingMs(READ_AGAIN, failures), over);
    }
  }
}

function readPayable({ deps, shown }: Showing, isShown: IsShown): Promise<boolean> {
  const part = { bills: deps.views.bills, platform: deps.platform, isShown };
  return tryTwice(() => takeIn(part, 'payable', shown.map(deps.cache.readPayable)));
}

/** Nobody waits for these: 100,000 bills take their time. */
async function readRest(showing: Showing, isShown: IsShown): Promise<void> {
  const { deps } = showing;
  const part = { bills: deps.views.bills, platform: deps.platform, isShown };
  const read = () => takeIn(part, 'all', showing.shown.map(deps.cache.readRest));
  await tryTwice(read).catch((problem: unknown) => {
    if (!isShown()) return;
    showing.hasFailed = true;
    deps.onFault(problem);
  });
}

/** Those are read again with the next page that holds one: the list does not wait for them. */
function readMalformed(showing: Showing): Promise<void> {
  return tryTwice(() => showMalformed(showing)).catch(showing.deps.onFault);
}

async function showMalformed(showing: Showing): Promise<void> {
  const { cache, views, over } = showing.deps;
  const mine = showing.shown;
  const items = await Promise.all(mine.map((organizationId) => cache.malformed(organizationId)));
  if (!over.aborted && mine === showing.shown) views.malformed.set(items.flat());
}

/** Where the user is, was last, or begins. */
function currentAmong(
  ids: readonly string[],
  { views, settings }: OrganizationViewDeps,
): string | null {
  const known = [views.organizationId.get(), settings.get().organizationId];
  return known.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null;
}
