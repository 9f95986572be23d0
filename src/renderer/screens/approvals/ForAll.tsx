import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { totalsPerCurrency } from '../../core/bills/currency-totals.ts';
import { Totals } from '../../kit/ui/Totals.tsx';
import type { Approval } from '../../core/outbox/approval.ts';
import { actionsForAll, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import { ConfirmAction } from './ConfirmAction.tsx';

export interface ForAllProps {
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
}

/** How much a section comes to, and decisions for all of it at once. */
export function ForAll({ approvals, signInId }: ForAllProps) {
  const { workspace, locale, run } = useServices();
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const actions = actionsForAll(approvals, signInId);
  const idsFor = (wanted: ApprovalAction | null): readonly string[] =>
    actions.find(({ action }) => action === wanted)?.approvalIds ?? [];
  const totals = totalsPerCurrency(
    approvals.map(({ snapshot }) => ({
      currency: snapshot.currency,
      amountCents: snapshot.amountDueCents,
    })),
  );
  return (
    <div className="for-all">
      <strong>{en.approvals.approvalsCount(approvals.length)}</strong>
      <Totals totals={totals} locale={locale} />
      <div className="for-all__buttons" role="group" aria-label={en.approvals.forAll}>
        {actions.map(({ action, approvalIds }) => (
          <Button key={action} size="small" onPress={() => setAsked(action)}>
            {en.approvals.actionsForAll[action](approvalIds.length)}
          </Button>
        ))}
      </div>
      <ConfirmAction
        action={asked}
        count={idsFor(asked).length}
        onClose={() => setAsked(null)}
        onConfirm={(action) => run(workspace.commands[action](idsFor(action)))}
      />
    </div>
  );
}
