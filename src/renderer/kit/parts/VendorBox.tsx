import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import './vendor-box.css';
import { vendorsLike } from '../../core/bills/search/find-in-few.ts';
import { messages } from '../text/messages.ts';
import { Icon } from '../ui/icons.tsx';

export interface VendorBoxProps {
  readonly value: string;
  readonly vendors: readonly string[];
  /** The error to correct; null when the value is fine. */
  readonly problem: string | null;
  readonly onChange: (name: string) => void;
}

// Maximum number of suggestions. More would slow down the list, and typing finds the others.
const MAX_OFFERED = 50;

/** A vendor's name, typed or chosen from the list's vendors. */
export function VendorBox({ value, vendors, problem, onChange }: VendorBoxProps) {
  const text = messages.views.filter;
  const offered = vendorsLike(vendors, value).slice(0, MAX_OFFERED);
  return (
    <ComboBox
      className="vendor-box"
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      items={offered.map((name) => ({ name }))}
      isInvalid={problem !== null}
      validationBehavior="aria"
      menuTrigger="input"
    >
      <Label className="choice__label">{text.vendor}</Label>
      <div className="vendor-box__field">
        <Input
          name="vendor"
          dir="auto"
          placeholder={text.vendorHint}
          spellCheck={false}
          onKeyDown={({ key }) => {
            const [only, ...others] = offered;
            if (key === 'Enter' && value.trim() !== '' && only && others.length === 0)
              onChange(only);
          }}
        />
        <Button aria-label={text.showVendors}>
          <Icon name="chevronDown" />
        </Button>
      </div>
      <FieldError className="field__problem">{problem}</FieldError>
      <Popover className="popover">
        <ListBox className="listbox listbox--plain">
          {({ name }: { readonly name: string }) => (
            <ListBoxItem className="listbox__item" id={name} textValue={name}>
              <span className="listbox__label cut" dir="auto">
                {name}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
