import type { OrganizationBill } from '../model/bill-row.ts';
import type { AnnotationResult } from './stored-annotation.ts';
import type { Annotation } from '../model/annotation.ts';
import type { Annotations } from './annotations.ts';

interface AnnotationBefore {
  readonly bill: OrganizationBill;
  readonly annotation: Annotation | null;
}

/** Present annotations of these bills, for `returnToPlaces`. */
export function annotationsBefore(
  annotations: Pick<Annotations, 'annotationOf'>,
  bills: readonly OrganizationBill[],
): readonly AnnotationBefore[] {
  return bills.map((bill) => ({
    bill,
    annotation: annotations.annotationOf(bill.organizationId, bill.bill.id),
  }));
}

/** Returns each bill to its place before the action: the inbox, snoozed, or hidden. Notes stay. */
export async function returnToPlaces(
  annotations: Pick<Annotations, 'snooze' | 'hide' | 'returnToInbox'>,
  before: readonly AnnotationBefore[],
): Promise<AnnotationResult> {
  const inInbox: OrganizationBill[] = [];
  const hidden: OrganizationBill[] = [];
  const snoozed = new Map<string, OrganizationBill[]>();
  for (const { bill, annotation } of before) {
    const until = annotation?.snoozedUntil ?? null;
    if (annotation !== null && annotation.hiddenAtMs !== null) hidden.push(bill);
    else if (until === null) inInbox.push(bill);
    else snoozed.set(until, [...(snoozed.get(until) ?? []), bill]);
  }
  const results = await Promise.all([
    inInbox.length > 0 ? annotations.returnToInbox(inInbox) : 'saved',
    hidden.length > 0 ? annotations.hide(hidden) : 'saved',
    ...[...snoozed].map(([until, bills]) => annotations.snooze(bills, until)),
  ]);
  return results.every((result) => result === 'saved') ? 'saved' : 'notSaved';
}
