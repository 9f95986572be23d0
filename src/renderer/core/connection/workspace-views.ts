import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../base/observable.ts';
import type { CutReason } from '../../../contract/lists/page.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import type { Organization } from '../../../contract/organization.ts';
import { createBillIndex, type BillIndex } from '../bills/index/bill-index.ts';
import { createInvoiceIndex, type InvoiceIndex } from '../bills/index/invoice-index.ts';
import type { Connectivity } from './connectivity.ts';
import type { Cut } from '../mirror/cache-database.ts';
import { pullStatusOfAll, type PullView } from '../mirror/pull-status.ts';
import { idleInvoicePull, idlePullStatus, type PullStatus } from '../mirror/idle-pull.ts';

/** A list of organizations that the service cut short after `listed` of them. */
export interface OrganizationsCut {
  readonly listed: number;
  readonly why: CutReason;
}

const noConnectivity = { state: 'unknown', sinceMs: null, error: null } as const;

/** Observables of the screens. They outlive the connection that fills them. */
export function createViews() {
  const clears: (() => void)[] = [];
  const view = <Value>(first: Value): ObservableValue<Value> => {
    const value = createObservable(first);
    clears.push(() => value.set(first));
    return value;
  };
  const bills = createBillIndex();
  const invoices = createInvoiceIndex();
  return {
    connectivity: view<Connectivity>(noConnectivity),
    organizations: view<readonly Organization[]>([]),
    /** Organizations that the service no longer lists. Approvals of their bills may wait, under their names. */
    formerOrganizations: view<readonly Organization[]>([]),
    /** Ids of organizations that left the screen, because the service no longer lists them. */
    lostOrganizations: view<readonly string[]>([]),
    /** Null when the last list of organizations was whole. */
    organizationsCut: view<OrganizationsCut | null>(null),
    /** Organization on screen; null before the first list has arrived. */
    organizationId: view<string | null>(null),
    /**
     * Whether the bills of every organization are on screen. `organizationId` stays: it is read first, and
     * Invoices shows only that one. Never true with fewer than two organizations.
     */
    allOrganizations: view(false),
    /** Organizations whose paid and void bills have been read once. */
    historyReadOf: view<ReadonlySet<string>>(new Set()),
    /** Status of the bills on screen, with the age of the organization read longest ago. */
    pull: view(idlePullStatus),
    /** Organization that `pull.error` concerns; null when it concerns all on screen. */
    pullFailedIn: view<string | null>(null),
    /** `PullStatus.cuts` by organization on screen. */
    cutsIn: view<ReadonlyMap<string, readonly Cut[]>>(new Map()),
    malformed: view<readonly MalformedItem[]>([]),
    bills,
    /** Empty until the Invoices screen has been opened. */
    invoices,
    invoicePull: view(idleInvoicePull),
    malformedInvoices: view<readonly MalformedItem[]>([]),
    /**
     * Connection with bills on this computer; null for none. Reviewing and approving continue after the session
     * has ended. Signing out deletes the bills.
     */
    connectionWithBills: view<string | null>(null),
    /** Whether sending pauses because the last answers to approvals proved nothing. */
    sendingPaused: view(false),
    /** Missing scope for which approvals wait, since the service would refuse them all; null for none. */
    missingPermission: view<string | null>(null),
    /** Whether approvals wait for the user only because Billfold was closed for long or the clock was changed. */
    wasAway: view(false),
    /** Clears the data of the previous connection. */
    clear: () => {
      for (const clear of clears) clear();
      bills.reset(null);
      invoices.reset(null);
    },
  };
}
export type WorkspaceViews = ReturnType<typeof createViews>;
/** The views as the screens use them: read-only. */
export type ShownViews = {
  readonly [Name in Exclude<keyof WorkspaceViews, 'bills' | 'invoices' | 'clear'>]: Observable<
    ReturnType<WorkspaceViews[Name]['get']>
  >;
} & { readonly bills: BillIndex; readonly invoices: InvoiceIndex };

/**
 * Shows the progress of the mirror of these organizations.
 * @param shown the organizations on screen, the current one first
 */
export function publishPull(views: WorkspaceViews, view: PullView, shown: readonly string[]): void {
  const read = shown.map((id) => ({ id, status: view.statusOf(id) }));
  views.pull.set(
    read.length === 0 ? view.statusOf(null) : pullStatusOfAll(read.map(({ status }) => status)),
  );
  const failed = read.find(({ status }) => status.error !== null);
  const isOfAll = read.every(({ status }) => status.error === failed?.status.error);
  views.pullFailedIn.set(isOfAll ? null : (failed?.id ?? null));
  views.cutsIn.set(new Map(read.map(({ id, status }) => [id, status.cuts])));
  const hasPaid = ({ historySyncedAtMs, cuts }: PullStatus): boolean =>
    historySyncedAtMs !== null && !cuts.some(({ status }) => status === 'paid');
  const complete = read.filter(({ status }) => hasPaid(status)).map(({ id }) => id);
  const known = views.historyReadOf.get();
  if (known.size !== complete.length || !complete.every((id) => known.has(id))) {
    views.historyReadOf.set(new Set(complete));
  }
  views.invoicePull.set(view.invoicesOf(views.organizationId.get()));
}
