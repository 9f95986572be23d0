import { GridRow, type GridRowProps, type RowPlace } from '../../kit/grid/Grid.tsx';
import { memo } from 'react';
import { vendorName } from '../../../contract/assumptions.ts';
import { useServices } from '../../kit/services.ts';
import { ApprovalBadge } from '../../kit/parts/ApprovalBadge.tsx';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { FlagBadge } from './Flags.tsx';
import './organizations.css';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import type { SearchTerm } from '../../core/bills/search-terms.ts';
import { messages } from '../../kit/text/messages.ts';
import { type PlainDate, readPlainDate } from '../../core/time/days.ts';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import './annotations.css';
import { formatHidden } from './format-annotation.ts';
import { useAnnotation } from './use-annotating.ts';
import { relativeDay, shortDate } from '../../kit/ui/dates.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import { Totals } from '../../kit/ui/Totals.tsx';
import type { Approval } from '../../core/outbox/approval.ts';
import { highlightAmount, highlightNumber, highlightText, type TextPart } from './highlight.ts';
import type { BillEntry, GroupEntry, ListEntry } from './list-layout.ts';
import { formatGroup } from './format-group.ts';
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
  readonly withHistory: boolean;
}

/** One line of the grid: a bill, or the heading of a group. */
export const BillGridRow = memo((props: BillGridRowProps) =>
  props.entry.kind === 'group' ? (
    <GroupRow {...props} entry={props.entry} />
  ) : (
    <BillRowLine {...props} entry={props.entry} />
  ),
);

function GroupRow(props: BillGridRowProps & { readonly entry: GroupEntry }) {
  const { id, entry, withHistory, rowIndex, topPx } = props;
  const { locale } = useServices();
  const names = useOrganizationNames();
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
      <div role="rowheader" aria-colspan={5} className="group-row__cell">
        <span
          className={isPast ? 'group-row__name group-row__name--past' : 'group-row__name'}
          dir="auto"
        >
          {name}
        </span>
        <span className="faint">{messages.review.bills(entry.bills)}</span>
        <Totals totals={entry.totals} locale={locale} />
        <MoreCurrencies width="wide" count={entry.totals.length - MOST_TOTALS.wide} />
        <MoreCurrencies width="narrow" count={entry.totals.length - MOST_TOTALS.narrow} />
      </div>
    </div>
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

function BillRowLine(props: BillGridRowProps & { readonly entry: BillEntry }) {
  const { entry, approval, organization, flags, terms, today, isSelected } = props;
  const { locale } = useServices();
  const { bill } = entry.row;
  return (
    <GridRow {...props} className="bill-row">
      <span role="gridcell" className="bill-row__vendor">
        {isSelected && <Icon name="check" />}
        <span className="bill-row__text">
          <span className="bill-row__name" dir="auto">
            <Highlighted
              text={vendorName(bill)}
              terms={terms}
              otherwise={messages.review.noVendor}
            />
          </span>
          {bill.memo && ' '}
          {bill.memo && (
            <span className="bill-row__memo" dir="auto">
              <Highlighted text={bill.memo} terms={terms} />
            </span>
          )}
          {organization !== null && ' '}
          {organization !== null && (
            <span className="bill-row__organization" dir="auto">
              {organization}
            </span>
          )}
        </span>
        {flags.length > 0 && ' '}
        <FlagBadge flags={flags} />
        <AnnotationIcons row={entry.row} today={today} />
      </span>
      <span role="gridcell" className="bill-row__number" dir="auto">
        <Highlighted
          text={bill.bill_number}
          terms={terms}
          otherwise={messages.review.noNumber}
          highlight={highlightNumber}
        />
      </span>
      <span role="gridcell" className="bill-row__due">
        <DueCell due={bill.due_date ?? null} today={today} locale={locale} />
      </span>
      <span role="gridcell" className="bill-row__status">
        {approval ? <ApprovalBadge approval={approval} /> : <StatusBadge status={bill.status} />}
      </span>
      <span role="gridcell" className="bill-row__amount amount">
        <HighlightedAmount
          text={formatMoney(bill.amount_due_cents, bill.currency, locale)}
          cents={bill.amount_due_cents}
          terms={terms}
        />
      </span>
    </GridRow>
  );
}

interface DueCellProps {
  readonly due: string | null;
  readonly today: PlainDate;
  readonly locale: string;
}

function DueCell({ due, today, locale }: DueCellProps) {
  const date = readPlainDate(due);
  if (date === null) return due ?? '–';
  return (
    <>
      {shortDate(date, today, locale)}
      <span className="bill-row__relative">{relativeDay(date, today, locale)}</span>
    </>
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
