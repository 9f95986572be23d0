import { useMemo } from 'react';
import { useServices } from '../../kit/services.ts';
import { asOf } from '../../kit/ui/as-of.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { hiddenOn } from '../../core/local/hidden-of.ts';
import type { HiddenOf } from '../../core/bills/bill-filter.ts';

/** Which bills the user has put aside; another function only when that may have changed. */
export function useHidden(today: PlainDate): HiddenOf {
  const { marks } = useServices().workspace;
  const version = useObservable(marks.hiddenVersion);
  return useMemo(() => asOf(version, () => hiddenOn(marks, today)), [marks, version, today]);
}
