import { type KeyboardEvent, memo, type Ref } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { Icon } from './icons.tsx';
import { KeyHint } from './Keys.tsx';
import './search-box.css';

export interface SearchBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Enter and Escape go to the list, and leave what is searched as it is. */
  readonly onDone: () => void;
  /** Down goes to the first find. */
  readonly onFirst: () => void;
}

/** Text to search a list for. */
export const SearchBox = memo((props: SearchBoxProps) => {
  const { label, hint, clearLabel, value, onChange, inputRef, onDone, onFirst } = props;
  // Before the field, whose own Escape takes away what is searched.
  const leave = (event: KeyboardEvent): void => {
    const { key, nativeEvent } = event;
    if ((key !== 'Escape' && key !== 'ArrowDown') || nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onDone();
    else onFirst();
  };
  return (
    <SearchField className="search" value={value} onChange={onChange} onSubmit={onDone}>
      <Label className="visually-hidden">{label}</Label>
      <Icon name="search" />
      <span className="search__keys" onKeyDownCapture={leave}>
        <Input ref={inputRef} className="search__input" placeholder={hint} spellCheck={false} />
      </span>
      <KeyHint command="search" />
      <Button className="search__clear button button--quiet button--icon" aria-label={clearLabel}>
        <Icon name="close" />
      </Button>
    </SearchField>
  );
});
