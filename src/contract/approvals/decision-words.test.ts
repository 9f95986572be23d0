import { expect, test } from 'vitest';
import { plainKey } from '../body/read-party.ts';
import { doubtsDecision } from './decision.ts';

/** Words in a row, separated by spaces. */
const words = (row: string): readonly string[] => row.trim().split(/\s+/);
const doubts = (fields: object, before: object = {}): boolean => doubtsDecision(fields, before);
/** Words whose result differs from the expected one. */
const unexpected = (
  row: string,
  expected: boolean,
  fieldsOf: (word: string) => object,
): readonly string[] => words(row).filter((word) => doubts(fieldsOf(word)) !== expected);

test('Q-61 only words of a confirmation raise no doubt under a key that names the approval', () => {
  const yes = `approve Approved approved_for_payment FULLY_APPROVED finally-approved auto.approved
    approvalGranted approved_by_all success successful succeeded ok okay yes y true 1 accept accepted
    authorized authorised released released_for_payment confirm confirmed grant granted passed done
    complete completed finished final finalized closed all`;
  expect(unexpected(yes, false, (word) => ({ approval_status: word }))).toEqual([]);
  expect(unexpected(yes, false, (word) => ({ decision: word }))).toEqual([]);
  expect(unexpected(yes, true, (word) => ({ approval_status: `x${word}` }))).toEqual([]);
});

test('Q-61 words of another state raise no doubt under a key of the bill, but do under a key of the approval', () => {
  const other = `open partially_paid paid overdue due unpaid not_paid payable to_pay ready_to_pay
    ready_for_payment active awaiting_payment scheduled_for_payment enabled current posted
    synced matched coded booked billed issued sent live verified reviewed valid published
    created updated saved recorded processed applied not_required pay payment`;
  expect(unexpected(other, false, (word) => ({ bill_status: word }))).toEqual([]);
  expect(unexpected(other, true, (word) => ({ approval_status: word }))).toEqual([]);
  expect(unexpected(other, true, (word) => ({ bill_status: `x${word}` }))).toEqual([]);
  expect(unexpected(other, true, (word) => ({ vote: word }))).toEqual([]);
  expect(doubts({ bill_status: 'void' })).toBe(true);
});

test('Q-61 an unknown word under a key about the decision raises doubt', () => {
  const keys = `approval approval_status decision verdict vote review released authorization authorisation
    bill_status workflow_state stage sub_status status substate`;
  expect(unexpected(keys, true, (key) => ({ [key]: 'x7' }))).toEqual([]);
  const texts = `state_reason status_text state_label status_description status_detail substate_text
    sub_status_detail`;
  expect(unexpected(texts, true, (key) => ({ [key]: 'Pending' }))).toEqual([]);
  expect(unexpected('status_hint statement_text', false, (key) => ({ [key]: 'Pending' }))).toEqual(
    [],
  );
  expect(unexpected('preview status_hint colour', false, (key) => ({ [key]: 'x7' }))).toEqual([]);
});

test('Q-61 some keys are about the decision only inside an approval', () => {
  const keys = `result outcome action value pending given granted passed complete completed done finished
    final valid ok success successful accepted confirmed`;
  expect(unexpected(keys, true, (key) => ({ approval: { [key]: 'x7' } }))).toEqual([]);
  expect(unexpected(keys, true, (key) => ({ approval: { step: { [key]: 'x7' } } }))).toEqual([]);
  expect(
    unexpected('colour resultset suboutcome', false, (key) => ({ approval: { [key]: 'x7' } })),
  ).toEqual([]);
});

test('Q-61 keys about an earlier state, a setting or a permission raise no doubt', () => {
  const before = `previous prior last old before from initial original can may allow auto is_auto
    is_approvable default`;
  expect(unexpected(before, false, (key) => ({ [`${key}_approval_state`]: 'x7' }))).toEqual([]);
  const after = 'approvable approval_setting approval_settings approval_policy approval_policies';
  const more = 'approval_option approval_options';
  expect(unexpected(`${after} ${more}`, false, (key) => ({ [key]: { state: 'x7' } }))).toEqual([]);
  expect(unexpected('approval_policy_x', true, (key) => ({ [key]: { state: 'x7' } }))).toEqual([]);
});

test('Q-61 the state of another object or of an entry in a history raises no doubt', () => {
  const things = `vendor supplier customer contact payee party parties user person people organization
    organisation company account bank attachment file link address approver reviewer created_by
    changed_by_user last_approver reviewed_by self href`;
  expect(unexpected(things, false, (key) => ({ [key]: { approved: false } }))).toEqual([]);
  expect(unexpected(things, false, (type) => ({ item: { type, state: 'x7' } }))).toEqual([]);
  expect(unexpected(things, false, (object) => ({ item: { object, state: 'x7' } }))).toEqual([]);
  const lists = `history approval_histories audit audit_trail log events activities timeline comments
    notes`;
  expect(unexpected(lists, false, (key) => ({ [key]: [{ state: 'x7' }] }))).toEqual([]);
  const near = 'catalog prevent_x selfie itself';
  expect(unexpected(near, true, (key) => ({ [key]: [{ state: 'x7' }] }))).toEqual([]);
});

test('Q-61 the state of other work on a bill raises doubt only when that work was stopped', () => {
  const work = `pay is_pay payment sync export import ocr tax receipt delivery shipping posting
    reconciliation bank email e_mail mail print upload scan`;
  expect(unexpected(work, false, (key) => ({ [`${key}_status`]: 'x7' }))).toEqual([]);
  expect(unexpected(work, false, (key) => ({ [key]: { state: 'x7' } }))).toEqual([]);
  expect(unexpected(work, true, (key) => ({ [`${key}_approval_status`]: 'x7' }))).toEqual(['bank']);
  const stopped = `rejected refused declined deny denied blocked on_hold void canceled CANCELLED`;
  expect(unexpected(stopped, true, (word) => ({ payment_status: word }))).toEqual([]);
});

test('Q-61 keys for names, numbers, dates and remarks are not about the decision', () => {
  const free = `by id ids name names email url uri link href path number numbers no code limit threshold
    amount cents currency type group groups role roles user users method source team teams department
    level levels count order version token at on date time approvals approved_x_approvals
    approver approvers reviewer reviewers reviews workflow rule rules chain percent percentage progress
    comment comments note notes remark remarks history log`;
  expect(unexpected(free, false, (key) => ({ [`approval_${key}`]: 'x7' }))).toEqual([]);
  // A refusal under one of these keys still counts, except beside a day or in a remark.
  const plain = 'name code team source version';
  expect(unexpected(plain, true, (key) => ({ [`approval_${key}`]: 'rejected' }))).toEqual([]);
  expect(doubts({ approval_name: 'rejected on 2026-03-05' })).toBe(false);
  expect(doubts({ approval_name: 'rejected on 202-03-05' })).toBe(true);
  expect(
    unexpected('comment note remarks', false, (key) => ({ [`x_state_${key}`]: 'pending' })),
  ).toEqual([]);
});

test('Q-61 a key is read by its last word, not by its last letters', () => {
  const others = `decision authorization approval_action approval_grid approvalOption2
    approvalconversion approval.mono APPROVAL_DECISION`;
  expect(unexpected(others, true, (key) => ({ [key]: 'cfo' }))).toEqual([]);
  const free = `approvalId approvalgroupname finalApprovalBy approvalRequestNumber APPROVALCODE
    approval.name Approval_Group__c approval__code approval_name_ approvalworkflow approvedamount @approvalName`;
  expect(unexpected(free, false, (key) => ({ [key]: 'cfo' }))).toEqual([]);
  expect(
    unexpected('cancel_status cancellation_state', false, (key) => ({ [key]: 'none' })),
  ).toEqual([]);
  expect(doubts({ cancel_status: 'canceled' })).toBe(true);
});

test('Q-61 a list of approved ids and an approved amount are not words of a decision', () => {
  expect([doubts({ approved: ['b-1'] }), doubts({ amount_approved: '100.00' })]).toEqual([
    false,
    false,
  ]);
  expect([doubts({ decisions: ['b-1'] }), doubts({ amount_approved: 'none' })]).toEqual([
    true,
    true,
  ]);
});

test('Q-61 a flag raises doubt if it denies and is set, or confirms and is not set', () => {
  const no = `not_approved no_approval unapproved is_unapproved disapproved non_reviewed in_review
    under_review for_approval part_approved partial_approval partially_approved`;
  expect(unexpected(no, true, (key) => ({ [key]: true }))).toEqual([]);
  expect(unexpected(no, false, (key) => ({ [key]: false }))).toEqual([]);
  expect(unexpected(no, true, (key) => ({ [key]: 'ok' }))).toEqual([]);
  const waiting = 'approval_pending awaiting_approval approval_needed approval_await approval_wait';
  const more = 'approval_required';
  expect(unexpected(`${waiting} ${more}`, true, (key) => ({ [key]: true }))).toEqual([]);
  expect(unexpected(`${waiting} ${more}`, false, (key) => ({ [key]: 'false' }))).toEqual([]);
  const yes = `approved released authorized authorised reviewed approval_complete approval_completed
    approval_granted approval_given approval_passed approval_final approval_done approval_finished
    approval_valid approval_ok approval_success approval_successful approval_accepted
    approval_confirmed decision verdict vote bill_status state approval_result approval_outcome`;
  expect(unexpected(yes, true, (key) => ({ [key]: false }))).toEqual([]);
  expect(unexpected(yes, true, (key) => ({ [key]: 'no' }))).toEqual([]);
  expect(unexpected(yes, false, (key) => ({ [key]: true }))).toEqual([]);
  const neither = 'review_undone approval_invalid';
  expect(unexpected(neither, false, (key) => ({ [key]: false }))).toEqual([]);
});

test('Q-61 a percentage below 100 and a negative number raise doubt', () => {
  const shares = 'approval_percent approval_percentage approval_ratio approval_progress';
  expect(unexpected(shares, true, (key) => ({ [key]: 99 }))).toEqual([]);
  expect(unexpected(shares, false, (key) => ({ [key]: 100 }))).toEqual([]);
  expect([doubts({ approval_state: -1 }), doubts({ approval_state: 0 })]).toEqual([true, false]);
});

test('Q-61 a sentence about a state raises doubt unless it confirms', () => {
  const keys = 'reason text label description detail';
  expect(unexpected(keys, true, (key) => ({ [`state_${key}`]: 'Waiting for Ada' }))).toEqual([]);
  expect(unexpected(keys, true, (key) => ({ [`approval_${key}`]: 'Waiting for Ada' }))).toEqual([]);
  expect(unexpected(keys, false, (key) => ({ [`approval_${key}`]: 'Approved by Ada' }))).toEqual(
    [],
  );
});

test('Q-61 a date instead of an approval and the state of an address raise no doubt', () => {
  expect(doubts({ approval: '2026-03-05T10:00:00Z' })).toBe(false);
  expect(doubts({ approval: 'x 2026-03-05' })).toBe(true);
  expect(
    unexpected('approval_status approval_state approval_stage', true, (key) => ({
      [key]: '2026-03-05',
    })),
  ).toEqual([]);
  expect([doubts({ state: 'CA' }), doubts({ state: 'NSW' })]).toEqual([false, false]);
  expect([doubts({ state: 'C' }), doubts({ state: 'CALI' }), doubts({ state: 'ca' })]).toEqual([
    true,
    true,
    true,
  ]);
  expect(doubts({ approval_state: 'CA' })).toBe(true);
  const address = 'city zip zip_code post_code postal street country';
  expect(unexpected(address, false, (key) => ({ place: { [key]: 'x', state: 'Utah' } }))).toEqual(
    [],
  );
  expect(doubts({ place: { velocity: 'x', state: 'Utah' } })).toBe(true);
});

test('Q-61 fields in an envelope are compared with the bill’s earlier fields', () => {
  const envelopes = `data bill bills result response payload body content value item items record object
    entity d`;
  const fields = { approval_state: 'CFO' };
  const custom = { custom: { stage: 'x7' } };
  const same = (row: string): readonly string[] =>
    words(row).filter((key) => doubtsDecision({ [key]: custom }, custom));
  expect(same(envelopes)).toEqual([]);
  const others = 'wrapper database metadata field day';
  expect(same(others)).toEqual(words(others));
  expect(doubts({ list: [custom, custom] }, { list: [custom, custom] })).toBe(false);
  expect(doubts({ list: [custom, custom] }, { list: [custom] })).toBe(true);
  expect(doubts(fields, fields)).toBe(false);
});

test('Q-61 keys are compared without case and separators', () => {
  expect(plainKey('Approval-Status')).toBe(plainKey('approvalStatus'));
  expect(doubts({ 'Approval-Status': 'x7' }, { approvalStatus: 'x7' })).toBe(false);
});

test('Q-61 a key that only contains a word of the decision is about something else', () => {
  const yes = (fields: object): boolean => !doubts(fields);
  expect(unexpected('outcome result', false, (key) => ({ [key]: 'x7' }))).toEqual([]);
  expect(unexpected('outcome result', false, (key) => ({ other: { [key]: 'x7' } }))).toEqual([]);
  expect(
    unexpected('paper_status_text status_reason_kind', false, (key) => ({ [key]: 'Pending' })),
  ).toEqual([]);
  const decided = `household_approval tables_approval approval_settings_state approval_options_state
    approval_policies_state prevendor_state multi_user_approval`;
  expect(unexpected(decided, true, (key) => ({ [key]: 'x7' }))).toEqual([]);
  expect(yes({ main_approval: true, domain_reviewed: true, approval_ratio_rank: 5 })).toBe(true);
  expect(yes({ approval_text_kind: 'Approved by Ada' })).toBe(false);
  expect(yes({ approval_state_day: '2026-03-05' })).toBe(true);
  expect(yes({ ceo_approved: ['pending'] })).toBe(true);
  expect(yes({ amount_approved: 'x1' })).toBe(false);
  expect(yes({ approval_state: '  ' })).toBe(true);
  expect(yes({ approval_text: 'Approved, but not for payment' })).toBe(false);
  expect([yes({ approval: { id: 7, rank: null } }), yes({ approval: { rank: null } })]).toEqual([
    true,
    false,
  ]);
});

test('Q-61 a rejecting word about the approval counts even if the bill had it before', () => {
  const same = (fields: object): boolean => doubts(fields, fields);
  expect([same({ approval_state: 'pending' }), same({ workflow_state: 'pending' })]).toEqual([
    true,
    false,
  ]);
});

test('Q-61 deep answers and long keys are read up to a limit', () => {
  let deep: object = { decision: 'x7' };
  for (let level = 0; level < 20_000; level++) deep = { deep };
  expect(doubts(deep)).toBe(false);
  expect(doubts({ [`approval_${'id'.repeat(200_000)}`]: 'x7' })).toBe(true);
  expect([
    doubts({ [`approval_${'id'.repeat(32)}`]: 'x7' }),
    doubts({ [`approval_${'id'.repeat(33)}`]: 'x7' }),
  ]).toEqual([false, true]);
});

test('Q-61 a set flag, time or person can say that the decision is pending or went another way', () => {
  const keys = `escalated escalation delegated delegation forwarded returned sent_back recalled reassigned pending
    processing in_progress queued deferred postponed draft saved_as_draft draft_saved preview_only conditional
    conditionally_approved conditional_approval conditional_approved provisional provisionally_approved
    provisional_approval tentative tentatively_approved tentative_approval over_limit exceeds_limit limit_exceeded
    approver_limit_exceeded budget_exceeded abstained recused return_reason escalation_reason delegation_reason
    vote_recorded approval_open manual_review async unapproved_amount unapproved_amount_cents required_action conditions
    scheduled_approval version_conflict superseded merged_into replaced_by frozen scheduled_for effective_from
    approvals_needed approval_needed approvers_needed approvals_missing approvals_remaining approval_expired`;
  expect(unexpected(keys, true, (key) => ({ [key]: true }))).toEqual([]);
  expect(unexpected(keys, true, (key) => ({ [key]: '2026-11-20' }))).toEqual([]);
  for (const none of [null, 0, '', ' None ', 'false', 'NO', '0', [], {}])
    expect(unexpected(keys, false, (key) => ({ [key]: none }))).toEqual([]);
  expect(
    words(keys).filter((key) => doubts({ [key]: 'x' }, { [key]: 'x' }) && !/approv/.test(key)),
  ).toEqual([]);
  const around = `is_escalated was_escalated has_escalated has_been_escalated bill_escalated invoice_escalated
    approval_escalated decision_escalated request_escalated is_bill_escalated escalated_at escalated_on escalated_to
    escalated_by merged_into superseded_until escalated_for escalated_from has_been_request_escalated_at`;
  expect(unexpected(around, true, (key) => ({ [key]: true }))).toEqual([]);
  const others =
    'xescalated escalatedx de_escalated escalated_xat merged replaced scheduled effective open';
  expect(unexpected(others, false, (key) => ({ [key]: true }))).toEqual([]);
});

test('Q-61 a state that is an object is judged by its names', () => {
  const names = `name label code key text value refName display displayName displayText descriptor slug title type
    description`;
  expect(unexpected(names, true, (key) => ({ status: { [key]: 'Rejected' } }))).toEqual([]);
  expect(unexpected(names, true, (key) => ({ status: { [key]: 'Zebra' } }))).toEqual([]);
  expect(
    unexpected(names, false, (key) => ({ status: { [key]: 'Approved', color: 'zebra' } })),
  ).toEqual([]);
  const states = 'status state stage decision verdict resolution';
  expect(unexpected(states, true, (key) => ({ [key]: { name: 'Zebra' } }))).toEqual([]);
  expect(
    unexpected(states, false, (key) => ({ [key]: { name: 'Approved', code: 'Zebra' } })),
  ).toEqual([]);
  expect(unexpected('approval status_x', false, (key) => ({ [key]: { name: 'Zebra' } }))).toEqual(
    [],
  );
  expect([doubts({ status: { color: 'x', rank: 7 } }), doubts({ status: { name: 7 } })]).toEqual([
    false,
    false,
  ]);
});

test('Q-61 keys for a decision, other work and a workflow are known in several languages', () => {
  const keys = `resolution disposition conclusion signoff workflow_step workflow_phase lifecycle
    lifecycle_phase statut estado estatus stato zustand situacao situação genehmigung freigabe validation aprobacion
    aprovacao aprovação 状態 状态 承認 审批 status_name state_title status_display state_value quorum`;
  expect(unexpected(keys, true, (key) => ({ [key]: 'zebra' }))).toEqual([]);
  expect(
    unexpected('my_statut resolutions status_names', false, (key) => ({ [key]: 'zebra' })),
  ).toEqual([]);
  const work = `pay is_pay zahl cancel deliver ship posting bank print scan gl match coding owner project risk fraud einvoice
    my_sync my_export my_import my_ocr my_tax my_receipt my_reconciling my_mail my_upload my_erp my_journal
    my_integration my_quickbooks my_xero my_netsuite my_sap my_budget my_invoicing my_compliance my_settlement my_webhook
    my_notification my_billable my_extraction my_matching my_accounting my_ledger`;
  expect(unexpected(work, false, (key) => ({ [`${key}_status`]: 'zebra' }))).toEqual([]);
  expect(
    unexpected('my_payment my_owner payload payee my_risk', true, (key) => ({
      [`${key}_status`]: 'zebra',
    })),
  ).toEqual(['payee']);
  const late = 'scheduled skipped received';
  for (const key of words('bill_status status review_state workflow_state my_stage freigabestatus'))
    expect(unexpected(late, true, (word) => ({ [key]: word }))).toEqual([]);
  for (const key of ['status', 'state'])
    expect(unexpected(late, true, (word) => ({ approval_steps: [{ [key]: word }] }))).toEqual([
      'skipped',
    ]);
});

test('Q-61 an approver without a decision, or an incomplete count, raises doubt', () => {
  const no = 'decision verdict vote response approved has_approved';
  expect(unexpected(no, true, (key) => ({ approvers: [{ [key]: null }] }))).toEqual([]);
  expect(unexpected(no, true, (key) => ({ reviewers: { [key]: 'rejected' } }))).toEqual([]);
  expect(
    unexpected(no, false, (key) => ({ approvers: [{ [key]: 'skipped' }, { [key]: true }] })),
  ).toEqual([]);
  expect(unexpected('approver reviewer', false, (key) => ({ [key]: { decision: null } }))).toEqual(
    [],
  );
  const counts = 'approvals level step stage progress';
  for (const part of ['1/2', ' 1 of 3 ', '9/10'])
    expect(unexpected(counts, true, (key) => ({ [key]: part }))).toEqual([]);
  for (const whole of ['2/2', '3 of 2', 'x1/2', '1/2x'])
    expect(unexpected('level step progress', false, (key) => ({ [key]: whole }))).toEqual([]);
  expect(
    unexpected('approver_status reviewer2_state', true, (key) => ({ [key]: 'rejected' })),
  ).toEqual([]);
  expect(
    unexpected('approver_status reviewer2_state', false, (key) => ({ [key]: 'away' })),
  ).toEqual([]);
});
