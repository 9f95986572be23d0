import type { BillQuery } from '../../model/bill-row.ts';
import type { BillList } from '../../model/list-choice.ts';
import type { Approval } from '../../model/approval.ts';

/** The index's query for a choice. Conditions that the index does not know are applied afterwards. */
export function queryFor(
  choice: Omit<BillQuery, 'status'> & { readonly list: BillList },
): BillQuery {
  const { list, search, sort, descending } = choice;
  return { status: indexStatus(list), search, sort, descending };
}

/** Whether the list can have paid and void bills, which are never overdue. */
export function holdsHistory(list: BillList): boolean {
  return list === 'all' || list === 'approved' || list === 'paid' || list === 'void';
}

/** Whether hiding a bill, or restoring it, takes it out of this list. */
export function leavesWhenHidden(list: BillList): boolean {
  return list === 'inbox' || list === 'snoozed' || list === 'hidden';
}

export function isOfBill(
  { billId, organizationId }: Approval,
  of: { readonly organizationId: string; readonly billId: string },
): boolean {
  return billId === of.billId && organizationId === of.organizationId;
}

const payableLists: ReadonlySet<BillList> = new Set(['inbox', 'snoozed', 'hidden', 'payable']);

function indexStatus(list: BillList): string | null {
  if (payableLists.has(list)) return 'payable';
  return list === 'all' || list === 'approved' ? null : list;
}
