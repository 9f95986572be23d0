import { createObservable, type Observable } from '../../../base/observable.ts';

/** What can stop sync. A set of reasons; each is released on its own. */
export type PauseReason = 'offline' | 'signedOut' | 'quota' | 'asleep' | 'storageFull' | 'closing';

/** What stops sync now. A set: taking one reason away never undoes another's. */
export interface Pauses {
  readonly reasons: Observable<ReadonlySet<PauseReason>>;
  hold(reason: PauseReason): void;
  release(reason: PauseReason): void;
  /** Holds or releases, by a fact. */
  set(reason: PauseReason, isHeld: boolean): void;
}

export function createPauses(): Pauses {
  const reasons = createObservable<ReadonlySet<PauseReason>>(new Set());
  const set = (reason: PauseReason, isHeld: boolean): void => {
    const now = reasons.get();
    if (now.has(reason) === isHeld) return;
    const next = new Set(now);
    if (isHeld) next.add(reason);
    else next.delete(reason);
    reasons.set(next);
  };
  return {
    reasons,
    set,
    hold: (reason) => set(reason, true),
    release: (reason) => set(reason, false),
  };
}
