import type { ReactNode } from 'react';
import './empty-state.css';
import { Icon, type IconName } from './icons.tsx';

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly body?: string;
  readonly children?: ReactNode;
}

/** Says why there is nothing to show, and what comes next. */
export function EmptyState({ icon, title, body, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <span className="empty__icon">
        <Icon name={icon} />
      </span>
      <p className="empty__title">{title}</p>
      {body !== undefined && <p className="empty__body">{body}</p>}
      {children && <div className="actions">{children}</div>}
    </div>
  );
}
