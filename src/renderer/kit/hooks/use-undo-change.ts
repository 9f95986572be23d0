import { useCallback } from 'react';
import { useShell } from '../services/shell.ts';
import { useReview } from '../services/review.ts';
import { messages } from '../text/messages.ts';
import type { LocalChange } from '../services/undo-stack.ts';

/** Undoes a local change, shows its bill and says what was undone. If the disk is full, the change can be undone later. */
export function useUndoChange(): (change: LocalChange) => void {
  const { undos, review } = useReview();
  const { run, showToast } = useShell();
  return useCallback(
    (change) => {
      undos.remove(change);
      const undo = async (): Promise<void> => {
        const result = await change.undo();
        if (result === 'notSaved') {
          undos.push(change);
          return showToast(messages.annotations.notSaved.title);
        }
        showToast(messages.annotations.done.undone(change.title));
        const [first] = change.billIds;
        if (first !== undefined) review.set({ ...review.get(), billId: first });
      };
      run(undo());
    },
    [undos, run, showToast, review],
  );
}
