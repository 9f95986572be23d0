import type { BillToAnnotate, Annotation, AnnotationResult } from './stored-annotation.ts';
import type { Annotations } from './annotations.ts';

/** Bills that were hidden, or put back, in one action, with how they were before. */
export interface HidingAction {
  /** What was done, as text. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly before: readonly HiddenBefore[];
}

interface HiddenBefore {
  readonly bill: BillToAnnotate;
  readonly annotation: Annotation | null;
}

/** How these bills are now, to be brought back by `undoHiding`. */
export function hiddenBefore(
  annotations: Pick<Annotations, 'annotationOf'>,
  bills: readonly BillToAnnotate[],
): readonly HiddenBefore[] {
  return bills.map((bill) => ({
    bill,
    annotation: annotations.annotationOf(bill.organizationId, bill.bill.id),
  }));
}

/** Puts each bill where it was before the action: into the inbox, or hidden as it was. Notes stay. */
export async function undoHiding(
  annotations: Pick<Annotations, 'snooze' | 'dismiss' | 'putBack'>,
  { before }: HidingAction,
): Promise<AnnotationResult> {
  const inInbox: BillToAnnotate[] = [];
  const dismissed: BillToAnnotate[] = [];
  const snoozed = new Map<string, BillToAnnotate[]>();
  for (const { bill, annotation } of before) {
    const until = annotation?.snoozedUntil ?? null;
    if (annotation !== null && annotation.dismissedAtMs !== null) dismissed.push(bill);
    else if (until === null) inInbox.push(bill);
    else snoozed.set(until, [...(snoozed.get(until) ?? []), bill]);
  }
  const results = await Promise.all([
    inInbox.length > 0 ? annotations.putBack(inInbox) : 'kept',
    dismissed.length > 0 ? annotations.dismiss(dismissed) : 'kept',
    ...[...snoozed].map(([until, bills]) => annotations.snooze(bills, until)),
  ]);
  return results.every((result) => result === 'kept') ? 'kept' : 'notKept';
}
