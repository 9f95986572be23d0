import { expect, test } from 'vitest';
import { withoutEnvelope, withoutWrappers } from './without-wrappers.ts';
import { wordList } from '../body/words.ts';

test('Q-61 the wrapper of an encoder around a value is removed', () => {
  const wrappers = wordList(`
    #text _text $t $text _ S N BOOL seconds $date $oid $numberInt $numberLong $numberDouble $numberDecimal`);
  for (const wrapper of wrappers)
    expect(withoutWrappers({ a: { [wrapper]: 'x' } })).toEqual({ a: 'x' });
  expect(withoutWrappers({ a: { $date: { $numberLong: '7' } } })).toEqual({ a: '7' });
  expect(withoutWrappers({ a: { '@type': 'text', '#text': 'x' } })).toEqual({ a: 'x' });
  expect(withoutWrappers({ a: { seconds: 7, nanos: 0 } })).toEqual({ a: 7 });
  for (const plain of [{ S: 'x', T: 'y' }, { s: 'x' }, { 'a@': 'x', '#text': 'y' }, {}])
    expect(withoutWrappers({ a: plain })).toEqual({ a: plain });
});

test('Q-61 an encoder’s mark for a missing value becomes null', () => {
  for (const nothing of ['NULL', '$undefined', 'nil', '@nil', 'xsi:nil', '@xsi:nil']) {
    expect(withoutWrappers([{ [nothing]: true }, { [nothing]: 'true' }])).toEqual([null, null]);
    expect(withoutWrappers({ [nothing]: false })).toEqual({ [nothing]: false });
  }
  expect(withoutWrappers({ other: true })).toEqual({ other: true });
});

test('Q-61 fields of a part move to the object around it, whose own fields win', () => {
  for (const part of ['attributes', '@attributes', '_attributes', '$', '_embedded']) {
    const sent = { id: 1, [part]: { id: 2, state: 'x', attributes: { rank: 3, state: 'y' } } };
    expect(withoutWrappers(sent)).toEqual({ id: 1, state: 'x', rank: 3 });
    for (const value of [null, ['x'], 'x'])
      expect(withoutWrappers({ id: 1, [part]: value })).toEqual({ id: 1, [part]: value });
  }
  expect(withoutWrappers({ id: 1, other: { id: 2 } })).toEqual({ id: 1, other: { id: 2 } });
});

test('Q-61 other values, and ones too deep to read, stay as they are', () => {
  let deep: object = { S: 'x' };
  for (let level = 0; level < 20_000; level++) deep = { deep };
  expect(withoutWrappers(deep)).toBe(deep);
  for (const plain of ['x', 7, true, null]) expect(withoutWrappers(plain)).toBe(plain);
});

test('Q-61 an entry of a list of custom fields becomes a field', () => {
  for (const name of ['name', 'key', 'label', 'field', 'fieldName'])
    expect(withoutWrappers([{ id: 1, [name]: 'My  State', value: 'x' }])).toEqual([
      { id: 1, [name]: 'My  State', My__State: 'x' },
    ]);
  expect(withoutWrappers([{ id: 1, name: 'id', value: 2 }])).toEqual([{ id: 1, name: 'id' }]);
  for (const plain of [{ title: 'x', value: 1 }, { name: 7, value: 1 }, { name: 'x' }, null, 7])
    expect(withoutWrappers([plain])).toEqual([plain]);
  expect(withoutWrappers({ name: 'x', value: 1 })).toEqual({ name: 'x', value: 1 });
});

test('Q-61 a nullable value of Go becomes the value, or null', () => {
  expect(withoutWrappers({ a: { Time: 'x', Valid: true } })).toEqual({ a: 'x' });
  expect(withoutWrappers({ a: { Time: 'x', Valid: false } })).toEqual({ a: null });
  expect(withoutWrappers({ a: { Valid: true, Time: 'x' } })).toEqual({ a: 'x' });
  for (const plain of [{ Valid: true }, { a: 1, Valid: false }, { String: 'x', b: 2, Valid: true }])
    expect(withoutWrappers({ plain })).toEqual({ plain });
});

test('Q-61 an XML namespace is dropped from a name', () => {
  for (const space of ['soap', 'soapenv', 'SOAP-ENV', 's', 'ns2', 'ns12', 'tns', 'm'])
    expect(withoutWrappers({ [`${space}:Body`]: { x: 1 } })).toEqual({ Body: { x: 1 } });
  for (const other of ['x-soap:Body', 'hydra:member', 'ns:Body', 'times:x'])
    expect(withoutWrappers({ [other]: { x: 1 } })).toEqual({ [other]: { x: 1 } });
});

test.each<[string, string, string, boolean]>([
  ['@code', '0', 'OK', true],
  ['@code', '000', 'OK', true],
  ['@returnCode', '200', 'success', true],
  ['@code', 'Successful', 'true', true],
  ['@code', '8', 'OK', false],
  ['@CODE', '08', 'approved', false],
  ['@code', '1000', 'OK', false],
  ['@code', '20x', 'OK', false],
  ['@code', '8', 'Not OK', true],
  ['@code', '8', 'OK then', true],
  ['@codes', '8', 'OK', true],
  ['@kind', '8', 'OK', true],
])('Q-61 an attribute %s="%s" beside %s is dropped: %s', (key, code, text, isDropped) => {
  const sent = { [key]: code, $t: text };
  expect(withoutWrappers({ a: sent })).toEqual({ a: isDropped ? text : sent });
});

test('Q-61 a code beside OK is kept if it has no `@` of an attribute', () => {
  expect(withoutWrappers({ a: { code: '8', $t: 'OK' } })).toEqual({ a: { code: '8', $t: 'OK' } });
});

test.each(
  `envelope Body data return result response payload content value output d approve approveBill approveBillResult billApprove releaseInvoiceResponse`.split(
    ' ',
  ),
)('Q-61 an envelope %s without other content is opened', (key) => {
  const beside = `xmlns xmlns:soap header extensions meta links signature protected idempotency @odata.context`;
  for (const each of beside.split(' '))
    expect(withoutEnvelope({ [each]: { x: 1 }, [key]: { ok: true } })).toEqual({ ok: true });
  expect(withoutEnvelope({ [key]: { ok: true }, errors: [], warnings: null })).toEqual({
    ok: true,
  });
  for (const other of ['my_meta', 'metadata', 'status', 'xheader']) {
    const sent = { [other]: { x: 1 }, [key]: { ok: true } };
    expect(withoutEnvelope(sent)).toEqual(sent);
  }
});

test('Q-61 up to four envelopes are opened', () => {
  const inside = (levels: number): unknown =>
    levels === 0 ? { x: 1 } : { data: inside(levels - 1) };
  expect([0, 1, 4, 5].map((levels) => withoutEnvelope(inside(levels)))).toEqual([
    ...[{ x: 1 }, { x: 1 }, { x: 1 }],
    { data: { x: 1 } },
  ]);
  for (const sent of [{ approved: { x: 1 } }, { approver: { x: 1 } }, { mydata: { x: 1 } }, {}, 7])
    expect(withoutEnvelope(sent)).toEqual(sent);
  const others = `disapproveBill canApproveBill requestApproveBill scheduleApproveBill unapproveInvoice approveVendor
    approvePayment approveBillRequest updateApproveResult`;
  for (const call of others.split(/\s+/)) {
    const sent = { [call]: { ok: true } };
    expect(withoutEnvelope(sent)).toEqual(sent);
  }
});
