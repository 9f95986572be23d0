import type { Annotation, StoredAnnotation } from './stored-annotation.ts';

export type Hiding = 'snoozed' | 'dismissed';

/** Which bills are aside, worked out once for each organization and day. */
export interface HiddenView {
  on(
    marks: ReadonlyMap<string, StoredAnnotation>,
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
    on: (marks, organizationId, today) => {
      const known = answers.get(organizationId);
      if (known?.today === today) return known.bills;
      const bills = billsHidden(marks, organizationId, today);
      answers.set(organizationId, { today, bills });
      return bills;
    },
    forget: () => answers.clear(),
  };
}

/** How a bill is out of the inbox on that day, or null. @param today `YYYY-MM-DD`, compares as text */
export function howHidden(
  mark: Pick<Annotation, 'snoozedUntil' | 'dismissedAtMs'> | null,
  today: string,
): Hiding | null {
  if (mark === null) return null;
  if (mark.dismissedAtMs !== null) return 'dismissed';
  return mark.snoozedUntil !== null && mark.snoozedUntil > today ? 'snoozed' : null;
}

function billsHidden(
  marks: ReadonlyMap<string, StoredAnnotation>,
  organizationId: string,
  today: string,
): ReadonlyMap<string, Hiding> {
  const found = new Map<string, Hiding>();
  for (const mark of marks.values()) {
    if (mark.organizationId !== organizationId) continue;
    const how = howHidden(mark, today);
    if (how !== null) found.set(mark.billId, how);
  }
  return found;
}
