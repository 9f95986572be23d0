import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms, readAnswer } from '../testing/answers.ts';
import { readings } from '../testing/approve-readings.ts';
import { wordList } from '../body/words.ts';

const at = 1_795_000_000;
const invoice = { InvoiceID: 'b-1', Status: 'AUTHORISED', HasErrors: false };
const other = { ...invoice, InvoiceID: 'b-2' };
const rpc = { jsonrpc: '2.0', id: 7 };

/** Pairs: an answer that proves nothing, and a similar one that confirms. */
test.each<[string, doubtful: unknown, yes: unknown]>([
  [
    'an epoch time in an approval',
    { ...bill, approval: { status: 'approved', approved_at: -5 } },
    { ...bill, approval: { status: 'approved', approved_at: at } },
  ],
  [
    'ids and amounts in an approval',
    { ...bill, approval: { status: 'approved', ap: 403 } },
    { ...bill, approval: { status: 'approved', approver_id: 4711, approved_at: at * 1000 } },
  ],
  [
    'a code in an approval',
    { ...bill, approval: { status: 'approved', code: 403 } },
    { ...bill, approval: { status: 'approved', code: 200 } },
  ],
  [
    'a small number for a time',
    { ...bill, approval: { status: 'approved', approved_at: 403 } },
    { ...bill, approval: { status: 'approved', approved_at: 1_000_000_000 } },
  ],
  ['another invoice', other, invoice],
  ['another invoice in a list', { Invoices: [other] }, { Invoices: [invoice] }],
  [
    'another invoice in a list beside a word of success',
    { Status: 'OK', Invoices: [other] },
    { Status: 'OK', Invoices: [invoice] },
  ],
  [
    'two invoices',
    { Status: 'OK', Invoices: [invoice, other] },
    { Id: 'r-1', Status: 'OK', ProviderName: 'x', Invoices: [invoice] },
  ],
  [
    'errors of an invoice',
    { Status: 'OK', Invoices: [{ ...invoice, HasErrors: true }] },
    { Status: 'success', Invoices: [{ ...invoice, ValidationErrors: [], Warnings: [] }] },
  ],
  [
    'an attribute of a status',
    { Invoices: [{ ...invoice, StatusAttributeString: 'ERROR' }] },
    { Invoices: [{ ...invoice, StatusAttributeString: 'OK' }] },
  ],
  [
    'a submitted invoice',
    { Status: 'OK', Invoices: [{ ...invoice, Status: 'SUBMITTED' }] },
    { Status: 'OK', Invoices: [{ ...invoice, Status: 'AUTHORIZED' }] },
  ],
  [
    'an invoice under its id, in another state',
    { Invoices: [{ InvoiceID: 'b-1', Status: 'OPEN' }] },
    { Invoices: [{ InvoiceID: 'b-1', Status: 'APPROVED' }] },
  ],
  [
    'another id beside a word of success',
    { Id: 'b-2', Status: 'OK' },
    { Status: 'OK', InvoiceID: 'b-1' },
  ],
  [
    'another bill around this one',
    { ...bill, id: 'b-2', related: { bill } },
    { ...bill, invoice_id: 'i-7' },
  ],
  [
    'another id and a word of success beside this bill',
    { ...bill, result: { id: 'b-2', status: 'success' } },
    { ...bill, result: { status: 'success' } },
  ],
  ['the result of a call', { ...rpc, result: false }, { ...rpc, result: true }],
  [
    'an error of a call',
    { ...rpc, result: true, error: { code: 1 } },
    { ...rpc, result: true, error: null },
  ],
  [
    'another bill as a result',
    { ...rpc, result: { ...bill, id: 'b-2' } },
    { ...rpc, result: { ...bill } },
  ],
  [
    'a success for another bill as a result',
    { ...rpc, result: { success: true, bill_id: 'b-2' } },
    { ...rpc, result: { success: true, bill_id: 'b-1' } },
  ],
  [
    'a release that failed',
    { d: { ReleaseInvoice: { Success: false } } },
    { d: { ReleaseInvoice: { Success: true } } },
  ],
  [
    'another release',
    { d: { ReleaseHold: { Success: true } } },
    { authorizeBillResponse: { success: true } },
  ],
  [
    'the reverse of a release',
    { d: { UnreleaseInvoice: { Success: true } } },
    { d: { ReleaseVendorInvoiceResult: { Success: true } } },
  ],
  [
    'the release of another invoice',
    { d: { ReleaseInvoice: { Success: true, InvoiceId: 'b-2' } } },
    { d: { ReleaseInvoice: { Success: true, InvoiceId: 'b-1' } } },
  ],
  [
    'a status that was not reached',
    { id: 'b-1', descriptor: 'Bill 7', status: { descriptor: 'Successfully Submitted' } },
    { id: 'b-1', descriptor: 'Bill 7', status: { descriptor: 'Successfully Completed' } },
  ],
  [
    'a success of nothing',
    { id: 'b-1', status: { descriptor: 'Successfully' } },
    { id: 'b-1', status: { descriptor: 'Approved successfully' } },
  ],
  [
    'a success of another bill',
    { id: 'b-2', status: { descriptor: 'Successfully Completed' } },
    { id: 'b-1', status: { descriptor: 'Completed Successfully' } },
  ],
])('Q-61 %s proves nothing, but a similar answer confirms', (_, doubtful, yes) => {
  expect([confirms(doubtful), confirms(yes)]).toEqual([false, true]);
});

test('Q-61 a call without a result proves nothing, and one with `true` confirms without quota headers', () => {
  const results = [{}, { result: null }, { result: [] }, { result: true }];
  const read = results.map((result) => readings({ body: { ...rpc, ...result } })[1]);
  expect(read.map((each) => each === 'yes')).toEqual([false, false, false, true]);
});

/** Successful answers that name a bill only under this key. */
const naming: readonly [string, (id: string) => unknown][] = [
  ...wordList('bill_uuid uuid guid key entity_id object_id approvable_id payableId').map(
    (key): [string, (id: string) => unknown] => [key, (id) => ({ success: true, [key]: id })],
  ),
  ['a path', (id) => ({ status: 'approved', href: `/api/v1/bills/${id}` })],
  ['ids', (id) => ({ success: true, ids: [id] })],
  ['a resource', (id) => ({ success: true, resource: { bill_uuid: id } })],
  ['a result', (id) => ({ success: true, result: { document_id: id } })],
];
test.each(naming)('Q-61 an answer that names another bill confirms nothing: %s', (_, sent) => {
  const ids = ['b-1', 'b-2', 'b-12'];
  expect(ids.map((id) => confirms(sent(id)))).toEqual([true, false, false]);
});

test.each([
  ['Bill K1900 approved', false],
  ['Bill K1899 approved', true],
  ['Bill #K-1899 approved.', true],
  ['Bill 1899 approved', true],
  ['Bill 189 approved', false],
  ['Bill 899 approved', false],
  ['Invoice no. 2026/0077 has been approved', false],
  ['Bill approved', true],
  ['You approved invoice #1900', false],
  ['Sie haben die Rechnung K-1900 genehmigt', false],
  ['Sie haben die Rechnung K-1899 genehmigt', true],
  ['Счёт K-1900 утверждён', false],
  ['Számla K-1900 jóváhagyva', false],
])(
  'Q-61 a message with a bill number confirms only the bill with this number: %s',
  (message, isOwn) => {
    const shown = { id: 'b-1', bill_number: 'K-1899' };
    const bodies = [{ success: true, message }, { success: true, messages: [message] }, message];
    const isYes = [...bodies, { data: message }].map((each) => confirms(each, shown));
    expect(isYes).toEqual([isOwn, isOwn, isOwn, isOwn]);
  },
);

const typed = (value: unknown): unknown => {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
  return typeof value === 'object' ? { mapValue: typedFields(value) } : { stringValue: value };
};
const typedFields = (fields: object) => ({
  fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, typed(value)])),
});
const stored = (more: object = {}) => ({
  ...{ name: 'projects/p/documents/bills/b-1', updateTime: '2026-11-30T18:00:00Z' },
  ...typedFields({ ...bill, tags: [], ...more }),
});
const { id, ...ofBill } = bill;
const returned = (more: object = {}) => ({
  d: { results: [{ Type: 'S', Id: 'M8', Number: '060', Message: 'Document released', ...more }] },
});
const responded = (code: string, more: object = {}) => ({
  'cac:DocumentResponse': { 'cac:Response': { 'cbc:ResponseCode': code }, ...more },
});

test.each<[string, doubtful: unknown, yes: unknown]>([
  ['a bill under _id', { _id: 'b-2', ...ofBill }, { _id: id, ...ofBill }],
  [
    'a bill under _id in data',
    { data: { _id: id, ...ofBill, approved: false } },
    { data: { _id: id, ...ofBill } },
  ],
  [
    'a bill under an object id',
    { _id: { $oid: 'b-2' }, ...ofBill },
    { _id: { $oid: id }, ...ofBill },
  ],
  ['a stored document', stored({ id: 'b-2' }), stored()],
  ['a stored document with a flag', stored({ approved: false }), stored({ approved: true })],
  ['a stored document with a reason', stored({ issues: ['No receipt'] }), stored({ issues: [] })],
  [
    'a stored document with a state',
    stored({ approval: { status: 'rejected' } }),
    stored({ approval: { status: 'approved' } }),
  ],
  [
    'a stored document whose path has its id',
    { name: 'projects/p/databases/(default)/documents/bills/b-2', ...typedFields(ofBill) },
    { name: 'projects/p/databases/(default)/documents/bills/b-1', ...typedFields(ofBill) },
  ],
  ['a wrapped document', { document: stored({ id: 'b-2' }) }, { document: stored() }],
  [
    'a state in French',
    { ...bill, etat_validation: 'en attente' },
    { ...bill, etat_validation: 'validée' },
  ],
  [
    'a state in French alone',
    { etat_validation: 'non validée' },
    { etat_validation: 'validée', id },
  ],
  [
    'a state in Spanish alone',
    { estado_aprobacion: 'retenida' },
    { estado_aprobacion: 'aprobada' },
  ],
  [
    'a state in Portuguese alone',
    { status_aprovacao: 'rejeitado' },
    { status_aprovacao: 'aprovado' },
  ],
  ['a success in French', { succes: false }, { succes: true }],
  ['a success in Spanish', { éxito: false }, { éxito: true }],
  ['a success in German', { erfolg: false }, { erfolg: true }],
  ['a sentence in French', { message: 'Facture non validée' }, { message: 'Facture validée' }],
  ['a status with its noun', { status: 'bill approval' }, { status: 'bill approved' }],
  ['a sentence with a count', { message: '2 bills approved' }, { message: '1 bill approved' }],
  [
    'counts',
    { 'succeeded-count': 1, 'failed-count': 1 },
    { 'succeeded-count': 1, 'failed-count': 0, failures: [] },
  ],
  ['a count of two', { 'succeeded-count': 2 }, { 'succeeded-count': 1 }],
  ['a response to a document', responded('RE'), responded('AP')],
  [
    'a response to another document',
    responded('AP', { 'cac:DocumentReference': { 'cbc:ID': 'b-2' } }),
    responded('AP', { 'cac:DocumentReference': { 'cbc:ID': id } }),
  ],
  ['a return message', returned({ Type: 'W' }), returned()],
  ['an unclear return message', returned({ Message: 'Document parked' }), returned()],
  [
    'results of writes',
    { writeResults: [{}, {}] },
    { writeResults: [{ updateTime: '2026-11-30' }], commitTime: '2026-11-30' },
  ],
  ['no result of a write', { writeResults: [] }, { writeResults: [{}] }],
  ['a failed write', { writeResults: [{ error: 'x' }] }, { writeResults: [{}] }],
])(
  'Q-61 a confirmation in another encoding confirms, and a similar denial does not: %s',
  (_, doubtful, yes) => {
    expect([confirms(doubtful), confirms(yes)]).toEqual([false, true]);
  },
);

const approved = { ...bill, status: 'approved' };
const notice = (more: object) => ({ bill: approved, notifications: [{ type: 'email', ...more }] });

/** Rows: a confirmation, and similar answers that prove nothing. */
test.each<[string, yes: unknown, ...doubtful: unknown[]]>([
  [
    'a bill that is locked because it is approved',
    { ...approved, locked: true, locked_at: '2026-11-30T18:00:00Z' },
    { ...bill, locked: true },
    { ...approved, locked: true, locked_reason: 'Period closed' },
    { ...approved, id: 'b-2', locked: true },
  ],
  [
    'a notification that waits for its turn',
    notice({ status: 'queued' }),
    notice({ status: 'queued', message: 'Bill not approved' }),
    { bill: approved, notifications: [{ type: 'approval', status: 'queued' }] },
    { bill: { ...bill, status: 'pending' }, notifications: [{ type: 'email' }] },
  ],
  [
    'an invoice that a tax authority cleared',
    { ...approved, zatca_status: 'CLEARED', ksef_status: 'ACCEPTED' },
    { ...approved, zatca_status: 'REJECTED' },
    { ...approved, review_status: 'CLEARED' },
  ],
  [
    'this bill, approved, alone on the last page of a list',
    { data: [approved], meta: { has_more: false, next_cursor: null, total: 1 } },
    { data: [bill], meta: { has_more: false, next_cursor: null } },
    { data: [{ ...approved, id: 'b-2' }], meta: { has_more: false } },
    { data: [approved, approved], meta: { has_more: false } },
    { data: [{ ...bill, status: 'pending' }], meta: { has_more: false } },
    { data: [approved], meta: { has_more: true } },
    { data: [approved], next_cursor: 'c-2' },
    { data: [approved], meta: { total: 2 } },
    { data: [approved], errors: ['Locked'] },
  ],
  [
    'a bill whose uuid is its id in lists',
    { ...bill, id: 4711, uuid: 'b-1' },
    { ...bill, id: 4711, uuid: 'b-2' },
    { data: { ...bill, id: 4711, guid: 'b-2' } },
    { ...bill, id: 4711, uuid: 'b-1', approved: false },
  ],
  [
    'a wrapped bill whose guid is its id in lists',
    { data: { bill: { ...bill, id: '4711', guid: 'b-1' } } },
    { data: { bill: { ...bill, id: 'b-2', guid: 'b-1' } } },
    { data: { id: 4711, guid: 'b-1' } },
  ],
  [
    'a state whose names all say yes',
    { bill_id: 'b-1', result: { id: 's-3', name: 'Approved', code: 'OK' } },
    { bill_id: 'b-1', result: { name: 'Rejected', code: 'OK' } },
    { bill_id: 'b-1', approval: { name: 'CFO', label: 'Open', code: 'ok' } },
    { bill_id: 'b-1', status: { title: 'Open', code: 'ok' } },
  ],
  [
    'a header of success beside the body',
    { header: { isSuccessful: true, resultCode: 0 }, body: { approved: true } },
    { header: { isSuccessful: false, resultCode: -1 }, body: { approved: true } },
    { header: { resultCode: -1 }, body: { approved: true } },
    { header: { status: 'error' }, body: bill },
  ],
  [
    'a result inside the bill that succeeded',
    { success: true, data: { id: 'b-1', result: { success: true } } },
    { success: true, data: { id: 'b-1', result: { success: false, reason: 'Locked' } } },
    { success: true, results: [{ id: 'b-1', response: { status_code: 409 } }] },
    [{ id: 'b-1', status: 200, body: { error: 'x' } }],
    [{ id: 'b-1', status: 200, body: { data: { error: 'x' } } }],
  ],
  [
    'a bill in a list of processed ones without an error',
    { processed: [{ id: 'b-1', error: null }] },
    { processed: [{ id: 'b-1', error: 'x' }] },
    { processed: [{ id: 'b-1', status: 409 }] },
    { processed: [{ bill_id: 'b-1', result: 'error' }] },
  ],
  [
    'the only row that a database returned',
    { data: { update_bills: { affected_rows: 1, returning: [bill] } } },
    { data: { update_bills: { affected_rows: 0, returning: [] } } },
    { data: { update_bills: { affected_rows: 1, returning: [{ ...bill, id: 'b-2' }] } } },
    { data: { update_bills: { affected_rows: 2, returning: [bill, { ...bill, id: 'b-2' }] } } },
    { data: { update_bills: { affected_rows: 1, returning: [{ ...bill, approved: false }] } } },
  ],
  [
    'the only id in a list of approved bills',
    { approvedBills: ['b-1'], failedBills: [] },
    { approvedBills: ['b-2'], failedBills: [] },
    { approvedBills: ['b-1'], failedBills: ['b-1'] },
    { approvedBills: [], failedBills: ['b-1'] },
    { pendingBills: ['b-1'], failedBills: [] },
  ],
])('Q-61 %s confirms, and similar answers do not', (_, yes, ...doubtful) => {
  expect([confirms(yes), ...doubtful.map((each) => confirms(each))]).toEqual([
    true,
    ...doubtful.map(() => false),
  ]);
});

test('Q-61 a bill in another encoding is read as in a list', () => {
  const parts = { attributes: { rank: 1 } };
  const sent = [stored(parts), { document: stored() }, { data: { _id: id, ...ofBill } }];
  const bills = sent.map((body) => readAnswer(body)?.bill);
  expect(bills.map((each) => each?.totalCents)).toEqual([100, 100, 100]);
  expect(bills[0]?.others).toMatchObject(parts);
});
