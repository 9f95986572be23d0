import { memo } from 'react';
import type { ListColumn } from '../../../bridge/settings.ts';
import type { RowPlace } from '../../kit/grid/Grid.tsx';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/first-messages.ts';
import { Totals } from '../../kit/ui/Totals.tsx';
import { formatGroup } from './format-group.ts';
import { type GroupEntry, mostBilledFirst } from './list-layout.ts';

export interface GroupRowProps extends RowPlace {
  readonly group: GroupEntry;
  /** Its index among the entries. */
  readonly index: number;
  /** All of them: a heading goes across. */
  readonly columns: readonly ListColumn[];
  /** Paid and void bills can be among them. */
  readonly withHistory: boolean;
  /** Of the whole list, the one of most bills first. */
  readonly currencies: readonly string[];
  readonly onSelect: (index: number) => void;
  /** Null where the user has set no limit for it. */
  readonly onApproveUnflagged: ((index: number) => void) | null;
  /** How many they are, and what they come to, is known. */
  readonly isCounted: boolean;
  /** Part of the list is done today: what stands here is what is left. */
  readonly isUnderWay: boolean;
}

/** The heading of a group. */
export const GroupRow = memo((props: GroupRowProps) => {
  const { id, index, group: entry, columns, withHistory, rowIndex, topPx } = props;
  const { locale } = useServices();
  const names = useOrganizationNames();
  // Of what is paid, nothing is due.
  const due = props.isCounted ? entry.totals.filter(({ amountCents }) => amountCents !== 0) : [];
  const totals = mostBilledFirst(due, props.currencies);
  const isPast = entry.group.by === 'dueDate' && entry.group.group === 'past' && !withHistory;
  const name = formatGroup(entry.group, {
    locale,
    withHistory,
    organizationName: (organizationId) => names.get(organizationId) ?? organizationId,
  });
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={rowIndex}
      className={topPx === null ? 'group-row group-row--stuck' : 'group-row'}
      style={{ translate: `0 ${topPx ?? 0}px` }}
    >
      <div role="rowheader" aria-colspan={columns.length} className="group-row__cell">
        <span
          className={isPast ? 'group-row__name group-row__name--past' : 'group-row__name'}
          dir="auto"
        >
          {name}
        </span>
        {props.isCounted && (
          <span className="faint">
            {(props.isUnderWay ? messages.review.left : messages.review.bills)(entry.bills)}
          </span>
        )}
        <GroupAction text={messages.review.selectGroup} index={index} act={props.onSelect} />
        <GroupAction
          text={messages.limits.batchOfGroup}
          index={index}
          act={props.onApproveUnflagged}
        />
        <Totals totals={totals} locale={locale} />
        <MoreCurrencies width="wide" count={totals.length - MOST_TOTALS.wide} />
        <MoreCurrencies width="narrow" count={totals.length - MOST_TOTALS.narrow} />
      </div>
    </div>
  );
});

interface GroupActionProps {
  readonly text: string;
  readonly index: number;
  readonly act: ((index: number) => void) | null;
}

/** Keys do the same by the command menu. */
function GroupAction({ text, index, act }: GroupActionProps) {
  if (act === null) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="group-row__select"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => act(index)}
    >
      {text}
    </button>
  );
}

// As bill-grid.css shows them in a wide and in a narrow list.
const MOST_TOTALS = { wide: 5, narrow: 2 } as const;

interface MoreCurrenciesProps {
  readonly width: keyof typeof MOST_TOTALS;
  readonly count: number;
}

/** Says that there are totals in other currencies, where they do not fit. */
function MoreCurrencies({ width, count }: MoreCurrenciesProps) {
  if (count <= 0) return null;
  return (
    <span className={`faint totals__more--${width}`}>{messages.review.moreCurrencies(count)}</span>
  );
}
