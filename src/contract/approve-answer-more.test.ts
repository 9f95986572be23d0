import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms } from './testing/answers.ts';

/** Each confirmation, with its nearest answers that prove nothing. */
test.each<[yes: unknown, ...no: unknown[]]>([
  [
    { message: 'Bill approved. The vendor will be notified.', bill },
    { message: 'The bill will be approved. The vendor will be notified.', bill },
    { message: 'Bill approved. The next approver will be notified.', bill },
    { message: 'Bill approved. The approver will be notified.', bill },
    { message: 'Bill saved. The vendor will be notified once it is approved.', bill },
  ],
  [
    { message: 'Bill approved. An email will be sent to the vendor.', bill },
    { message: 'Bill approved. It will be sent to the controller.', bill },
    { message: 'Approval will be sent. An email will be sent to the vendor.', bill },
  ],
  [
    { code: 200, msg: '操作成功' },
    { code: 500, msg: '操作成功' },
    { code: 200, msg: '操作未成功' },
    { code: 200, msg: '提交成功' },
    { code: 200, msg: '操作成功，等待审批' },
  ],
  [
    { code: 0, msg: '操作成功', data: null },
    { code: 1, msg: '操作成功', data: null },
    { code: 0, msg: '操作不成功', data: null },
  ],
  [
    { code: 200, message: '成功', data: null },
    { code: 200, message: '成功', data: { ...bill, id: 'b-2' } },
    { code: 200, message: '不成功', data: null },
  ],
  [
    { approval: { id: 4711, bill_id: 'b-1', decision: 'approved' } },
    { approval: { id: 4711, bill_id: 'b-1', decision: 'rejected' } },
    { approval: { id: 4711, bill_id: 'b-2', decision: 'approved' } },
    { approval: { id: 4711, bill_id: 'b-1', decision: 'approved', status: 'pending' } },
    { approval: { id: 4711, bill_id: 'b-1', requested_decision: 'approved' } },
  ],
  [
    { bill_id: 'b-1', old_status: 'open', new_status: 'approved' },
    { bill_id: 'b-1', old_status: 'approved', new_status: 'open' },
    { bill_id: 'b-1', old_status: 'open', new_status: 'pending_approval' },
    { bill_id: 'b-2', old_status: 'open', new_status: 'approved' },
    { old_status: 'open', new_status: 'approved' },
    { bill_id: 'b-1', requested_status: 'approved' },
  ],
  [
    { message: '1 bill approved, 0 failed', bill },
    { message: '0 bills approved, 0 failed', bill },
    { message: '0 bills approved, 1 failed', bill },
    { message: '1 bill approved, 10 failed', bill },
    { message: 'Approved: 0 failed: 1', bill },
  ],
  [
    { success: ['b-1'], failed: [] },
    { success: [], failed: ['b-1'] },
    { success: ['b-2'], failed: [] },
    { success: ['b-1', 'b-2'], failed: [] },
    { success: ['b-1'], failed: ['b-1'] },
    { success: ['Saved'], failed: [] },
  ],
  [{ status: 200 }, { status: 202 }, { status: 204 }, { status: 200, id: 'b-2' }, { count: 200 }],
  [
    { status: 200, statusText: 'OK' },
    { status: 200, statusText: 'Accepted' },
    { statusText: 'OK', hint: 'x' },
    { status: 200, statusText: 'OK', approved: false },
  ],
])('Q-61 a confirmation, and its nearest answers that prove nothing: %j', (yes, ...no) => {
  expect([yes, ...no].map((each) => confirms(each))).toEqual([true, ...no.map(() => false)]);
});
