import type { CompareField, FieldPair } from '../../../core/bills/flags/compare-bills.ts';
import { say } from '../say.ts';
import type { Deviation } from '../../../core/bills/flags/routine.ts';
import { formatCount } from '../count.ts';
import type { MessageText } from '../message-text.ts';
import { plural } from './plural.ts';
import { firstScreen } from './first/first.ts';

export const flags = {
  ...firstScreen.flags,
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
      currency: 'other currency',
      amount: 'amount over 3% from usual',
      creeping: 'amount keeps rising',
      rhythm: 'unusual interval',
      number: 'number doesn’t follow',
      elsewhere: 'number used in another organization',
      terms: 'shorter terms',
      vendorRecord: 'other vendor record',
      payee: 'payment details changed',
      memo: 'unusual memo',
    } satisfies Record<Deviation, string>,
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
    explain: 'Add a note on how it was paid.',
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
