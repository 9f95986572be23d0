import { useMemo } from 'react';
import { useServices } from '../../kit/services.ts';
import { asOf } from '../../kit/ui/as-of.ts';
import type { PlainDate } from '../../kit/ui/dates.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { asideOn, type AsideOf } from '../../core/bills/aside-of.ts';

/** Which bills the user has put aside; another function only when that may have changed. */
export function useAside(today: PlainDate): AsideOf {
  const { marks } = useServices().workspace;
  const version = useObservable(marks.asideVersion);
  return useMemo(() => asOf(version, () => asideOn(marks, today)), [marks, version, today]);
}
