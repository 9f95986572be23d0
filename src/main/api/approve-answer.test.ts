import { expect, test } from 'vitest';
import { parseBody } from './answer-body.ts';
import { billIn, isNo, isYes, type QuotaHeaders } from './approve-answer.ts';

const bill = {
  id: 'bill-1',
  status: 'open',
  currency: 'EUR',
  total_cents: 100,
  amount_due_cents: 100,
};
const other = { ...bill, id: 'bill-2' };

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** What an answer of this text is taken for: with the headers, without them from now on, and without ever. */
function taken(text: string, contentType = 'application/json'): string {
  const body = parseBody(new TextEncoder().encode(text), contentType);
  const yes = (['there', 'missing', 'neverSent'] as const satisfies QuotaHeaders[]).map((headers) =>
    isYes(body, headers, 'bill-1') ? 'yes' : 'unsure',
  );
  return yes.join(' ');
}

test.each([
  ['nothing', ''],
  ['the bill', JSON.stringify(bill)],
  ['the bill under data', JSON.stringify({ data: bill })],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['null', 'null'],
])('Q-37 a yes needs no headers where there never were any: %s', (_name, text) => {
  expect(taken(text)).toBe('yes unsure yes');
});

test.each([
  ['JSON of the service’s own', '{"status":"accepted"}'],
  ['no error', '{"ok":true,"error":null,"errors":[]}'],
  ['a JSON text', '"done"'],
  ['true', 'true'],
  ['a captive portal’s JSON', '{"login":"https://wifi.example.com/"}'],
  ['a part of the bill', '{"id":"bill-1","status":"paid"}'],
])('Q-37 other JSON is a yes with the quota headers only: %s', (_name, text) => {
  expect(taken(text)).toBe('yes unsure unsure');
});

test.each([
  ['an error object', '{"error":"Not allowed","code":"closed"}'],
  ['an error object under data', '{"data":{"error":"Not allowed"}}'],
  ['the bill with an error', JSON.stringify({ ...bill, error: 'E1' })],
  ['an error object with the id', '{"id":"bill-1","error":"Not allowed"}'],
  ['an error that is an object', '{"error":{"message":"Not allowed"}}'],
  ['a list of errors', '{"data":null,"errors":[{"message":"No"}]}'],
  ['no success', '{"success":false}'],
  ['the bill, not approved', JSON.stringify({ ...bill, approved: false })],
  ['an error by its status', '{"status":"error","message":"Not allowed"}'],
  ['not ok', '{"ok":false}'],
  ['false', 'false'],
  ['another bill', JSON.stringify(other)],
  ['another bill under data', JSON.stringify({ data: other })],
  ['bills, one of them another', JSON.stringify([bill, other])],
  ['a page of bills', JSON.stringify({ data: [other], meta: {} })],
  ['a page with that bill alone', JSON.stringify({ data: [bill], meta: { has_more: false } })],
  ['a bill without an id', '{"object":"bill","status":"open"}'],
  ['JSON cut off', '{"id":"bill-1","sta'],
  ['JSON nested beyond reading', deep],
])('Q-37 never a yes: %s', (_name, text) => {
  expect(taken(text)).toBe('unsure unsure unsure');
});

test.each([
  ['text', 'OK', 'text/plain'],
  ['a page', '<p>OK</p>', 'text/html'],
  ['a page said to be JSON', '<!doctype html>', 'application/json'],
  ['an image', 'GIF89a', 'image/gif'],
])('Q-37 never a yes either: %s', (_name, text, contentType) => {
  expect(taken(text, contentType)).toBe('unsure unsure unsure');
});

test('Q-38 a no is the service’s error object and nothing else', () => {
  const bodies = [
    '{"error":"Closed period","code":"closed"}',
    '{"error":"invalid_request","error_description":"No"}',
    ...['', '{}', '"No"', 'Forbidden', '<p>No</p>', '{"error":{"message":"No"}}', '{"error":"No'],
  ];
  const takenWith = (headers: QuotaHeaders): readonly boolean[] =>
    bodies.map((text) => isNo(parseBody(new TextEncoder().encode(text), null), headers));
  const nos = [true, true, ...bodies.slice(2).map(() => false)];
  // Where the service has sent quota headers, an error object without them is somebody else's.
  expect([takenWith('there'), takenWith('neverSent'), takenWith('missing')]).toEqual([
    nos,
    nos,
    nos.map(() => false),
  ]);
});

test('Q-25 the bill is found bare and under data, and only that very one', () => {
  const found = [bill, { data: bill }, other, { data: other }, { id: 'bill-1' }, null].map(
    (value) => billIn({ form: 'json', value }, 'bill-1'),
  );
  expect(found).toEqual([bill, bill, null, null, null, null]);
});
