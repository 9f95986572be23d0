import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { replaced, type SearchReading } from '../../../core/bills/search/search-reading.ts';
import type { PlainDate } from '../../../../base/days.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { BareButton, Button } from '../../../kit/ui/Button.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { filterChips, withoutFilters } from './filter-chips.ts';
import {
  formatCondition,
  formatSearchPart,
  formatSearchProblem,
  type SearchNames,
} from './format-search.ts';

interface FilterChipsProps extends Pick<ListChoice, 'list' | 'filter' | 'search'> {
  readonly reading: SearchReading;
  readonly today: PlainDate;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Moves the focus when no chip is left. */
  readonly onEmpty: () => void;
}

/** Filters in use, and the parts of the search that were understood. Each can be removed. */
export const FilterChips = memo((props: FilterChipsProps) => {
  const { onChoose, onEmpty, reading, today } = props;
  const { locale } = useShell();
  const chips = useChips(props);
  const chipList = useRef<HTMLUListElement>(null);
  /** Position of the removed or changed chip. The chip now in that position takes the focus. */
  const touched = useRef<number | null>(null);
  useEffect(() => {
    if (touched.current === null) return;
    const buttons = chipList.current?.querySelectorAll<HTMLElement>('.chip') ?? [];
    const next = buttons[Math.min(touched.current, chips.length - 1)];
    touched.current = null;
    if (next) next.focus();
    else onEmpty();
  }, [chips, onEmpty]);
  const problems = reading.problems.map((each) => formatSearchProblem(each, { locale, today }));
  useAnnounced(chips, reading, today);
  const choose = (at: number, choice: Partial<ListChoice>): void => {
    touched.current = at;
    onChoose(choice);
  };
  return (
    <>
      {problems.length > 0 && <p className="search-problem">{sayAll(' ', problems)}</p>}
      {chips.length > 0 && (
        <ul className="chips" aria-label={messages.views.chips.list} ref={chipList}>
          {chips.map((chip, at) => (
            <li key={chip.id} className="chips__item">
              <Chip chip={chip} onRemove={() => choose(at, chip.without)} />
              {chip.readings.length > 0 && (
                <span className="chips__ask" aria-hidden="true">
                  {chip.isAsking
                    ? messages.views.searchChips.only
                    : messages.views.searchChips.instead}
                </span>
              )}
              {chip.readings.map((other) => (
                <Button
                  key={other.text}
                  size="small"
                  aria-label={other.label}
                  onPress={() => choose(at, other.choice)}
                >
                  {other.text}
                </Button>
              ))}
            </li>
          ))}
          <li>
            <Button
              size="small"
              variant="quiet"
              onPress={() => choose(0, { ...withoutFilters, search: reading.text })}
            >
              {messages.views.chips.clear}
            </Button>
          </li>
        </ul>
      )}
    </>
  );
});

interface ShownChip {
  readonly id: string;
  readonly text: string;
  /** Label for screen readers. */
  readonly removal: string;
  readonly without: Partial<ListChoice>;
  readonly isAsking: boolean;
  readonly readings: readonly SearchChipReading[];
}

function useChips(props: FilterChipsProps): readonly ShownChip[] {
  const { list, filter, search, reading, today } = props;
  const { workspace } = useData();
  const { locale } = useShell();
  const { bills } = workspace;
  return useMemo(() => {
    const { chips: ofFilters, searchChips: ofSearch } = messages.views;
    const names = {
      locale,
      today,
      currencies: bills.known.currencies,
      get vendors() {
        return bills.vendorNames();
      },
    };
    const understood = searchChips(search.trim(), reading, names);
    return [
      ...understood.map((chip) => ({ ...chip, removal: ofSearch.remove(chip.text) })),
      ...filterChips({ list, filter }, { locale, today }).map((chip) => ({
        ...chip,
        removal: ofFilters.remove(chip.text),
        isAsking: false,
        readings: [],
      })),
    ];
  }, [list, filter, search, reading, locale, today, bills]);
}

/** Time without a key after which the user has paused typing, milliseconds. */
const PAUSE_MS = 600;

/** Announces a changed interpretation of the search when the typing pauses. */
function useAnnounced(
  chips: readonly ShownChip[],
  { problems }: SearchReading,
  today: PlainDate,
): void {
  const { announce, locale } = useShell();
  const { clock } = useData();
  const announced = useRef('');
  useEffect(() => {
    const changed = new AbortController();
    const wait = async (): Promise<void> => {
      await clock.sleep(PAUSE_MS, changed.signal);
      const parts = chips.filter(({ id }) => id.startsWith('search')).map(({ text }) => text);
      const text = [
        ...(parts.length === 0 ? [] : [messages.views.searchChips.understood(sayAll(', ', parts))]),
        ...problems
          .filter(({ kind }) => kind !== 'unfinished')
          .map((each) => formatSearchProblem(each, { locale, today })),
      ].join(' ');
      if (changed.signal.aborted || text === announced.current) return;
      announced.current = text;
      if (text !== '') announce(text, 'search');
    };
    void wait();
    return () => changed.abort();
  }, [announce, clock, chips, problems, locale, today]);
}

function Chip({ chip, onRemove }: { readonly chip: ShownChip; readonly onRemove: () => void }) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <BareButton
      className={chip.isAsking ? 'chip chip--asks' : 'chip'}
      aria-label={chip.removal}
      onPress={onRemove}
      onKeyDown={press}
    >
      <span className="cut">{chip.text}</span>
      <Icon name="close" />
    </BareButton>
  );
}

/** Chip of an understood part of the search: its text, and the list choice without this part. */
interface SearchChip {
  readonly id: string;
  readonly text: string;
  readonly without: Partial<ListChoice>;
  /** Whether the bills of several readings are shown. */
  readonly isAsking: boolean;
  /** Other readings of the same text. */
  readonly readings: readonly SearchChipReading[];
}

interface SearchChipReading {
  readonly text: string;
  /** Label for screen readers, with the typed text. */
  readonly label: string;
  readonly choice: Partial<ListChoice>;
}

/** Chips of a search, in the order typed. @param search the parsed search */
function searchChips(
  search: string,
  { parts }: SearchReading,
  names: SearchNames,
): readonly SearchChip[] {
  const text = messages.views.searchChips;
  return parts
    .filter(({ any }) => any.length > 0)
    .map((part) => {
      const { range, any, choices } = part;
      const typed = search.slice(...range);
      const isSettled = any.length === 1;
      // Once a reading is chosen, offer only the others.
      const offered = choices.filter(({ condition }) => !isSettled || condition !== any[0]);
      return {
        id: `search ${range.join('-')}`,
        text: formatSearchPart(part, names),
        without: { search: replaced(search, range, '') },
        isAsking: !isSettled && offered.length > 0,
        readings: offered.map((choice) => {
          const said = formatCondition(choice.condition, names);
          return {
            text: said,
            label: text.onlyAria(typed, said),
            choice: { search: replaced(search, range, choice.text) },
          };
        }),
      };
    });
}
