import type { Clock } from '../../base/clock.ts';
import type { Log } from '../ports.ts';

/** How long the renderer may take to put everything away. */
export const RENDERER_LIMIT_MS = 3_000;
/** How long requests under way may take to come back once the renderer is done. */
export const SETTLE_LIMIT_MS = 5_000;

export interface QuitDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Sends `quit.requested`; false when there is no renderer to hear it. */
  readonly askRenderer: () => boolean;
  /** Waits for approvals under way, then closes what is open. */
  readonly settle: () => Promise<void>;
  /** Quits again; this time it is let through. `allPutAway`: no approval is under way. */
  readonly quit: (allPutAway: boolean) => void;
}

export interface QuitCoordinator {
  /** For `before-quit`, and for closing the last window where that means quitting. */
  beforeQuit(event: { preventDefault(): void }): void;
  /** The renderer has called `app.readyToQuit`, or it is gone and never will. */
  rendererDone(): void;
  /** Everything is put away: the window may close. */
  mayQuit(): boolean;
}

/**
 * Holds the first quit back until the renderer has stored what it holds and approvals under way have
 * their answer, each with a limit: an app that does not quit gets killed, which is worse. Nothing
 * depends on it; what was not put away is found again at the next start.
 */
export function createQuitCoordinator(deps: QuitDeps): QuitCoordinator {
  const { clock, log } = deps;
  const renderer = new AbortController();
  let phase: 'running' | 'puttingAway' | 'done' = 'running';

  const putAway = async (): Promise<void> => {
    if (deps.askRenderer()) await clock.sleep(RENDERER_LIMIT_MS, renderer.signal);
    else renderer.abort();
    if (!renderer.signal.aborted) log.warn('quit: the renderer did not answer in time');
    const allPutAway = await settleInTime();
    phase = 'done';
    deps.quit(allPutAway);
  };

  const settleInTime = async (): Promise<boolean> => {
    const over = new AbortController();
    let isPutAway = false;
    const settling = deps
      .settle()
      .then(
        () => void (isPutAway = true),
        (error: unknown) => log.error('quit: putting away failed', { error }),
      )
      .finally(() => over.abort());
    await Promise.race([settling, clock.sleep(SETTLE_LIMIT_MS, over.signal)]);
    if (!over.signal.aborted) log.warn('quit: not everything was put away in time');
    return isPutAway;
  };

  return {
    beforeQuit: (event) => {
      if (phase === 'done') return;
      event.preventDefault();
      if (phase === 'puttingAway') return;
      phase = 'puttingAway';
      void putAway();
    },
    rendererDone: () => renderer.abort(),
    mayQuit: () => phase === 'done',
  };
}
