import { expect, test } from 'vitest';
import { isApprovedElsewhere } from './approved-fields.ts';
import type { Fields } from '../party.ts';
import { isStoppedElsewhere } from './stopped-fields.ts';

test.each<object>([
  { approvers: [{ name: 'Jo', status: 'rejected' }] },
  { approvers: [{ decision: 'declined' }, { decision: 'pending' }] },
  { approval_steps: [{ status: 'approved' }, { status: 'rejected' }] },
  { approvalSteps: [{ status: 'Rejected' }, { status: 'pending' }, { status: 'waiting' }] },
  { workflow: { steps: [{ status: 'rejected' }] } },
  { workflow: { steps: [{ approvers: [{ status: 'approved' }, { response: 'Refused' }] }] } },
  { approval: { approvers: [{ rejected_at: '2026-11-02', rejected_by: 'Jo' }] } },
  { approvals: [{ decision: 'approved' }, { action: 'Sent back' }] },
  { meta: { approvers: [{ rejected: true }] } },
])('a refusal by the last step that decided stops a bill: %j', (fields) => {
  expect(isStoppedElsewhere({ ...fields })).toBe(true);
});

test.each<object>([
  { approvers: [{ status: 'rejected' }, { status: 'approved' }] },
  { approval_steps: [{ decision: 'declined' }, { decision: 'pending' }, { decision: 'approve' }] },
  { approval_steps: [{ status: 'rejected' }, { status: 'Resubmitted' }] },
  { workflow: { steps: [{ status: 'rejected' }, { approved_at: '2026-11-02' }] } },
  { workflow: { steps: [{ rejected_at: '2026-11-02', status: 'approved' }] } },
  { approvers: [{ status: 'pending' }, { status: 'suspended', is_deleted: true }] },
  {
    approvals: [
      { status: 'rejected', attempt: 1 },
      { status: 'approved', attempt: 0 },
    ],
  },
  {
    approvers: [{ name: 'Jo', email_status: 'rejected' }, 'rejected', null],
    reviewers: 'rejected',
  },
  { workflow: { steps: [{ on_reject: 'stop', status: 'pending' }] } },
  { approvers: [], approval_steps: {}, steps: [{ status: 'rejected' }] },
  { approvers: [{ rejected_at: '2026-11-02', resubmitted_at: '2026-11-03' }] },
])('steps without a refusal, or with a later approval, do not stop a bill: %j', (fields) => {
  expect(isStoppedElsewhere({ ...fields })).toBe(false);
});

test.each<object>([
  ...[
    ...['Sent back', 'returned', 'recalled', 'withdrawn', 'refusé', 'Returned to submitter'],
    ...['APPROVAL_STATUS_SENT_BACK', 'Disapproved', 'Rechazada', 'rifiutato', 'Abgelehnt'],
    ...['Sent back: wrong PO', 'отклонён', '却下', 'Refuse'],
  ].map((word) => ({ approval_status: word })),
  { state: 'Returned' },
  { manager_decision: 'returned' },
  ...[
    ...['On hold: missing PO', 'On hold - missing PO', 'Rejected (wrong price)', 'On hold; price'],
    ...['Disputed, not the agreed price', 'On hold: PO not approved', 'Blocked – no receipt'],
    'On hold. The PO is missing',
  ].map((text) => ({ status_detail: text })),
  { custom_fields: [{ name: 'On hold', value: true }] },
  { custom_fields: [{ label: 'Payment status', value: 'On hold' }] },
  { CustomField: [{ Name: 'On hold', StringValue: 'Yes' }] },
  { customFields: { 12: { id: 12, label: 'Disputed', value: 'yes' } } },
  { custom_fields: [{ id: 'cf_7', name: 'cf_7', label: 'Status', value: { name: 'Rejected' } }] },
  { do_not_approve: true },
  { has_holds: true },
  { has_disputes: 'Y' },
  { holds_count: 2 },
  { holds: true },
  { hold_type: 'Price variance' },
  { is_void: true },
  { state: 'Void' },
  { alerts: ['Payment on hold'] },
  { alerts: [{ id: 3, message: 'This bill is disputed' }] },
  { warnings: ['On hold: missing PO'], alert: null },
  { alert: 'Payment on hold' },
  { withdrawn: true },
  { withdrawn_at: '2026-11-02' },
  { sent_back: true },
  { sentBackBy: 'Jo' },
  { returned_to_vendor: true },
  { recalled: 1 },
  { quarantined: true },
  { quarantine_status: 'open' },
  { approvable: false },
  { canBeApproved: 'no' },
])('a bill of a list is recognized as stopped in more forms: %j', (fields) => {
  expect(isStoppedElsewhere({ ...fields })).toBe(true);
});

test.each<object>([
  { payment_status: 'returned', delivery_status: 'returned', goods_status: 'Returned' },
  { payment_status: 'withdrawn', payment_withdrawn: true, payment_recalled: true },
  { withdrawn: 50, returned: true, returned_goods: true, withdrawn_amount: 50 },
  { sent_back: false, withdrawn: null, recalled: 'no', returned_to_vendor: '' },
  { sent_back_at: '2026-11-02', resubmitted_at: '2026-11-03' },
  { quarantined_at: '2026-11-02', released_at: '2026-11-03', quarantine_status: 'released' },
  ...[
    ...['On hold: released', 'On hold - no', 'Disputed (resolved)', 'Rejected, then resubmitted'],
    ...['Rejected, later approved', 'Blocked: none', 'Block: B2', 'Approved: was on hold'],
  ].map((text) => ({ status_detail: text })),
  { hold_status: 'Released: price agreed', dispute_status: 'Closed (won)' },
  {
    custom_fields: [
      { name: 'On hold', value: false },
      { label: 'On hold', value: null },
    ],
  },
  {
    custom_fields: [
      { label: 'Payment status', value: 'Released' },
      { name: 'Block', value: 'C' },
    ],
  },
  { custom_fields: [{ name: 'Vendor status', value: 'Blocked' }, 'On hold', { value: 'On hold' }] },
  {
    custom_fields: [
      { name: 'Hold reason', value: 'Price' },
      { name: 'On hold', value: 'No' },
    ],
  },
  { approvers: [{ custom_fields: [{ name: 'On hold', value: true }] }] },
  { do_not_approve: false, has_holds: false, holds_count: 0, holds: 0, hold_type: 'None' },
  { has_disputes: 0, holds: false, disputes_count: '0', is_void: 'N', voidable: true },
  { alerts: ['Vendor on hold', 'Bank account blocked', 'Line 2 rejected', 'No longer on hold'] },
  { alerts: 3, warnings: ['Due soon', null], notices: 'Paid' },
  { approvable: true, can_approve: true, payable: true },
  { approvable: null, can_approve: '', payable: 0, is_payable: '0' },
  { can_pay: false, can_be_paid: false, payment_allowed: false },
  { can_approve: false, can_edit: false, can_delete: false, allowed_actions: ['view'] },
  { canApprove: 'no', user_can_approve: false, permissions: { approve: false } },
  { payable: false, is_payable: 'N', payable_amount: false, accounts_payable: false },
])('a bill of a list that mentions a stop in other forms is not stopped: %j', (fields) => {
  expect(isStoppedElsewhere({ ...fields })).toBe(false);
});

/** State of an approval by key: words of an approval, words of a stop, and other words. */
test.each<[key: string, approved: string, stopped: string, open: string]>([
  ['freigabestatus', 'freigegeben', 'abgelehnt gesperrt zurückgewiesen', 'offen entwurfsprüfung'],
  ['Freigabe_Status', 'Freigegeben', 'Abgelehnt', 'Offen'],
  ['genehmigungsstatus', 'genehmigt', 'abgelehnt', 'ausstehend'],
  [
    'etat_validation',
    'validée validé approuvée',
    'rejetée refusée en_litige bloquée suspendue',
    'en_attente',
  ],
  ['statutValidation', 'Validée', 'Rejetée', 'Brouillon'],
  ['statut_d_approbation', 'approuvée', 'refusée', 'en_cours'],
  [
    'estado_aprobacion',
    'aprobada',
    'rechazada retenida bloqueada en_disputa suspendida',
    'pendiente',
  ],
  ['estado_de_aprobacion', 'aprobada', 'rechazada denegada', 'pendiente'],
  ['stato_approvazione', 'approvata', 'respinta rifiutata negata bloccata sospesa', 'in_attesa'],
  ['status_aprovacao', 'aprovado', 'rejeitado', 'pendente'],
  ['situacao_aprovacao', 'aprovada', 'rejeitada', 'pendente'],
  ['goedkeuringsstatus', 'goedgekeurd', 'afgewezen afgekeurd geblokkeerd', 'open'],
])('a state in another language counts like an English one: %s', (key, yes, stop, open) => {
  const read = (list: string, isSaid: (fields: Fields) => boolean): readonly boolean[] =>
    list.split(' ').map((word) => isSaid({ [key]: word.replaceAll('_', ' ') }));
  expect([...read(yes, isApprovedElsewhere), ...read(stop, isStoppedElsewhere)]).not.toContain(
    false,
  );
  const others = [...read(stop, isApprovedElsewhere), ...read(yes, isStoppedElsewhere)];
  const waiting = [...read(open, isApprovedElsewhere), ...read(open, isStoppedElsewhere)];
  expect([...others, ...waiting]).not.toContain(true);
});

/** Flags of a listed bill. */
const flagsOf = (fields: object): string => {
  const isApproved = isApprovedElsewhere({ ...fields });
  const isStopped = isStoppedElsewhere({ ...fields });
  return [isApproved ? 'approved' : '', isStopped ? 'stopped' : ''].join('');
};
const finished = { status: 'approved', position: 1 };

test.each<object>([
  ...[
    ...['pending_approval', 'pending', 'PENDING', 'submitted', 'in_review', 'partially_approved'],
    ...['Under review', 'awaiting CFO', 'In progress', 'requested', 'en attente', 'in Prüfung'],
    ...['pendiente', 'escalated', 'Waiting for Jo', 'APPROVAL_STATUS_SUBMITTED', 'open'],
  ].map((word) => ({ approval_status: word, approvals: [finished] })),
  { 'approval-status': 'pending_approval', approvals: [finished] },
  { approvalStatus: 'PENDING', approvals: [{ status: 'APPROVED' }] },
  { approvalStatus: { id: 3, name: 'Submitted' }, approvals: [finished] },
  { approval_status: 2, approval_status_text: 'Pending', approvals: [finished] },
  { approval_status: 'pending', approval: { steps: [finished] }, workflow: [finished] },
  { approval: { status: 'in_review' }, approvals: [finished] },
  { approval_status: 'pending', current_approval: finished },
  { current_approval: { status: 'pending' }, approvals: [finished] },
  { current_step: { name: 'CFO', state: 'open' }, approvals: [finished] },
  { next_approver: { name: 'CFO' }, approvals: [finished] },
  { nextApprover: 'CFO', approvals: [finished] },
  { 'next-approval-step': { position: 2 }, approvals: [finished] },
  { pending_approvers: ['CFO'], approvals: [finished] },
  { awaiting_approval_from: 'CFO', approvals: [finished] },
  { approval: { next_step: 'CFO', approved_by: 'Jo' } },
  { approvals_required: 2, approvals: [finished] },
  { approvals_remaining: 1, approvals: [finished] },
  { approved_by: ['Jo'], approvals_required: 2, approvals_count: 1 },
  { approval: { required: 2, given: 1, approved_by: 'Jo', approved_at: '2026-11-02' } },
  { approval: { level: 1, levels: 2, approved_by: 'Jo' } },
  { approval_progress: '1/2', approvals: [finished] },
  { approval_progress: '1 of 2', approved_by: 'Jo' },
  { approval_status: 'partially_approved', approved_by: 'Jo', approved_at: '2026-11-02' },
  {
    approval_status: 'pending',
    approvals: [
      { status: 'rejected', round: 1 },
      { status: 'pending', round: 2 },
    ],
  },
  {
    approvals: [
      { status: 'pending', approvalRound: 2 },
      { status: 'rejected', approvalRound: 1 },
    ],
  },
  { approval_status: 'resubmitted', workflow: { steps: [{ status: 'rejected' }, {}] } },
])('an open approval is neither approved nor stopped by its finished steps: %j', (fields) => {
  expect(flagsOf(fields)).toBe('');
});

test.each<readonly [object, string]>([
  [{ approval_status: 'approved', next_approver: 'CFO', approvals: [finished] }, 'approved'],
  [{ approvals_required: 2, approved_by: ['Jo', 'Kim'] }, 'approved'],
  [{ approvals: { required: 2, approved: 1 } }, ''],
  [{ approved: false, approvals: [finished] }, ''],
  [{ approvals: [{ ...finished, required: 2, given: 1 }] }, ''],
  [{ approvals: { approved: 1, pending: 1, rejected: 0 } }, ''],
  [{ approval: { approved: 1, pending: 0 } }, 'approved'],
  [{ approval: { status: 'expired', approved_at: '2026-11-02' } }, ''],
  [{ approval_state: 'invalidated', approved_by: 'Jo' }, ''],
  [{ approval_status: 'rejected', approvals: [finished] }, 'stopped'],
  [{ approval_status: 'unknown', approvals: [finished] }, 'approved'],
  [{ next_approver: null, pending_approvers: [], approvals: [finished] }, 'approved'],
  [{ approvals_required: 1, approvals_remaining: 0, approvals: [finished] }, 'approved'],
  [{ approval: { required: 2, given: 2, approved_by: 'Jo' } }, 'approved'],
  [{ approval_progress: '2/2', approvals: [finished] }, 'approved'],
  [{ current_approval: { status: 'approved' }, approvals: [finished] }, 'approved'],
  ...[
    ...['pending_payment', 'Awaiting payment', 'partially_paid', 'active', 'new', 'processing'],
    ...['approved, pending payment', 'en attente de paiement', 'Pending posting'],
  ].map((word): [object, string] => [{ approval_status: word, approvals: [finished] }, 'approved']),
  ...[
    { payment_status: 'partially_paid' },
    { payment_status: 'partial', posting_status: 'partial', status: 'partially_posted' },
    { current_approver: 'Jo' },
    { current_stage: 'pending_payment' },
    { current_step: { name: 'Payment', status: 'pending' }, next_approval_step: 'Payment' },
    { approval: { next_step: { id: 3, name: 'Payment' } } },
    { approval: { approved_by: 'Jo', cost_center: '10/20', date: '1/2' } },
    { approval_workflow: { name: 'AP', status: 'active' } },
  ].map((more): [object, string] => [
    { approved_at: '2026-11-02', approved_by: 'Jo', ...more },
    'approved',
  ]),
  [
    { approval_workflow: { name: 'AP', status: 'active' }, approvals: [{ status: 'approved' }] },
    'approved',
  ],
  [{ approval_status: 'pending_payment_approval', approvals: [finished] }, ''],
  [{ approved_by: 'Jo', status: 'partially_approved' }, ''],
  [{ approval: { approved_by: 'Jo', status: 'partial' } }, ''],
  [{ approval: { approved_by: 'Jo', steps: '1/2' } }, ''],
  [{ next_approver: 'CFO', approvals: [{ status: 'rejected' }] }, 'stopped'],
  [{ approval_status: 'pending', approvals: [{ status: 'rejected', round: 1 }] }, 'stopped'],
  ...[['rejected', 'pending'], ['approved', 'rejected'], ['rejected']].map(
    (steps): [object, string] => [
      { approval_status: 'pending', approvals: steps.map((status) => ({ status })) },
      'stopped',
    ],
  ),
  [{ approval_status: 'in_progress', approval_steps: [{ decision: 'rejected' }] }, 'stopped'],
  [{ workflow: { status: 'active', steps: [{ status: 'rejected' }] } }, 'stopped'],
  [{ approval_status: 'to be resubmitted', approvals: [{ status: 'rejected' }] }, 'stopped'],
  [{ approval: { status: 'Resubmitted by Jo' }, approvals: [{ status: 'rejected' }] }, ''],
  [{ approval_status: 'partially_approved', approvals: [{ status: 'rejected' }] }, 'stopped'],
  [
    {
      approvals: [
        { status: 'approved', round: 1 },
        { status: 'rejected', round: 2 },
      ],
    },
    'stopped',
  ],
])('the state of the whole approval precedes its steps: %j', (fields, flags) => {
  expect(flagsOf(fields)).toBe(flags);
});

test.each<readonly [object, string]>([
  ...['released', 'Released', 'ready_for_payment', 'Ready to pay', 'Cleared for payment'].map(
    (word) => [{ approvalStatus: word }, 'approved'] as const,
  ),
  [{ approval: { status: 'released' } }, 'approved'],
  [{ release_status: 'released', payment_status: 'ready_for_payment' }, ''],
  [{ approval_status: 'not_released' }, ''],
  ...['revise_and_resubmit', 'Changes requested', 'needs_revision', 'Rework'].map(
    (word) => [{ approval_status: word }, 'stopped'] as const,
  ),
  [{ approvals: [{ status: 'changes_requested' }, { status: 'pending' }] }, 'stopped'],
  [{ release_to_pay: 'exception' }, 'stopped'],
  [{ release_to_pay: 'no' }, 'stopped'],
  [{ releaseToPayment: 'Exception' }, 'stopped'],
  [{ release_to_pay: false }, ''],
  [{ release_to_pay: 'yes', release_to_pay_manual: false }, ''],
])('a released bill is approved, and one to revise is stopped: %j', (fields, flags) => {
  expect(flagsOf(fields)).toBe(flags);
});
