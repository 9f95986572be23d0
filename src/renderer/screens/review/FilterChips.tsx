import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Icon } from '../../kit/ui/icons.tsx';
import type { FilterChip } from './filter-chips.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';

export interface FilterChipsProps {
  readonly chips: readonly FilterChip[];
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  readonly onClear: () => void;
  /** Where the focus goes when there is no chip left. */
  readonly onEmpty: () => void;
}

/** The filters in use, each to be taken away by itself. */
export function FilterChips({ chips, onChoose, onClear, onEmpty }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Place of the chip that was taken away: the next one takes the focus over. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(removed.current, chips.length - 1)];
    removed.current = null;
    if (next) next.focus();
    else onEmpty();
  }, [chips, onEmpty]);
  if (chips.length === 0) return null;
  const text = en.views.chips;
  return (
    <ul className="chips" aria-label={text.list} ref={list}>
      {chips.map((chip, at) => (
        <li key={chip.id}>
          <AriaButton
            className="chip"
            aria-label={text.remove(chip.text)}
            onPress={() => {
              removed.current = at;
              onChoose(chip.without);
            }}
          >
            <span className="cut">{chip.text}</span>
            <Icon name="close" />
          </AriaButton>
        </li>
      ))}
      <li>
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            removed.current = 0;
            onClear();
          }}
        >
          {text.clear}
        </Button>
      </li>
    </ul>
  );
}
