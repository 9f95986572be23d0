import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import type { Sentence } from '../../kit/ui/sentences.ts';
import { summarizeBulk, unchangedSince, type BulkSummary } from '../../core/bills/bulk-summary.ts';
import { positionAfterApproving, type SelectedBills } from './selection.ts';
import type { ShownBills } from './use-bill-list.ts';
import type { CurrentBill } from './use-current-bill.ts';

export interface Approving {
  /** Approves the current bill and goes to the next. */
  approve(): void;
  /** Shows what approving the selected bills comes to. */
  askForSelected(): void;
  /** What is asked about; null while nothing is. */
  readonly asked: BulkSummary | null;
  /** Approves what the summary shows, all in one action. */
  confirm(): void;
  cancel(): void;
  /** Why bills were not approved, until it is dismissed or others are. */
  readonly refused: Sentence | null;
  dismiss(): void;
}

/** Approves what is on screen; says so, or why not. `onDone` follows an approval of many. */
export function useApprove(
  list: Pick<ShownBills, 'layout' | 'approved'>,
  current: CurrentBill,
  selection: SelectedBills,
  onDone: () => void,
): Approving {
  const { workspace, run, announce } = useServices();
  const [refused, setRefused] = useState<Sentence | null>(null);
  const [asked, setAsked] = useState<BulkSummary | null>(null);

  const approveOne = async (chosen: string): Promise<void> => {
    const name = workspace.bills.get(chosen)?.bill.bill_number ?? chosen;
    const { approved, skipped } = await workspace.commands.approve([chosen]);
    const [first] = skipped;
    setRefused(first ? en.review.notApproved[first.why] : null);
    if (approved.length === 0) return;
    announce(en.review.approved(name));
    current.moveOn();
  };

  const approveMany = async (summary: BulkSummary): Promise<void> => {
    const unchanged = unchangedSince(summary, (billId) => workspace.bills.get(billId));
    const { approved, skipped } = await workspace.commands.approve(unchanged);
    const missing = summary.rows.length - approved.length;
    const notKept = skipped.some(({ why }) => why === 'notKept');
    setRefused(missing === 0 ? null : en.review.bulk.notApproved(missing, notKept));
    if (approved.length > 0) announce(en.review.bulk.approved(approved.length));
    const ids = new Set(approved.map(({ billId }) => billId));
    const next = positionAfterApproving(list.layout.rows, current.position, ids);
    if (next !== null && next !== current.position) current.moveTo(next);
    onDone();
  };

  return {
    approve: () => {
      if (current.billId !== null) run(approveOne(current.billId));
    },
    askForSelected: () =>
      setAsked(
        summarizeBulk(selection.rows, list.approved, (billId) => workspace.flags.flagsOf(billId)),
      ),
    asked,
    confirm: () => {
      if (asked === null) return;
      setAsked(null);
      selection.clear();
      run(approveMany(asked));
    },
    cancel: () => setAsked(null),
    refused,
    dismiss: () => setRefused(null),
  };
}
