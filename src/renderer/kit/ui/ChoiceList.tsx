import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import { Icon } from './icons.tsx';

export interface ChoiceOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly note?: ReactNode;
}

interface ChoiceListProps {
  readonly labelId: string;
  readonly value: string | null;
  readonly options: readonly ChoiceOption<string>[];
  /** Called even if the option is chosen already. */
  readonly onChoose: (id: string) => void;
}

/** The list of options that a select box opens. */
export function ChoiceList({ labelId, value, options, onChoose }: ChoiceListProps) {
  return (
    <ListBox
      className="listbox"
      items={options}
      aria-labelledby={labelId}
      selectionMode="single"
      disallowEmptySelection
      // ListBox passes all its props to its state, but its types lack this property of the state.
      {...{ allowDuplicateSelectionEvents: true }}
      shouldSelectOnPressUp
      shouldFocusOnHover
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys !== 'all' && keys.has(id));
        if (chosen) onChoose(chosen.id);
      }}
    >
      {(option) => (
        <ListBoxItem className="listbox__item" id={option.id} textValue={option.label}>
          <Icon name="check" />
          <Text slot="label" className="listbox__label cut" dir="auto">
            {option.label}
          </Text>
          {option.note !== undefined && (
            <Text slot="description" className="listbox__note">
              {option.note}
            </Text>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
