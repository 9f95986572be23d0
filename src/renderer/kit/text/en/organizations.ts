import { formatCount, plural } from '../count.ts';

export const organizations = {
  all: 'All organizations',
  ofBill: 'Bill of ',
  /** The oldest of them: none is older. */
  asOf: (ago: string) => `Oldest bills read ${ago}`,
  notAllRead: 'Not all organizations read yet',
  failed: (name: string, title: string) => `${name}: ${title}`,
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
      count === 1 ? 'A bill is not shown here' : `${formatCount(count)} bills are not shown here`,
    body: (names: string) =>
      `Another organization’s bill has the same id, and only one of the two can be in this list. To review the other, open ${names} alone.`,
    open: (name: string) => `Open ${name}`,
  },
  insights: (count: number) =>
    `Bills of all ${formatCount(count)} organizations together; vendors of the same name count as one.`,
  invoices: (name: string) =>
    `Invoices of ${name}: they are shown for one organization at a time. For others, choose one in the organization list.`,
} as const;
