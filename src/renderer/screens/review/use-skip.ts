import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import type { Sentence } from '../../kit/ui/sentences.ts';
import type { CurrentBill } from './use-current-bill.ts';

export interface Skipping {
  /** Leaves the current bill as it is and goes to the next. */
  skip(): void;
  /** That the list has come to its end, until another bill is looked at. */
  readonly atEnd: Sentence | null;
  dismiss(): void;
}

/** Skipping moves on without deciding: the bill stays where it is in the list. */
export function useSkip(current: CurrentBill, bills: number): Skipping {
  const { workspace, announce } = useServices();
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const { billId, position } = current;
  // Of the bill at the end alone: once another is looked at it is no longer true.
  const isAtEnd = endedAt !== null && endedAt === billId;
  return {
    skip: () => {
      if (billId === null || position === null) return;
      setSkipped(new Set([...skipped, billId]));
      announce(en.views.skip.skipped(workspace.bills.get(billId)?.bill.bill_number ?? billId));
      if (position + 1 < bills) current.moveTo(position + 1);
      else setEndedAt(billId);
    },
    atEnd: isAtEnd ? { ...en.views.skip.last(skipped.size), quote: null, technical: null } : null,
    dismiss: () => setEndedAt(null),
  };
}
