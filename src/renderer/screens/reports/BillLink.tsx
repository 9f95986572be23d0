import { vendorName } from '../../../contract/bill.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import { noFilter } from '../../core/model/list-choice.ts';
import { useReview } from '../../kit/services/review.ts';
import { routeHref } from '../../kit/services/route.ts';
import { messages } from '../../kit/text/messages.ts';

interface BillLinkProps {
  readonly row: BillRow;
  /** Whether the bill is only a guess. */
  readonly isLikely?: boolean;
}

/** Links to a bill in the list of its vendor's bills. Back leads to the previous list. */
export function BillLink({ row: { bill }, isLikely = false }: BillLinkProps) {
  const { review, trail } = useReview();
  const number = bill.billNumber ?? messages.review.noNumber;
  const filter = { ...noFilter, vendor: vendorName(bill) ?? '' };
  return (
    <a
      href={routeHref('review')}
      aria-label={isLikely ? undefined : messages.reports.plan.view(number)}
      onClick={() => {
        trail.leave(review.get());
        review.set({ ...firstReviewView, list: 'all', filter, billId: bill.id, detailOpen: true });
      }}
    >
      {isLikely ? messages.reports.statement.likely(number) : <bdi>{number}</bdi>}
    </a>
  );
}
