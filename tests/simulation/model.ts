import { fingerprint, type ReviewedSnapshot } from '../../src/bridge/snapshot.ts';
import type { RequestOf } from '../../src/bridge/methods.ts';
import type { Exchange } from './network.ts';

export const invariants = [
  'kept',
  'once',
  'seen',
  'undone',
  'quota',
  'mirror',
  'sealed',
  'chain',
  'live',
  'claimed',
  'spent',
  /** A bill above a limit, or applied before, leaves only with the user's consent in main's dialog. */
  'asked',
] as const;
export type Invariant = (typeof invariants)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}

/** An approval as the user knows it: made with a click, perhaps undone. */
export interface KnownApproval {
  readonly id: string;
  readonly organizationId: string;
  readonly billId: string;
  /** The newest version the user has approved: the one on screen, or a change shown later. */
  snapshot: ReviewedSnapshot;
  /** The bill as the service sent it at that time (`contentOf`); null when unknown. */
  content: string | null;
  /** True time of the user's latest decision. The bill has to be read afterwards before it is sent. */
  decidedAtMs: number;
  /** Sign-ins that may send it. */
  readonly signIns: Set<string>;
  /** Whether the user undid or canceled it, or tried to, so that it may be withdrawn. */
  askedToWithdraw: boolean;
  /** Whether it was withdrawn and the user saw that. */
  isWithdrawn: boolean;
  /** How often the user chose to send it although it may have been applied. */
  sentAgain: number;
  markedConfirmed: boolean;
  /** A change that the user saw and approved. Billfold may or may not have stored that. */
  pendingChange: Consent | null;
  /** Length of its history when it was last reported as missing; 0 for never. */
  missingSince: number;
  /** Longest history seen, one text per line. */
  history: readonly string[];
}

/** The user's approval at the time of the click. */
export interface Consent {
  readonly snapshot: ReviewedSnapshot;
  readonly content: string | null;
  readonly atMs: number;
  readonly signInId: string | null;
}

/** A page that the window requested and received. */
export interface DeliveredPage {
  readonly organizationId: string;
  readonly status: string;
  readonly isFirst: boolean;
  readonly askedAtMs: number;
  readonly hadMalformed: boolean;
}

/**
 * The course of events, recorded independently of Billfold: the user's decisions, requests that left the
 * machine, and pages that reached the window. The invariants compare Billfold and the service with this.
 */
export interface Model {
  readonly violations: Violation[];
  /** How often each invariant was checked. */
  readonly exercised: Record<Invariant, number>;
  readonly approvals: Map<string, KnownApproval>;
  /** Clicks by bill. Each may have become an approval on disk, even after a crash. */
  readonly clicks: Map<string, Consent[]>;
  /** Sends by "approval attempt", as the window requested them, with the requests that left for each. */
  readonly sends: Map<string, { readonly bill: string; readonly requests: Exchange[] }>;
  /** Ids of approvals that a living main has in hand. */
  readonly underWay: Set<string>;
  /** Approvals the user agreed to in main's dialog. */
  readonly agreed: Set<string>;
  readonly secrets: Set<string>;
  readonly pages: DeliveredPage[];
  /** True time of each changed bill's latest change. */
  readonly changedAtMs: Map<string, number>;
  /** Bills that were paid at any time. */
  readonly wasPaid: Set<string>;
  /** True time at which the disk moved to another computer, or was restored from files; -1 for never. */
  movedAtMs: number;
  /** Number of applications by bill whose approvals the restored data no longer has. */
  readonly allowedBefore: Map<string, number>;
  /** Number of attempts by bill that were lost from the journal when an older one was restored. */
  readonly attemptsLost: Map<string, number>;
  /** Sessions that the user ended. */
  readonly endedSignIns: Set<string>;
  /** Whether automatic resending was on at any time. */
  sendsAgainByItself: boolean;
  check(invariant: Invariant, holds: boolean, what: () => string): void;
  sendAsked(request: RequestOf<'approvals.send'>): void;
  pageDelivered(page: Omit<DeliveredPage, 'isFirst'> & { readonly after: string | null }): void;
}

export function createModel(): Model {
  const model: Model = {
    violations: [],
    exercised: Object.fromEntries(invariants.map((name) => [name, 0])) as Record<Invariant, number>,
    approvals: new Map(),
    clicks: new Map(),
    sends: new Map(),
    underWay: new Set(),
    agreed: new Set(),
    secrets: new Set(),
    pages: [],
    changedAtMs: new Map(),
    wasPaid: new Set(),
    movedAtMs: -1,
    allowedBefore: new Map(),
    attemptsLost: new Map(),
    endedSignIns: new Set(),
    sendsAgainByItself: false,
    check: (invariant, holds, what) => {
      model.exercised[invariant] += 1;
      if (!holds) model.violations.push({ invariant, what: what() });
    },
    sendAsked: (request) => {
      const { approvalId, attempt, snapshot } = request;
      const { billId } = snapshot;
      const approval = model.approvals.get(approvalId);
      const key = `${approvalId} ${attempt}`;
      model.check('once', !model.sends.has(key), () => `${key} was handed over twice`);
      model.sends.set(key, { bill: billId, requests: [] });
      if (!approval) return model.check('kept', false, () => `${key} was sent, nobody approved it`);
      checkSeen(model, approval, request);
      model.check('undone', !approval.isWithdrawn, () => `${key} (${billId}) was taken back`);
    },
    pageDelivered: ({ after, ...page }) => {
      model.pages.push({ ...page, isFirst: after === null });
    },
  };
  return model;
}

/** The window proposes exactly the version that the user approved, from data and a sign-in that the user knows. */
function checkSeen(
  model: Model,
  approval: KnownApproval,
  { snapshot, signInId }: RequestOf<'approvals.send'>,
): void {
  const { billId } = approval;
  const sent = fingerprint(snapshot);
  takeChange(approval, sent);
  model.check(
    'seen',
    sent === fingerprint(approval.snapshot),
    () => `${billId} is sent as ${sent}, the user saw ${fingerprint(approval.snapshot)}`,
  );
  model.check(
    'seen',
    approval.decidedAtMs >= model.movedAtMs,
    () => `${billId} is sent from data that moved or was put back, without a word of the user`,
  );
  model.check(
    'seen',
    approval.signIns.has(signInId),
    () => `${billId} is sent under sign-in ${signInId}, which was not asked`,
  );
}

/** How often a bill may be applied, given the user's decisions. */
export function allowedFor(model: Model, billId: string): number {
  const rows = [...model.approvals.values()].filter((known) => known.billId === billId);
  const sent = rows.filter(({ id }) =>
    [...model.sends.keys()].some((key) => key.startsWith(`${id} `)),
  );
  const byItself = model.sendsAgainByItself ? 3 * sent.length : 0;
  const before = model.allowedBefore.get(billId) ?? 0;
  return sent.reduce((sum, known) => sum + 1 + known.sentAgain, before + byItself);
}

/** The user approves the present version of a changed bill, which becomes the approved version. */
export function takeChange(approval: KnownApproval, text: string): void {
  const { pendingChange } = approval;
  if (!pendingChange || fingerprint(pendingChange.snapshot) !== text) return;
  approval.snapshot = pendingChange.snapshot;
  approval.content = pendingChange.content;
  approval.decidedAtMs = pendingChange.atMs;
  approval.pendingChange = null;
}
