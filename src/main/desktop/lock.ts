import type { Clock } from '../../base/clock.ts';
import type { Observable } from '../../base/observable.ts';
import type { UnlockOutcome } from '../../bridge/app.ts';
import type { RequestOf } from '../../bridge/methods.ts';
import type { Log } from '../ports.ts';

/** Minimum time between two checks of the system's idle time, milliseconds. */
const MIN_CHECK_MS = 10_000;
const MINUTE_S = 60;
const SECOND_MS = 1_000;
/** Maximum time for the renderer to save what the user is typing, milliseconds. */
export const SAVE_LIMIT_MS = 1_000;

interface LockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Saved state, so that a restart stays locked. */
  readonly state: {
    get(): { readonly locked: boolean };
    update(change: { readonly locked: boolean }): void;
  };
  /** Seconds since the last input on this computer, in any program. */
  readonly idleSeconds: () => number;
  readonly settings: Observable<{ readonly lockAfterMinutes: number }>;
  /** Closes open questions and sends `lock.requested`; false when there is no renderer. */
  readonly prepareWindow: () => boolean;
  /** Shows in the window only what the lock now allows. */
  readonly onChange: () => void;
  /** Asks the system to identify the user. */
  readonly askSystem: () => Promise<UnlockOutcome>;
}

/** State of the window's lock. While it is locked, main answers only `app.unlock`. */
export interface Lock {
  isLocked(): boolean;
  /** Locks once the renderer has saved what the user is typing, or after `SAVE_LIMIT_MS`. */
  lock(): void;
  /** The renderer has called `app.readyToLock`. */
  rendererDone(saved: RequestOf<'app.readyToLock'>): void;
  /** The list choice saved by the last lock, once; null for none. It is never written to disk. */
  takeListChoice(): string | null;
  /** The system locked its screen or goes to sleep. Billfold then locks too, if an idle time is set. */
  screenLocked(): void;
  unlock(): Promise<UnlockOutcome>;
  close(): void;
}

export function createLock(deps: LockDeps): Lock {
  const { clock, log, state, settings } = deps;
  /** The timer runs only while a lock is due. */
  let timer = new AbortController();
  let asking: Promise<UnlockOutcome> | null = null;
  let saving: AbortController | null = null;
  let listChoice: string | null = null;

  const set = (locked: boolean): void => {
    if (state.get().locked === locked) return;
    state.update({ locked });
    log.info(locked ? 'the window is locked' : 'the window is unlocked');
    void watch();
    deps.onChange();
  };

  const lock = async (): Promise<void> => {
    if (saving !== null || state.get().locked) return;
    saving = new AbortController();
    listChoice = null;
    if (deps.prepareWindow()) await clock.sleep(SAVE_LIMIT_MS, saving.signal);
    saving = null;
    set(true);
  };

  const ask = async (): Promise<UnlockOutcome> => {
    const outcome = await deps.askSystem();
    log.info('unlock requested', { outcome });
    if (outcome === 'unlocked') set(false);
    return outcome;
  };

  const watch = async (): Promise<void> => {
    timer.abort();
    timer = new AbortController();
    const { signal } = timer;
    const afterS = settings.get().lockAfterMinutes * MINUTE_S;
    while (afterS > 0 && !signal.aborted && !state.get().locked) {
      const leftMs = (afterS - deps.idleSeconds()) * SECOND_MS;
      await clock.sleep(Math.max(leftMs, MIN_CHECK_MS), signal);
      if (!signal.aborted && deps.idleSeconds() >= afterS) await lock();
    }
  };
  const stop = settings.subscribe(() => void watch());
  void watch();

  return {
    isLocked: () => state.get().locked,
    lock: () => void lock(),
    rendererDone: (saved) => {
      if (saving === null) return;
      ({ listChoice } = saved);
      saving.abort();
    },
    takeListChoice: () => {
      const taken = listChoice;
      listChoice = null;
      return taken;
    },
    screenLocked: () => {
      if (settings.get().lockAfterMinutes > 0) void lock();
    },
    unlock: () => {
      asking ??= ask().finally(() => (asking = null));
      return asking;
    },
    close: () => {
      stop();
      timer.abort();
    },
  };
}

interface SystemUnlockDeps {
  readonly platform: NodeJS.Platform;
  readonly systemPreferences: {
    canPromptTouchID(): boolean;
    promptTouchID(reason: string): Promise<void>;
  };
  /** Whether a protecting keyring is available at this moment. */
  readonly hasKeyring: () => Promise<boolean>;
}

/**
 * Asks the system to identify the user: on a Mac with Touch ID. Electron has no such question elsewhere; there, a
 * keyring that was open at the start must still be open, which proves little (docs/security.md).
 */
export function createSystemUnlock({ platform, systemPreferences, hasKeyring }: SystemUnlockDeps) {
  const atStart = hasKeyring();
  return async (): Promise<UnlockOutcome> => {
    if (platform === 'darwin' && systemPreferences.canPromptTouchID())
      return systemPreferences.promptTouchID('unlock Billfold').then(
        () => 'unlocked',
        () => 'refused',
      );
    return (await hasKeyring()) || !(await atStart) ? 'unlocked' : 'keyringAway';
  };
}
