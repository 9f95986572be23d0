import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const invoices = {
  grid: 'Customer invoices',
  search: 'Search invoices',
  searchHint: 'Search invoices',
  clearSearch: 'Clear search',
  count: (count: number) => plural(count, 'invoice', 'invoices'),
  found: (count: number, all: number) =>
    say`${formatCount(count)} of ${plural(all, 'invoice', 'invoices')}`,
  readOnly: 'View only',
  asOf: (ago: string) => say`Synced ${ago}`,
  reading: 'Syncing invoices…',
  loadingList: 'Loading invoices…',
  tryAgain: 'Refresh',
  yes: 'Yes',
  no: 'No',
  none: '–',
  noName: 'Invoice',
  empty: {
    none: (service: string) => ({
      title: 'No invoices yet',
      body: say`This organization has no invoices in ${service}. New invoices appear automatically.`,
    }),
    notRead: {
      title: 'Not synced yet',
      body: 'Invoices appear after the first sync.',
    },
    search: (search: string) => ({
      title: say`No results for “${search}”`,
      body: 'Try fewer or different words.',
    }),
  },
  malformed: {
    banner: (count: number) => say`${plural(count, 'invoice', 'invoices')} couldn’t be loaded.`,
    show: 'View',
    title: 'Invoices that couldn’t be loaded',
    lead: (service: string) =>
      say`These contain invalid data. Check them in ${service}; other invoices are not affected.`,
    noId: 'No ID',
    wrong: 'Problem',
    raw: 'Raw data',
  },
  detail: {
    region: 'Invoice',
    none: 'No invoice selected',
    nothing: 'Select an invoice',
    keys: 'j / k to move',
    back: 'Back to the list',
    fields: 'Details',
    item: (position: number) => say`Item ${position}`,
    empty: '–',
  },
} as const;
