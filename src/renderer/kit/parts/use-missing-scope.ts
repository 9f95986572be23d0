import type { SessionState } from '../../../bridge/session.ts';
import { useServices } from '../services.ts';
import { useObservable } from '../hooks/use-observable.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { errorOfOutcome } from '../ui/sentences.ts';

/** The scope when the session lacks it; null when it has it, or when nobody is signed in. */
export function useMissingScope(scope: string | null): string | null {
  const { workspace } = useServices();
  return missingScope(useObservable(workspace.session), scope);
}

export function missingScope(session: SessionState, scope: string | null): string | null {
  if (scope === null || session.kind !== 'signedIn') return null;
  return session.scopes.includes(scope) ? null : scope;
}

/** The scope that an approval was refused for and the session still lacks; the newest such approval's. */
export function scopeOfRefused(
  approvals: readonly Approval[],
  session: SessionState,
): string | null {
  for (const approval of approvals) {
    const error = approval.state === 'rejected' ? errorOfOutcome(approval.outcome) : null;
    const scope = error?.kind === 'forbidden' ? missingScope(session, error.scope) : null;
    if (scope !== null) return scope;
  }
  return null;
}
