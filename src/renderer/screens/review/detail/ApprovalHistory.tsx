import { routeHref } from '../../../kit/route.ts';
import { useServices } from '../../../kit/services.ts';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import { ApprovalStory } from '../../../kit/parts/ApprovalStory.tsx';
import { useWhy } from '../../../kit/parts/use-around.ts';
import { en } from '../../../kit/text/en.ts';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';
import { dateAndTime } from '../../../kit/ui/relative-time.ts';
import type { Approval } from '../../../core/outbox/approval.ts';

/** The approval that stands: where it is, why, and what happened to it. */
export function StandingApproval({ approval }: { readonly approval: Approval }) {
  const words = en.review.detail;
  const why = useWhy(approval);
  return (
    <section className="detail__story">
      <h3>{words.story}</h3>
      <p>{why}</p>
      <Disclosure title={en.approvals.story} level={4}>
        <ApprovalStory approval={approval} />
      </Disclosure>
      <a href={routeHref('approvals')}>{words.openApprovals}</a>
    </section>
  );
}

/** Approvals that were taken back: what happened to them stays to be read. */
export function EarlierApprovals({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { locale } = useServices();
  if (approvals.length === 0) return null;
  return (
    <section className="detail__story">
      <h3>{en.review.detail.earlier}</h3>
      {approvals.map((approval) => (
        <div key={approval.id}>
          <p className="detail__earlier">
            <ApprovalBadge approval={approval} />
            <span>{en.approvals.approvedAt(dateAndTime(approval.approvedAtMs, locale))}</span>
          </p>
          <EarlierWhy approval={approval} />
          <Disclosure title={en.approvals.story} level={4}>
            <ApprovalStory approval={approval} />
          </Disclosure>
        </div>
      ))}
    </section>
  );
}

function EarlierWhy({ approval }: { readonly approval: Approval }) {
  return <p>{useWhy(approval)}</p>;
}
