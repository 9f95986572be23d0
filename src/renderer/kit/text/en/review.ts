import type { ReviewedSnapshot } from '../../../../bridge/snapshot.ts';
import type { BillStatus } from '../../../../contract/bill.ts';
import type { DueGroup } from '../../../core/time/days.ts';
import type { BillList } from '../../../core/bills/bill-list.ts';
import type { Skipped } from '../../../core/outbox/approve.ts';
import type { SearchWords } from '../../../core/bills/search-query.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from './problems.ts';

export const statuses = {
  open: 'Open',
  overdue: 'Overdue',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  void: 'Void',
} as const satisfies Record<BillStatus, string>;

/** How the operators of the search are called, folded as the search folds what is typed. */
const searchWords: SearchWords = {
  operators: { due: ['due'], is: ['is'], vendor: ['vendor'] },
  states: { overdue: ['overdue'], flagged: ['flagged'] },
  days: {
    today: ['today'],
    tomorrow: ['tomorrow'],
    thisWeek: ['this week'],
    nextWeek: ['next week'],
    thisMonth: ['this month'],
    nextMonth: ['next month'],
  },
};

export const review = {
  /** What a bill's own menu copies. */
  copy: {
    number: 'Copy number',
    amount: 'Copy amount',
    row: 'Copy row',
    done: 'Copied',
  },
  grid: 'Bills',
  search: 'Search bills',
  searchHint: 'Search vendor, bill no., memo, or amount',
  searchWords,
  clearSearch: 'Clear search',
  show: 'Show',
  lists: {
    inbox: 'Needs approval',
    snoozed: 'Snoozed',
    dismissed: 'Hidden',
    approved: 'Approved by me',
    payable: 'Unpaid',
    all: 'All bills',
    open: 'Status: Open',
    overdue: 'Status: Overdue',
    partially_paid: 'Status: Partially paid',
    paid: 'Status: Paid',
    void: 'Status: Void',
  } satisfies Record<BillList, string>,
  columns: {
    vendor: 'Vendor',
    organization: 'Organization',
    number: 'Bill no.',
    memo: 'Memo',
    due: 'Due date',
    age: 'Age',
    status: 'Status',
    amount: 'Amount due',
  },
  /** In place of the amount due, in lists of bills that are paid or void. */
  total: 'Total',
  resize: (column: string) => say`Width of ${column}`,
  print: 'Print this bill',
  selectGroup: 'Select all',
  selectThisGroup: 'Select all bills in this group',
  groups: {
    past: 'Past due',
    today: 'Due today',
    thisWeek: 'This week',
    later: 'Later',
    none: 'No due date',
  } satisfies Record<DueGroup, string>,
  /** For lists that hold paid and void bills, which are never overdue. */
  pastInHistory: 'Past',
  /** Bills that hold what is searched with a wrong letter. */
  similar: 'Similar',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  left: (count: number) => say`${formatCount(count)} left`,
  leftIn: (count: number, group: string) =>
    count === 0 ? say`None left under ${group}` : say`${formatCount(count)} left under ${group}`,
  dueTotal: 'Total due',
  moreCurrencies: (count: number) => say`+${formatCount(count)} more`,
  noVendor: 'No vendor',
  noNumber: 'No number',
  loadingList: 'Loading bills…',
  empty: {
    inbox: {
      title: 'All caught up',
      body: 'New bills appear here automatically.',
    },
    /** What the day came to, beside an empty inbox. */
    day: {
      title: 'Today',
      approved: 'Approved today',
      dueNextWeek: 'Due next week',
    },
    noBills: (service: string) => ({
      title: 'No bills yet',
      body: say`This organization has no bills in ${service}. New bills appear automatically.`,
    }),
    filter: {
      title: 'No bills here',
      body: 'Choose another view.',
    },
    search: (search: string) => ({
      title: say`No results for “${search}”`,
      body: 'Check the spelling, or search all bills.',
    }),
    clearSearch: 'Clear search',
    elsewhere: (count: number) => say`${formatCount(count)} in all bills`,
    showAll: 'Show all bills',
    /** Of what a search or filters were applied to. */
    notWhole: 'Not all bills are synced yet, so some may be missing here.',
    notSynced: {
      title: 'Not synced yet',
      body: 'Bills appear after the first sync.',
    },
    organizations: {
      title: 'No organizations',
      body: 'Ask your administrator for access, then refresh.',
    },
    tryAgain: 'Refresh',
  },
  firstPull: {
    title: 'Downloading your bills',
    progress: (bills: number, pages: number) =>
      pages === 0 ? 'Starting…' : plural(bills, 'bill', 'bills'),
    expected: (bills: number) => say`of about ${formatCount(bills)}`,
    timeLeft: (duration: string) => say`about ${duration} left`,
    usable: 'You can start reviewing now.',
    bar: 'Downloading bills',
  },
  cutShort: (service: string): MessageText => ({
    title: 'Some bills may be missing',
    whatToDo: say`The list from ${service} ended too early. Billfold tries again automatically.`,
  }),
  pullFailed: 'Last sync didn’t finish',
  malformed: {
    banner: (count: number) =>
      say`${plural(count, 'bill', 'bills')} couldn’t be loaded and can’t be approved here.`,
    show: 'View',
    title: 'Bills that couldn’t be loaded',
    lead: (service: string) =>
      say`These contain invalid data. Check them in ${service}; other bills are not affected.`,
    noId: 'No ID',
    wrong: 'Problem',
    raw: 'Raw data',
    problem: {
      kinds: {
        string: 'text',
        number: 'a number',
        int: 'a whole number',
        boolean: 'true or false',
        object: 'an object',
        record: 'an object',
        array: 'a list',
        null: 'nothing',
      },
      instead: (field: string, wanted: string, found: string) =>
        say`${field}: ${found} instead of ${wanted}`,
      missing: (field: string) => say`${field}: missing`,
    },
  },
  detail: {
    region: 'Bill',
    none: 'No bill selected',
    nothing: 'Select a bill',
    keys: 'j / k to move, a to approve',
    back: 'Back to the list',
    approve: 'Approve',
    ofTotal: (total: string) => say`of ${total}`,
    due: (relative: string) => say`Due ${relative}`,
    overdue: (days: number) => say`${plural(days, 'day', 'days')} overdue`,
    noDue: 'No due date',
    notPayable: (status: string) => say`${status}. No approval needed.`,
    unknownStatus: (service: string) => say`Unknown status. Approve the bill in ${service}.`,
    fields: 'Details',
    alsoSent: 'Other fields',
    seen: (when: string) => say`Synced ${when}`,
    story: 'Approval',
    earlier: 'Previous approvals',
    openApprovals: 'Open in Approvals',
    notGiven: '–',
    copyId: 'Copy ID',
    idCopied: 'ID copied',
    gone: 'This bill is no longer available.',
  },
  fields: {
    memo: 'Memo',
    date: 'Bill date',
    due_date: 'Due date',
    created_at: 'Entered',
  },
  selection: {
    bar: 'Selected bills',
    count: (count: number) => say`${plural(count, 'bill', 'bills')} selected`,
    approve: (count: number) => say`Approve ${plural(count, 'bill', 'bills')}…`,
    clear: 'Clear selection',
  },
  bulk: {
    title: (count: number) =>
      count === 0 ? 'Nothing to approve' : say`Approve ${plural(count, 'bill', 'bills')}?`,
    approve: (count: number) => say`Approve ${plural(count, 'bill', 'bills')}`,
    flagged: (count: number) => say`${plural(count, 'bill', 'bills')} to check`,
    kind: (name: string, count: number) => say`${name}: ${formatCount(count)}`,
    others: (count: number, flagged: number) =>
      flagged === 0 ? plural(count, 'bill', 'bills') : plural(count, 'other bill', 'other bills'),
    leaveOutFlagged: 'Leave out flagged',
    more: (count: number) => say`+ ${formatCount(count)} more`,
    moreFlagged: (count: number) => say`+ ${formatCount(count)} more flagged`,
    skipped: (count: number) =>
      say`${plural(count, 'bill', 'bills')} skipped (already approved or not payable).`,
    approved: (count: number) => say`Approved ${plural(count, 'bill', 'bills')}`,
    notApproved: (count: number, notKept: boolean): MessageText => ({
      title: say`${plural(count, 'bill was', 'bills were')} not approved`,
      whatToDo: notKept
        ? 'The approvals couldn’t be saved on this computer, so nothing was sent. Check disk space and approve again.'
        : count === 1
          ? 'It changed in the meantime. Review and approve it again.'
          : 'They changed in the meantime. Review and approve them again.',
    }),
  },
  notApproved: {
    notPayable: {
      title: 'Not approved: the bill is not payable',
      whatToDo: 'Only open, overdue, and partially paid bills can be approved.',
    },
    alreadyApproved: {
      title: 'Already approved',
      whatToDo: 'See Approvals.',
    },
    unknownBill: {
      title: 'Not approved: bill not found',
      whatToDo: 'Refresh the list.',
    },
    notKept: {
      title: 'Not approved: the approval couldn’t be saved on this computer',
      whatToDo: 'Nothing was sent. Check disk space and approve again.',
    },
  } satisfies Record<Skipped['why'], MessageText>,
} as const;

/** Names of what a snapshot holds, for the difference shown when a bill has changed. */
export const snapshotFields = {
  billId: 'Bill ID',
  billNumber: 'Bill number',
  vendorName: 'Vendor',
  currency: 'Currency',
  totalCents: 'Total',
  amountDueCents: 'Amount due',
  dueDate: 'Due date',
  status: 'Status',
  date: 'Bill date',
  memo: 'Memo',
  created_at: 'Entered',
  'vendor.id': 'Vendor ID',
  'vendor.name': 'Vendor name',
} as const satisfies Record<Exclude<keyof ReviewedSnapshot, 'rest'>, string> &
  Record<string, string>;

export const vendor = {
  title: 'Vendor',
  sent: 'Vendor details',
  onThisComputer: 'From synced bills',
  otherBills: 'Bills',
  noOthers: 'No other bills from this vendor.',
  count: (status: string, count: number) => say`${formatCount(count)} ${status.toLowerCase()}`,
  due: 'Total outstanding',
  usual: 'Typical bill',
  usualOf: (amount: string, count: number) =>
    say`${amount} (median of ${formatCount(count)} earlier bills)`,
  noUsual: 'Too few bills before this one',
  lastApproved: 'Approved here',
  /** Nobody tells when it was paid: the date is the bill's. */
  lastPaid: 'Latest paid bill',
  none: 'None',
  never: 'Never',
  latest: 'Recent bills',
  history: (count: number) => say`Totals of the last ${plural(count, 'bill', 'bills')}`,
  usually: (amount: string) => say`usually ${amount}`,
  dated: (number: string, day: string) => say`${number}, dated ${day}`,
  showAllOfThis: 'View all bills from this vendor',
  showAll: (count: number) =>
    count === 1 ? 'View all bills from this vendor' : say`View all ${formatCount(count)} bills`,
} as const;
