import { expect, test } from 'vitest';
import { parseBody } from '../body/answer.ts';
import { readConfirmation } from './approve-answer.ts';

const bill = {
  id: 'b-1',
  object: 'bill',
  status: 'open',
  currency: 'EUR',
  total_cents: 100,
  amount_due_cents: 100,
};
const { id: _id, ...nameless } = bill;

const confirms = (body: unknown, contentType = 'application/json'): boolean => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const sent = { status: 200, headers: new Headers(), bodyProblem: null } as const;
  return (
    readConfirmation({ ...sent, body: parseBody(bytes, contentType) }, 'there', 'b-1') !== null
  );
};

/** Pairs: an answer that proves nothing, and a similar one that confirms. */
test.each<[string, doubtful: unknown, yes: unknown]>([
  ['a list', { ok: true, data: [bill, bill] }, { ok: true, data: [bill] }],
  ['a page', { ok: true, data: [bill], has_more: false }, { bills: [bill] }],
  ['a list of approved ones', { approved: ['b-1', 'b-2'] }, { approved: ['b-1'], failed: [] }],
  ['a failure beside it', { approved: ['b-1'], failed: ['b-2'] }, { approved_ids: ['b-1'] }],
  [
    'a result that failed',
    { results: [{ id: 'b-1', success: false }] },
    { results: [{ id: 'b-1', success: true }] },
  ],
  [
    'an approval of another bill',
    { object: 'approval', bill: { id: 'b-2' }, status: 'approved' },
    { object: 'approval', id: 'a-1', bill: { id: 'b-1' }, status: 'approved' },
  ],
  ['an unknown flag', { archived: true }, { ok: true }],
  ['a flag as text', { approved: 'perhaps' }, { approved: 'true' }],
  ['a flag as a number', { success: 2 }, { success: 1, errors: [] }],
  ['a flag of an envelope', { succeeded: 'no' }, { Succeeded: true, Errors: [] }],
  ['a flag with its verb', { isSuccess: false }, { isSuccess: true, isFailure: false }],
  ['a letter for a flag', { approved: 'N', id: 'b-1' }, { approved: 'Y', id: 'b-1' }],
  ['a verdict', { approvalStatus: 'NEW' }, { approvalStatus: 'APPROVED', billId: 'b-1' }],
  ['another wrapper', { result: { ...bill, id: 'b-2' } }, { jsonrpc: '2.0', result: bill }],
  ['a wrapper of one letter', { d: { ...bill, id: 'b-2' } }, { d: bill }],
  ['a wrapper with links', { content: nameless, links: [] }, { content: bill, links: [] }],
  ['a flag under its longer name', { bill, is_approved: false }, { is_approved: true }],
  ['a word in another field', { state: 'approved' }, { status: 'approved' }],
  ['an unknown word', { status: 'successful' }, { status: 'success' }],
  ['a number for a word', { status: 202 }, { status: 'ok' }],
  ['an unknown status', { ...bill, status: 'in_review' }, { ...bill, status: 'approved' }],
  ['a status in capitals', { ...bill, status: 'DRAFT' }, { ...bill, status: 'Partially-Paid' }],
  ['errors', { ...bill, errors: ['no'] }, { ...bill, errors: [] }],
  ['a blank error', { bill, error: ' ' }, { bill, error: '' }],
  ['an error that is a flag', { bill, error: true }, { bill, error: false }],
  ['a zero for a flag', { ...bill, approved: 0 }, { ...bill, approved: 1 }],
  ['a word for a flag', { bill, ok: 'no' }, { bill, ok: 'yes' }],
  ['a year for a flag', { ...bill, approved: '2026' }, { ...bill, approved: '2026-03-01' }],
  ['a name for a flag', { ...bill, approved: 'Ada' }, { ...bill, approved: { by: 'Ada' } }],
  ['a result', { bill, result: 'queued' }, { bill, result: 'ok' }],
  ['a status in numbers', { bill, status: 400 }, { bill, status: 399 }],
  ['a status in words', { bill, status: 'error' }, { bill, status: 'success' }],
  ['a list of statuses', { bill, status: ['rejected'] }, { bill, status: ['paid'] }],
  ['a result that is no word', { bill, result: 'x' }, { bill, result: 7 }],
  ['an approval state that is no word', { bill, approval_state: 'x' }, { bill, approval_state: 7 }],
  ['a state before', { bill, approval_status: 'x' }, { bill, last_approval_status: 'x' }],
  ['a link', { bill, approval_status: 'x' }, { bill, approval_status_url: 'x' }],
  ['an approval state', { ...bill, approval_state: 'x' }, { ...bill, approval_state: 'approved' }],
  ['no time of approval', { bill, approved_at: null }, { bill, approved_at: '2026-03-18' }],
  ['a further step', { bill, next_action: 'sms' }, { bill, next_action: null }],
  ['a step to take', { bill, requires_mfa: true }, { bill, requires_mfa: false }],
  ['a challenge', { bill, challenge: 'x' }, { bill, no_challenge: 'x' }],
  ['a place to go', { bill, redirect_url: 'x' }, { bill, redirect_url: '' }],
  ['a bill without an id or a field', { ok: true, object: 'bill' }, { ok: true, object: 'x' }],
  ['a bill without an id', { ...nameless, bill }, { id: 'request-7', bill }],
  ['another id beside a status', { id: 'b-2', status: 'open', bill }, { id: 'b-2', bill }],
  ['another id beside a total', { id: 'b-2', total_cents: 1, bill }, { id: 'b-2', bill }],
  ['another id beside a currency', { id: 'b-2', currency: 'EUR', bill }, { id: 'b-2', bill }],
  ['a flag of a wrapper', { succeeded: false, data: bill }, { succeeded: true, data: bill }],
  ['a flag of a check', { valid: false, bill }, { valid: true, bill }],
  [
    'the page’s own words',
    { ...bill, approved_for_payment: false },
    { ...bill, approved_for_pay: false },
  ],
  ['no flag at all', { ...bill, approved: null }, { ...bill, auto_approved: null }],
  ['a flag of an error', { hasErrors: true, bill }, { hasErrors: false, bill }],
  ['a number of errors', { bill, errorCount: 1 }, { bill, errorCount: 0 }],
  ['a list of errors', { bill, validationErrors: [{}] }, { bill, validationErrors: [] }],
  ['a reason', { ...bill, failure_reason: 'Over budget' }, { ...bill, failure_reason: 'none' }],
  ['a rejection', { ...bill, rejected_at: '2026-03-18' }, { ...bill, rejected_at: null }],
  ['a fault', { ...bill, fault: 'x' }, { ...bill, default: 'x' }],
  ['a trial', { dry_run: true, bill }, { dry_run: false, bill }],
  ['a false result', { bill, result: false }, { bill, result: true }],
  ['nothing changed', { bill, changed: false }, { ...bill, changed: false }],
  ['a code', { code: 'E001', data: bill }, { code: 'SUCCESS', data: bill }],
  ['a code in numbers', { statusCode: 409, data: bill }, { statusCode: 200, data: bill }],
  ['a state', { ...bill, workflow_state: 'pending' }, { ...bill, workflow_state: 'done' }],
  ['a draft', { ...bill, state: 'draft' }, { ...bill, state: 'UT' }],
  [
    'an open step',
    { ...bill, approval: { state: 'x' } },
    { ...bill, approval: { state: 'approved' } },
  ],
  ['another approver', { ...bill, next_approver: { id: 'u' } }, { ...bill, next_approver: null }],
  ['a part', { bill, partial: true }, { bill, partial: 'no' }],
  [
    'a message of an error',
    { bill, messages: [{ type: 'error' }] },
    { bill, messages: [{ type: 'info' }] },
  ],
  [
    'an error in the meta data',
    { bill, meta: { status: 'error' } },
    { bill, more: { last_status: 'error' } },
  ],
  ['a queue', { status: 'queued', bill }, { status: 'done', bill }],
  ['a job', { job: { id: 'j-1' }, bill }, { job: null, bill }],
  ['a bill left out', { success: true, skipped: ['b-1'] }, { success: true, skipped: [] }],
  ['a code of another kind', { returnCode: 'FAIL', bill }, { returnCode: '0000', bill }],
  ['an error number', { errcode: 40_001, bill }, { errcode: 0, bill }],
  ['problems', { problems: ['x'], bill }, { problems: [], bill }],
  ['a block', { ...bill, blocked: true }, { ...bill, blocked: false }],
  ['a half approval', { ...bill, fully_approved: false }, { ...bill, fully_approved: true }],
  ['missing approvals', { ...bill, approvals_remaining: 1 }, { ...bill, approvals_remaining: 0 }],
  ['people to ask', { ...bill, pending_approvers: ['u'] }, { ...bill, pending_approvers: [] }],
  [
    'a workflow under way',
    { ...bill, workflow: { state: 'in_review' } },
    { ...bill, workflow: { state: 'done' } },
  ],
  [
    'a second approval',
    { ...bill, approvals: [{ status: 'approved' }, { status: 'pending' }] },
    { ...bill, approvals: [{ status: 'approved' }] },
  ],
  [
    'a question',
    { bill, confirmation_required: true },
    { bill, confirmation_number: 7, confirmation_required: false },
  ],
  ['a need', { bill, needs_confirmation: true }, { bill, needs_confirmation: false }],
  ['nothing modified', { bill, modified: false }, { bill, modified: true }],
  ['a sentence', { bill, message: 'Bill was not approved' }, { bill, message: 'Bill approved' }],
  [
    'a sentence in a list',
    { ok: true, messages: ['Approval failed: locked period'] },
    { ok: true, messages: ['Approved without errors'] },
  ],
  [
    'a sentence in German',
    { bill, message: 'Konnte nicht freigegeben werden' },
    { bill, message: 'Freigegeben' },
  ],
  [
    'a sentence about the next step',
    { bill, detail: 'Submitted for approval' },
    { bill, detail: 'Approved by Ada' },
  ],
  [
    'a sentence about a later approval',
    { bill, message: 'Approved by Ada, awaiting one more' },
    { bill, message: 'Approved and submitted for payment' },
  ],
  ['an alert', { bill, flash: { alert: 'You can’t approve it' } }, { bill, flash: {} }],
  ['a bill made void', { ...bill, status: 'void' }, { ...bill, status: 'paid' }],
  ['a void bill', { ...bill, voided_at: '2026-03-05' }, { ...bill, voidable: true }],
  ['a deleted bill', { ...bill, deleted: true }, { ...bill, deleted: false }],
  [
    'a time of deletion',
    { ...bill, deleted_at: '2026-03-05T00:00:00Z' },
    { ...bill, deleted_at: '0001-01-01T00:00:00' },
  ],
  ['a cancelled bill', { ...bill, cancelled: true }, { ...bill, can_cancel: true }],
  [
    'a cancelled approval',
    { bill, approval_cancelled_at: '2026-03-05' },
    { bill, cancel_url: '/cancel' },
  ],
  ['a revoked approval', { ...bill, approval_revoked: true }, { ...bill, approval_revoked: 0 }],
  ['an unapproved bill', { ...bill, unapproved: true }, { ...bill, unapproved: false }],
  ['a reversed approval', { bill, reversed: true }, { bill, reverse_charge: true }],
  ['a hold', { ...bill, hold_reason: 'Duplicate' }, { ...bill, hold_reason: null }],
  ['a hold on payment', { ...bill, payment_hold: true }, { ...bill, holdback_cents: 100 }],
  ['a negative status', { bill, status: -1 }, { bill, status: 0 }],
  [
    'a change to come',
    { bill, pending_changes: { approved: true } },
    { bill, pending_changes: {} },
  ],
  [
    'no approver',
    { ...bill, approved_by: null },
    { ...bill, approved_by: null, approved_at: '2026-03-05' },
  ],
  [
    'no amount approved',
    { ...bill, approved_amount_cents: 0 },
    { bill, approved_amount_cents: 100 },
  ],
  [
    'a part approved',
    { ...bill, approved_amount_cents: 99 },
    { ...bill, approved_amount_cents: 100 },
  ],
  ['an approval to give', { ...bill, approvable: true }, { ...bill, approvable: false }],
  [
    'an action to take',
    { ...bill, allowed_actions: ['approve', 'reject'] },
    { ...bill, allowed_actions: ['pay'] },
  ],
  ['zero for a time', { ...bill, approved_at: 0 }, { ...bill, approved_at: 1_772_323_200 }],
  [
    'the first day of a calendar',
    { ...bill, approved_at: '0001-01-01T00:00:00' },
    { ...bill, approved_at: '2026-03-05T00:00:00' },
  ],
  ['the epoch', { bill, approved_at: '1970-01-01T00:00:00Z' }, { bill, approved_at: '2026-01-01' }],
  ['null as text', { ...bill, approved_at: 'null' }, { ...bill, approved_at: '/Date(1)/' }],
  ['no date at all', { ...bill, approved_at: '0000-00-00' }, { ...bill, memo: '0000-00-00' }],
  [
    'a message on the bill',
    { ...bill, message: 'Vendor is on review' },
    { ...bill, message: 'OK' },
  ],
  [
    'a message of a later yes',
    { bill, message: 'Bill must be approved by Jo' },
    { bill, message: 'Bill has been approved by Jo' },
  ],
  ...['erro', 'erros', 'erreur', 'erreurs', 'fout', 'fouten', 'fehler', 'mensagem_erro'].map(
    (key): [string, unknown, unknown] => [
      `a word for an error, ${key}`,
      { ...bill, [key]: 'Bloqueado' },
      { bill, [key]: '' },
    ],
  ),
  ...['aprovado', 'aprobado', 'approuve', 'goedgekeurd', 'genehmigt', 'sucesso', 'exito', 'succes']
    .concat('erfolg')
    .map((key): [string, unknown, unknown] => [
      `a flag in another language, ${key}`,
      { bill, [key]: false },
      { ...bill, [key]: true },
    ]),
  ...['approved_on', 'date_approved', 'approval_date', 'approved_by_user_id', 'approval_id']
    .concat('approvals_count', 'approved_count')
    .map((key): [string, unknown, unknown] => [
      `nothing under ${key}`,
      { ...bill, [key]: 0 },
      { ...bill, [key]: 0, approved_at: '2026-03-05' },
    ]),
  ['no approval', { ...bill, approval: null }, { ...bill, approval: { id: 7 } }],
  ['no approvals', { ...bill, approvals: 0 }, { ...bill, approvals: 1 }],
  ['a flag below zero', { ...bill, approved: -1 }, { ...bill, approved: 1 }],
  ['an empty list for a flag', { ...bill, approved: [] }, { ...bill, approved: ['Ada'] }],
  ['an empty success', { bill, success: null }, { bill, success: 1 }],
  ...['saved', 'persisted', 'committed', 'effective', 'permitted', 'authorized', 'allowed'].map(
    (key): [string, unknown, unknown] => [
      `a false ${key}`,
      { ...bill, [key]: false },
      { bill, [key]: true },
    ],
  ),
  ...['forbidden', 'rolled_back', 'approval_undone', 'canceled', 'noop', 'no_op', 'not_modified']
    .concat('stale', 'expired', 'conflict', 'duplicate_of', 'sent_back', 'reopened', 'disputed')
    .concat('under_review', 'flagged_for_review', 'fraud_hold', 'do_not_pay', 'payment_block')
    .concat('returned_to', 'approval_reverted_at', 'skipped', 'ignored')
    .map((key): [string, unknown, unknown] => [
      `a word of an undoing, ${key}`,
      { ...bill, [key]: '2026-03-05' },
      { bill, [key]: false },
    ]),
  ['an outcome', { bill, outcome: 'no change' }, { bill, outcome: 'approved' }],
  ['a notice', { bill, notice: 'Approval ignored' }, { bill, notice: 'Approved' }],
  [
    'a warning on the bill',
    { ...bill, warnings: ['Approval not saved'] },
    { ...bill, warnings: ['Vendor is new'] },
  ],
  ['a note on the bill', { ...bill, note: 'Not approved' }, { ...bill, note: 'Boards, 7 mm' }],
  [
    'words of size',
    { bill, threshold: '', held: true },
    { ...bill, approval_threshold: 7, household: 'x' },
  ],
  ['another bill_id', { bill, bill_id: 'b-2' }, { bill, bill_id: 'b-1' }],
])('Q-61 a single contradiction cancels a confirmation: %s', (_name, doubtful, yes) => {
  expect([confirms(doubtful), confirms(yes)]).toEqual([false, true]);
});

test.each([
  ...['A fatura não pôde ser aprovada', 'Erro ao aprovar', 'Fatura não aprovada', 'Sem permissão'],
  ...['Aguardando segunda aprovação', 'Fornecedor bloqueado', 'La factura está bloqueada'],
  ...['Pendiente de segunda aprobación', 'Sesión caducada', 'Facture non approuvée', 'Erreur'],
  ...['Impossible d’approuver la facture', 'En attente de validation', 'Fout bij goedkeuren'],
  ...['Wacht op tweede goedkeuring', 'Leverancier geblokkeerd', 'Zweite Freigabe erforderlich'],
  ...['Lieferant gesperrt', 'La fattura non è stata approvata', 'Nie można zatwierdzić faktury'],
  ...['Fakturan kunde inte godkännas', '請求書を承認できませんでした', '二次承認待ち'],
  ...['Счёт не может быть утверждён', 'Fatura onaylanamadı', 'Vendor is under review'],
  ...[
    'Amount is over the approved budget',
    'Facture désapprouvée',
    'Vendor must be confirmed',
    '承認されていません',
  ],
])(
  'Q-61 a message that is not a known confirmation proves nothing beside a bill: “%s”',
  (message) => {
    const unproven = [
      { bill, message },
      { data: bill, mensagem: message },
      { ...bill, msg: message },
    ];
    expect(unproven.map((body) => confirms(body))).toEqual([false, false, false]);
  },
);

test.each([
  ...['Bill approved', 'OK', 'Success!', 'Bill b-1 was approved by Ada.', 'Saved', 'Thank you'],
  ...['Approval confirmed', 'Bill released for payment', 'Approval accepted'],
  ...['Rechnung RE-7 wurde erfolgreich freigegeben.', 'Rechnung genehmigt', 'Facture approuvée'],
  ...['La facture a été approuvée avec succès', 'Factura aprobada con éxito', 'Fatura aprovada'],
  ...['La factura ha sido aprobada', 'La fattura è stata approvata', 'Factuur is goedgekeurd'],
  ...['Faktura została zatwierdzona', 'Fakturan är godkänd', '請求書が承認されました'],
  ...['Счёт утверждён', 'Fatura onaylandı', ''],
])('Q-61 a bill with a confirming message is a confirmation: “%s”', (message) => {
  const bodies = [
    { bill, message },
    { data: bill, mensagem: message },
    { ...bill, message },
  ];
  expect(bodies.map((body) => confirms(body))).toEqual([true, true, true]);
});

test.each([
  { success: true, data: bill },
  { bill: { ...bill, approved_at: '2026-03-05' } },
  { bill: { ...bill, status: 'approved' } },
])('Q-61 a message in any language does not contradict a proof: %j', (body) => {
  const messages = ['Zahlung folgt am Freitag', 'Approval failed'];
  expect(messages.map((message) => confirms({ ...body, message }))).toEqual([true, false]);
});

test.each<[string, anybody: unknown, service: unknown]>([
  ['an id alone', { id: 'b-1', ok: true }, { id: 'b-1', ok: true, status: 'open' }],
  ['an id under another name', { request: 'b-1', ok: true }, { bill_id: 'b-1', ok: true }],
  ['another id', { request: 'r-1', ok: true }, { id: 'r-1', ok: true, data: bill }],
])(
  'Q-61 JSON typed as HTML is a confirmation only if it shows the bill: %s',
  (_, anybody, service) => {
    const found = [anybody, service].map((body) => confirms(body, 'text/html'));
    expect([...found, confirms(anybody)]).toEqual([false, true, true]);
  },
);

test('Q-61 a refusal reason that the bill had before does not contradict a confirmation, but a flag does', () => {
  const value = { ...bill, rejection_reason: 'Wrong order', approved: false };
  const { approved: _approved, ...flagless } = value;
  const isYesTo = (sent: object, shown: Readonly<Record<string, unknown>>): boolean => {
    const body = { form: 'json', value: sent } as const;
    const answer = { status: 200, headers: new Headers(), bodyProblem: null, body };
    return readConfirmation(answer, 'there', 'b-1', shown) !== null;
  };
  expect([
    isYesTo(flagless, { rejection_reason: 'Wrong order' }),
    isYesTo(flagless, { rejection_reason: 'Wrong price' }),
    isYesTo({ success: true, bill: flagless }, { rejection_reason: 'Wrong order' }),
    isYesTo(value, value),
  ]).toEqual([true, false, true, false]);
});

test('Q-61 an id that is a whole number counts as its digits', () => {
  const readId = (sent: unknown): unknown => {
    const body = { form: 'json', value: { ...bill, id: sent } } as const;
    const answer = { status: 200, headers: new Headers(), bodyProblem: null, body };
    return readConfirmation(answer, 'there', '7')?.bill?.id ?? null;
  };
  expect([readId(7), readId('7'), readId(8), readId(7.5)]).toEqual(['7', '7', null, null]);
});

test('Q-61 ids are compared exactly, but UUIDs regardless of case', () => {
  const id = '0d6f1c7e-4b1c-4f0e-9a51-7d2f6c1b8a3e';
  const readId = (billId: string, sent: string): unknown => {
    const body = { form: 'json', value: { ...bill, id: sent } } as const;
    const answer = { status: 200, headers: new Headers(), bodyProblem: null, body };
    return readConfirmation(answer, 'there', billId)?.bill?.id;
  };
  expect([readId(id, id.toUpperCase()), readId(id.toUpperCase(), id)]).toEqual([
    id,
    id.toUpperCase(),
  ]);
  expect([readId('b-1', 'B-1'), readId(id, `${id}0`)]).toEqual([undefined, undefined]);
});
