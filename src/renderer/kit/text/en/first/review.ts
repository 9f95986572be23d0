import type { BillStatus } from '../../../../../contract/wire-names.ts';
import type { BillList } from '../../../../core/model/list-choice.ts';
import type { Skipped } from '../../../../core/outbox/approve.ts';
import type { DueGroup } from '../../../../../base/days.ts';
import { formatCount } from '../../count.ts';
import { say } from '../../say.ts';
import { searchWords } from '../search-words.ts';
import { plural } from '../plural.ts';
import type { MessageText } from '../../message-text.ts';

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
    flags: 'Flags',
    age: 'Due in',
    status: 'Status',
    amount: 'Amount due',
  },
  /** Replaces the amount due in lists of paid or void bills. */
  total: 'Total',
  /** Days until a bill is due; negative once it is late. Follows “Due in”. */
  dueIn: (days: number) =>
    days === 0
      ? 'today'
      : days < 0
        ? say`${plural(-days, 'day', 'days')} late`
        : plural(days, 'day', 'days'),
  /** The same as a sentence of its own, for screen readers. */
  dueInWords: (days: number) =>
    days === 0
      ? 'due today'
      : days < 0
        ? say`${plural(-days, 'day', 'days')} overdue`
        : say`due in ${plural(days, 'day', 'days')}`,
  resize: (column: string) => say`Width of ${column}`,
  selectGroup: 'Select all',
  groups: {
    past: 'Past due',
    today: 'Due today',
    thisWeek: 'This week',
    later: 'Later',
    none: 'No due date',
  } satisfies Record<DueGroup, string>,
  /** For lists with paid and void bills, which are never overdue. */
  pastInHistory: 'Past',
  /** Bills that match the search except for a typo. */
  similar: 'Similar',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  similarBills: (count: number) => plural(count, 'similar bill', 'similar bills'),
  selectionCleared: 'Selection cleared',
  left: (count: number) => say`${formatCount(count)} left`,
  leftIn: (count: number, group: string) =>
    count === 0 ? say`None left under ${group}` : say`${formatCount(count)} left under ${group}`,
  dueTotal: 'Total due',
  /** Total of credits, beside the total of the bills. */
  credits: (amount: string) => say`credits ${amount}`,
  moreCurrencies: (count: number) => say`+${formatCount(count)} more`,
  noVendor: 'No vendor',
  noNumber: 'No number',
  loadingList: 'Loading bills…',
  searching: 'Searching…',
  detail: {
    region: 'Bill',
    /** For screen readers. */
    names: { number: 'Bill number:', amountDue: 'Amount due:', total: 'Total:' },
    none: 'No bill selected',
    nothing: 'Select a bill',
    keys: 'j / k to move, a to approve',
    back: 'Back to the list',
    approve: 'Approve',
    ofTotal: (total: string) => say`of ${total}`,
    due: (relative: string) => say`Due ${relative}`,
    overdue: (days: number) => say`${plural(days, 'day', 'days')} overdue`,
    /** Days from the bill date to the due date. */
    terms: (days: number) => (days === 0 ? 'Due on receipt' : say`Net ${formatCount(days)}`),
    noDue: 'No due date',
    notPayable: (status: string) => say`${status}. No approval needed.`,
    unknownStatus: (service: string) => say`Unknown status. Approve the bill in ${service}.`,
    fields: 'Details',
    alsoSent: 'Other fields',
    seen: (when: string) => say`Synced ${when}`,
    approvals: 'Approval',
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
    dueDate: 'Due date',
    createdAt: 'Entered',
  },
  bulk: {
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
  /** Reasons why a press approved nothing. */
  pace: {
    tooEarly: 'Not approved yet. This bill appeared or changed a moment ago.',
    tooMany:
      'Not approved. You can approve up to 60 bills a minute one by one. For more, select them first.',
  },
  stillSaving: {
    title: 'Not approved yet: this computer is still saving it',
    whatToDo: 'The bill leaves the list once it is approved. If this takes long, restart Billfold.',
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
  } satisfies Record<Exclude<Skipped['why'], 'notAgreed'>, MessageText>,
} as const;

export const vendor = {
  noOthers: 'No other bills from this vendor.',
  latest: 'Recent bills',
  showAll: (count: number) =>
    count === 1 ? 'View all bills from this vendor' : say`View all ${formatCount(count)} bills`,
} as const;
