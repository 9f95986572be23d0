import type { Ref } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { Icon } from './icons.tsx';
import './search-box.css';

export interface SearchBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Enter goes to the list. */
  readonly onDone: () => void;
}

/** Text to search a list for. */
export function SearchBox(props: SearchBoxProps) {
  const { label, hint, clearLabel, value, onChange, inputRef, onDone } = props;
  return (
    <SearchField className="search" value={value} onChange={onChange} onSubmit={onDone}>
      <Label className="visually-hidden">{label}</Label>
      <Icon name="search" />
      <Input ref={inputRef} className="search__input" placeholder={hint} spellCheck={false} />
      <Button className="search__clear button button--quiet button--icon" aria-label={clearLabel}>
        <Icon name="close" />
      </Button>
    </SearchField>
  );
}
