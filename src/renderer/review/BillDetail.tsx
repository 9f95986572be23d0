import { isPayable, vendorName } from '../../contract/assumptions.ts';
import { ApprovalStory } from '../approvals/ApprovalStory.tsx';
import { useWhy } from '../approvals/use-why.ts';
import { routeHref } from '../app/route.ts';
import { FlagList } from '../flags/FlagList.tsx';
import { useServices } from '../app/services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { readPlainDate, relativeDay, type PlainDate } from '../ui/dates.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatMoney } from '../ui/money.ts';
import { dateAndTime } from '../ui/moments.ts';
import type { Approval, BillRow } from '../workspace.ts';
import { BillFields } from './BillFields.tsx';
import { ApprovalBadge, sayStatus, StatusBadge } from './StatusBadge.tsx';

export interface BillDetailProps {
  readonly row: BillRow | null;
  readonly approval: Approval | null;
  /** Withdrawn ones of the same bill, newest first. */
  readonly earlier: readonly Approval[];
  readonly today: PlainDate;
  /** Something in the list can be chosen. */
  readonly hasBills: boolean;
  readonly onApprove: () => void;
  readonly onBack: () => void;
}

/** Everything about one bill, and the button this app is for. */
export function BillDetail(props: BillDetailProps) {
  const { row, approval, earlier, today, hasBills, onApprove, onBack } = props;
  const words = en.review.detail;
  return (
    <section className="detail" aria-label={words.region}>
      <div className="detail__back">
        <Button look="quiet" size="small" icon="back" onPress={onBack}>
          {words.back}
        </Button>
      </div>
      {row === null && hasBills && (
        <EmptyState icon="keyboard" title={words.nothing} body={words.keys} />
      )}
      {row !== null && (
        <>
          <Head row={row} approval={approval} today={today} onApprove={onApprove} />
          <div className="detail__body">
            <FlagList row={row} />
            {approval && <Story approval={approval} />}
            <BillFields row={row} />
            {earlier.length > 0 && <Earlier approvals={earlier} />}
          </div>
        </>
      )}
    </section>
  );
}

interface HeadProps {
  readonly row: BillRow;
  readonly approval: Approval | null;
  readonly today: PlainDate;
  readonly onApprove: () => void;
}

function Head({ row: { bill }, approval, today, onApprove }: HeadProps) {
  const { locale } = useServices();
  const words = en.review.detail;
  const due = readPlainDate(bill.due_date);
  const money = (cents: number): string => formatMoney(cents, bill.currency, locale);
  return (
    <header className="detail__head">
      <h2 className="detail__vendor">{vendorName(bill) ?? en.review.noVendor}</h2>
      <p className="detail__sub">
        <span>{bill.bill_number ?? en.review.noNumber}</span>
        {approval ? <ApprovalBadge approval={approval} /> : <StatusBadge status={bill.status} />}
      </p>
      <p className="detail__amount">{money(bill.amount_due_cents)}</p>
      <p className="detail__due">
        {due ? words.due(relativeDay(due, today, locale)) : words.noDue}
        {bill.amount_due_cents !== bill.total_cents && (
          <span className="faint">{words.ofTotal(money(bill.total_cents))}</span>
        )}
      </p>
      <Decision status={bill.status} approval={approval} onApprove={onApprove} />
    </header>
  );
}

interface DecisionProps {
  readonly status: string;
  readonly approval: Approval | null;
  readonly onApprove: () => void;
}

function Decision({ status, approval, onApprove }: DecisionProps) {
  const words = en.review.detail;
  if (approval) return null;
  if (isPayable(status)) {
    return (
      <div className="detail__decision">
        <Button look="primary" size="large" icon="check" onPress={onApprove}>
          {words.approve}
        </Button>
        <kbd aria-hidden="true">a</kbd>
      </div>
    );
  }
  const known = Object.hasOwn(en.statuses, status);
  return (
    <p className="detail__closed">
      {known ? words.notPayable(sayStatus(status)) : words.unknownStatus}
    </p>
  );
}

function Story({ approval }: { readonly approval: Approval }) {
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
function Earlier({ approvals }: { readonly approvals: readonly Approval[] }) {
  const { locale } = useServices();
  const words = en.review.detail;
  return (
    <section className="detail__story">
      <h3>{words.earlier}</h3>
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
