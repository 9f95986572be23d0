import {
  MOST_AT_ONCE,
  type AgreementClaim,
  type AgreementReply,
  type AgreementRequest,
} from '../../bridge/approval.ts';
import type { ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { Journal } from '../journal/journal.ts';
import type { BillReadings } from './bill-readings.ts';
import type { Witness } from './send-approval.ts';
import type { KnownOfBill } from '../journal/journal-index.ts';
import {
  agreementTo,
  isOverLimit,
  isRefused,
  isTwice,
  isWitnessed,
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
  /** Approvals that main did not see being made: they were in the window's database at a start. */
  readonly unwitnessed: Some;
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
  readonly witness: Pick<Witness, 'sees'>;
  /** Main notes each yes here: only a reading that begins later counts as a recheck of the bill. */
  readonly readings: Pick<BillReadings, 'observe'>;
  /** Asks the user outside the window, where no page can answer. */
  readonly ask: (question: ApprovalQuestion) => Promise<boolean>;
}

/** Actions whose last part has not come, at most: a window that ended sends no more. */
const MOST_UNFINISHED = 8;

/** Gathers the parts of each action, and asks about it with the last one. */
export function createAgreeing(
  deps: AgreeDeps,
): (request: AgreementRequest) => Promise<AgreementReply> {
  const unfinished = new Map<string, readonly AgreementClaim[]>();
  return async ({ does, approvals, part }) => {
    if (part === undefined) return agreeToApprovals(deps, { does, approvals });
    const all = [...(unfinished.get(part.action) ?? []), ...approvals];
    unfinished.delete(part.action);
    if (all.length > MOST_AT_ONCE) return 'no';
    if (part.isLast) return agreeToApprovals(deps, { does, approvals: all });
    if (unfinished.size === MOST_UNFINISHED) unfinished.clear();
    unfinished.set(part.action, all);
    return 'more';
  };
}

/**
 * Asks one question about all bills above a limit, approved before or refused, and about approvals that main did not see
 * being made, when the user approves or sends them. Main journals the yes before it answers the window, and checks for it
 * again before sending.
 */
export async function agreeToApprovals(
  deps: AgreeDeps,
  request: AgreementRequest,
): Promise<AgreementReply> {
  const reply = await askAboutApprovals(deps, request);
  if (reply === 'yes') for (const claim of request.approvals) deps.readings.observe(claim);
  if (reply === 'yes' && request.does === 'approve') deps.witness.sees(request.approvals);
  return reply;
}

async function askAboutApprovals(
  { journal, rules, ask }: AgreeDeps,
  { does, approvals }: AgreementRequest,
): Promise<AgreementReply> {
  const read = await journal.ofBills(approvals);
  const ids = new Set(approvals.map(({ approvalId }) => approvalId));
  const asked = approvals.map((claim, at) => {
    // Main sends nothing while it cannot read the journal, and checks again before sending.
    const known = (read.ok ? read.value[at] : null) ?? nothingKnown;
    const others = known.others.filter(({ approvalId }) => !ids.has(approvalId));
    return { claim, known: { ...known, others } };
  });
  if (asked.some(({ known }) => known.isOfOtherBill)) return 'no';
  const now = rules();
  const over = asked.filter(({ claim }) => isOverLimit(now, claim.snapshot));
  const twice = asked.filter(
    ({ claim, known }) => isTwice(claim, known) && !isRefused(claim, known),
  );
  const refused = asked.filter(({ claim, known }) => isRefused(claim, known));
  // While the user approves, the window notes nothing yet.
  const unwitnessed =
    does === 'send' ? asked.filter(({ claim, known }) => !isWitnessed(claim.snapshot, known)) : [];
  const needed = new Set([...over, ...twice, ...refused, ...unwitnessed]);
  if (needed.size === 0) return 'yes';
  const [first] = approvals;
  const isYes = await ask({
    does,
    all: someOf(asked),
    overLimit: someOf(over),
    twice: someOf(twice),
    unwitnessed: someOf(unwitnessed),
    refused: someOf(refused),
    isLimitUnread: over.length > 0 && now.limitsUnread.length > 0,
    only: first && approvals.length === 1 ? first.snapshot : null,
  });
  if (!isYes) return 'no';
  const agreed = [...needed].map(({ claim, known }) => agreementTo(claim, known, now));
  return (await journal.writeAgreed(agreed)).ok ? 'yes' : 'notSaved';
}

const nothingKnown: KnownOfBill = {
  isKnown: false,
  isOfOtherBill: false,
  lastApplied: 0,
  timesApplied: 0,
  others: [],
  witnessed: null,
  agreement: null,
};

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
