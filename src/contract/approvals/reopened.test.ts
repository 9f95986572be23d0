import { expect, test } from 'vitest';
import { approvingKeys, isReopened } from './approved-fields.ts';

const listed = { approval_status: 'approved', approved_at: '2027-01-15', paid_by: 'Jo' };
test.each<[before: object, after: object, isAgain: boolean]>([
  [listed, { approval_status: 'pending', approved_at: null }, true],
  [listed, { approval_status: 'open', approved_at: '' }, true],
  ...[
    ...['pending_payment', 'awaiting_funds', 'awaiting_payment', 'partially_paid', 'partial'],
    ...['Approved - awaiting payment', 'pending export', 'payment_rejected', 'Payment declined'],
    ...['received', 'on_hold', 'returned', 'in_payment', 'paid', 'posted', 'closed', 'exported'],
  ].map((state): [object, object, boolean] => [listed, { approval_status: state }, false]),
  [{ state: 'approved' }, { state: 'open' }, false],
  [{ payment_status: 'approved' }, { payment_status: 'pending' }, false],
  [
    { approved_at: '2027-01-15', approved_by: 'Jo' },
    { approved_at: '2027-01-15', approved_by: 'Jo', current_stage: 'pending_payment' },
    false,
  ],
  [{ approval: { status: 'approved' } }, { approval: null }, false],
  [{ approvals: [{ status: 'approved' }] }, { approvals: [] }, false],
  [
    { approval: { status: 'approved', approver: 'Jo' } },
    { approval: { status: 'exported', approver: 'Ann Pendleton' } },
    false,
  ],
  [
    { current_approval: { status: 'approved' } },
    { current_approval: { status: 'pending', by: 'CFO' } },
    false,
  ],
  [listed, { approval_status: 'Pending approval' }, true],
  [listed, { approval_status: 'REJECTED', approved_at: null }, true],
  [listed, { approval_status: 'Ausstehend' }, true],
  [listed, { approval_status: 'pending', approved_at: '2027-01-15' }, false],
  [listed, { approval_status: 'scheduled', approved_at: null }, false],
  [listed, { approval_status: 'paid' }, false],
  [listed, { approved_at: null }, false],
  [listed, { paid_by: null }, false],
  [listed, { approved_at: '2027-01-15', approval_revoked_at: '2027-01-16' }, true],
  [listed, listed, false],
  [{ approved: true }, { approved: false }, true],
  [{ approved: 'yes' }, { approved: 'no' }, true],
  [{ approved: true }, {}, false],
  [{ approved: true }, { approval_status: 'pending' }, false],
  [{ approved_by: 'Jo' }, { approved_by: { name: null } }, false],
  [{ approval: { status: 'approved' } }, { approval: { status: 'in_review' } }, true],
  [{ approval: { status: 'approved' } }, { approval: { status: 'exported' } }, false],
  [{ approval: { approved: true } }, { approval: { approved: false } }, true],
  [{ state: 'approved' }, { state: 'Sent back' }, true],
  [{ state: 'approved' }, { state: 'processing' }, false],
  [{ status_note: 'approved' }, { status_note: 'pending' }, false],
])(
  'P-52 a bill listed as approved, then as open for approval again: %j, %j',
  (before, after, is) => {
    expect(isReopened({ ...after }, approvingKeys({ ...before }))).toBe(is);
  },
);
