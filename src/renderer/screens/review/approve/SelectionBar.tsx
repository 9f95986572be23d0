import './selection.css';
import { useEffect, useMemo } from 'react';
import { sayAll } from '../../../kit/text/say.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useOutOfInbox } from '../list/use-bill-list.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import type { PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Annotating } from '../detail/use-annotating.ts';
import { formatTotal, Totals } from '../../../kit/ui/Totals.tsx';
import type { Approval } from '../../../core/model/approval.ts';
import { approvable, selectedTotals } from '../../../core/bills/figures/bulk-summary.ts';

export interface SelectionBarProps {
  readonly selected: readonly BillRow[];
  readonly approved: ReadonlyMap<string, Approval>;
  /** Whether approvals of some are not saved yet, on a slow disk. */
  readonly isSaving: boolean;
  readonly annotating: Annotating;
  readonly today: PlainDate;
  readonly onApprove: () => void;
  readonly onClear: () => void;
}

/** Number and totals of the selected bills, and actions for them. */
export function SelectionBar(props: SelectionBarProps) {
  const { selected, approved, isSaving, annotating, today, onApprove, onClear } = props;
  const { locale, announce } = useShell();
  const text = messages.review.selection;
  // Memoized: thousands may be selected, and each move redraws this.
  const { isDue, totals } = useMemo(() => selectedTotals(selected), [selected]);
  const label = messages.review.amountKinds.total;
  const fit = useMemo(() => approvable(selected, approved).length, [selected, approved]);
  useEffect(() => {
    const sums = totals.map((total) => formatTotal(total, locale));
    const parts = [text.count(selected.length), ...(isDue ? [] : [label]), ...sums];
    announce(sayAll(', ', parts), 'selection');
  }, [announce, isDue, totals, selected.length, text, label, locale]);
  return (
    <div className="selection-bar" role="group" aria-label={text.bar}>
      <strong>{text.count(selected.length)}</strong>
      {!isDue && <span>{label}</span>}
      <Totals totals={totals} locale={locale} />
      <div className="selection-bar__buttons">
        <Button size="small" variant="quiet" command="clearSelection" onPress={onClear}>
          {text.clear}
        </Button>
        <BulkHideButtons selected={selected} fit={fit} today={today} annotating={annotating} />
        <Button
          size="small"
          variant="primary"
          command="approve"
          isDisabled={fit === 0 || isSaving}
          onPress={onApprove}
        >
          {isSaving ? messages.review.approving : text.approve(fit)}
        </Button>
      </div>
    </div>
  );
}

interface BulkHideButtonsProps {
  readonly selected: readonly BillRow[];
  /** Number of selected bills that still can be approved. */
  readonly fit: number;
  readonly today: PlainDate;
  readonly annotating: Annotating;
}

/** Hides the selected bills, or returns the hidden ones to the inbox. */
function BulkHideButtons({ selected, fit, today, annotating }: BulkHideButtonsProps) {
  const outOfInboxOf = useOutOfInbox(today);
  const text = messages.annotations.bulk;
  // Memoized: thousands may be selected, and each move redraws this.
  const anyHidden = useMemo(
    () => selected.some((row) => outOfInboxOf(row) !== null),
    [selected, outOfInboxOf],
  );
  return (
    <>
      {anyHidden && (
        <Button size="small" onPress={() => annotating.returnToInbox(selected)}>
          {text.returnToInbox}
        </Button>
      )}
      <Button
        size="small"
        command="snooze"
        isDisabled={fit === 0}
        onPress={() => annotating.askToSnooze(selected)}
      >
        {text.snooze}
      </Button>
      <Button
        size="small"
        command="hide"
        isDisabled={fit === 0}
        onPress={() => annotating.hide(selected)}
      >
        {text.hide}
      </Button>
    </>
  );
}
