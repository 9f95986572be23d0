import { inParts } from '../../../base/in-parts.ts';
import {
  MAX_AT_ONCE,
  MAX_IN_PART,
  type AgreementClaim,
  type AgreementReply,
  type AgreementRequest,
} from '../../../bridge/approval.ts';

/** Asks main to agree to an action. */
export type Agree = (request: AgreementRequest) => Promise<AgreementReply>;

/**
 * Asks main about all approvals: one question per `MAX_AT_ONCE`, in messages of `MAX_IN_PART`. Copying thousands of
 * snapshots in one message would block the window. Returns the last reply, and the number of approvals that main agreed
 * to.
 */
export async function askMainToAgree(
  agree: Agree,
  does: AgreementRequest['does'],
  approvals: readonly AgreementClaim[],
): Promise<{ readonly reply: AgreementReply; readonly agreed: number }> {
  let agreed = 0;
  for (const some of inParts(approvals, MAX_AT_ONCE)) {
    const reply = await askInParts(agree, does, some);
    if (reply !== 'yes') return { reply, agreed };
    agreed += some.length;
  }
  return { reply: 'yes', agreed };
}

async function askInParts(
  agree: Agree,
  does: AgreementRequest['does'],
  approvals: AgreementClaim[],
): Promise<AgreementReply> {
  if (approvals.length <= MAX_IN_PART) return agree({ does, approvals });
  const action = approvals[0]?.approvalId ?? '';
  for (let from = 0; ; from += MAX_IN_PART) {
    const isLast = from + MAX_IN_PART >= approvals.length;
    const some = approvals.slice(from, from + MAX_IN_PART);
    const reply = await agree({ does, approvals: some, part: { action, isLast } });
    if (isLast || reply !== 'more') return reply;
  }
}
