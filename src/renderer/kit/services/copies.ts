import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import { createFlagIndex } from '../../core/bills/flags/flag-index.ts';
import {
  billOf,
  copiesAmong,
  copiesOf,
  mayBePaid,
  type SecondCopy,
  secondCopyOf,
} from '../../core/bills/flags/second-copy.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { BillRow, OrganizationBill } from '../../core/model/bill-row.ts';
import type { Flag, OtherOrganizationFlag } from '../../core/model/flag.ts';
import {
  type AskedAction,
  isSendingAction,
  versionToSend,
} from '../../core/approve/approval-actions.ts';

/** A bill, and its copy that was paid, even in part, or approved. */
export interface PaidCopy extends SecondCopy {
  /** Organization of the other bill; null if it is the bill's own. */
  readonly elsewhereId: string | null;
}

type CopyFacts = Pick<
  Workspace,
  'bills' | 'flags' | 'approvals' | 'annotations' | 'commands' | 'settings'
>;

/**
 * The bill's copy that was paid, even in part, or approved, in any organization. `unknown`: not all are in memory yet.
 */
export function paidCopyOf(facts: CopyFacts, billId: string): PaidCopy | 'unknown' | null {
  const row = facts.bills.get(billId);
  const copy = secondCopyOf(facts, billId);
  if (copy === 'unknown') return copy;
  if (copy !== null) return { ...copy, elsewhereId: null };
  return row && otherCopyOf(facts, row, mayBePaid);
}

/** Ids of the bill's copies in every organization on screen. */
export function allCopiesOf(
  { flags }: Pick<CopyFacts, 'flags'>,
  billId: string,
): readonly string[] {
  const elsewhere = elsewhereIn(flags.flagsOf(billId));
  return [...copiesOf(flags, billId), ...(elsewhere === null ? [] : [elsewhere.otherId])];
}

/**
 * Bills of the action that are copies of paid or approved bills. If bills of the action are copies of each other, all
 * but the first of them are included. `unknown`: some copies are not in memory yet.
 */
export function paidCopiesAmong(
  facts: CopyFacts,
  asked: AskedAction,
): readonly PaidCopy[] | 'unknown' {
  const same = copiesAmong(facts, asked);
  if (same === 'unknown') return same;
  const known = new Map(same.map((copy) => [copy.bill, copy]));
  const { action, fitting } = asked;
  if (!isSendingAction(action)) return [];
  const before = new Set<string>();
  return fitting.flatMap((approval) => {
    const bill = versionToSend(action, approval);
    const copy = known.get(bill);
    const row = { organizationId: approval.organizationId, bill: billOf(bill) };
    const found = copy
      ? { ...copy, elsewhereId: null }
      : otherCopyOf(facts, row, (other) => mayBePaid(other) || before.has(other.id));
    before.add(approval.id);
    return found === null ? [] : [{ ...found, bill }];
  });
}

type Counts = (approval: Approval) => boolean;

/** A copy that was paid in part, or one in another organization. */
function otherCopyOf(facts: CopyFacts, row: OrganizationBill, counts: Counts): PaidCopy | null {
  const { bills, flags } = facts;
  const bill = snapshotOf(row.bill);
  const isOnScreen = bills.get(row.bill.id)?.organizationId === row.organizationId;
  const shown = isOnScreen ? flags.flagsOf(row.bill.id) : [];
  const copies = isOnScreen ? copiesOf(flags, row.bill.id) : [];
  const inPart = copies.flatMap((id) => bills.get(id)?.bill ?? []).find(isPaidInPart);
  if (inPart) return { bill, other: inPart, approvedAtMs: null, elsewhereId: null };
  const elsewhere = elsewhereIn(shown);
  const found = elsewhere && shownElsewhere(facts, elsewhere, counts);
  const copy = found ?? approvedElsewhere(facts, row, counts);
  return copy && { bill, ...copy };
}

function elsewhereIn(flags: readonly Flag[]): OtherOrganizationFlag | null {
  return flags.find((flag) => flag.kind === 'otherOrganization') ?? null;
}

function shownElsewhere(
  { bills, approvals, commands }: CopyFacts,
  { organizationId, otherId }: OtherOrganizationFlag,
  counts: Counts,
): Omit<PaidCopy, 'bill'> | null {
  const other = bills.get(otherId)?.bill;
  if (other === undefined) return null;
  const elsewhere = { other, elsewhereId: organizationId };
  if (other.status === 'paid' || isPaidInPart(other)) return { ...elsewhere, approvedAtMs: null };
  const copy = { organizationId, billId: otherId };
  const saved = approvals.ofBill(copy).find(counts);
  const approvedAtMs = saved?.approvedAtMs ?? commands.approvingSinceMs(copy);
  return approvedAtMs === null ? null : { ...elsewhere, approvedAtMs };
}

/** A copy approved in another organization, if one of the two is not on screen. */
function approvedElsewhere(
  { bills, approvals, settings }: CopyFacts,
  { organizationId, bill }: OrganizationBill,
  counts: Counts,
): Omit<PaidCopy, 'bill'> | null {
  if (settings.get().flagsOff.includes('otherOrganization')) return null;
  const isBoth = ({ billId }: Approval) =>
    bills.get(billId) !== null && bills.get(bill.id) !== null;
  const others = approvals
    .ofTotal(bill.totalCents)
    .filter((row) => row.organizationId !== organizationId && !isBoth(row) && counts(row));
  if (others.length === 0) return null;
  const elsewhere = createFlagIndex();
  for (const { billId, snapshot } of others) elsewhere.put(billId, billOf(snapshot));
  const here = createFlagIndex({
    today: () => null,
    limits: () => [],
    others: () => [['', elsewhere]],
  });
  here.put(bill.id, bill);
  const otherId = elsewhereIn(here.flagsOf(bill.id, false))?.otherId;
  const other = others.find(({ billId }) => billId === otherId);
  if (other === undefined) return null;
  const { snapshot, approvedAtMs } = other;
  return { other: billOf(snapshot), approvedAtMs, elsewhereId: other.organizationId };
}

function isPaidInPart({ status }: BillRow['bill']): boolean {
  return status === 'partially_paid';
}
