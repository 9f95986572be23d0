import { expect, test } from 'vitest';
import { approvingKeys, isReopened } from './approved-fields.ts';

const listed = { approval_status: 'approved', approved_at: '2027-01-15', paid_by: 'Jo' };
test.each<[before: object, after: object, isAgain: boolean]>([
  [listed, { approval_status: 'pending', approved_at: null }, true],
  [listed, { approval_status: 'open', approved_at: '' }, true],
  [listed, { approval_status: 'Pending approval' }, true],
  [listed, { approval_status: 'REJECTED', approved_at: null }, true],
  [listed, { approval_status: 'Ausstehend' }, true],
  [listed, { approval_status: 'pending', approved_at: '2027-01-15' }, false],
  [listed, { approval_status: 'scheduled', approved_at: null }, false],
  [listed, { approval_status: 'paid' }, false],
  [listed, { approved_at: null }, true],
  [listed, { paid_by: null }, false],
  [listed, { approved_at: '2027-01-15', approval_revoked_at: '2027-01-16' }, true],
  [listed, listed, false],
  [{ approved: true }, { approved: false }, true],
  [{ approved: 'yes' }, { approved: 'no' }, true],
  [{ approved: true }, {}, false],
  [{ approved: true }, { approval_status: 'pending' }, false],
  [{ approved_by: 'Jo' }, { approved_by: { name: null } }, true],
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
