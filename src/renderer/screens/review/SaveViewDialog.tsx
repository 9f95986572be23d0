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
          <Button look="primary" onPress={() => run(save())}>
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
export function ViewNotKept() {
  return <Message urgent sentence={{ ...en.views.saved.notKept, quote: null, technical: null }} />;
}
