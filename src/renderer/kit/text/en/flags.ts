import type { CompareField, FieldPair } from '../../../core/bills/flags/compare-bills.ts';
import { say } from '../say.ts';
import type { Deviation } from '../../../core/bills/flags/routine.ts';
import { formatCount } from '../count.ts';
import type { MessageText } from '../message-text.ts';
import { plural } from './plural.ts';
import type { DuplicateField, LookAlikeFlag, SeenField } from '../../../core/model/flag.ts';
import type { PaymentWay } from '../../../core/model/annotation.ts';
import { flagNames } from '../../../../bridge/flag-names.ts';

export const flags = {
  /** Short forms for a row of the list. */
  badges: flagNames.en,
  more: (count: number) => say`+${formatCount(count)}`,
  moreAsText: (count: number) => say`and ${plural(count, 'more flag', 'more flags')}`,
  title: 'Check before approving',
  same: {
    vendor: 'vendor',
    number: 'number',
    date: 'date',
    total: 'total',
  } satisfies Record<DuplicateField, string>,
  sameWithoutSuffix: 'number (without its suffix)',
  /** A flag's name, before its sentence. */
  named: (name: string) => say`${name}.`,
  /** Name of the flag of an exact duplicate. */
  likelyDuplicate: 'Likely duplicate',
  duplicate: (same: string, other: string) => say`Same ${same} as ${other}.`,
  /** @param status null when it is no longer known */
  otherBill: (number: string, status: string | null) =>
    status === null ? say`bill ${number}` : say`${number} (${status.toLowerCase()})`,
  /** In place of the status: the user approved the other bill on this computer. */
  approvedHere: 'approved by you',
  otherWithoutNumber: (status: string) => say`a bill without a number (${status.toLowerCase()})`,
  moreCopies: (count: number) => plural(count, 'other similar bill.', 'other similar bills.'),
  unusualHigh: (factor: string, median: string, basis: string) =>
    say`${factor === '2' ? 'About twice' : say`${factor} times`} this vendor’s usual ${median} (${basis}).`,
  unusualLow: (median: string, basis: string) =>
    say`Far below this vendor’s usual ${median} (${basis}).`,
  /** @param leftOut number of extreme amounts that the median leaves out */
  medianOf: (bills: number, leftOut: number) =>
    leftOut === 0
      ? say`median of ${plural(bills, 'bill', 'bills')}`
      : say`median of ${plural(bills, 'bill', 'bills')}, without ${plural(leftOut, 'extreme amount', 'extreme amounts')}`,
  lookAlike: {
    alphabet: (other: string, codePoint: string) =>
      say`Looks like ${other}, but has a letter of another alphabet (${codePoint}).`,
    invisible: (other: string, codePoint: string) =>
      say`Looks like ${other}, but contains an invisible character (${codePoint}).`,
    legalForm: (other: string, _codePoint: string) =>
      say`Looks like ${other}, but has a different legal form.`,
    spelling: (other: string, _codePoint: string) =>
      say`Looks like ${other}, but is spelled differently.`,
  } satisfies Record<LookAlikeFlag['how'], unknown>,
  vendorWithBills: (name: string, bills: number) =>
    say`“${name}” (${plural(bills, 'bill', 'bills')})`,
  otherOrganization: (other: string, organization: string) =>
    say`Same vendor, number, and total as ${other} in ${organization}.`,
  splitBills: (bills: number, days: number, total: string) =>
    say`${plural(bills, 'bill', 'bills')} within ${plural(days, 'day', 'days')}, ${total} together.`,
  splitAtOwnLimit: (limit: string) => say`Each is within your limit of ${limit}.`,
  splitAtCommonLimit: (limit: string) => say`Each is just below ${limit}.`,
  otherCurrency: (currency: string, usual: string, bills: number) =>
    say`First bill in ${currency}. This vendor’s last ${plural(bills, 'bill was', 'bills were')} in other currencies, most recently ${usual}.`,
  newBankDetails: (bills: number) =>
    bills === 0
      ? 'No paid bill of this vendor has these.'
      : say`${plural(bills, 'paid bill', 'paid bills')} of this vendor ${bills === 1 ? 'has' : 'have'} these, others do not.`,
  shorterTerms: (days: number, usualDays: number, bills: number) =>
    say`Due after ${plural(days, 'day', 'days')}. This vendor usually gives ${plural(usualDays, 'day', 'days')} (${plural(bills, 'bill', 'bills')}).`,
  futureDate: (date: string, days: number) =>
    say`Bill date (${date}) is ${plural(days, 'day', 'days')} ahead.`,
  returningVendor: (date: string, days: number) =>
    say`First bill in ${plural(days, 'day', 'days')}. The last one was dated ${date}.`,
  firstOfVendor: (vendor: string) => say`No bill from ${vendor} has been paid yet.`,
  answerOverdue: 'Answer overdue',
  /** @param reason empty for none */
  onHold: (reason: string, since: string) =>
    reason === '' ? say`Since ${since}.` : say`“${reason}”, since ${since}.`,
  /** @param reason empty for none @param by null without a day for the answer */
  asked: (whom: string, since: string, by: string | null, reason: string) => {
    const asked =
      by === null
        ? say`Asked ${whom} on ${since}.`
        : say`Asked ${whom} on ${since}, answer expected by ${by}.`;
    return reason === '' ? asked : say`${asked} “${reason}”`;
  },
  editHold: 'Change…',
  release: 'Release',
  dueBeforeDate: (due: string, date: string) =>
    say`Due date (${due}) is before the bill date (${date}).`,
  approvedElsewhere: 'Your service already shows this bill as approved.',
  stoppedElsewhere:
    'Your service shows this bill as rejected, disputed, on hold, draft or deleted.',
  noVendor: 'The bill has neither a vendor’s name nor a vendor ID.',
  dueAboveTotal: (due: string, total: string) =>
    say`Amount due (${due}) exceeds the total (${total}).`,
  fraction: (currency: string) =>
    say`${currency} has no fractions. If your service counts whole units, the amount is a hundred times as high.`,
  changed: (ago: string, changes: string) => say`Since you last viewed it (${ago}): ${changes}.`,
  returned: (when: string, amount: string, changes: string) =>
    say`You approved ${amount} on ${when}. Since then: ${changes}.`,
  reopened: (when: string) =>
    say`You approved this bill on ${when}. Your service no longer shows it as approved.`,
  change: (field: string, before: string, after: string) => say`${field} ${before} → ${after}`,
  nothing: '(none)',
  quoted: (text: string) => say`“${text}”`,
  seenFields: {
    vendorName: 'vendor',
    billNumber: 'bill number',
    currency: 'currency',
    totalCents: 'total',
    amountDueCents: 'amount due',
    date: 'bill date',
    dueDate: 'due date',
    memo: 'memo',
  } satisfies Record<SeenField, string>,
  decision: {
    hide: 'Hide as duplicate',
    notDuplicate: 'Not a duplicate',
    notDuplicateDone: 'No longer flagged as a duplicate',
    flaggedAgain: 'Flagged again',
    /** Names the bill after the decision. */
    done: (decision: string, what: string) => say`${decision} · ${what}`,
    notDuplicateOf: (other: string) => say`You marked it as not a duplicate of ${other}.`,
    alreadyPaid: (bill: string) => say`Likely already paid: ${bill}`,
    alreadyPaidInPart: (bill: string) => say`Likely already paid in part: ${bill}`,
    dated: (number: string, day: string) => say`${number}, ${day}`,
    inOrganization: (number: string, organization: string) => say`${number} in ${organization}`,
    alreadyApproved: (number: string, day: string) =>
      say`You approved ${number}, which looks the same, on ${day}`,
    /** @param hasSameDate false for a copy with another date or in another organization */
    approveAnyway: (hasSameDate: boolean) =>
      hasSameDate
        ? 'Same vendor, number, date, and total. Approve anyway?'
        : 'Same vendor, number, and total. Approve anyway?',
    approve: 'Approve anyway',
    /** More than one copy. */
    copies: (count: number) =>
      say`${plural(count, 'bill looks', 'bills look')} the same as paid or approved bills`,
  },
  compare: 'Compare bills',
  /** The bill beside the vendor's previous one. */
  against: {
    label: 'Compared with last time',
    /** @param change with its sign @param share with its sign, such as +1.2% */
    changed: (change: string, share: string, day: string) => say`${change} (${share}) vs. ${day}`,
    sameAmount: (day: string) => say`Same amount as ${day}`,
    otherCurrency: (day: string) => say`other currency than ${day}`,
    undated: 'last time',
    counter: (count: number) => say`number +${formatCount(count)}`,
    dated: 'number follows the date',
    restart: 'number starts again',
    sameNumber: 'same number',
    astray: 'number doesn’t follow',
    daysApart: (days: number) => say`${plural(days, 'day', 'days')} apart`,
  },
  routine: {
    isRoutine: 'Routine',
    not: (reasons: string) => say`Not routine: ${reasons}`,
    deviations: {
      flagged: 'flagged',
      fewPaid: 'fewer than 4 paid bills',
      notLatest: 'a later bill is paid',
      partlyPaid: 'partly paid',
      credited: 'credit of the same amount',
      currency: 'other currency',
      amount: 'amount over 3% off the usual of earlier bills',
      creeping: 'amounts have been rising',
      rhythm: 'unusual interval',
      number: 'number doesn’t follow',
      elsewhere: 'number used in another organization',
      terms: 'different terms',
      vendorRecord: 'other vendor record',
      payee: 'payment details changed',
      memo: 'unusual memo',
    } satisfies Record<Deviation, string>,
    /** @param name the service's own */
    otherField: (name: string) => say`field ${name} changed`,
    off: {
      title: 'These bills look as usual',
      whatToDo:
        'Same vendor and payment details, usual interval, within 3% of the usual amount, and the number follows the last. One deviation takes a bill out. Look through them, then turn on approving them together.',
    } satisfies MessageText,
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    lane: (count: number): MessageText => ({
      title: say`${plural(count, 'bill looks', 'bills look')} as usual`,
      whatToDo:
        'Same vendor and payment details, usual interval, within 3% of the usual amount, and the number follows the last.',
    }),
    approve: (count: number) => say`Approve ${formatCount(count)}`,
    palette: 'Approve routine bills',
  },
  kinds: 'Kinds of flags',
  allKinds: 'All',
  /** Why a flagged bill is approved anyway. */
  reasons: {
    label: 'Reason (optional)',
    given: {
      twoSites: 'Two sites',
      corrected: 'Corrected bill',
      agreed: 'Agreed with vendor',
      expected: 'Expected',
    },
    other: 'Other…',
    own: 'Your reason',
  },
  paidUnapproved: {
    title: 'Paid without an approval from this computer',
    noticed: (when: string) => say`Noticed ${when}.`,
    explain: 'How was it paid?',
    ways: {
      directDebit: 'Direct debit',
      card: 'Paid by card',
      colleague: 'Approved by a colleague',
    } satisfies Record<PaymentWay, string>,
    /** Tags in the note, as `paymentWayIn` reads them. */
    tags: {
      directDebit: 'direct-debit',
      card: 'paid-by-card',
      colleague: 'approved-by-colleague',
    } satisfies Record<PaymentWay, string>,
  },
  comparison: {
    title: 'Compare possible duplicate',
    with: 'Compare with',
    summary: (same: string) => say`Matches: ${same}`,
    noneSame: 'No fields match',
    table: 'The two bills side by side',
    field: 'Field',
    thisBill: 'This bill',
    otherBill: 'Other bill',
    verdict: 'Comparison',
    verdicts: {
      same: 'Same',
      written: 'Same (different format)',
      different: 'Different',
    } satisfies Record<FieldPair['verdict'], string>,
    open: (number: string | null) =>
      number === null ? 'Open the other bill' : say`Open ${number}`,
    fields: {
      vendor: 'Vendor',
      number: 'Bill number',
      date: 'Bill date',
      dueDate: 'Due date',
      total: 'Total',
      amountDue: 'Amount due',
      status: 'Status',
      memo: 'Memo',
      created: 'Entered',
    } satisfies Record<CompareField, string>,
    /** Field names for use within a sentence. */
    matching: {
      vendor: 'vendor',
      number: 'number',
      date: 'date',
      dueDate: 'due date',
      total: 'total',
      amountDue: 'amount due',
      status: 'status',
      memo: 'memo',
      created: 'entry time',
    } satisfies Record<CompareField, string>,
  },
} as const;
