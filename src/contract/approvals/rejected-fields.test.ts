import { expect, test } from 'vitest';
import { isRejectedElsewhere } from './rejected-fields.ts';

test.each<[object, boolean]>([
  [{ approval_status: 'rejected' }, true],
  [{ approval: { state: 'declined' } }, true],
  [{ approval_state: 'abgelehnt' }, true],
  [{ rejected_at: '2026-11-27T10:00:00Z' }, true],
  [{ approvals: [{ rejected_at: '2026-11-27' }] }, true],
  [{ rejected_at: '2026-11-27', payment_hold: true }, true],
  [{ rejected_at: '2026-11-27', resubmitted_at: '2026-11-28' }, false],
  [{ rejected_at: '2026-11-27', resubmitted_at: '2026-11-28', payment_hold: true }, false],
  [{ payment_hold: true, rejected_at: null }, false],
  [{ approval_status: 'on_hold' }, false],
  [{ approval_status: 'pending', memo: 'rejected' }, false],
  [{}, false],
  [{ payment_status: 'rejected' }, false],
  [{ payment_state: 'declined', payment_rejection_reason: 'IBAN wrong' }, false],
  [{ posting_status: 'rejected', einvoice_status: 'rejected' }, false],
  [{ dispute_reason: 'Rejected delivery', hold_reason: 'Price refused by Jo' }, false],
])('a bill of a list is recognized as rejected: %j', (fields, is) => {
  expect(isRejectedElsewhere({ ...fields })).toBe(is);
});
