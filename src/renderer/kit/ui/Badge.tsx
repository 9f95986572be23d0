import type { ReactNode } from 'react';
import './badge.css';
import { Icon, type IconName } from './icons.tsx';

export type Tone = 'neutral' | 'good' | 'info' | 'caution' | 'danger';

export interface BadgeProps {
  readonly tone?: Tone;
  /** A second sign beside the colour. */
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A word with a tone. The word alone says everything; the colour only helps to find it. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={`badge tone--${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
