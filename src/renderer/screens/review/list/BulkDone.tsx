import { useCallback, type ReactNode } from 'react';
import { totalsToConfirm } from '../../../core/model/currency-totals.ts';
import { firstListChoice, type ListChoice } from '../../../core/model/list-choice.ts';
import { isSameChoice } from '../../../core/local/saved-view.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { useApprovals } from '../../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useReview } from '../../../kit/services/review.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { EmptyState } from '../../../kit/ui/EmptyState.tsx';
import { Totals } from '../../../kit/ui/Totals.tsx';

export interface BulkDoneProps {
  readonly choice: ListChoice;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Shown if no bulk approval emptied this list. */
  readonly children: ReactNode;
}

/** Result of the bulk approval that emptied this list: the number of bills and their totals. */
export function BulkDone({ choice, onChoose, children }: BulkDoneProps) {
  const { approvedBatch } = useReview();
  const { handlers, locale } = useShell();
  const batch = useObservable(approvedBatch);
  const batchId = batch?.batchId ?? null;
  const approvals = useApprovals(
    useCallback(
      (approval: Approval) => approval.batchId === batchId && approval.state !== 'withdrawn',
      [batchId],
    ),
  );
  if (batch === null || approvals.length === 0 || !isSameChoice(batch.view, choice))
    return children;
  const totals = totalsToConfirm(
    approvals.map(({ snapshot: { currency, amountDueCents: amountCents } }) => ({
      currency,
      amountCents,
    })),
  );
  const text = messages.review.empty.bulk;
  return (
    <EmptyState icon="check" title={text.title(approvals.length)} body={text.body}>
      <div className="empty__totals">
        <Totals totals={totals} locale={locale} />
      </div>
      <Button variant="primary" onPress={() => onChoose(firstListChoice)}>
        {text.showAll}
      </Button>
      {approvals.some(({ state }) => state === 'held') && (
        <Button icon="undo" onPress={() => handlers.get('undo')?.()}>
          {messages.app.undo}
        </Button>
      )}
    </EmptyState>
  );
}
