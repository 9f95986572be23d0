import type { ReactNode } from 'react';
import './badge.css';
import { Icon, type IconName } from './icons.tsx';

export type Tone = 'neutral' | 'good' | 'info' | 'caution' | 'danger';

export interface BadgeProps {
  readonly tone?: Tone;
  /** A sign in addition to the color. */
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A word with a tone. The word alone gives the meaning; the color only makes it easier to find. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={`badge tone--${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
