import { useState } from 'react';
import type { Connection } from '../../../bridge/session.ts';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { Section } from './Section.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';

/** Who is signed in where, what was allowed, how it is kept. */
export function Account() {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const [leaving, setLeaving] = useState(false);
  const text = en.settings.account;
  if (session.kind !== 'signedIn' && session.kind !== 'signedOut') return null;
  return (
    <Section title={text.title} part="account">
      <dl className="facts">
        <ConnectionFacts connection={session.connection} />
        {session.kind === 'signedIn' && (
          <>
            <dt>{text.scopes}</dt>
            <dd>{session.scopes.map(formatScope).join(', ')}</dd>
            <dt>{text.kept}</dt>
            <dd>{text.storage[session.storage]}</dd>
          </>
        )}
      </dl>
      {session.kind === 'signedOut' && <p className="setting__hint">{text.overHint}</p>}
      <div>
        <Button onPress={() => setLeaving(true)}>{text.signOut}</Button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Section>
  );
}

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const text = en.settings.account;
  if (connection.kind === 'sample') {
    return (
      <>
        <dt>{text.connection}</dt>
        <dd>{text.sample}</dd>
      </>
    );
  }
  return (
    <>
      <dt>{text.serviceUrl}</dt>
      <dd>{connection.serviceUrl}</dd>
      <dt>{text.authUrl}</dt>
      <dd>{connection.authUrl}</dd>
      <dt>{text.clientId}</dt>
      <dd>{connection.clientId}</dd>
    </>
  );
}

function formatScope(scope: string): string {
  return Object.hasOwn(en.settings.scopes, scope)
    ? en.settings.scopes[scope as keyof typeof en.settings.scopes]
    : scope;
}
