import type { AgingBucket } from '../../../core/bills/aging.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const insights = {
  title: 'Insights',
  lead: 'All bills that can be approved, with those approved here that are not paid yet.',
  currency: 'Currency',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  /** Where a figure leads. @param which such as "due this week" */
  show: (count: number, which: string, currency: string) =>
    say`Show the ${plural(count, 'bill', 'bills')} ${which} in ${currency}`,
  stillReading: 'Bills are still being read: the figures grow until all of them are here.',
  notWhole: 'Not all bills are synced: the figures leave out those that are missing.',
  aging: {
    title: 'How old is what you owe?',
    lead: 'Amounts due by how long they are overdue.',
    asTable: 'Overdue amounts as a table',
    column: 'Overdue',
    buckets: {
      current: 'Not overdue',
      days30: '1–30 days',
      days60: '31–60 days',
      days90: '61–90 days',
      older: 'Over 90 days',
    } satisfies Record<AgingBucket, string>,
    which: {
      current: 'not overdue',
      days30: '1–30 days overdue',
      days60: '31–60 days overdue',
      days90: '61–90 days overdue',
      older: 'over 90 days overdue',
    } satisfies Record<AgingBucket, string>,
    summary: (overdue: string, total: string) => say`${overdue} of ${total} is overdue.`,
    nothingOverdue: (total: string) => say`Nothing of ${total} is overdue.`,
  },
  weeks: {
    title: 'How much cash do you need?',
    lead: 'Amounts due by the week they fall due in.',
    asTable: 'Weeks as a table',
    column: 'Week',
    overdue: 'Overdue',
    thisWeek: 'This week',
    later: 'Later',
    week: (from: string, to: string) => say`${from} – ${to}`,
    whichOverdue: 'overdue',
    whichDue: (week: string) => say`due ${week}`,
    laterThan: (date: string) => say`After ${date}`,
    nothingNow: 'Nothing is overdue, and nothing is due this week.',
    onlyThisWeek: (thisWeek: string) => say`${thisWeek} this week; nothing is overdue.`,
    onlyOverdue: (overdue: string) => say`${overdue} is overdue; nothing more is due this week.`,
    both: (overdue: string, thisWeek: string) =>
      say`${overdue} is overdue, ${thisWeek} more is due this week.`,
  },
  vendors: {
    title: 'Whom do you owe the most?',
    lead: (shown: number, all: number) =>
      shown < all
        ? say`The ${formatCount(shown)} largest of ${plural(all, 'vendor', 'vendors')}, by amount due.`
        : say`${plural(all, 'vendor', 'vendors')}, by amount due.`,
    vendor: 'Vendor',
    share: 'Share',
    of: (vendor: string) => say`of ${vendor}`,
  },
  billsColumn: 'Bills',
  amount: 'Amount due',
  total: 'Total',
  noDueDate: (bills: number, amount: string) =>
    say`${plural(bills, 'bill', 'bills')} without a due date, ${amount}, ${bills === 1 ? 'is' : 'are'} not in these figures.`,
  empty: {
    none: {
      title: 'Nothing to pay',
      body: 'When bills are waiting to be approved or paid, you see here how old they are, when the cash is needed and whom you owe the most.',
    },
    reading: {
      title: 'Reading your bills',
      body: 'The figures appear with the first bills.',
    },
    notRead: {
      title: 'Not all bills are synced yet',
      body: 'The figures appear once they are.',
    },
    review: 'Go to Review',
  },
} as const;
