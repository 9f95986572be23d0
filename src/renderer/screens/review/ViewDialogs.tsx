import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';
import { named } from '../../core/local/saved-views.ts';
import type { SavedView } from '../../core/local/saved-view.ts';

export interface SaveViewDialogProps {
  readonly choice: ListChoice;
  readonly onClose: () => void;
}

/** Gives the list on screen a name. */
export function SaveViewDialog({ choice, onClose }: SaveViewDialogProps) {
  const { workspace, run, announce } = useServices();
  const saved = useObservable(workspace.views.all);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'noName' | 'notKept' | null>(null);
  const words = en.views.saved;
  const replaced = named(saved, name);

  const save = async (): Promise<void> => {
    if (name.trim() === '') return setProblem('noName');
    const result = await workspace.views.save(name, choice);
    if (result === 'notKept') return setProblem('notKept');
    announce(words.kept(name.trim()));
    onClose();
  };

  return (
    <Dialog
      isOpen
      title={words.saveTitle}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{en.app.cancel}</Button>
          <Button variant="primary" onPress={() => run(save())}>
            {replaced === null ? words.saveButton : words.replaceButton}
          </Button>
        </>
      }
    >
      <p>{words.saveLead}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(save());
        }}
      >
        <Field
          label={words.name}
          name="view-name"
          value={name}
          onChange={(text) => {
            setName(text);
            setProblem(null);
          }}
          hint={replaced === null ? undefined : words.replaces(replaced.name)}
          problem={problem === 'noName' ? words.noName : null}
          isFirst
        />
      </form>
      {problem === 'notKept' && <ViewNotKept />}
    </Dialog>
  );
}

/** The disk could not take it. */
function ViewNotKept() {
  return <Message urgent sentence={{ ...en.views.saved.notKept, quote: null, technical: null }} />;
}

/** The saved views, to rename and to delete. */
export function ManageViewsDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useServices();
  const saved = useObservable(workspace.views.all);
  const [isFull, setFull] = useState(false);
  const words = en.views.saved;
  return (
    <Dialog isOpen title={words.manageTitle} onClose={onClose}>
      <p>{saved.length === 0 ? words.none : words.manageLead}</p>
      <ul className="saved-views">
        {saved.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            onResult={(result) => setFull(result === 'notKept')}
          />
        ))}
      </ul>
      {isFull && <ViewNotKept />}
    </Dialog>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  readonly onResult: (result: 'kept' | 'notKept') => void;
}

function ViewLine({ view, onResult }: ViewLineProps) {
  const { workspace, run, announce } = useServices();
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string | null>(null);
  const words = en.views.saved;

  const rename = async (): Promise<void> => {
    if (name.trim() === '') return setProblem(words.noName);
    const result = await workspace.views.rename(view.id, name);
    if (result === 'nameTaken') return setProblem(words.nameTaken(name.trim()));
    onResult(result);
    if (result === 'kept') announce(words.kept(name.trim()));
  };

  const remove = async (): Promise<void> => {
    const result = await workspace.views.remove(view.id);
    onResult(result);
    if (result === 'kept') announce(words.deleted(view.name));
  };

  return (
    <li>
      <form
        className="saved-views__line"
        onSubmit={(event) => {
          event.preventDefault();
          run(rename());
        }}
      >
        <Field
          label={words.nameOf(view.name)}
          name={`view ${view.id}`}
          value={name}
          onChange={(text) => {
            setName(text);
            setProblem(null);
          }}
          problem={problem}
        />
        <Button
          size="small"
          type="submit"
          aria-label={words.rename(view.name)}
          isDisabled={name.trim() === view.name}
        >
          {words.renameButton}
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={words.delete(view.name)}
          onPress={() => run(remove())}
        >
          {words.deleteButton}
        </Button>
      </form>
    </li>
  );
}
