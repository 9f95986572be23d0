import type { LocalMark, KeptMark } from './kept-mark.ts';

export type Aside = 'snoozed' | 'dismissed';

/** Which bills are aside, worked out once for each organization and day. */
export interface AsideView {
  on(
    marks: ReadonlyMap<string, KeptMark>,
    organizationId: string,
    today: string,
  ): ReadonlyMap<string, Aside>;
  /** Marks have changed. */
  forget(): void;
}

export function createAsideView(): AsideView {
  const answers = new Map<
    string,
    { readonly today: string; readonly bills: ReadonlyMap<string, Aside> }
  >();
  return {
    on: (marks, organizationId, today) => {
      const known = answers.get(organizationId);
      if (known?.today === today) return known.bills;
      const bills = billsAside(marks, organizationId, today);
      answers.set(organizationId, { today, bills });
      return bills;
    },
    forget: () => answers.clear(),
  };
}

/** How a bill is out of the inbox on that day, or null. @param today `YYYY-MM-DD`, compares as text */
export function howAside(
  mark: Pick<LocalMark, 'snoozedUntil' | 'dismissedAtMs'> | null,
  today: string,
): Aside | null {
  if (mark === null) return null;
  if (mark.dismissedAtMs !== null) return 'dismissed';
  return mark.snoozedUntil !== null && mark.snoozedUntil > today ? 'snoozed' : null;
}

function billsAside(
  marks: ReadonlyMap<string, KeptMark>,
  organizationId: string,
  today: string,
): ReadonlyMap<string, Aside> {
  const found = new Map<string, Aside>();
  for (const mark of marks.values()) {
    if (mark.organizationId !== organizationId) continue;
    const how = howAside(mark, today);
    if (how !== null) found.set(mark.billId, how);
  }
  return found;
}
