import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { SavedView } from '../../core/local/saved-view.ts';
import { ViewNotKept } from './SaveViewDialog.tsx';

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
          look="danger"
          aria-label={words.delete(view.name)}
          onPress={() => run(remove())}
        >
          {words.deleteButton}
        </Button>
      </form>
    </li>
  );
}
