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
  'told',
  'spent',
  /** A bill above a limit, or applied before, leaves only with a yes outside the window. */
  'asked',
] as const;
export type Invariant = (typeof invariants)[number];

export interface Violation {
  readonly invariant: Invariant;
  readonly what: string;
}

/** An approval as the user knows it: made on a click, perhaps taken back. */
export interface KnownApproval {
  readonly id: string;
  readonly organizationId: string;
  readonly billId: string;
  /** What the user said yes to, newest first: the screen's, or the change shown later. */
  snapshot: ReviewedSnapshot;
  /** The bill as the service sent it when the user said so (`contentOf`); null when that is not known. */
  content: string | null;
  /** True time of the user's latest word: the bill has to be read after it before it is sent. */
  wordAtMs: number;
  /** Sign-ins it may be sent under. */
  readonly signIns: Set<string>;
  /** The user took it back, or asked to: it may be withdrawn. */
  askedBack: boolean;
  /** It was withdrawn, and the user was told so. */
  isWithdrawn: boolean;
  /** How often the user said: send it although it may have been applied. */
  sentAgain: number;
  markedConfirmed: boolean;
  /** A change that was shown and said yes to; Billfold may or may not have got it on disk. */
  pendingChange: Yes | null;
  /** Lines of its history when it was last called missing; 0: it never was. */
  missingSince: number;
  /** As many lines of its history as were ever seen, one text each. */
  history: readonly string[];
}

/** The user's yes, at the moment of the click. */
export interface Yes {
  readonly snapshot: ReviewedSnapshot;
  readonly content: string | null;
  readonly atMs: number;
  readonly signInId: string | null;
}

/** One page that the window asked for and got. */
export interface DeliveredPage {
  readonly organizationId: string;
  readonly status: string;
  readonly isFirst: boolean;
  readonly askedAtMs: number;
  readonly hadMalformed: boolean;
}

/**
 * What has happened, kept apart from Billfold's own records: what the user said, what left the machine,
 * what came to the window. The invariants compare Billfold and the service with this.
 */
export interface Model {
  readonly violations: Violation[];
  /** How often each invariant was put to the test. */
  readonly exercised: Record<Invariant, number>;
  readonly approvals: Map<string, KnownApproval>;
  /** Clicks by bill: each may have become an approval on disk, also when a crash came in between. */
  readonly clicks: Map<string, Yes[]>;
  /** Sends by "approval attempt", as the window asked for them, with the requests that left for each. */
  readonly sends: Map<string, { readonly bill: string; readonly requests: Exchange[] }>;
  /** Ids of approvals that a living main has in hand. */
  readonly underWay: Set<string>;
  /** Approvals the user said yes to outside the window. */
  readonly agreed: Set<string>;
  readonly secrets: Set<string>;
  readonly pages: DeliveredPage[];
  /** True time of the latest change of each bill that was changed. */
  readonly changedAtMs: Map<string, number>;
  /** Bills that were paid at some time. */
  readonly wasPaid: Set<string>;
  /** True time at which the disk came into another computer, or was put back by files; -1: it never was. */
  movedAtMs: number;
  /** Applications that what was put back no longer knows the reason of, by bill. */
  readonly allowedBefore: Map<string, number>;
  /** Attempts that were in the journal and went when an older one was put back, by bill. */
  readonly attemptsLost: Map<string, number>;
  /** Sign-ins the user has ended. */
  readonly endedSignIns: Set<string>;
  /** The setting to send again by itself was on at some time. */
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

/** The window proposes exactly what the user said yes to, from data and under a sign-in that they know of. */
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
    approval.wordAtMs >= model.movedAtMs,
    () => `${billId} is sent from data that moved or was put back, without a word of the user`,
  );
  model.check(
    'seen',
    approval.signIns.has(signInId),
    () => `${billId} is sent under sign-in ${signInId}, which was not asked`,
  );
}

/** How often a bill may have been applied by what the user said. */
export function allowedFor(model: Model, billId: string): number {
  const rows = [...model.approvals.values()].filter((known) => known.billId === billId);
  const sent = rows.filter(({ id }) =>
    [...model.sends.keys()].some((key) => key.startsWith(`${id} `)),
  );
  const byItself = model.sendsAgainByItself ? 3 * sent.length : 0;
  const before = model.allowedBefore.get(billId) ?? 0;
  return sent.reduce((sum, known) => sum + 1 + known.sentAgain, before + byItself);
}

/** The user said yes to what a changed bill is now: from then on that is what was approved. */
export function takeChange(approval: KnownApproval, text: string): void {
  const { pendingChange } = approval;
  if (!pendingChange || fingerprint(pendingChange.snapshot) !== text) return;
  approval.snapshot = pendingChange.snapshot;
  approval.content = pendingChange.content;
  approval.wordAtMs = pendingChange.atMs;
  approval.pendingChange = null;
}
