import type { HiddenOf } from '../bills/lists/bill-filter.ts';
import type { StoredAnnotation } from './stored-annotation.ts';
import type { Annotation } from '../model/annotation.ts';

export type Hiding = 'snoozed' | 'dismissed';
type HiddenBills = ReadonlyMap<string, Hiding>;

/** Hidden bills, computed once for each organization and day. */
export interface HiddenView {
  on(
    annotations: ReadonlyMap<string, StoredAnnotation>,
    organizationId: string,
    today: string,
  ): HiddenBills;
  /** Call when annotations have changed. */
  forget(): void;
}

export function createHiddenView(): HiddenView {
  const answers = new Map<string, { readonly today: string; readonly bills: HiddenBills }>();
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

/**
 * How the bill is out of the inbox on that day; null when it is in it. @param today `YYYY-MM-DD`, compares as
 * text
 */
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
): HiddenBills {
  const found = new Map<string, Hiding>();
  for (const annotation of annotations.values()) {
    if (annotation.organizationId !== organizationId) continue;
    const how = howHidden(annotation, today);
    if (how !== null) found.set(annotation.billId, how);
  }
  return found;
}

/** Hidden bills of the rows' organizations, looked up once for each organization. */
export function hiddenOn(
  annotations: { hiddenOn(organizationId: string, today: string): HiddenBills },
  today: string,
): HiddenOf {
  const known = new Map<string, HiddenBills>();
  // Neighboring rows are mostly of one organization.
  let last: { readonly organizationId: string; readonly hidden: HiddenBills } | null = null;
  return ({ organizationId, bill }) => {
    if (last?.organizationId !== organizationId) {
      const hidden = known.get(organizationId) ?? annotations.hiddenOn(organizationId, today);
      known.set(organizationId, hidden);
      last = { organizationId, hidden };
    }
    return last.hidden.size === 0 ? null : (last.hidden.get(bill.id) ?? null);
  };
}
