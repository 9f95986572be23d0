import type { RenderProcessGoneDetails } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../ports.ts';

/** A renderer that is gone again so soon after a reload will not be helped by another. */
export const RELOAD_PEACE_MS = 60_000;

export interface RendererCrashDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly reload: () => void;
  /** Tells the user that the window keeps failing. */
  readonly giveUp: () => void;
}

/** Reloads the page once when its process is gone; when that does not last, says so. */
export function createRendererCrashes(deps: RendererCrashDeps) {
  let reloadedAtMs: number | null = null;
  return {
    gone: ({ reason, exitCode }: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>): void => {
      if (reason === 'clean-exit') return;
      deps.log.error('renderer gone', { reason, exitCode });
      const nowMs = deps.clock.elapsedMs();
      if (reloadedAtMs !== null && nowMs - reloadedAtMs < RELOAD_PEACE_MS) return deps.giveUp();
      reloadedAtMs = nowMs;
      // On the next turn: what told of the end is still going through the process that is gone.
      void deps.clock.sleep(0).then(deps.reload);
    },
  };
}

/** Errors of a closed output, such as a terminal that went away: nothing of Billfold's is broken. */
const HARMLESS = ['EPIPE', 'EIO'];

/**
 * Bugs nobody caught go to the log. After an exception main's state cannot be trusted, so Billfold
 * ends; approvals are safe on disk.
 */
export function watchForBugs(
  target: Pick<NodeJS.Process, 'on'>,
  log: Log,
  end: (error: Error) => void,
): void {
  target.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code !== undefined && HARMLESS.includes(error.code)) return;
    log.error('uncaught exception', { error });
    end(error);
  });
  target.on('unhandledRejection', (reason) => log.error('unhandled rejection', { error: reason }));
}
