import { useMemo } from 'react';
import { serviceName } from './service-name.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { useObservable } from '../hooks/use-observable.ts';
import type { StatusContext } from '../../core/outbox/approval-status.ts';

/** Facts that texts about approvals depend on, kept up to date. */
export function useStatusContext(): StatusContext {
  const { workspace } = useData();
  const { locale } = useShell();
  const session = useObservable(workspace.session);
  const quota = useObservable(workspace.quota);
  const { state } = useObservable(workspace.connectivity);
  const { paused } = useObservable(workspace.pull);
  const malformed = useObservable(workspace.malformed);
  return {
    signInId: session.kind === 'signedIn' ? session.signInId : null,
    service: serviceName(session),
    isOnline: state === 'online' && paused !== 'asleep',
    isSendingPaused: useObservable(workspace.sendingPaused),
    missingPermission: useObservable(workspace.missingPermission),
    unreadableIds: useMemo(() => new Set(malformed.flatMap(({ id }) => id ?? [])), [malformed]),
    wasAway: useObservable(workspace.wasAway),
    quotaPausedUntilMs: quota?.pause ? quota.pausedUntilMs : (quota?.checksFromMs ?? null),
    isServiceDown: quota?.pause === 'unavailable',
    undoLeftMs: workspace.undoLeftMs,
    locale,
  };
}
