import type { Clock } from '../../base/clock.ts';
import {
  MOST_AT_ONCE,
  type AgreementClaim,
  type AgreementReply,
  type AgreementRequest,
} from '../../bridge/approval.ts';
import { isAboveBulk } from '../../bridge/settings.ts';
import type { ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { SessionFacts } from '../auth/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { BillReadings } from './bill-readings.ts';
import type { NoteBudget } from './send-approval.ts';
import {
  agreementTo,
  isOverLimit,
  isRefused,
  isTwice,
  isAgreed,
  type SpendingRules,
} from './needs-a-yes.ts';

/** Amounts of one currency in hundredths, with bills and credits apart. */
export interface Sum {
  readonly currency: string;
  readonly billsCents: number;
  readonly creditsCents: number;
}

/** Number of bills in one part of a question, and their amounts. */
export interface Some {
  readonly count: number;
  /** One per currency, in alphabetical order. */
  readonly sums: readonly Sum[];
}

/** One question about everything an action approves. */
export interface ApprovalQuestion {
  readonly does: AgreementRequest['does'];
  readonly all: Some;
  readonly overLimit: Some;
  readonly twice: Some;
  /** Approvals without main's agreement under this sign-in and profile: of another session, restored, or forged. */
  readonly notMadeHere: Some;
  /** Bills of which only a refusal is known: it may have answered the repetition of a request that went through. */
  readonly refused: Some;
  /** True when some bills are in the question only because main could not read a limit. */
  readonly isLimitUnread: boolean;
  /** The bill, when the action approves a single one; else null. */
  readonly only: Pick<
    ReviewedSnapshot,
    'vendorName' | 'billNumber' | 'currency' | 'amountDueCents'
  > | null;
}

export interface AgreeDeps {
  readonly journal: Pick<Journal, 'ofBills' | 'writeAgreed'>;
  readonly rules: () => SpendingRules;
  /** Main notes each yes here: only a reading that begins later counts as a recheck of the bill. */
  readonly readings: Pick<BillReadings, 'observe'>;
  /** Asks the user outside the window, where no page can answer. */
  readonly ask: (question: ApprovalQuestion) => Promise<boolean>;
  readonly hasRoom: NoteBudget;
  /** Main's present sign-in and profile: an agreement counts only under them. */
  readonly session: () => SessionFacts;
  readonly profileEpoch: () => string;
}

/** Actions whose last part has not come, at most: a window that ended sends no more. */
const MOST_UNFINISHED = 8;
/** Time for all parts of an action, milliseconds: the window sends them without a pause. */
const MOST_PARTS_MS = 60_000;

/** Gathers the parts of each action, and asks about it with the last one. */
export function createAgreeing(
  deps: AgreeDeps & { readonly clock: Pick<Clock, 'sleep'> },
): (request: AgreementRequest) => Promise<AgreementReply> {
  const unfinished = new Map<string, { claims: readonly AgreementClaim[]; end(): void }>();
  const begin = (action: string) => {
    if (unfinished.size === MOST_UNFINISHED) for (const each of unfinished.values()) each.end();
    const ended = new AbortController();
    const end = (): void => {
      unfinished.delete(action);
      ended.abort();
    };
    const begun = { claims: [], end };
    unfinished.set(action, begun);
    void deps.clock
      .sleep(MOST_PARTS_MS, ended.signal)
      .then(() => unfinished.get(action) === begun && end());
    return begun;
  };
  return async ({ does, approvals, part }) => {
    if (part === undefined) return agreeToApprovals(deps, { does, approvals });
    const known = unfinished.get(part.action) ?? begin(part.action);
    known.claims = [...known.claims, ...approvals];
    const { claims, end } = known;
    const isTooMany = claims.length > MOST_AT_ONCE;
    if (isTooMany || part.isLast) end();
    if (isTooMany) return 'no';
    return part.isLast ? agreeToApprovals(deps, { does, approvals: [...claims] }) : 'more';
  };
}

/**
 * Asks one question about all bills above a limit, approved before or refused, and about approvals that main did not see
 * being made, when the user approves or sends them. Main journals each new approval, and each yes, before it answers the
 * window, and checks for it again before sending.
 */
export async function agreeToApprovals(
  deps: AgreeDeps,
  request: AgreementRequest,
): Promise<AgreementReply> {
  const reply = await askAboutApprovals(deps, request);
  if (reply === 'yes') for (const claim of request.approvals) deps.readings.observe(claim);
  return reply;
}

async function askAboutApprovals(
  { journal, rules, ask, hasRoom, session, profileEpoch }: AgreeDeps,
  { does, approvals }: AgreementRequest,
): Promise<AgreementReply> {
  const now = rules();
  // The window leaves such bills out; a page that was taken over may not.
  if (approvals.length > 1 && approvals.some(({ snapshot }) => isAboveBulk(now.limits, snapshot)))
    return 'no';
  // The question may stay open for long; its answer counts for the sign-in of the user who was asked.
  const under = { signInId: session().signInId ?? '', profileEpoch: profileEpoch() };
  const read = await journal.ofBills(approvals);
  if (!read.ok) return 'notSaved';
  const ids = new Set(approvals.map(({ approvalId }) => approvalId));
  const asked = approvals.flatMap((claim, at) => {
    const known = read.value[at];
    if (known === undefined) return [];
    const others = known.others.filter(({ approvalId }) => !ids.has(approvalId));
    return { claim, known: { ...known, others } };
  });
  if (asked.some(({ known }) => known.isOfOtherBill)) return 'no';
  const over = asked.filter(({ claim }) => isOverLimit(now, claim.snapshot));
  const twice = asked.filter(
    ({ claim, known }) => isTwice(claim, known) && !isRefused(claim, known),
  );
  const refused = asked.filter(({ claim, known }) => isRefused(claim, known));
  const notMadeHere =
    does === 'send' ? asked.filter(({ claim, known }) => !isAgreed(claim, known, under)) : [];
  const needed = new Set([...over, ...twice, ...refused, ...notMadeHere]);
  const [first] = approvals;
  const question = (): ApprovalQuestion => ({
    does,
    all: someOf(asked),
    overLimit: someOf(over),
    twice: someOf(twice),
    notMadeHere: someOf(notMadeHere),
    refused: someOf(refused),
    isLimitUnread: over.length > 0 && now.limitsUnread.length > 0,
    only: first && approvals.length === 1 ? first.snapshot : null,
  });
  if (needed.size > 0 && !(await ask(question()))) return 'no';
  // A later start sends only what main agreed to, so every new approval is journaled here.
  const toJournal = does === 'approve' ? asked : [...needed];
  const agreed = toJournal.map(({ claim, known }) => agreementTo(claim, known, now, under));
  if (agreed.length === 0) return 'yes';
  if (!hasRoom(agreed.map((each) => ({ kind: 'agreed', ...each })))) return 'notSaved';
  return (await journal.writeAgreed(agreed)).ok ? 'yes' : 'notSaved';
}

function someOf(asked: readonly { readonly claim: AgreementClaim }[]): Some {
  const sums = new Map<string, Sum>();
  for (const { claim } of asked) {
    const { amountDueCents: cents, currency } = claim.snapshot;
    const { billsCents = 0, creditsCents = 0 } = sums.get(currency) ?? {};
    sums.set(currency, {
      currency,
      billsCents: billsCents + Math.max(cents, 0),
      creditsCents: creditsCents - Math.min(cents, 0),
    });
  }
  const inOrder = [...sums.values()].toSorted((one, other) =>
    one.currency < other.currency ? -1 : 1,
  );
  return { count: asked.length, sums: inOrder };
}
