import { GridRow, type GridRowProps, type RowPlace } from '../../kit/grid/Grid.tsx';
import { memo } from 'react';
import { assertNever } from '../../../base/assert-never.ts';
import type { ListColumn } from '../../../bridge/settings.ts';
import { isPayable, vendorName } from '../../../contract/assumptions.ts';
import type { Bill } from '../../../contract/bill.ts';
import type { BillList } from '../../core/bills/bill-list.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { GroupRow } from './GroupRow.tsx';
import { isSaid } from './list-columns.ts';
import { useServices } from '../../kit/services.ts';
import { ApprovalBadge } from '../../kit/parts/ApprovalBadge.tsx';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { FlagBadge } from './Flags.tsx';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import { messages } from '../../kit/text/messages.ts';
import { type PlainDate, readPlainDate } from '../../core/time/days.ts';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import './annotations.css';
import { formatHidden } from './format-annotation.ts';
import { useAnnotation } from './use-annotating.ts';
import { longDate, shortDate, shortRelativeDay } from '../../kit/ui/dates.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { highlightAmount, highlightNumber, highlightText, type TextPart } from './highlight.ts';
import type { BillEntry, ListEntry } from './list-layout.ts';
import { StatusBadge } from '../../kit/parts/StatusBadge.tsx';

export interface BillGridRowProps extends Pick<GridRowProps, 'isCurrent' | 'isSelected'>, RowPlace {
  readonly entry: ListEntry;
  readonly approval: Approval | null;
  /** Name of a bill's organization, where bills of several stand together. */
  readonly organization: string | null;
  /** Of a bill; the same array until one changes. */
  readonly flags: readonly Flag[];
  /** The search terms. */
  readonly terms: readonly SearchTerm[];
  readonly today: PlainDate;
  readonly columns: readonly ListColumn[];
  readonly list: BillList;
  readonly withHistory: boolean;
  /** The heading over a bill says that it is late. */
  readonly isUnderLate: boolean;
  /** Of a heading. */
  readonly rows: readonly BillRow[];
  readonly onSelectGroup: (() => void) | null;
  readonly onApproveUnflagged: (() => void) | null;
  readonly isUnderWay: boolean;
}

/** One line of the grid: a bill, or the heading of a group. */
export const BillGridRow = memo((props: BillGridRowProps) =>
  props.entry.kind === 'group' ? (
    <GroupRow {...props} group={props.entry} />
  ) : (
    <BillRowLine {...props} entry={props.entry} />
  ),
);

type LineProps = BillGridRowProps & { readonly entry: BillEntry };

function BillRowLine(props: LineProps) {
  return (
    <GridRow {...props} className="bill-row">
      {props.columns.map((column, at) => (
        <span
          key={column}
          role="gridcell"
          className={`bill-row__${column}`}
          dir={column === 'number' ? 'auto' : undefined}
        >
          {at === 0 && props.isSelected && <Icon name="check" />}
          <Cell {...props} column={column} />
        </span>
      ))}
    </GridRow>
  );
}

function Cell(props: LineProps & { readonly column: ListColumn }) {
  const { column, entry, organization, terms, today } = props;
  const { locale } = useServices();
  const { bill } = entry.row;
  switch (column) {
    case 'vendor':
      return (
        <span className="bill-row__name" dir="auto">
          <Highlighted text={vendorName(bill)} terms={terms} otherwise={messages.review.noVendor} />
        </span>
      );
    case 'organization':
      return <bdi>{organization}</bdi>;
    case 'number':
      return (
        <Highlighted
          text={bill.bill_number}
          terms={terms}
          otherwise={messages.review.noNumber}
          highlight={highlightNumber}
        />
      );
    case 'memo':
      return <MemoCell {...props} />;
    case 'due':
    case 'age':
      return (
        <DueCell
          bill={bill}
          isAge={column === 'age'}
          isSaid={props.isUnderLate}
          today={today}
          locale={locale}
        />
      );
    case 'amount':
      return <AmountCell bill={bill} terms={terms} locale={locale} />;
    default:
      return assertNever(column);
  }
}

/** What the bill is for, and what there is to say of it. */
function MemoCell({ entry: { row }, approval, flags, terms, today, list }: LineProps) {
  const { workspace } = useServices();
  const { hidden } = useObservable(workspace.settings).columns;
  const { memo: text, status } = row.bill;
  return (
    <>
      <span className="bill-row__text" dir="auto">
        {!hidden.includes('memo') && text && <Highlighted text={text} terms={terms} />}
      </span>
      {approval !== null && <ApprovalBadge approval={approval} />}
      {flags.length > 0 && ' '}
      <FlagBadge flags={flags} />
      <AnnotationIcons row={row} today={today} />
      {approval === null && !isSaid(status, list) && <StatusBadge status={status} />}
    </>
  );
}

interface DueCellProps {
  readonly bill: Bill;
  /** How far it is from today, instead of its day. */
  readonly isAge: boolean;
  /** That it is late, where it is. */
  readonly isSaid: boolean;
  readonly today: PlainDate;
  readonly locale: string;
}

function DueCell({ bill, isAge, isSaid: isLateSaid, today, locale }: DueCellProps) {
  const date = readPlainDate(bill.due_date);
  if (date === null) return isAge ? null : (bill.due_date ?? '–');
  // What is paid does not grow older.
  if (isAge && !isPayable(bill.status)) return null;
  const isLate = date < today && isPayable(bill.status);
  return (
    <span
      className={isLate && !isLateSaid ? 'bill-row__late' : undefined}
      title={longDate(date, locale)}
    >
      {isAge ? shortRelativeDay(date, today, locale) : shortDate(date, today, locale)}
    </span>
  );
}

interface AmountCellProps {
  readonly bill: Bill;
  readonly terms: readonly SearchTerm[];
  readonly locale: string;
}

/** What is due, or what it came to where nothing is due any more. */
function AmountCell({ bill, terms, locale }: AmountCellProps) {
  const { amount_due_cents: due, total_cents: total, currency } = bill;
  const isOver = due === 0 && !isPayable(bill.status);
  const cents = isOver ? total : due;
  return (
    <span className={isOver ? 'amount faint' : 'amount'}>
      <HighlightedAmount text={formatMoney(cents, currency, locale)} cents={cents} terms={terms} />
    </span>
  );
}

/** What is kept about a bill, as drawings in its line of the list; the words are for those who listen. */
function AnnotationIcons({ row, today }: { readonly row: BillRow; readonly today: PlainDate }) {
  const { locale } = useServices();
  const annotation = useAnnotation(row);
  if (annotation === null) return null;
  const hidden = formatHidden(annotation, today, locale);
  const hiddenIcon = howHidden(annotation, today) === 'snoozed' ? 'snooze' : 'dismiss';
  return (
    <>
      {hidden !== null && <AnnotationIcon icon={hiddenIcon} label={hidden} />}
      {annotation.note !== '' && (
        <AnnotationIcon icon="note" label={messages.annotations.hasNote} />
      )}
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

interface HighlightedProps {
  readonly text: string | null | undefined;
  /** The search terms, folded. */
  readonly terms: readonly SearchTerm[];
  /** Said where there is no text; never marked, since the search does not look in it. */
  readonly otherwise?: string;
  readonly highlight?: typeof highlightText;
}

/** Text in which search terms are marked. It reads the same with and without the marks. */
function Highlighted(props: HighlightedProps) {
  const { text, terms, otherwise = '', highlight = highlightText } = props;
  if (text === null || text === undefined) return otherwise;
  return terms.length === 0 ? text : <Parts parts={highlight(text, terms)} />;
}

interface HighlightedAmountProps {
  /** The amount as it is shown. */
  readonly text: string;
  readonly cents: number;
  readonly terms: readonly SearchTerm[];
}

function HighlightedAmount({ text, cents, terms }: HighlightedAmountProps) {
  return terms.length === 0 ? text : <Parts parts={highlightAmount(text, cents, terms)} />;
}

function Parts({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, at) =>
    isMatch ? (
      // Parts have no name but their place, and are never moved.
      <mark key={`${at} ${text}`} className="found">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
