import type { Clock } from '../../base/clock.ts';
import type { UnlockOutcome } from '../../bridge/app.ts';
import type { Log } from '../ports.ts';

/** How often the system is asked how long nobody has touched it. */
export const IDLE_CHECK_MS = 10_000;
const MINUTE_S = 60;

export interface LockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Kept, so that another start opens nothing. */
  readonly state: {
    get(): { readonly locked: boolean };
    update(change: { readonly locked: boolean }): void;
  };
  /** Seconds since somebody last touched this computer, whatever program they used. */
  readonly idleSeconds: () => number;
  /** The setting `lockAfterMinutes`. */
  readonly afterMinutes: () => number;
  /** Puts in the window what may be in it now. */
  readonly onChange: () => void;
  /** Lets the system find out who is there. */
  readonly askSystem: () => Promise<UnlockOutcome>;
}

/** Whether the window may show anything. While it is locked, main answers none of its calls but `app.unlock`. */
export interface Lock {
  isLocked(): boolean;
  lock(): void;
  /** The system's screen was locked, or it goes to sleep: Billfold is too, where it locks by itself. */
  screenLocked(): void;
  unlock(): Promise<UnlockOutcome>;
  close(): void;
}

export function createLock(deps: LockDeps): Lock {
  const { clock, log, state } = deps;
  const over = new AbortController();
  let asking: Promise<UnlockOutcome> | null = null;

  const set = (locked: boolean): void => {
    if (state.get().locked === locked) return;
    state.update({ locked });
    log.info(locked ? 'the window is locked' : 'the window is unlocked');
    deps.onChange();
  };

  const ask = async (): Promise<UnlockOutcome> => {
    const outcome = await deps.askSystem();
    log.info('unlock asked for', { outcome });
    if (outcome === 'unlocked') set(false);
    return outcome;
  };

  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(IDLE_CHECK_MS, over.signal);
      const after = deps.afterMinutes();
      if (after > 0 && deps.idleSeconds() >= after * MINUTE_S) set(true);
    }
  };
  void watch();

  return {
    isLocked: () => state.get().locked,
    lock: () => set(true),
    screenLocked: () => {
      if (deps.afterMinutes() > 0) set(true);
    },
    unlock: () => {
      asking ??= ask().finally(() => (asking = null));
      return asking;
    },
    close: () => over.abort(),
  };
}

export interface SystemUnlockDeps {
  readonly platform: NodeJS.Platform;
  readonly systemPreferences: {
    canPromptTouchID(): boolean;
    promptTouchID(reason: string): Promise<void>;
  };
  /** Whether there is a keyring that protects, at this moment. */
  readonly hasKeyring: () => Promise<boolean>;
}

/**
 * Asks the system who is there. On a Mac that is Touch ID. Electron has no such question elsewhere: there a
 * keyring that was open has to be open still, and nothing more is proved (docs/security.md).
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
