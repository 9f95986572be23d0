import type { BillCache } from '../mirror/bill-cache.ts';
import { tryTwice } from '../indexed-db.ts';
import type { InvoiceChange } from '../mirror/cache-database.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Shows an organization's invoices from disk. Loads nothing until the screen is opened. */
export interface InvoiceView {
  /** The screen was opened or closed. */
  setShown(isShown: boolean): void;
  /** Another organization is on screen. */
  organizationChanged(): void;
  /** A committed page made this change. */
  changed(change: InvoiceChange): void;
  /** The organization's malformed invoices may have changed. */
  showMalformed(organizationId: string): void;
}

export interface InvoiceViewDeps {
  readonly cache: BillCache;
  readonly views: WorkspaceViews;
  /** Aborted when the connection is no longer in use. Later answers are not shown. */
  readonly over: AbortSignal;
  onFault(problem: unknown): void;
}

export function createInvoiceView(deps: InvoiceViewDeps): InvoiceView {
  const { cache, views, over } = deps;
  let isShown = false;
  /** Organization whose invoices are in memory or being loaded; null for none. */
  let loadedId: string | null = null;
  /** Number of loads so far. An earlier, slower load stops when it differs. */
  let loads = 0;

  const showMalformed = async (organizationId: string): Promise<void> => {
    const items = await cache.malformedInvoices(organizationId);
    if (!over.aborted && loadedId === organizationId) views.malformedInvoices.set(items);
  };

  const load = async (organizationId: string): Promise<void> => {
    const mine = ++loads;
    loadedId = organizationId;
    views.invoices.reset(organizationId);
    views.malformedInvoices.set([]);
    await tryTwice(() => read(organizationId, () => !over.aborted && mine === loads));
  };

  const read = async (organizationId: string, isWanted: () => boolean): Promise<void> => {
    await showMalformed(organizationId);
    for await (const rows of cache.readInvoices(organizationId)) {
      if (!isWanted()) return;
      views.invoices.load(rows);
    }
    if (isWanted()) views.invoices.loaded();
  };

  const follow = (): void => {
    const organizationId = views.organizationId.get();
    if (!isShown || organizationId === null || organizationId === loadedId) return;
    load(organizationId).catch((problem: unknown) => over.aborted || deps.onFault(problem));
  };

  return {
    setShown: (next) => {
      isShown = next;
      follow();
    },
    organizationChanged: () => {
      if (views.organizationId.get() !== loadedId) {
        loads++;
        loadedId = null;
        views.invoices.reset(null);
        views.malformedInvoices.set([]);
      }
      follow();
    },
    changed: (change) => views.invoices.change(change),
    showMalformed: (organizationId) => {
      if (organizationId !== loadedId) return;
      showMalformed(organizationId).catch(
        (problem: unknown) => over.aborted || deps.onFault(problem),
      );
    },
  };
}
