import { useMemo } from 'react';
import { useAside } from './use-aside.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Marking } from './use-marking.ts';

export interface BulkAsideButtonsProps {
  readonly selected: readonly BillRow[];
  /** How many of them can still be decided about. */
  readonly fit: number;
  readonly today: PlainDate;
  readonly marking: Marking;
}

/** Puts the selected bills aside, or back where some of them are. */
export function BulkAsideButtons({ selected, fit, today, marking }: BulkAsideButtonsProps) {
  const asideOf = useAside(today);
  const words = en.marks.bulk;
  // Thousands may be selected, and this is drawn again with every move.
  const anyAside = useMemo(
    () => selected.some((row) => asideOf(row) !== null),
    [selected, asideOf],
  );
  return (
    <>
      {anyAside && (
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
