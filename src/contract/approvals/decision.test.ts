import { expect, test } from 'vitest';
import { readConfirmation } from './approve-answer.ts';
import { billOfAnswers as bill, confirms, readAnswer as read } from '../testing/answers.ts';

const { id: _id, ...unnamed } = bill;

/** A resource of JSON:API. */
const resource = (attributes: object, more: object = {}) => ({
  data: { type: 'bills', id: 'b-1', attributes: { ...unnamed, ...attributes }, ...more },
});

/** Fields of the bill: some that raise doubt about the approval, and similar ones that do not. */
test.each<[doubt: object, none: object]>([
  [{ approval: { approved: false } }, { approval: { approved: true } }],
  [{ approval: { approved_at: null } }, { approval: { approved_at: '2026-03-05' } }],
  [{ approval: { approved_at: '1899-12-30' } }, { approval: { note: 'Late', by: 'Ada' } }],
  [{ approval: { pending: true } }, { approval: { pending: false } }],
  [{ approval: { decision: 'reject' } }, { approval: { decision: 'approve' } }],
  [{ approval: { result: 'denied' } }, { approval: { result: 'granted' } }],
  [{ approval: { complete: false } }, { approval: { complete: true, state: 2 } }],
  [{ approval: { data: null } }, { approval: { data: { id: 7 } } }],
  [{ second_approval: { required: true, given: false } }, { second_approval: { given: true } }],
  [{ approval_workflow: { complete: false } }, { approval_workflow: 'Standard' }],
  [{ decision: 'reject' }, { decision: 'approved' }],
  [{ approval_decision: 'DECLINE' }, { approval_decision: 'ACCEPT' }],
  [{ verdict: 'rejected' }, { verdict: 'ok' }],
  [{ vote: 'no' }, { vote: 'yes' }],
  [{ approval_result: 'failed' }, { approval_result: 'success' }],
  [{ bill_status: 'rejected' }, { bill_status: 'Ready to pay' }],
  [{ document_status: 'PENDING_APPROVAL' }, { document_status: 'Posted' }],
  [{ sub_status: 'pending_approval' }, { payment_status: 'pending' }],
  [{ payment_status: 'unapproved' }, { payment_status: 'unpaid' }],
  [{ paymentStatus: 'Not approved' }, { paymentStatus: 'Approved, awaiting payment' }],
  [{ PaymentState: 'APPROVAL_PENDING' }, { PaymentState: 'PAYMENT_PENDING' }],
  [{ payment_status: 'to be approved' }, { payment_status: 'to be paid' }],
  [{ payment_status: 'Approval required' }, { payment_status: 'Payment required' }],
  [{ payment_status: { id: 3, name: 'Rejected' } }, { payment_status: { id: 3, name: 'Pending' } }],
  [{ payment_status: { code: 'unapproved' } }, { payment_status: { code: 'approved' } }],
  [
    { payment_status: { code: 'unapproved', name: 'Pending' } },
    { payment_statement: { name: 'Rejected' } },
  ],
  [{ history: [{ action: 'not approved' }] }, { history: [{ action: 'to be approved' }] }],
  [{ approval: false }, { approval: true }],
  [{ approval: 0 }, { approval: 1 }],
  [{ status_reason: 'awaiting second approver' }, { status_reason: 'Approved by Ada' }],
  [{ review_status: 'changes_requested' }, { review_status: 'reviewed' }],
  [{ state: 'NOT_APPROVED' }, { state: 'approved' }],
  [{ state: 'conditionally_approved' }, { billing_address: { city: 'X', state: 'Utah' } }],
  [{ workflow_state: 'returned' }, { previous_state: 'returned' }],
  [{ approval_state: 'APPROVAL_STATE_PENDING' }, { approval_state: 'APPROVAL_STATE_APPROVED' }],
  [{ state: 'BILL_STATE_REJECTED' }, { state: 'BILL_STATE_APPROVED' }],
  [
    { approvalStatus: 'APPROVAL_STATUS_DENIED' },
    { approvalStatus: 'BILL_APPROVAL_STATUS_APPROVED' },
  ],
  [{ approval_status: 'nicht freigegeben' }, { workflow_status: 'Freigegeben' }],
  [{ released: false }, { released: true }],
  [{ not_approved: true }, { not_approved: false }],
  [{ parked: true }, { parked: false }],
  [{ approval_blockers: ['No order'] }, { approval_blockers: [] }],
  [{ block_reason: 'x' }, { block_reason: null }],
  [{ locked_by: 'Jo' }, { locked_by: null }],
  [{ awaiting: ['Ann'] }, { awaiting: [] }],
  [{ approval_percentage: 50 }, { approval_percentage: 100 }],
  [
    { approval_stage: 1, approval_stages: 2 },
    { approval_stage: 2, approval_stages: 2 },
  ],
  [
    { approved_levels: 1, required_levels: 2 },
    { approved_levels: 2, required_levels: 2 },
  ],
  [{ approval_completed_at: null }, { approval_requested_at: null }],
  [{ final_approved_at: null }, { final_approved_at: '2026-03-05T10:00:00Z' }],
  [{ approved_by: { id: null } }, { approved_by: { id: 'u-1', status: 'invited' } }],
  [{ approved_by: 'N/A' }, { approved_by: 'Ada', approver_state: 'away' }],
  // Values as several encoders wrap them.
  [{ approved: { '#text': 'false' } }, { approved: { '#text': 'true', '@type': 'boolean' } }],
  [{ approved: ['false'] }, { approved: ['true'] }],
  [{ approved: { BOOL: false } }, { approved: { BOOL: true } }],
  [{ approved: { $numberInt: '0' } }, { approved: { $numberInt: '1' } }],
  [{ approval_status: { S: 'pending' } }, { approval_status: { S: 'approved' } }],
  [{ approved_at: { '@xsi:nil': 'true' } }, { approved_at: { $date: '2026-03-05T00:00:00Z' } }],
  [{ approved_at: { '@attributes': { nil: 'true' } } }, { approved_at: { seconds: '1772704800' } }],
  [
    { approved_at: { seconds: 0, nanos: 0 } },
    { approved_at: { $date: { $numberLong: '1772704' } } },
  ],
  [{ Approved__c: false }, { Approved__c: true }],
  [{ Approval_Status__c: 'Pending' }, { Approval_Status__c: 'Approved' }],
  [{ '@state': 'pending' }, { '@state': 'approved' }],
  [{ _embedded: { approval: { state: 'REJECTED' } } }, { _embedded: { vendor: { state: 'x' } } }],
  [{ _embedded: { errors: [{ message: 'Blocked' }] } }, { _embedded: { errors: [] } }],
  ...['N/A', 'none', 'never', 'no', 'pending', 'not approved', '  ', '9999-12-31', '30.12.1899']
    .concat('01/01/0001 00:00:00', 'Thu, 01 Jan 1970 00:00:00 GMT', '-62135596800')
    .map((never): [object, object] => [
      { approved_at: never },
      { approved_at: 'Thu, 05 Mar 2026 10:00:00 GMT', archived_at: never },
    ]),
])(
  'Q-61 a field about the decision must confirm or be unchanged: %j proves nothing, but %j confirms',
  (no, yes) => {
    const around = (fields: object): readonly boolean[] =>
      [
        { ...bill, ...fields },
        { data: { bill: { ...bill, ...fields } } },
        { success: true, data: { ...bill, ...fields } },
        resource(fields),
      ].map((body) => confirms(body));
    expect(around(no)).toEqual([false, false, false, false]);
    expect(around(yes)).toEqual([true, true, true, true]);
  },
);

test.each<[fields: Readonly<Record<string, unknown>>, whenOld: boolean]>([
  [{ workflow_state: 'final_check' }, true],
  [{ custom: { stage: 'Level 2' }, lines: [{ state: 'split' }] }, true],
  [{ Status_2: 'parked here', released: false }, true],
  [{ approval_status: 'CFO' }, false],
  [{ approval: { approved: false } }, false],
  [{ state: 'NOT_APPROVED' }, false],
])('Q-61 words that the bill had before its approval contradict nothing: %j', (fields, whenOld) => {
  const bodies = [
    { ...bill, ...fields },
    { success: true, data: { bill: { ...bill, ...fields } } },
  ];
  expect(bodies.map((body) => confirms(body))).toEqual([false, false]);
  expect(bodies.map((body) => confirms(body, fields))).toEqual([whenOld, whenOld]);
});

/** Answers around the bill: some that raise doubt about the approval, and similar ones that do not. */
test.each<[doubt: unknown, none: unknown]>([
  [resource({}, { meta: { approved: false } }), resource({}, { meta: { approved: true } })],
  [
    { ...resource({}), included: [{ type: 'approvals', attributes: { status: 'rejected' } }] },
    { ...resource({}), included: [{ type: 'vendors', attributes: { status: 'archived' } }] },
  ],
  [
    resource({}, { relationships: { approval: { data: null } } }),
    resource({}, { relationships: { approval: { data: { type: 'approvals', id: 7 } } } }),
  ],
  [
    { '@success': 'false', bill },
    { '@success': 'true', bill },
  ],
  [
    { success: { '#text': 'false' }, bill },
    { success: { '#text': 'true' }, bill },
  ],
  [
    { Id: 'b-1', Status__c: 'Rejected' },
    { Id: 'b-1', Status__c: 'Approved' },
  ],
  [
    { SUBRC: 4, bill },
    { SUBRC: 0, bill },
  ],
  [
    { RETURN: { TYPE: 'E' }, bill },
    { RETURN: { TYPE: 'S' }, bill },
  ],
  [
    { retCode: '1001', retMsg: '审批失败', data: bill },
    { retCode: '0', retMsg: 'ok', data: bill },
  ],
  [
    { status: { code: 7 }, bill },
    { status: { code: 0 }, bill },
  ],
  [
    { err: 'x', bill },
    { err: null, bill },
  ],
  [
    { ack: 'Failure', bill },
    { ack: 'Success', bill },
  ],
  [
    { modifiedCount: 0, bill },
    { modifiedCount: 1, bill },
  ],
  [
    { rowCount: 0, bill },
    { rowCount: 1, bill },
  ],
  [
    { skipped_count: 1, bill },
    { skipped_count: 0, bill },
  ],
  [
    { operation: { done: false }, bill },
    { operation: { done: true }, bill },
  ],
  [
    { long_running: true, bill },
    { long_running: false, bill },
  ],
  [
    { otp_sent: true, bill },
    { otp_sent: false, bill },
  ],
  [
    { action_required: true, bill },
    { action_required: false, bill },
  ],
  [
    { action: 'reject', bill },
    { action: 'approve', bill },
  ],
  [
    { operation: 'void', bill },
    { operation: 'approve', bill },
  ],
])(
  'Q-61 fields around the bill must confirm: %j proves nothing, but %j confirms',
  (doubt, none) => {
    expect([confirms(doubt), confirms(none)]).toEqual([false, true]);
  },
);

test('Q-61 a long bill with the states of other objects is a confirmation', () => {
  const user = { id: 'u-1', status: 'deactivated', state: 'TX' };
  expect(
    confirms({
      ...bill,
      ...{
        approved_at: '2026-03-05T10:00:00Z',
        approved_by: user,
        approver: user,
        reviewers: [user],
      },
      ...{
        approval_id: 'ap-7',
        approval_number: 'A-7',
        approval_url: '/x',
        approval_type: 'single',
      },
      ...{
        approval_status: 'Approved',
        approval_level: 1,
        approval_note: 'Not urgent, pending order',
      },
      ...{ approval_policy: { state: 'draft' }, can_approve: false, auto_approved: false },
      ...{ history: [{ status: 'submitted' }, { status: 'approved' }], payment_status: 'unpaid' },
      ...{ payment: { state: 'queued' }, sync_status: 'pending', attachments: [{ status: 'new' }] },
      ...{ vendor: { ...bill.vendor, status: 'on hold' }, bill_state: 'paid', review: null },
      ...{
        line_items: [{ id: 1, status: 'coded' }],
        authorization: { code: 'X7', date: '2026-03-05' },
      },
      ...{
        approvals: [{ user, status: 'approved', approved_at: '2026-03-05' }],
        release_date: null,
      },
    }),
  ).toBe(true);
});

test.each<[other: unknown, own: unknown]>([
  [
    { success: true, id: 'b-2' },
    { success: true, id: 'b-1' },
  ],
  [
    { success: true, id: 'b-2', errors: [] },
    { success: true, id: 'a-7', object: 'approval' },
  ],
  [
    { success: true, data: 'b-2' },
    { success: true, data: 'b-1' },
  ],
  [
    { success: true, data: { id: 'b-2' } },
    { success: true, data: { id: 'b-1' } },
  ],
  [
    { success: true, bill: { id: 'b-2' } },
    { success: true, id: 'r-7', bill: { id: 'b-1' } },
  ],
  [
    { success: true, approved_bill_id: 'b-2' },
    { success: true, approved_bill_id: 'b-1' },
  ],
  [
    { bill, approved_bill_id: 'b-2' },
    { bill, parent_bill_id: 'b-2' },
  ],
  [
    { approved: ['b-2'], bill },
    { approved: ['b-1'], bill },
  ],
  [
    { approved_ids: ['b-2'], bill },
    { approved_ids: ['b-1', 'b-2'], bill },
  ],
  [
    { unprocessed: ['b-1'], bill },
    { unprocessed: [], bill },
  ],
  [
    { not_approved: ['b-1'], bill },
    { not_approved: [], bill },
  ],
  [
    { ok: true, _links: { self: { href: '/api/v1/bills/b-2' } } },
    { ok: true, _links: { self: { href: 'https://x/bills/b-1/approve' }, vendor: '/bills/b-2' } },
  ],
  [
    { ok: true, links: { self: '/bills/b-2' } },
    { ok: true, links: { self: '/bills/b-1' } },
  ],
  [
    { bill, approved_amount_cents: 99 },
    { bill, approved_amount_cents: 100 },
  ],
  [
    { ...bill, amount_approved_cents: 1 },
    { ...bill, approvedAmount: 1 },
  ],
  [
    { ...bill, authorized_amount_cents: 99 },
    { ...bill, authorized_amount_cents: 100 },
  ],
  [
    { ...bill, approved_currency: 'USD' },
    { ...bill, approved_currency: 'EUR' },
  ],
  [
    { ...bill, event: 'bill.rejected' },
    { ...bill, event: 'bill.approved' },
  ],
  [
    { ...bill, type: 'rejection' },
    { ...bill, type: 'invoice' },
  ],
])(
  'Q-61 an answer about another bill, amount or action proves nothing: %j, unlike %j',
  (other, own) => {
    expect([confirms(other), confirms(own)]).toEqual([false, true]);
  },
);

test('Q-61 a header that names another bill cancels a confirmation', () => {
  const isYesFrom = (name: string, address: string): boolean => {
    const headers = new Headers({ [name]: address });
    const body = { form: 'json', value: bill } as const;
    return (
      readConfirmation({ status: 200, headers, bodyProblem: null, body }, 'there', 'b-1') !== null
    );
  };
  const names = ['location', 'content-location'];
  expect(names.map((name) => isYesFrom(name, '/api/v1/bills/b-2'))).toEqual([false, false]);
  expect(names.map((name) => isYesFrom(name, '/api/v1/bills/b-1'))).toEqual([true, true]);
});

test('Q-61 a resource of JSON:API is compared as a bill', () => {
  const { data } = resource({ total_cents: 999_900 });
  expect(read({ data })?.bill?.totalCents).toBe(999_900);
});
