import type { DuplicateField, FlagKind, SeenField } from '../../../core/bills/flags/flag.ts';
import type { CompareField, FieldPair } from '../../../core/bills/flags/compare-bills.ts';
import { formatCount } from '../count.ts';
import { plural } from './plural.ts';
import { say } from '../say.ts';

export const flags = {
  /** In a line of the list, where there is room for a word or two. */
  badges: {
    duplicate: 'Duplicate?',
    unusualAmount: 'Unusual',
    changed: 'Changed',
    dueAboveTotal: 'Above total',
    dueBeforeDate: 'Due too early',
    firstOfVendor: 'New vendor',
  } satisfies Record<FlagKind, string>,
  more: (count: number) => say`+${count}`,
  moreAsText: (count: number) => say`and ${plural(count, 'more flag', 'more flags')}`,
  title: 'Worth a second look',
  onlyHere: 'Found on this computer. You can approve all the same.',
  same: {
    vendor: 'vendor',
    number: 'number',
    date: 'bill date',
    total: 'total',
  } satisfies Record<DuplicateField, string>,
  exactDuplicate: (same: string, other: string) =>
    say`Very likely a duplicate: ${same} are the same as on ${other}.`,
  nearDuplicate: (same: string, other: string) =>
    say`Possibly a duplicate: ${same} are the same as on ${other}.`,
  otherBill: (number: string, status: string) => say`bill ${number} (${status})`,
  otherWithoutNumber: (status: string) => say`a bill without a number (${status})`,
  moreCopies: (count: number) =>
    count === 1 ? 'One more bill is close to it.' : say`${count} more bills are close to it.`,
  unusualHigh: (total: string, factor: string, bills: number, median: string) =>
    say`Unusually high: ${total} is ${factor} times the usual ${median} of this vendor, the median of ${plural(bills, 'earlier bill', 'earlier bills')}.`,
  unusualLow: (total: string, factor: string, bills: number, median: string) =>
    say`Unusually low: ${total}, where this vendor usually bills ${median}, the median of ${plural(bills, 'earlier bill', 'earlier bills')} and ${factor} times as much.`,
  firstOfVendor: (vendor: string) => say`This is the first bill of ${vendor}.`,
  dueBeforeDate: (due: string, date: string) =>
    say`It is due on ${due}, before its own date, ${date}.`,
  dueAboveTotal: (due: string, total: string) =>
    say`The amount due, ${due}, is more than the total, ${total}.`,
  changed: (ago: string, changes: string) =>
    say`Changed since you last looked, ${ago}: ${changes}.`,
  change: (field: string, before: string, after: string) =>
    say`${field} was ${before}, is now ${after}`,
  nothing: 'not given',
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
  compare: 'Compare side by side',
  comparison: {
    title: 'Is it the same bill?',
    with: 'Compare with',
    summary: (same: number, all: number) =>
      say`${formatCount(same)} of ${plural(all, 'field', 'fields')} are the same.`,
    table: 'The two bills side by side',
    field: 'Field',
    thisBill: 'This bill',
    otherBill: 'The other bill',
    verdict: 'Comparison',
    verdicts: {
      same: 'Same',
      written: 'Same, written differently',
      different: 'Differs',
    } satisfies Record<FieldPair['verdict'], string>,
    open: 'Open the other bill',
    fields: {
      vendor: 'Vendor',
      number: 'Bill number',
      date: 'Bill date',
      dueDate: 'Due date',
      total: 'Total',
      amountDue: 'Amount due',
      status: 'Status',
      memo: 'Memo',
      created: 'Created',
    } satisfies Record<CompareField, string>,
  },
} as const;
