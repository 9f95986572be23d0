import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import type { PasteProblem } from '../../../bridge/session.ts';
import { useNow } from '../hooks/use-now.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Field, submits } from '../ui/Field.tsx';
import { minutesAndSecondsLeft } from '../ui/relative-time.ts';
import './in-browser.css';

const REDRAW_MS = 500;

export interface InBrowserProps {
  readonly label: string;
  readonly untilMs: number;
  readonly lead?: string;
  /** The browser can't return the answer by itself, so the user pastes it. */
  readonly takesPaste: boolean | undefined;
}

/** Shown while the user signs in with the browser: the time left, and ways to continue or cancel. */
export function InBrowser({ label, untilMs, lead, takesPaste }: InBrowserProps) {
  const { workspace } = useData();
  const { run } = useShell();
  const nowMs = useNow(REDRAW_MS);
  const [copied, setCopied] = useState(false);
  const { bridge } = workspace;
  const text = messages.signin.waiting;
  return (
    <>
      <p role="timer" aria-label={label}>
        {text.left} {minutesAndSecondsLeft(untilMs, nowMs)}
      </p>
      {lead && <p className="faint">{lead}</p>}
      {takesPaste && <PasteAnswer />}
      <div className="actions">
        <Button icon="external" onPress={() => run(bridge.call('session.openBrowserAgain'))}>
          {text.openAgain}
        </Button>
        <Button
          icon="copy"
          onPress={() => run(bridge.call('session.copyLink').then(() => setCopied(true)))}
        >
          {text.copyLink}
        </Button>
        <Button variant="quiet" onPress={() => run(bridge.call('session.cancelSignIn'))}>
          {text.cancel}
        </Button>
      </div>
      <p role="status">{copied ? text.copied : ''}</p>
    </>
  );
}

/** Sends the pasted answer to main, and clears it from the screen. */
function PasteAnswer() {
  const { workspace } = useData();
  const { run } = useShell();
  const [answer, setAnswer] = useState('');
  const [state, setState] = useState<PasteProblem | 'typing' | 'sent'>('typing');
  const element = useRef<HTMLFormElement>(null);
  const text = messages.signin.waiting.paste;
  const isSent = state === 'sent';
  const problem = state === 'typing' || isSent ? null : text.problems[state];
  useEffect(() => {
    if (problem !== null) element.current?.querySelector('input')?.focus();
  }, [problem]);
  const send = async (): Promise<void> => {
    setAnswer('');
    setState('sent');
    setState((await workspace.bridge.call('session.pasteAnswer', { text: answer })) ?? 'sent');
  };
  return (
    <Form
      ref={element}
      className="paste-answer"
      validationBehavior="aria"
      onSubmit={submits(() => {
        if (!isSent) run(send());
      })}
    >
      <Field
        name="answer"
        label={text.label}
        hint={text.hint}
        value={answer}
        problem={problem}
        isFixed={isSent}
        isFirst
        onChange={(next) => {
          setAnswer(next);
          setState('typing');
        }}
      />
      <Button type="submit" variant="primary" isDisabled={isSent}>
        {isSent ? text.finishing : text.submit}
      </Button>
    </Form>
  );
}
