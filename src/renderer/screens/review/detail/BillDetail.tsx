import { memo, type Ref, type RefObject, useDeferredValue } from 'react';
import { NoteField } from './NoteField.tsx';
import { messages } from '../../../kit/text/messages.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { writtenDateAndTime } from '../../../kit/ui/relative-time.ts';
import { DetailHead, type DetailHeadProps } from './DetailHead.tsx';
import type { Bill } from '../../../../contract/bill.ts';
import { useAgo } from '../../../kit/hooks/use-now.ts';
import { DetailPane } from '../../../kit/parts/DetailPane.tsx';
import { Fact, FieldList } from '../../../kit/parts/FieldList.tsx';
import { CopyId } from '../../../kit/parts/CopyId.tsx';
import { RecentBills } from './RecentBills.tsx';
import { VendorPanel } from './VendorPanel.tsx';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { describeFields } from '../../../kit/parts/format-field.ts';

const CurrentApproval = lazy(() => import('./BillApprovals.tsx'), 'CurrentApproval');
const EarlierApprovals = lazy(() => import('./BillApprovals.tsx'), 'EarlierApprovals');

export interface BillDetailProps extends Omit<DetailHeadProps, 'row'> {
  readonly row: BillRow | null;
  /** Withdrawn approvals of the bill, newest first. */
  readonly earlier: readonly Approval[];
  /** Whether the list has any bills; null while that is unknown. */
  readonly hasBills: boolean | null;
  readonly noteRef: Ref<HTMLTextAreaElement>;
  /** Ref of the scrolling element. */
  readonly detailRef: RefObject<HTMLElement | null>;
  /** Whether it covers the list in a narrow window. */
  readonly isOpen: boolean;
  readonly onBack: () => void;
  /** Moves the focus from the note back to the list. */
  readonly onNoteDone: () => void;
  readonly onChoose: (billId: string) => void;
  readonly onShowVendor: (vendor: string) => void;
}

/** One bill in full, with the Approve button. */
export const BillDetail = memo((props: BillDetailProps) => {
  const { row, hasBills, detailRef, isOpen, onBack } = props;
  return (
    <DetailPane
      paneRef={detailRef}
      shown={row && `${row.bill.id} ${isOpen}`}
      text={messages.review.detail}
      hasRows={hasBills}
      onBack={onBack}
    >
      {row && <OneBill {...props} row={row} />}
    </DetailPane>
  );
});

function OneBill(props: BillDetailProps & { readonly row: BillRow }) {
  const { row, approval, earlier, today, annotating, noteRef } = props;
  // Draws the bill first, and the parts around it in a later task.
  const drawn = useDeferredValue(row);
  return (
    <>
      <DetailHead
        row={row}
        approval={approval}
        today={today}
        annotating={annotating}
        isSelecting={props.isSelecting}
        isSaving={props.isSaving}
        onApprove={props.onApprove}
      />
      <div className="detail__body">
        {approval && <CurrentApproval approval={approval} />}
        <RecentBills
          row={drawn}
          today={today}
          onChoose={props.onChoose}
          onShowAll={props.onShowVendor}
        />
        <NoteField key={row.bill.id} row={row} noteRef={noteRef} onDone={props.onNoteDone} />
        <BillFields row={row} />
        <VendorPanel row={drawn} today={today} />
        {earlier.length > 0 && <EarlierApprovals approvals={earlier} />}
      </div>
    </>
  );
}

/** Fields that the head doesn't show in full; then the undocumented ones. */
function BillFields({ row }: { readonly row: BillRow }) {
  const { locale } = useShell();
  const ago = useAgo(row.seen.atMs);
  const text = messages.review.detail;
  return (
    <>
      <section className="detail__fields">
        <h3>{text.fields}</h3>
        <dl className="fields">
          {documentedFields(row.bill, locale).map(
            ([field, value]) =>
              value !== null && (
                <Fact key={field} name={messages.review.fields[field]}>
                  {value}
                </Fact>
              ),
          )}
        </dl>
        <p className="detail__foot">
          <span>{text.seen(ago)}</span>
          <CopyId key={row.bill.id} id={row.bill.id} />
        </p>
      </section>
      <OtherFields bill={row.bill} />
    </>
  );
}

/** Whether the head may cut a memo, which has three lines there. */
function isCut(text: string): boolean {
  return text.length > 75 || text.includes('\n');
}
type Line = readonly [field: keyof typeof messages.review.fields, value: string | null];

function documentedFields(bill: Bill, locale: string): readonly Line[] {
  return [
    ['memo', bill.memo && isCut(bill.memo) ? bill.memo : null],
    ['createdAt', bill.createdAt ? writtenDateAndTime(bill.createdAt, locale) : null],
  ];
}

/** Maximum number of undocumented fields that are expanded at first. */
const MAX_OPEN = 6;

/** Undocumented fields that the service sent. */
function OtherFields({ bill }: { readonly bill: Bill }) {
  const { locale } = useShell();
  const others = describeFields(bill.others ?? {}, locale, bill.currency);
  if (others.length === 0) return null;
  return (
    <Disclosure title={messages.review.detail.alsoSent} openAtFirst={others.length <= MAX_OPEN}>
      <FieldList lines={others} />
    </Disclosure>
  );
}
