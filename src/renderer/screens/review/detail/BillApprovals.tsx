import type { Approval } from '../../../core/model/approval.ts';
import { ApprovalAttention, ApprovalWhy } from '../../../kit/parts/ApprovalAttention.tsx';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import { ApprovalDecisions } from '../../../kit/parts/ApprovalDecisions.tsx';
import { ApprovalHistory } from '../../../kit/parts/ApprovalHistory.tsx';
import { routeHref } from '../../../kit/services/route.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';
import { dateAndTime } from '../../../kit/ui/relative-time.ts';

/** The current approval: state, reason and history. */
export function CurrentApproval({ approval }: { readonly approval: Approval }) {
  const text = messages.review.detail;
  return (
    <section className="detail__approvals">
      <h3>{text.approvals}</h3>
      <ApprovalAttention approval={approval} />
      <ApprovalDecisions approval={approval} />
      <Disclosure title={messages.approvals.history} level={4}>
        <ApprovalHistory approval={approval} />
      </Disclosure>
      <a href={routeHref('approvals')}>{text.openApprovals}</a>
    </section>
  );
}

/** Withdrawn approvals with their history. */
export function EarlierApprovals({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { locale } = useShell();
  return (
    <section className="detail__approvals">
      <h3>{messages.review.detail.earlier}</h3>
      {approvals.map((approval) => (
        <div key={approval.id}>
          <p className="detail__earlier">
            <ApprovalBadge approval={approval} />
            <span>{messages.approvals.approvedAt(dateAndTime(approval.approvedAtMs, locale))}</span>
          </p>
          <ApprovalWhy approval={approval} />
          <Disclosure title={messages.approvals.history} level={4}>
            <ApprovalHistory approval={approval} />
          </Disclosure>
        </div>
      ))}
    </section>
  );
}
