import { SignInPage } from './SignInPage.tsx';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { LONGEST_NAME } from '../../../bridge/session.ts';
import type { Connection, ConnectionForm, ConnectionProblem } from '../../../bridge/session.ts';
import { completeAddress } from '../../../bridge/typed-address.ts';
import { firstScopes } from '../../../contract/assumptions.ts';
import { baseUrlOf } from '../../../contract/base-url.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { Field, type FieldProps, submits } from '../../kit/ui/Field.tsx';
import { formatConnectionProblem } from '../../kit/ui/sentences.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { formFor, problemOf } from '../../core/connection/connection-form.ts';

export interface ConnectPageProps {
  /** The connection to change, or null for a new one. */
  readonly connection: Connection | null;
  readonly onBack: () => void;
  /** An earlier problem, shown above the form. */
  readonly children?: ReactNode;
}

/** Form for a new or existing connection. */
export function ConnectPage({ connection, onBack, children }: ConnectPageProps) {
  const { policy } = useData();
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

/** The values from the service's developer portal. Main checks each field. */
function ConnectForm({ connection, onBack }: Omit<ConnectPageProps, 'children'>) {
  const { signIn } = useData();
  const { run } = useShell();
  const { busy } = useObservable(signIn.view);
  const { form, set, isManaged, isSameUrl, setSameUrl, problems, field, url } =
    useConnectionForm(connection);
  const [isSecretShown, setSecretShown] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const text = messages.signin.form;
  useEffect(() => {
    if (problems.length > 0)
      element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [problems]);

  return (
    <Form
      ref={element}
      className="sign-in__card"
      validationBehavior="aria"
      onSubmit={submits(() =>
        run(signIn.connect(isSameUrl ? { ...form, authUrl: form.serviceUrl } : form)),
      )}
    >
      {!isManaged && (
        <ToRegister
          redirectUri={form.redirectUri}
          field={field('redirectUri', text.redirectUriHint)}
        />
      )}
      <Field {...url('serviceUrl', text.serviceUrlHint)} isFirst={!isManaged} />
      {!isManaged && (
        <Checkbox isSelected={isSameUrl} onChange={setSameUrl}>
          {text.sameUrl}
        </Checkbox>
      )}
      {!isSameUrl && <Field {...url('authUrl', text.authUrlHint)} />}
      <Field {...field('clientId')} />
      <Field
        {...field('clientSecret', text.secretHint)}
        type={isSecretShown ? 'text' : 'password'}
        isFirst={isManaged}
      />
      <Checkbox isSelected={isSecretShown} onChange={setSecretShown}>
        {text.showSecret}
      </Checkbox>
      {isManaged && <Field {...field('redirectUri')} />}
      {!isManaged && (
        <Field
          name="name"
          label={text.name}
          hint={text.nameHint}
          value={form.name ?? ''}
          most={LONGEST_NAME}
          onChange={(name) => set({ name })}
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

/** State of the form: input, problems, and the props of each field. */
function useConnectionForm(connection: ConnectPageProps['connection']) {
  const { signIn, policy } = useData();
  const { problems: all } = useObservable(signIn.view);
  const isManaged = policy.connection !== null;
  const [form, setForm] = useState(() => formFor(policy.connection ?? connection));
  const [isSameUrl, setSameUrl] = useState(!isManaged && form.authUrl === form.serviceUrl);
  // A problem of two equal addresses is shown once.
  const problems = useMemo(
    () => all.filter(({ field: of }) => !isSameUrl || of !== 'authUrl'),
    [all, isSameUrl],
  );
  const set = (part: Partial<ConnectionForm>): void =>
    setForm((before) => ({ ...before, ...part }));
  const field = (name: ConnectionProblem['field'], hint?: ReactNode) => {
    const problem = problemOf(problems, name);
    const isFixed = isManaged && name !== 'clientSecret';
    return {
      name,
      label: messages.signin.connectionFields[name],
      value: form[name],
      onChange: (value: string) => set({ [name]: value }),
      problem: problem && formatConnectionProblem(problem),
      isFixed,
      // Fixed fields need no hint about what to type.
      hint: isFixed ? null : hint,
    };
  };
  /** On leaving the field, shows the address as Billfold understands it. */
  const url = (name: 'serviceUrl' | 'authUrl', hint: string) => ({
    ...field(name, hint),
    inputMode: 'url' as const,
    onLeave: () => set({ [name]: baseUrlOf(completeAddress(form[name])) }),
  });
  return { form, set, isManaged, isSameUrl, setSameUrl, problems, field, url };
}

/** The first step, in the developer portal: the facts about Billfold to enter there. */
function ToRegister({ redirectUri, field }: { redirectUri: string; field: FieldProps }) {
  const { workspace } = useData();
  const { run } = useShell();
  const [copied, setCopied] = useState<{ readonly uri: string; readonly done: boolean } | null>(
    null,
  );
  const text = messages.signin.form;
  const copy = async (): Promise<void> => {
    const done = await workspace.bridge.call('connection.copyRedirectUri', { redirectUri });
    setCopied({ uri: redirectUri, done });
  };
  const outcome = copied?.uri === redirectUri ? copied : null;
  return (
    <section className="sign-in__register" aria-label={text.register}>
      <p>{text.register}</p>
      <Field {...field} inputMode="url" />
      <div className="actions">
        <Button size="small" icon="copy" onPress={() => run(copy())}>
          {text.copy}
        </Button>
        <span role="status">{outcome && (outcome.done ? text.copied : text.notCopied)}</span>
      </div>
      <dl className="facts">
        <dt>{text.scopeName}</dt>
        <dd>
          {firstScopes.map((scope) => (
            <span key={scope}>
              <code>{scope}</code> {messages.settings.scopes[scope]}
            </span>
          ))}
        </dd>
      </dl>
    </section>
  );
}
