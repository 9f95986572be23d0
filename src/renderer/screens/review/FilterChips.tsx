import { memo, useEffect, useMemo, useRef } from 'react';
import type { ListChoice } from '../../core/bills/review-view.ts';
import type { PlainDate } from '../../../base/days.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { BareButton, Button } from '../../kit/ui/Button.tsx';
import { Icon } from '../../kit/ui/icons.tsx';
import { filterChips, withoutFilters } from './filter-chips.ts';

interface FilterChipsProps extends Pick<ListChoice, 'list' | 'filter'> {
  readonly today: PlainDate;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Where the focus goes when there is no chip left. */
  readonly onEmpty: () => void;
}

/** The filters in use, each to be taken away by itself. */
export const FilterChips = memo((props: FilterChipsProps) => {
  const { list, filter, today, onChoose, onEmpty } = props;
  const { locale } = useServices();
  const chips = useMemo(
    () => filterChips({ list, filter }, { locale, today }),
    [list, filter, locale, today],
  );
  const chipList = useRef<HTMLUListElement>(null);
  /** Place of the chip that was taken away: the next one takes the focus over. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = chipList.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(removed.current, chips.length - 1)];
    removed.current = null;
    if (next) next.focus();
    else onEmpty();
  }, [chips, onEmpty]);
  if (chips.length === 0) return null;
  const text = messages.views.chips;
  return (
    <ul className="chips" aria-label={text.list} ref={chipList}>
      {chips.map((chip, at) => (
        <li key={chip.id}>
          <BareButton
            className="chip"
            aria-label={text.remove(chip.text)}
            onPress={() => {
              removed.current = at;
              onChoose(chip.without);
            }}
          >
            <span className="cut">{chip.text}</span>
            <Icon name="close" />
          </BareButton>
        </li>
      ))}
      <li>
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            removed.current = 0;
            onChoose(withoutFilters);
          }}
        >
          {text.clear}
        </Button>
      </li>
    </ul>
  );
});
