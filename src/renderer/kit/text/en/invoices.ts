import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const invoices = {
  grid: 'Invoices',
  search: 'Search invoices',
  searchHint: 'Anything in an invoice',
  clearSearch: 'Clear search',
  count: (count: number) => plural(count, 'invoice', 'invoices'),
  found: (count: number, all: number) =>
    say`${formatCount(count)} of ${plural(all, 'invoice', 'invoices')}`,
  readOnly: 'To look at only: Billfold never changes an invoice.',
  asOf: (ago: string) => say`Read from the service ${ago}`,
  reading: 'Reading invoices…',
  loadingList: 'Opening your invoices…',
  tryAgain: 'Read invoices now',
  yes: 'Yes',
  no: 'No',
  none: '–',
  noName: 'Invoice',
  empty: {
    none: {
      title: 'No invoices yet',
      body: 'This organization has no invoices on the service. New ones appear here by themselves.',
    },
    notRead: {
      title: 'The invoices have not been read yet',
      body: 'They appear as soon as the service can be reached.',
    },
    search: (search: string) => ({
      title: say`Nothing found for “${search}”`,
      body: 'Every word has to be found somewhere in the invoice.',
    }),
  },
  malformed: {
    banner: (count: number) => say`${plural(count, 'invoice', 'invoices')} could not be read.`,
    show: 'Show them',
    title: 'Invoices that could not be read',
    lead: 'The service sent these in a form Billfold does not trust. Look at them on the service; the other invoices are not affected.',
    noId: 'Without an id',
    wrong: 'What was wrong',
    raw: 'As the service sent it',
  },
  detail: {
    region: 'Invoice',
    nothing: 'Choose an invoice to see all of it.',
    keys: 'Use j and k to move.',
    back: 'Back to the list',
    fields: 'All fields',
    item: (position: number) => say`No. ${position}`,
    empty: 'not given',
  },
} as const;
