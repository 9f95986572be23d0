import { type ClipboardEvent, type KeyboardEvent, memo, type RefObject } from 'react';
import { BareButton } from './Button.tsx';
import { Icon } from './icons.tsx';
import { KeyHint } from './Keys.tsx';
import './search-box.css';

export interface SearchBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly clearLabel: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Enter and Escape move the focus to the list and keep the search; Escape clears it if there is no list. */
  readonly onDone: () => void;
  /** ArrowDown moves to the first match. */
  readonly onFirst: () => void;
}

/** A search field, the browser's own: react-aria's would load more script than the first screen needs. */
export const SearchBox = memo((props: SearchBoxProps) => {
  const { label, hint, clearLabel, value, onChange, inputRef, onDone, onFirst } = props;
  const leave = (event: KeyboardEvent): void => {
    const act = { Enter: onDone, Escape: onDone, ArrowDown: onFirst }[event.key];
    if (act === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    act();
    // Without matches there is no list to move to.
    const isStill = document.activeElement === inputRef.current;
    if (event.key === 'Escape' && isStill) onChange('');
  };
  return (
    <div className="search" data-empty={value === '' || undefined}>
      <Icon name="search" />
      <input
        ref={inputRef}
        type="search"
        className="search__input"
        aria-label={label}
        placeholder={hint}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={leave}
        onPaste={pasteLines}
      />
      <KeyHint command="search" />
      <BareButton
        className="search__clear button button--quiet button--icon"
        aria-label={clearLabel}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onPress={() => {
          onChange('');
          inputRef.current?.focus();
        }}
      >
        <Icon name="close" />
      </BareButton>
    </div>
  );
});

/** Pastes lines, such as a column of a spreadsheet, as a list. The browser would replace line breaks by spaces. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain').trim();
  if (!/[\r\n]/u.test(text)) return;
  event.preventDefault();
  const { currentTarget: input } = event;
  const { selectionStart, selectionEnd, value } = input;
  const list = text.replaceAll(/\s*[\r\n]\s*/gu, ', ');
  input.setRangeText(list, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
  // React takes the new text from this event, as if the user had typed it.
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
