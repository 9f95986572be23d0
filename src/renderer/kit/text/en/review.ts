import type { ReviewedSnapshot } from '../../../../bridge/snapshot.ts';
import type { BillStatus } from '../../../../contract/bill.ts';
import type { DueGroup } from '../../../core/time/days.ts';
import type { BillList } from '../../../core/bills/bill-list.ts';
import type { ApproveResult } from '../../../core/outbox/approve.ts';
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

export const review = {
  grid: 'Bills',
  search: 'Search bills',
  searchHint: 'Vendor, number, memo, amount',
  clearSearch: 'Clear search',
  show: 'Show',
  lists: {
    inbox: 'To review',
    snoozed: 'Snoozed',
    dismissed: 'Dismissed',
    approved: 'Approved here',
    payable: 'Not paid yet',
    all: 'All bills',
    ...statuses,
  } satisfies Record<BillList, string>,
  columns: {
    vendor: 'Vendor',
    number: 'Bill',
    due: 'Due',
    status: 'Status',
    amount: 'Amount due',
  },
  groups: {
    past: 'Overdue',
    today: 'Due today',
    thisWeek: 'This week',
    later: 'Later',
    none: 'No due date',
  } satisfies Record<DueGroup, string>,
  /** For lists that hold paid and void bills, which are never overdue. */
  pastInHistory: 'Due date passed',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  dueTotal: 'Due:',
  moreCurrencies: (count: number) => say`+${count} more`,
  noVendor: 'Vendor not given',
  noNumber: 'No number',
  loadingList: 'Opening your bills…',
  empty: {
    inbox: {
      title: 'Nothing left to review',
      body: 'Every payable bill has been approved or put aside. New ones appear here by themselves.',
    },
    noBills: {
      title: 'No bills yet',
      body: 'This organization has no bills on the service. New ones appear here by themselves.',
    },
    filter: {
      title: 'No such bills',
      body: 'There are no bills of this kind. Choose another under Show.',
    },
    search: (search: string) => ({
      title: say`Nothing found for “${search}”`,
      body: 'Every word has to be found in the vendor, number, memo or amount.',
    }),
    clearSearch: 'Clear search',
    showAll: 'Show all bills',
    /** Of what a search or filters were applied to. */
    notWhole: 'Not all bills are synced yet, so some may be missing here.',
    notSynced: {
      title: 'Not all bills are synced yet',
      body: 'They appear as soon as the service can be reached.',
    },
    organizations: {
      title: 'No organization yet',
      body: 'This sign-in has no organization, or the list has not been read. Ask an administrator of the service for access, or read again.',
    },
    tryAgain: 'Read bills now',
  },
  firstPull: {
    title: 'Reading your bills for the first time',
    progress: (bills: number, pages: number) =>
      pages === 0
        ? 'Waiting for the first page…'
        : say`${plural(bills, 'bill', 'bills')} on ${plural(pages, 'page', 'pages')} so far`,
    expected: (bills: number) => say`of about ${formatCount(bills)}`,
    timeLeft: (duration: string) => say`about ${duration} left`,
    usable: 'You can start reviewing now.',
    bar: 'Reading bills',
  },
  cutShort: (service: string): MessageText => ({
    title: 'Some bills may be missing',
    whatToDo: say`The list from ${service} ended too early. Billfold asks again by itself.`,
  }),
  pullFailed: 'The last reading did not finish',
  malformed: {
    banner: (count: number) =>
      say`${plural(count, 'bill', 'bills')} could not be read and cannot be approved here.`,
    show: 'Show them',
    title: 'Bills that could not be read',
    lead: 'The service sent these in a form Billfold does not trust. Look at them on the service; the other bills are not affected.',
    noId: 'Without an id',
    wrong: 'What was wrong',
    raw: 'As the service sent it',
  },
  detail: {
    region: 'Bill',
    nothing: 'Choose a bill to see all of it.',
    keys: 'Use j and k to move, a to approve.',
    back: 'Back to the list',
    approve: 'Approve',
    ofTotal: (total: string) => say`of ${total} in total`,
    due: (relative: string) => say`Due ${relative}`,
    noDue: 'No due date',
    notPayable: (status: string) => say`${status}: nothing to approve.`,
    unknownStatus: 'Billfold does not know this status, so it does not offer to approve.',
    fields: 'Bill',
    alsoSent: 'Also sent by the service',
    vendorSent: 'What the service says of the vendor',
    seen: (when: string) => say`Read from the service ${when}`,
    story: 'Approval',
    earlier: 'Approved before',
    openApprovals: 'Open in Approvals',
    notGiven: 'not given',
    gone: 'This bill is no longer in the list.',
  },
  fields: {
    bill_number: 'Bill number',
    status: 'Status',
    vendor: 'Vendor',
    date: 'Bill date',
    due_date: 'Due date',
    currency: 'Currency',
    total_cents: 'Total',
    amount_due_cents: 'Amount due',
    memo: 'Memo',
    created_at: 'Created',
    id: 'ID',
  },
  approved: (what: string) => say`Approved ${what}`,
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
    flagged: (count: number) => say`${plural(count, 'bill is', 'bills are')} worth a second look`,
    kind: (name: string, count: number) => say`${name} ${formatCount(count)}`,
    moreFlagged: (count: number) => say`and ${plural(count, 'more bill', 'more bills')} with flags`,
    skipped: (count: number) =>
      say`${plural(count, 'selected bill is', 'selected bills are')} left out: not payable, or already approved.`,
    approved: (count: number) => say`Approved ${plural(count, 'bill', 'bills')}`,
    notApproved: (count: number, notKept: boolean): MessageText => ({
      title: say`${plural(count, 'bill was', 'bills were')} not approved`,
      whatToDo: notKept
        ? 'The approvals couldn’t be saved on this computer, so nothing was sent. Make sure the disk has room, then approve again.'
        : 'They changed while the summary was open. Look at them as they are now, then approve them.',
    }),
  },
  notApproved: {
    notPayable: {
      title: 'Not approved: there is nothing to approve any more',
      whatToDo: 'The bill was paid or voided meanwhile. Look at its status.',
    },
    alreadyApproved: {
      title: 'This bill is already approved',
      whatToDo: 'You find its approval under Approvals.',
    },
    unknownBill: {
      title: 'Not approved: the bill is no longer there',
      whatToDo: 'Read the bills again to see what is there now.',
    },
    notKept: {
      title: 'Not approved: the approval couldn’t be saved on this computer',
      whatToDo: 'Nothing was sent. Make sure the disk has room, then approve again.',
    },
  } satisfies Record<ApproveResult['skipped'][number]['why'], MessageText>,
} as const;

/** Names of what a snapshot holds, for the difference shown when a bill has changed. */
export const snapshotFields = {
  billId: 'ID',
  billNumber: 'Bill number',
  vendorName: 'Vendor',
  currency: 'Currency',
  totalCents: 'Total',
  amountDueCents: 'Amount due',
  dueDate: 'Due date',
  status: 'Status',
  date: 'Bill date',
  memo: 'Memo',
  created_at: 'Created',
  'vendor.id': 'Vendor ID',
  'vendor.name': 'Vendor name',
} as const satisfies Record<Exclude<keyof ReviewedSnapshot, 'rest'>, string> &
  Record<string, string>;

export const vendor = {
  title: 'Vendor',
  sent: 'What the service says of the vendor',
  onThisComputer: 'From the bills on this computer',
  otherBills: 'Bills of this vendor',
  noOthers: 'This is the only bill of this vendor on this computer.',
  count: (status: string, count: number) => say`${formatCount(count)} ${status.toLowerCase()}`,
  due: 'Due in all',
  usual: 'Usual amount',
  usualOf: (amount: string, count: number) =>
    say`${amount}, the median of ${plural(count, 'earlier bill', 'earlier bills')}`,
  noUsual: 'Too few earlier bills to say',
  lastApproved: 'Last approved here',
  lastPaid: 'Last paid bill',
  never: 'None',
  latest: 'Latest bills of this vendor',
  dated: (number: string, day: string) => say`${number}, ${day}`,
  showAllOfThis: 'Show all bills of this vendor',
  showAll: (count: number) =>
    count === 1
      ? 'Show all bills of this vendor'
      : say`Show all ${formatCount(count)} bills of this vendor`,
} as const;
