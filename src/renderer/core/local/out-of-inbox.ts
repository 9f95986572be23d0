import type { OutOfInboxOf } from '../bills/lists/bill-filter.ts';
import type { StoredAnnotation } from './stored-annotation.ts';
import type { OutOfInbox } from '../model/list-choice.ts';
import type { Annotation } from '../model/annotation.ts';

type BillsOutOfInbox = ReadonlyMap<string, OutOfInbox>;

/** Caches the bills out of the inbox by organization and day. */
export interface OutOfInboxView {
  on(
    annotations: ReadonlyMap<string, StoredAnnotation>,
    organizationId: string,
    today: string,
  ): BillsOutOfInbox;
  /** Call when annotations have changed. */
  forget(): void;
}

export function createOutOfInboxView(): OutOfInboxView {
  const answers = new Map<string, { readonly today: string; readonly bills: BillsOutOfInbox }>();
  return {
    on: (annotations, organizationId, today) => {
      const known = answers.get(organizationId);
      if (known?.today === today) return known.bills;
      const bills = billsOutOfInbox(annotations, organizationId, today);
      answers.set(organizationId, { today, bills });
      return bills;
    },
    forget: () => answers.clear(),
  };
}

/** How the bill is out of the inbox on that day; null when it is in it. @param today `YYYY-MM-DD` */
export function outOfInboxAs(
  annotation: Pick<Annotation, 'snoozedUntil' | 'hiddenAtMs'> | null,
  today: string,
): OutOfInbox | null {
  if (annotation === null) return null;
  if (annotation.hiddenAtMs !== null) return 'hidden';
  return annotation.snoozedUntil !== null && annotation.snoozedUntil > today ? 'snoozed' : null;
}

function billsOutOfInbox(
  annotations: ReadonlyMap<string, StoredAnnotation>,
  organizationId: string,
  today: string,
): BillsOutOfInbox {
  const found = new Map<string, OutOfInbox>();
  for (const annotation of annotations.values()) {
    if (annotation.organizationId !== organizationId) continue;
    const how = outOfInboxAs(annotation, today);
    if (how !== null) found.set(annotation.billId, how);
  }
  return found;
}

/** Returns how a bill is out of the inbox. Looks up each organization once. */
export function outOfInboxOn(
  annotations: { outOfInboxOn(organizationId: string, today: string): BillsOutOfInbox },
  today: string,
): OutOfInboxOf {
  const known = new Map<string, BillsOutOfInbox>();
  // Neighboring rows usually have the same organization.
  let last: { readonly organizationId: string; readonly bills: BillsOutOfInbox } | null = null;
  return ({ organizationId, bill }) => {
    if (last?.organizationId !== organizationId) {
      const bills = known.get(organizationId) ?? annotations.outOfInboxOn(organizationId, today);
      known.set(organizationId, bills);
      last = { organizationId, bills };
    }
    return last.bills.size === 0 ? null : (last.bills.get(bill.id) ?? null);
  };
}
