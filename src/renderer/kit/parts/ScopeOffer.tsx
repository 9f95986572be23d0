import { serviceName } from './service-name.ts';
import { isUnsent } from '../../core/outbox/approval-sections.ts';
import { useApprovalCount } from '../hooks/use-approvals.ts';
import { useEffect, useState } from 'react';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { ContinueAnyway } from './ContinueAnyway.tsx';
import { InBrowser } from './InBrowser.tsx';
import { formatScope, formatSignInFailure, errorOfOutcome } from '../ui/sentences.ts';
import { useObservable } from '../hooks/use-observable.ts';
import './scope-offer.css';
import type { SessionState } from '../../../bridge/session.ts';
import type { Approval } from '../../core/model/approval.ts';

export interface ScopeOfferProps {
  readonly scope: string;
  readonly title?: string;
  /** Billfold's use of the scope. */
  readonly note?: string;
}

/**
 * Offers to sign in again with one more scope. The current session, the bills and the approvals stay in use
 * until the new sign-in succeeds.
 */
export function ScopeOffer({ scope, title, note }: ScopeOfferProps) {
  const { workspace, signIn } = useData();
  const { run } = useShell();
  const session = useObservable(workspace.session);
  const { busy, failure } = useObservable(signIn.view);
  // Id of the sign-in that was active when the scope was requested. If a later sign-in still lacks the scope,
  // the service did not grant it.
  const [askedUnder, setAskedUnder] = useState<string | null>(null);
  useEffect(() => () => signIn.clear(), [signIn]);
  if (session.kind !== 'signedIn') return null;
  const text = messages.moreScopes;
  const grants = formatScope(scope);
  const notGranted = busy === null && askedUnder !== null && askedUnder !== session.signInId;
  const untilMs = session.signingInUntilMs;
  return (
    <section className="scope-offer" aria-label={title ?? text.title(grants)}>
      <h2 className="scope-offer__title">
        <Icon name="info" />
        {title ?? text.title(grants)}
      </h2>
      <p className="scope-offer__grants">
        {text.grants} <strong>{grants}</strong>. {note}
      </p>
      <p>{text.lead}</p>
      <WaitingNote />
      {notGranted && <Message urgent sentence={{ ...text.notGranted, technical: scope }} />}
      {failure !== null && askedUnder !== null && (
        <Message
          urgent
          sentence={formatSignInFailure(failure, serviceName(session))}
          actions={<ContinueAnyway failure={failure} moreScopes={[scope]} />}
        />
      )}
      {untilMs === undefined ? (
        <div className="actions">
          <Button
            variant="primary"
            icon="external"
            isDisabled={busy !== null}
            onPress={() => {
              setAskedUnder(session.signInId);
              run(signIn.signIn(scope.split(' ')));
            }}
          >
            {busy === null ? text.signIn : text.opening}
          </Button>
        </div>
      ) : (
        <div className="scope-offer__waiting">
          <InBrowser
            label={text.inBrowser}
            untilMs={untilMs}
            lead={text.inBrowserLead}
            takesPaste={session.takesPaste}
          />
        </div>
      )}
    </section>
  );
}

/** Warns that a new sign-in will ask about pending approvals. */
function WaitingNote() {
  const waiting = useApprovalCount(isUnsent);
  return waiting === 0 ? null : <p>{messages.moreScopes.waiting(waiting)}</p>;
}

/** The scope if the session lacks it; null if it has it, or without a session. */
export function useMissingScope(scope: string | null): string | null {
  const { workspace } = useData();
  return missingScope(useObservable(workspace.session), scope);
}

export function missingScope(session: SessionState, scope: string | null): string | null {
  if (scope === null || session.kind !== 'signedIn') return null;
  const missing = scope.split(' ').filter((each) => !session.scopes.includes(each));
  return missing.length === 0 ? null : missing.join(' ');
}

/** The scope for which the newest refused approval failed, if the session still lacks it. */
export function scopeOfRefused(
  approvals: readonly Approval[],
  session: SessionState,
): string | null {
  for (const approval of approvals) {
    const error = approval.state === 'rejected' ? errorOfOutcome(approval.outcome) : null;
    const scope = error?.kind === 'forbidden' ? missingScope(session, error.scope) : null;
    if (scope !== null) return scope;
  }
  return null;
}
