import type { AgingBucket } from '../../../core/bills/figures/aging.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const reports = {
  title: 'Payables reports',
  leads: {
    payable: 'All unpaid bills, including those you’ve approved.',
    inbox: 'Unpaid bills awaiting approval, excluding snoozed and hidden bills.',
  } satisfies Record<'payable' | 'inbox', string>,
  includeApproved: 'Include approved',
  asOf: (day: string) => say`As of ${day}`,
  asOfSync: (day: string, age: string) => say`As of ${day} · synced ${age}`,
  currency: 'Currency',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  /**
   * Label of a figure's link.
   * @param which such as "due this week"
   */
  show: (count: number, which: string, currency: string) =>
    say`View ${plural(count, 'bill', 'bills')} ${which} in ${currency}`,
  stillReading: 'Sync in progress. Totals are not final.',
  notWhole: 'Some bills haven’t synced yet, so totals are incomplete.',
  aging: {
    title: 'Accounts payable aging',
    lead: 'Amount due by days overdue',
    asTable: 'View as table',
    column: 'Days overdue',
    buckets: {
      current: 'Current',
      days30: '1–30 days',
      days60: '31–60 days',
      days90: '61–90 days',
      older: '90+ days',
    } satisfies Record<AgingBucket, string>,
    which: {
      current: 'not overdue',
      days30: '1–30 days overdue',
      days60: '31–60 days overdue',
      days90: '61–90 days overdue',
      older: 'more than 90 days overdue',
    } satisfies Record<AgingBucket, string>,
    summary: (overdue: string, total: string, percent: string | null) =>
      percent === null
        ? say`${overdue} of ${total} is overdue.`
        : say`${overdue} of ${total} is overdue (${percent}).`,
    nothingOverdue: (total: string) => say`Nothing overdue. ${total} outstanding.`,
  },
  weeks: {
    title: 'Cash requirements',
    lead: 'Amount due by week',
    asTable: 'View as table',
    column: 'Week',
    overdue: 'Overdue',
    /** Under a column of the chart, where a long word may break. */
    overdueColumn: 'Overdue',
    thisWeek: 'This week',
    later: 'Later',
    week: (from: string, to: string) => say`${from} – ${to}`,
    whichOverdue: 'overdue',
    whichDue: (week: string) => say`due ${week}`,
    whichDueThisWeek: 'due this week',
    whichDueLater: 'due later',
    nothingNow: 'Nothing overdue or due this week.',
    onlyThisWeek: (thisWeek: string) => say`${thisWeek} due this week.`,
    onlyOverdue: (overdue: string) => say`${overdue} overdue. Nothing else due this week.`,
    both: (overdue: string, thisWeek: string) =>
      say`${overdue} overdue · ${thisWeek} due this week`,
  },
  vendors: {
    title: 'Top vendors by amount due',
    lead: (shown: number, all: number) =>
      shown < all
        ? say`Top ${formatCount(shown)} of ${plural(all, 'vendor', 'vendors')}`
        : plural(all, 'vendor', 'vendors'),
    vendor: 'Vendor',
    aging: 'Aging',
    share: '% of total',
    of: (vendor: string) => say`from ${vendor}`,
    agingTitle: 'Aging by vendor',
    agingTable: 'Amount due by vendor and days overdue',
    others: (count: number) => plural(count, 'other vendor', 'other vendors'),
    /**
     * Label of an amount's link in the table.
     * @param show such as "View 2 bills not overdue in USD"
     */
    show: (amount: string, show: string, vendor: string) => say`${amount}, ${show} from ${vendor}`,
  },
  calendar: {
    title: 'Next 30 days',
    dueOn: (day: string) => say`due ${day}`,
  },
  expected: {
    title: 'Expected but missing',
    lead: 'These vendors usually bill every month, and their next bill hasn’t arrived.',
    expectedOn: 'Expected',
    last: 'Last bill',
    usual: 'Usual total',
    show: (vendor: string) => say`View bills from ${vendor}`,
  },
  priceChanges: {
    title: 'Price changes',
    lead: 'Vendors with a new price in the last 12 months, largest change first.',
    before: 'Before',
    now: 'Now',
    change: 'Change',
    since: 'Since',
  },
  billsColumn: 'Bills',
  amount: 'Amount due',
  total: 'Total',
  noDueDate: (bills: number, amount: string) =>
    say`Excludes ${plural(bills, 'bill', 'bills')} without a due date (${amount}).`,
  empty: {
    none: {
      title: 'No unpaid bills',
      body: 'Aging, cash requirements, and top vendors appear here when there are unpaid bills.',
    },
    reading: {
      title: 'Syncing bills',
      body: 'Reports appear as bills arrive.',
    },
    notRead: {
      title: 'Not synced yet',
      body: 'Reports appear after the first sync.',
    },
    review: 'Go to Review',
  },
} as const;
