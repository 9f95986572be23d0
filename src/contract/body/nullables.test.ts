import { expect, test } from 'vitest';
import { parseBody } from './answer.ts';
import { isApprovedElsewhere } from '../approvals/approved-fields.ts';
import { isStoppedElsewhere } from '../approvals/stopped-fields.ts';
import { sentBillSchema } from '../items/sent-items.ts';
import { readings } from '../testing/approve-readings.ts';

const ZERO = '0001-01-01T00:00:00Z';
const none = { Time: ZERO, Valid: false };

/** Value of a body as Billfold reads it. */
function valueOf(body: unknown): unknown {
  const parsed = parseBody(new TextEncoder().encode(JSON.stringify(body)), null);
  return parsed.form === 'json' ? parsed.value : parsed;
}

test('Q-60 a nullable column of Go is its value, or null, at every depth', () => {
  const absent = [
    ...[none, { Time: ZERO, InfinityModifier: 0, Valid: false }, { String: '', Valid: false }],
    ...[
      { Bool: false, Valid: false },
      { Valid: false, Int64: 0 },
      { V: { a: 1 }, Valid: false },
    ],
    ...[{ seconds: -62_135_596_800, nanos: 0 }, { seconds: '-62135596800' }],
    ...[ZERO, '0001-01-01T00:00:00', '0001-01-01T00:00:00.000+00:00'],
  ];
  expect(valueOf({ data: [{ a: absent }] })).toEqual({ data: [{ a: absent.map(() => null) }] });
  const there = [
    ...[
      { Bool: false, Valid: true },
      { String: 'x', Valid: true },
      { Int64: 5, Valid: true },
    ],
    ...[
      { Float64: 0.5, Valid: true },
      { V: 'y', Valid: true },
    ],
  ];
  expect(valueOf({ a: there })).toEqual({ a: [false, 'x', 5, 0.5, 'y'] });
});

test('Q-60 any other object with such a key stays as it is', () => {
  const others = [
    ...[{ Valid: false }, { IBAN: 'DE89', Valid: false }, { String: 'x', Iban: 'y', Valid: false }],
    ...[{ String: 'x', Valid: 'false' }, { String: 'x', valid: false }, { String: 'x' }],
    ...[
      { Time: '2026-01-01T00:00:00Z', InfinityModifier: 1, Valid: true },
      { seconds: 0, nanos: 0 },
    ],
    ...[
      { seconds: -62_135_596_800, Valid: true },
      { seconds: -62_135_596_800, zone: 'UTC' },
    ],
  ];
  const times = ['0001-01-01', '0001-01-01T00:00:01Z', '2001-01-01T00:00:00Z'];
  expect(valueOf({ times, a: ZERO })).toEqual({ times, a: null });
  expect(valueOf({ others, also: { String: 'x', Valid: true } })).toEqual({ others, also: 'x' });
});

test('Q-60 a value of Firestore is read as a plain one, at every depth', () => {
  const typed = {
    ...{ a: { stringValue: 'Kiln' }, b: { integerValue: '125000' }, c: { doubleValue: 0.5 } },
    ...{ d: { booleanValue: false }, e: { nullValue: null }, f: { referenceValue: 'vendors/5' } },
    g: { timestampValue: '2026-12-01T00:00:00Z' },
    h: { arrayValue: { values: [{ stringValue: 'x' }, { mapValue: { fields: {} } }] } },
    i: { mapValue: { fields: { company: { mapValue: { name: { stringValue: 'Kiln' } } } } } },
    ...{ j: { arrayValue: {} }, k: { mapValue: {} }, l: { integerValue: '9007199254740993' } },
  };
  expect(valueOf({ documents: [{ fields: typed }] })).toEqual({
    documents: [
      {
        fields: {
          ...{ a: 'Kiln', b: 125_000, c: 0.5, d: false, e: null, f: 'vendors/5' },
          ...{ g: '2026-12-01T00:00:00Z', h: ['x', {}], i: { company: { name: 'Kiln' } } },
          ...{ j: [], k: {}, l: '9007199254740993' },
        },
      },
    ],
  });
  const others = {
    ...{ a: { stringValue: 5 }, b: { mapValue: 'x' }, c: { nullValue: 'x' } },
    d: { geoPointValue: { latitude: 1, kind: { stringValue: 'x' } } },
  };
  const fields = { ...others, x: { nullValue: 'NULL_VALUE' } };
  expect(valueOf([{ document: { fields } }])).toEqual([
    { document: { fields: { ...others, x: null } } },
  ]);
});

test.each<[unknown]>([
  [{ nullValue: 'Rejected' }],
  [{ nullValue: null }],
  [{ stringValue: 'x' }],
  [{ data: [{ custom_fields: { po: { stringValue: 'PO-1' } } }] }],
  [{ data: [{ custom_fields: { list: { arrayValue: { values: [{ stringValue: 'x' }] } } } }] }],
  [{ fields: { po: { stringValue: 'PO-1' }, memo: 'Rent' } }],
  [{ fields: { po: { stringValue: 'PO-1', unit: 'kg' } } }],
  [{ fields: [{ stringValue: 'PO-1' }] }],
])('Q-60 a typed value outside a document of Firestore stays as sent: %j', (body) => {
  expect(valueOf(body)).toEqual(body);
});

test('Q-60 the vendor of a bill in Firestore is its company, not its contact', () => {
  const text = (stringValue: string) => ({ stringValue });
  const map = (fields: object) => ({ mapValue: { fields } });
  const cents = { integerValue: '125000' };
  const fields = {
    ...{ id: text('b-1'), status: text('open'), currency: text('EUR') },
    ...{ total_cents: cents, amount_due_cents: cents },
    ...{ due_date: { timestampValue: '2026-12-01T00:00:00Z' }, memo: { nullValue: null } },
    vendor: map({ company: map({ name: text('Kiln') }), contact: map({ name: text('Jo') }) }),
  };
  expect(sentBillSchema.parse(valueOf({ fields }))).toMatchObject({
    ...{ id: 'b-1', totalCents: 125_000, dueDate: '2026-12-01T00:00:00Z', memo: null },
    vendor: { name: 'Kiln', others: { contact: { name: 'Jo' } } },
  });
});

test('Q-60 a body nested too deep for recursion is read', () => {
  const text = `${'['.repeat(20_000)}{"String":"x","Valid":true}${']'.repeat(20_000)}`;
  expect(parseBody(new TextEncoder().encode(text), null).form).toBe('json');
});

const bill = { id: 'b-1', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };

test('Q-60 a bill of a Go service is neither approved nor stopped by an absent value', () => {
  const fields = { approved_at: none, rejected_at: none, on_hold: { Bool: false, Valid: true } };
  const sent = { ...bill, ...fields, memo: { String: 'Rent', Valid: true } };
  const { memo, others = {} } = sentBillSchema.parse(valueOf(sent));
  expect(memo).toBe('Rent');
  expect([isApprovedElsewhere(others), isStoppedElsewhere(others)]).toEqual([false, false]);
  const set = valueOf({ approved_at: { Time: '2026-03-01T09:00:00Z', Valid: true } });
  expect(isApprovedElsewhere(Object(set))).toBe(true);
  const held = valueOf({ on_hold: { Bool: true, Valid: true } });
  expect(isStoppedElsewhere(Object(held))).toBe(true);
});

test('Q-61 an absent approval of a Go service never confirms', () => {
  const absent = [
    ...[{ approved_at: none }, { ...bill, approved_at: none }],
    ...[{ ...bill, approved: { Bool: true, Valid: false } }],
    ...[{ ...bill, approved: { Bool: false, Valid: true } }],
    ...[{ approved: { Bool: true, Valid: false } }, { success: true, approved_at: none }],
    { ...bill, approved_at: { seconds: -62_135_596_800, nanos: 0 } },
  ];
  const read = absent.flatMap((body) => readings({ body }));
  expect(read.filter((each) => each.startsWith('yes'))).toEqual([]);
  const confirmed = { ...bill, approved_at: { Time: '2026-03-01T09:00:00Z', Valid: true } };
  expect(readings({ body: confirmed })[0]).toBe('yes, with the bill');
});
