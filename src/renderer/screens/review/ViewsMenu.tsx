import { useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { useActions, useOpenedByKey } from '../../kit/hooks/use-shortcuts.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import { KeyHint } from '../../kit/ui/Keys.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { later } from '../../kit/later.tsx';
import { firstListChoice, type ListChoice, type ReviewView } from '../../core/bills/review-view.ts';
import {
  isFirstChoice,
  isSameChoice,
  listChoiceOf,
  type SavedView,
} from '../../core/local/saved-view.ts';

const ManageViewsDialog = later(async () => (await import('./ViewDialogs.tsx')).ManageViewsDialog);
const SaveViewDialog = later(async () => (await import('./ViewDialogs.tsx')).SaveViewDialog);

export interface ViewsMenuProps {
  readonly view: ReviewView;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Brings the button on screen: in a small window the bill stands in its place. */
  readonly onShow: () => void;
}

/** No view has it: ids are made here, and never empty. */
const STANDARD = '';

/** Lists under names of the user's own: to show, to save, to rename and to delete. */
export function ViewsMenu({ view, onChoose, onShow }: ViewsMenuProps) {
  const opened = useOpenedByKey('views', onShow);
  const { workspace, announce } = useServices();
  const saved = useObservable(workspace.views.all);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const text = messages.views.saved;
  const shown = isFirstChoice(view) ? STANDARD : saved.find((each) => isSameChoice(each, view))?.id;
  const show = (chosen: SavedView | null): void => {
    onChoose(chosen === null ? firstListChoice : listChoiceOf(chosen));
    announce(text.applied(chosen?.name ?? text.standard));
  };
  useViewActions(saved, show, () => setDialog('save'));
  return (
    <>
      <MenuTrigger {...opened}>
        <Button className="button button--quiet button--small">
          <Icon name="views" />
          <span className="cut" dir="auto">
            {saved.find(({ id }) => id === shown)?.name ?? text.button}
          </span>
          <KeyHint command="views" />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="listbox"
            aria-label={text.menu}
            onAction={(key) => {
              if (key === 'save' || key === 'manage') setDialog(key);
            }}
          >
            <MenuSection
              className="listbox__section"
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={shown === undefined ? [] : [`view ${shown}`]}
              onSelectionChange={(keys) => {
                const isChosen = (id: string): boolean => keys !== 'all' && keys.has(`view ${id}`);
                const chosen = saved.find(({ id }) => isChosen(id));
                if (chosen || isChosen(STANDARD)) show(chosen ?? null);
              }}
            >
              <Header className="listbox__head">{text.local}</Header>
              {[{ id: STANDARD, name: text.standard }, ...saved].map(({ id, name }) => (
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
                isDisabled={saved.length === 0}
              >
                {text.manage}
              </MenuItem>
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {dialog === 'save' && (
        <SaveViewDialog choice={listChoiceOf(view)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog onClose={() => setDialog(null)} />}
    </>
  );
}

function useViewActions(
  saved: readonly SavedView[],
  show: (view: SavedView | null) => void,
  save: () => void,
): void {
  const text = messages.views.saved;
  useActions([
    ...saved.map((view) => ({
      id: `view ${view.id}`,
      label: text.palette(view.name),
      group: 'view' as const,
      run: () => show(view),
    })),
    {
      id: 'view standard',
      label: text.palette(text.standard),
      group: 'view',
      run: () => show(null),
    },
    { id: 'view save', label: text.save, group: 'view', run: save },
  ]);
}
