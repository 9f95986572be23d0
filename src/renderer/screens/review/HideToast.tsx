import { useSyncExternalStore } from 'react';
import { useData } from '../../kit/services/data.ts';
import { useReview } from '../../kit/services/review.ts';
import { ToastTitle } from '../../kit/ui/ToastTitle.tsx';
import { useNow } from '../../kit/hooks/use-now.ts';
import { useUndoChange } from '../../kit/hooks/use-undo-change.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { LocalChange } from '../../kit/services/undo-stack.ts';

const REDRAW_MS = 500;
/** Time to read the toast, milliseconds. The change can be undone after it too. */
const SHOWN_MS = 8_000;

/** Offers to undo the last local change: bills hidden or returned, a note, a decision. */
export function HideToast() {
  const { workspace } = useData();
  const { undos } = useReview();
  const [change] = useObservable(undos.changes);
  const { approvals } = workspace;
  const newest = useSyncExternalStore(
    approvals.subscribe,
    () => approvals.get().find(({ state }) => state !== 'withdrawn')?.approvedAtMs ?? 0,
  );
  // A later approval is undone first.
  if (change === undefined || newest > change.atMs) return null;
  return <Shown key={change.atMs} change={change} />;
}

function Shown({ change }: { readonly change: LocalChange }) {
  const { workspace } = useData();
  const undo = useUndoChange();
  const nowMs = useNow(REDRAW_MS);
  // If the bills left memory with their organization or at sign-out, there is nothing to undo.
  const isGone = change.billIds.every((billId) => workspace.bills.get(billId) === null);
  if (isGone || nowMs - change.atMs >= SHOWN_MS) return null;
  return (
    <div className="toast" role="region" aria-label={messages.annotations.undoRegion}>
      <div className="toast__text">
        <ToastTitle>{change.title}</ToastTitle>
      </div>
      <Button size="small" icon="undo" command="undo" onPress={() => undo(change)}>
        {messages.app.undo}
      </Button>
    </div>
  );
}
