import { createObservable, type ObservableValue } from '../../../base/observable.ts';
import type { CutReason } from '../../../contract/page.ts';
import type { MalformedItem } from '../../../contract/read-item.ts';
import type { Organization } from '../../../contract/organization.ts';
import { createBillIndex, type LiveBillIndex } from '../bills/index/bill-index.ts';
import { createInvoiceIndex, type LiveInvoiceIndex } from '../bills/index/invoice-index.ts';
import type { Connectivity } from './connectivity.ts';
import { pullStatusOfAll, type PullView } from '../mirror/pull-status.ts';
import {
  type InvoicePullStatus,
  type PullStatus,
  idleInvoicePull,
  idlePullStatus,
} from '../mirror/idle-pull.ts';

/** A list of organizations that the service cut short after `listed` of them. */
export interface OrganizationsCut {
  readonly listed: number;
  readonly why: CutReason;
}

/** Observables of the screens. They outlive the connection that fills them. */
export interface WorkspaceViews {
  readonly connectivity: ObservableValue<Connectivity>;
  readonly organizations: ObservableValue<readonly Organization[]>;
  readonly organizationsCut: ObservableValue<OrganizationsCut | null>;
  readonly organizationId: ObservableValue<string | null>;
  readonly allOrganizations: ObservableValue<boolean>;
  /** Organizations whose paid and void bills have been read once. */
  readonly historyReadOf: ObservableValue<ReadonlySet<string>>;
  readonly pull: ObservableValue<PullStatus>;
  readonly pullFailedIn: ObservableValue<string | null>;
  readonly malformed: ObservableValue<readonly MalformedItem[]>;
  readonly bills: LiveBillIndex;
  readonly invoices: LiveInvoiceIndex;
  readonly invoicePull: ObservableValue<InvoicePullStatus>;
  readonly malformedInvoices: ObservableValue<readonly MalformedItem[]>;
  readonly connectionWithBills: ObservableValue<string | null>;
  readonly sendingPaused: ObservableValue<boolean>;
  readonly missingPermission: ObservableValue<string | null>;
  readonly wasAway: ObservableValue<boolean>;
}

const noConnectivity = { state: 'unknown', sinceMs: null, error: null } as const;

export function createViews(): WorkspaceViews {
  return {
    connectivity: createObservable<Connectivity>(noConnectivity),
    organizations: createObservable<readonly Organization[]>([]),
    organizationsCut: createObservable<OrganizationsCut | null>(null),
    organizationId: createObservable<string | null>(null),
    allOrganizations: createObservable(false),
    historyReadOf: createObservable<ReadonlySet<string>>(new Set()),
    pull: createObservable(idlePullStatus),
    pullFailedIn: createObservable<string | null>(null),
    malformed: createObservable<readonly MalformedItem[]>([]),
    bills: createBillIndex(),
    invoices: createInvoiceIndex(),
    invoicePull: createObservable(idleInvoicePull),
    malformedInvoices: createObservable<readonly MalformedItem[]>([]),
    connectionWithBills: createObservable<string | null>(null),
    sendingPaused: createObservable(false),
    missingPermission: createObservable<string | null>(null),
    wasAway: createObservable(false),
  };
}

/** Clears the data of the previous connection. */
export function clearViews(views: WorkspaceViews): void {
  views.connectivity.set(noConnectivity);
  views.organizations.set([]);
  views.organizationsCut.set(null);
  views.organizationId.set(null);
  views.allOrganizations.set(false);
  views.historyReadOf.set(new Set());
  views.pull.set(idlePullStatus);
  views.pullFailedIn.set(null);
  views.malformed.set([]);
  views.bills.reset(null);
  views.invoices.reset(null);
  views.invoicePull.set(idleInvoicePull);
  views.malformedInvoices.set([]);
  views.connectionWithBills.set(null);
  views.sendingPaused.set(false);
  views.missingPermission.set(null);
  views.wasAway.set(false);
}

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
  const complete = read
    .filter(({ status }) => status.historySyncedAtMs !== null)
    .map(({ id }) => id);
  const known = views.historyReadOf.get();
  if (known.size !== complete.length || !complete.every((id) => known.has(id))) {
    views.historyReadOf.set(new Set(complete));
  }
  views.invoicePull.set(view.invoicesOf(views.organizationId.get()));
}
