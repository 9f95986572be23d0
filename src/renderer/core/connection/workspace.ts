import type { QuarantinedApproval } from '../model/approval.ts';
import type { Approvals } from '../outbox/approval-slices.ts';
import type { UndoLeft } from '../outbox/undo-periods.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import type { ReturnedBills } from '../bills/flags/returned-bills.ts';
import type { BillIndex } from '../bills/index/bill-index.ts';
import type { Commands } from './commands.ts';
import type { Connectivity } from './connectivity.ts';
import type { InvoiceIndex } from '../bills/index/invoice-index.ts';
import type { InvoicePullStatus, PullStatus } from '../mirror/idle-pull.ts';
import type { Annotations } from '../local/annotations.ts';
import type { ConnectionFault } from './connection.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { MalformedItem } from '../../../contract/read-item.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { SavedReportChoices } from '../local/report-choices.ts';
import type { SavedViews } from '../local/saved-views.ts';
import type { OrganizationsCut } from './workspace-views.ts';

/**
 * Everything the screens can read and do. The rooms of `core` build it. Screens only read its observables and
 * call its commands.
 */
export interface Workspace {
  readonly bridge: Bridge;
  readonly session: Observable<SessionState>;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<QuotaView | null>;
  readonly connectivity: Observable<Connectivity>;
  readonly organizations: Observable<readonly Organization[]>;
  /** Null when the last list of organizations was whole. */
  readonly organizationsCut: Observable<OrganizationsCut | null>;
  /** Organization on screen; null before the first list has arrived. */
  readonly organizationId: Observable<string | null>;
  /**
   * Whether the bills of every organization are on screen. `organizationId` stays: it is read first, and
   * Invoices shows only that one. Never true with fewer than two organizations.
   */
  readonly allOrganizations: Observable<boolean>;
  /** Status of the bills on screen: as old as the oldest organization. */
  readonly pull: Observable<PullStatus>;
  /** Organization that `pull.error` concerns; null when it concerns all on screen. */
  readonly pullFailedIn: Observable<string | null>;
  readonly bills: BillIndex;
  readonly flags: BillFlags;
  readonly annotations: Annotations;
  /** The user's saved views, on this computer only. */
  readonly views: SavedViews;
  /** The user's choices for cash planner and statements, on this computer only. */
  readonly reportChoices: SavedReportChoices;
  /**
   * Connection with bills on this computer; null for none. Reviewing and approving continue after the session
   * has ended. Signing out deletes the bills.
   */
  readonly connectionWithBills: Observable<string | null>;
  readonly malformed: Observable<readonly MalformedItem[]>;
  /** Empty until the Invoices screen has been opened. */
  readonly invoices: InvoiceIndex;
  readonly invoicePull: Observable<InvoicePullStatus>;
  readonly malformedInvoices: Observable<readonly MalformedItem[]>;
  /** All approvals of this connection, of all organizations, newest first. */
  readonly approvals: Approvals;
  readonly undoLeftMs: UndoLeft;
  /** Bills on screen that changed after their approval, so that no approval covers them. */
  readonly returned: ReturnedBills;
  /** Whether sending pauses because the last answers to approvals proved nothing. */
  readonly sendingPaused: Observable<boolean>;
  /** Scope that approvals wait for, since the service refuses all without it; null for none. */
  readonly missingPermission: Observable<string | null>;
  /** Whether approvals wait for the user only because Billfold was closed for long or the clock was changed. */
  readonly wasAway: Observable<boolean>;
  /** Outbox rows that could not be read: quarantined unchanged, never deleted. */
  readonly quarantined: Observable<readonly QuarantinedApproval[]>;
  /** Reason why the connection cannot be used although it should be; null for none. Billfold retries by itself. */
  readonly connectionFault: Observable<ConnectionFault | null>;
  readonly commands: Commands;
  close(): Promise<void>;
}
