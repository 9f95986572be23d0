import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms } from '../testing/answers.ts';

/** Pairs: an answer that says no, and a similar one that confirms. */
test.each<[no: object, yes: object]>([
  [{ flags: ['on_hold'] }, { flags: ['urgent'] }],
  [{ flags: [{ name: 'on_hold' }] }, { flags: [{ name: 'on_hold', active: false }] }],
  [{ tags: ['disputed'] }, { tags: ['Disputed: no'] }],
  [{ labels: ['Rejected'] }, { labels: ['Retail'] }],
  [{ badges: ['Draft'] }, { badges: ['Bank draft fees'] }],
  [{ alerts: ['Payment blocked'] }, { alerts: ['Payment due soon'] }],
  [{ info: 'Bill was reopened' }, { info: 'Net 30 days' }],
  [{ notice: 'Bill was reopened' }, { notice: 'Bill was received on paper' }],
  [{ hint: 'Approval overturned' }, { hint: 'Approval is final' }],
  [{ banner: 'This bill is on hold' }, { banner: 'This bill is due' }],
  [{ state_text: 'Parked' }, { state_text: 'Approved' }],
  [{ details: 'Bill was paused' }, { details: 'Frozen food delivery' }],
  [{ details: 'Payment bounced' }, { details: 'Parked cars in March' }],
  [{ summary: 'Approval was recalled' }, { summary: 'Recalled parts, January' }],
  [{ explanation: 'Bill is frozen' }, { explanation: 'Void labels, not used' }],
  [{ note: 'Disputed' }, { note: 'Vendor rejected our PO price' }],
  [{ notes: ['Bill parked'] }, { notes: ['Paused subscription, see PO'] }],
  [{ remarks: 'Declined' }, { remarks: 'Please pay by Friday' }],
  [{ comment: 'Rejected by Jo' }, { comment: 'Rejected goods were returned' }],
  [{ comment: 'Rejected' }, { comment: 'Rejected', approved: true }],
  [{ remarks: 'Declined' }, { remarks: 'Declined', approved_at: '2026-03-18' }],
  [{ approval_note: 'Declined' }, { delivery_note: 'Declined offer 7' }],
  [{ notifications: ['Bill disputed'] }, { notifications: ['Bill approved'] }],
  [{ description: 'Bill cancelled' }, { description: 'Bill cancelled', status: 'approved' }],
  [{ title: 'Approval failed' }, { payment_terms_text: 'Payment withdrawn 14 days later' }],
  [{ title: 'Bill reopened' }, { title: 'Bill for reopened shop' }],
  [{ outcome_text: 'Bounced' }, { memo: 'Bounced' }],
  [
    { can_be_approved: true, flags: ['blocked'] },
    { approvable: false, can_be_approved: false },
  ],
])('Q-61 a bill that is stopped now is not approved, beside or inside it: %j', (no, yes) => {
  expect([no, yes].map((more) => confirms({ ...bill, ...more }))).toEqual([false, true]);
  expect(confirms({ ...bill, ...no }, no)).toBe(true);
  expect(confirms({ bill, ...no })).toBe(false);
});

test.each<[no: string, yes: string]>([
  ['Bill already paid', 'Bill already approved'],
  ['Bill already closed', 'Bill has already been approved'],
  ['Bill paused', 'Bill approved'],
  ['Bill approval cancelled', 'Bill approval complete'],
  ['Bill A-7 is parked', 'Bill approved for payment'],
  ['Bill disputed by the buyer', 'Dispute resolved, bill approved'],
  ['Payment bounced', 'Payment follows'],
  ['Saved. Approval overturned', 'Saved. Approval complete'],
  ['Your approval was overruled', 'Your approval was saved'],
  ['Bill is now frozen', 'Bill is now released'],
  ['Bill was reopened', 'Bill was saved'],
  ['Invoice sent back to Jo', 'Invoice sent to the bank'],
  ['Approved, but bill is frozen', 'Bill approved. Bill is locked for editing'],
  ['The invoice remains blocked', 'Request removed from your inbox. Bill approved'],
])('Q-61 a message beside a success says that the bill is stopped: %s', (no, yes) => {
  expect([no, yes].map((message) => confirms({ success: true, message, bill }))).toEqual([
    false,
    true,
  ]);
  expect(confirms({ success: true, messages: [no], bill })).toBe(false);
  expect([no, yes].map((data) => confirms({ success: true, data }))).toEqual([false, true]);
});

test('Q-61 a stop that the bill had before its approval does not contradict it, also inside an object', () => {
  const held = { hold_reason: 'No receipt', region: 'EU' };
  const before = { flags: ['on_hold'], custom_fields: held };
  const after = { ...before, custom_fields: { ...held, region: 'US' } };
  expect(
    [after, { ...after, flags: ['new', 'on_hold'] }, { ...after, flags: ['blocked'] }].map((more) =>
      confirms({ ...bill, ...more }, before),
    ),
  ).toEqual([true, true, false]);
});
