import type { ListFailure, ListTarget } from '../../../../bridge/list-export.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';

/** Exporting and printing lists. */
export const listExport = {
  menu: 'Export',
  actions: {
    csv: 'Export this list as CSV',
    pdf: 'Export this list as PDF',
    printer: 'Print this list',
  } satisfies Record<ListTarget, string>,
  targets: {
    csv: 'Export CSV…',
    pdf: 'Export PDF…',
    printer: 'Print…',
  } satisfies Record<ListTarget, string>,
  working: {
    csv: 'Exporting CSV',
    pdf: 'Creating PDF',
    printer: 'Preparing to print',
  } satisfies Record<ListTarget, string>,
  progress: (done: string, all: string) => say`${done} of ${all}`,
  drawing: 'Creating pages. Long lists can take a minute.',
  cancel: 'Cancel',
  long: {
    title: (rows: string) => say`Export ${rows}?`,
    pages: (all: string, first: string, firstPages: string) =>
      say`All: about ${all} pages, about a minute. First ${first}: about ${firstPages} pages.`,
    tooLong: (most: string, first: string, firstPages: string) =>
      say`PDFs are limited to ${most} rows. First ${first}: about ${firstPages} pages. Filter the list, or export CSV for everything.`,
    first: (rows: string) => say`Export first ${rows}`,
    all: (rows: string) => say`Export all ${rows}`,
    asCsv: 'Export CSV instead',
  },
  showInFolder: 'Show in folder',
  saved: (file: string, rows: string): MessageText => ({
    title: say`Exported ${file}`,
    whatToDo: say`${rows}.`,
  }),
  partOf: (first: string, all: string) => say`First ${first} of ${all}`,
  nothing: 'Nothing to export.',
  failed: {
    noRoom: {
      title: 'Not saved: disk is full',
      whatToDo: 'Free up space or choose another location.',
    },
    notAllowed: {
      title: 'Not saved: no permission to write to this folder',
      whatToDo: 'Choose another folder, or allow Billfold to write to this one.',
    },
    notWritten: {
      title: 'Not saved: the file couldn’t be written',
      whatToDo: 'Choose another location and try again.',
    },
    notDrawn: {
      title: 'Couldn’t create the pages',
      whatToDo: 'Check your printer, try fewer rows, or export CSV.',
    },
    tooLong: {
      title: 'Too many rows for PDF',
      whatToDo: 'Filter the list, or export CSV.',
    },
    givenUp: {
      title: 'Export canceled: another export was started',
      whatToDo: 'Export again when the other one is done.',
    },
  } satisfies Record<ListFailure['why'], MessageText>,
  /** Texts in the exported files and printed pages. */
  currency: 'Currency',
  group: 'Group',
  organization: 'Organization',
  printed: (when: string) => say`Data as of ${when}`,
  firstOf: (rows: string, all: string) => say`First ${rows} of ${all}`,
  total: (label: string) => say`Total: ${label}`,
  totalOfAll: (all: string) => say`Total of all ${all}`,
  facts: {
    organization: (name: string) => say`${name}`,
    allOrganizations: 'All organizations',
    search: (search: string) => say`Search: “${search}”`,
    choice: (label: string, value: string) => say`${label}: ${value}`,
  },
  handover: {
    title: 'Day’s handover',
    menu: 'Day’s handover (PDF)…',
    pdf: 'Save day’s handover as PDF',
    print: 'Print day’s handover',
    sent: 'Sent and confirmed',
    sentBy: (organization: string) => say`Sent and confirmed: ${organization}`,
    inCurrency: (organization: string, currency: string) => say`${organization} (${currency})`,
    unsent: 'Waiting or not sent',
    bills: 'Bills',
    overrides: 'Approved despite flags',
    flags: 'Flags',
    reason: 'Reason',
    questions: 'Open questions',
    question: 'Question',
    asked: 'Asked',
    answerBy: 'Answer by',
    dueTomorrow: 'Due tomorrow, not approved',
    /** Contents of the handover, for the notice that it was saved. */
    counts: (sent: number, unsent: number, questions: number, due: number) =>
      say`${formatCount(sent)} sent, ${formatCount(unsent)} waiting or not sent, ${plural(questions, 'open question', 'open questions')}, ${formatCount(due)} due tomorrow`,
    none: 'None',
    only: (organization: string) => say`Open questions and bills due: only ${organization}.`,
  },
  bills: {
    title: (filter: string) => say`Bills – ${filter}`,
    date: 'Bill date',
    memo: 'Memo',
    total: 'Total',
    approval: 'Approval',
    flags: 'Flags',
    note: 'Note (local)',
    tags: 'Tags',
    id: 'Bill ID',
    invoiceId: 'Invoice ID',
  },
  approvals: {
    title: (section: string) => say`Approvals – ${section}`,
    approved: 'Approved',
    state: 'Status',
    answer: 'Response',
    id: 'Approval ID',
  },
  reports: {
    line: 'Row',
    period: 'Period',
    day: 'Due date',
    usual: 'Usual total',
    sum: (bills: string, amount: string) => say`${bills} · ${amount}`,
    from: 'From',
    to: 'To',
    aging: (currency: string) => say`AP aging (${currency})`,
    weeks: (currency: string) => say`Cash requirements by week (${currency})`,
    calendar: (currency: string) => say`Cash requirements, next 30 days (${currency})`,
    vendors: (currency: string) => say`AP aging by vendor (${currency})`,
    expected: (currency: string) => say`Expected but missing, usual totals (${currency})`,
    prices: (currency: string) => say`Price changes, new prices (${currency})`,
    rows: (count: number) => plural(count, 'row', 'rows'),
  },
} as const;
