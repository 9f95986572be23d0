import { memo } from 'react';
import { GridGroupRow, type RowPlace } from '../../../kit/grid/Grid.tsx';
import { GroupTotals } from '../../../kit/grid/GroupTotals.tsx';
import { useOrganizationNames } from '../../../kit/hooks/use-organizations.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatGroup } from './format-group.ts';
import type { GroupEntry } from './list-layout.ts';

export interface GroupRowProps extends RowPlace {
  readonly group: GroupEntry;
  /** Index among the entries. */
  readonly index: number;
  /** Number of columns: a heading spans them. */
  readonly columns: number;
  /** Whether the list can hold paid and void bills. */
  readonly withHistory: boolean;
  readonly onSelect: (index: number) => void;
  /** Null if the user has set no limit for batches. */
  readonly onApproveUnflagged: ((index: number) => void) | null;
  /** Whether the user has approved bills of this list today. The heading then shows the number left. */
  readonly isUnderWay: boolean;
}

export const GroupRow = memo((props: GroupRowProps) => {
  const { index, group: entry, columns, withHistory, id, rowIndex, topPx } = props;
  const { locale } = useShell();
  const names = useOrganizationNames();
  const isPast = entry.group.by === 'dueDate' && entry.group.group === 'past' && !withHistory;
  const name = formatGroup(entry.group, {
    locale,
    withHistory,
    organizationName: (organizationId) => names.get(organizationId) ?? organizationId,
  });
  return (
    <GridGroupRow id={id} rowIndex={rowIndex} topPx={topPx} columns={columns}>
      <span className="group-row__title">
        <span
          className={isPast ? 'group-row__name group-row__name--past' : 'group-row__name'}
          dir="auto"
        >
          {name}
        </span>
        <span className="faint">
          {(props.isUnderWay ? messages.review.left : messages.review.bills)(entry.bills)}
        </span>
      </span>
      <GroupAction text={messages.review.selectGroup} index={index} act={props.onSelect} />
      <GroupAction
        text={messages.limits.batchOfGroup}
        index={index}
        act={props.onApproveUnflagged}
      />
      <GroupTotals totals={entry.totals} locale={locale} />
    </GridGroupRow>
  );
});

interface GroupActionProps {
  readonly text: string;
  readonly index: number;
  readonly act: ((index: number) => void) | null;
}

/** A button for the mouse only: keyboard users have the command palette. */
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
