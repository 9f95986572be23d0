import type { RenderProcessGoneDetails } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../ports.ts';

/** A page that is lost again so soon after it was brought back will not be helped by another try. */
export const RELOAD_PEACE_MS = 60_000;

/** Chromium's code for a load that another one has taken the place of. */
const ABORTED = -3;

export interface PageLossDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Loads again what was shown. */
  readonly reload: () => void;
  /** Loads the page from the start. Rejects when it does not load. */
  readonly load: () => Promise<void>;
  /** Tells the user that the window keeps failing. */
  readonly giveUp: () => void;
  /** Whether the user would rather have the page ended than wait until it answers. */
  readonly askToEnd: () => Promise<boolean>;
  /** Ends the page's process, which is then `gone`. */
  readonly end: () => void;
}

/** As Electron reports it: Chromium's code, and its name. */
export interface LoadFailure {
  readonly code: number | null;
  readonly description: string;
}

function failureOf(cause: unknown): LoadFailure {
  const isCoded = cause instanceof Error && 'errno' in cause && typeof cause.errno === 'number';
  return { code: isCoded ? Number(cause.errno) : null, description: String(cause) };
}

/** Brings the page back once when it is lost; when that does not last, says so. */
export function createPageLosses(deps: PageLossDeps) {
  const { clock, log } = deps;
  let broughtBackAtMs: number | null = null;
  let isAsking = false;
  let isLoading = false;

  const bringBack = (how: () => void): void => {
    const nowMs = clock.elapsedMs();
    if (broughtBackAtMs !== null && nowMs - broughtBackAtMs < RELOAD_PEACE_MS) return deps.giveUp();
    broughtBackAtMs = nowMs;
    // On the next turn: what reported the end is still going through the process that is gone.
    void clock.sleep(0).then(how);
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
    bringBack(() => void load());
  };

  return {
    load,
    gone: ({ reason, exitCode }: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>): void => {
      if (reason === 'clean-exit') return;
      // A load under way is rejected too, for what is reported here.
      isLoading = false;
      log.error('renderer gone', { reason, exitCode });
      bringBack(deps.reload);
    },
    /** For `did-fail-load`: a load of ours is rejected as well, and a scheme nobody serves tells no more. */
    notLoaded: (failure: LoadFailure): void => {
      if (!isLoading) failed(failure);
    },
    /** It does not answer; often it is only busy. */
    silent: async (): Promise<void> => {
      log.warn('page does not answer');
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

/** Errors of a closed output, such as a terminal that went away: nothing of Billfold's is broken. */
const HARMLESS = ['EPIPE', 'EIO'];

/**
 * Bugs nobody caught go to the log. After an exception main's state cannot be trusted, so Billfold
 * ends, once; approvals are safe on disk.
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
