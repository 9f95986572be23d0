import { memo, useMemo } from 'react';
import type { Approval } from '../../core/model/approval.ts';
import { totalsPerCurrency, approvedDueOf } from '../../core/model/currency-totals.ts';
import { readPlainDate, type PlainDate } from '../../../base/days.ts';
import {
  Grid,
  GridGroupRow,
  type GridProps,
  GridRow,
  type RowPlace,
} from '../../kit/grid/Grid.tsx';
import { GroupTotals } from '../../kit/grid/GroupTotals.tsx';
import { useRowHeights } from '../../kit/grid/use-grid-window.ts';
import { useNow, useToday } from '../../kit/hooks/use-now.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { formatAttention } from '../../kit/parts/format-attention.ts';
import { formatWhy } from '../../kit/parts/format-why.ts';
import { useStatusContext } from '../../kit/parts/use-status-context.ts';
import { useShell } from '../../kit/services/shell.ts';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { messages } from '../../kit/text/messages.ts';
import { longDate, shortDate } from '../../kit/ui/dates.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { clockTime, dateAndTime } from '../../kit/ui/relative-time.ts';
import type { ApprovalGroup, ApprovalLayout } from './approval-list.ts';
import './approval-grid.css';

export interface ApprovalGridProps extends Pick<
  GridProps,
  'gridRef' | 'position' | 'onMove' | 'onOpen'
> {
  readonly layout: ApprovalLayout;
  readonly onMenu: (at: MenuPlace, approval: Approval) => void;
}

/** Approvals in groups, with the same focus and keys as the list of bills. */
export function ApprovalGrid(props: ApprovalGridProps) {
  const { gridRef, layout, position, onMove, onOpen, onMenu } = props;
  const today = useToday();
  const currentEntry = position === null ? null : layout.entryOf(position);
  const names = useOrganizationNames();
  const hasSeveral = useMemo(
    () => layout.rows.some(({ organizationId: id }) => id !== layout.rows[0]?.organizationId),
    [layout],
  );
  const isUnderDay = (index: number): boolean => {
    const heading = layout.entryAt(layout.headingAbove(index) ?? -1);
    return heading?.kind === 'group' && heading.group.heading.by === 'day';
  };
  return (
    <Grid
      gridRef={gridRef}
      label={messages.approvals.title}
      columns={columnsOf()}
      headClassName="approval-row approval-row--head"
      entries={layout}
      rows={layout.rows.length}
      heights={useRowHeights()}
      position={position}
      currentEntry={currentEntry}
      onMove={onMove}
      onOpen={onOpen}
      onClickEntry={(index) => {
        const entry = layout.entryAt(index);
        if (entry?.kind !== 'approval') return;
        onMove(entry.position);
        onOpen();
      }}
      onMenu={(index, at) => {
        const entry = layout.entryAt(index);
        if (entry?.kind !== 'approval') return false;
        onMove(entry.position);
        onMenu(at, entry.approval);
        return true;
      }}
    >
      {(index, place) => {
        const entry = layout.entryAt(index);
        if (entry === null) return null;
        return entry.kind === 'group' ? (
          <GroupRow key={`group ${index}`} {...place} group={entry.group} today={today} />
        ) : (
          <ApprovalRow
            key={entry.approval.id}
            {...place}
            approval={entry.approval}
            organization={
              hasSeveral
                ? (names.get(entry.approval.organizationId) ?? entry.approval.organizationId)
                : null
            }
            isUnderDay={isUnderDay(index)}
            today={today}
            isCurrent={index === currentEntry}
          />
        );
      }}
    </Grid>
  );
}

const columnsOf = () =>
  Object.entries(messages.approvals.columns).map(([key, label]) => ({
    key,
    label,
    className: `approval-row__${key}`,
  }));

interface GroupRowProps extends RowPlace {
  readonly group: ApprovalGroup;
  readonly today: PlainDate;
}

/** Heading of a group: the shared reason, and the totals. */
function GroupRow({ group, today, ...place }: GroupRowProps) {
  const { locale } = useShell();
  const { approvals } = group;
  return (
    <GridGroupRow {...place} columns={columnsOf().length}>
      <span className="group-row__title">
        <span className="group-row__name">{formatHeading(group, today, locale)}</span>
        <span className="faint">{messages.approvals.approvalsCount(approvals.length)}</span>
      </span>
      <SharedReason approvals={approvals} />
      <GroupTotals totals={totalsPerCurrency(approvals.map(approvedDueOf))} locale={locale} />
    </GridGroupRow>
  );
}

function formatHeading({ heading }: ApprovalGroup, today: PlainDate, locale: string): string {
  if (heading.by === 'status') return messages.approvals.statuses[heading.status];
  const day = readPlainDate(heading.day);
  if (day === null) return heading.day;
  return day === today ? messages.approvals.today : longDate(day, locale);
}

const REDRAW_MS = 1_000;

/** The group's common reason or next step, or a hint that they differ. */
function SharedReason({ approvals }: { readonly approvals: readonly Approval[] }) {
  const context = useStatusContext();
  const nowMs = useNow(approvals.some(({ state }) => state === 'held') ? REDRAW_MS : null);
  const [first] = approvals;
  if (first === undefined || first.state === 'confirmed' || first.state === 'withdrawn')
    return null;
  const reasonOf = (approval: Approval): string =>
    formatAttention(approval, context)?.nextStep ?? formatWhy(approval, context, nowMs);
  const shared = reasonOf(first);
  const isShared = approvals.every((approval) => reasonOf(approval) === shared);
  if (!isShared && formatAttention(first, context) === null) return null;
  const reason = isShared ? shared : messages.approvals.eachNextStep;
  return (
    <span className="approval-row__reason" title={reason}>
      <span className="cut">{reason}</span>
    </span>
  );
}

interface ApprovalRowProps extends RowPlace {
  readonly approval: Approval;
  /** Name of its organization if the list has several; null for one. */
  readonly organization: string | null;
  /** Whether the group's heading already says the day of the approval. */
  readonly isUnderDay: boolean;
  readonly today: PlainDate;
  readonly isCurrent: boolean;
}

const ApprovalRow = memo((props: ApprovalRowProps) => {
  const { approval, organization, isUnderDay, today, isCurrent } = props;
  const { locale } = useShell();
  const { snapshot, approvedAtMs } = approval;
  const due = readPlainDate(snapshot.dueDate);
  return (
    <GridRow {...props} className="approval-row" isSelected={isCurrent}>
      <span role="gridcell" className="approval-row__vendor cut">
        <bdi className="approval-row__name">{snapshot.vendorName ?? messages.review.noVendor}</bdi>
        {organization !== null && <bdi className="faint"> {organization}</bdi>}
      </span>
      <span role="gridcell" className="approval-row__number cut" dir="auto">
        {snapshot.billNumber ?? messages.review.noNumber}
      </span>
      <span role="gridcell" className="approval-row__due cut">
        {due === null ? '–' : shortDate(due, today, locale)}
      </span>
      <span role="gridcell" className="approval-row__approved cut">
        {(isUnderDay ? clockTime : dateAndTime)(approvedAtMs, locale)}
      </span>
      <span role="gridcell" className="approval-row__amount amount">
        {formatMoney(snapshot.amountDueCents, snapshot.currency, locale)}
      </span>
    </GridRow>
  );
});
