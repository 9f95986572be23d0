import { useState } from 'react';
import { BareButton } from '../../../kit/ui/Button.tsx';
import { useActions, useOpeningKey } from '../../../kit/hooks/use-shortcuts.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useData } from '../../../kit/services/data.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Icon } from '../../../kit/ui/icons.tsx';
import { useKeyTip } from '../../../kit/ui/Keys.tsx';
import { Opened, useOpener } from '../../../kit/ui/opener.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { firstListChoice, type ListChoice } from '../../../core/model/list-choice.ts';
import {
  isFirstChoice,
  isSameChoice,
  listChoiceOf,
  type SavedView,
} from '../../../core/local/saved-view.ts';
import { useViewName } from './use-view-name.ts';

const ManageViewsDialog = lazy(() => import('./ViewDialogs.tsx'), 'ManageViewsDialog', 'overKeys');
const ViewList = lazy(() => import('./ViewDialogs.tsx'), 'ViewList');
const SaveViewDialog = lazy(() => import('./ViewDialogs.tsx'), 'SaveViewDialog', 'overKeys');

export interface ViewsMenuProps {
  readonly choice: ListChoice;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Shows the button, which the bill may cover in a small window. */
  readonly onShow: () => void;
}

/** Not a possible id of a view, because ids are never empty. */
const STANDARD = '';

/** Menu of the user's saved views. */
export function ViewsMenu({ choice, onChoose, onShow }: ViewsMenuProps) {
  const { workspace } = useData();
  const { announce } = useShell();
  const saved = useObservable(workspace.views.all);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { opener, button } = useOpener('menu');
  useOpeningKey('views', opener, onShow);
  const text = messages.views.saved;
  const shownName = useViewName(choice);
  const shown = isFirstChoice(choice)
    ? STANDARD
    : saved.find((each) => isSameChoice(each, choice))?.id;
  const show = (chosen: SavedView | null): void => {
    onChoose(chosen === null ? firstListChoice : listChoiceOf(chosen));
    announce(text.applied(chosen?.name ?? text.standard));
  };
  useViewActions(show, () => setDialog('save'));
  const tip = useKeyTip();
  return (
    <>
      <BareButton
        {...button}
        title={tip(text.button, 'views')}
        className="button button--quiet button--small"
      >
        <Icon name="views" />
        <span className="cut" dir="auto">
          {shownName === null ? text.button : text.applied(shownName)}
        </span>
      </BareButton>
      <Opened of={opener} placement="bottom end">
        <ViewList
          views={[{ id: STANDARD, name: text.standard }, ...saved]}
          shownId={shown}
          onShow={(id) => show(saved.find((each) => each.id === id) ?? null)}
          onDialog={setDialog}
        />
      </Opened>
      {dialog === 'save' && (
        <SaveViewDialog choice={listChoiceOf(choice)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog onClose={() => setDialog(null)} />}
    </>
  );
}

function useViewActions(show: (view: SavedView | null) => void, save: () => void): void {
  const text = messages.views.saved;
  useActions([
    {
      id: 'view standard',
      label: text.palette(text.standard),
      group: 'view',
      run: () => show(null),
    },
    { id: 'view save', label: text.save, group: 'view', run: save },
  ]);
}
