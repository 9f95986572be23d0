import type { DuplicateField, FlagKind, SeenField } from '../../../../core/model/flag.ts';
import { formatCount } from '../../count.ts';
import { say } from '../../say.ts';
import { plural } from '../plural.ts';

export const flags = {
  /** Short forms for a row of the list. */
  badges: {
    duplicate: 'Possible duplicate',
    unusualAmount: 'Unusual amount',
    changed: 'Changed',
    returned: 'Changed after approval',
    dueAboveTotal: 'Due > total',
    dueBeforeDate: 'Due before bill date',
    firstOfVendor: 'New vendor',
  } satisfies Record<FlagKind, string>,
  more: (count: number) => say`+${formatCount(count)}`,
  moreAsText: (count: number) => say`and ${plural(count, 'more flag', 'more flags')}`,
  title: 'Check before approving',
  same: {
    vendor: 'vendor',
    number: 'number',
    date: 'date',
    total: 'total',
  } satisfies Record<DuplicateField, string>,
  exactDuplicate: (same: string, other: string) => say`Likely duplicate of ${other}. Same ${same}.`,
  nearDuplicate: (same: string, other: string) =>
    say`Possible duplicate of ${other}. Same ${same}.`,
  /** @param status null when it is no longer known */
  otherBill: (number: string, status: string | null) =>
    status === null ? say`bill ${number}` : say`${number} (${status.toLowerCase()})`,
  otherWithoutNumber: (status: string) => say`a bill without a number (${status.toLowerCase()})`,
  moreCopies: (count: number) => plural(count, 'other similar bill.', 'other similar bills.'),
  unusualHigh: (_total: string, factor: string, bills: number, median: string) =>
    say`${factor}× this vendor’s usual ${median} (median of ${plural(bills, 'bill', 'bills')}).`,
  unusualLow: (_total: string, _factor: string, bills: number, median: string) =>
    say`Far below this vendor’s usual ${median} (median of ${plural(bills, 'bill', 'bills')}).`,
  firstOfVendor: (vendor: string) => say`First bill from ${vendor}.`,
  dueBeforeDate: (due: string, date: string) =>
    say`Due date (${due}) is before the bill date (${date}).`,
  dueAboveTotal: (due: string, total: string) =>
    say`Amount due (${due}) exceeds the total (${total}).`,
  changed: (ago: string, changes: string) =>
    say`Changed since you last viewed it (${ago}): ${changes}.`,
  returned: (when: string, amount: string, changes: string) =>
    say`Approved on ${when} for ${amount}, changed since: ${changes}.`,
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
    notDuplicateOf: (other: string) => say`You marked it as not a duplicate of ${other}.`,
    alreadyPaid: (number: string, day: string) => say`Already paid as ${number}, dated ${day}`,
    alreadyPaidUndated: (number: string) => say`Already paid as ${number}`,
    approveAnyway: 'Same vendor, number, date, and total. Approve anyway?',
    approve: 'Approve anyway',
  },
  compare: 'Compare bills',
} as const;
