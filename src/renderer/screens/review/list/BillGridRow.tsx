import { GridRow, type GridRowProps, type RowPlace } from '../../../kit/grid/Grid.tsx';
import { memo, type ReactNode } from 'react';
import { assertNever } from '../../../../base/assert-never.ts';
import { canBeOverdue, isPayable, shownStatus } from '../../../../contract/assumptions.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import type { BillList } from '../../../core/model/list-choice.ts';
import { cellClass, cellStyles, isStatusImplied, type ListColumn } from './list-columns.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import type { Flag } from '../../../core/model/flag.ts';
import { Badge } from '../../../kit/ui/Badge.tsx';
import { FlagBadge } from '../detail/Flags.tsx';
import type { SearchTerm } from '../../../core/bills/search/search-terms.ts';
import { say } from '../../../kit/text/say.ts';
import { messages } from '../../../kit/text/messages.ts';
import { daysBetween, type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { Icon, type IconName } from '../../../kit/ui/icons.tsx';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { outOfInboxAs } from '../../../core/local/out-of-inbox.ts';
import '../detail/annotations.css';
import { formatOutOfInbox } from '../detail/format-annotation.ts';
import { type Annotation, tagsIn } from '../../../core/model/annotation.ts';
import { longDate, shortDate } from '../../../kit/ui/dates.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { amountOf } from '../../../core/model/currency-totals.ts';
import type { Approval } from '../../../core/model/approval.ts';
import {
  highlightAmount,
  highlightNumber,
  highlightText,
  matchElsewhere,
  type TextPart,
} from './highlight.ts';
import { StatusBadge } from '../../../kit/parts/StatusBadge.tsx';

export interface BillGridRowProps
  extends Pick<GridRowProps, 'isCurrent' | 'isSelected'>, RowPlace, BillCellsProps {}

/** One bill of the grid. The cells don't redraw with a new position, which changes more often than the content. */
export const BillGridRow = memo((props: BillGridRowProps) => {
  const { id, rowIndex, topPx, isCurrent, isSelected, ...cells } = props;
  return (
    <GridRow
      id={id}
      rowIndex={rowIndex}
      topPx={topPx}
      isCurrent={isCurrent}
      isSelected={isSelected}
      className="bill-row"
    >
      <BillCells {...cells} isSelected={isSelected} />
    </GridRow>
  );
});

interface BillCellsProps {
  readonly row: BillRow;
  readonly approval: Approval | null;
  /** Whether its approval is not saved yet, on a slow disk. */
  readonly isSaving: boolean;
  readonly annotation: Annotation | null;
  /** Name of its organization, if several are on screen. */
  readonly organization: string | null;
  /** Flags of the bill. The same array until one changes. */
  readonly flags: readonly Flag[];
  readonly terms: readonly SearchTerm[];
  readonly today: PlainDate;
  readonly columns: readonly ListColumn[];
  /** Whether the memo column shows the memo's text, in addition to badges. */
  readonly withMemo: boolean;
  readonly list: BillList;
  /** Whether the group's heading already says that the bill is late. */
  readonly isUnderLate: boolean;
  readonly isSelected: boolean;
}

const BillCells = memo((props: BillCellsProps) => {
  const { locale } = useShell();
  return props.columns.map((column, at) => (
    <span
      key={column}
      role="gridcell"
      className={
        // A paid bill shows no days below its due date.
        column === 'due' && dueInWords(props) === undefined
          ? 'bill-row__due'
          : cellClass(props.columns, at)
      }
      style={cellStyles[column]}
      dir={column === 'number' ? 'auto' : undefined}
      aria-label={column === 'dueIn' ? dueInWords(props) : undefined}
    >
      {at === 0 && (
        <span className="bill-row__check" aria-hidden="true">
          <span>{props.isSelected && <Icon name="check" />}</span>
        </span>
      )}
      {cell(column, props, locale)}
    </span>
  ));
});

// Cells are functions instead of components, because each letter typed in the search redraws thirty rows, and React's
// work per component adds up.

function cell(column: ListColumn, props: BillCellsProps, locale: string): ReactNode {
  const { organization, terms } = props;
  const { bill } = props.row;
  switch (column) {
    case 'vendor':
      return (
        <span className="bill-row__name" dir="auto">
          {marked(vendorName(bill), terms) ?? messages.review.noVendor}
        </span>
      );
    case 'organization':
      return <bdi>{organization}</bdi>;
    case 'number':
      return marked(bill.billNumber, terms, highlightNumber) ?? messages.review.noNumber;
    case 'memo':
      return memoCell(props, locale);
    case 'flags':
      return props.flags.length > 0 && <FlagBadge flags={props.flags} />;
    case 'due':
    case 'dueIn':
      return dueCell(props, column === 'dueIn', locale);
    case 'amount':
      return amountCell(bill, terms, locale);
    default:
      return assertNever(column);
  }
}

function memoCell(props: BillCellsProps, locale: string): ReactNode {
  const { row, approval, isSaving, terms, list, withMemo } = props;
  const { memo: text } = row.bill;
  const status = shownStatus(row.bill);
  const elsewhere = withMemo ? matchElsewhere(row.bill, terms) : null;
  const hasStatus = approval === null && !isSaving && !isStatusImplied(status, list);
  const hasBadge = hasStatus || approval !== null || isSaving;
  return (
    <>
      <span
        className={hasBadge ? 'bill-row__text bill-row__text--yields' : 'bill-row__text'}
        dir="auto"
      >
        {elsewhere && <bdi>{marked(elsewhere, terms, highlightNumber)}</bdi>}
        {elsewhere && text && ' · '}
        {withMemo && text && marked(text, terms)}
      </span>
      {approval !== null && <ApprovalBadge approval={approval} />}
      {approval === null && isSaving && (
        <Badge tone="info" icon="refresh">
          {messages.review.approving}
        </Badge>
      )}
      {hasStatus && <StatusBadge status={status} />}
      {annotationIcons(props, locale)}
    </>
  );
}

/** @param isDueIn shows the distance from today instead of the date */
function dueCell(props: BillCellsProps, isDueIn: boolean, locale: string): ReactNode {
  const { today, isUnderLate } = props;
  const { bill } = props.row;
  const date = readPlainDate(bill.dueDate);
  if (date === null) return isDueIn ? null : (bill.dueDate ?? '–');
  if (isDueIn && !canBeOverdue(bill)) return null;
  const isLate = date < today && canBeOverdue(bill);
  return (
    <span
      className={isLate && !isUnderLate ? 'bill-row__late' : undefined}
      title={longDate(date, locale)}
    >
      {isDueIn ? messages.review.dueIn(daysBetween(today, date)) : shortDate(date, today, locale)}
    </span>
  );
}

/** The days to the due date in words, for screen readers; undefined for paid bills, credits, and those without a date. */
function dueInWords({ row: { bill }, today }: BillCellsProps): string | undefined {
  const date = readPlainDate(bill.dueDate);
  if (date === null || !canBeOverdue(bill)) return undefined;
  return messages.review.dueInWords(daysBetween(today, date));
}

function amountCell(bill: Bill, terms: readonly SearchTerm[], locale: string): ReactNode {
  const { amountCents: cents, currency } = amountOf(bill);
  const text = formatMoney(cents, currency, locale);
  return (
    <span className={isPayable(bill.status) ? 'amount' : 'amount faint'}>
      {terms.length === 0 ? text : marks(highlightAmount(text, cents, terms))}
    </span>
  );
}

/** Maximum number of a note's tags in a row. */
const MAX_TAGS = 2;

/** Icons for the bill's note and snooze, and tags. Their words are for screen readers. */
function annotationIcons({ annotation, today }: BillCellsProps, locale: string): ReactNode {
  if (annotation === null) return null;
  const label = formatOutOfInbox(annotation, today, locale);
  const icon = outOfInboxAs(annotation, today) === 'snoozed' ? 'snooze' : 'hide';
  return (
    <>
      {label !== null && <AnnotationIcon icon={icon} label={label} />}
      {annotation.note !== '' && (
        <AnnotationIcon icon="note" label={messages.annotations.hasNote} />
      )}
      {tagsIn(annotation.note)
        .slice(0, MAX_TAGS)
        .map((tag) => (
          <span key={tag} className="bill-row__tag" dir="auto">
            {say`#${tag}`}
          </span>
        ))}
    </>
  );
}

function AnnotationIcon({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <>
      {' '}
      <span className="annotation-icon" title={label}>
        <Icon name={icon} />
        <span className="visually-hidden">{label}</span>
      </span>
    </>
  );
}

/** Text with the search terms highlighted; null without a match. */
function marked(
  text: string | null | undefined,
  terms: readonly SearchTerm[],
  highlight = highlightText,
): ReactNode {
  if (text === null || text === undefined) return null;
  return terms.length === 0 ? text : marks(highlight(text, terms));
}

function marks(parts: readonly TextPart[]): ReactNode {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      // Parts have no id except their index, and never move.
      <mark key={`${at} ${text}`} className="found">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
