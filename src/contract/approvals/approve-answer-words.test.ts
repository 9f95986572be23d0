import { expect, test } from 'vitest';
import { billOfAnswers as bill, confirms } from '../testing/answers.ts';

const words = (row: string): readonly string[] => row.trim().split(/\s+/);
/** Words whose result differs from the expected one. */
const unexpected = (row: string, expected: boolean, bodyOf: (word: string) => unknown) =>
  words(row).filter((word) => confirms(bodyOf(word)) !== expected);

const places = `bill bills invoice vendor_bill purchaseInvoice supplier_bill updated_bill approved_invoice item
  record resource entity entities response_data resultData document doc object node result response payload content value body data d entry
  model returning approveBill billApprove approve update_bills update_bill_by_pk update_bills_by_pk`;

test('Q-61 the bill is found under usual keys, and another one contradicts a success', () => {
  expect(unexpected(places, true, (key) => ({ [key]: bill }))).toEqual([]);
  expect(
    unexpected(places, false, (key) => ({ success: true, [key]: { ...bill, id: 'b-2' } })),
  ).toEqual([]);
  expect(
    unexpected(places, false, (key) => ({ success: true, [key]: { ...bill, released: false } })),
  ).toEqual([]);
  expect(
    unexpected('mybill billed approver approved update_bills_x xd', false, (key) => ({
      [key]: bill,
    })),
  ).toEqual([]);
});

test('Q-61 places are read to four levels inside four envelopes, but not inside the bill', () => {
  const around = (levels: number): unknown =>
    levels === 0 ? bill : { result: around(levels - 1) };
  expect([1, 2, 3, 4, 8, 9].map((levels) => confirms(around(levels)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(confirms({ ...bill, item: { ...bill, id: 'l-1' } })).toBe(true);
  expect(confirms({ item: { ...bill, item: { ...bill, id: 'l-1' } } })).toBe(true);
  expect([confirms({ item: [bill, bill] }), confirms({ success: true, item: [bill] })]).toEqual([
    false,
    true,
  ]);
  expect(confirms({ success: true, items: [bill, { ...bill, id: 'b-2' }] })).toBe(false);
});

test('Q-61 a status that a bill has only after its approval confirms', () => {
  const after = `authorised Authorized unpaid POSTED released payment payable pay ready_to_pay readyForPayment
    awaiting_payment pending_payment pending-payment scheduled_for_payment approved_for_payment
    payment_scheduled
    released_for_payment to_pay freigegeben approuvée`;
  expect(unexpected(after, true, (status) => ({ ...bill, status }))).toEqual([]);
  expect(unexpected(after, false, (status) => ({ ...bill, status: `x${status}` }))).toEqual([]);
  expect(unexpected(after, false, (status) => ({ ...bill, status: `${status}x` }))).toEqual([]);
});

test('Q-61 without the bill, an answer with another amount, currency or number does not confirm', () => {
  const before = { total_cents: 200, amount_due_cents: 100, currency: 'USD', bill_number: 'A-1' };
  const isYes = (more: object): boolean =>
    confirms({ status: 'approved', bill_id: 'b-1', ...more }, before);
  const good = [
    { amount_cents: 100 },
    { amount: '$1.00' },
    { amount: 2 },
    { total_cents: 200 },
    { amount_due_cents: 0 },
    { approved_amount: { amount: '1.00', currency: 'USD' } },
    { currency: 'USD', bill_number: 'A-1' },
    { approval: { status: 'approved', amount_cents: 100 } },
    { amount_pending_approval_cents: 0 },
  ];
  const bad = [
    { amount_cents: 50 },
    { amount: '$0.50' },
    { total_cents: 100_000 },
    { amount_due_cents: 50 },
    { approved_amount_cents: 1_000 },
    { approved_amount_cents: '(100)' },
    { approved_amount_cents: '100-' },
    { approved_amount: '(1.00)' },
    { approved_amount: { amount: 50, currency: 'USD' } },
    { currency: 'EUR', approved_amount_cents: 100 },
    { bill_number: 'A-2' },
  ];
  expect([good.filter((more) => !isYes(more)), bad.filter(isYes)]).toEqual([[], []]);
  const beside = [
    { approval: { approved_amount_cents: 50 } },
    { approval: { status: 'approved', amount: '0.50' } },
    { approvals: [{ status: 'approved', amount_cents: 50 }] },
    { amount_pending_approval_cents: 5 },
    { remaining_to_approve_cents: 5 },
  ];
  expect(beside.filter((more) => confirms({ ...bill, approved: true, ...more }))).toEqual([]);
});

test('Q-61 a rejection in one of several states, or as the latest entry of a history, cancels a confirmation', () => {
  const rejected = { status: 'rejected', at: '2026-11-29' };
  const approved = { status: 'approved', at: '2026-10-01' };
  const bad = [
    { approval_status: { ap: 'approved', cfo: 'rejected' } },
    { approvals: { cfo: 'pending', ap: 'approved' } },
    { approval_history: [rejected] },
    { approval_history: [rejected, approved] },
    {
      history: [
        { action: 'approved', at: '2026-10-01' },
        { action: 'rejected', at: '2026-11-29' },
      ],
    },
    { audit_trail: [{ event: 'approval_rejected' }] },
    { events: [{ type: 'approval.rejected' }] },
  ];
  expect(bad.filter((more) => confirms({ ...bill, ...more }))).toEqual([]);
  const good = [
    { approval_status: { ap: 'approved', cfo: 'approved' } },
    { approval_history: [{ ...rejected, at: '2026-01-01' }, approved] },
    { history: [{ action: 'rejected' }, { action: 'approved' }] },
  ];
  expect(good.filter((more) => !confirms({ ...bill, ...more }))).toEqual([]);
  expect(confirms({ ...bill, history: [rejected] }, { history: [rejected] })).toBe(true);
});

test('Q-61 a confirming word confirms under a key of the decision', () => {
  const keys = `status approval_status billStatus freigabestatus decision approval_decision bill_decision
    freigabe_decision approvalState result approval statut estado stato ステータス`;
  const yes = 'authorised AUTHORIZED freigegeben aprobada 承認済み';
  const free = words(keys)
    .filter((key) => !/^approval_?stat|^result$/i.test(key))
    .join(' ');
  for (const word of ['approved', 'Approved'])
    expect(unexpected(keys, true, (key) => ({ [key]: word }))).toEqual([]);
  for (const word of words(yes))
    expect(unexpected(free, true, (key) => ({ [key]: word }))).toEqual([]);
  for (const word of ['rejected', 'xauthorised', 'authorisedx', 'offen'])
    expect(unexpected(keys, false, (key) => ({ [key]: word }))).toEqual([]);
  for (const name of ['name', 'label', 'code', 'value'])
    expect(confirms({ status: { [name]: 'Approved', id: 2 } })).toBe(true);
  expect(
    unexpected('mystatus statusx xresult results estados', false, (key) => ({ [key]: 'approved' })),
  ).toEqual([]);
  expect([confirms({ status: { rank: 'approved' } }), confirms({ status: 7 })]).toEqual([
    false,
    false,
  ]);
});

test('Q-61 a flag that is set confirms', () => {
  const flags =
    'approved is_approved approval success successful succeeded ok isOk freigegeben genehmigt';
  for (const yes of [true, 1, 'true', 'YES', 'y', '1']) {
    expect(unexpected(flags, true, (key) => ({ [key]: yes }))).toEqual([]);
    expect(unexpected(flags, true, (key) => ({ data: { [key]: yes } }))).toEqual([]);
  }
  for (const yes of ['X', 'JA', 'SI', 'SÍ', 'OUI'])
    expect(unexpected('approved isOk freigegeben', true, (key) => ({ [key]: yes }))).toEqual([]);
  for (const no of [false, 0, 'false', 'no', 'NEIN', 'xx'])
    expect(unexpected(flags, false, (key) => ({ [key]: no }))).toEqual([]);
  expect(unexpected('xapproved approvedx oks', false, (key) => ({ [key]: true }))).toEqual([]);
});

test('Q-61 an approval confirms only the bill that it names', () => {
  const of = (approval: object): readonly boolean[] => [confirms(approval), confirms({ approval })];
  expect(of({ bill_id: 'b-1', status: 'approved' })).toEqual([true, true]);
  expect(of({ billId: 'b-1', approved: true })).toEqual([true, true]);
  expect(of({ bill_id: 'b-2', status: 'approved' })).toEqual([false, false]);
  expect(of({ bill_id: 'b-1', status: 'pending' })).toEqual([false, false]);
  expect(confirms({ ...bill, approval: { bill_id: 'b-2' } })).toBe(false);
});

test('Q-61 an approved amount that differs from the amount due cancels a confirmation', () => {
  const amounts =
    'approved_amount authorizedAmount authorised_total amount_approved amount_authorized';
  for (const cents of [99, '99', '-99'])
    expect(unexpected(amounts, false, (key) => ({ ...bill, [`${key}_cents`]: cents }))).toEqual([]);
  for (const cents of [100, '100'])
    expect(unexpected(amounts, true, (key) => ({ ...bill, [`${key}_cents`]: cents }))).toEqual([]);
  expect(unexpected(amounts, false, (key) => ({ ...bill, [key]: 0.5 }))).toEqual([]);
  expect(unexpected(amounts, true, (key) => ({ ...bill, [key]: 1 }))).toEqual([]);
  const { amount_due_cents: _, ...withoutDue } = bill;
  expect(confirms({ ...withoutDue, status: 'paid', approved_amount_cents: 99 })).toBe(false);
  expect(confirms({ success: true, approved_amount_cents: 99 }, { amount_due_cents: 100 })).toBe(
    false,
  );
  expect(confirms({ success: true, approved_amount_cents: 99 })).toBe(true);
  const credit = { ...bill, total_cents: '(100)', amount_due_cents: '(100)' };
  expect(
    ['(100)', '99-'].map((part) => confirms({ ...credit, approved_amount_cents: part })),
  ).toEqual([true, false]);
});

test('Q-61 without the bill, an answer with another vendor does not confirm', () => {
  const shown = { vendor: { id: 'v-1', name: 'Acme' } };
  const said = { status: 'approved', bill_id: 'b-1' };
  const others = [
    { vendor: { id: 'v-2', name: 'Acme' } },
    { vendor: { name: 'Evil Ltd' } },
    { vendor: 'Evil Ltd' },
    { vendor_id: 'v-2' },
    { vendorName: 'Evil Ltd' },
    { approval: { status: 'approved', vendor: { id: 'v-2' } } },
  ];
  expect(others.filter((more) => confirms({ ...said, ...more }, shown))).toEqual([]);
  expect(others.filter((more) => !confirms({ ...said, ...more }))).toEqual([]);
  const same = [
    { vendor: { id: 'v-1', name: 'Acme Ltd.' } },
    { vendor: { name: 'ACME' } },
    { vendor: 'v-1' },
    { vendor: 'Acme' },
    { vendor_id: 'v-1', vendor_name: 'Acme' },
    { vendor: null },
    { contact: { name: 'Ada' }, approver: { id: 7, name: 'Ada' } },
  ];
  expect(same.filter((more) => !confirms({ ...said, ...more }, shown))).toEqual([]);
  // The vendor of a whole bill is compared elsewhere, with that of the approved bill.
  expect(confirms({ ...bill, vendor: { id: 'v-2', name: 'Acme' } }, shown)).toBe(true);
  expect(confirms({ ...said, vendor: { id: 'v-2' } }, { vendor: { id: null, name: null } })).toBe(
    false,
  );
});

test('Q-61 any value under the key of a missing step cancels a confirmation', () => {
  const missing = `redirect_url step_up challenge_id next_action next_approver next_step next_stage next_level
    pending_with two_factor_required signature_required current_approver wait_for waiting_on requires needs mfa otp
    sca_url sca_required action_required confirm_required confirmation_required await awaiting awaits pending_approvals
    remaining_approvers outstanding_approvals missing_approvals open_approvals awaiting_approvals approvals_remaining
    approvers_pending approvals_left approvals_missing approvals_outstanding further_approval_required
    additional_approval_needed another_approval_required second_approval_pending more_approvals_required
    remaining_to_approve pending_to_approve left_to_approve amount_pending_approval amount_remaining_approval
    amount_awaiting_approval`;
  expect(unexpected(missing, false, (key) => ({ ...bill, [key]: 'CFO' }))).toEqual([]);
  const others =
    'my_redirect_url scandal awaitingly amount_of_approval signature second_approval_date';
  expect(unexpected(others, true, (key) => ({ ...bill, [key]: 7 }))).toEqual([]);
});

test('Q-61 an amount may be in an object, in words or in cents; a text without digits says nothing', () => {
  const shown = { total_cents: 100, amount_due_cents: null, currency: '', bill_number: 'B-1' };
  const isYes = (more: object, before: object = shown): boolean =>
    confirms({ success: true, ...more }, before);
  const amount = 'approved_amount';
  const same = [
    ...[{ amount_cents: 100 }, { amount: 100 }, 'EUR 1.00', '€ 1.00', 'full', { currency: 'EUR' }],
    ...['1 EUR'],
  ];
  expect(same.filter((value) => !isYes({ [amount]: value }))).toEqual([]);
  expect([isYes({ amount: { value: '1.00' } }), isYes({ amount: { value: '0.50' } })]).toEqual([
    ...[true, false],
  ]);
  const other = [{ value: '0.50' }, { amount_cents: 50 }, { amount: 50 }, 'EUR 0.50', '1-', '(1)'];
  expect(other.filter((value) => isYes({ [amount]: value }))).toEqual([]);
  expect(isYes({ [`${amount}_cents`]: 0 })).toBe(false);
  expect([isYes({ amount_due_cents: 0 }), isYes({ total_cents: 0 })]).toEqual([true, false]);
  // A service may write the amount of a credit without its sign.
  const credit = { total_cents: -100 };
  expect([100, -100, 99].map((cents) => isYes({ amount_cents: cents }, credit))).toEqual([
    true,
    true,
    false,
  ]);
  const texts = [{ currency: '' }, { currency: null }, { bill_number: null }, { bill_number: 7 }];
  expect(texts.filter((more) => !isYes({ ...more, vendor: {} }))).toEqual([]);
  expect(isYes({ currency: 'EUR' })).toBe(true);
  expect([' b-1 ', 'B-2'].map((number) => isYes({ bill_number: number }))).toEqual([true, false]);
  // The amounts of a whole bill are compared elsewhere, and only those of an approval count here.
  expect(isYes({ my_amount: 5, subtotal_cents: 5, total_cents_before: 5 })).toBe(true);
  expect(confirms({ ...bill, amount: 5 }, shown)).toBe(true);
});

test('Q-61 the latest entry of a history is found by its time', () => {
  const isYes = (...history: readonly object[]): boolean => confirms({ ...bill, history });
  const yes = { action: 'approved', created_at: '2026-10-01' };
  const no = { action: 'rejected', created_at: '2026-11-29' };
  expect([isYes(yes, no), isYes(no, yes), isYes({ ...no, created_at: '2026-09-01' }, yes)]).toEqual(
    [...[false, false, true]],
  );
  // Only a text that begins with a year, under a key for a time, counts as the entry's time.
  expect(isYes({ action: 'approved' }, { action: 'rejected', at: 'on 2026-11-29' })).toBe(true);
  expect(isYes({ action: 'approved' }, { action: 'rejected', attic: '2026-11-29' })).toBe(true);
  expect(isYes({ action: 'approved' }, no)).toBe(false);
  expect(isYes({ note: 'rejected' })).toBe(true);
  expect(isYes({ actionable: 'rejected' })).toBe(true);
  const one = words('declined denied refused disapproved unapproved notapproved revoked pending');
  const all = [...one, 'not approved'];
  expect(all.filter((action) => isYes({ action }))).toEqual([]);
  expect(['pending payment', 'was pending'].filter((action) => !isYes({ action }))).toEqual([]);
});

test('Q-61 a named state counts beside other fields, but an earlier state does not', () => {
  const isYes = (states: object): boolean => confirms({ ...bill, approval_status: states });
  expect(isYes({ ap: 'rejected', by: 'Ada' })).toBe(false);
  expect(isYes({ ap: 'approved', by: 'Ada' })).toBe(true);
  expect(isYes({ ap: 'approved', previous: 'pending', sync: 'pending' })).toBe(true);
});

const { id: _, ...withoutId } = bill;
test.each<[unknown, boolean]>([
  [{ data: { approveBill: { ok: true, errors: [] } }, extensions: { requestId: 'r' } }, true],
  [{ data: { approveBill: { ...bill, status: 'OPEN' } }, extensions: {} }, true],
  [{ data: { approveBill: { ok: true, errors: ['Locked'] } } }, false],
  [{ data: { approveBill: { ok: true } }, errors: [{ message: 'Locked' }] }, false],
  [{ data: { approveBill: null } }, false],
  [{ data: { approveBill: {} } }, false],
  [{ data: { approveBill: { ...bill, approval: { status: 'pending' } } } }, false],
  [{ approveBill: { result: 'rejected' } }, false],
  [{ data: { approve: { granted: false, bill } } }, false],
  [
    { success: true, approval: { ...bill, id: 'ap-1', object: 'approval', result: 'rejected' } },
    false,
  ],
  [{ data: { approveBill: { ok: true } }, extensions: { code: 'NEEDS_SECOND_APPROVAL' } }, false],
  [{ approveBillResponse: { return: { '@code': '0', $t: 'OK' } } }, true],
  [{ approveBillResponse: { return: { '@code': '8', $t: 'OK' } } }, false],
  [{ return: { '@type': 'S', '@code': '000', message: { $t: 'Beleg freigegeben' } } }, true],
  [{ return: { '@type': 'E', '@code': '000', message: { $t: 'Beleg freigegeben' } } }, false],
  ...[
    'Document 5105600101 saved (blocked for payment)',
    'Comment saved',
    'Document was parked and saved',
    'Hold released',
    'Document processed',
  ].map((MESSAGE): [unknown, boolean] => [
    { RETURN: [{ TYPE: 'S', ID: 'M8', NUMBER: '060', MESSAGE }] },
    false,
  ]),
  ...[
    'Document 5105600101 released',
    'Invoice approved',
    'Released for payment',
    'Invoice document 51 has been released',
  ].map((MESSAGE): [unknown, boolean] => [
    { RETURN: [{ TYPE: 'S', ID: 'M8', NUMBER: '060', MESSAGE }] },
    true,
  ]),
  [{ ...bill, type: 'S', number: '060', message: 'Bill approved' }, true],
  [{ ...bill, id: 'b-2', type: 'S', number: '060', message: 'Bill approved' }, false],
  [{ 'soap:Envelope': { 'soap:Body': { 'ns2:approveBillResponse': { bill } } } }, true],
  [{ 'soap:Envelope': { 'soap:Body': { 'soap:Fault': { faultstring: 'OK' } } } }, false],
  [{ payload: { decision: 'APPROVED', bill_id: 'b-1' }, signature: { kid: 'k' } }, true],
  [{ payload: { decision: 'APPROVED', bill_id: 'b-2' }, signature: { kid: 'k' } }, false],
  [{ payload: { decision: 'DECLINED', bill_id: 'b-1' }, signature: { kid: 'k' } }, false],
  [{ payload: { decision: 'APPROVED' }, status: 'queued' }, false],
  [{ payload: { data: [] }, meta: { has_more: false } }, false],
  [{ updated: 1, records: [{ id: 'b-1', fields: withoutId }] }, true],
  [{ updated: 0, records: [{ id: 'b-1', fields: withoutId }] }, false],
  [{ updated: 1, records: [{ id: 'b-2', fields: withoutId }] }, false],
  [{ notice: 'Bill was successfully approved.' }, true],
  [{ notice: 'Bill was successfully approved.', alert: 'Not sent' }, false],
  [{ result: { text: 'Documento aprobado' } }, true],
  [{ result: { text: 'Documento en revisión' } }, false],
])('Q-61 an envelope around a confirmation changes nothing: %j', (body, isConfirmed) => {
  expect(confirms(body)).toBe(isConfirmed);
});
