import { backoffCeilingMs } from '../../../base/backoff.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Clock } from '../../../base/clock.ts';
import { tryTwice } from '../indexed-db.ts';
import type { Platform } from './platform.ts';
import { findSavedScreen, type SavedScreenDeps } from './saved-screen.ts';
import type { WorkspaceViews } from './workspace-views.ts';
import type { LiveBillIndex } from '../bills/index/bill-index.ts';
import type { CachedBill } from '../mirror/cache-database.ts';

/** Shows an organization, or all of them, from disk, with or without a network. */
export interface OrganizationView {
  /**
   * Call when the list of organizations is known. Stays with the organization on screen, or shows the last one
   * used, else the first.
   */
  choose(organizations: readonly Organization[]): Promise<void>;
  /** Shows only this one. Resolves when the first screen is correct, usually before the bills are in memory. */
  show(organizationId: string): Promise<void>;
  /** Shows every organization of the list, if there are at least two. */
  showAll(): Promise<void>;
  /** Organizations on screen, the current one first. */
  shown(): readonly string[];
  /** The organization's malformed items may have changed. */
  showMalformed(organizationId: string): Promise<void>;
}

export interface OrganizationViewDeps extends SavedScreenDeps {
  readonly cache: BillCache;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly platform: Pick<Platform, 'yieldToMain' | 'idle'>;
  readonly views: WorkspaceViews;
  readonly settings: Observable<Settings>;
  /** Aborted when the connection is no longer in use. Later answers are not shown. */
  readonly over: AbortSignal;
  /**
   * Resolves when all approvals are known. Earlier, an approved bill could look as if it needed approval. Rejects when
   * they cannot be read, and the connection then ends.
   */
  approvalsKnown(): Promise<void>;
  /** Called when another organization is on screen. */
  onShown(): void;
  onFault(problem: unknown): void;
}

/** Backoff between attempts to load the bills after a first screen. */
const READ_BACKOFF = { firstMs: 1_000, maxMs: 60_000 } as const;

/** The choice of organizations, and the state of loading them. */
interface Showing {
  readonly deps: OrganizationViewDeps;
  /** Number of choices so far. A slower load for an earlier choice stops when it differs. */
  shows: number;
  /** Organizations on screen, the current one first. */
  shown: readonly string[];
  wantsAll: boolean;
  /** Whether loading failed, so that it is repeated at the next opportunity. */
  hasFailed: boolean;
}

/** Whether the choice that is being loaded is still the one on screen. */
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
      const lost = [...showing.shown, ...deps.views.lostOrganizations.get()];
      const now = new Set(organizations.map(({ id }) => id));
      deps.views.organizations.set(organizations);
      deps.views.lostOrganizations.set(lost.filter((id) => !now.has(id)));
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

/** @param organizationIds organizations to show, the current one first */
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
  const screen = await findSavedScreen(deps, organizationIds).catch(() => null);
  if (!isShown()) return;
  if (screen !== null) {
    views.bills.begin(screen);
    views.malformed.set(screen.malformed);
    void readAfterFirstScreen(showing, isShown);
    return;
  }
  await deps.approvalsKnown();
  try {
    if (!(await readPayable(showing, isShown))) return;
  } catch (problem) {
    if (isShown()) showing.hasFailed = true;
    throw problem;
  }
  await readMalformed(showing);
  void readRest(showing, isShown);
}

/**
 * Loads the bills after a first screen. Retries until it works, because nothing else would open the connection
 * again.
 */
async function readAfterFirstScreen(showing: Showing, isShown: IsShown): Promise<void> {
  const { clock, platform, over, onFault, approvalsKnown } = showing.deps;
  // Let the window first paint, open the list to search, and handle a pressed key.
  await platform.idle();
  await platform.yieldToMain();
  const areKnown = await approvalsKnown().then(
    () => true,
    () => false,
  );
  if (!areKnown) return;
  for (let failures = 1; isShown(); failures++) {
    try {
      if (!(await readPayable(showing, isShown))) return;
      await readMalformed(showing);
      return await readRest(showing, isShown);
    } catch (problem) {
      if (!isShown()) return;
      onFault(problem);
      await clock.sleep(backoffCeilingMs(READ_BACKOFF, failures), over);
    }
  }
}

function readPayable(showing: Showing, isShown: IsShown): Promise<boolean> {
  const { deps } = showing;
  const part = { bills: deps.views.bills, platform: deps.platform, isShown };
  return tryTwice(() => loadInSlices(part, 'payable', listed(showing).map(deps.cache.readPayable)));
}

/**
 * Organizations on screen in the order of their list. If bills of several share an id, the first one loaded is shown,
 * so the order must not depend on the current organization.
 */
function listed({ deps, shown }: Showing): readonly string[] {
  const ids = deps.views.organizations.get().map(({ id }) => id);
  return shown.toSorted((left, right) => ids.indexOf(left) - ids.indexOf(right));
}

/** Loads the bills that are not payable, last, because 100,000 of them take a while. */
async function readRest(showing: Showing, isShown: IsShown): Promise<void> {
  const { deps } = showing;
  const part = { bills: deps.views.bills, platform: deps.platform, isShown };
  const read = () => loadInSlices(part, 'all', listed(showing).map(deps.cache.readRest));
  await tryTwice(read).catch((problem: unknown) => {
    if (!isShown()) return;
    showing.hasFailed = true;
    deps.onFault(problem);
  });
}

/** Reads the malformed items. A failure is only reported: the next page with a malformed item reads them again. */
function readMalformed(showing: Showing): Promise<void> {
  return tryTwice(() => showMalformed(showing)).catch(showing.deps.onFault);
}

async function showMalformed(showing: Showing): Promise<void> {
  const { cache, views, over } = showing.deps;
  const mine = showing.shown;
  const items = await Promise.all(mine.map((organizationId) => cache.malformed(organizationId)));
  if (over.aborted || mine !== showing.shown) return;
  const found = items.flat();
  // Runs at the end of each crawl. Usually there are none before and after, and no observer is notified.
  if (found.length + views.malformed.get().length > 0) views.malformed.set(found);
}

/** The organization on screen, else the last one used, else the first. */
function currentAmong(
  ids: readonly string[],
  { views, settings }: OrganizationViewDeps,
): string | null {
  const known = [views.organizationId.get(), settings.get().organizationId];
  return known.find((id) => id !== null && ids.includes(id)) ?? ids[0] ?? null;
}

/** Bills per slice: a few milliseconds of work. */
const ROWS_AT_ONCE = 250;

interface Loading {
  readonly bills: Pick<LiveBillIndex, 'load' | 'settle' | 'loaded'>;
  readonly platform: Pick<Platform, 'yieldToMain'>;
  /** False once something else is on screen. */
  isShown(): boolean;
}

/**
 * Adds bills from disk to the index in slices, so that the window answers keys at once. Returns true when all are on
 * screen, false once something else is.
 */
export async function loadInSlices(
  { bills, platform, isShown }: Loading,
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
