import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import './button.css';
import { Icon, type IconName } from './icons.tsx';
import { KeyHint, useKeyTip } from './Keys.tsx';
import type { ShortcutCommand } from '../actions/shortcuts.ts';

export interface BareButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> {
  readonly isDisabled?: boolean;
  /** A click, Enter or Space. */
  readonly onPress?: (event: MouseEvent) => void;
}

/** An unstyled button, the browser's own (ADR 29). */
export function BareButton({ isDisabled, onPress, onKeyDown, ...props }: BareButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={isDisabled}
      onClick={onPress}
      onKeyDown={(event) => {
        // Holding Enter would click repeatedly, each time on the button that has moved to this place.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        onKeyDown?.(event);
      }}
    />
  );
}

export interface ButtonProps extends Omit<BareButtonProps, 'className' | 'title'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: IconName;
  /** The command whose key does the same. */
  readonly command?: ShortcutCommand;
  /** Says what the button does and doesn't do, if its label could be misunderstood. */
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A button with words. `primary` is for the main action of a screen. */
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
    <BareButton {...props} title={hint} className={`button button--${variant} button--${size}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {command && <KeyHint command={command} />}
    </BareButton>
  );
}

export interface IconButtonProps extends Omit<BareButtonProps, 'className' | 'title' | 'children'> {
  readonly icon: IconName;
  /** Name of the action for screen readers. */
  readonly label: string;
  /** The command whose key does the same. Shown when the mouse rests on the button. */
  readonly command?: ShortcutCommand;
}

export function IconButton({ icon, label, command, ...props }: IconButtonProps) {
  const tip = useKeyTip();
  return (
    <span className="button-place" title={command && tip(label, command)}>
      <BareButton {...props} aria-label={label} className="button button--quiet button--icon">
        <Icon name={icon} />
      </BareButton>
    </span>
  );
}
