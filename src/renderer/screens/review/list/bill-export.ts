import { amountOf, dueOf } from '../../../core/model/currency-totals.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { billStatuses } from '../../../../contract/wire-names.ts';
import { approvalStatus } from '../../../core/outbox/approval-status.ts';
import { type Annotation, tagsIn } from '../../../core/model/annotation.ts';
import { formatOutOfInbox } from '../detail/format-annotation.ts';
import type { Flag } from '../../../core/model/flag.ts';
import { filterChips } from '../filters/filter-chips.ts';
import type { ListLayout } from './list-layout.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { isListWhole } from './empty-list.ts';
import { formatGroup } from './format-group.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { formatNotShown } from '../../../kit/parts/ConflictingIds.tsx';
import { formatStatus } from '../../../kit/parts/StatusBadge.tsx';
import type { PlainDate } from '../../../../base/days.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Approval } from '../../../core/model/approval.ts';
import {
  columnsOver,
  joinWarnings,
  type TableColumn,
  type ListGroup,
  type ListTable,
} from '../../../kit/export/list-table.ts';

export interface BillExportParts {
  readonly choice: ListChoice;
  readonly layout: ListLayout;
  readonly approved: ReadonlyMap<string, Approval>;
  readonly flagsOf: (billId: string) => readonly Flag[];
  readonly annotationOf: (row: BillRow) => Annotation | null;
  /** Organization names by id if several are on screen, else null. */
  readonly namesBesideBills: ReadonlyMap<string, string> | null;
  /** The organization on screen; null for all of them. */
  readonly organization: string | null;
  readonly withHistory: boolean;
  readonly locale: string;
  readonly today: PlainDate;
  readonly pull: Parameters<typeof isListWhole>[1];
  readonly conflicting: Parameters<typeof formatNotShown>[0];
}

export function billExport(parts: BillExportParts): ListTable {
  const { choice, layout, organization, pull, conflicting, namesBesideBills, locale } = parts;
  return {
    title: messages.export.bills.title(messages.review.lists[choice.list]),
    facts: [organization ?? messages.export.facts.allOrganizations, ...factsOf(parts)],
    warning: joinWarnings(
      isListWhole(choice.list, pull) ? null : messages.review.partial,
      formatNotShown(conflicting, namesBesideBills ?? new Map(), locale),
    ),
    columns: columnsOf(parts),
    rowCount: layout.billCount,
    formatRows: messages.review.bills,
    groups: groupsOf(parts),
    totals: {
      label: messages.review.amountKinds[layout.amountKind === 'total' ? 'total' : 'due'],
      amounts: layout.totals,
    },
  };
}

function factsOf({ choice, locale, today }: BillExportParts): readonly string[] {
  const { views, export: text } = messages;
  // The title already names the status.
  const chips = filterChips(choice, { locale, today }).filter(({ id }) => id !== 'status');
  const order = views.directions[choice.sort][choice.descending ? 'down' : 'up'];
  const search = choice.search.trim();
  return [
    ...(chips.length === 0
      ? []
      : [
          sayAll(
            ' · ',
            chips.map((chip) => chip.text),
          ),
        ]),
    ...(search === '' ? [] : [text.facts.search(search)]),
    text.facts.choice(views.sortGroup.sort, sayAll(', ', [views.sorts[choice.sort], order])),
  ];
}

function columnsOf(parts: BillExportParts): readonly TableColumn[] {
  const { review, export: text } = messages;
  const { amountKinds } = review;
  const { layout, approved, flagsOf, annotationOf, namesBesideBills: names, today, locale } = parts;
  const noteOf = (row: BillRow): string => annotationOf(row)?.note ?? '';
  const outOfInbox = (row: BillRow): string | null =>
    formatOutOfInbox(annotationOf(row), today, locale);
  const { snoozed, hidden } = review.lists;
  const rows = layout.rows.slice();
  const column = columnsOver<BillRow>(rows);
  const csvOnly = { only: 'csv' } as const;
  const printOnly = { only: 'print' } as const;
  return [
    ...(names === null
      ? []
      : [
          column.text(
            text.organization,
            (row) => names.get(row.organizationId) ?? row.organizationId,
          ),
        ]),
    column.textOver(
      review.columns.vendor,
      ({ bill }) => vendorName(bill) ?? review.noVendor,
      ({ bill }) => bill.memo,
    ),
    column.number(review.columns.number, ({ bill }) => bill.billNumber),
    column.date(text.bills.date, ({ bill }) => bill.date),
    column.date(review.columns.due, ({ bill }) => bill.dueDate),
    column.text(review.columns.status, ({ bill }) => formatStatus(bill.status)),
    column.text(
      text.bills.approval,
      ({ bill }) => {
        const approval = approved.get(bill.id);
        if (approval === undefined) return '';
        return messages.approvals.statuses[approvalStatus(approval, { signInId: null })];
      },
      rows.some(({ bill }) => approved.has(bill.id)) ? {} : csvOnly,
    ),
    column.text(
      sayAll(', ', [snoozed, hidden]),
      outOfInbox,
      rows.some((row) => outOfInbox(row) !== null) ? {} : csvOnly,
    ),
    column.text(text.bills.flags, ({ bill }) =>
      sayAll(
        ', ',
        flagsOf(bill.id).map(({ kind }) => messages.flags.badges[kind]),
      ),
    ),
    column.amount(text.bills.total, totalOf, csvOnly),
    // The cell is empty for an unknown status, because an amount may be due.
    column.amount(
      review.columns.amount,
      ({ bill }) => (knownStatuses.includes(bill.status) ? dueOf(bill) : null),
      csvOnly,
    ),
    column.amount(amountKinds[layout.amountKind], ({ bill }) => amountOf(bill), printOnly),
    column.text(text.bills.memo, ({ bill }) => bill.memo, csvOnly),
    column.text(text.bills.note, noteOf, csvOnly),
    column.text(text.bills.tags, (row) => tagsIn(noteOf(row)).join(' '), csvOnly),
    column.text(text.bills.id, ({ bill }) => bill.id, csvOnly),
  ];
}

const knownStatuses: readonly string[] = billStatuses;

function totalOf({ bill }: BillRow) {
  return { amountCents: bill.totalCents, currency: bill.currency };
}

/** Groups of the table, each with the index of its first row. */
function groupsOf({ layout, locale, withHistory, namesBesideBills }: BillExportParts): ListGroup[] {
  const text = {
    locale,
    withHistory,
    organizationName: (id: string) => namesBesideBills?.get(id) ?? id,
  };
  const groups: ListGroup[] = [];
  let index = 0;
  let from = 0;
  for (let entry = layout.entryAt(0); entry?.kind === 'group'; entry = layout.entryAt(index)) {
    const { group, bills, totals } = entry;
    groups.push({
      from,
      name: formatGroup(group, text),
      note: messages.review.bills(bills),
      totals,
    });
    from += bills;
    index += bills + 1;
  }
  return groups;
}
