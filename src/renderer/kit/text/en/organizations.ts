import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const organizations = {
  all: 'All organizations',
  ofBill: 'Bill of ',
  /** The oldest of them: none is older. */
  asOf: (ago: string) => say`Oldest bills read ${ago}`,
  notAllRead: 'Not all organizations read yet',
  failed: (name: string, title: string) => say`${name}: ${title}`,
  noBills: {
    title: 'No bills yet',
    body: 'No organization has bills on the service. New ones appear here by themselves.',
  },
  bulk: {
    title: 'By organization',
    count: (bills: number) => plural(bills, 'bill', 'bills'),
  },
  conflictingIds: {
    title: (count: number) =>
      count === 1
        ? 'A bill is not shown here'
        : say`${formatCount(count)} bills are not shown here`,
    body: (names: string) =>
      say`Another organization’s bill has the same id, and only one of the two can be in this list. To review the other, open ${names} alone.`,
    open: (name: string) => say`Open ${name}`,
  },
  insights: (count: number) =>
    say`Bills of all ${formatCount(count)} organizations together; vendors of the same name count as one.`,
  invoices: (name: string) =>
    say`Invoices of ${name}: they are shown for one organization at a time. For others, choose one in the organization list.`,
} as const;
