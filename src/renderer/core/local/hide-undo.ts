import type { BillToAnnotate, Annotation, AnnotationResult } from './stored-annotation.ts';
import type { Annotations } from './annotations.ts';

/** Bills that were put aside, or back, in one action, with how they were before. */
export interface HidingAction {
  /** What was done, in words. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly before: readonly HiddenBefore[];
}

interface HiddenBefore {
  readonly bill: BillToAnnotate;
  readonly mark: Annotation | null;
}

/** How these bills are now, to be brought back by `undoHiding`. */
export function hiddenBefore(
  marks: Pick<Annotations, 'annotationOf'>,
  bills: readonly BillToAnnotate[],
): readonly HiddenBefore[] {
  return bills.map((bill) => ({
    bill,
    mark: marks.annotationOf(bill.organizationId, bill.bill.id),
  }));
}

/** Puts each bill where it was before the action: into the inbox, or aside as it was. Notes stay. */
export async function undoHiding(
  marks: Pick<Annotations, 'snooze' | 'dismiss' | 'putBack'>,
  { before }: HidingAction,
): Promise<AnnotationResult> {
  const inInbox: BillToAnnotate[] = [];
  const dismissed: BillToAnnotate[] = [];
  const snoozed = new Map<string, BillToAnnotate[]>();
  for (const { bill, mark } of before) {
    const until = mark?.snoozedUntil ?? null;
    if (mark !== null && mark.dismissedAtMs !== null) dismissed.push(bill);
    else if (until === null) inInbox.push(bill);
    else snoozed.set(until, [...(snoozed.get(until) ?? []), bill]);
  }
  const results = await Promise.all([
    inInbox.length > 0 ? marks.putBack(inInbox) : 'kept',
    dismissed.length > 0 ? marks.dismiss(dismissed) : 'kept',
    ...[...snoozed].map(([until, bills]) => marks.snooze(bills, until)),
  ]);
  return results.every((result) => result === 'kept') ? 'kept' : 'notKept';
}
