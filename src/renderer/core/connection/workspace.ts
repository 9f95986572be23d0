import type { QuarantinedApproval } from '../outbox/approval.ts';
import type { Approvals } from '../outbox/approval-slices.ts';
import type { UndoLeft } from '../outbox/undo-periods.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import type { ReturnedBills } from '../bills/flags/returned-bills.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { Commands } from './commands.ts';
import type { Connectivity } from './connectivity.ts';
import type { EarlySearch } from './early-search.ts';
import type { InvoiceIndex } from '../bills/index/invoice-index.ts';
import type { InvoicePullStatus, PullStatus } from '../mirror/idle-pull.ts';
import type { Annotations } from '../local/annotations.ts';
import type { WorkspaceTrouble } from './connection-life.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { MalformedItem } from '../../../contract/read-item.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { SavedViews } from '../local/saved-views.ts';

/**
 * Everything the screens can see and do. The rooms of `core` build it, the screens only read its
 * observables and call its commands.
 */
export interface Workspace {
  readonly bridge: Bridge;
  readonly session: Observable<SessionState>;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<QuotaView | null>;
  readonly connectivity: Observable<Connectivity>;
  readonly organizations: Observable<readonly Organization[]>;
  /** The organization on screen; null before the first list has come. */
  readonly organizationId: Observable<string | null>;
  /**
   * The bills of every organization are on screen, each row with its own. `organizationId` stays: it is
   * read first, and Invoices shows it alone. Never true with fewer than two organizations.
   */
  readonly allOrganizations: Observable<boolean>;
  /** Of what is on screen: with all organizations as old as the oldest of them. */
  readonly pull: Observable<PullStatus>;
  /** The organization `pull.error` is about, when it is not about all that are on screen. */
  readonly pullFailedIn: Observable<string | null>;
  readonly bills: BillIndex;
  /** Searches the list before its bills are in memory; null once they are, or where nothing was kept for it. */
  readonly earlySearch: Observable<EarlySearch | null>;
  readonly flags: BillFlags;
  readonly annotations: Annotations;
  /** Lists of bills under names of the user's own, on this computer alone. */
  readonly views: SavedViews;
  /**
   * The connection whose bills of a sign-in are on this computer; null when there are none. With them
   * reviewing and approving go on although the session has ended. Signing out removes them.
   */
  readonly keptBillsOf: Observable<string | null>;
  readonly malformed: Observable<readonly MalformedItem[]>;
  /** Empty until the Invoices screen has been opened. */
  readonly invoices: InvoiceIndex;
  readonly invoicePull: Observable<InvoicePullStatus>;
  readonly malformedInvoices: Observable<readonly MalformedItem[]>;
  /** Every approval of this connection, all organizations, newest first. */
  readonly approvals: Approvals;
  readonly undoLeftMs: UndoLeft;
  /** Bills on screen that were approved and are another since: no approval stands for them. */
  readonly returned: ReturnedBills;
  /** The last answers to approvals said nothing: nothing is sent until one may be tried again. */
  readonly sendingPaused: Observable<boolean>;
  /** The scope that approvals wait for, since the service refuses all without it; null when none does. */
  readonly missingPermission: Observable<string | null>;
  /** Approvals wait for the user since Billfold was closed for long or the clock was changed, and for nothing worse. */
  readonly wasAway: Observable<boolean>;
  /** Rows of the outbox that could not be read: quarantined as they are, never deleted. */
  readonly quarantined: Observable<readonly QuarantinedApproval[]>;
  /** Why the connection is not in use although it should be; null when it is. It is tried again by itself. */
  readonly trouble: Observable<WorkspaceTrouble | null>;
  readonly commands: Commands;
  close(): Promise<void>;
}
