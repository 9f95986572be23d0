import { useSyncExternalStore } from 'react';
import { useServices } from '../../kit/services.ts';
import type { BillToMark, LocalMark } from '../../core/local/kept-mark.ts';

/** What is kept about the bill; drawn again when that changes, not with every other mark. */
export function useMark({ organizationId, bill }: BillToMark): LocalMark | null {
  const { marks } = useServices().workspace;
  return useSyncExternalStore(marks.version.subscribe, () => marks.markOf(organizationId, bill.id));
}
