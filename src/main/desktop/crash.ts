import type { RenderProcessGoneDetails } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../ports.ts';

/** A page that is lost again within this time is not reloaded, milliseconds: another try would not help. */
export const MIN_BETWEEN_LOSSES_MS = 60_000;

/** Chromium's code for a load that another load replaced. */
const ABORTED = -3;

interface PageLossDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Reloads the current page. */
  readonly reload: () => void;
  /** Loads the page from the start. Rejects when loading fails. */
  readonly load: () => Promise<void>;
  /** Tells the user that the window keeps failing. */
  readonly giveUp: () => void;
  /** Asks whether to end the page instead of waiting until it responds. */
  readonly askToEnd: () => Promise<boolean>;
  /** Ends the page's process; `gone` follows. */
  readonly end: () => void;
}

/** Chromium's error code and its name, as Electron reports them. */
interface LoadFailure {
  readonly code: number | null;
  readonly description: string;
}

function failureOf(cause: unknown): LoadFailure {
  const isCoded = cause instanceof Error && 'errno' in cause && typeof cause.errno === 'number';
  return { code: isCoded ? Number(cause.errno) : null, description: String(cause) };
}

/** Restores a lost page once. If the page is lost again too soon, tells the user. */
export function createPageLosses(deps: PageLossDeps) {
  const { clock, log } = deps;
  let restoredAtMs: number | null = null;
  let isAsking = false;
  let isLoading = false;

  const restore = (load: () => void): void => {
    const nowMs = clock.elapsedMs();
    if (restoredAtMs !== null && nowMs - restoredAtMs < MIN_BETWEEN_LOSSES_MS) return deps.giveUp();
    restoredAtMs = nowMs;
    // Wait for the next turn: Electron is still handling the event of the dead process.
    void clock.sleep(0).then(load);
  };

  const load = async (): Promise<void> => {
    isLoading = true;
    try {
      await deps.load();
    } catch (cause) {
      if (isLoading) failed(failureOf(cause));
    } finally {
      isLoading = false;
    }
  };

  const failed = (failure: LoadFailure): void => {
    if (failure.code === ABORTED) return;
    log.error('page not loaded', { failure });
    restore(() => void load());
  };

  return {
    load,
    gone: ({ reason, exitCode }: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>): void => {
      if (reason === 'clean-exit') return;
      // Electron also rejects the load in progress, for the same loss.
      isLoading = false;
      log.error('renderer gone', { reason, exitCode });
      restore(deps.reload);
    },
    /** Handles `did-fail-load`. Only loads by others count here, because Billfold's own loads also reject. */
    notLoaded: (failure: LoadFailure): void => {
      if (!isLoading) failed(failure);
    },
    /** The page does not respond; often it is only busy. */
    silent: async (): Promise<void> => {
      log.warn('page does not respond');
      if (isAsking) return;
      isAsking = true;
      try {
        if (await deps.askToEnd()) deps.end();
      } finally {
        isAsking = false;
      }
    },
  };
}

/** Errors of a closed output, such as a closed terminal. They are not Billfold's faults. */
const HARMLESS = ['EPIPE', 'EIO'];

/**
 * Logs unhandled errors. After an exception, main's state cannot be trusted, so Billfold ends, once. Approvals are safe
 * on disk.
 */
export function watchForBugs(
  target: Pick<NodeJS.Process, 'on'>,
  log: Log,
  end: (error: Error) => void,
): void {
  let isEnding = false;
  target.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.code !== undefined && HARMLESS.includes(error.code)) return;
    log.error('uncaught exception', { error });
    if (isEnding) return;
    isEnding = true;
    end(error);
  });
  target.on('unhandledRejection', (reason) => log.error('unhandled rejection', { error: reason }));
}
