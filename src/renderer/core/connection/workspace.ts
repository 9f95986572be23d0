import type { Observable } from '../../../base/observable.ts';
import type { NotSentReason, SendOutcome } from '../../../bridge/approval.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { QuotaView } from '../../../bridge/quota.ts';
import type { SessionState } from '../../../bridge/session.ts';
import type { Settings, SettingsChange } from '../../../bridge/settings.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { MalformedItem } from '../../../contract/envelope.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { Organization } from '../../../contract/organization.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { Flag } from '../bills/flags/flag.ts';
import type { UsualAmount } from '../bills/flags/unusual-amount.ts';
import type { SavedViews } from '../local/saved-views.ts';

/**
 * Everything the screens can see and do. `cache/` and `sync/` build it, the screens only read its
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
  readonly flags: BillFlags;
  readonly marks: LocalMarks;
  /** Lists of bills under names of the user's own, on this computer alone. */
  readonly views: SavedViews;
  readonly vendors: VendorBills;
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
  readonly approvals: Observable<readonly Approval[]>;
  /** The last answers to approvals said nothing: nothing is sent until one may be tried again. */
  readonly sendingPaused: Observable<boolean>;
  /** Rows of the outbox that could not be read: kept aside as they are, never deleted. */
  readonly setAside: Observable<readonly SetAsideApproval[]>;
  /** Why the connection is not in use although it should be; null when it is. It is tried again by itself. */
  readonly trouble: Observable<WorkspaceTrouble | null>;
  readonly commands: Commands;
  close(): Promise<void>;
}

/** What kept the connection from being opened or started. Nothing is sent or read meanwhile. */
export interface WorkspaceTrouble {
  readonly kind: 'storageFull' | 'notOpened';
  /** For an expert. */
  readonly technical: string;
}

/** Whether the service can be reached, by the last answer or the lack of one. */
export interface Connectivity {
  readonly state: 'unknown' | 'online' | 'offline';
  /** When that was last learnt, epoch milliseconds. */
  readonly sinceMs: number | null;
  /** Why the last try failed. */
  readonly error: ServiceError | null;
}

/** How far the mirror of the organization on screen is. */
export interface PullStatus {
  readonly kind: 'idle' | 'crawling' | 'paused' | 'failed';
  /** What is being read, payable first. */
  readonly group: 'payable' | 'history' | null;
  /** Pages and bills read in this crawl so far. */
  readonly pages: number;
  readonly bills: number;
  /** An estimate from the last complete crawl of the group, or null the first time. */
  readonly expectedBills: number | null;
  /** When the last complete crawl of each group began, epoch milliseconds: how old the data is. */
  readonly payableAsOfMs: number | null;
  readonly historyAsOfMs: number | null;
  /** A list ended before its end, in the last complete crawl or this one: bills may be missing. */
  readonly cutShort: boolean;
  readonly paused: PauseReason | null;
  readonly retryAtMs: number | null;
  readonly error: ServiceError | null;
}

/** How far the mirror of the organization's invoices is. */
export interface InvoicePullStatus {
  readonly kind: 'idle' | 'crawling' | 'paused' | 'failed';
  /** Pages and invoices read in this crawl so far. */
  readonly pages: number;
  readonly invoices: number;
  /** As many as the last complete crawl read, or null the first time. */
  readonly expectedInvoices: number | null;
  /** When the last complete crawl began, epoch milliseconds: how old the data is. */
  readonly asOfMs: number | null;
  readonly paused: PauseReason | null;
  readonly retryAtMs: number | null;
  readonly error: ServiceError | null;
}

/** What can stop sync. A set of reasons; each is released on its own. */
export type PauseReason = 'offline' | 'signedOut' | 'quota' | 'asleep' | 'storageFull' | 'closing';

/** A bill as the list needs it. */
export interface BillRow {
  readonly bill: Bill;
  readonly organizationId: string;
  /** When it was last seen on the service, epoch milliseconds. */
  readonly seenAtMs: number;
  /** Lower-case text the search looks in: number, vendor, memo, amounts. */
  readonly searchText: string;
}

/** A bill that cannot be shown beside another organization's bill of the same id. */
export interface LeftOutBill {
  readonly billId: string;
  /** Where it can be seen: its own organization. */
  readonly organizationId: string;
}

/** The bills on screen, of one organization or of all, kept up to date as pages arrive. */
export interface BillIndex {
  /** Grows with every change of any bill; watch it, then ask again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Bills in the order asked for; the same array as before when nothing has changed. */
  query(query: BillQuery): readonly BillRow[];
  get(billId: string): BillRow | null;
  /** How many bills there are by status. */
  counts(): ReadonlyMap<string, number>;
  /** Bills left out because another organization's bill has their id; empty but for a broken assumption. */
  readonly leftOut: Observable<readonly LeftOutBill[]>;
}

/** Reasons to look twice at a bill, and what was last seen of each, on this computer alone. */
export interface BillFlags {
  /** Grows whenever the flags of any bill may be others. */
  readonly version: Observable<number>;
  /** Most telling first; the same array until `version` grows. None when it cannot be approved. */
  flagsOf(billId: string): readonly Flag[];
  /** What its vendor usually billed before it, in its currency; null when that cannot be said. */
  usualOf(billId: string): UsualAmount | null;
  /** Whether there is a look to compare the bill with. */
  isSeen(billId: string): boolean;
  /** The user has looked at the bill as it is now. */
  looked(billId: string): void;
}

/** The bills in memory by their vendor. */
export interface VendorBills {
  /** All bills of this bill's vendor (by the name shown) and organization, itself too, in no order. */
  billsLike(row: Pick<BillRow, 'organizationId' | 'bill'>): readonly BillRow[];
}

/**
 * What the user keeps about bills: a note, a snooze, a dismissal. On this computer alone: approvals,
 * sync and the service never see it, and approving is never held up by it.
 */
export interface LocalMarks {
  /** Grows whenever an answer may be another. */
  readonly version: Observable<number>;
  /** Grows whenever other bills may be aside: a list need not be made anew for each letter of a note. */
  readonly asideVersion: Observable<number>;
  /** A note is in memory only: the disk could not take it. */
  readonly hasUnsavedNote: Observable<boolean>;
  /** What is kept about the bill, or null; the same object until it changes. */
  markOf(organizationId: string, billId: string): LocalMark | null;
  /**
   * Bills to leave out of the inbox on that day, by id. A bill that has changed on the service since it
   * was put aside is not among them. The same map until one of them is another, or the day changes.
   * @param today `YYYY-MM-DD`
   */
  asideOn(organizationId: string, today: string): ReadonlyMap<string, 'snoozed' | 'dismissed'>;
  /** Shown at once, on disk after a moment. A note the disk cannot take stays in memory. */
  setNote(organizationId: string, billId: string, note: string): Promise<MarkResult>;
  /** @param bills as they are on screen  @param until `YYYY-MM-DD`, the day they are back */
  snooze(bills: readonly BillToMark[], until: string): Promise<MarkResult>;
  /** Out of the inbox until the bill changes or is put back. */
  dismiss(bills: readonly BillToMark[]): Promise<MarkResult>;
  putBack(bills: readonly BillToMark[]): Promise<MarkResult>;
  /** Writes at once what was typed last. */
  flush(): Promise<MarkResult>;
}

/** `notKept`: this computer could not store it (disk full); what was put aside is where it was. */
export type MarkResult = 'kept' | 'notKept';

export type BillToMark = Pick<BillRow, 'organizationId' | 'bill'>;

export interface LocalMark {
  /** Plain text; empty for none. */
  readonly note: string;
  /** `YYYY-MM-DD`, the day it is back in the inbox, which may have passed; null when not snoozed. */
  readonly snoozedUntil: string | null;
  /** Epoch milliseconds; null when not dismissed. */
  readonly dismissedAtMs: number | null;
}

export interface BillQuery {
  /** `payable` for all that can be approved, a status, or null for all. */
  readonly status: string | null;
  /** Every word has to be found; empty for all. */
  readonly search: string;
  readonly sort: 'dueDate' | 'vendor' | 'amount' | 'age';
  readonly descending: boolean;
}

/** An invoice as the list needs it. */
export interface InvoiceRow {
  readonly invoice: Invoice;
  /** When it was last seen on the service, epoch milliseconds. */
  readonly seenAtMs: number;
  /** Lower-case text the search looks in: every value the service sent. */
  readonly searchText: string;
}

/** The organization's invoices in memory, kept up to date as pages arrive. */
export interface InvoiceIndex {
  /** Grows with every change of any invoice; watch it, then ask again. */
  readonly version: Observable<number>;
  readonly loading: Observable<boolean>;
  /** Invoices that hold every word, in no order; the same array as before when nothing has changed. */
  query(search: string): readonly InvoiceRow[];
  get(invoiceId: string): InvoiceRow | null;
  count(): number;
}

export type ApprovalState =
  | 'held'
  | 'queued'
  | 'sending'
  | 'changed'
  | 'unknown'
  | 'rejected'
  | 'confirmed'
  | 'withdrawn';

/** One row of the outbox. Never deleted; changed only through the transition table. */
export interface Approval {
  readonly id: string;
  readonly connectionId: string;
  readonly signInId: string;
  /**
   * The life of this computer's data in which the user said yes. Another one than main's present one: the
   * data was copied or restored since, and what is in it may have been sent.
   */
  readonly profileEpoch: string;
  readonly organizationId: string;
  readonly billId: string;
  readonly snapshot: ReviewedSnapshot;
  readonly state: ApprovalState;
  readonly approvedAtMs: number;
  /** Rows approved in one action share this, and are undone together. */
  readonly batchId: string;
  /** End of the undo window, epoch milliseconds. */
  readonly heldUntilMs: number;
  /** How often it was handed to main; the next attempt is one more. */
  readonly attempt: number;
  /** The bill has to be read by a request that begins after this, in ordered time; null: not asked yet. */
  readonly needsLookAfterMs: number | null;
  /** Looks that did not find the bill; a second one makes it `changed` (gone). */
  readonly missedLooks: number;
  /** Not before this, epoch milliseconds. */
  readonly retryAtMs: number | null;
  /**
   * Why it is still here. `restored`: it was put back from the journal, and nobody knows whether the user
   * had taken it back since; so they are asked. `noOrganization`: this sign-in cannot see its organization.
   */
  readonly waitingFor: NotSentReason | 'look' | 'restored' | 'noOrganization' | null;
  readonly outcome: SendOutcome | null;
  /**
   * In `changed`: the bill as it is now; null when it could not be found. In `confirmed`: the bill the
   * service answered with, when that was not what was approved.
   */
  readonly found: ReviewedSnapshot | null;
  /** The user has seen that what was confirmed had changed. */
  readonly isAcknowledged: boolean;
  readonly confirmedBy: 'service' | 'seen' | 'user' | null;
  readonly history: readonly ApprovalEvent[];
}

/** An outbox row that this version cannot read. */
export interface SetAsideApproval {
  /** Its id in the outbox when it has one. */
  readonly id: string | null;
  readonly setAsideAtMs: number;
  /** One line a field: what was wrong with it. */
  readonly problems: readonly string[];
}

/** One line of an approval's story. */
export interface ApprovalEvent {
  readonly atMs: number;
  readonly event: string;
  readonly from: ApprovalState | null;
  readonly to: ApprovalState;
  /** The service's words or another technical line. */
  readonly detail: string | null;
}

/** What the user can do. Commands on approvals that no longer fit their state do nothing. */
export interface Commands {
  /** Shows this organization alone. */
  selectOrganization(organizationId: string): Promise<void>;
  /** Shows the bills of every organization together. With fewer than two it does nothing. */
  showAllOrganizations(): Promise<void>;
  /** Approves these bills as they are on screen now; bills that are not payable or already approved are left out. */
  approve(billIds: readonly string[]): Promise<ApproveResult>;
  /** Takes back approvals still held or queued. Answers with how many. */
  withdraw(approvalIds: readonly string[]): Promise<number>;
  /** For unknown and rejected: send again, one attempt more, by the user's word. */
  sendAgain(approvalIds: readonly string[]): Promise<void>;
  /** For changed: approve what the bill is now. */
  approveAsChanged(approvalIds: readonly string[]): Promise<void>;
  /** For unknown: the user has seen on the service that it was applied. */
  markConfirmed(approvalIds: readonly string[]): Promise<void>;
  /** Lets these go that were put back from the journal, or restored with this data, by the user's word. */
  sendRestored(approvalIds: readonly string[]): Promise<void>;
  /** For confirmed ones whose bill had changed: the user has seen it. */
  acknowledge(approvalIds: readonly string[]): Promise<void>;
  /** For approvals of an earlier sign-in: bind them to this one, by the user's word. */
  adopt(approvalIds: readonly string[]): Promise<void>;
  /** The Invoices screen came on screen, or left it: they are read from then on, and shown. */
  showInvoices(isShown: boolean): void;
  /** In trouble: tries to open the connection at once. */
  tryAgain(): void;
  /** Pull now and try what waits now. */
  refresh(): void;
  changeSettings(change: SettingsChange): Promise<void>;
  /**
   * Signs out; wipes the cached bills of the connection, never the outbox.
   * @param ownWork notes, snoozes, dismissals and saved views: kept unless they are to be removed too
   */
  signOut(waiting: 'keep' | 'discard', ownWork?: 'keep' | 'remove'): Promise<void>;
}

export interface ApproveResult {
  readonly approved: readonly Approval[];
  /** `notKept`: this computer could not store the approval, so there is none; mostly its disk is full. */
  readonly leftOut: readonly {
    readonly billId: string;
    readonly why: 'notPayable' | 'alreadyApproved' | 'unknownBill' | 'notKept';
  }[];
}
