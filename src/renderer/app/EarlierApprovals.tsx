import { useCallback, useState } from 'react';
import { isOfOtherSignIn } from '../core/outbox/approval-sections.ts';
import { mayHaveArrived } from '../core/outbox/approval-status.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { totalsToConfirm, approvedDueOf } from '../core/model/currency-totals.ts';
import { Totals } from '../kit/ui/Totals.tsx';
import type { Approval } from '../core/model/approval.ts';
import { useApprovals } from '../kit/hooks/use-approvals.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useDecideAsked } from '../kit/parts/ConfirmAction.tsx';
import { serviceName } from '../kit/parts/service-name.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';

/**
 * Sign-ins for which the user has answered, by workspace, because a lock or a new language mounts the question again.
 */
const answers = new WeakMap<object, string>();

/**
 * Asks once per sign-in and start about approvals that an earlier sign-in left behind. They may belong to
 * another person, so Billfold sends them only if the user says so.
 */
export function EarlierApprovals() {
  const { workspace } = useData();
  const { locale } = useShell();
  const { decide, question } = useDecideAsked(true);
  const session = useObservable(workspace.session);
  const [answeredFor, setAnsweredFor] = useState(answers.get(workspace));
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  const kept = useApprovals(
    useCallback((row: Approval) => isOfOtherSignIn(row, signInId), [signInId]),
  );
  if (signInId === null || kept.length === 0 || answeredFor === signInId) return question;

  const answer = (action: 'withdraw' | 'adopt' | null): void => {
    answers.set(workspace, signInId);
    setAnsweredFor(signInId);
    if (action !== null) decide({ action, fitting: kept }, true);
  };
  const totals = totalsToConfirm(kept.map(approvedDueOf));
  const text = messages.app.earlierApprovals;
  const mayBeThere = kept.filter(mayHaveArrived).length;
  return (
    <Dialog
      role="alertdialog"
      title={text.title(kept.length)}
      onClose={() => answer(null)}
      actions={
        <>
          <Button onPress={() => answer('withdraw')}>{text.withdraw}</Button>
          <Button onPress={() => answer(null)}>{text.keepWaiting}</Button>
          <Button variant="primary" onPress={() => answer('adopt')}>
            {text.adopt}
          </Button>
        </>
      }
    >
      <p>{text.body}</p>
      {mayBeThere > 0 && <p>{text.mayHaveArrived(mayBeThere, serviceName(session))}</p>}
      <Totals totals={totals} locale={locale} />
      <p className="faint">{text.keepWaitingHint}</p>
    </Dialog>
  );
}
