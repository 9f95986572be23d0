import { isPayable } from '../../../contract/assumptions.ts';
import { addDays, plainDateAt, readPlainDate, type PlainDate } from '../../core/time/days.ts';
import type { Annotations } from '../../core/local/annotations.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { PullStatus } from '../../core/mirror/pull-status.ts';
import type { Approval } from '../../core/outbox/approval.ts';

/** Bills as old as yesterday's are good enough once there was time to read them anew. */
export const FRESH_BILLS_GRACE_MS = 2 * 60_000;

export interface DueFacts {
  readonly nowMs: number;
  readonly startedMs: number;
  /** The day the user was last told. */
  readonly toldOn: string | null;
  readonly isLoading: boolean;
  readonly pull: Pick<PullStatus, 'payableAsOfMs'>;
}

/**
 * Whether it is time to count what is due tomorrow: once a day, at the first moment of that day at which
 * the bills on this computer were read today, or a while was given to read them.
 */
export function isTimeForDue({ nowMs, startedMs, toldOn, isLoading, pull }: DueFacts): boolean {
  const today = plainDateAt(nowMs);
  if (toldOn === today || isLoading || pull.payableAsOfMs === null) return false;
  return plainDateAt(pull.payableAsOfMs) === today || nowMs - startedMs >= FRESH_BILLS_GRACE_MS;
}

/** How many payable bills are due the day after `today` that were neither approved nor put aside. */
export function countDueTomorrow(
  rows: readonly BillRow[],
  approvals: readonly Approval[],
  hiddenOn: Annotations['hiddenOn'],
  today: PlainDate,
): number {
  const tomorrow = addDays(today, 1);
  const approved = new Set(
    approvals.filter(({ state }) => state !== 'withdrawn').map(keyOfApproval),
  );
  return rows.filter(
    ({ bill, organizationId }) =>
      readPlainDate(bill.due_date) === tomorrow &&
      isPayable(bill.status) &&
      !approved.has(`${organizationId} ${bill.id}`) &&
      !hiddenOn(organizationId, today).has(bill.id),
  ).length;
}

function keyOfApproval({ organizationId, billId }: Approval): string {
  return `${organizationId} ${billId}`;
}
