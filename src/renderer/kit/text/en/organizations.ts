import { plural } from './plural.ts';
import { say } from '../say.ts';

export const organizations = {
  all: 'All organizations',
  ofBill: 'Organization: ',
  /** Age of the organization synced longest ago. */
  synced: (ago: string) => say`Synced ${ago} (oldest)`,
  notAllRead: 'Some organizations not synced yet',
  failed: (name: string, title: string) => say`${name}: ${title}`,
  noBills: {
    title: 'No bills yet',
    body: 'No bills in any organization. New bills appear automatically.',
  },
  bulk: {
    title: 'By organization',
    count: (bills: number) => plural(bills, 'bill', 'bills'),
  },
  conflictingIds: {
    title: (count: number) => say`${plural(count, 'bill', 'bills')} not shown`,
    body: (names: string) =>
      say`Bills in other organizations have the same ID. Open ${names} to review.`,
    open: (name: string) => say`Open ${name}`,
  },
  reports: (count: number) =>
    say`All ${plural(count, 'organization', 'organizations')}. Vendors with the same name are combined.`,
  lost: (names: string, shown: string) => ({
    title: say`You no longer have access to ${names}`,
    whatToDo: say`Now showing ${shown}. Unsent approvals stay under Approvals. If this is wrong, contact your administrator.`,
  }),
  invoices: (name: string) => say`Showing ${name}. Switch organization to see others.`,
} as const;
