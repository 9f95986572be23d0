import type { BillQuery } from '../../../../core/model/bill-row.ts';
import type { BuiltInView } from '../../../../core/bills/lists/built-in-views.ts';
import type { AgeGroup } from '../../../../core/bills/lists/list-groups.ts';
import type { Grouping } from '../../../../core/model/list-choice.ts';
import { formatCount } from '../../count.ts';
import { say } from '../../say.ts';
import { plural } from '../plural.ts';
import type { MessageText } from '../../message-text.ts';

export const views = {
  sorts: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Bill age',
  } satisfies Record<BillQuery['sort'], string>,
  groupings: {
    dueDate: 'Due date',
    vendor: 'Vendor',
    amount: 'Amount due',
    age: 'Bill age',
    organization: 'Organization',
    none: 'None',
  } satisfies Record<Grouping, string>,
  /** Meaning of each sort direction. */
  directions: {
    dueDate: { up: 'Earliest first', down: 'Latest first' },
    vendor: { up: 'A to Z', down: 'Z to A' },
    amount: { up: 'Smallest first', down: 'Largest first' },
    age: { up: 'Newest first', down: 'Oldest first' },
  } satisfies Record<BillQuery['sort'], { up: string; down: string }>,
  sortGroup: {
    button: (sort: string, direction: string, grouping: string) =>
      say`Sort: ${sort}, ${direction}, ${grouping}`,
    label: (sort: string) => say`Sort: ${sort}`,
    groupedBy: (grouping: string) => say`grouped by ${grouping.toLowerCase()}`,
    notGrouped: 'not grouped',
  },
  ages: {
    week: '0–7 days',
    month: '8–30 days',
    quarter: '31–90 days',
    older: '90+ days',
    none: 'No bill date',
  } satisfies Record<AgeGroup, string>,
  bands: {
    credits: (currency: string) => say`Credits, ${currency}`,
    between: (from: string, to: string) => say`${from} – ${to}`,
  },
  filter: {
    button: 'Filter',
    /** Follows the button's label. */
    inUse: (count: number) => say`, ${plural(count, 'filter', 'filters')} in use`,
    panel: 'Filter bills',
  },
  sidebar: {
    title: 'Views',
    names: {
      overdue: 'Overdue',
      dueThisWeek: 'Due this week',
      flagged: 'Flagged',
      waiting: 'Waiting for an answer',
      routine: 'Routine',
      snoozed: 'Snoozed',
      dismissed: 'Hidden',
      approved: 'Approved by me',
      paidUnapproved: 'Paid without me',
    } satisfies Record<Exclude<BuiltInView, 'overAmount'>, string>,
    overAmount: (amount: string) => say`Over ${amount}`,
    approvedToday: (count: number) => say`Approved today: ${formatCount(count)}`,
  },
  saved: {
    button: 'Views',
    standard: 'Default',
    save: 'Save this view…',
    applied: (name: string) => say`View: ${name}`,
    palette: (name: string) => say`Show view ${name}`,
  },
  skip: {
    skipped: (number: string) => say`Skipped ${number}`,
    last: (skipped: number): MessageText => ({
      title: 'End of list',
      whatToDo: say`${formatCount(skipped)} skipped. Press Home to start over.`,
    }),
  },
} as const;
