import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms } from '../testing/answers.ts';

/** Confirmations, each with similar answers that prove nothing. */
test.each<[yes: unknown, ...no: unknown[]]>([
  [
    { message: 'Bill approved. The vendor will be notified.', bill },
    { message: 'The bill will be approved. The vendor will be notified.', bill },
    { message: 'Bill approved. The next approver will be notified.', bill },
    { message: 'Bill approved. The approver will be notified.', bill },
    { message: 'Bill saved. The vendor will be notified once it is approved.', bill },
    { message: 'Your approval was saved. The submitter will be notified shortly.', bill },
    { message: 'Saved. Payment will be made by your approver.', bill },
  ],
  [
    { message: 'Bill approved. An email will be sent to the vendor.', bill },
    { message: 'Bill approved. It will be sent to the controller.', bill },
    { message: 'Approval will be sent. An email will be sent to the vendor.', bill },
  ],
  [
    { code: 0, msg: 'success', data: null },
    { code: 0, msg: 'success', data: false },
    { code: 0, msg: 'success', data: 0 },
  ],
  [
    { message: '1 bill approved, 0 failed', bill },
    { message: '0 bills approved, 0 failed', bill },
    { message: '0 bills approved, 1 failed', bill },
    { message: '1 bill approved, 10 failed', bill },
    { message: 'Approved: 0 failed: 1', bill },
  ],
  [
    { ...bill, approval: { status: 'approved', expired: false } },
    { ...bill, approval: { status: 'approved', expired: true } },
  ],
  [
    { errorCode: 0, errorMessage: 'OK', data: bill },
    { errorCode: 0, errorMessage: 'Locked', data: bill },
    { errorCode: 7, errorMessage: 'OK', data: bill },
    { rejected: 'success', errorMessage: 'OK', data: bill },
  ],
  [
    { error_code: '0', error_message: 'Success', bill },
    { error_message: 'Success pending', bill },
  ],
  [{ success_message: 'Bill approved' }, { success_message: 'Bill not approved' }],
  [
    { mensagem: 'Conta aprovada com sucesso' },
    { mensagem: 'Conta aguardando aprovação' },
    { mensagem: 'Conta bancária aprovada' },
  ],
  [{ status_code: 'APPROVED' }, { status_code: 'SUBMITTED' }],
  [
    { state: 'completed', outcome: 'approved', bill_id: 'b-1' },
    { state: 'completed', outcome: 'rejected', bill_id: 'b-1' },
    { state: 'pending', outcome: 'approved', bill_id: 'b-1' },
    { state: 'completed', outcome: 'approved', bill_id: 'b-2' },
  ],
  [{ mensagem: 'Título aprovado com sucesso!' }, { mensagem: 'Título em aprovação!' }],
  [
    { result: '承認済み', bill },
    { result: '承認待ち', bill },
  ],
  [
    { ...bill, approval_status: 'freigegeben' },
    { ...bill, approval_status: 'zur Freigabe' },
  ],
  [{ status: 200 }, { status: 202 }, { status: 204 }, { status: 200, id: 'b-2' }, { count: 200 }],
  [
    { status: 200, statusText: 'OK' },
    { status: 200, statusText: 'Accepted' },
    { statusText: 'OK', hint: 'x' },
    { status: 200, statusText: 'OK', approved: false },
  ],
])('Q-61 the first answer confirms, and similar ones prove nothing: %j', (yes, ...no) => {
  expect([yes, ...no].map((each) => confirms(each))).toEqual([true, ...no.map(() => false)]);
});

/** Answers that only take the request in, each with a similar one that says that the bill is approved. */
test.each<[no: unknown, yes: unknown]>([
  [
    { id: 'b-1', state: 'accepted' },
    { id: 'b-1', state: 'accepted', approved: true },
  ],
  [
    { id: 'b-1', status: 'ACCEPTED' },
    { id: 'b-1', status: 'ACCEPTED', approved_at: '2026-03-05' },
  ],
  [
    { job_id: 'j1', id: 'b-1', state: 'accepted', estimated_completion: '2026-03-05T11:00:00Z' },
    { job_id: 'j1', id: 'b-1', state: 'approved', completed_at: '2026-03-05T11:00:00Z' },
  ],
  [
    { ...bill, state: { id: 1, name: 'Accepted' } },
    { ...bill, state: { id: 1, name: 'Approved' } },
  ],
  [
    { ...bill, status: 'BILL_STATUS_ACCEPTED' },
    { ...bill, status: 'BILL_STATUS_APPROVED' },
  ],
  [
    { ...bill, approval: { status: 'accepted' } },
    { ...bill, approval: { status: 'approved', result: 'accepted' } },
  ],
  [
    { ...bill, approval_status: 'accepted' },
    { ...bill, decision: 'accepted' },
  ],
  [
    { status: 'accepted', data: bill },
    { status: 'accepted', data: { ...bill, approval_status: 'approved' } },
  ],
  [
    { success: true, status: 'accepted', bill_id: 'b-1' },
    { success: true, status: 'accepted', decision: 'approved', bill_id: 'b-1' },
  ],
  [
    { success: true, data: { id: 'b-1' }, request: { id: 'j-1', state: 'accepted' } },
    {
      success: true,
      data: { id: 'b-1', approved: true },
      request: { id: 'j-1', state: 'accepted' },
    },
  ],
  [
    { id: 'b-1', accepted: true },
    { id: 'b-1', accepted: true, approved: true },
  ],
  [
    { id: 'b-1', job_id: 'j-1' },
    { id: 'b-1', job_id: null },
  ],
  [
    { id: 'b-1', estimated_completion: '2026-03-05' },
    { id: 'b-1', estimated_completion: '2026-03-05', approved: true },
  ],
  [
    { success: true, message: 'Request accepted' },
    { success: true, message: 'Approval accepted' },
  ],
  [
    { ...bill, message: 'The bill was accepted.' },
    { ...bill, approved: true, message: 'The bill was accepted.' },
  ],
  [
    { success: true, message: 'Approval request received' },
    { approved: true, message: 'Approval request received' },
  ],
  [
    { success: true, message: 'Acknowledged' },
    { success: true, acknowledged: true },
  ],
  [
    { ...bill, message: 'Rechnung angenommen' },
    { ...bill, message: 'Rechnung genehmigt' },
  ],
])('Q-61 an answer that only takes the request in proves nothing: %j', (no, yes) => {
  expect([confirms(no), confirms(yes)]).toEqual([false, true]);
});

test.each<readonly [string, unknown]>([
  ...[
    ...Object.entries({
      statusCode: '202',
      status_code: 'ACCEPTED',
      code: 202,
      http_status: '202 Accepted',
    }),
  ],
  ...['operation_id', 'jobUuid', 'batch_id', 'task_url'].map((key) => [key, 'x-7'] as const),
  ['status_url', 'https://a.example/7'],
  ['message', 'We have received your request'],
  ['message', 'We’ve received your request.'],
])('Q-61 a %s of %j beside the bill proves nothing', (key, value) => {
  const answer = { success: true, [key]: value };
  expect([confirms({ ...answer, bill_id: 'b-1' }), confirms({ ...answer, data: bill })]).toEqual([
    false,
    false,
  ]);
});

test('Q-61 the jobs and documents of a whole bill do not say that the request was taken in', () => {
  const own = { job_id: 'PRJ-7', task_id: 'T-7', batch_id: 'B-7', document_state: 'accepted' };
  expect(confirms({ ...bill, ...own })).toBe(true);
  expect(confirms({ success: true, data: { ...bill, ...own } })).toBe(true);
  expect(confirms({ id: 'b-1', status: 'open', job_id: 'PRJ-7' })).toBe(false);
});

test('Q-61 a long message is read in a short time', { timeout: 2500 }, () => {
  const long = ['the bill 1', 'bill 1'].map((words) => words + '1-'.repeat(20_000));
  expect(long.map((message) => confirms({ success: true, bill_id: 'b-1', message }))).toEqual([
    true,
    true,
  ]);
});

test('Q-61 a state that the bill had before its approval does not say that the request was taken in', () => {
  const before = { ...bill, state: 'accepted', job_id: 'j-1' };
  expect([confirms(before, before), confirms(before, bill)]).toEqual([true, false]);
  expect(
    confirms({ ...bill, payment: { status: 'accepted' }, vendor: { state: 'accepted' } }),
  ).toBe(true);
});

const approvedBill = { ...bill, approval_status: 'approved' };
const authorised = { ...bill, status: 'AUTHORISED', StatusAttributeString: 'WARNING' };

/** Flags that, when false beside an approval, may say that more approvals must follow. */
test.each(['final', 'is_final', 'completed', 'complete', 'accepted', 'done'])(
  'Q-61 an approved bill with a false `%s` proves nothing, unless `complete` or `done` was false before',
  (key) => {
    const no = { [key]: false };
    const yes = { ...approvedBill, ...no };
    expect(
      [
        ...[{ data: yes }, { ...yes, approval_level: 1 }, { ...bill, ...no }],
        ...[
          { ...no, data: approvedBill },
          { id: 'b-1', approved: true, ...no },
        ],
        { id: 'b-1', status: 'approved', level: 1, ...no },
        { ...approvedBill, approval: { status: 'approved', ...no } },
        { id: 'a-1', bill_id: 'b-1', status: 'approved', ...no },
      ].filter((each) => confirms(each)),
    ).toEqual([]);
    expect(confirms(yes, { ...bill, ...no })).toBe(!/final|accepted/.test(key));
  },
);

/** Approved bills with an unrelated field, each with similar answers that prove nothing. */
test.each<[yes: unknown, ...no: unknown[]]>([
  [
    { ...approvedBill, line_items: [{ description: 'x', approved: false, billable: false }] },
    { ...bill, line_items: [{ approved: false }] },
    { ...approvedBill, line_items: [{ approval_status: 'rejected' }] },
    { ...approvedBill, line_items: [{ is_approved: 'rejected' }] },
    { ...approvedBill, lines: [{ approved: true }, { approved: false }] },
    { ...approvedBill, lines: [{ approval_status: 'approved' }, { approved: false }] },
    { ...approvedBill, approvals: [{ approved: false }] },
    { ...approvedBill, steps: [{ approved: false }] },
  ],
  [
    { ...approvedBill, metadata: { approved: 'yes by phone' }, customFields: { approved: 'no' } },
    { ...bill, metadata: { approved: 'false' } },
    { metadata: { approved: 'false' }, data: approvedBill },
    { ...approvedBill, metadata: { approved: true }, approved: false },
    { ...approvedBill, custom_fields: { approval: 'Pending CFO' } },
    { ...approvedBill, customAttributes: { ApprovalStatus: 'Submitted' } },
    { ...approvedBill, labels: { workflow_status: 'pending' } },
    { ...approvedBill, labels: { approval_status: 'En attente' } },
    { ...approvedBill, metadata: { approved: 'no, pending CFO' } },
    { ...approvedBill, metadata: { approved: 'Level 1 of 2' } },
  ],
  [
    { ...approvedBill, valid: true, validation_status: 'Needs revalidation' },
    { ...bill, valid: true, validation_status: 'Needs revalidation' },
    { ...approvedBill, validation_status: 'Needs revalidation' },
    { ...approvedBill, valid: true, validation_status: 'Rejected' },
    ...['Needs approval', 'failed', 'Level 1 of 2', 'Requires CFO', 'escalated', 'Pending'].map(
      (state) => ({ ...approvedBill, valid: true, validation_status: state }),
    ),
    ...['1/2', 'En attente', 'Pending revalidation by CFO'].map((state) => ({
      ...{ ...approvedBill, valid: true, validation_status: state },
    })),
  ],
  [
    { ...authorised, Warnings: [{ Message: 'Account code 200 was archived' }] },
    { ...authorised, Warnings: [{ Message: 'The bill was not approved' }] },
    { ...authorised, Warnings: [] },
    { ...authorised, status: 'open', Warnings: [{ Message: 'Account code 200 was archived' }] },
    { ...authorised, StatusAttributeString: 'ERROR', Warnings: [{ Message: 'Archived' }] },
  ],
])(
  'Q-61 an unrelated field of an approved bill does not contradict the approval: %j',
  (yes, ...no) => {
    expect([yes, ...no].map((each) => confirms(each))).toEqual([true, ...no.map(() => false)]);
  },
);

/** Confirmations in other wrappers, each with similar answers that prove nothing. */
test.each<[yes: unknown, ...no: unknown[]]>([
  [
    { 'ia::result': { id: 'b-1', state: 'approved' }, 'ia::meta': { totalError: 0 } },
    { 'ia::result': { id: 'b-1', state: 'approved' }, 'ia::meta': { totalError: 1 } },
    { 'ia::result': { id: 'b-1', state: 'partiallyApproved' }, 'ia::meta': { totalError: 0 } },
    { 'ia::result': { id: 'b-2', state: 'approved' }, 'ia::meta': { totalError: 0 } },
    { 'ia::result': { 'ia::error': { message: 'Closed' } }, 'ia::meta': { totalError: 0 } },
  ],
  [
    { jsonrpc: '2.0', id: 7, result: [approvedBill] },
    { jsonrpc: '2.0', id: 7, result: [{ ...approvedBill, id: 'b-2' }] },
    { jsonrpc: '2.0', id: 7, result: [approvedBill], error: { message: 'Closed' } },
    { jsonrpc: '2.0', id: 7, result: [] },
  ],
])(
  'Q-61 the first answer confirms inside its wrapper, and similar ones prove nothing: %j',
  (yes, ...no) => {
    expect([yes, ...no].map((each) => confirms(each))).toEqual([true, ...no.map(() => false)]);
  },
);
