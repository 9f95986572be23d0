import type { ListFailure, ListTarget } from '../../../../bridge/list-export.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

/** Lists that leave the screen, as files and on paper. */
export const listExport = {
  menu: 'Export',
  targets: {
    csv: 'Save as CSV…',
    pdf: 'Save as PDF…',
    printer: 'Print…',
  } satisfies Record<ListTarget, string>,
  actions: {
    csv: 'Save this list as CSV',
    pdf: 'Save this list as PDF',
    printer: 'Print this list',
  } satisfies Record<ListTarget, string>,
  working: {
    csv: 'Saving the list',
    pdf: 'Drawing the pages',
    printer: 'Preparing to print',
  } satisfies Record<ListTarget, string>,
  progress: (done: string, all: string) => say`${done} of ${all}`,
  drawing: 'The pages are being drawn. You can cancel, or wait: a long list takes a while.',
  cancel: 'Cancel',
  long: {
    title: (rows: string) => say`${rows} on paper?`,
    pages: (all: string, first: string, firstPages: string) =>
      say`All of them take about ${all} pages and a minute to draw; the first ${first} take about ${firstPages} pages.`,
    tooLong: (most: string, first: string, firstPages: string) =>
      say`A document holds at most ${most} rows. The first ${first} take about ${firstPages} pages. You can also filter the list, or save all of it as CSV.`,
    first: (rows: string) => say`First ${rows}`,
    all: (rows: string) => say`All ${rows}`,
    asCsv: 'Save as CSV instead',
  },
  saved: (file: string, rows: string): MessageText => ({
    title: say`Saved as ${file}`,
    whatToDo: say`${rows}. Keep the file as you keep your books.`,
  }),
  partOf: (first: string, all: string) => say`The first ${first} of ${all}`,
  nothing: 'There is nothing in this list to export.',
  failed: {
    noRoom: {
      title: 'Not saved: there is no room',
      whatToDo: 'Make room on the disk, or choose another place. No half of a file was left.',
    },
    notAllowed: {
      title: 'Not saved: Billfold may not write there',
      whatToDo: 'Choose another folder, or allow Billfold to write to this one.',
    },
    notWritten: {
      title: 'Not saved: the file could not be written',
      whatToDo: 'Choose another place and try again.',
    },
    notDrawn: {
      title: 'The pages could not be made',
      whatToDo:
        'Check that there is a printer when you want to print. Try with fewer rows, or save the list as CSV.',
    },
    tooLong: {
      title: 'The list is too long for paper',
      whatToDo: 'Filter the list, or save it as CSV.',
    },
    givenUp: {
      title: 'Not saved: another list was begun',
      whatToDo: 'Save this one again when the other is done.',
    },
  } satisfies Record<ListFailure['why'], MessageText>,
  /** In the files and on the pages themselves. */
  currency: 'Currency',
  group: 'Group',
  organization: 'Organization',
  printed: (when: string) => say`As on this computer ${when}`,
  firstOf: (rows: string, all: string) => say`The first ${rows} of ${all}`,
  total: (label: string) => say`Total: ${label}`,
  totalOfAll: (all: string) => say`Total of all ${all}`,
  facts: {
    organization: (name: string) => name,
    allOrganizations: 'All organizations',
    search: (search: string) => say`Found for “${search}”`,
    choice: (label: string, value: string) => say`${label}: ${value}`,
  },
  bills: {
    title: (filter: string) => say`Bills: ${filter}`,
    date: 'Bill date',
    memo: 'Memo',
    total: 'Total',
    flags: 'Flags',
    note: 'Note on this computer',
    id: 'Bill ID',
    invoiceId: 'Invoice ID',
  },
  approvals: {
    title: (section: string) => say`Approvals: ${section}`,
    approved: 'Approved',
    state: 'State',
    answer: 'What the service said',
    id: 'Approval ID',
  },
  insights: {
    line: 'Line',
    from: 'From',
    to: 'To',
    aging: (currency: string) => say`How long overdue, ${currency}`,
    weeks: (currency: string) => say`By the week it falls due, ${currency}`,
    vendors: (currency: string) => say`By vendor, ${currency}`,
    rows: (count: number) => plural(count, 'figure', 'figures'),
  },
} as const;
