import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms, readAnswer } from '../testing/answers.ts';

/** Fields beside the bill's own, as many back ends write them. */
test.each<[doubt: object, none: object]>([
  // A state is an object with names.
  [{ status: { name: 'Rejected' } }, { status: { name: 'Open', code: 'O', color: 'green' } }],
  [
    { approvalStatus: { id: '3', refName: 'Rejected' } },
    { approvalStatus: { id: '2', refName: 'Approved' } },
  ],
  [
    { workflow_status: { label: 'Second level' } },
    { workflow_status: { label: 'Done', code: 'D9' } },
  ],
  // Other approvers have not decided.
  [{ approvers: [{ has_approved: false }] }, { approvers: [{ id: 1, decision: 'skipped' }] }],
  [
    { approvers: [{ decision: 'approve' }, { decision: null }] },
    { approvers: [{ decision: 'approve' }] },
  ],
  [{ reviewers: [{ verdict: 'escalated' }] }, { reviewers: [{ id: 1, state: 'away' }] }],
  [
    { approvers: [{ id: 7, decision: null }] },
    { approvers: [{ id: 7, decision: 'approved', decision_note: null }] },
  ],
  [
    { approvers: [{ decision: 'rejected' }] },
    { approvers_default: [{ decision: null }], default_approvers: [{ decision: null }] },
  ],
  [
    { approver2_status: 'pending' },
    { approver2_status: 'away', first_approver_status: 'away', approved_note__: 'for Ada' },
  ],
  [{ first_approver_status_now: 'away' }, { approval_state_info: { name: 'Ada' } }],
  [{ status: { name: 'pending' } }, { status: { name: 'status_approved' } }],
  [{ approver_decision: 'rejected' }, { approver_decision: 'approved' }],
  [{ approve_result: 'voided' }, { approve_result: 'ok' }],
  [{ approvals: '1 of 3' }, { approvals: '3 of 3' }],
  [{ approval_level: '1/2' }, { approval_level: '2/2', page: '1/2' }],
  [{ approval_level: '10/12' }, { approval_level: '12/12' }],
  [
    { approved_count: 1, required_count: 2 },
    { approved_count: 2, required_count: 2 },
  ],
  [{ quorum_reached: false }, { quorum_reached: true }],
  [{ approvals_needed: 1 }, { approvals_needed: 0 }],
  [{ current_step: 'CFO approval' }, { current_step: 'Payment' }],
  [{ next_step: 'CFO approval' }, { next_step: 'payment', next_actions: ['pay', 'export'] }],
  [{ next_step: 'Approve payment' }, { next_step: 'Preview payment' }],
  [{ next_actions: ['pay', 'review'] }, { next_actions: ['unapprove', 'pay'] }],
  [{ approval_percentage: 1 }, { approval_ratio: 1 }],
  [{ pending_with: 'CFO' }, { pending_with: null }],
  // Flags, times and persons of a decision that is not made, or made otherwise.
  [{ escalated: true }, { escalated: false }],
  [{ returned_at: '2026-11-20' }, { returned_at: null }],
  [{ forwarded_to: { id: 'u-9' } }, { forwarded_to: { id: null } }],
  [{ isPending: true }, { isPending: 'false' }],
  [{ processing: true }, { processing_time_ms: 12 }],
  [{ is_draft: true }, { draft_id: 7 }],
  [{ conditionally_approved: true }, { conditionally_approved: false }],
  [{ conditional_approval: true }, { conditional_approval: null }],
  [{ limit_exceeded: true }, { limit: 500 }],
  [{ version_conflict: true }, { version: 3 }],
  [{ superseded_by: 'b-9' }, { superseded_by: '' }],
  [{ finished: false }, { finished: true }],
  [{ unapproved_amount_cents: 50 }, { unapproved_amount_cents: 0 }],
  [{ two_factor_required: true }, { two_factor_required: false }],
  // Other languages, other words and lists of fields.
  [{ statut: 'refusée' }, { statut: 'payée' }],
  [{ estado_aprobacion: 'rechazada' }, { estado_aprobacion: 'aprobada' }],
  [{ 承認状態: '却下' }, { 承認状態: '承認済み' }],
  [{ resolution: 'sent back' }, { resolution: 'approved' }],
  [{ ApprovalStatusName: 'Sent Back to Employee' }, { ApprovalStatusName: 'Approved' }],
  [{ status_reason: 'escalated' }, { status_reason: 'Within budget' }],
  [
    { custom_fields: [{ name: 'Approval Status', value: 'Rejected' }] },
    { custom_fields: [{ name: 'Cost center', value: 'Rejected' }] },
  ],
  [{ event_type: 'BillRejected' }, { event_type: 'BillApproved' }],
  [{ code: 'SECOND_APPROVAL_REQUIRED' }, { code: 'B-7' }],
  [{ warnings: [{ code: 'W1', message: 'Second approver required' }] }, { warnings: [] }],
  [{ status_reason: 'limit_exceeded' }, { status_reason: 'Checked by Ada' }],
  [{ event: 'bill.approval_requested' }, { event: 'bill.approved' }],
  [{ message: 'Your vote has been recorded' }, { message: 'The approval has been recorded' }],
  [{ message: 'Level 1 approved' }, { message: 'Bill approved' }],
  [{ message: 'Approved subject to CFO confirmation' }, { note: 'waiting for goods' }],
  [{ note: 'Not approved' }, { notes: 'pending credit' }],
  // States of other work, empty structures, changes.
  [{ erp_sync_status: 'rejected' }, { erp_sync_status: 'pending', risk_status: 'low' }],
  [{ payload: { status: 'rejected' } }, { import_payload: { status: 'rejected' } }],
  [{ urgent: true, message: 'Abracadabra' }, { description: 'Not delivered yet' }],
  [
    { rejected_at: { Time: '2026-11-20T00:00:00Z', Valid: true } },
    { rejected_at: { Time: '0001-01-01T00:00:00Z', Valid: false } },
  ],
  [{ error: { code: '7', message: '' } }, { error: { code: '', message: '' } }],
  [{ approval_progress: 50 }, { approval_progress: 1 }],
  [{ decision: ['pending', 'x'] }, { changes: { status: ['pending', 'approved'] } }],
  [
    { approval: { bill_id: 'b-2', status: 'approved' } },
    { approval: { bill_id: 'b-1', status: 'approved' } },
  ],
])('Q-61 a field beside the bill’s own cancels its confirmation: %j, unlike %j', (doubt, none) => {
  const around = (fields: object): readonly boolean[] =>
    [
      { ...bill, ...fields },
      { data: { ...bill, ...fields } },
      { result: { payload: { bill: { ...bill, ...fields } } } },
    ].map((body) => confirms(body));
  expect([around(doubt), around(none)]).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
});

test.each<[doubt: unknown, yes: unknown]>([
  [{ success: true, item: { id: 'b-2', status: 'approved' } }, { item: bill }],
  [
    { success: true, results: [{ id: 'b-1', success: false, error: 'limit' }] },
    { success: true, results: [{ id: 'b-1' }] },
  ],
  [
    { Status: 'OK', Invoices: [{ Id: 'b-1', HasErrors: true }] },
    { Status: 'OK', Invoices: [{ Id: 'b-1', HasErrors: false }] },
  ],
  [
    { data: { approveBill: { bill: { ...bill, id: 'b-2' } } } },
    { data: { approveBill: { bill } } },
  ],
  [
    { data: { update_bills_by_pk: { ...bill, released: false } } },
    { data: { update_bills_by_pk: bill } },
  ],
  [
    { approval: { bill_id: 'b-1', status: 'pending' } },
    { approval: { bill_id: 'b-1', status: 'approved' } },
  ],
  [{ status: { id: 4, name: 'Open' } }, { status: { id: 2, name: 'Approved' } }],
  [{ status: 'offen' }, { status: 'freigegeben' }],
  [
    { ...bill, status: 'PENDING_APPROVAL' },
    { ...bill, status: 'PENDING_PAYMENT' },
  ],
  [
    { ...bill, status: 'unauthorised' },
    { ...bill, status: 'AUTHORISED' },
  ],
  [
    { ...bill, approved_amount: '0.50' },
    { ...bill, approved_amount: '1.00' },
  ],
  [
    { ...bill, items: [{ id: 'l-1', approved: false }] },
    { ...bill, items: [{ id: 'l-1', status: 'coded' }] },
  ],
])('Q-61 a bill under usual keys is checked: %j proves nothing, but %j confirms', (doubt, yes) => {
  expect([confirms(doubt), confirms(yes)]).toEqual([false, true]);
});

test.each<[doubt: unknown, yes: unknown]>([
  [
    { success: true, id: 'x-1', type: 'document' },
    { success: true, id: 'x-1', type: 'event' },
  ],
  [
    { success: true, id: 'a-7', bill_id: 'b-2' },
    { success: true, id: 'a-7', bill_id: 'b-1' },
  ],
  [
    { success: true, data: 'b-2' },
    { success: true, data: 'b-1' },
  ],
  [
    { success: true, data: '7' },
    { success: true, data: 7 },
  ],
  [
    { success: true, data: 'b2x' },
    { success: true, data: 'done' },
  ],
  [
    { success: true, data: '2b' },
    { success: true, data: 'Paid at 10:30' },
  ],
  [
    { success: true, data: 'b-22' },
    { success: true, data: '3 bills' },
  ],
  [
    { success: true, approved_bills: [{ id: 'b-2' }] },
    { success: true, approved_bills: [{ id: 'b-1' }] },
  ],
  [
    { ...bill, links: { self: { href: '/bills/b-2' } } },
    { ...bill, links: { self: { href: '/approvals/7' } } },
  ],
  [{ approval: { bill_id: 'b-1' } }, { approval: { bill_id: 'b-1', approved: true } }],
  [
    { approval: { status: 'approved' } },
    { id: 'a-7', object: 'approval', bill_id: 'b-1', status: 'approved', code: 'A-7' },
  ],
  [{ ok: '' }, { ok: 'y' }],
  [{ ok: '2026-01-01' }, { ok: '1' }],
])(
  'Q-61 another id or an unset flag cancels a confirmation: %j proves nothing, but %j confirms',
  (doubt, yes) => {
    expect([confirms(doubt), confirms(yes)]).toEqual([false, true]);
  },
);

test('Q-61 the bill of an answer is kept as it was sent', () => {
  const custom = [{ name: 'Cost', value: 1 }];
  expect(readAnswer({ ...bill, custom })?.bill?.others?.['custom']).toEqual(custom);
});

test('Q-61 a value too deep to compare, under a key about the decision, cancels a confirmation', () => {
  let deep: object = {};
  for (let level = 0; level < 2_000; level++) deep = { deep };
  for (const key of ['escalated', 'approval', 'approvers', 'error'])
    expect(confirms({ ...bill, [key]: deep })).toBe(false);
  expect(confirms({ ...bill, custom: deep, memo: deep, warnings: deep })).toBe(true);
});
