import { useEffect, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { heldBackAs, isOpen, sectionOf } from '../../core/outbox/approval-sections.ts';
import { mayHaveArrived } from '../../core/outbox/approval-status.ts';
import { useApprovals } from '../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { Approval } from '../../core/model/approval.ts';

/** Asks what to do with pending approvals before signing out. */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useData();
  const { run } = useShell();
  const session = useObservable(workspace.session);
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  const counts = countForSignOut(useApprovals(isOpen), signInId);
  const { waiting, sendable, underWay, attention } = counts;
  const { state } = useObservable(workspace.connectivity);
  const [choice, setChoice] = useState<SignOutChoice>('keep');
  const [typed, setTyped] = useState('');
  const [sending, setSending] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [removesOwnWork, setRemovesOwnWork] = useState(false);
  const text = messages.settings.signOut;

  useEffect(() => {
    if (choice !== 'discard') return;
    workspace.commands.pauseSending(true);
    return () => workspace.commands.pauseSending(false);
  }, [choice, workspace]);

  const leave = (): void => {
    setLeaving(true);
    run(
      workspace.commands
        .signOut(choice === 'discard' ? 'discard' : 'keep', removesOwnWork ? 'remove' : 'keep')
        .finally(() => setLeaving(false)),
    );
  };
  const send = (): void => {
    setSending(true);
    workspace.commands.refresh();
  };
  const ready = maySignOut(choice, counts, typed, text.discardWord);
  const why = whyNotSent(state === 'offline', sendable, sending);

  return (
    <Dialog
      role="alertdialog"
      title={text.title}
      onClose={onClose}
      decision={
        choice === 'send' && sendable > 0 ? (
          <Button variant="primary" isDisabled={sending || state === 'offline'} onPress={send}>
            {sending ? text.sending(sendable) : text.send}
          </Button>
        ) : (
          <Button
            variant={choice === 'discard' && waiting > 0 ? 'danger' : 'primary'}
            isDisabled={!ready || leaving}
            onPress={leave}
          >
            {leaving ? text.busy : text.confirm}
          </Button>
        )
      }
    >
      <p role="status">{formatWaiting(counts, sending)}</p>
      {waiting > 0 && <WaitingChoice choice={choice} onChoose={setChoice} whyNotSent={why} />}
      {waiting > 0 && choice === 'discard' && (
        <Field
          name="discard"
          label={text.typeToDiscard(text.discardWord)}
          value={typed}
          onChange={setTyped}
        />
      )}
      {choice !== 'send' && underWay.length > 0 && (
        <p>{text.underWay(underWay.map(({ snapshot }) => nameOf(snapshot)))}</p>
      )}
      <OwnWork isRemoved={removesOwnWork} onChange={setRemovesOwnWork} />
      {attention > 0 && !(sending && waiting === 0) && (
        <p className="faint">{text.attention(attention)}</p>
      )}
    </Dialog>
  );
}

function nameOf({ vendorName, billNumber }: Approval['snapshot']): string {
  const known = [vendorName, billNumber].filter((part) => part !== null);
  return known.join(' ') || messages.review.noVendor;
}

/** @param sending whether the user chose to send first */
export function formatWaiting(
  { waiting, sendable, attention, isUnsent }: Omit<WaitingCounts, 'underWay'>,
  sending: boolean,
): string {
  const text = messages.settings.signOut;
  // Some approvals that the user chose to send may need attention now.
  if (waiting === 0 && sending) return attention > 0 ? text.attention(attention) : text.sent;
  if (waiting === 0) return text.nothingWaiting;
  if (sending && sendable === 0) return text.othersKept(waiting);
  return (isUnsent ? text.unsent : text.waiting)(waiting);
}

/** Reason why *send them first* is unavailable; null when it is available. */
function whyNotSent(isOffline: boolean, sendable: number, sending: boolean): string | null {
  const text = messages.settings.signOut;
  if (sending) return null;
  if (sendable === 0) return text.sendNowOther;
  return isOffline ? text.sendNowOffline : null;
}

interface OwnWorkProps {
  readonly isRemoved: boolean;
  readonly onChange: (isRemoved: boolean) => void;
}

/** The user's own notes and views, which no crawl can restore. They stay unless the user removes them. */
function OwnWork({ isRemoved, onChange }: OwnWorkProps) {
  const text = messages.annotations.signOut;
  return (
    <div className="stack">
      <p>{isRemoved ? text.goes : text.stays}</p>
      <Checkbox isSelected={isRemoved} onChange={onChange}>
        {text.remove}
      </Checkbox>
    </div>
  );
}

interface WaitingChoiceProps {
  readonly choice: SignOutChoice;
  readonly onChoose: (choice: SignOutChoice) => void;
  readonly whyNotSent: string | null;
}

function WaitingChoice({ choice, onChoose, whyNotSent: why }: WaitingChoiceProps) {
  const text = messages.settings.signOut;
  const options = [
    {
      id: 'send',
      label: text.sendNow,
      hint: why ?? text.sendNowHint,
    },
    { id: 'keep', label: text.keep, hint: text.keepHint },
    { id: 'discard', label: text.discard, hint: text.discardHint },
  ] as const;
  return (
    <RadioGroup
      className="stack"
      value={choice}
      onChange={(value) => onChoose(options.find(({ id }) => id === value)?.id ?? 'keep')}
    >
      <Label className="field-label">{text.choose}</Label>
      {options.map(({ id, label, hint }) => (
        <Radio
          key={id}
          value={id}
          className="radios__option"
          isDisabled={id === 'send' && why !== null}
        >
          <span className="radios__dot" aria-hidden="true" />
          <span>
            <span className="radios__label">{label}</span>
            <span className="radios__hint">{hint}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** Treatment of approvals that the service doesn't have yet. */
type SignOutChoice = 'send' | 'keep' | 'discard';

interface WaitingCounts {
  /** Number of approvals being sent or waiting, for any reason. */
  readonly waiting: number;
  /** Number of waiting approvals that Billfold would send by itself in this session; the others need the user. */
  readonly sendable: number;
  /** Whether none of the waiting ones can have left this computer. */
  readonly isUnsent: boolean;
  /** Approvals being sent now: some may have left, which nothing can stop. */
  readonly underWay: readonly Approval[];
  /** Number of other approvals that need the user. */
  readonly attention: number;
}

/** @param signInId of the session; null when the session ended by itself, so that nothing can be sent */
export function countForSignOut(
  approvals: readonly Approval[],
  signInId: string | null,
): WaitingCounts {
  const waiting = approvals.filter(
    ({ state }) => state === 'held' || state === 'queued' || state === 'sending',
  );
  const goesByItself = (each: Approval): boolean =>
    each.signInId === signInId && heldBackAs(each, signInId) === null;
  return {
    waiting: waiting.length,
    sendable: waiting.filter(goesByItself).length,
    isUnsent: !waiting.some((each) => each.state === 'sending' || mayHaveArrived(each)),
    underWay: waiting.filter(({ state }) => state === 'sending'),
    attention: approvals.filter(
      (each) => each.state !== 'queued' && sectionOf(each, signInId) === 'attention',
    ).length,
  };
}

/**
 * Whether the user may sign out: if nothing waits or all is kept, once every sendable approval was sent, or
 * once the confirmation word is typed.
 */
export function maySignOut(
  choice: SignOutChoice,
  { waiting, sendable }: Pick<WaitingCounts, 'waiting' | 'sendable'>,
  typed: string,
  word: string,
): boolean {
  if (waiting === 0 || choice === 'keep') return true;
  if (choice === 'send') return sendable === 0;
  return choice === 'discard' && typed.trim().toLowerCase() === word;
}
