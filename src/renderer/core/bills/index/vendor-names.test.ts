import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import { fingerprint, snapshotOf } from '../../../../bridge/snapshot.ts';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { partySchema } from '../../../../contract/party.ts';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { createBillIndex, type LiveBillIndex } from './bill-index.ts';

const all = { status: null, search: '', sort: 'vendor', descending: false } as const;
const byId: Bill['vendor'] = { id: 'v-77', name: null };
const named = (name: string, id = 'v-77'): Bill['vendor'] => ({ id, name });

const bill = (id: string, vendor: Bill['vendor'], fields: Partial<Bill> = {}): Bill =>
  aBill(id, { vendor, ...fields });

function indexOf(...bills: readonly Bill[]): LiveBillIndex {
  const index = createBillIndex();
  index.reset(['acme', 'other']);
  index.load(bills.map((each) => cachedBill(each)));
  index.loaded('all');
  return index;
}

function change(index: LiveBillIndex, upserts: readonly Bill[], deletes: readonly string[] = []) {
  const organizationId = 'acme';
  index.change({ organizationId, upserts: upserts.map((each) => cachedBill(each)), deletes });
}

/** Name shown, by bill. */
function shown(index: LiveBillIndex): Readonly<Record<string, string | null>> {
  const rows = index.query(all);
  return Object.fromEntries(rows.map((row) => [row.bill.id, vendorName(row.bill)]));
}

test.each<[string, Bill['vendor']]>([
  ['an id', byId],
  ['the id as name', named('v-77')],
  ['the id as text', { id: null, name: 'v-77' }],
])('a bill with %s shows the name of another bill, loaded before or after it', (_form, vendor) => {
  const open = (): Bill => bill('open', vendor);
  const paid = bill('paid', named('Paper'));
  const later = indexOf(open());
  change(later, [paid]);
  for (const index of [indexOf(open(), paid), indexOf(paid, open()), later]) {
    expect(shown(index)).toEqual({ open: 'Paper', paid: 'Paper' });
    expect(index.find(all).columns.vendor.texts).toContain('Paper');
    expect(index.ofVendor({ organizationId: 'acme', bill: paid })).toHaveLength(2);
    expect(index.query({ ...all, search: 'paper' })).toHaveLength(2);
    expect(index.query({ ...all, search: 'v-77' })).toHaveLength(1);
  }
});

test('a guessed name gives way to a name of the same vendor, and names no other bill', () => {
  const guess: Bill['vendor'] = { id: 'v-77', name: 'Office chairs', isGuess: true };
  const bills = [bill('guess', guess, { date: '2026-01-02' }), bill('open', byId)];
  const index = indexOf(...bills);
  const before = shown(index);
  change(index, [bill('paid', named('Paper'), { date: '2026-01-01' })]);
  const after = shown(index);
  change(index, [], ['paid']);
  expect([before, after, shown(index)]).toEqual([
    { guess: 'Office chairs', open: 'v-77' },
    { guess: 'Paper', open: 'Paper', paid: 'Paper' },
    { guess: 'Office chairs', open: 'v-77' },
  ]);
  change(index, [bill('paid', named('Paper'))]);
  expect(shown(index)).toEqual(after);
});

test('a name counts in its own organization only, and a text alone only if it is an id there', () => {
  const index = indexOf(
    bill('named', named('Paper')),
    bill('text', { id: null, name: 'Kiln' }),
    bill('none', null),
  );
  const other = cachedBill(bill('elsewhere', byId), 'other');
  index.change({ organizationId: 'other', upserts: [other], deletes: [] });
  const before = shown(index);
  change(index, [bill('kiln', named('Kiln Ltd', 'Kiln'))]);
  expect([before, shown(index)]).toEqual([
    { elsewhere: 'v-77', named: 'Paper', none: null, text: 'Kiln' },
    { elsewhere: 'v-77', kiln: 'Kiln Ltd', named: 'Paper', none: null, text: 'Kiln Ltd' },
  ]);
});

test('the newest naming bill names the vendor of bills without a name until it changes or goes', () => {
  const old = bill('old', named('Paper'), { date: '2025-01-01' });
  const index = indexOf(bill('open', byId), old);
  const names = [shown(index)['open']];
  const then = (upserts: readonly Bill[], deletes?: readonly string[]): void => {
    change(index, upserts, deletes);
    names.push(shown(index)['open']);
  };
  then([bill('new', named('Paper & Co'), { date: '2025-06-01' })]);
  then([bill('new', named('Paper Ltd'), { date: '2025-06-01' })]);
  then([bill('new', named('Paper Ltd'), { date: '2024-06-01' })]);
  then([bill('old', byId, { date: '2025-01-01' })]);
  then([bill('more', named('Papyrus')), bill('most', named('Papers'), { date: '2026-06-01' })]);
  then([], ['new', 'most']);
  then([], ['more']);
  then([old, bill('open', named('Own'))]);
  then([bill('open', byId)]);
  expect(names).toEqual(
    ['Paper', 'Paper & Co', 'Paper Ltd', 'Paper', 'Paper Ltd', 'Papers', 'Papyrus', 'v-77'].concat([
      'Own',
      'Paper',
    ]),
  );
  expect(shown(index)).toEqual({ old: 'Paper', open: 'Paper' });
});

test('a bill that comes after the newest naming bill has gone shows the name of an earlier one', () => {
  const old = bill('old', named('Paper'), { date: '2025-01-01' });
  const index = indexOf(
    old,
    bill('new', named('Papers')),
    bill('older', named('P'), { date: null }),
  );
  change(index, [], ['new']);
  change(index, [bill('older', named('P'), { date: '2024-01-01' })]);
  change(index, [bill('open', byId)]);
  expect(shown(index)).toEqual({ old: 'Paper', older: 'P', open: 'Paper' });
});

test('pages in any order leave the names as if all bills were loaded at once', () => {
  const random = createSeededRandom(7);
  const upTo = (most: number): number => Math.floor(random.next() * most);
  const index = indexOf();
  const truth = new Map<string, Bill>();
  for (let page = 0; page < 300; page++) {
    const upserts = Array.from({ length: 1 + upTo(3) }, (_, at): Bill => {
      const name = [null, null, 'A', 'B', 'v1', 'v2'][upTo(6)] ?? null;
      const vendor = { id: [null, 'v1', 'v2'][upTo(3)] ?? null, name };
      return bill(`b${at * 4 + upTo(4)}`, vendor, { date: `2026-01-1${upTo(4)}` });
    });
    const gone = `b${upTo(12)}`;
    const deletes = upserts.some(({ id }) => id === gone) ? [] : [gone];
    for (const each of upserts) truth.set(each.id, structuredClone(each));
    for (const id of deletes) truth.delete(id);
    change(index, upserts, deletes);
    expect(shown(index)).toEqual(shown(indexOf(...structuredClone([...truth.values()]))));
  }
});

test('watchers get the bills that were renamed, in a second notice', () => {
  const index = indexOf(bill('a', byId), bill('b', byId), bill('c', named('Kiln', 'k')));
  const pages: unknown[] = [];
  index.watch((billIds, before) =>
    pages.push([billIds, before.map((row) => vendorName(row.bill))]),
  );
  change(index, [bill('d', named('Paper'))]);
  change(index, [bill('d', named('Paper')), bill('a', byId)]);
  change(index, [bill('d', named('Paper'), { status: 'paid' })]);
  expect(pages).toEqual([
    [['d'], []],
    [
      ['a', 'b'],
      ['v-77', 'v-77'],
    ],
    [['d'], ['Paper']],
  ]);
});

test('a name from another bill changes neither snapshot, fingerprint nor saved bill', () => {
  const sent = bill('open', { id: 'v-77', name: null, others: { iban: 'DE1' } });
  const plain = structuredClone(sent);
  const index = indexOf(sent, bill('paid', named('Paper')));
  const found = index.get('open')?.bill ?? plain;
  expect(vendorName(found)).toBe('Paper');
  expect(snapshotOf(found)).toEqual(snapshotOf(plain));
  expect(fingerprint(snapshotOf(found))).toBe(fingerprint(snapshotOf(plain)));
  expect([structuredClone(found), JSON.parse(JSON.stringify(found))]).toEqual([plain, plain]);
  expect(partySchema.parse(found.vendor)).toEqual(plain.vendor);
});

test('a bill that gives a name of its own keeps it', () => {
  const index = indexOf(
    bill('a', named('Paper')),
    bill('b', named('Papier'), { date: '2026-03-01' }),
  );
  expect(shown(index)).toEqual({ a: 'Paper', b: 'Papier' });
});
