import type { OpenRuntime } from './connection-runtime.ts';
import { followFirstScreen } from './early-search.ts';
import { Turnstile } from './turnstile.ts';

/** Searches the organizations on screen until their bills are in memory. */
export function startSearch(open: OpenRuntime): void {
  const { deps, organizationView, over } = open;
  const turnstile = new Turnstile(deps.clock);
  open.turnstile = turnstile;
  const { shown } = organizationView;
  const stop = followFirstScreen({ ...deps, ...deps.views, turnstile, shown });
  over.signal.addEventListener('abort', stop);
}
