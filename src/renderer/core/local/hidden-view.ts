import type { Annotation, StoredAnnotation } from './stored-annotation.ts';

export type Hiding = 'snoozed' | 'dismissed';

/** Which bills are aside, worked out once for each organization and day. */
export interface HiddenView {
  on(
    annotations: ReadonlyMap<string, StoredAnnotation>,
    organizationId: string,
    today: string,
  ): ReadonlyMap<string, Hiding>;
  /** Marks have changed. */
  forget(): void;
}

export function createHiddenView(): HiddenView {
  const answers = new Map<
    string,
    { readonly today: string; readonly bills: ReadonlyMap<string, Hiding> }
  >();
  return {
    on: (annotations, organizationId, today) => {
      const known = answers.get(organizationId);
      if (known?.today === today) return known.bills;
      const bills = billsHidden(annotations, organizationId, today);
      answers.set(organizationId, { today, bills });
      return bills;
    },
    forget: () => answers.clear(),
  };
}

/** How a bill is out of the inbox on that day, or null. @param today `YYYY-MM-DD`, compares as text */
export function howHidden(
  annotation: Pick<Annotation, 'snoozedUntil' | 'dismissedAtMs'> | null,
  today: string,
): Hiding | null {
  if (annotation === null) return null;
  if (annotation.dismissedAtMs !== null) return 'dismissed';
  return annotation.snoozedUntil !== null && annotation.snoozedUntil > today ? 'snoozed' : null;
}

function billsHidden(
  annotations: ReadonlyMap<string, StoredAnnotation>,
  organizationId: string,
  today: string,
): ReadonlyMap<string, Hiding> {
  const found = new Map<string, Hiding>();
  for (const annotation of annotations.values()) {
    if (annotation.organizationId !== organizationId) continue;
    const how = howHidden(annotation, today);
    if (how !== null) found.set(annotation.billId, how);
  }
  return found;
}
