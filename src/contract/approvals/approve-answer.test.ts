import { expect, test } from 'vitest';
import { readings, type Sent } from '../testing/approve-readings.ts';

const bill = {
  id: 'b-1',
  object: 'bill',
  status: 'open',
  currency: 'EUR',
  total_cents: 100,
  amount_due_cents: 100,
};
const other = { ...bill, id: 'b-2' };

const html = { 'content-type': 'text/html' };
const unproven = 'malformedResponse';

/** An approval in the form of JSON:API. */
function related(billId: string, state: string): Sent {
  const relationships = { bill: { data: { type: 'bills', id: billId } } };
  const data = { type: 'approvals', id: '9', attributes: { state }, relationships };
  return { status: 201, body: { data } };
}

test.each<[string, Sent, string]>([
  ['no body', {}, 'yes'],
  ['no body, 204', { status: 204 }, 'yes'],
  ['no body, 201', { status: 201 }, 'yes'],
  ['null', { body: null }, 'yes'],
  ['an empty object', { body: {} }, 'yes'],
  ['approved is true', { body: { approved: true } }, 'yes'],
  ['approved is X, as on a form', { body: { ...bill, approved: 'X' } }, 'yes, with the bill'],
  [
    'flags that are no',
    { body: { ...bill, approved: 'JA', pending: 'NEIN', on_hold: 'NEIN' } },
    'yes, with the bill',
  ],
  ['a flag in another language', { body: { success: 'JA' } }, 'yes'],
  ['success is true', { body: { success: true } }, 'yes'],
  ['ok is true, no errors', { body: { ok: true, error: null, errors: [] } }, 'yes'],
  ['STATUS in capitals', { body: { status: 'APPROVED' } }, 'yes'],
  ['result ok', { body: { result: 'ok' } }, 'yes'],
  ['approved is true under data', { body: { data: { approved: true } } }, 'yes'],
  [
    'the bill, too large to be compared',
    { body: { id: 'b-1', memo: 'x'.repeat(600_000) } },
    'yes, check it',
  ],
  ['the bill', { body: bill }, 'yes, with the bill'],
  [
    'the bill, approved by its status',
    { body: { ...bill, status: 'approved' } },
    'yes, with the bill',
  ],
  ['the bill under data', { body: { data: bill } }, 'yes, with the bill'],
  [
    'the bill under bill, with a message',
    { body: { message: 'Bill approved', bill } },
    'yes, with the bill',
  ],
  ['the bill under data.bill', { body: { success: true, data: { bill } } }, 'yes, with the bill'],
  ['a success with the bill', { body: { status: 'success', data: bill } }, 'yes, with the bill'],
  [
    'the bill with a warning',
    { body: { data: bill, warnings: ['Vendor is new'] } },
    'yes, with the bill',
  ],
  ['status approved, with the bill’s id', { body: { status: 'approved', bill_id: 'b-1' } }, 'yes'],
  [
    'a part of the bill without amounts',
    { body: { id: 'b-1', status: 'open', approved_at: '2026-03-01' } },
    'yes',
  ],
  [
    'the bill with its amount as text',
    { body: { ...bill, total_cents: '100.5' } },
    'yes, check it',
  ],
  [
    'the bill with half an amount',
    { body: { data: { id: 'b-1', total_cents: 100.5 } } },
    'yes, check it',
  ],
  ['a list with this bill alone', { body: [bill] }, 'yes, with the bill'],
  ['the bill as JSON called HTML', { body: bill, headers: html }, 'yes, with the bill'],
  ['a sentence', { body: { message: 'Bill approved successfully.' } }, 'yes'],
  ['a sentence with a code', { body: { code: 0, message: 'The bill has been approved.' } }, 'yes'],
  ['a sentence as detail', { body: { detail: 'Bill INV-7 approved for payment' } }, 'yes'],
  ['a word as message', { body: { message: 'Success' } }, 'yes'],
  ['a German sentence', { body: { message: 'Rechnung wurde freigegeben' } }, 'yes'],
  ['a sentence as JSON text', { body: '"Bill approved"' }, 'yes'],
  [
    'a sentence as text',
    { body: 'Bill approved.', headers: { 'content-type': 'text/plain' } },
    'yes',
  ],
  [
    'an approval under data',
    { body: { data: { id: 'a-7', type: 'approval', bill_id: 'b-1', status: 'approved' } } },
    'yes',
  ],
  [
    'an approval of the bill',
    { body: { id: 'a-7', object: 'approval', bill_id: 'b-1', status: 'approved' } },
    'yes',
  ],
  [
    'an approval with a state',
    { status: 201, body: { id: '9', state: 'approved', bill_id: 'b-1' } },
    'yes',
  ],
  ['an approval that names the bill as related', related('b-1', 'approved'), 'yes'],
])(
  'Q-61 a confirmation needs no quota headers if the service never sent any, or with the bill: %s',
  (_name, sent, read) => {
    const lacking: unknown = expect.stringMatching(/^malformedResponse, lacks headers/);
    const withoutHeaders = read === 'yes, with the bill' ? read : lacking;
    expect(readings(sent)).toEqual([read, read, withoutHeaders]);
  },
);

test.each<[string, Sent, string]>([
  ['accepted, 202', { status: 202, body: {} }, unproven],
  ['a proxy’s version, 203', { status: 203, body: bill }, unproven],
  ['a part, 206', { status: 206, body: bill }, unproven],
  [
    'several statuses, 207 with a 403 inside',
    { status: 207, body: { responses: [{ status: 403 }] } },
    unproven,
  ],
  ['an empty list', { body: [] }, unproven],
  ['a list with the bill twice', { body: [bill, bill] }, unproven],
  ['a list with another bill', { body: [other] }, unproven],
  ['a page with that bill alone', { body: { data: [bill], meta: {} } }, unproven],
  ['a JSON text', { body: '"done"' }, `${unproven}: done`],
  ['false', { body: 'false' }, unproven],
  ['one', { body: '1' }, unproven],
  ['a message alone', { body: { message: 'Bill is to be approved' } }, `${unproven}: Bill is`],
  [
    'a no in a message',
    { body: { message: 'You may not approve bills' } },
    `${unproven}: You may not approve bills`,
  ],
  [
    'problem details under a 200',
    {
      body: { status: 409, title: 'Locked period' },
      headers: { 'content-type': 'application/problem+json' },
    },
    `${unproven}: Locked period`,
  ],
  [
    'a problem’s content type with nothing in it',
    { headers: { 'content-type': 'application/problem+json' } },
    unproven,
  ],
  ['the bill, approved at no time', { body: { ...bill, approved_at: null } }, unproven],
  ['JSON called HTML without the bill', { body: { success: true }, headers: html }, unproven],
  ['empty JSON called HTML', { body: {}, headers: html }, unproven],
  [
    'an approval that waits',
    { body: { id: 'a-7', object: 'approval', bill_id: 'b-1', status: 'awaiting_cfo' } },
    unproven,
  ],
  [
    'an approval of another bill',
    { body: { id: 'a-7', object: 'approval', bill_id: 'b-2', status: 'approved' } },
    unproven,
  ],
  ['an approval that names another bill as related', related('b-2', 'approved'), unproven],
  ['an undecided approval that names the bill as related', related('b-1', 'pending'), unproven],
  ['approved is false', { body: { approved: false } }, unproven],
  ['approved is the text false', { body: { approved: 'false' } }, unproven],
  ['the bill, not approved in German', { body: { ...bill, approved: 'NEIN' } }, unproven],
  ['a decision X', { body: { ...bill, decision: 'X' } }, unproven],
  ['the bill, not approved', { body: { ...bill, approved: false } }, unproven],
  [
    'the bill, waiting for a second approval',
    { body: { ...bill, status: 'pending_second_approval' } },
    unproven,
  ],
  ['a status that waits', { body: { status: 'pending_second_approval' } }, unproven],
  [
    'an approval status that waits',
    { body: { ...bill, approval_status: 'awaiting_cfo' } },
    unproven,
  ],
  ['an approval state that is pending', { body: { ...bill, approval_state: 'pending' } }, unproven],
  ['accepted by its status', { body: { status: 'accepted' } }, unproven],
  ['result error', { body: { result: 'error' } }, unproven],
  [
    'success is true and so is an error',
    { body: { success: true, error: 'Locked' } },
    `${unproven}: Locked`,
  ],
  ['success is false', { body: { success: false, message: 'Locked' } }, `${unproven}: Locked`],
  [
    'an error by its status',
    { body: { status: 'error', message: 'Locked' } },
    `${unproven}: Locked`,
  ],
  ['an error object', { body: { error: 'Locked', code: 'E1' } }, `${unproven}: Locked`],
  ['an error under data', { body: { data: { error: 'Locked' } } }, unproven],
  ['the bill with an error', { body: { ...bill, error: 'Locked' } }, `${unproven}: Locked`],
  [
    'a list of errors',
    { body: { data: null, errors: [{ message: 'Locked' }] } },
    `${unproven}: Locked`,
  ],
  ['no data and a warning', { body: { data: null, warnings: ['Not approved'] } }, unproven],
  ['another bill', { body: other }, unproven],
  ['another bill under data', { body: { data: other } }, unproven],
  ['another bill under bill, with a success', { body: { success: true, bill: other } }, unproven],
  ['a success for another bill', { body: { status: 'approved', bill_id: 'b-2' } }, unproven],
  ['a bill without an id', { body: { object: 'bill', status: 'open' } }, unproven],
  ['a further step', { body: { redirect_url: 'https://books.example/step-up' } }, unproven],
  ['the bill and a further step', { body: { data: bill, requires_mfa: true } }, unproven],
  ['a captive portal’s JSON', { body: { login: 'https://wifi.example/' } }, unproven],
  ['a page', { body: '<!doctype html><p>OK', headers: { 'content-type': 'text/html' } }, unproven],
  ['a page said to be JSON', { body: '<!doctype html>' }, unproven],
  ['text', { body: 'Done', headers: { 'content-type': 'text/plain' } }, `${unproven}: Done`],
  [
    'a no of OData',
    { body: { '@odata.context': '$metadata#Edm.Boolean', value: false } },
    unproven,
  ],
  ['a page with OK alone', { body: 'OK', headers: html }, unproven],
  ['a page with true alone', { body: 'true', headers: html }, unproven],
  ['a count of one row called HTML', { body: { affected: 1 }, headers: html }, unproven],
  ['JSON cut off', { body: '{"id":"b-1","sta' }, unproven],
  ['JSON nested beyond reading', { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }, unproven],
  ['a body broken off', { problem: 'brokenOff' }, 'answerLost'],
  ['a body too large', { problem: 'tooLarge' }, unproven],
  ['a redirect', { status: 302, headers: { location: '/login' } }, unproven],
  ['not modified', { status: 304 }, unproven],
])(
  'Q-61 these answers are never a confirmation, with or without the headers: %s',
  (_name, sent, read) => {
    expect(readings(sent)).toEqual([1, 2, 3].map(() => expect.stringContaining(read)));
  },
);

test('an empty body called HTML is a confirmation only with the service’s headers', () => {
  expect(readings({ headers: html })).toEqual(['yes', unproven, `${unproven}, lacks headers`]);
});

const text = { 'content-type': 'text/plain' };

test.each<[string, Sent]>([
  ['OK as text', { body: 'OK', headers: text }],
  ['ok with a full stop', { body: 'ok.\n', headers: text }],
  ['OK as JSON', { body: '"OK"' }],
  ['OK called JSON', { body: 'OK' }],
  ['a value of OData', { body: { '@odata.context': '$metadata#Edm.Boolean', value: true } }],
  ['true', { body: 'true' }],
  ['TypeORM', { body: { generatedMaps: [], raw: [], affected: 1 } }],
  ['Prisma', { body: { count: 1 } }],
  [
    'MongoDB',
    {
      body: {
        ...{ acknowledged: true, matchedCount: 1, modifiedCount: 1 },
        ...{ upsertedId: null, upsertedCount: 0 },
      },
    },
  ],
  ['Hasura', { body: { data: { update_bills: { affected_rows: 1 } } } }],
  ['rowsAffected', { body: { rowsAffected: 1 } }],
  ['updated', { body: { updated: 1 } }],
  ['MySQL', { body: { affectedRows: 1, changedRows: 1, insertId: 0, warningCount: 0 } }],
])('Q-61 an answer that names no bill confirms only with the quota headers: %s', (_name, sent) => {
  const [signed, unsigned, missing] = readings(sent);
  expect(signed).toBe('yes');
  expect(unsigned).not.toMatch(/^yes/);
  expect(missing).toMatch(/^malformedResponse, lacks headers/);
});

test.each<unknown>([
  ...[bill, { data: bill }, { approved: true }, {}, other, { data: [other] }, [[]]],
  ...[{ approved: false }, { ...bill, approval_status: 'pending' }, { error: 'No' }],
])('Q-61 an answer encoded twice is read like the same answer encoded once: %j', (body) => {
  const twice = JSON.stringify(JSON.stringify(body));
  expect(readings({ body: twice })).toEqual(readings({ body }));
  expect(readings({ status: 422, body: twice })).toEqual(readings({ status: 422, body }));
});

test.each<unknown>([
  ...[{ affected: 0 }, { affected: 2 }, { affected: -1 }, { affected: '1' }, { affected: true }],
  ...[
    { count: 1, acknowledged: false },
    { count: 1, status: 'queued' },
    { count: 1, next: 'x' },
  ],
  ...[
    { count: 1, items: [] },
    { result: { count: 1, rows: [] } },
    { count: 1, total: 1 },
    { count: 1, data: [] },
    { count: 1, failed: 1 },
    { count: 1, pending: true },
  ],
  ...[
    { count: 1, message: 'Approval requested' },
    { count: 1, error: 'Locked' },
  ],
  ...[
    { count: 1, approved: 0 },
    { count: 1, approved_at: null },
    { count: 1, bill_id: 'b-2' },
  ],
  ...[
    { affectedRows: 1, changedRows: 0 },
    { matchedCount: 1, modifiedCount: 0 },
  ],
  ...[{ acknowledged: true }, { matchedCount: 1 }, { acknowledged: true, matchedCount: 1 }],
  ...[{ modifiedCount: 1, upsertedCount: 1 }, { inserted: 1 }, { deleted: 1 }, { deletedCount: 1 }],
  ...[
    { data: { update_bills: { affected_rows: 1 } }, errors: ['Locked'] },
    { data: 1 },
    [1],
    [true],
  ],
  { data: { update_bills: { affected_rows: 1 }, insert_tasks: { affected_rows: 1 } } },
  { data: { update_bills: { affected_rows: 1 }, approve: { affected_rows: 0 } } },
  ...['"OK?"', '"OK, queued"', '"not OK"', '"true"', '"1"', '"done"'],
])('Q-61 a count of other rows, or one with a doubt beside it, never confirms: %j', (body) => {
  expect(readings({ body }).filter((each) => each.startsWith('yes'))).toEqual([]);
});

test.each([
  ...['Bill approval queued', 'Approved by 1 of 2', 'Bill to be approved', 'Bill approved by Jo'],
  ...['Approved, pending second approval', 'Bill 7 not approved', 'Invoice approved? No'],
  ...['Draft bill approved', 'Bill approved for review', 'Bill approved 1', 'Bill ? approved'],
  ...['Bill Kiln approved', 'Bill approved..', 'Billapproved', 'Alte Rechnung freigegeben'],
  ...['Rechnung freigegeben zur Prüfung', 'Rechnung Kiln genehmigt', 'Freigegeben: 1 Rechnung'],
])('a sentence with any other word proves nothing: %s', (message) => {
  const read = readings({ body: { message } });
  expect(read.filter((each) => each.startsWith('yes'))).toEqual([]);
});

test.each([
  ...[
    'Approved',
    'approved!',
    'Bill approved',
    'The bill was approved',
    'Your invoice is approved',
  ],
  ...['Bill 7 approved', 'Bill #7 approved', 'Bill no. 7 approved', 'Bill no 7 approved'],
  ...['Bill number A-7/b approved', 'Bill no.7 approved', 'Bill has been successfully approved'],
  ...['Bill is now approved', 'Bill approved successfully for payment', ' Bill approved. '],
  ...['Rechnung genehmigt', 'Die Rechnung RE-7 wurde erfolgreich freigegeben.'],
])('a sentence that says nothing else confirms: %s', (message) => {
  const places = [{ message }, { msg: message }, { detail: message }, { status_message: message }];
  expect(places.map((body) => readings({ body })[0])).toEqual(places.map(() => 'yes'));
});

test('a sentence under an unknown key proves nothing', () => {
  const bodies = [{ old_message: 'Bill approved' }, { message_code: 'Bill approved' }];
  expect(bodies.map((body) => readings({ body })[0]?.startsWith('yes'))).toEqual([false, false]);
});
