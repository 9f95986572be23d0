import { useMemo } from 'react';
import { useServices } from '../../kit/services.ts';
import { asOf } from '../../kit/ui/as-of.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { asideOn } from '../../core/local/aside-of.ts';
import type { AsideOf } from '../../core/bills/sift-bills.ts';

/** Which bills the user has put aside; another function only when that may have changed. */
export function useAside(today: PlainDate): AsideOf {
  const { marks } = useServices().workspace;
  const version = useObservable(marks.asideVersion);
  return useMemo(() => asOf(version, () => asideOn(marks, today)), [marks, version, today]);
}
