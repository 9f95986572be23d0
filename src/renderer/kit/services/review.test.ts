import { expect, test } from 'vitest';
import { sampleRow } from '../testing/samples.ts';
import { reasonFor, reasonsWith } from './review.ts';

test('J-80 a reason counts only for the bill as it was when the user chose it', () => {
  const row = sampleRow({ id: 'bill-1', amountDueCents: 100 });
  const reasons = reasonsWith(new Map(), row, ' Two sites ');
  expect({
    same: reasonFor(reasons, row),
    readAgain: reasonFor(reasons, { ...row, bill: { ...row.bill }, seen: { atMs: 9 } }),
    otherAmount: reasonFor(reasons, sampleRow({ id: 'bill-1', amountDueCents: 101 })),
    otherBill: reasonFor(reasons, sampleRow({ id: 'bill-2', amountDueCents: 100 })),
  }).toEqual({ same: ' Two sites ', readAgain: ' Two sites ', otherAmount: '', otherBill: '' });
});
