import { addDays, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import type { Hold } from '../../model/annotation.ts';
import type { Approval } from '../../model/approval.ts';
import type { BillRow } from '../../model/bill-row.ts';

type RowTest = (row: BillRow) => boolean;

/** Returns the bills that are out of the inbox on a day, by id. */
type OutOfInboxOn = (organizationId: string, today: string) => ReadonlyMap<string, unknown>;

/** Test for payable bills in the inbox without an approval. */
export function unapprovedTest(
  approvals: readonly Approval[],
  outOfInboxOn: OutOfInboxOn,
  today: PlainDate,
): RowTest {
  const standing = approvals.filter(({ state }) => state !== 'withdrawn');
  const approved = new Set(standing.map((each) => `${each.organizationId} ${each.billId}`));
  return ({ bill, organizationId }) =>
    isPayable(bill.status) &&
    !approved.has(`${organizationId} ${bill.id}`) &&
    !outOfInboxOn(organizationId, today).has(bill.id);
}

/** Test for bills due from the first day to the last, both included; null for no bound. */
export function dueTest(from: PlainDate | null, to: PlainDate): RowTest {
  return ({ bill }) => {
    const due = readPlainDate(bill.dueDate);
    return due !== null && (from ?? due) <= due && due <= to;
  };
}

/** Counts of work to do, for the daily digest. */
export interface DigestCounts {
  /** Unapproved bills due the next day, and overdue ones. */
  readonly dueTomorrow: number;
  readonly overdue: number;
  /** Bills on hold whose answer is overdue. */
  readonly answersOverdue: number;
  /** Approvals that need attention. */
  readonly attention: number;
}

/** Counts bills of the digest. Tests the due date first, because the other tests take longer. */
export function countBills(
  rows: readonly BillRow[],
  isUnapproved: RowTest,
  holdOf: (row: BillRow) => Hold | null,
  today: PlainDate,
): Omit<DigestCounts, 'attention'> {
  const tomorrow = addDays(today, 1);
  const isLate: RowTest = (row) => {
    const hold = holdOf(row);
    return hold !== null && hold.whom !== '' && (hold.answerBy ?? today) < today;
  };
  const count = (test: RowTest): number => rows.filter(test).filter(isUnapproved).length;
  return {
    dueTomorrow: count(dueTest(tomorrow, tomorrow)),
    overdue: count(dueTest(null, addDays(today, -1))),
    answersOverdue: count(isLate),
  };
}
