import type { Clock } from '../../base/clock.ts';
import type { Log } from '../ports.ts';

/** Maximum time for the renderer to save everything, in milliseconds. */
export const RENDERER_LIMIT_MS = 3_000;
/** Maximum time for open requests to finish once the renderer is done, in milliseconds. */
export const SETTLE_LIMIT_MS = 5_000;

interface QuitDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Sends `quit.requested`; false when there is no renderer. */
  readonly askRenderer: () => boolean;
  /** Waits for approvals in progress, then closes what is open. */
  readonly settle: () => Promise<void>;
  /** Quits again, this time without delay. `isSettled`: no approval is in progress. */
  readonly quit: (isSettled: boolean) => void;
}

export interface QuitCoordinator {
  /** Handles `before-quit`, and closing the last window where that quits. */
  beforeQuit(event: { preventDefault(): void }): void;
  /** The renderer has called `app.readyToQuit`, or it is gone and never will. */
  rendererDone(): void;
  /** Everything is saved, so the window may close. */
  mayQuit(): boolean;
}

/**
 * Delays the first quit until the renderer has saved its state and approvals in progress have their answer. Both waits
 * have a limit, because users kill an app that does not quit. No data depends on them: the next start recovers whatever
 * was not saved.
 */
export function createQuitCoordinator(deps: QuitDeps): QuitCoordinator {
  const { clock, log } = deps;
  const renderer = new AbortController();
  let phase: 'running' | 'saving' | 'done' = 'running';

  const saveAndQuit = async (): Promise<void> => {
    if (deps.askRenderer()) await clock.sleep(RENDERER_LIMIT_MS, renderer.signal);
    else renderer.abort();
    if (!renderer.signal.aborted) log.warn('quit: the renderer did not answer in time');
    const isSettled = await settleInTime();
    phase = 'done';
    deps.quit(isSettled);
  };

  const settleInTime = async (): Promise<boolean> => {
    const over = new AbortController();
    let isDone = false;
    const settling = deps
      .settle()
      .then(
        () => void (isDone = true),
        (error: unknown) => log.error('quit: closing failed', { error }),
      )
      .finally(() => over.abort());
    await Promise.race([settling, clock.sleep(SETTLE_LIMIT_MS, over.signal)]);
    if (!over.signal.aborted) log.warn('quit: not everything was closed in time');
    return isDone;
  };

  return {
    beforeQuit: (event) => {
      if (phase === 'done') return;
      event.preventDefault();
      if (phase === 'saving') return;
      phase = 'saving';
      void saveAndQuit();
    },
    rendererDone: () => renderer.abort(),
    mayQuit: () => phase === 'done',
  };
}
