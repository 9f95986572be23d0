import type { Bill } from '../../../../contract/bill.ts';
import type { ApprovalState } from '../../model/approval.ts';
import type { BillRow } from '../../model/bill-row.ts';
import type { Approvals } from '../../outbox/approval-slices.ts';
import type { BillFlags } from './bill-flags.ts';

/** A bill, and one identical in all identifying fields that was paid or approved. */
export interface SecondCopy {
  readonly row: BillRow;
  readonly other: Bill;
  /** When the user approved the other bill on this computer, epoch milliseconds; null if it was paid. */
  readonly approvedAtMs: number | null;
}

interface CopyFacts {
  readonly bills: {
    get(billId: string): BillRow | null;
    readonly loading: { get(): boolean };
  };
  readonly flags: Pick<BillFlags, 'flagsOf'>;
  readonly approvals: Pick<Approvals, 'ofBill'>;
  /** Finds an approval that has not been saved yet. */
  readonly commands: {
    approvingSinceMs(bill: Parameters<Approvals['ofBill']>[0]): number | null;
  };
}

/** The paid or approved bill of which this one is a copy. `unknown`: its copies are not in memory yet. */
export function secondCopyOf(facts: CopyFacts, billId: string): SecondCopy | 'unknown' | null {
  const { bills, flags, approvals, commands } = facts;
  const row = bills.get(billId);
  const ids = copiesOf(flags, billId);
  if (row === null || ids.length === 0) return null;
  const copies = ids.flatMap((id) => bills.get(id)?.bill ?? []);
  const paid = copies.find(({ status }) => status === 'paid');
  if (paid) return { row, other: paid, approvedAtMs: null };
  const { organizationId } = row;
  for (const other of copies) {
    const bill = { organizationId, billId: other.id };
    const saved = approvals.ofBill(bill).find(({ state }) => mayBePaid[state]);
    const approvedAtMs = saved?.approvedAtMs ?? commands.approvingSinceMs(bill);
    if (approvedAtMs !== null) return { row, other, approvedAtMs };
  }
  return copies.length < ids.length && bills.loading.get() ? 'unknown' : null;
}

/** Ids of the bills that agree with this one in all identifying fields, paid ones first. */
export function copiesOf(flags: CopyFacts['flags'], billId: string): readonly string[] {
  const flag = flags.flagsOf(billId).find(({ kind }) => kind === 'duplicate');
  return flag?.kind === 'duplicate' ? flag.exactIds : [];
}

/** Whether an approval in this state has led to a payment, or may still do so without the user. */
const mayBePaid: Readonly<Record<ApprovalState, boolean>> = {
  held: true,
  queued: true,
  sending: true,
  changed: true,
  unknown: true,
  rejected: false,
  confirmed: true,
  withdrawn: false,
};
