import { expect, test } from 'vitest';
import { billOfAnswers as bill, readAnswer } from '../testing/answers.ts';

const NOW = '2026-11-30T21:45:00Z';
const NOW_MS = Date.parse(NOW);
const MARCH = '2027-03-01T00:00:00Z';

const confirms = (body: unknown, before = {}): boolean => readAnswer(body, before, NOW_MS) !== null;

const done = { ...bill, status: 'approved' };
const approval = (fields: object) => ({ status: 'approved', ...fields });

/** Answers with an approval in the bill, beside it, and in the result of a call. */
const approvals = (fields: object): readonly unknown[] => [
  { ...bill, approval: approval(fields) },
  { success: true, data: { ...bill, approval: approval(fields) } },
  { bill, approval: approval(fields) },
  { data: { approveBill: { bill, approval: approval(fields) } } },
  { bill: { ...bill, workflow: { approval: [approval(fields)] } } },
];

test.each<[no: object, yes: object]>([
  [{ next_approver_id: 'u2' }, { next_approver_id: null }],
  [{ next_approver: { id: 'u2', name: 'Jane' } }, { next_approver: {} }],
  [{ next: { user: 'u2' } }, { next_action: 'pay' }],
  [{ next_level: 2 }, { next_step: 'payment' }],
  [{ remaining: 1 }, { remaining: 0, remaining_budget: 500 }],
  [{ steps_left: 1 }, { steps_left: 0 }],
  [{ missing_signatures: ['cfo'] }, { missing_signatures: [] }],
  [{ waiting_for: 'CFO' }, { waiting_for: null }],
  [{ progress: { done: 1, total: 2 } }, { progress: { done: 2, total: 2 } }],
  [{ votes: { yes: 1, needed: 2 } }, { votes: { yes: 2, needed: 2 } }],
  [{ votes: '1/2' }, { votes: '2/2' }],
  [
    { n: 1, of: 2 },
    { n: 2, of: 2 },
  ],
  [
    { step_no: 1, step_count: 2 },
    { step_no: 2, step_count: 2 },
  ],
  [
    { step_number: 1, steps: 2 },
    { step_number: 2, steps: 2 },
  ],
  [{ sequence: { current: 1, last: 2 } }, { sequence: 1, level: 1 }],
  [{ percent: 50 }, { percent: 100 }],
  [{ progress: '50%' }, { progress: 1 }],
  [{ tasks: [{ state: 'done' }, { state: 'open' }] }, { tasks: [{ state: 'done' }] }],
  [{ is_final: false }, { is_final: true }],
  [{ type: 'partial' }, { type: 'full', partial: false }],
  [{ partial: true }, { sla: { met: false }, confidence: { percent: 50 } }],
  [{ todo: ['u2'] }, { todo: [] }],
  [{ not_yet_approved_by: ['u2'] }, { not_yet_approved_by: [] }],
  [{ needs_countersignature: true }, { needs_countersignature: false, countersigned: true }],
  [{ co_approver: { status: 'pending' } }, { co_approver: { status: 'away' } }],
  [
    { quorum: 2, count: 1 },
    { quorum: 2, count: 2 },
  ],
  [{ threshold: 2, signatures: ['u1'] }, { policy: { required: 3, approved: 1 } }],
  [
    { levels: [{ steps: [{ state: 'approved' }, { state: 'open' }] }] },
    { levels: [{ steps: [{ state: 'approved' }, { state: 'skipped' }] }] },
  ],
  [
    { chain: [{ decision: 'approved' }, { decision: null }] },
    { chain: [{ decision: 'approved' }, { decision: 'approved' }] },
  ],
  [{ second_approver_status: 'open' }, { second_approver: 'u2' }],
  [{ revoked_at: NOW }, { revoked_at: null, revocable_until: MARCH }],
  [{ withdrawn: true }, { withdrawn: false, withdrawal_deadline: MARCH }],
  [{ widerrufen_am: NOW }, { genehmigt_am: NOW }],
  [{ undone_at: NOW }, { undone: 'no' }],
  [{ at: MARCH }, { at: NOW }],
  [{ approved_at: MARCH }, { expires_at: MARCH }],
  [{ decided_at: Date.parse(MARCH) / 1000 }, { decided_at: NOW_MS / 1000 }],
  [{ date: '01.03.2027' }, { date: '01.12.2026' }],
  [{ valid_from: '2027-03-01' }, { valid_until: '2027-03-01', valid_from: '2026-11-30' }],
  [{ valid_until: '2026-01-01' }, { valid_until: '0001-01-01' }],
  [{ sufficient: false }, { sufficient: true, active: false }],
  [{ test: true }, { test: false, approver: { is_test: true } }],
  [{ mode: 'sandbox' }, { mode: 'live', environment: 'test' }],
])(
  'Q-61 an approval must be in force, at each place of an answer: %j proves nothing, but %j confirms',
  (no, yes) => {
    expect(approvals(no).filter((body) => confirms(body))).toEqual([]);
    expect(approvals(yes).filter((body) => !confirms(body))).toEqual([]);
  },
);

test.each<[no: object, yes: object]>([
  [{ step: { index: 1, count: 2 } }, { step: { index: 2, count: 2 } }],
  [{ workflow: { stage: { number: 1, of: 3 } } }, { workflow: { stage: { number: 3, of: 3 } } }],
  [{ quorum: { required: 2, given: 1 } }, { quorum: { required: 2, given: 2 } }],
  [{ approval_level: 1, max_approval_level: 2 }, { approval_limit: { max: 1000, current: 111 } }],
  [
    { required_approvals: 2, approvals_count: 1 },
    { required_approvals: 1, approvals_count: 1 },
  ],
  [
    { genehmigungen_erforderlich: 2, genehmigungen_erteilt: 1 },
    { genehmigungen_erforderlich: 2, genehmigungen_erteilt: 2 },
  ],
  [{ freigabe: { status: 'genehmigt', naechster_freigeber: 'Jo' } }, { freigabe: 'genehmigt' }],
  [{ aprobacion: { estado: 'aprobado', siguiente_aprobador: 'Jo' } }, { aprobado_el: NOW }],
  [{ approved_at: MARCH }, { approved_at: '2026-12-01T09:00:00+09:00' }],
  [{ approved_on: '2027-03-01' }, { approved_on: '2026-12-01' }],
  [{ approval_date: 'March 1, 2027' }, { approval_due_date: 'March 1, 2027' }],
  [{ genehmigt_am: '2027-03-01' }, { payment_date: '2027-03-01', scheduled_payment_date: MARCH }],
  [{ effective_at: MARCH }, { effective_at: NOW }],
  [{ effect_on: MARCH }, { exchange_rate: { effective_date: MARCH } }],
  [{ takes_effect_on: '2027-03-01' }, { lines: [{ id: 1, effective_date: '2027-03-01' }] }],
  [{ test_mode: true }, { test_mode: false }],
  [{ livemode: false }, { livemode: true }],
  [{ sandbox: true }, { environment: 'test' }],
  [{ mode: 'dry-run' }, { mode: 'live', payment_mode: 'test' }],
  [{ would_approve: true }, { document: { preview: 'https://a.test/b.png' } }],
  [{ meta: { dry_run: true } }, { meta: { dry_run: false, page: 1, total: 3 } }],
  [{ is_test: true }, { vendor: { ...bill.vendor, is_test: true } }],
])('Q-61 an early, incomplete or trial approval proves nothing: %j, unlike %j', (no, yes) => {
  const places = (fields: object): readonly unknown[] => [
    { ...done, ...fields },
    { bill: { ...done, ...fields } },
    { ...fields, result: { bill: done } },
    { result: { ...fields, bill: done } },
    { status: 'approved', bill_id: 'b-1', ...fields },
  ];
  expect(places(no).filter((body) => confirms(body))).toEqual([]);
  expect(places(yes).filter((body) => !confirms(body))).toEqual([]);
});

test('Q-61 a trial flag that the bill had before its approval belongs to a test system, and contradicts nothing', () => {
  const marks = [{ livemode: false }, { sandbox: true }, { mode: 'test' }];
  const answers = marks.flatMap((mark) => [
    { body: { ...done, ...mark }, mark },
    { body: { bill: done, meta: mark }, mark },
  ]);
  expect(answers.filter(({ body }) => confirms(body))).toEqual([]);
  expect(answers.filter(({ body, mark }) => !confirms(body, { ...bill, ...mark }))).toEqual([]);
  const dated = { effective_date: '2027-03-01' };
  expect(confirms({ ...done, ...dated }, { ...bill, ...dated })).toBe(true);
});

test('Q-61 without a clock, no time is early or late', () => {
  const bodies = [{ ...done, approved_at: MARCH }, ...approvals({ valid_until: '2026-01-01' })];
  expect(bodies.filter((body) => readAnswer(body) === null)).toEqual([]);
});

test('Q-61 depth alone contradicts no confirmation', () => {
  let deep: unknown = {};
  for (let level = 0; level < 40; level += 1) deep = { deep };
  expect(confirms({ ...done, deep })).toBe(true);
});
