import type { QuarantinedApproval } from '../model/approval.ts';
import type { Approvals } from '../outbox/approval-slices.ts';
import type { UndoLeft } from '../outbox/undo-periods.ts';
import type { BillFlags } from '../bills/flags/bill-flags.ts';
import type { CurrentApprovals } from '../bills/lists/current-approvals.ts';
import type { ReturnedBills } from '../bills/flags/returned-bills.ts';
import type { Commands } from './commands.ts';
import type { Annotations } from '../local/annotations.ts';
import type { ConnectionFault } from './connection.ts';
import type { Observable } from '../../../base/observable.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings } from '../../../bridge/settings.ts';
import type { SavedReportChoices } from '../local/report-choices.ts';
import type { SavedViews } from '../local/saved-views.ts';
import type { ShownViews } from './workspace-views.ts';

/**
 * Everything the screens can read and do. The parts of `core` build it. Screens only read its observables and
 * call its commands.
 */
export interface Workspace extends ShownViews {
  readonly bridge: Bridge;
  readonly session: Observable<SessionState>;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<QuotaView | null>;
  readonly flags: BillFlags;
  readonly annotations: Annotations;
  /** The user's saved views, on this computer only. */
  readonly views: SavedViews;
  /** The user's choices for cash planner and statements, on this computer only. */
  readonly reportChoices: SavedReportChoices;
  /** All approvals of this connection, of all organizations, newest first. */
  readonly approvals: Approvals;
  readonly undoLeftMs: UndoLeft;
  /** Bills on screen that changed after their approval, so that no approval covers them. */
  readonly returned: ReturnedBills;
  /** The approvals that count for the bills on screen. */
  readonly currentApprovals: Observable<CurrentApprovals>;
  /** Outbox rows that could not be read: quarantined unchanged, never deleted. */
  readonly quarantined: Observable<readonly QuarantinedApproval[]>;
  /** Whether the disk refused an undo or a cancel that Billfold still tries to save. */
  readonly hasUnsaved: Observable<boolean>;
  /** Reason why the connection cannot be used although it should be; null for none. Billfold retries by itself. */
  readonly connectionFault: Observable<ConnectionFault | null>;
  readonly commands: Commands;
  close(): Promise<void>;
}
