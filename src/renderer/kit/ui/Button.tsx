import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A button with words. `primary` is for the one thing a screen is for. */
export function Button({
  variant = 'plain',
  size = 'medium',
  icon,
  children,
  ...props
}: ButtonProps) {
  return (
    <AriaButton {...props} className={`button button--${variant} button--${size}`}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly icon: IconName;
  /** What it does, for those who do not see the drawing. */
  readonly label: string;
}

export function IconButton({ icon, label, ...props }: IconButtonProps) {
  return (
    <AriaButton {...props} aria-label={label} className="button button--quiet button--icon">
      <Icon name={icon} />
    </AriaButton>
  );
}
