import {
  MOST_SENT_AGAIN,
  type AgreementClaim,
  type BillClaim,
  type SendApproval,
} from '../../bridge/approval.ts';
import { foldId } from '../../contract/item-id.ts';
import type { Settings } from '../../bridge/settings.ts';
import { saysApproved } from '../../contract/denials.ts';
import type { ReviewedSnapshot } from '../../bridge/snapshot.ts';
import type { KnownOfBill } from '../journal/journal-index.ts';
import { digestOf, type Agreement } from '../journal/journal-record.ts';

/** User's choices that decide which approvals need a yes. */
export type SpendingRules = Pick<Settings, 'limits' | 'limitsUnread' | 'sendAgainByItself'>;

/**
 * Whether the bill's amount is above the user's limit for asking. A credit counts by its absolute
 * amount. If a limit could not be read, every bill it could cover needs a yes.
 */
export function isAboveAskLimit(
  { limits, limitsUnread }: Pick<SpendingRules, 'limits' | 'limitsUnread'>,
  { currency, amountDueCents }: Pick<ReviewedSnapshot, 'currency' | 'amountDueCents'>,
): boolean {
  const code = currency.toUpperCase();
  if (limitsUnread.includes(null) || limitsUnread.includes(code)) return true;
  const most = limits.find((each) => each.currency === code)?.askAboveCents ?? null;
  return most !== null && Math.abs(amountDueCents) > most;
}

/**
 * Whether approving the bill may approve it twice: according to main, the window or the bill itself, it was, may have
 * been, or is about to be approved.
 */
export function mayApproveTwice(
  { mayBeApplied, snapshot }: AgreementClaim,
  known: KnownOfBill,
): boolean {
  const isKnown = known.lastApplied > 0 || known.others.length > 0;
  return mayBeApplied || isKnown || isApprovedElsewhere(snapshot);
}

/** Whether the bill, as the user saw it, says that it is approved. */
function isApprovedElsewhere({ rest }: ReviewedSnapshot): boolean {
  return rest !== null && saysApproved(rest.others);
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
export function isRefused({ wasRefused }: AgreementClaim, known: KnownOfBill): boolean {
  return (
    (wasRefused === true || known.wasRefused) &&
    known.lastApplied === 0 &&
    known.others.length === 0
  );
}

/** Main's agreement to a claim, with everything the question was about. Journal it once the user has said yes. */
export function agreementTo(
  claim: AgreementClaim,
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
 * Reason why an approval that is about to be sent still needs a yes from the user; null when it may be sent.
 * `dataRestored`: main never agreed to it, as after a restored profile.
 */
export function missingYes(
  approval: SendApproval,
  known: KnownOfBill,
  rules: SpendingRules,
): 'twice' | 'overLimit' | 'dataRestored' | null {
  if (known.isOfOtherBill) return 'twice';
  const { snapshot } = approval;
  const agreement = isAgreed(approval, known, approval) ? known.agreement : null;
  const yes = agreement?.twice ?? null;
  if (!isCovered(known, rules, yes) || (yes === null && isApprovedElsewhere(snapshot)))
    return 'twice';
  if (isAboveAskLimit(rules, snapshot) && agreement?.overLimit !== true) return 'overLimit';
  return agreement === null ? 'dataRestored' : null;
}

/**
 * Whether the user's yes covers every attempt and every other approval that was or may have been applied. Approvals
 * queued behind this one do not count: each needs its own yes.
 */
function isCovered(
  { lastApplied, timesApplied, others }: KnownOfBill,
  { sendAgainByItself }: SpendingRules,
  yes: Agreement['twice'],
): boolean {
  const mayResend = sendAgainByItself && timesApplied <= MOST_SENT_AGAIN;
  const isOwnCovered = lastApplied <= (yes?.attempt ?? 0) || mayResend;
  const uncovered = others.some(
    ({ approvalId, mayBeApplied }) => mayBeApplied && yes?.others.includes(approvalId) !== true,
  );
  return isOwnCovered && !uncovered;
}
