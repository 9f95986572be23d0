import { useLatest } from '../../../kit/ui/use-latest.ts';
import { type Ref, useEffect, useId, useRef } from 'react';
import { useShell } from '../../../kit/services/shell.ts';
import { useReview } from '../../../kit/services/review.ts';
import { useData } from '../../../kit/services/data.ts';
import { messages } from '../../../kit/text/messages.ts';
import { say } from '../../../kit/text/say.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { Message } from '../../../kit/ui/Message.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { firstReviewView } from '../../../core/bills/lists/review-view.ts';
import { tagsIn } from '../../../core/model/annotation.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import '../../../kit/ui/field.css';
import './annotations.css';
import { useAnnotation } from './use-annotating.ts';
import { formatBills } from './format-annotation.ts';

export interface NoteFieldProps {
  readonly row: BillRow;
  readonly noteRef: Ref<HTMLTextAreaElement>;
  /** Called on Escape: moves the focus to the list. */
  readonly onDone: () => void;
}

const LONGEST_NOTE = 2_000;
/** Length from which the field shows the remaining room, characters. */
const NEARLY_FULL = 1_800;

/**
 * The user's private note about a bill. It is in memory with each letter and on disk a moment later, so
 * leaving the field loses nothing.
 */
export function NoteField({ row, noteRef, onDone }: NoteFieldProps) {
  const { workspace } = useData();
  const { run } = useShell();
  const { annotations } = workspace;
  const { organizationId, bill } = row;
  const note = useAnnotation(row)?.note ?? '';
  const isUnsaved = useObservable(annotations.hasUnsavedNote);
  const isNearlyFull = note.length >= NEARLY_FULL;
  const lengthId = useId();
  const text = messages.annotations;
  const write = (): void => run(annotations.flush());
  const editing = useNoteUndo(row);
  const tip = useKeyTip();
  return (
    <section className="stack" aria-labelledby="annotations-title">
      <h3 id="annotations-title" className="annotations__title">
        <span title={tip(text.here, 'note')}>{text.here}</span>
        <span className="annotations__hint">{text.hereHint}</span>
      </h3>
      <div className="field">
        <textarea
          ref={noteRef}
          className="annotations__note"
          aria-label={text.note}
          aria-describedby={isNearlyFull ? lengthId : undefined}
          rows={2}
          placeholder={text.notePlaceholder}
          dir="auto"
          maxLength={Math.max(LONGEST_NOTE, note.length)}
          value={note}
          onChange={({ target }) => run(annotations.setNote(organizationId, bill.id, target.value))}
          onFocus={editing.begin}
          onBlur={() => {
            editing.end();
            write();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onDone();
          }}
        />
        {isNearlyFull && (
          <p id={lengthId} className="faint">
            {text.noteLength(note.length, LONGEST_NOTE)}
          </p>
        )}
      </div>
      <Tags note={note} />
      {isUnsaved && (
        <Message
          urgent
          sentence={text.noteNotSaved}
          actions={
            <Button size="small" onPress={write}>
              {text.tryAgain}
            </Button>
          }
        />
      )}
    </section>
  );
}

/** The note's tags. Each searches for the bills that have it. */
function Tags({ note }: { readonly note: string }) {
  const { review, trail } = useReview();
  const tags = tagsIn(note);
  if (tags.length === 0) return null;
  return (
    <div className="annotations__tags" role="group" aria-label={messages.annotations.tags}>
      {tags.map((tag) => (
        <Button
          key={tag}
          size="small"
          variant="quiet"
          hint={messages.annotations.showTag(tag)}
          onPress={() => {
            trail.leave(review.get());
            review.set({ ...firstReviewView, list: 'all', search: `#${tag}` });
          }}
        >
          {say`#${tag}`}
        </Button>
      ))}
    </div>
  );
}

/** Makes each visit to the field one undo step. The visit also ends if the bill leaves the screen. */
function useNoteUndo(row: BillRow): { begin(): void; end(): void } {
  const { workspace, clock } = useData();
  const { undos } = useReview();
  const { announce } = useShell();
  const { annotations } = workspace;
  const before = useRef<string | null>(null);
  const { organizationId, bill } = row;
  const noteNow = (): string => annotations.annotationOf(organizationId, bill.id)?.note ?? '';
  const end = (): void => {
    const old = before.current;
    before.current = null;
    if (old === null || old === noteNow()) return;
    const title = () => messages.annotations.done.noted(formatBills([row]));
    announce(title());
    undos.push({
      title,
      atMs: clock.nowMs(),
      billIds: [bill.id],
      undo: () => annotations.setNote(organizationId, bill.id, old),
    });
  };
  const latest = useLatest(end);
  useEffect(() => () => latest.current(), [latest]);
  return { begin: () => (before.current = noteNow()), end };
}
