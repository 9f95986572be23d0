import { createObservable, type Observable } from '../../../base/observable.ts';

/** Reason that stops sync. Several can hold at once; each is released on its own. */
export type PauseReason =
  | 'offline'
  | 'signedOut'
  | 'quota'
  | 'asleep'
  | 'storageFull'
  /** The user is about to discard the pending approvals. */
  | 'discarding'
  | 'closing';

/** Reasons that stop sync now. Releasing one never releases another. */
export interface Pauses {
  readonly reasons: Observable<ReadonlySet<PauseReason>>;
  /** Adds or releases the reason. */
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
  return { reasons, set };
}
