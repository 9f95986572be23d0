import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';
import { say } from '../text/say.ts';
import { Icon, type IconName } from './icons.tsx';
import { KeyHint, keyOf } from './Keys.tsx';
import type { ShortcutCommand } from './shortcuts.ts';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: IconName;
  /** The command whose key does the same. */
  readonly command?: ShortcutCommand;
  /** What it does and does not, where the word alone could be taken for more. */
  readonly hint?: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A button with words. `primary` is for the one thing a screen is for. */
export function Button({
  variant = 'plain',
  size = 'medium',
  icon,
  command,
  hint,
  children,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={`button button--${variant} button--${size}`}
      {...(hint === undefined
        ? {}
        : { render: (given) => <button {...given} type="button" title={hint} /> })}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {command && <KeyHint command={command} />}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly icon: IconName;
  /** What it does, for those who do not see the drawing. */
  readonly label: string;
  /** The command whose key does the same: told when the mouse rests on it. */
  readonly command?: ShortcutCommand;
}

export function IconButton({ icon, label, command, ...props }: IconButtonProps) {
  return (
    <span className="button-place" title={command && say`${label} (${keyOf(command)})`}>
      <AriaButton {...props} aria-label={label} className="button button--quiet button--icon">
        <Icon name={icon} />
      </AriaButton>
    </span>
  );
}
