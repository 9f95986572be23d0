import type { CompareField, FieldPair } from '../../../core/bills/flags/compare-bills.ts';
import { say } from '../say.ts';
import { firstScreen } from './first/first.ts';

export const flags = {
  ...firstScreen.flags,
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
