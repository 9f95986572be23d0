import { SignInPage } from './SignInPage.tsx';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import type { Connection, ConnectionProblem } from '../../../bridge/session.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { formatConnectionProblem } from '../../kit/ui/sentences.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { formFor, problemOf } from '../../core/connection/connection-form.ts';

export interface ConnectPageProps {
  /** The connection to change, or null for a new one. */
  readonly connection: Connection | null;
  readonly onBack: () => void;
  /** Above the form: what went wrong before. */
  readonly children?: ReactNode;
}

/** The page of the connection's fields, empty or to be put right. */
export function ConnectPage({ connection, onBack, children }: ConnectPageProps) {
  const { policy } = useServices();
  const text = messages.signin.form;
  return (
    <SignInPage
      title={connection === null ? text.title : text.editTitle}
      lead={policy.connection === null ? text.lead : text.managedLead}
    >
      {children}
      <ConnectForm connection={connection} onBack={onBack} />
    </SignInPage>
  );
}

/** What the service's developer portal shows, to be copied here. Checked by main, field by field. */
function ConnectForm({ connection, onBack }: Omit<ConnectPageProps, 'children'>) {
  const { signIn, run, policy } = useServices();
  const { busy, problems } = useObservable(signIn.view);
  const isManaged = policy.connection !== null;
  const [form, setForm] = useState(() => formFor(policy.connection ?? connection));
  const element = useRef<HTMLFormElement>(null);
  const text = messages.signin.form;

  useEffect(() => {
    if (problems.length > 0)
      element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const field = (name: ConnectionProblem['field'], hint?: ReactNode) => {
    const problem = problemOf(problems, name);
    const isFixed = isManaged && name !== 'clientSecret';
    return {
      name,
      label: messages.problems.connectionFields[name],
      value: form[name],
      onChange: (value: string) => setForm((before) => ({ ...before, [name]: value })),
      problem: problem && formatConnectionProblem(problem),
      isFixed,
      // Hints say what to type.
      hint: isFixed ? null : hint,
    };
  };

  return (
    <Form
      ref={element}
      className="sign-in__card"
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        run(signIn.connect(form));
      }}
    >
      <Field {...field('serviceUrl', text.serviceUrlHint)} inputMode="url" isFirst={!isManaged} />
      <Field {...field('authUrl', text.authUrlHint)} inputMode="url" />
      <Field {...field('clientId')} />
      <Field {...field('clientSecret', text.secretHint)} type="password" isFirst={isManaged} />
      <Field
        {...field('redirectPort', <PortHint port={form.redirectPort} />)}
        inputMode="numeric"
        narrow
      />
      {!isManaged && (
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          value={form.name ?? ''}
          onChange={(name) => setForm((before) => ({ ...before, name }))}
        />
      )}
      <div className="actions sign-in__actions--apart">
        <Button onPress={onBack} variant="quiet" icon="back">
          {text.back}
        </Button>
        <Button type="submit" variant="primary" isDisabled={busy !== null}>
          {busy === null ? text.submit : text.saving}
        </Button>
      </div>
      {problems.length > 0 && (
        <p className="visually-hidden" role="alert">
          {text.problems(problems.length)}
        </p>
      )}
    </Form>
  );
}

function PortHint({ port }: { readonly port: string }) {
  const text = messages.signin.form;
  if (port.trim() === '0') return text.anyPort;
  return (
    <>
      {text.portHint} <code>{text.redirectUri(port.trim())}</code>
    </>
  );
}
