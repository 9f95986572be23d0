import type { Ref } from 'react';
import { FlagList } from './Flags.tsx';
import { NoteField } from './NoteField.tsx';
import type { Annotating } from './use-annotating.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { BillFields } from './BillFields.tsx';
import { routeHref } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { ApprovalBadge } from '../../kit/parts/ApprovalBadge.tsx';
import { ApprovalStory } from '../../kit/parts/ApprovalStory.tsx';
import { useWhy } from '../../kit/parts/use-around.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { dateAndTime } from '../../kit/ui/relative-time.ts';
import { DetailHead } from './detail/DetailHead.tsx';
import { VendorPanel } from './detail/VendorPanel.tsx';

export interface BillDetailProps {
  readonly row: BillRow | null;
  readonly approval: Approval | null;
  /** Withdrawn ones of the same bill, newest first. */
  readonly earlier: readonly Approval[];
  readonly today: PlainDate;
  /** Something in the list can be chosen. */
  readonly hasBills: boolean;
  readonly annotating: Annotating;
  readonly noteRef: Ref<HTMLTextAreaElement>;
  readonly onApprove: () => void;
  readonly onBack: () => void;
  /** Back to the list from the note. */
  readonly onNoteDone: () => void;
  readonly onChoose: (billId: string) => void;
  readonly onShowVendor: (vendor: string) => void;
}

/** Everything about one bill, and the button this app is for. */
export function BillDetail(props: BillDetailProps) {
  const { row, hasBills, onBack } = props;
  const text = en.review.detail;
  return (
    <section className="detail" aria-label={text.region}>
      <div className="detail__back">
        <Button variant="quiet" size="small" icon="back" onPress={onBack}>
          {text.back}
        </Button>
      </div>
      {row === null && hasBills && (
        <EmptyState icon="keyboard" title={text.nothing} body={text.keys} />
      )}
      {row !== null && <OneBill {...props} row={row} />}
    </section>
  );
}

function OneBill(props: BillDetailProps & { readonly row: BillRow }) {
  const { row, approval, earlier, today, annotating, noteRef } = props;
  return (
    <>
      <DetailHead
        row={row}
        approval={approval}
        today={today}
        annotating={annotating}
        onApprove={props.onApprove}
      />
      <div className="detail__body">
        <FlagList row={row} />
        {approval && <StandingApproval approval={approval} />}
        <NoteField key={row.bill.id} row={row} noteRef={noteRef} onDone={props.onNoteDone} />
        <BillFields row={row} />
        <VendorPanel
          row={row}
          today={today}
          onChoose={props.onChoose}
          onShowAll={props.onShowVendor}
        />
        <EarlierApprovals approvals={earlier} />
      </div>
    </>
  );
}

/** The approval that stands: where it is, why, and what happened to it. */
function StandingApproval({ approval }: { readonly approval: Approval }) {
  const text = en.review.detail;
  const why = useWhy(approval);
  return (
    <section className="detail__story">
      <h3>{text.story}</h3>
      <p>{why}</p>
      <Disclosure title={en.approvals.story} level={4}>
        <ApprovalStory approval={approval} />
      </Disclosure>
      <a href={routeHref('approvals')}>{text.openApprovals}</a>
    </section>
  );
}

/** Approvals that were taken back: what happened to them stays to be read. */
function EarlierApprovals({ approvals }: { readonly approvals: readonly Approval[] }) {
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
