import { compareValues } from '../../base/compare-values.ts';
import type { Clock } from '../../base/clock.ts';
import {
  MAX_AT_ONCE,
  MAX_SINGLE_A_MINUTE,
  MAX_SENT_AGAIN,
  type AgreementClaim,
  type AgreementReply,
  type AgreementRequest,
  type BillClaim,
  type SendApproval,
} from '../../bridge/approval.ts';
import { isAboveBulk, limitOf, type Settings } from '../../bridge/settings.ts';
import type { ReviewedSnapshot } from '../../bridge/snapshot.ts';
import { isApprovedElsewhere } from '../../contract/approvals/approved-fields.ts';
import { foldId } from '../../contract/item-id.ts';
import type { SessionFacts } from '../auth/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalBudget } from '../journal/journal-budget.ts';
import type { KnownOfBill } from '../journal/journal-index.ts';
import { digestOf, type Agreement, type NewNote } from '../journal/journal-record.ts';
import type { BillReadings } from './bill-readings.ts';

/** Amounts of one currency in hundredths, with bills and credits apart. */
export interface Sum {
  readonly currency: string;
  readonly billsCents: number;
  readonly creditsCents: number;
}

/** Number and amounts of one kind of bills in a question. */
export interface BillTotals {
  readonly count: number;
  /** One per currency, in alphabetical order. */
  readonly sums: readonly Sum[];
}

/** Maximum currencies in one question, so that bills in invented currencies cannot push real sums out of sight. */
const MAX_CURRENCIES = 5;

/** A question about what an action approves. */
export interface ApprovalQuestion {
  readonly does: AgreementRequest['does'];
  readonly all: BillTotals;
  readonly overLimit: BillTotals;
  readonly twice: BillTotals;
  /** Bills that count as approved only because a bill of another organization has their id. */
  readonly elsewhere: BillTotals;
  /** Approvals that main did not agree to under this sign-in and profile: from another session, restored, or forged. */
  readonly notMadeHere: BillTotals;
  /** Bills that the service refused to approve. An earlier request may have succeeded, and only its repeat was refused. */
  readonly refused: BillTotals;
  /** True when main could not read a limit. It then counts every bill that the limit could cover as above it. */
  readonly isLimitUnread: boolean;
  /** True when journal lines were lost or changed: earlier approvals of the bills may be missing. */
  readonly mayLackOthers: boolean;
  /** The bill, when the action approves a single one; else null. */
  readonly only: Pick<
    ReviewedSnapshot,
    'vendorName' | 'billNumber' | 'currency' | 'amountDueCents'
  > | null;
}

interface AgreeDeps {
  readonly journal: Pick<Journal, 'describeBills' | 'writeNotes'>;
  readonly rules: () => SpendingRules;
  /** Notified of each consent: only readings that begin later count as rechecks of the bill. */
  readonly readings: Pick<BillReadings, 'learnOf' | 'compare'>;
  /** Asks the user outside the window, where no page can answer. */
  readonly ask: (question: ApprovalQuestion) => Promise<boolean>;
  readonly reserveRoom: JournalBudget;
  /** Main's present sign-in and profile: an agreement counts only under them. */
  readonly session: () => SessionFacts;
  readonly profileEpoch: () => string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Maximum number of incomplete actions. A window that closes between two parts never completes its action. */
const MAX_UNFINISHED = 8;
/** Maximum time for all parts of an action, milliseconds. The window sends them without a pause. */
const MAX_PARTS_MS = 60_000;

/**
 * Period in which main counts single approvals, milliseconds. The window counts them in a full minute; messages may be
 * late by different times, so they may reach main up to 5 s closer together.
 */
const SINGLES_MS = 55_000;

/**
 * Gathers the parts of each action, and asks one question about it when the last part has arrived. Refuses more single
 * approvals in a minute than a person can read. A taken-over page could send a bulk instead; against that, only limits
 * help, because main asks about them outside the page.
 */
export function createAgreementCollector(
  deps: AgreeDeps & { readonly clock: Pick<Clock, 'nowMs' | 'elapsedMs' | 'sleep'> },
): (request: AgreementRequest) => Promise<AgreementReply> {
  const unfinished = new Map<string, { claims: readonly AgreementClaim[]; end(): void }>();
  const begin = (action: string) => {
    if (unfinished.size === MAX_UNFINISHED) for (const each of unfinished.values()) each.end();
    const ended = new AbortController();
    const end = (): void => {
      unfinished.delete(action);
      ended.abort();
    };
    const begun = { claims: [], end };
    unfinished.set(action, begun);
    void deps.clock
      .sleep(MAX_PARTS_MS, ended.signal)
      .then(() => unfinished.get(action) === begun && end());
    return begun;
  };
  let singles: readonly number[] = [];
  const agreeAtPace = async (request: AgreementRequest): Promise<AgreementReply> => {
    if (request.does === 'approve' && request.approvals.length === 1) {
      const nowMs = deps.clock.elapsedMs();
      singles = singles.filter((atMs) => nowMs - atMs < SINGLES_MS);
      if (singles.length >= MAX_SINGLE_A_MINUTE) return 'no';
      singles = [...singles, nowMs];
    }
    return agreeToApprovals(deps, request);
  };
  return async ({ does, approvals, part }) => {
    if (part === undefined) return agreeAtPace({ does, approvals });
    const known = unfinished.get(part.action) ?? begin(part.action);
    known.claims = [...known.claims, ...approvals];
    const { claims, end } = known;
    const isTooMany = claims.length > MAX_AT_ONCE;
    if (isTooMany || part.isLast) end();
    if (isTooMany) return 'no';
    return part.isLast ? agreeAtPace({ does, approvals: [...claims] }) : 'more';
  };
}

/**
 * Asks the user about bills that are above a limit, were approved or refused before, or were approved without main's
 * agreement: one question per five currencies. While lines of the journal are missing, it asks about all bills. Main
 * then journals each consent, and each new approval with the facts that restore it (ADR 12). Only then does it answer
 * the window. `send-approval.ts` looks for these lines before it sends.
 */
export async function agreeToApprovals(
  deps: AgreeDeps,
  request: AgreementRequest,
): Promise<AgreementReply> {
  const reply = await askAboutApprovals(deps, request);
  if (reply === 'yes') for (const claim of request.approvals) deps.readings.learnOf(claim);
  return reply;
}

async function askAboutApprovals(
  deps: AgreeDeps,
  { does, approvals }: AgreementRequest,
): Promise<AgreementReply> {
  const { journal, ask, session, profileEpoch } = deps;
  const rules = deps.rules();
  // The window leaves out bills above the bulk limit, but a taken-over page may not.
  if (approvals.length > 1 && approvals.some(({ snapshot }) => isAboveBulk(rules.limits, snapshot)))
    return 'no';
  // The question may stay open for long, so the consent is recorded under the sign-in at the time of the question.
  const under = { signInId: session().signInId ?? '', profileEpoch: profileEpoch() };
  const read = await journal.describeBills(approvals);
  if (!read.ok) return 'notSaved';
  const all = withoutEachOther(approvals, read.value);
  if (all.some(({ known }) => known.isOfOtherBill)) return 'no';
  const concerns = concernsOf(all, { does, rules, under });
  const needed = concerns.mayLackOthers
    ? all
    : all.filter((each) => askedKinds.some((kind) => concerns[kind].has(each)));
  const asked = new Set(currenciesOf(needed));
  const codes = currenciesOf(all);
  for (let at = 0; at < codes.length; at += MAX_CURRENCIES) {
    const some = codes.slice(at, at + MAX_CURRENCIES);
    if (!some.some((code) => asked.has(code))) continue;
    const isLimitUnread = concerns.overLimit.size > 0 && rules.limitsUnread.length > 0;
    const question = { ...questionAbout(all, concerns, some), does, isLimitUnread };
    if (!(await ask(question))) return 'no';
  }
  // A later start sends only approvals with main's agreement, so main journals one for every new approval.
  return journalAgreements(deps, does === 'approve' ? all : needed, {
    ...{ does, rules, under },
    isBulk: all.length > 1,
  });
}

/** An approval, and main's record of its bill. */
interface KnownClaim {
  readonly claim: AgreementClaim;
  readonly known: KnownOfBill;
}

/**
 * The claims with main's records of their bills. Approvals of one action do not count as earlier approvals of each
 * other.
 */
function withoutEachOther(
  claims: readonly AgreementClaim[],
  knowns: readonly KnownOfBill[],
): readonly KnownClaim[] {
  const ids = new Set(claims.map(({ approvalId }) => approvalId));
  return claims.flatMap((claim, at) => {
    const known = knowns[at];
    if (known === undefined) return [];
    const others = known.others.filter(({ approvalId }) => !ids.has(approvalId));
    return { claim, known: { ...known, others } };
  });
}

interface AgreeContext {
  readonly does: AgreementRequest['does'];
  readonly rules: SpendingRules;
  readonly under: ApprovedUnder;
}

/** Reasons to ask about an approval. */
const askedKinds = ['overLimit', 'twice', 'elsewhere', 'notMadeHere', 'refused'] as const;

type Concerns = Readonly<Record<(typeof askedKinds)[number], ReadonlySet<KnownClaim>>> & {
  readonly mayLackOthers: boolean;
};

function concernsOf(all: readonly KnownClaim[], { does, rules, under }: AgreeContext): Concerns {
  const claimsThat = (isMeant: (each: KnownClaim) => boolean) => new Set(all.filter(isMeant));
  const mayBeTwice = ({ claim, known }: KnownClaim): boolean =>
    mayApproveTwice(claim, known) && !isRefused(claim, known);
  const isTwiceHere = ({ claim, known }: KnownClaim): boolean => {
    const others = known.others.filter(({ isElsewhere }) => isElsewhere !== true);
    return mayApproveTwice(claim, { ...known, others });
  };
  return {
    overLimit: claimsThat(
      ({ claim: { snapshot }, known: { agreement } }) =>
        isAboveAskLimit(rules, snapshot) || isBulkAbove(rules, snapshot, agreement),
    ),
    twice: claimsThat((each) => mayBeTwice(each) && isTwiceHere(each)),
    elsewhere: claimsThat((each) => mayBeTwice(each) && !isTwiceHere(each)),
    // A rejection ends the agreement, so a rejected approval has none, although it was made here.
    notMadeHere: claimsThat(
      ({ claim, known }) => does === 'send' && !known.wasRejected && !isAgreed(claim, known, under),
    ),
    refused: claimsThat(({ claim, known }) => isRefused(claim, known)),
    mayLackOthers: all.some(({ known }) => known.mayLackOthers),
  };
}

/** The question about the bills in these currencies. */
function questionAbout(
  all: readonly KnownClaim[],
  concerns: Concerns,
  currencies: readonly string[],
): Omit<ApprovalQuestion, 'does' | 'isLimitUnread'> {
  const totals = (some: Iterable<KnownClaim>): BillTotals =>
    totalsOf([...some].filter(({ claim }) => currencies.includes(claim.snapshot.currency)));
  const [first, ...more] = all;
  return {
    all: totals(all),
    overLimit: totals(concerns.overLimit),
    twice: totals(concerns.twice),
    elsewhere: totals(concerns.elsewhere),
    notMadeHere: totals(concerns.notMadeHere),
    refused: totals(concerns.refused),
    mayLackOthers: concerns.mayLackOthers,
    only: first && more.length === 0 ? first.claim.snapshot : null,
  };
}

async function journalAgreements(
  { journal, readings, clock, reserveRoom }: AgreeDeps,
  agreedTo: readonly KnownClaim[],
  { does, rules, under, isBulk }: AgreeContext & { readonly isBulk: boolean },
): Promise<AgreementReply> {
  const noted = agreedTo.map(({ claim, known }) => {
    const readByMain = readings.compare(claim);
    const agreed: NewNote = {
      ...{ kind: 'agreed', ...agreementTo(claim, known, rules, under) },
      ...(isBulk && { inBulk: true }),
    };
    if (does === 'send') return { readByMain, lines: [agreed] };
    const { mayBeApplied: _may, wasRejected: _was, ...facts } = claim;
    const approvedAtMs = clock.nowMs();
    const approved: NewNote = { kind: 'approved', ...facts, approvedAtMs, readByMain };
    return { readByMain, lines: [agreed, approved] };
  });
  const lines = noted.flatMap((each) => each.lines);
  if (lines.length === 0) return 'yes';
  const notRead = noted.filter(({ readByMain }) => readByMain !== 'same');
  const unread = notRead.flatMap((each) => each.lines);
  if (!reserveRoom(lines, unread)) return 'notSaved';
  return (await journal.writeNotes(lines)).ok ? 'yes' : 'notSaved';
}

function currenciesOf(bills: readonly KnownClaim[]): readonly string[] {
  return [...new Set(bills.map(({ claim }) => claim.snapshot.currency))].toSorted();
}

function totalsOf(bills: readonly KnownClaim[]): BillTotals {
  const sums = new Map<string, Sum>();
  for (const { claim } of bills) {
    const { amountDueCents: cents, currency } = claim.snapshot;
    const { billsCents = 0, creditsCents = 0 } = sums.get(currency) ?? {};
    sums.set(currency, {
      currency,
      billsCents: billsCents + Math.max(cents, 0),
      creditsCents: creditsCents - Math.min(cents, 0),
    });
  }
  const inOrder = [...sums.values()].toSorted((one, other) =>
    compareValues(one.currency, other.currency),
  );
  return { count: bills.length, sums: inOrder };
}

/** User's choices that decide which approvals need consent. */
export type SpendingRules = Pick<Settings, 'limits' | 'limitsUnread' | 'sendAgainByItself'>;

/**
 * Whether the bill's amount is above the user's limit for asking. A credit counts by its absolute
 * amount. If a limit could not be read, every bill it could cover needs consent.
 */
function isAboveAskLimit(
  { limits, limitsUnread }: Pick<SpendingRules, 'limits' | 'limitsUnread'>,
  { currency, amountDueCents }: Pick<ReviewedSnapshot, 'currency' | 'amountDueCents'>,
): boolean {
  if (limitsUnread.includes(null) || limitsUnread.includes(currency.toUpperCase())) return true;
  const most = limitOf(limits, currency)?.askAboveCents ?? null;
  return most !== null && Math.abs(amountDueCents) > most;
}

/** Whether the user agreed to the bill in a bulk, and has since set a bulk limit below its amount. */
function isBulkAbove(
  { limits }: Pick<SpendingRules, 'limits'>,
  snapshot: ReviewedSnapshot,
  agreement: Agreement | null,
): boolean {
  return agreement?.inBulk === true && isAboveBulk(limits, snapshot);
}

/**
 * Whether approving the bill may approve it twice: according to main, the window or the bill itself, it was, may have
 * been, or is about to be approved.
 */
export function mayApproveTwice(
  { mayBeApplied, snapshot }: Pick<AgreementClaim, 'mayBeApplied' | 'snapshot'>,
  known: KnownOfBill,
): boolean {
  const isKnown = known.lastApplied > 0 || known.others.length > 0;
  return mayBeApplied || isKnown || isShownApproved(snapshot);
}

/** Whether the bill, as the user saw it, says that it is approved. */
function isShownApproved({ rest }: ReviewedSnapshot): boolean {
  return rest !== null && isApprovedElsewhere(rest.others);
}

/** Sign-in and profile under which an approval is made or sent. */
export type ApprovedUnder = Pick<SendApproval, 'signInId' | 'profileEpoch'>;

/** Whether the journal holds main's agreement to this approval with this content, under this sign-in and profile. */
export function isAgreed(
  claim: BillClaim,
  { agreement }: KnownOfBill,
  under: ApprovedUnder,
): boolean {
  const isSame = JSON.stringify(agreement?.under) === JSON.stringify(agreedUnder(claim, under));
  return isSame && agreement?.snapshot === digestOf(claim.snapshot);
}

function agreedUnder(
  { connectionId, organizationId }: BillClaim,
  { signInId, profileEpoch }: ApprovedUnder,
): NonNullable<Agreement['under']> {
  return { connectionId, organizationId: foldId(organizationId), signInId, profileEpoch };
}

/**
 * Whether the service refused this approval, no attempt of it may have been applied, and the bill has no other approval
 * that is open or may be applied.
 */
export function isRefused({ wasRejected }: AgreementClaim, known: KnownOfBill): boolean {
  return (
    (wasRejected === true || known.wasRejected) &&
    known.lastApplied === 0 &&
    known.others.length === 0
  );
}

/**
 * Main's agreement to a claim, with everything that the question was about. To be journaled after the user's consent.
 */
export function agreementTo(
  claim: BillClaim & Pick<AgreementClaim, 'mayBeApplied'>,
  known: KnownOfBill,
  rules: SpendingRules,
  under: ApprovedUnder,
): Agreement {
  const { approvalId, snapshot } = claim;
  const others = known.others.map((other) => other.approvalId);
  return {
    approvalId,
    snapshot: digestOf(snapshot),
    under: agreedUnder(claim, under),
    overLimit: isAboveAskLimit(rules, snapshot),
    twice: mayApproveTwice(claim, known) ? { attempt: known.lastApplied, others } : null,
  };
}

/**
 * Reason why an approval that is about to be sent still needs the user's consent; null when it may be sent.
 * `dataRestored`: main never agreed to it, as after a restored profile.
 */
export function missingAgreement(
  approval: SendApproval,
  known: KnownOfBill,
  rules: SpendingRules,
): 'twice' | 'overLimit' | 'dataRestored' | null {
  if (known.isOfOtherBill) return 'twice';
  const { snapshot } = approval;
  const agreement = isAgreed(approval, known, approval) ? known.agreement : null;
  const consent = agreement?.twice ?? null;
  if (!isConsentComplete(known, rules, consent) || (consent === null && isShownApproved(snapshot)))
    return 'twice';
  if (isAboveAskLimit(rules, snapshot) && agreement?.overLimit !== true) return 'overLimit';
  if (isBulkAbove(rules, snapshot, agreement)) return 'overLimit';
  return agreement === null ? 'dataRestored' : null;
}

/**
 * Whether the user's consent covers every attempt and every other approval that was or may have been applied. Approvals
 * queued behind this one do not count: each needs its own consent.
 */
function isConsentComplete(
  { lastApplied, timesApplied, others }: KnownOfBill,
  { sendAgainByItself }: SpendingRules,
  consent: Agreement['twice'],
): boolean {
  const mayResend = sendAgainByItself && timesApplied <= MAX_SENT_AGAIN;
  const isOwnCovered = lastApplied <= (consent?.attempt ?? 0) || mayResend;
  const uncovered = others.some(
    ({ approvalId, mayBeApplied }) => mayBeApplied && consent?.others.includes(approvalId) !== true,
  );
  return isOwnCovered && !uncovered;
}
