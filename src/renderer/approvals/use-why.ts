import { useServices } from '../app/services.ts';
import { useNow } from '../app/use-now.ts';
import { useObservable } from '../ui/use-observable.ts';
import type { Approval } from '../workspace.ts';
import { sayWhy } from './say-why.ts';

const REDRAW_MS = 1_000;

/** Why an approval stands where it stands, kept up to date. */
export function useWhy(approval: Approval): string {
  const { workspace, locale } = useServices();
  const session = useObservable(workspace.session);
  const nowMs = useNow(REDRAW_MS);
  return sayWhy(approval, session.kind === 'signedIn' ? session.signInId : null, nowMs, locale);
}
