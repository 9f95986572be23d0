import type { ReactNode } from 'react';
import { messages } from '../text/messages.ts';
import type { Tone } from './Badge.tsx';
import { IconButton } from './Button.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Icon, type IconName } from './icons.tsx';
import './message.css';
import type { Sentence } from './sentences.ts';
import { keepAmounts } from './keep-amounts.tsx';

export interface MessageProps {
  readonly sentence: Sentence;
  readonly tone?: Exclude<Tone, 'neutral'>;
  /** Screen readers read it as soon as it appears. */
  readonly urgent?: boolean;
  /** Buttons for the actions that the sentence suggests. */
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

const icons: Record<NonNullable<MessageProps['tone']>, IconName> = {
  good: 'check',
  info: 'info',
  caution: 'warning',
  danger: 'warning',
};

/** A problem or a notice: what happened, what to do, and technical details that expand. */
export function Message({ sentence, tone = 'caution', urgent, actions, onDismiss }: MessageProps) {
  return (
    <div className={`message tone--${tone}`} role={urgent ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div className="message__body">
        <p className="message__title">{keepAmounts(sentence.title)}</p>
        <p>{keepAmounts(sentence.whatToDo)}</p>
        {sentence.quote && <p className="message__quote">{sentence.quote}</p>}
        <DetailLines lines={sentence.details ?? []} />
        {sentence.technical && <TechnicalDetails text={sentence.technical} />}
        {actions && <div className="actions">{actions}</div>}
      </div>
      {onDismiss && <IconButton icon="close" label={messages.app.dismiss} onPress={onDismiss} />}
    </div>
  );
}

/** Details from the service, one per line. */
export function DetailLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="message__details">
      {lines.map((line) => (
        <li key={line} dir="auto">
          {keepAmounts(line)}
        </li>
      ))}
    </ul>
  );
}

/** Technical details to expand and copy. */
export function TechnicalDetails({ text }: { readonly text: string }) {
  return (
    <Disclosure title={messages.app.technicalDetails} level={null}>
      <pre className="technical">{text}</pre>
    </Disclosure>
  );
}
