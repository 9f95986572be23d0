import type { AgingBucket } from '../../../core/bills/figures/aging.ts';
import type { MatchKind } from '../../../core/bills/statements/match-statement.ts';
import type { ColumnRole } from '../../../core/model/column-role.ts';
import type { FileFault } from '../../../core/bills/statements/statement-file.ts';
import type { SkippedLine } from '../../../core/bills/statements/statement-lines.ts';
import { formatCount } from '../count.ts';
import type { MessageText } from '../message-text.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const reports = {
  title: 'Payables reports',
  leads: {
    payable: 'All unpaid bills, including those you’ve approved.',
    inbox: 'Unpaid bills awaiting approval, excluding snoozed and hidden bills.',
  } satisfies Record<'payable' | 'inbox', string>,
  includeApproved: 'Include approved',
  asOf: (day: string) => say`As of ${day}`,
  asOfSync: (day: string, age: string) => say`As of ${day} · synced ${age}`,
  currency: 'Currency',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  /**
   * Label of a figure's link.
   * @param which such as "due this week"
   */
  show: (count: number, which: string, currency: string) =>
    say`View ${plural(count, 'bill', 'bills')} ${which} in ${currency}`,
  stillReading: 'Sync in progress. Totals are not final.',
  notWhole: 'Some bills haven’t synced yet, so totals are incomplete.',
  aging: {
    title: 'Accounts payable aging',
    lead: 'Amount due by days overdue',
    asTable: 'View as table',
    column: 'Days overdue',
    buckets: {
      current: 'Current',
      days30: '1–30 days',
      days60: '31–60 days',
      days90: '61–90 days',
      older: 'Over 90 days',
    } satisfies Record<AgingBucket, string>,
    which: {
      current: 'not overdue',
      days30: '1–30 days overdue',
      days60: '31–60 days overdue',
      days90: '61–90 days overdue',
      older: 'more than 90 days overdue',
    } satisfies Record<AgingBucket, string>,
    summary: (overdue: string, total: string, percent: string | null) =>
      percent === null
        ? say`${overdue} of ${total} is overdue.`
        : say`${overdue} of ${total} is overdue (${percent}).`,
    nothingOverdue: (total: string) => say`Nothing overdue. ${total} outstanding.`,
  },
  weeks: {
    title: 'Cash requirements',
    lead: 'Amount due by week',
    asTable: 'View as table',
    column: 'Week',
    overdue: 'Overdue',
    /** Under a column of the chart, where a long word may break. */
    overdueColumn: 'Overdue',
    thisWeek: 'This week',
    later: 'Later',
    week: (from: string, to: string) => say`${from} – ${to}`,
    whichOverdue: 'overdue',
    whichDue: (week: string) => say`due ${week}`,
    whichDueThisWeek: 'due this week',
    whichDueLater: 'due later',
    nothingNow: 'Nothing overdue or due this week.',
    onlyThisWeek: (thisWeek: string) => say`${thisWeek} due this week.`,
    onlyOverdue: (overdue: string) => say`${overdue} overdue. Nothing else due this week.`,
    both: (overdue: string, thisWeek: string) =>
      say`${overdue} overdue · ${thisWeek} due this week`,
  },
  vendors: {
    title: 'Top vendors by amount due',
    lead: (shown: number, all: number) =>
      shown < all
        ? say`Top ${formatCount(shown)} of ${plural(all, 'vendor', 'vendors')}`
        : plural(all, 'vendor', 'vendors'),
    vendor: 'Vendor',
    aging: 'Aging',
    share: '% of total',
    of: (vendor: string) => say`from ${vendor}`,
    agingTitle: 'Aging by vendor',
    agingTable: 'Amount due by vendor and days overdue',
    others: (count: number) => plural(count, 'other vendor', 'other vendors'),
    /**
     * Label of an amount's link in the table.
     * @param show such as "View 2 bills not overdue in USD"
     */
    show: (amount: string, show: string, vendor: string) => say`${amount}, ${show} from ${vendor}`,
  },
  calendar: {
    title: 'Next 30 days',
    dueOn: (day: string) => say`due ${day}`,
  },
  expected: {
    title: 'Expected but missing',
    lead: 'These vendors usually bill every month, and their next bill hasn’t arrived.',
    expectedOn: 'Expected',
    last: 'Last bill',
    usual: 'Usual total',
    show: (vendor: string) => say`View bills from ${vendor}`,
  },
  priceChanges: {
    title: 'Price changes',
    lead: 'Vendors with a new price in the last 12 months, largest change first.',
    before: 'Before',
    now: 'Now',
    change: 'Change',
    since: 'Since',
  },
  parts: {
    label: 'Reports',
    overview: 'Overview',
    plan: 'Cash planner',
    statement: 'Vendor statement',
  },
  plan: {
    lead: 'Unpaid bills in the order of payment: pinned ones first, then by due date. A vendor’s credits reduce its bills. Flagged bills are not selected automatically unless you approved them.',
    budget: (currency: string) => say`Available (${currency})`,
    dueBy: 'Due by',
    spans: { thisWeek: 'This week', nextWeek: 'Next week', all: 'Any date' },
    spanEnds: (span: string, day: string) => say`${span} (${day})`,
    selected: (bills: number) => say`${plural(bills, 'bill', 'bills')} selected`,
    outOf: (out: string, budget: string) => say`${out} of ${budget}`,
    left: (amount: string) => say`${amount} left`,
    over: (amount: string) => say`${amount} too much`,
    noBudget: 'Enter an amount and press Enter to see what fits.',
    credits: (amount: string) => say`Credits deducted: ${amount}`,
    othersWait: 'If the other bills wait',
    nothingOverdue: 'None becomes overdue.',
    overdue: (bills: number, amount: string) =>
      say`${plural(bills, 'bill stays', 'bills stay')} overdue (${amount}).`,
    becoming: (bills: number, amount: string, first: string) =>
      say`${plural(bills, 'bill becomes', 'bills become')} overdue (${amount}), the first on ${first}.`,
    flagged: (bills: number) =>
      bills === 1
        ? 'Of these, 1 would fit but is flagged: select it yourself.'
        : say`Of these, ${formatCount(bills)} would fit but are flagged: select them yourself.`,
    review: (bills: number) => say`Review ${plural(bills, 'bill', 'bills')}`,
    reviewHint: 'Shows them selected in Review. This approves nothing.',
    overHint: 'The selected bills exceed the amount.',
    reset: 'Select what fits',
    show: 'Show',
    shows: { all: 'All', chosen: 'Selected', waiting: 'Waiting' },
    caption: 'Bills in the order of payment',
    bill: 'Bill',
    due: 'Due',
    soFar: 'Total so far',
    ifLeft: 'If it waits',
    priority: 'Priority',
    priorityOf: (bill: string) => say`Priority of ${bill}`,
    priorities: { normal: 'Normal', bill: 'Bill first', vendor: 'Vendor first' },
    marks: { fits: 'Fits', over: 'Doesn’t fit', later: 'Due later', flagged: 'Check first' },
    overdueSince: (day: string) => say`Overdue since ${day}`,
    overdueFrom: (day: string) => say`Overdue from ${day}`,
    credit: 'Credit',
    approved: 'Approved',
    view: (bill: string) => say`View ${bill}`,
  },
  statement: {
    drop: 'Drop a vendor’s statement here',
    dropHint:
      'A CSV file up to 10 MB. Billfold compares it with the bills on this computer, and neither stores nor sends it.',
    choose: 'Choose file…',
    another: 'Choose another file…',
    close: 'Close statement',
    reading: 'Reading the file…',
    comparing: 'Comparing…',
    faults: {
      empty: {
        title: 'This file is empty',
        whatToDo: 'Export the statement again, then try that file.',
      },
      tooLarge: {
        title: 'This file is larger than 10 MB',
        whatToDo: 'Export a shorter period. One vendor’s statement is far smaller.',
      },
      pdf: {
        title: 'This is a PDF',
        whatToDo: 'Ask the vendor for the statement as CSV, or export it as CSV from their portal.',
      },
      spreadsheet: {
        title: 'This is a spreadsheet, not a CSV file',
        whatToDo: 'Open it in your spreadsheet program and save it as CSV.',
      },
      image: {
        title: 'This is a picture',
        whatToDo: 'Ask the vendor for the statement as CSV.',
      },
      webPage: {
        title: 'This is a web page, not a CSV file',
        whatToDo: 'Open it in your spreadsheet program and save it as CSV.',
      },
      notText: {
        title: 'This isn’t a CSV file',
        whatToDo: 'Export the statement as CSV, then try that file.',
      },
      noTable: {
        title: 'No columns found in this file',
        whatToDo: 'Export the statement as CSV, with one line per bill.',
      },
      unreadable: {
        title: 'This file can’t be read',
        whatToDo: 'Check that it still exists and that you may open it.',
      },
    } satisfies Record<FileFault, MessageText>,
    records: (lines: number) => plural(lines, 'line', 'lines'),
    vendorFromLines: 'Vendor recognized from the lines.',
    needsVendor: 'Choose the vendor that sent this statement.',
    unknownVendor: 'There are no bills from this vendor on this computer.',
    columns: {
      title: 'Which column is which?',
      hint: 'Billfold remembers your answer for this vendor. A bill number and an amount are needed.',
      change: 'Change columns',
      apply: 'Compare',
      noNumber: 'To compare, choose the column with the bill numbers.',
      noAmount: 'To compare, choose the column with the amounts.',
      unused: 'Not used',
      untitled: (position: number) => say`Column ${formatCount(position)}`,
      roleOf: (column: string) => say`Content of ${column}`,
      roles: {
        number: 'Bill number',
        date: 'Bill date',
        amount: 'Amount',
        debit: 'Charge (debit)',
        credit: 'Payment or credit',
        currency: 'Currency',
      } satisfies Record<ColumnRole, string>,
    },
    order: (date: string) => say`Which day is ${date}?`,
    orderHint: 'No date in this file shows whether the day or the month comes first.',
    unreadable: (lines: number) => say`${plural(lines, 'line', 'lines')} couldn’t be read`,
    unreadableHint: (lines: string) => say`Check the file: ${lines}.`,
    historyMissing: 'Paid bills haven’t synced yet. Bills that are paid may show as missing.',
    kinds: {
      openThere: 'Open there, not here',
      missing: 'Missing here',
      different: 'Different amount',
      unknownCurrency: 'Currency unknown',
      further: 'Payments, credits and repeated numbers',
      partPaid: 'Same total, partly paid here',
      notThere: 'Not on the statement',
      same: 'Same',
    } satisfies Record<MatchKind, string>,
    leads: {
      openThere:
        'The vendor still asks for these. Here they are paid, void, or in a state that Billfold doesn’t know.',
      missing: 'These are on the statement, but no bill here surely matches.',
      different: 'The amounts or currencies differ.',
      unknownCurrency:
        'The file names no currency, and this vendor’s bills have several. Compare these yourself.',
      further:
        'These pay or reduce a bill, or share its number. Billfold doesn’t add up lines: compare them yourself.',
      partPaid: 'The vendor asks for the whole total. Here it’s partly paid.',
      notThere:
        'These are open here up to the statement’s last date, but the vendor doesn’t list them.',
      same: 'These agree.',
    } satisfies Record<MatchKind, string>,
    partPaid: (paid: string) => say`Same total, ${paid} paid here`,
    dates: (there: string, here: string) => say`Dated ${there} there, ${here} here`,
    note: 'Note',
    assumed: {
      vendor: (currency: string) =>
        say`Lines without a currency are taken as ${currency}, the only currency of this vendor’s bills here.`,
      numbers: (currency: string) =>
        say`The file names no currency; compared in ${currency}, the currency of the bills with these numbers.`,
    },
    reversed:
      'Most bills have the opposite sign in this file, so Billfold reads it with reversed signs.',
    group: (kind: string, count: number) => say`${kind} (${formatCount(count)})`,
    agrees: 'Everything on this statement agrees with the bills here.',
    nothing: 'No bills found on this statement.',
    line: 'Line',
    lineOf: (position: number) => say`Line ${formatCount(position)}`,
    number: 'Bill number',
    date: 'Date',
    there: 'On the statement',
    here: 'Here',
    difference: 'Difference',
    billHere: 'Bill here',
    likely: (number: string) => say`Perhaps ${number}`,
    noNumber: 'no number',
    status: 'Status',
    skipped: (lines: number) => say`Lines that aren’t bills (${formatCount(lines)})`,
    reasons: {
      total: 'Total or balance',
      payment: 'Payment',
      noBill: 'No bill number',
      unreadable: 'Couldn’t be read',
    } satisfies Record<SkippedLine['reason'], string>,
    exportTitle: (vendor: string) => say`Statement of ${vendor}`,
    fileFact: (file: string) => say`File: ${file}`,
  },
  more: (count: number) => say`Show ${formatCount(count)} more`,
  billsColumn: 'Bills',
  amount: 'Amount due',
  total: 'Total',
  withoutDueDate: 'without a due date',
  noDueDate: (bills: number, amount: string) =>
    say`The chart excludes ${plural(bills, 'bill', 'bills')} without a due date (${amount}).`,
  empty: {
    none: {
      title: 'No unpaid bills',
      body: 'Aging, cash requirements, and top vendors appear here when there are unpaid bills.',
    },
    reading: {
      title: 'Syncing bills',
      body: 'Reports appear as bills arrive.',
    },
    notRead: {
      title: 'Not synced yet',
      body: 'Reports appear after the first sync.',
    },
    review: 'Go to Review',
  },
} as const;
