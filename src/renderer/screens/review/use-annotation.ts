import { useSyncExternalStore } from 'react';
import { useServices } from '../../kit/services.ts';
import type { BillToAnnotate, Annotation } from '../../core/local/stored-annotation.ts';

/** What is kept about the bill; drawn again when that changes, not with every other mark. */
export function useAnnotation({ organizationId, bill }: BillToAnnotate): Annotation | null {
  const { marks } = useServices().workspace;
  return useSyncExternalStore(marks.version.subscribe, () =>
    marks.annotationOf(organizationId, bill.id),
  );
}
