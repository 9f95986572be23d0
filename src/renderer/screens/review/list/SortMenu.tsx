import { useDeferredValue } from 'react';
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components';
import { defaultColumns } from '../../../../bridge/settings.ts';
import { type Grouping, groupings, type ListChoice } from '../../../core/model/list-choice.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Icon } from '../../../kit/ui/icons.tsx';
import { type ChangeColumns, optionalColumns } from './list-columns.ts';
import { sorts } from '../../../core/model/bill-row.ts';
import { chooseSort, type ListOrder } from './list-order.ts';

interface SortMenuProps {
  readonly order: ListOrder;
  readonly grouping: Grouping;
  /** Whether several organizations are on screen. */
  readonly hasSeveral: boolean;
  /** Whether to draw the whole menu at once, because its last entry takes the focus. */
  readonly isWhole: boolean;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** Content of the menu: order, groups, columns. */
export function SortMenu({ order, grouping, hasSeveral, isWhole, onChoose }: SortMenuProps) {
  // Draw part of the menu later, because twenty entries take longer than a frame.
  const areAllDrawn = useDeferredValue(true, false) || isWhole;
  const text = messages.views.sortGroup;
  const { sort, descending } = order;
  return (
    <Menu className="listbox" aria-label={text.menu}>
      <Section
        title={text.sort}
        selected={sort}
        options={sorts.map((id) => ({
          id,
          label: messages.views.sorts[id],
          ...(id === 'amount' ? { note: text.currencies } : {}),
        }))}
        onSelect={(id) => onChoose(chooseSort({ ...order, grouping }, id))}
      />
      {areAllDrawn && (
        <>
          <Section
            title={text.direction}
            selected={descending ? 'down' : 'up'}
            options={(['up', 'down'] as const).map((id) => ({
              id,
              label: messages.views.directions[sort][id],
            }))}
            onSelect={(id) => onChoose({ descending: id === 'down' })}
          />
          <Section
            title={text.group}
            selected={grouping}
            options={groupings
              .filter((id) => id !== 'organization' || hasSeveral)
              .map((id) => ({ id, label: messages.views.groupings[id] }))}
            onSelect={(id) => onChoose({ grouping: id })}
          />
          <Columns />
        </>
      )}
    </Menu>
  );
}

interface SectionProps<Id extends string> {
  readonly title: string;
  readonly selected: Id;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly note?: string }[];
  readonly onSelect: (id: Id) => void;
}

function Section<Id extends string>({ title, selected, options, onSelect }: SectionProps<Id>) {
  return (
    <MenuSection
      className="listbox__section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[`${title} ${selected}`]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys !== 'all' && keys.has(`${title} ${id}`));
        if (chosen) onSelect(chosen.id);
      }}
    >
      <Header className="listbox__head">{title}</Header>
      {options.map(({ id, label, note }) => (
        // The section is part of the key, because "Due date" is in two sections of one menu.
        <MenuItem key={id} id={`${title} ${id}`} className="listbox__item" textValue={label}>
          <Icon name="check" />
          <Text slot="label" className="listbox__label cut">
            {label}
          </Text>
          {note !== undefined && (
            <Text slot="description" className="listbox__note">
              {note}
            </Text>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** Choice of the columns, stored on this computer. */
function Columns() {
  const { workspace } = useData();
  const { run } = useShell();
  const { columns } = useObservable(workspace.settings);
  const text = messages.views.sortGroup;
  const change: ChangeColumns = (next) =>
    run(workspace.commands.changeSettings((now) => ({ columns: next(now.columns) })));
  const shown = optionalColumns.filter((column) => !columns.hidden.includes(column));
  return (
    <>
      <MenuSection
        className="listbox__section"
        selectionMode="multiple"
        selectedKeys={shown.map((column) => `column ${column}`)}
        onSelectionChange={(keys) =>
          change((now) => {
            // Only the toggled column changes, because the settings may have changed since the menu opened.
            const hidden = optionalColumns.filter((column) => {
              const isShown = keys === 'all' || keys.has(`column ${column}`);
              const isToggled = isShown !== shown.includes(column);
              return isToggled ? !isShown : now.hidden.includes(column);
            });
            return { ...now, hidden };
          })
        }
      >
        <Header className="listbox__head">{text.columns}</Header>
        {optionalColumns.map((column) => (
          <MenuItem
            key={column}
            id={`column ${column}`}
            className="listbox__item"
            textValue={messages.review.columns[column]}
          >
            <Icon name="check" />
            <Text slot="label" className="listbox__label cut">
              {messages.review.columns[column]}
            </Text>
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem
        className="listbox__item listbox__item--plain"
        onAction={() => change(() => defaultColumns)}
      >
        <Text slot="label">{text.resetColumns}</Text>
      </MenuItem>
    </>
  );
}
