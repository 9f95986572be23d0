import { en } from '../kit/text/en.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Message } from '../kit/ui/Message.tsx';
import { formatSessionEnd, formatSignInFailure } from '../kit/ui/sentences.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';

/** While the session is over and the bills are still here: why, what goes on, and the way back in. */
export function SessionBanner({ onChangeConnection }: { readonly onChangeConnection: () => void }) {
  const { workspace, signIn, run } = useServices();
  const session = useObservable(workspace.session);
  const { busy, failure } = useObservable(signIn.view);
  if (session.kind !== 'signedOut') return null;
  const words = en.app.sessionOver;
  const end =
    session.why === null
      ? { ...words.notSignedIn, quote: null, technical: null }
      : formatSessionEnd(session.why);
  const sentence =
    failure === null
      ? { ...end, whatToDo: `${end.whatToDo} ${words.meanwhile}` }
      : formatSignInFailure(failure);
  return (
    <div className="notices">
      <Message
        tone={failure === null ? 'info' : 'danger'}
        urgent={failure !== null}
        sentence={sentence}
        actions={
          <>
            <Button
              look="primary"
              size="small"
              isDisabled={busy !== null}
              onPress={() => run(signIn.signIn())}
            >
              {en.signin.signedOut.signIn}
            </Button>
            {failure !== null && session.connection.kind === 'service' && (
              <Button size="small" look="quiet" onPress={onChangeConnection}>
                {en.signin.signedOut.change}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
