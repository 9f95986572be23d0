import { expect, test } from 'vitest';
import { parseBody } from '../body/answer.ts';
import { readConfirmation } from './approve-answer.ts';

const bill = { id: 'b-1', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };

const confirms = (body: unknown): boolean => isYesIn(JSON.stringify(body));

const isYesIn = (json: string): boolean => {
  const bytes = new TextEncoder().encode(json);
  const sent = { status: 200, headers: new Headers(), bodyProblem: null } as const;
  return (
    readConfirmation({ ...sent, body: parseBody(bytes, 'application/json') }, 'there', 'b-1') !==
    null
  );
};

const workflow = (...statuses: string[]) => ({ steps: statuses.map((status) => ({ status })) });

test.each<[string, more: object, done: object]>([
  [
    'two counts',
    { approvals_required: 2, approvals_given: 1 },
    { approvals_required: 2, approvals_given: 2 },
  ],
  [
    'two counts as text',
    { requiredApprovals: '2', receivedApprovals: '1' },
    { requiredApprovals: '2', receivedApprovals: '2' },
  ],
  [
    'a list and a count',
    { approvals: [{ status: 'approved' }], approvals_required: 2 },
    { approvals: [{ status: 'approved' }], approvals_required: 1 },
  ],
  ['counts together', { approvals: { total: 2, given: 1 } }, { approvals: { total: 2, given: 2 } }],
  ['counts of one approval', { approval: { level: 1, of: 2 } }, { approval: { level: 2, of: 2 } }],
  ['a level', { current_level: 1, max_level: 2 }, { current_level: 2, max_level: 2 }],
  [
    'a step',
    { workflow: { current_step: 1, total_steps: 2 } },
    { approvals_required: 2, approved_by: 1, approved_at: '1' },
  ],
  ['a fraction', { approval_progress: '1/2' }, { approval_progress: '2 of 2' }],
  ['a percentage', { approval_progress: '50%' }, { approval_progress: '100%' }],
  ['another approver', { next_approver_id: 'u-2' }, { next_approver_id: null }],
  ['a later stage', { next_stage: 'cfo' }, { next_stage: '' }],
  ['a present approver', { current_approver: 'Jo' }, { current_approver: null }],
  ['a wait', { waiting_on: ['CFO'] }, { waiting_on: [] }],
  ['a name to wait for', { awaiting_approval_from: 'CFO' }, { awaiting_approval_from: null }],
  ['open approvals', { outstanding_approvals: 1 }, { outstanding_approvals: 0 }],
  ['a further approval', { further_approval_required: true }, { further_approval_required: false }],
  ['a requirement', { approval_required: true }, { approval_required: false }],
  [
    'open steps',
    { workflow: workflow('approved', 'not_started') },
    { workflow: workflow('approved', 'skipped') },
  ],
  [
    'an open chain',
    { approval_chain: [{ approved: true }, { approved: false }] },
    { approval_chain: [{ approved: true }, { approved: true }] },
  ],
  [
    'half approved steps',
    { approval_steps: [{ status: 'partially_approved' }] },
    { approval_steps: [{ status: 'APPROVED' }] },
  ],
  ['an unfinished workflow', { workflow: { complete: false } }, { workflow: { complete: true } }],
  ['no last approval', { is_final: false }, { is_final: true }],
  ['no release', { ready_for_payment: false }, { ready_for_payment: true }],
  ['a part', { partially_approved: true }, { partially_approved: false }],
  ['a state', { approval_state: 'level_1_approved' }, { approval_state: 'fully_approved' }],
])('Q-61 an answer that expects more approvals does not confirm: %s', (_name, more, done) => {
  const wrapped = (each: object) => [
    { ...bill, ...each },
    { success: true, data: { ...bill, ...each } },
    { status: 'approved', bill_id: 'b-1', ...each },
  ];
  expect(wrapped(more).map(confirms)).toEqual([false, false, false]);
  expect(wrapped(done).map(confirms)).toEqual([true, true, true]);
});

test('Q-61 an undocumented status of the bill outweighs a success around it', () => {
  const around = (status: string) => ({ success: true, bill: { ...bill, status } });
  expect(['partially_approved', 'in_approval'].map(around).map(confirms)).toEqual([false, false]);
  expect(['approved', 'Overdue'].map(around).map(confirms)).toEqual([true, true]);
});

test('Q-61 a result with the name of a rejection outweighs a success beside it', () => {
  const answer = (name: string) => ({ success: true, bill_id: 'b-1', result: { name } });
  expect(['Rejected', 'Pending', 'Approved'].map(answer).map(confirms)).toEqual([
    false,
    false,
    true,
  ]);
});

test.each<[more: string, done: string]>([
  ['Approved. Waiting for second approval by CFO.', 'No further approval pending'],
  ['1 of 2 approvals received', '2 of 2 approvals received'],
  ['Approval recorded (1/2)', 'Approved on 1/2/2026'],
  ['You approved step 1 of 2', 'Bill 1/2 has been approved'],
  ['Awaiting final approval, then payment', 'Approved, waiting for payment'],
  ['Sent for final approval', 'Approved and forwarded to payment'],
  ['Approval in progress', 'Approved with 0 errors'],
  ['Your approval was recorded. One more approval is needed.', 'No more approvals needed.'],
  ['Next approver: Jo', 'Approved by Jo'],
  ['Forwarded to CFO for approval', 'Approved without further approval'],
  ['Partially approved', 'Fully approved'],
  ['No action taken', 'Bill approved'],
])('Q-61 a sentence about more approvals does not confirm: “%s”', (more, done) => {
  expect(confirms({ success: true, message: more, data: bill })).toBe(false);
  expect(confirms({ success: true, message: done, data: bill })).toBe(true);
});

test.each([
  (name: string) => name.replaceAll('_', ''),
  (name: string) => name.toUpperCase(),
  (name: string) => name.replaceAll('_', '-'),
])('Q-61 a bill with other spellings of its fields is that bill', (spell) => {
  const spelled = (each: object) =>
    Object.fromEntries(Object.entries(each).map(([key, value]) => [spell(key), value]));
  expect(confirms(spelled(bill))).toBe(true);
  expect(confirms({ [spell('bill')]: spelled({ ...bill, id: 'b-2' }) })).toBe(false);
});

test('Q-61 steps too deep to read count as open', () => {
  const nested = (levels: number): string =>
    `{"id":"b-1","workflow":${'{"workflow":'.repeat(levels)}null${'}'.repeat(levels + 1)}`;
  expect([3, 5_000].map(nested).map(isYesIn)).toEqual([true, false]);
});
