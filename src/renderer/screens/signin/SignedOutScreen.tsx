import { sectionOf } from '../../core/outbox/approval-sections.ts';
import { useServiceName } from '../../kit/parts/service-name.ts';
import { useState } from 'react';
import type { Connection, SessionEnd, SessionState } from '../../../bridge/session.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';
import { formatSessionEnd, formatSignInFailure } from '../../kit/ui/sentences.ts';
import type { Approval } from '../../core/model/approval.ts';
import { useApprovalCount } from '../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { ConnectPage } from './ConnectPage.tsx';
import { SignInPage } from './SignInPage.tsx';
import { ContinueAnyway } from '../../kit/parts/ContinueAnyway.tsx';
import { InBrowser } from '../../kit/parts/InBrowser.tsx';

export interface SignedOutScreenProps {
  readonly connection: Connection;
  readonly why: SessionEnd | null;
}

/** Shown without a session: the reason, the kept data, and a way to sign in. */
export function SignedOutScreen({ connection, why }: SignedOutScreenProps) {
  const { signIn, policy } = useData();
  const { run } = useShell();
  const { busy, failure } = useObservable(signIn.view);
  const waiting = useApprovalCount(isPending);
  const kept = waiting + useApprovalCount(needsAttention);
  const [changing, setChanging] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const service = useServiceName();
  const text = messages.signin.signedOut;
  const isSample = connection.kind === 'sample';

  const problem = failure && (
    <Message
      urgent
      // Canceling is not an error.
      tone={failure.kind === 'cancelled' ? 'info' : 'danger'}
      sentence={formatSignInFailure(failure, service)}
      actions={<ContinueAnyway failure={failure} />}
    />
  );
  if (changing) {
    return (
      <ConnectPage connection={connection} onBack={() => setChanging(false)}>
        {problem}
      </ConnectPage>
    );
  }
  // Between the choice and the opening of the browser, there is nothing to decide.
  if (busy !== null) return <StartingSignIn isSample={isSample} />;
  const end = formatSessionEnd(why);
  return (
    <SignInPage title={end.title} lead={end.whatToDo}>
      {problem}
      <div className="sign-in__card">
        <ConnectionFacts connection={connection} />
        {kept > 0 && <p>{text.earlierApprovals(waiting, kept - waiting)}</p>}
        <div className="actions">
          <Button variant="primary" size="large" onPress={() => run(signIn.signIn())}>
            {text.signIn}
          </Button>
        </div>
      </div>
      <div className="actions">
        {isSample && (
          <Button variant="quiet" onPress={() => run(signIn.trySample('inBrowser'))}>
            {messages.signin.seeSignIn}
          </Button>
        )}
        {!isSample && (
          <Button
            variant="quiet"
            onPress={() => {
              signIn.clear();
              setChanging(true);
            }}
          >
            {text.change}
          </Button>
        )}
        {(policy.connection === null || isSample) && (
          <Button variant="quiet" onPress={() => setLeaving(true)}>
            {text.startOver}
          </Button>
        )}
      </div>
      {leaving && <ForgetDialog kept={kept} onClose={() => setLeaving(false)} />}
    </SignInPage>
  );
}

function StartingSignIn({ isSample }: { readonly isSample: boolean }) {
  const title = isSample ? messages.signin.startingSample : messages.signin.starting.title;
  return (
    <SignInPage title={title}>
      <ProgressBar label={title} part={null} />
    </SignInPage>
  );
}

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const text = messages.signin.signedOut;
  const isSample = connection.kind === 'sample';
  return (
    <dl className="facts">
      <dt>{text.connection}</dt>
      <dd>{isSample ? text.sampleConnection : connection.serviceUrl}</dd>
      {!isSample && (
        <>
          <dt>{text.redirectUri}</dt>
          <dd>
            <code>{connection.redirectUri}</code>
          </dd>
        </>
      )}
    </dl>
  );
}

function ForgetDialog({ kept, onClose }: { readonly kept: number; readonly onClose: () => void }) {
  const { workspace, signIn } = useData();
  const { run } = useShell();
  const text = messages.signin.signedOut;
  return (
    <Dialog
      role="alertdialog"
      title={text.startOverTitle}
      onClose={onClose}
      decision={
        <Button
          variant="danger"
          onPress={() => {
            signIn.clear();
            run(workspace.bridge.call('connection.forget'));
          }}
        >
          {text.startOverConfirm}
        </Button>
      }
    >
      <p>{text.startOverBody}</p>
      {kept > 0 && <p>{text.startOverKept(kept)}</p>}
    </Dialog>
  );
}

const isPending = (approval: Approval): boolean => sectionOf(approval, null) === 'waiting';
const needsAttention = (approval: Approval): boolean => sectionOf(approval, null) === 'attention';

interface SigningInScreenProps {
  readonly session: Extract<SessionState, { kind: 'signingIn' }>;
}

/** Shown while the user signs in with the browser. */
export function SigningInScreen({ session }: SigningInScreenProps) {
  const { connection, expiresAtMs, takesPaste, isAnswered } = session;
  const { title, lead, pasteLead } = messages.signin.waiting;
  const host = URL.parse(connection.authUrl)?.hostname ?? connection.authUrl;
  if (isAnswered) return <FinishingScreen host={host} />;
  return (
    <SignInPage title={title} lead={takesPaste ? pasteLead(host) : lead(host)}>
      <div className="sign-in__card">
        <InBrowser label={title} untilMs={expiresAtMs} takesPaste={takesPaste} />
      </div>
    </SignInPage>
  );
}

/** Shown between the browser's answer and the tokens. */
function FinishingScreen({ host }: { readonly host: string }) {
  const { workspace } = useData();
  const { run } = useShell();
  const { title, lead, cancel } = messages.signin.finishing;
  return (
    <SignInPage title={title} lead={lead(host)}>
      <div className="actions">
        <Button onPress={() => run(workspace.bridge.call('session.cancelSignIn'))}>{cancel}</Button>
      </div>
    </SignInPage>
  );
}
