import type { BillToMark, LocalMark, MarkResult } from './kept-mark.ts';
import type { LocalMarks } from './local-marks.ts';

/** Bills that were put aside, or back, in one action, with how they were before. */
export interface AsideAction {
  /** What was done, in words. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly before: readonly AsideBefore[];
}

interface AsideBefore {
  readonly bill: BillToMark;
  readonly mark: LocalMark | null;
}

/** How these bills are now, to be brought back by `undoAside`. */
export function asideBefore(
  marks: Pick<LocalMarks, 'markOf'>,
  bills: readonly BillToMark[],
): readonly AsideBefore[] {
  return bills.map((bill) => ({ bill, mark: marks.markOf(bill.organizationId, bill.bill.id) }));
}

/** Puts each bill where it was before the action: into the inbox, or aside as it was. Notes stay. */
export async function undoAside(
  marks: Pick<LocalMarks, 'snooze' | 'dismiss' | 'putBack'>,
  { before }: AsideAction,
): Promise<MarkResult> {
  const inInbox: BillToMark[] = [];
  const dismissed: BillToMark[] = [];
  const snoozed = new Map<string, BillToMark[]>();
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
