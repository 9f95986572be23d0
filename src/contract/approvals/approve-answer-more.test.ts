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
