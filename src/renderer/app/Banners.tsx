import { useObservable } from '../kit/hooks/use-observable.ts';
import { useOrganizationNames, useOrganizationShown } from '../kit/hooks/use-organizations.ts';
import { ContinueAnyway } from '../kit/parts/ContinueAnyway.tsx';
import { Notices } from '../kit/parts/Notices.tsx';
import { serviceName } from '../kit/parts/service-name.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { messages } from '../kit/text/messages.ts';
import { sayAll } from '../kit/text/say.ts';
import { Button } from '../kit/ui/Button.tsx';
import { lazy } from '../kit/ui/lazy.tsx';
import { Message, type MessageProps } from '../kit/ui/Message.tsx';
import { formatSessionEnd, formatSignInFailure } from '../kit/ui/sentences.ts';
import { useState } from 'react';
import { UpdateActions } from '../kit/parts/UpdateActions.tsx';

const SampleBanner = lazy(() => import('./SampleBanner.tsx'), 'SampleBanner');

export interface BannersProps {
  /** Opens the form to change service, client or secret. Used while signed out, and in the sample. */
  readonly onChangeConnection: () => void;
}

/** Banners of every screen: sample data, ended session, notices, updates and storage problems. */
export function Banners({ onChangeConnection }: BannersProps) {
  const session = useObservable(useData().workspace.session);
  const isSample = session.kind === 'signedIn' && session.connection.kind === 'sample';
  return (
    <>
      {isSample && <SampleBanner onConnect={onChangeConnection} />}
      <SessionBanner onChangeConnection={onChangeConnection} />
      <LostOrganizations />
      <Notices />
      <UpdateNotice />
      <NotSaved />
      <SilentStorage />
    </>
  );
}

function Notice(props: MessageProps) {
  return (
    <div className="notices">
      <Message {...props} />
    </div>
  );
}

/** Says why another organization is on screen, until the user dismisses it. */
function LostOrganizations() {
  const lost = useObservable(useData().workspace.lostOrganizations);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const names = useOrganizationNames();
  const shown = useOrganizationShown();
  // An organization that comes back may be lost again.
  if (dismissed.some((id) => !lost.includes(id)))
    setDismissed(dismissed.filter((id) => lost.includes(id)));
  if (lost.every((id) => dismissed.includes(id))) return null;
  const text = messages.organizations.lost;
  const sentence = text(
    sayAll(
      ', ',
      lost.map((id) => names.get(id) ?? id),
    ),
    shown ?? messages.organizations.all,
  );
  return <Notice sentence={sentence} onDismiss={() => setDismissed(lost)} />;
}

/** Shown on every screen: Billfold couldn't store the user's last action. */
function NotSaved() {
  const { notSaved } = useShell();
  const why = useObservable(notSaved);
  if (why === null) return null;
  return (
    <Notice
      tone="danger"
      urgent
      sentence={messages.problems[why]}
      onDismiss={() => notSaved.set(null)}
    />
  );
}

/** Explains why approvals wait if the database doesn't answer. No other text on screen says so. */
function SilentStorage() {
  const { isStorageStalled } = useShell();
  if (!useObservable(isStorageStalled)) return null;
  return <Notice tone="danger" urgent sentence={messages.problems.storageSilent} />;
}

/**
 * Shown after a session ended and its bills are still here: the reason, a hint that reviewing can continue, and a way
 * to sign in.
 */
function SessionBanner({ onChangeConnection }: BannersProps) {
  const { workspace, signIn } = useData();
  const { run } = useShell();
  const session = useObservable(workspace.session);
  const { busy, failure } = useObservable(signIn.view);
  if (session.kind !== 'signedOut') return null;
  const text = messages.app.sessionOver;
  const end = session.why === null ? text.notSignedIn : formatSessionEnd(session.why);
  const sentence =
    failure === null
      ? { ...end, whatToDo: `${end.whatToDo} ${text.meanwhile}` }
      : formatSignInFailure(failure, serviceName(session));
  return (
    <Notice
      tone={failure === null || failure.kind === 'cancelled' ? 'info' : 'danger'}
      urgent={failure !== null}
      sentence={sentence}
      actions={
        <>
          <Button
            variant="primary"
            size="small"
            isDisabled={busy !== null}
            onPress={() => run(signIn.signIn())}
          >
            {messages.signin.signedOut.signIn}
          </Button>
          <ContinueAnyway failure={failure} />
          {failure !== null && session.connection.kind === 'service' && (
            <Button size="small" variant="quiet" onPress={onChangeConnection}>
              {messages.signin.signedOut.change}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Announces a new or failed update on every screen until the user postpones it. */
function UpdateNotice() {
  const { update: shown } = useShell();
  const update = useObservable(shown);
  const [putOff, setPutOff] = useState<string | null>(null);
  const text = messages.updates;
  if (update.kind === 'failed' && update.isNews && putOff !== update.version) {
    const { version, problem } = update;
    return <Notice sentence={text.failed(version, problem)} onDismiss={() => setPutOff(version)} />;
  }
  if (update.kind === 'installing')
    return <Notice tone="info" sentence={text.installing(update.release.version)} />;
  const isOffered = update.kind === 'available' || (update.kind === 'ready' && !update.atQuit);
  if (!isOffered || putOff === update.release.version) return null;
  const { version } = update.release;
  return (
    <Notice
      tone="info"
      sentence={text[update.kind](version)}
      actions={
        <>
          <UpdateActions update={update} />
          <Button size="small" variant="quiet" onPress={() => setPutOff(version)}>
            {text.later}
          </Button>
        </>
      }
    />
  );
}
