import { expect, test } from 'vitest';
import type { AnswerBody } from '../body/answer.ts';
import { mayBeDone, reportsApproved } from './may-be-done.ts';
import { readings } from '../testing/approve-readings.ts';
import refusals from '../testing/refusals.json' with { type: 'json' };

const json = (value: unknown): AnswerBody => ({ form: 'json', value });
const isOpen = (value: unknown, headers = {}): boolean =>
  mayBeDone({ body: json(value), headers: new Headers(headers) });
const unlike = (expected: boolean, list: readonly unknown[]): readonly unknown[] =>
  list.filter((each) => isOpen(each) !== expected);

test.each(Object.entries(refusals.doubt))(
  'Q-62 a refusal leaves open whether the bill is approved: %s',
  (_language, sentences) => {
    expect(unlike(true, sentences)).toEqual([]);
    expect(unlike(true, [{ errors: [{ detail: sentences[0] }] }])).toEqual([]);
  },
);

test.each(Object.entries(refusals.plain))('Q-62 a refusal is plain: %s', (_language, sentences) => {
  expect(unlike(false, sentences)).toEqual([]);
});

test('Q-62 approving an approved bill, or one that stays as it is, leaves open whether it is approved', () => {
  const open = ['Cannot approve an approved bill', 'You cannot approve approved bills'];
  const same = ['No change: status unchanged', 'The bill cannot be approved: status unchanged'];
  expect(
    unlike(
      true,
      [...open, ...same].map((error) => ({ error })),
    ),
  ).toEqual([]);
});

test('Q-62 a code leaves open whether the bill is approved', () => {
  const open =
    `ALREADY_APPROVED alreadyApproved AlreadyApproved ALREADYAPPROVED bill.already_approved BILL_ALREADY_PAID
    StaleObjectError optimistic_lock invalid_transition request_in_progress IDEMPOTENCY_REPLAY DEADLINE_EXCEEDED
    upstream_timeout unique_violation ER_DUP_ENTRY P2002 conflict`.split(/\s+/);
  expect(
    unlike(
      true,
      open.map((code) => ({ error: 'No', code })),
    ),
  ).toEqual([]);
  expect(isOpen({ error: 'Key (bill_id)=(b-1) already exists.' })).toBe(true);
  expect(isOpen({ error: 'No tiene acceso al recurso' })).toBe(false);
  const plain = ['NOT_FOUND', 'BILL_ON_HOLD', 'limitExceeded', 'FAILED_PRECONDITION', 'E-7'];
  expect(
    unlike(
      false,
      plain.map((code) => ({ error: 'No', code })),
    ),
  ).toEqual([]);
});

test.each<[open: object, plain: object]>([
  [{ current_status: 'paid' }, { current_status: 'void' }],
  [{ bill: { id: 'b-1', status: 'approved' } }, { bill: { id: 'b-1', status: 'open' } }],
  [{ data: { attributes: { status: 'posted' } } }, { data: { attributes: { status: 'draft' } } }],
  [{ status: 409 }, { status: 422 }],
  [{ statusCode: 500 }, { statusCode: 400 }],
  [{ code: 599 }, { code: 600 }],
  [{ http_status: '504' }, { http_status: '404' }],
  [{ statusCode: 425 }, { statusCode: 424 }],
  [{ approved_by: 'Jane' }, { approved_by: null }],
  [{ last_approved_at: '2026-03-18' }, { last_approved_at: '' }],
  [{ approved_by_id: 'u-1' }, { approved_by_id: 0 }],
  [{ approval_id: 'a-1' }, { approval_id: null }],
  [{ date_approved: '2026-03-18' }, { date_approved: null }],
  [{ paid_at: '2026-03-18' }, { paid_at: null }],
  [{ payment: { id: 'p-1' } }, { payment: {} }],
  [{ approval_timestamp: 7 }, { my_approval_timestamp: 7 }],
  [{ success: true }, { success: false }],
  [{ succeeded: ['b-1'] }, { succeeded: [] }],
  [{ ok: 1 }, { ok: 'no' }],
  [{ is_processed: true }, { is_processed: 'false' }],
  [{ details: { already_approved: true } }, { details: { already_approved: false } }],
  [{ duplicate: true }, { xduplicate: true }],
  [{ partial_success: true }, { partial_success_url: '/x' }],
])(
  'Q-62 fields of a refusal leave open whether the bill is approved: %j, not %j',
  (open, plain) => {
    const around = (fields: object): readonly boolean[] =>
      [fields, { details: [fields] }].map((each) => isOpen({ error: 'Period locked', ...each }));
    expect([around(open), around(plain)]).toEqual([
      [true, true],
      [false, false],
    ]);
  },
);

test('Q-62 a replayed answer leaves the approval in doubt, and a refusal by a proxy does not count', () => {
  const replays =
    `idempotent-replayed idempotency-replayed x-idempotent-replayed x-idempotency-replayed
    idempotent-replay x-idempotent-replay original-request`.split(/\s+/);
  for (const name of replays) expect(isOpen({ error: 'No' }, { [name]: 'true' })).toBe(true);
  const [plain] = readings({ status: 400, body: { error: 'No' } });
  expect(plain).toBe('invalid: No');
  const marks = {
    ...{ 'x-squid-error': 'ERR 0', 'x-envoy-response-flags': 'UT', 'cf-mitigated': 'challenge' },
    ...{ 'x-amzn-errortype': 'Forbidden', 'proxy-status': 'cdn; error=timeout' },
  };
  for (const [name, value] of Object.entries(marks))
    expect(readings({ status: 400, body: { error: 'No' }, headers: { [name]: value } })).toEqual(
      [1, 2, 3].map(() => 'malformedResponse: No'),
    );
  const passed = { 'proxy-status': 'cdn; received-status=400' };
  expect(readings({ status: 400, body: { error: 'No' }, headers: passed })[0]).toBe(plain);
  expect(
    readings({ status: 400, body: '<fault/>', headers: { 'content-type': 'text/xml' } })[0],
  ).toBe('malformedResponse');
});

test('Q-62 a page, a text and a value too deep to read can leave the approval in doubt', () => {
  const headers = new Headers();
  const html = (text: string) => mayBeDone({ body: { form: 'html', text }, headers });
  expect([html('<title>504 Gateway Time-out</title>'), html('<h1>Period locked</h1>')]).toEqual([
    true,
    false,
  ]);
  expect(mayBeDone({ body: { form: 'text', text: 'Paid', brokenJson: false }, headers })).toBe(
    true,
  );
  expect(mayBeDone({ body: { form: 'empty' }, headers })).toBe(false);
  let deep: object = {};
  for (let level = 0; level < 20_000; level++) deep = { deep };
  expect(isOpen(deep)).toBe(true);
  const late = `${'x '.repeat(1_999)}paid`;
  expect([isOpen(late), isOpen(`x ${late}`)]).toEqual([false, false]);
  expect(isOpen(late.slice(4))).toBe(true);
});

test('Q-62 a 401 or 429 is a conflict if it says that the bill is approved', () => {
  for (const status of [401, 429]) {
    const read = (body: unknown) => readings({ status, body })[0]?.split(':')[0];
    for (const words of [
      ...['Bill is already approved', 'Your approval was recorded; wait', 'Duplicate request'],
      ...[
        'Too many concurrent approvals',
        'An identical request came before',
        '已批准',
        '承認済み',
      ],
      ...['Approval saved', 'The approval has been applied', 'freigegeben'],
    ])
      expect(read({ error: words })).toBe('conflict');
    expect(read({ id: 'b-1', status: 'approved' })).toBe('conflict');
    const plain = status === 401 ? 'unauthenticated' : 'rateLimited';
    for (const words of [
      ...['The token has ended', 'Try again later', 'Token already expired', 'Not approved'],
      ...['1000 requests processed', 'アクセス'],
    ])
      expect(read({ error: words })).toBe(plain);
  }
  expect(reportsApproved({ body: { form: 'empty' }, headers: new Headers() })).toBe(false);
});

test('Q-62 only the statuses of a refusal prove that the approval was rejected', () => {
  const read = (status: number) =>
    readings({ status, body: { error: 'Period locked' } })[0]?.split(':')[0];
  const plain = {
    402: 'invalid',
    403: 'forbidden, asks for null',
    404: 'notFound',
    422: 'validationFailed',
  };
  for (const [status, kind] of Object.entries(plain))
    expect(read(Number(status))).toBe(kind.split(',')[0]);
  for (const status of [400, 402, 405, 406, 410, 411, 412, 413, 414, 415, 416, 423, 428, 451])
    expect(read(status)).toBe('invalid');
  for (const status of [407, 409, 417, 418, 421, 424, 425, 426, 431, 440, 460, 499])
    expect(read(status)).not.toBe('invalid');
});

test('Q-62 a failed precondition, a lock or a wrong method means that the approval was not applied', () => {
  const read = (status: number, body: unknown, headers = {}) => {
    const [own, , missing] = readings({ status, body, headers });
    return [own?.split(':')[0], missing?.split(':')[0]];
  };
  const no = ['invalid', 'malformedResponse, lacks headers'];
  const title = 'Precondition Failed';
  const version = { title, status: 412, detail: 'If-Match does not match the current version' };
  expect(read(412, version)).toEqual(no);
  expect(read(428, { error: 'If-Match header required' })).toEqual(no);
  expect(read(423, { error: 'Bill is being edited by Ann' })).toEqual(no);
  for (const status of [405, 412, 423, 428]) expect(read(status, undefined)).toEqual(no);
  for (const status of [400, 403, 404])
    expect(read(status, undefined)[0]).toBe('malformedResponse');
  const doubts = [412, 423, 428].flatMap((status) => [
    read(status, { error: 'Bill is already approved' })[0],
    read(status, undefined, { 'idempotent-replayed': 'true' })[0],
  ]);
  expect(new Set(doubts)).toEqual(new Set(['conflict']));
  expect(read(423, { error: 'Locked by another transaction' })[0]).toBe('conflict');
});

test.each([
  ['تمت الموافقة على الفاتورة مسبقا', 'لا يمكن اعتماد الفاتورة'],
  ['الفاتورة معتمدة', 'المورد غير معتمد'],
  ['تم دفع الفاتورة', 'تم إغلاق الفترة المحاسبية'],
  ['تم ترحيل الفاتورة', 'تم تجاوز الميزانية'],
  ['الفاتورة قيد المعالجة', 'ليس لديك صلاحية الموافقة'],
  ['این صورتحساب قبلاً تأیید شده است', 'شما اجازه تأیید ندارید'],
  ['이미 승인되었습니다', '승인할 수 없습니다'],
  ['처리 중입니다', '승인 권한이 없습니다'],
  ['อนุมัติแล้ว', 'ไม่สามารถอนุมัติได้'],
  ['החשבונית כבר אושרה', 'אין הרשאה לאשר'],
  ['Το τιμολόγιο έχει ήδη εγκριθεί', 'Δεν έχετε δικαίωμα έγκρισης'],
  ['Բաց', 'Open'],
])(
  'Q-62 a refusal in another script leaves an approval open only by its words: %s, not %s',
  (open, plain) => {
    expect([isOpen({ error: open }), isOpen({ error: plain })]).toEqual([true, false]);
    const [read] = readings({ status: 422, body: { error: plain } });
    expect(read).toBe(`validationFailed: ${plain}`);
  },
);

test('Q-62 a message counts under its key in another language', () => {
  const bodies = ['komunikat', 'сообщение', '메시지'].map((key) => ({
    kod: 1201,
    [key]: 'Brak uprawnień',
  }));
  const read = bodies.map((body) => readings({ status: 400, body }));
  expect(read.map(([own]) => own)).toEqual(bodies.map(() => 'invalid: Brak uprawnień'));
});

test.each([
  ['Bill is locked by another user', 'Bill is locked by the auditor'],
  ['Bill is locked by Jane Doe', 'Bill is locked by your controller'],
  ['Locked by the payment process', 'Locked by the month-end close'],
  ['Locked by Auditi Rao', 'Locked by the period'],
])('Q-62 a user or a program that locks a bill may have approved it: %s', (open, plain) => {
  expect([open, plain].map((error) => isOpen({ error }))).toEqual([true, false]);
});

test('Q-62 a refusal shows the sentences of its details, and a code alone as words', () => {
  const details = { period: ['October is closed'] };
  const locked = { error: 'Bill is locked by the auditor', code: 'locked', details };
  const fault = { Message: 'Object changed', Detail: 'Stale object: someone else edited it' };
  const read = (status: number, body: object) => readings({ status, body })[0];
  expect([
    read(422, locked),
    read(409, locked),
    read(200, locked),
    read(400, { Fault: { Error: [fault] } }),
    read(422, { code: 'segregation_of_duties' }),
    read(422, { code: 'E-7' }),
  ]).toEqual([
    'validationFailed: Bill is locked by the auditor',
    'conflict: Bill is locked by the auditor. period: October is closed',
    'malformedResponse: Bill is locked by the auditor. period: October is closed',
    'conflict: Object changed. Stale object: someone else edited it',
    'malformedResponse: Segregation of duties',
    'malformedResponse',
  ]);
});
