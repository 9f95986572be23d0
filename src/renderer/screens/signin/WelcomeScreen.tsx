import { useState } from 'react';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { BareButton, Button } from '../../kit/ui/Button.tsx';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { ConnectPage } from './ConnectPage.tsx';
import { SignInPage } from './SignInPage.tsx';
import { Sketch } from './Sketch.tsx';

/** First screen: try the sample without a setup, or connect. */
export function WelcomeScreen() {
  const { signIn, policy } = useData();
  const { run } = useShell();
  const { busy, sampleFailure } = useObservable(signIn.view);
  const [connecting, setConnecting] = useState(false);
  const text = messages.signin;

  if (connecting) return <ConnectPage connection={null} onBack={() => setConnecting(false)} />;
  return (
    <SignInPage title={text.title} lead={text.lead} beside={<Sketch />}>
      {sampleFailure !== null && (
        <Message
          urgent
          tone="danger"
          sentence={{ ...text.sampleFailed, technical: sampleFailure || null }}
        />
      )}
      <div className="stack stack--wide">
        {policy.sampleCompany && (
          <ChoiceCard
            icon="sample"
            title={text.trySample}
            hint={text.trySampleHint}
            isDisabled={busy !== null}
            onPress={() => run(signIn.trySample('atOnce'))}
          />
        )}
        {!policy.sampleCompany && !policy.ownService && <p>{text.noneAllowed}</p>}
        {policy.ownService && (
          <ChoiceCard
            icon="plug"
            title={text.connect}
            hint={policy.connection === null ? text.connectHint : text.connectManagedHint}
            isDisabled={busy !== null}
            onPress={() => {
              signIn.clear();
              setConnecting(true);
            }}
          />
        )}
      </div>
      {policy.sampleCompany && busy === null && (
        <div className="sign-in__more">
          <Button
            variant="quiet"
            icon="external"
            onPress={() => run(signIn.trySample('inBrowser'))}
          >
            {text.seeSignIn}
          </Button>
        </div>
      )}
      {busy !== null && (
        <div role="status">
          <p>{text.startingSample}</p>
          <ProgressBar label={text.startingSample} part={null} />
        </div>
      )}
      <ul className="sign-in__promises">
        {text.promises.map((promise) => (
          <li key={promise}>
            <Icon name="check" />
            {promise}
          </li>
        ))}
      </ul>
    </SignInPage>
  );
}

interface ChoiceCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

function ChoiceCard({ icon, title, hint, isDisabled, onPress }: ChoiceCardProps) {
  const hintId = `${icon}-hint`;
  return (
    <BareButton
      className="choice-card"
      aria-label={title}
      aria-describedby={hintId}
      isDisabled={isDisabled}
      onPress={onPress}
    >
      <span className="choice-card__icon">
        <Icon name={icon} />
      </span>
      <span>
        <span className="choice-card__title">{title}</span>
        <span className="faint" id={hintId}>
          {hint}
        </span>
      </span>
      <Icon name="chevronRight" />
    </BareButton>
  );
}
