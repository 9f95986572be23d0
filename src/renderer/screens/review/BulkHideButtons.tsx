import { useMemo } from 'react';
import { useHidden } from './use-hidden.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Annotating } from './use-annotating.ts';

export interface BulkHideButtonsProps {
  readonly selected: readonly BillRow[];
  /** How many of them can still be decided about. */
  readonly fit: number;
  readonly today: PlainDate;
  readonly marking: Annotating;
}

/** Puts the selected bills aside, or back where some of them are. */
export function BulkHideButtons({ selected, fit, today, marking }: BulkHideButtonsProps) {
  const hiddenOf = useHidden(today);
  const words = en.marks.bulk;
  // Thousands may be selected, and this is drawn again with every move.
  const anyHidden = useMemo(
    () => selected.some((row) => hiddenOf(row) !== null),
    [selected, hiddenOf],
  );
  return (
    <>
      {anyHidden && (
        <Button size="small" onPress={() => marking.putBack(selected)}>
          {words.putBack}
        </Button>
      )}
      <Button size="small" isDisabled={fit === 0} onPress={() => marking.askToSnooze(selected)}>
        {words.snooze}
      </Button>
      <Button size="small" isDisabled={fit === 0} onPress={() => marking.dismiss(selected)}>
        {words.dismiss}
      </Button>
    </>
  );
}
