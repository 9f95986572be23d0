import type { Approval } from '../../core/model/approval.ts';

/** Whether the user undid the approval within the undo period. */
export function isUndone({ state, history }: Pick<Approval, 'state' | 'history'>): boolean {
  return state === 'withdrawn' && history.at(-1)?.from === 'held';
}
