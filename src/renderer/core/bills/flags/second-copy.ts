import { billOfAnswer, snapshotOf, type ReviewedSnapshot } from '../../../../bridge/snapshot.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { partyId } from '../../../../contract/party.ts';
import type { Approval, ApprovalState } from '../../model/approval.ts';
import type { BillRow, OrganizationBill } from '../../model/bill-row.ts';
import {
  type AskedAction,
  isSendingAction,
  versionToSend,
} from '../../approve/approval-actions.ts';
import type { Approvals } from '../../outbox/approval-slices.ts';
import type { BillFlags, FlagDecisions } from './bill-flags.ts';
import { withVendorNames } from '../index/vendor-names.ts';
import { createFlagIndex } from './flag-index.ts';

/** A bill, and one with the same vendor, number and total that was paid or approved. */
export interface SecondCopy {
  readonly bill: ReviewedSnapshot;
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
  readonly approvals: Pick<Approvals, 'ofBill' | 'ofTotal'>;
  readonly annotations: { readonly decisions: Pick<FlagDecisions, 'notDuplicateOf'> };
  /** Finds an approval that has not been saved yet. */
  readonly commands: {
    approvingSinceMs(bill: Parameters<Approvals['ofBill']>[0]): number | null;
  };
}

/** Whether a copy's approval may have led to a payment. */
type Counts = (approval: Approval) => boolean;

/** The bill's copy in its own organization that was fully paid or approved. `unknown`: not all are in memory yet. */
export function secondCopyOf(
  facts: CopyFacts,
  billId: string,
  counts: Counts = mayBePaid,
): SecondCopy | 'unknown' | null {
  const { bills, flags } = facts;
  const row = bills.get(billId);
  if (row === null) return null;
  const ids = copiesOf(flags, billId);
  const copies = ids.flatMap((id) => bills.get(id)?.bill ?? []);
  const found = copyOnScreen(facts, row, copies, counts) ?? approvedCopy(facts, row, counts);
  if (found !== null) return found;
  return copies.length < ids.length && bills.loading.get() ? 'unknown' : null;
}

/** Ids of the bills with this one's vendor, number and total. */
export function copiesOf(flags: Pick<BillFlags, 'flagsOf'>, billId: string): readonly string[] {
  return copyIdsIn(flags.flagsOf(billId));
}

function copyIdsIn(flags: ReturnType<BillFlags['flagsOf']>): readonly string[] {
  const flag = flags.find(({ kind }) => kind === 'duplicate');
  return flag?.kind === 'duplicate' ? flag.copyIds : [];
}

/**
 * Copies of paid or approved bills among the bills whose approvals the action would send. If these bills are copies of
 * each other, all but the first. `unknown`: some copies are not in memory yet.
 */
export function copiesAmong(
  facts: CopyFacts,
  { action, fitting }: AskedAction,
): readonly SecondCopy[] | 'unknown' {
  if (!isSendingAction(action)) return [];
  const before = new Set<string>();
  const counts: Counts = (row) => mayBePaid(row) || before.has(row.id);
  const copies: SecondCopy[] = [];
  for (const approval of fitting) {
    const { id, billId, organizationId } = approval;
    const bill = versionToSend(action, approval);
    const isOnScreen = facts.bills.get(billId)?.organizationId === organizationId;
    const copy = isOnScreen
      ? secondCopyOf(facts, billId, counts)
      : approvedCopy(facts, { organizationId, bill: billOf(bill) }, counts);
    if (copy === 'unknown') return copy;
    if (copy !== null) copies.push({ ...copy, bill });
    before.add(id);
  }
  return copies;
}

function copyOnScreen(
  { approvals, commands }: CopyFacts,
  { organizationId, bill }: OrganizationBill,
  copies: readonly Bill[],
  counts: Counts,
): SecondCopy | null {
  const paid = copies.find(({ status }) => status === 'paid');
  if (paid) return { bill: snapshotOf(bill), other: paid, approvedAtMs: null };
  for (const other of copies) {
    const copy = { organizationId, billId: other.id };
    const saved = approvals.ofBill(copy).find(counts);
    const approvedAtMs = saved?.approvedAtMs ?? commands.approvingSinceMs(copy);
    if (approvedAtMs !== null) return { bill: snapshotOf(bill), other, approvedAtMs };
  }
  return null;
}

/** An approved copy, if it or the bill is not on screen: it is in another organization, or left the open bills. */
function approvedCopy(
  { bills, approvals, annotations }: CopyFacts,
  { organizationId, bill }: OrganizationBill,
  counts: Counts,
): SecondCopy | null {
  const isHere = (billId: string) => bills.get(billId)?.organizationId === organizationId;
  const others = approvals
    .ofTotal(bill.totalCents)
    .filter(
      (row) =>
        row.organizationId === organizationId &&
        !(isHere(row.billId) && isHere(bill.id)) &&
        counts(row),
    );
  if (others.length === 0) return null;
  const index = createFlagIndex();
  const { vendor } = bill;
  const named = vendor && { ...vendor, id: partyId(vendor), name: vendorName(bill) };
  const approved = others.map(({ snapshot }) => billOf(snapshot));
  const alike = withVendorNames(organizationId, [{ ...bill, vendor: named }, ...approved]);
  for (const each of alike) index.put(each.id, each);
  const noCopies = annotations.decisions.notDuplicateOf(organizationId, bill.id);
  const ids = copyIdsIn(index.flagsOf(bill.id, false, noCopies));
  const other = others.find(({ billId }) => ids.includes(billId));
  if (other === undefined) return null;
  const { snapshot, approvedAtMs } = other;
  return { bill: snapshotOf(bill), other: billOf(snapshot), approvedAtMs };
}

export function billOf(snapshot: ReviewedSnapshot): Bill {
  const { billId: id, status, currency, totalCents, amountDueCents } = snapshot;
  return billOfAnswer(snapshot, { id, status, currency, totalCents, amountDueCents });
}

/** Whether an approval has led to a payment, or may still do so without the user. */
export function mayBePaid({ state }: Approval): boolean {
  return mayPay[state];
}

const mayPay: Readonly<Record<ApprovalState, boolean>> = {
  held: true,
  queued: true,
  sending: true,
  changed: true,
  unknown: true,
  rejected: false,
  confirmed: true,
  withdrawn: false,
};
