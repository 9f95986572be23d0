import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components';
import './choice.css';
import { Icon } from './icons.tsx';

export interface ChoiceProps<Id extends string> {
  readonly label: string;
  /** Shows the label beside the value instead of leaving it to screen readers. */
  readonly showLabel?: boolean;
  readonly value: Id | null;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly note?: string }[];
  readonly onChange: (id: Id) => void;
}

/** One of several, in a list that opens. */
export function Choice<Id extends string>(props: ChoiceProps<Id>) {
  const { label, showLabel = false, value, options, onChange } = props;
  return (
    <Select
      className="choice"
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen) onChange(chosen.id);
      }}
    >
      <Label className={showLabel ? 'choice__label' : 'visually-hidden'}>{label}</Label>
      <Button className="choice__button">
        <SelectValue className="cut" dir="auto">
          {({ selectedText }) => selectedText}
        </SelectValue>
        <Icon name="chevronDown" />
      </Button>
      <Popover className="popover">
        <ListBox className="listbox" items={options}>
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
      </Popover>
    </Select>
  );
}
