import { useState } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { Field, submits } from '../../../kit/ui/Field.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { Message } from '../../../kit/ui/Message.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { named } from '../../../core/local/saved-views.ts';
import type { SavedView } from '../../../core/local/saved-view.ts';

export interface SaveViewDialogProps {
  readonly choice: ListChoice;
  readonly onClose: () => void;
}

/** Saves the list on screen under a name. */
export function SaveViewDialog({ choice, onClose }: SaveViewDialogProps) {
  const { workspace } = useData();
  const { run, showToast } = useShell();
  const saved = useObservable(workspace.views.all);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<'noName' | 'notSaved' | null>(null);
  const text = messages.views.saved;
  const replaced = named(saved, name);

  const save = async (): Promise<void> => {
    if (name.trim() === '') return setProblem('noName');
    const result = await workspace.views.save(name, choice);
    if (result === 'notSaved') return setProblem('notSaved');
    showToast(text.kept(name.trim()));
    onClose();
  };

  return (
    <Dialog
      title={text.saveTitle}
      onClose={onClose}
      decision={
        <Button variant="primary" onPress={() => run(save())}>
          {replaced === null ? text.saveButton : text.replaceButton}
        </Button>
      }
    >
      <p>{text.saveLead}</p>
      <form onSubmit={submits(() => run(save()))}>
        <Field
          label={text.name}
          name="view-name"
          value={name}
          onChange={(typed) => {
            setName(typed);
            setProblem(null);
          }}
          hint={replaced === null ? undefined : text.replaces(replaced.name)}
          problem={problem === 'noName' ? text.noName : null}
          isFirst
        />
      </form>
      {problem === 'notSaved' && <Message urgent sentence={text.notSaved} />}
    </Dialog>
  );
}

/** Renames and deletes saved views. */
export function ManageViewsDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useData();
  const saved = useObservable(workspace.views.all);
  const [isFull, setFull] = useState(false);
  const text = messages.views.saved;
  return (
    <Dialog title={text.manageTitle} onClose={onClose}>
      {saved.length === 0 && <p>{text.none}</p>}
      <ul className="stack stack--wide">
        {saved.map((view) => (
          <ViewLine
            key={view.id}
            view={view}
            onResult={(result) => setFull(result === 'notSaved')}
          />
        ))}
      </ul>
      {isFull && <Message urgent sentence={text.notSaved} />}
    </Dialog>
  );
}

interface ViewLineProps {
  readonly view: SavedView;
  readonly onResult: (result: 'saved' | 'notSaved') => void;
}

function ViewLine({ view, onResult }: ViewLineProps) {
  const { workspace } = useData();
  const { run, announce } = useShell();
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const text = messages.views.saved;

  const rename = async (): Promise<void> => {
    if (name.trim() === '') return setProblem(text.noName);
    const result = await workspace.views.rename(view.id, name);
    if (result === 'nameTaken') return setProblem(text.nameTaken(name.trim()));
    onResult(result);
    if (result === 'saved') announce(text.kept(name.trim()));
  };

  const remove = async (): Promise<void> => {
    const result = await workspace.views.remove(view.id);
    onResult(result);
    if (result === 'saved') announce(text.deleted(view.name));
  };

  return (
    <li>
      <form className="saved-views__line" onSubmit={submits(() => run(rename()))}>
        <Field
          label={text.nameOf(view.name)}
          name={`view ${view.id}`}
          value={name}
          onChange={(typed) => {
            setName(typed);
            setProblem(null);
          }}
          problem={problem}
        />
        <Button
          type="submit"
          aria-label={text.rename(view.name)}
          isDisabled={name.trim() === view.name}
        >
          {text.renameButton}
        </Button>
        <Button
          variant={isAsked ? 'danger' : 'quiet'}
          aria-label={(isAsked ? text.reallyDelete : text.delete)(view.name)}
          onBlur={() => setAsked(false)}
          onPress={() => (isAsked ? run(remove()) : setAsked(true))}
        >
          {isAsked ? text.reallyDeleteButton : text.deleteButton}
        </Button>
      </form>
    </li>
  );
}

interface ViewListProps {
  /** Saved views, after the standard one. */
  readonly views: readonly Pick<SavedView, 'id' | 'name'>[];
  readonly shownId: string | undefined;
  readonly onShow: (id: string) => void;
  readonly onDialog: (which: 'save' | 'manage') => void;
}

/** Menu of the views, with commands to save and manage them. */
export function ViewList({ views, shownId, onShow, onDialog }: ViewListProps) {
  const text = messages.views.saved;
  return (
    <Menu
      className="listbox"
      aria-label={text.menu}
      onAction={(key) => {
        if (key === 'save' || key === 'manage') onDialog(key);
      }}
    >
      <MenuSection
        className="listbox__section"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={shownId === undefined ? [] : [`view ${shownId}`]}
        onSelectionChange={(keys) => {
          const chosen = views.find(({ id }) => keys !== 'all' && keys.has(`view ${id}`));
          if (chosen) onShow(chosen.id);
        }}
      >
        <Header className="listbox__head">{text.local}</Header>
        {views.map(({ id, name }) => (
          <MenuItem key={id} id={`view ${id}`} className="listbox__item" textValue={name}>
            <Icon name="check" />
            <span className="listbox__label cut" dir="auto">
              {name}
            </span>
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection className="listbox__section" aria-label={text.button}>
        <MenuItem id="save" className="listbox__item listbox__item--action">
          {text.save}
        </MenuItem>
        <MenuItem
          id="manage"
          className="listbox__item listbox__item--action"
          isDisabled={views.length <= 1}
        >
          {text.manage}
        </MenuItem>
      </MenuSection>
    </Menu>
  );
}
