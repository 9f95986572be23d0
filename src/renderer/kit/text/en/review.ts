import type { ReviewedSnapshot } from '../../../../bridge/snapshot.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';
import type { MessageText } from '../message-text.ts';
import type { BillStatus } from '../../../../contract/wire-names.ts';
import type { BillList } from '../../../core/model/list-choice.ts';
import type { Skipped } from '../../../core/approve/plan-approval.ts';
import type { DueGroup } from '../../../../base/days.ts';
import { searchWords } from './search-words.ts';

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
    hidden: 'Hidden',
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
    dueIn: 'Due in',
    status: 'Status',
    amount: 'Amount due',
  },
  /** Column of amounts: bills that aren’t payable, such as paid ones, have no amount due and show their total. */
  amountKinds: { due: 'Amount due', total: 'Total', mixed: 'Amount' },
  /** Days until a bill is due; negative once it is late. Shown under “Due in”. */
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
  moreCurrencies: (count: number) => say`+${formatCount(count)}`,
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
    paymentTerms: (days: number) => (days === 0 ? 'Due on receipt' : say`Net ${formatCount(days)}`),
    noDue: 'No due date',
    notPayable: (status: string) => say`${status}. No approval needed.`,
    selecting: 'Keys and buttons act on the selected bills.',
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
  /** Reasons why a press approved nothing. */
  pace: {
    tooEarly: 'Not approved yet. This bill appeared or changed a moment ago.',
    tooMany:
      'Not approved. You can approve up to 60 bills a minute one by one. For more, select them first.',
  },
  approving: 'Approving…',
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
    notSaved: {
      title: 'Not approved: the approval couldn’t be saved on this computer',
      whatToDo: 'Nothing was sent. Check disk space and approve again.',
    },
  } satisfies Record<Exclude<Skipped['why'], 'notAgreed'>, MessageText>,
  print: 'Print this bill',
  selectThisGroup: 'Select all bills in this group',
  /** Main commands of a bill's context menu. */
  menu: {
    select: 'Select',
    deselect: 'Deselect',
    addNote: 'Add note',
    editNote: 'Edit note',
  },
  /** Copy commands of a bill's context menu. */
  copy: {
    number: 'Copy number',
    amount: 'Copy amount',
    row: 'Copy row',
    done: 'Copied',
  },
  empty: {
    inbox: {
      title: 'All caught up',
      body: 'New bills appear here automatically.',
    },
    unread: {
      title: 'No other bills to review',
      body: 'Bills that couldn’t be loaded, or have an unknown status, may still need approval.',
    },
    /** Figures of the day, beside an empty inbox. */
    day: {
      title: 'Today',
      approved: 'Approved today',
      dueNextWeek: 'Due next week',
    },
    /** Result of the bulk approval that emptied a filtered list. */
    bulk: {
      title: (count: number) => say`${formatCount(count)} approved`,
      body: 'Nothing left in this list.',
      showAll: 'Show all to review',
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
      body: 'Check the spelling, or try fewer words, a date such as “due friday”, or an amount such as “over 500”.',
    }),
    inNoBill: (words: string) => say`No bill contains ${words}.`,
    searchDone: (search: string) => say`Nothing left here for “${search}”`,
    approvedOfSearch: (count: number) => say`You approved ${formatCount(count)} today.`,
    inOtherLists: 'Other lists have matches.',
    clearSearch: 'Clear search',
    elsewhere: (count: number) => say`Show ${plural(count, 'match', 'matches')} in all bills`,
    showAll: 'Show all bills',
    /** For a search or filter over incomplete data. */
    notWhole: 'Not all bills are synced yet, so some may be missing here.',
    notOpened: {
      title: 'Bills not loaded',
      body: 'They appear once Billfold can open its data on this computer.',
    },
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
    title: 'Syncing your bills',
    progress: (bills: number, pages: number) =>
      pages === 0 ? 'Starting…' : plural(bills, 'bill', 'bills'),
    expected: (bills: number) => say`of about ${formatCount(bills)}`,
    timeLeft: (duration: string) => say`about ${duration} left`,
    usable: 'You can start reviewing now.',
    bar: 'Syncing bills',
  },
  cuts: {
    title: (service: string, lists: string) => say`${service} lists only the first ${lists}`,
    list: (count: number, status: string | null) =>
      status === null
        ? plural(count, 'bill', 'bills')
        : say`${formatCount(count)} ${status} ${count === 1 ? 'bill' : 'bills'}`,
    statuses: {
      open: 'open',
      overdue: 'overdue',
      partially_paid: 'partially paid',
      paid: 'paid',
      void: 'void',
    },
    elsewhere: (service: string) =>
      say`Bills beyond these can’t be shown or approved here. Look for them in ${service}.`,
    why: {
      silent: 'It doesn’t say whether there are more.',
      noCursor: 'It says there are more, but not how to get them.',
      repeats: 'It sends repeated or empty pages instead of the next ones.',
      byNumber: 'It numbers its pages in a way that Billfold can’t follow.',
      tooLarge: 'The next bill is too large to be read.',
    },
    unordered: (service: string): MessageText => ({
      title: 'Bills may be missing',
      whatToDo: say`${service} lists bills in changing order: some came twice, others not at all. Sync again. If it continues, contact ${service}.`,
    }),
    notFound: (service: string, names: string): MessageText => ({
      title: say`${service} sent no list of ${names} bills`,
      whatToDo: say`It rejected the request, or answered without a list. Bills with this status may be missing or out of date. Look for them in ${service}.`,
    }),
    organizations: (count: number) => plural(count, 'organization', 'organizations'),
    otherOrganizations: (service: string) =>
      say`Bills of other organizations can’t be shown or approved here. Look for them in ${service}.`,
    cached: (service: string): MessageText => ({
      title: say`${service} answered from a cache`,
      whatToDo:
        'Bills may be out of date, and approvals wait until they can be checked. Contact your network administrator if it continues.',
    }),
  },
  pullFailed: 'Last sync didn’t finish',
  partial: 'Bills may be missing here.',
  malformed: {
    banner: (count: number) =>
      say`${plural(count, 'bill', 'bills')} couldn’t be loaded and can’t be approved here.`,
    show: 'View',
    all: { title: 'No bills to show', body: 'None of the bills could be loaded.' },
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
      /** In place of a field, for the whole bill or invoice. */
      whole: 'Entry',
      forms: {
        tooLong: (field: string, most: string) => say`${field}: longer than ${most} characters`,
        empty: (field: string, _size: string) => say`${field}: empty`,
        tooLarge: (field: string, _size: string) => say`${field}: a number too large to be exact`,
        notText: (field: string, _size: string) => say`${field}: not text`,
        notBill: (field: string, _size: string) => say`${field}: not a bill`,
        notId: (field: string, _size: string) => say`${field}: not a valid ID`,
        proto: (_field: string, _size: string) =>
          'It has a field “__proto__”, whose changes would go unnoticed.',
        deep: (_field: string, levels: string) => say`It’s nested ${levels} levels deep.`,
        large: (_field: string, size: string) => say`It’s larger than ${size} KB.`,
      },
      known: {
        noDueDate: 'The due date can’t be read.',
        creditSign: 'The amount has the wrong sign for a credit.',
        otherTotal: 'Two fields give different totals.',
        notCurrency: 'The currency is not a code of three letters.',
        unknownCurrency: 'The currency code is not known.',
        otherVendors: 'It names different vendors.',
        twice: 'It’s listed twice, with different contents.',
      },
    },
  },
  selection: {
    bar: 'Selected bills',
    count: (count: number) => say`${plural(count, 'bill', 'bills')} selected`,
    approve: (count: number) => say`Approve ${plural(count, 'bill', 'bills')}…`,
    clear: 'Clear selection',
  },
  bulk: {
    approved: (count: number) => say`Approved ${plural(count, 'bill', 'bills')}`,
    notApproved: (count: number, notSaved: boolean): MessageText => ({
      title: say`${plural(count, 'bill was', 'bills were')} not approved`,
      whatToDo: notSaved
        ? 'The approvals couldn’t be saved on this computer, so nothing was sent. Check disk space and approve again.'
        : count === 1
          ? 'It changed in the meantime. Review and approve it again.'
          : 'They changed in the meantime. Review and approve them again.',
    }),
    title: (count: number) =>
      count === 0
        ? 'No bills to approve together'
        : say`Approve ${plural(count, 'bill', 'bills')}?`,
    approve: (count: number) => say`Approve ${plural(count, 'bill', 'bills')}`,
    approveSome: (count: number, leftOut: string) =>
      say`Approve ${formatCount(count)}, leave out ${leftOut}`,
    flagged: (count: number) => say`${plural(count, 'bill', 'bills')} to check`,
    kind: (name: string, count: number) => say`${name}:\u00A0${formatCount(count)}`,
    others: (count: number, flagged: number) =>
      flagged === 0 ? plural(count, 'bill', 'bills') : plural(count, 'other bill', 'other bills'),
    leaveOutFlagged: 'Leave out flagged',
    includeFlagged: 'Include flagged',
    flaggedLeftOut: 'Left out unless you include them.',
    secondCopies: (count: number) =>
      say`${plural(count, 'bill looks', 'bills look')} the same as one paid, approved, or selected`,
    held: (count: number) => say`${plural(count, 'bill is', 'bills are')} on hold`,
    aboveLimit: (count: number) =>
      say`${plural(count, 'bill is', 'bills are')} above your limit “Never in bulk above”`,
    askedAlone: (count: number) =>
      count === 1
        ? 'Left out. To approve it anyway, approve it separately.'
        : 'Left out. To approve one anyway, approve it separately.',
    showMore: (count: number, left: number) =>
      say`Show ${formatCount(count)} of ${formatCount(left)} more`,
    skipped: (count: number) =>
      say`${plural(count, 'bill', 'bills')} skipped (already approved or not payable).`,
  },
} as const;

/** Names of a snapshot's fields, for the differences of a changed bill. */
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
  createdAt: 'Entered',
  vendorId: 'Vendor ID',
} as const satisfies Record<SnapshotField, string>;

type Rest = NonNullable<ReviewedSnapshot['rest']>;
type SnapshotField = Exclude<keyof ReviewedSnapshot | keyof Rest, 'rest' | 'vendor' | 'others'>;

export const statuses = {
  open: 'Open',
  overdue: 'Overdue',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  void: 'Void',
} as const satisfies Record<BillStatus, string>;
