import { useEffect, useSyncExternalStore } from 'react';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useReview } from '../../kit/services/review.ts';
import '../../kit/ui/toast.css';
import { useNow } from '../../kit/hooks/use-now.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { messages } from '../../kit/text/first-messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { undoHiding, type HidingAction } from '../../core/local/hide-undo.ts';

const REDRAW_MS = 500;
/** Time to read the toast and press the key, milliseconds. Hidden bills can be returned at any time. */
const UNDO_MS = 8_000;

/** Offers to undo the last hiding. `u` does the same while it is shown. */
export function HideToast() {
  const { workspace } = useData();
  const { hidden } = useReview();
  const action = useObservable(hidden);
  const { approvals } = workspace;
  const newest = useSyncExternalStore(approvals.subscribe, () => approvals.get()[0]);
  // A later approval is undone first.
  if (action === null || (newest && newest.approvedAtMs > action.atMs)) return null;
  return <Shown key={action.atMs} action={action} />;
}

function Shown({ action }: { readonly action: HidingAction }) {
  const { workspace } = useData();
  const { run, announce } = useShell();
  const { hidden, review } = useReview();
  const nowMs = useNow(REDRAW_MS);
  // If the bills left memory with their organization or at sign-out, there is nothing to undo.
  const isGone = action.before.every(({ bill }) => workspace.bills.get(bill.bill.id) === null);
  const isOver = isGone || nowMs - action.atMs >= UNDO_MS;
  useEffect(() => {
    // Another bill may have been hidden before this effect.
    if (isOver && hidden.get() === action) hidden.set(null);
  }, [isOver, hidden, action]);

  const undo = async (): Promise<void> => {
    hidden.set(null);
    const result = await undoHiding(workspace.annotations, action);
    announce(
      result === 'kept' ? messages.annotations.done.undone : messages.annotations.notKept.title,
    );
    const [first] = action.before;
    if (first) review.set({ ...review.get(), billId: first.bill.bill.id });
  };
  if (isOver) return null;
  return <Toast title={action.title} onUndo={() => run(undo())} />;
}

// A separate component, so that it handles the key only while it is visible.
function Toast({ title, onUndo }: { readonly title: string; readonly onUndo: () => void }) {
  useShortcut('undo', onUndo);
  return (
    <div className="toast" role="region" aria-label={messages.annotations.undoRegion}>
      <div className="toast__text">
        <p className="toast__title">{title}</p>
      </div>
      <Button size="small" icon="undo" command="undo" onPress={onUndo}>
        {messages.app.undo}
      </Button>
    </div>
  );
}
