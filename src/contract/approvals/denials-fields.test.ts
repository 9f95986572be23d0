import { expect, test } from 'vitest';
import { isYesWord, isApprovedElsewhere, saysApproved } from './approved-fields.ts';
import {
  denialOfMessages,
  denialsAround,
  denialsOfBill,
  deniesAt,
  listDenies,
  hintsAtFailure,
  isCodeOfNo,
  saysDone,
  saysNotDone,
} from './denials.ts';
import { billOfAnswers as bill, confirms } from '../testing/answers.ts';

test.each<[key: string, no: readonly unknown[], yes: readonly unknown[]]>([
  [
    'approved_by',
    [null, {}, { id: null, name: '' }, { name: 'unknown' }, 'N/A', ' nobody ', -1, 0, false],
    ['Jo', 'Nobody else', { id: null, name: 'Jo' }, ['Jo', 'unknown'], 1],
  ],
  [
    'approved_at',
    [false, null, '', '0', 'pending', '-1', -5, 1999, '1999', '21 Jan 1999', '9999-12-31', {}],
    ['true', '2027-01-15', 1_800_000_000, '-12 h', { a: 1 }, 'Dec 1999 to Jan 2026'],
  ],
  [
    'approved',
    [null, false, 0, -1, 'no', 'NEIN', 'N', 'XX', 'jamais', [], ['no', 'yes'], ['ja', 'nein']],
    [true, 1, 'yes', 'X', 'JA', 'SI', 'SÍ', 'sí', 'Oui', ['yes'], ['noon', 'piano']],
  ],
  ['saved', [false, 0, 'no'], [true, 1, {}, null]],
  [
    'voided',
    [true, 1, 'casino', 'nonet', { a: 1 }, [1]],
    [false, 0, null, '', 'no', 'None', 'NEIN', {}, []],
  ],
  ['status', [-1, 400, 422, 'rejected'], [0, 200, 399, 'open']],
  ['approval', [{ level: 1, of: 2 }], [{ level: 2, of: 2 }, 'x']],
  [
    'approvals',
    [0, [{ done: true }, { done: false }]],
    [1, [{ done: true }], [{ status: 'skipped' }]],
  ],
  ['steps', [[{ status: 'open' }], { state: 'held' }], [[{ status: 'done' }], [{ status: 3 }]]],
  ['approval_progress', ['1/2', '50%', 0.5], ['2/2', '100%', 1]],
  ['current_step', ['CFO approval', 'in review', 'Pending'], ['approved', 'reviewed', 'payment']],
  [
    'allowed_actions',
    [['pay', 'approve'], 'Approve Bill', 'approve_bill', 'approveBill'],
    ['unapprove', 'approver', 'approve-x', []],
  ],
  [
    'reason_code',
    ['2FA_REQUIRED', 'mfarequired', 'pending'],
    ['requirement', 'required_by_law', 'none', 7, ['mfa_required']],
  ],
  ['type', ['rejected', 'A'], ['bill', ['rejected']]],
  [
    'notes',
    [
      ['Fine', 'Not approved'],
      [{ text: 'Fine' }, { text: 'Not approved' }],
    ],
    ['Not paid', 'Approved'],
  ],
])('Q-61 a field of the bill denies its approval: %s', (key, no, yes) => {
  const denied = [...no, ...yes].map((value) => deniesAt({ [key]: value }, denialsOfBill));
  expect(denied).toEqual([...no.map(() => true), ...yes.map(() => false)]);
});

test.each<[key: string, no: readonly unknown[], yes: readonly unknown[]]>([
  ['numericSeverity', [3, '4'], [2, 'high']],
  ['modifiedCount', [0, '0'], [1, '', null]],
  ['type', ['error', 'A', 'rejected'], ['success', 'S', 7]],
  ['returnCode', [1, '99', 'E1', { a: 1 }], [0, '00', 200, 'SUCCESS', null]],
])('Q-61 a field around the bill denies its approval: %s', (key, no, yes) => {
  const denied = [...no, ...yes].map((value) => deniesAt({ [key]: value }, denialsAround));
  expect(denied).toEqual([...no.map(() => true), ...yes.map(() => false)]);
});

test.each<[fields: Record<string, number | readonly unknown[] | string>, isMissing: boolean]>([
  [{ required_count: 2, current_count: 1 }, false],
  [{ required_count: 2, approved: 1, approvals: [1] }, true],
  [{ not_required_count: 2, approvals: [1] }, false],
  [{ required_count_of_bills: 2, approvals: [1] }, false],
  [{ of: 2, level: 1 }, true],
  [{ total_of: 2, level: 1 }, false],
  [{ offers_required: 2, level: 1 }, false],
  [{ approvals_required: 1000, approvals_given: 1 }, false],
  [{ approvals_required: '1000x', approvals_given: 1 }, false],
  [{ approvals_required: 'x2', approvals_given: 1 }, false],
  [{ approvals_required: 12, approvals_given: 10 }, true],
  [{ approvals_required: 2, approval_level: 7, approvals_given: 1 }, false],
  [{ max_approvals: 2, approval_types: 1 }, false],
  [{ approval_levels: 2 }, false],
])('Q-61 a pair of counts shows whether approvals are missing: %j', (fields, isMissing) => {
  expect(deniesAt(fields, [])).toBe(isMissing);
});

test.each<[unknown, boolean]>([
  [{ approved_at: '2027-01-15' }, true],
  [{ approved_at: '0001-01-01' }, false],
  [{ approved_at: '' }, false],
  [{ approved_at: 'no' }, false],
  [{ approved_at: 'pending' }, false],
  [{ approved: 'TRUE' }, true],
  [{ approved: 'X' }, true],
  [{ approved: 'JA' }, true],
  [{ approved: 'NEIN' }, false],
  [{ approved: 'N' }, false],
  [{ approved: 'untrue' }, false],
  [{ approved: 'true?' }, false],
  [{ approval_status: 'approved' }, true],
  [{ approval_status: 'pending' }, false],
  [{ approval: { status: 'approved' } }, true],
  [{ approval: { state: 'approved' } }, true],
  [{ approval: { status: 'approved', state: 'pending' } }, true],
  [{ approval: { status: 'pending' } }, false],
  [{ review: { status: 'approved' } }, false],
  [{ status: 'approved' }, false],
])('Q-61 the bill’s own fields say that it is approved: %j', (fields, isSaid) => {
  expect(saysApproved(fields as Record<string, unknown>)).toBe(isSaid);
});

test.each<[object, boolean]>([
  [{ approved_at: '2027-01-15' }, true],
  [{ state: 'approved' }, true],
  [{ approval: { approved_at: '2027-01-15' } }, true],
  [{ workflow: { status: 'Approved' } }, true],
  [{ payment_status: 'approved_for_payment' }, true],
  [{ state: 'open', workflow: { status: 'final' } }, false],
  [{ payment_status: 'pending', approval: { approved_at: null } }, false],
  [{ status_history: { state: 'approved' } }, false],
  [{ approvals: [{ status: 'approved' }] }, true],
  [{ approvals: [{ status: 'approved' }, { status: 'pending' }] }, false],
  [{ state: 'BILL_STATE_APPROVED' }, true],
  [{ workflow_status: 'WORKFLOW_STATUS_APPROVED' }, true],
  [{ state: 'STATE_NOT_APPROVED', workflow_status: 'WORKFLOW_STATUS_UNAPPROVED' }, false],
  [{ approval: 'Approved' }, true],
  [{ approval: 'Rejected' }, false],
  [{ approvedBy: 'Jane' }, true],
  [{ approved_by: 7 }, true],
  [{ approved_by: { id: 'u-7', name: 'Jane' } }, true],
  [{ approved_by: [{ name: 'Jane' }] }, true],
  [{ approved_by_id: 'u-7' }, true],
  [{ approval: { approved_by_name: 'Jane' } }, true],
  [{ approvedBy: null }, false],
  [{ approvedBy: '' }, false],
  [{ approvedBy: {} }, false],
  [{ approvedBy: [] }, false],
  [{ approvedBy: { type: 'user', id: null } }, false],
  [{ approvedBy: { id: null, name: '', role: { id: 0 } } }, false],
  [{ approved_by: 'N/A', approved_by_id: '-', approved_by_name: 'nobody' }, false],
  ...['AUTHORISED', 'AUTHORIZED', 'Authorised for payment', 'Released for payment'].map(
    (word): [object, boolean] => [{ ApprovalStatus: word }, true],
  ),
  [{ ApprovalStatus: 'UNAUTHORISED', state: 'Unapproved' }, false],
  [{ approval_flow: { status: 'accepted' } }, true],
  [{ approval_flow: { result: 'accepted' } }, true],
  [{ approval_status: 'accepted' }, true],
  [{ approval_flow: { status: 'not accepted' }, invoice_state: 'accepted' }, false],
  [{ workflow: [{ status: 'approved' }], approval_policy: { status: 'approved' } }, true],
  [{ approval_policy: { status: 'approved' }, vendor_status: 'approved' }, false],
  [{ approved_on: '2027-01-15' }, true],
  [{ approval_date: '2027-01-15' }, true],
  [{ date_approved: '0000-00-00', approved_date: null, approved_time: 'no' }, false],
  [{ review: { status: 'approved' } }, true],
  [{ approval_result: 'approved' }, true],
  [{ approval_decision: 'APPROVE' }, true],
  [{ current_sub_status: 'approved' }, true],
  [{ voucherStatus: 'approved' }, true],
  [{ approvalStatusName: 'Approved' }, true],
  [{ approvalStatus: { id: '2', refName: 'Approved' } }, true],
  [{ approval_status: { id: 'APPROVED', displayed_as: 'Approved' } }, true],
  [{ approval_status: { id: 'a7', descriptor: 'Approved' } }, true],
  [{ approval_status: { value: 'APPROVED', label: 'Genehmigt' } }, true],
  [{ approval_status: { id: 'approved', label: 'Partially approved' } }, false],
  [{ approval_status: { id: 'APPROVED', label: 'Awaiting approval' } }, false],
  [{ approval_status: { id: '1', label: 'Pending', previous: 'Approved' } }, false],
  [{ approval_status: ['approved', 'pending'] }, false],
  [{ approval_status: ['approved'] }, true],
  [{ approver: 'Jane', to_be_approved_by: 'Jane', approved_by_date: '2027-01-15' }, false],
  [{ approvals: [{ by: 'Jane', action: 'approved', at: '2027-01-15' }] }, true],
  [{ approvals: [{ by: 'Jane', action: 'revoked', at: '2027-01-15' }] }, false],
  [{ approval: { Approved: { by: 'Jane', at: '2027-01-15' } } }, true],
  [{ approval: { Approved: { by: null, at: null } } }, false],
  [{ 'Approved?': 'yes', 'Approved by': ['Jane'] }, true],
  [{ 'Approved?': 'no', 'Approved by': [] }, false],
  [{ stage: 'Approved' }, true],
  [{ stage: 'Approval' }, false],
])('W-32 a bill of a list is recognized as approved already: %j', (fields, isSaid) => {
  expect(isApprovedElsewhere({ ...fields })).toBe(isSaid);
});

test.each<[object, boolean]>([
  [{ approved: false }, false],
  [{ approved: false, approval_revoked_at: '2027-01-16' }, false],
  [{ is_approved: 'no', approved_by: 'Jane' }, false],
  [{ approved: false, approval: { approved_at: '2027-01-15' } }, false],
  [{ approved: null }, true],
  [{ approved: false, approval_status: 'approved' }, true],
  [{ approval_revoked_at: '2027-01-16' }, false],
  [{ approval_revoked_at: '2027-01-14' }, true],
  [{ approval_revoked_at: '2027-01-14', approval_revoked_by: 'Jo' }, true],
  [{ approval_revoked_at: null, approval_revoked_by: null, approval_revoked: false }, true],
  [{ approvalRevoked: true }, false],
  [{ revoked_by: 'Jo' }, false],
  [{ unapproved_on: '2027-01-16' }, false],
  [{ unapproved_on: '2027-01-15' }, true],
  [{ rejected_at: '2027-01-16' }, false],
  [{ rejected_at: '2027-01-14' }, true],
  [{ approval_status: 'Revoked' }, false],
  [{ approval_status: 'rejected' }, false],
  [{ approval_status: 'pending' }, true],
  [{ payment_status: 'rejected' }, true],
  [{ approved_at: null, approved_by: 'Jo', rejected_at: '2027-01-01' }, true],
  [{ approved_at: '2027-01-15T15:00:00Z', rejected_at: '2027-01-15' }, true],
  [{ rejected_at: '2027-01-16', approval: { approved_at: '2027-02-01' } }, true],
  [{ rejected_at: '2027-01-16', approval: { approved_at: '2027-01-14' } }, false],
])('W-32 a listed approval counts unless denied or revoked later: %j', (fields, isSaid) => {
  expect(isApprovedElsewhere({ approved_at: '2027-01-15', ...fields })).toBe(isSaid);
});

const no = { error: 'Denied' };
test.each<[unknown, boolean]>([
  ...['result', 'value', 'content', 'payload', 'd', 'data', 'bill'].map(
    (key): [unknown, boolean] => [{ [key]: no }, true],
  ),
  [{ data: { bill: no } }, true],
  [{ other: no }, false],
  [{ code: 400 }, true],
  [{ code: 399 }, false],
  [{ code: '400' }, false],
  [[], false],
])('a list reports a failure in a usual place: %j', (body, isDenied) => {
  expect(listDenies(body)).toBe(isDenied);
});

test('a warning or a message of a failure beside an empty list is found', () => {
  const bodies = [
    { result: { warnings: ['x'] } },
    { message: 'Maintenance' },
    { message: 'No bills' },
  ];
  expect(bodies.map(hintsAtFailure)).toEqual([true, true, false]);
});

test('Q-61 a sentence that the bill had before its approval says nothing', () => {
  const rows = [denialOfMessages(false, false)];
  const fields = { message: 'Call Jo' };
  expect([deniesAt(fields, rows), deniesAt(fields, rows, fields)]).toEqual([true, false]);
});

test.each<[string, done: boolean, notDone: boolean]>([
  ['Rechnung: erfolgreich genehmigt!', true, false],
  ['Rechnung, Beleg', true, false],
  ['Call Jo', false, false],
  ['No further approval pending', false, false],
  ['Approved without more approvals', true, false],
  ['Approval recorded (1/2)', true, true],
  ['1 of 2 approvals', false, true],
  ['Done', true, false],
])('Q-61 a sentence confirms, denies or does neither: %s', (words, done, notDone) => {
  expect([saysDone(words), saysNotDone(words)]).toEqual([done, notDone]);
});

test('Q-61 a code or a word of a confirmation counts only as a plain value, not in a list', () => {
  expect([
    isCodeOfNo(['ok']),
    isCodeOfNo('ok'),
    isYesWord(['approved']),
    isYesWord('approved'),
  ]).toEqual([true, false, false, true]);
});

test.each<[body: object, old: object]>([
  [{ id: 'b-1', approvable: false, reasons: ['Limit exceeded'] }, { reasons: ['Limit exceeded'] }],
  [{ ...bill, approvable: false, reasons: ['No receipt'] }, { reasons: ['No receipt'] }],
  [{ id: 'b-1', can_be_approved: false, reason: 'No receipt' }, { reason: 'No receipt' }],
  [
    { success: true, data: { ...bill, can_be_approved: false, reason: 'No receipt' } },
    { reason: 'No receipt' },
  ],
  [{ ...bill, begruendung: 'Beleg unklar' }, { begruendung: 'Beleg unklar' }],
  [{ ...bill, motif: 'Justificatif absent' }, { motif: 'Justificatif absent' }],
  [{ ...bill, ablehnungsgrund: 'Beleg unklar' }, { ablehnungsgrund: 'Beleg unklar' }],
  [{ ...bill, motivo_rechazo: 'Sin recibo' }, { motivo_rechazo: 'Sin recibo' }],
  [{ ...bill, issues: ['No receipt'] }, { issues: ['No receipt'] }],
  [{ ...bill, missing: ['purchase_order'] }, { missing: ['purchase_order'] }],
  [{ ...bill, missingDocuments: { receipt: true } }, { missingDocuments: { receipt: true } }],
  [{ ...bill, unmet_conditions: ['Receipt'] }, { unmet_conditions: ['Receipt'] }],
  [{ ...bill, exit_code: 1 }, { exit_code: 1 }],
  [{ ...bill, rc: 8 }, { rc: 8 }],
  [
    { ...bill, toast: { type: 'error', text: 'Cannot approve' } },
    { toast: { type: 'error', text: 'Cannot approve' } },
  ],
  [
    { ...bill, notices: [{ variant: 'danger', text: 'No receipt' }] },
    { notices: [{ variant: 'danger', text: 'No receipt' }] },
  ],
])('Q-61 an objection in the answer denies unless the bill had it before: %j', (body, old) => {
  expect([confirms(body), confirms(body, old)]).toEqual([false, true]);
});

test.each<[around: object, quiet: object]>([
  [{ rc: 8 }, { rc: 0 }],
  [{ exit_code: 1 }, { exitCode: '0' }],
  [{ retval: -1 }, { retval: 0 }],
  [{ exit: 1 }, { exit: 0 }],
  [{ outcome: { code: 8 } }, { outcome: { code: 0 } }],
  [{ why: 'There is no receipt' }, { why: 'Approved by rule 7', server: 'Acme Web 7' }],
  [{ why: 'There is no receipt' }, { success: true, hint: 'The payment run is on Friday' }],
  [{ explanation: 'Second signature outstanding' }, { organization: 'Acme Holding' }],
  [{ update: 'Waiting for the CFO' }, { server_date: 'Mon Nov' }],
  [{ status_update: 'Waiting for the CFO' }, { serverTime: 'Mon Nov' }],
  [{ title: 'Needs sign-off by the CFO' }, { title: 'Bill approved' }],
  [{ action: 'Send to controller first' }, { created_at: 'Mon Nov' }],
  [{ instruction: 'Ask the controller' }, { instruction: 'OK thank you' }],
  [{ why: 'Saved, waiting for the CFO' }, { username: 'Ada Lovelace' }],
  [{ checks: [{ passed: true }, { passed: false }] }, { checks: [{ passed: true }] }],
  [
    { requirements: [{ name: 'Second signature', status: 'open' }] },
    { requirements: [{ name: 'Second signature', status: 'Not required' }] },
  ],
  [
    { requirements: [{ name: 'PO', met: 'false' }] },
    { requirements: [{ name: 'PO', met: 'true' }] },
  ],
  [{ requirements: [{ name: 'PO', met: 0 }] }, { requirements: [{ name: 'PO', met: 1 }] }],
  [{ validations: [{ satisfied: 'no' }] }, { validations: [{ satisfied: 'yes' }] }],
  [{ validations: [{ fulfilled: null }] }, { requirements: [{ fulfilled: true }] }],
  [{ checks: { signature: { passed: false } } }, { checks: { signature: { passed: true } } }],
  [{ checks: { signature: false } }, { checks: { signature: true, duplicate: false } }],
  [{ checks: { signature: 'pending' } }, { checks: { passed: 3, failed: 0 } }],
  [{ checks: { signature: { status: 'open' } } }, { rules: { require_receipt: false } }],
  [{ requirements: [{ name: 'PO', status: 'failed' }] }, { requirements: [{ status: 'ok' }] }],
  [
    { dialog: { kind: 'error', title: 'No', body: 'Locked' } },
    { log: [{ kind: 'error', text: 'x' }] },
  ],
  [{ issues: [{ message: 'No receipt' }] }, { issues: [{ severity: 'warning', message: 'New' }] }],
  [{ missing: ['purchase_order'] }, { missing: [] }],
  [{ reason: 'No receipt' }, { reason: 'Approved by rule 7' }],
  [{ reasons: ['No receipt'] }, { reasons: [] }],
  [
    { toast: { type: 'error', text: 'Cannot approve' } },
    { toast: { type: 'info', text: 'Saved' } },
  ],
  [
    { ui: { toasts: [{ level: 'danger', body: 'No receipt' }] } },
    { ui: { toasts: [{ level: 'success', body: 'Saved' }] } },
  ],
  [
    { hint: { type: 'error', text: 'Cannot approve' } },
    { events: [{ type: 'error', text: 'An email failed' }] },
  ],
])('Q-61 an objection beside the bill denies: %j', (around, quiet) => {
  expect([confirms({ bill, ...around }), confirms({ bill, ...quiet })]).toEqual([false, true]);
});

const notReleased = 'Rechnung nicht freigegeben: Periode geschlossen';
test.each<[refusal: object, quiet: object]>([
  [
    { status: 'success', grund: notReleased },
    { status: 'approved', grund: 'Im Budget' },
  ],
  [
    { status: 'approved', begründung: notReleased },
    { status: 'ok', begründung: 'Genehmigt' },
  ],
  [
    { status: 'ok', motivo: 'Falta una firma' },
    { status: 'approved', motivo: 'Bajo el límite' },
  ],
  [
    { status: 'approved', reasons: [notReleased] },
    { status: 'approved', reasons: ['Im Budget'] },
  ],
  [
    { status: 'ok', response_reason: 'Rejected: second signature missing', data: bill },
    { status: 'ok', response_reason: 'OK', data: bill },
  ],
  [
    { status: 'success', result_reason: 'Second signature outstanding', bill },
    { status: 'success', result_reason: 'Approved by rule 7', bill },
  ],
  [
    { status: 'success', reason: 'Second signature outstanding', data: bill },
    { status: 'success', reason: 'Within the budget', data: { ...bill, approved: true } },
  ],
  [
    { success: true, reason: 'Second signature outstanding', data: bill },
    { success: true, reason: '', data: bill },
  ],
  [
    { ...bill, approved: true, reason: 'Second signature missing' },
    { ...bill, approved: true, reason: 'No second signature required' },
  ],
])(
  'Q-61 a reason beside a successful call denies, but one beside an approval does not: %j',
  (refusal, quiet) => {
    expect([confirms(refusal), confirms(quiet)]).toEqual([false, true]);
  },
);

test('Q-61 a reason beside an approval explains it, and a date of issue is no objection', () => {
  const said = [
    { ...bill, status: 'approved', reason: 'Within the budget' },
    { ...bill, approvable: false, issue_date: '2026-03-01', place_of_issue: 'Bonn' },
  ];
  expect(said.map((body) => confirms(body))).toEqual([true, true]);
});
