import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { createBillIndex } from './bill-index.ts';
import { type BillQuery, payableByDueDate } from '../../model/bill-row.ts';
import { findNear, initialsPattern, nearWord, writtenOtherwise } from '../search/near-word.ts';
import { asWhole, holdsTerm, type SearchTerm, searchTerms } from '../search/search-terms.ts';
import { searchTextOf, vendorKeyOf } from '../search/search-text.ts';

const aWord = fc.constantFrom(
  'oak',
  'oakley',
  'Kla',
  'ley-12',
  'oaklye',
  '12',
  '120',
  '9120001234567120',
  '1.20',
  'Öl',
  'a',
);
const words = fc.array(aWord, { maxLength: 3 }).map((each) => each.join(' '));
const someBills = fc.array(
  fc.record({
    billNumber: fc.option(words),
    memo: fc.option(words),
    vendor: fc.option(fc.record({ id: fc.constant(null), name: words })),
    currency: fc.constantFrom('USD', 'EUR'),
    totalCents: fc.constantFrom(1_20, 12_00, 120_00, 9_99),
  }),
  { minLength: 1, maxLength: 60 },
);
const aSearch = fc.tuple(fc.constantFrom('', 'usd ', 'eur '), words).map((parts) => parts.join(''));

/** Reference search, text by text and word by word. */
function holdsNearly(text: string, term: SearchTerm, vendors: readonly string[]): boolean {
  const near = nearWord(term[0]);
  const parts = text.match(/\p{L}+/gu) ?? [];
  return (
    holdsTerm(text, term) ||
    (near !== null && parts.some((part) => findNear(part, near) !== null)) ||
    writtenOtherwise(term[0])?.test(text) === true ||
    vendors.some((name) => initialsPattern(term[0])?.test(name) === true && text.includes(name))
  );
}

test('typing letter by letter finds exactly the matching bills, after bills have come and gone', () => {
  fc.assert(
    fc.property(
      someBills,
      someBills,
      fc.array(aSearch, { maxLength: 4 }),
      fc.constantFrom('settled', 'searched, then settled', 'not settled'),
      (first, second, searches, readied) => {
        const index = createBillIndex();
        index.reset('acme');
        const bills = new Map(first.map((fields, at) => [`${at}`, aBill(`${at}`, fields)]));
        index.load([...bills.values()].map((bill) => cachedBill(bill)));
        if (readied === 'searched, then settled') index.find({ ...payableByDueDate, search: 'a' });
        if (readied !== 'not settled') for (const _step of index.settle());
        index.loaded('all');
        const changed = second.slice(0, 20).map((fields, at) => aBill(`${at * 2}`, fields));
        const gone = [...bills.keys()].filter((id) => Number(id) % 5 === 1);
        const upserts = changed.map((bill) => cachedBill(bill));
        index.change({ organizationId: 'acme', upserts, deletes: gone });
        for (const bill of changed) bills.set(bill.id, bill);
        for (const id of gone) bills.delete(id);
        // Include the vendors of deleted bills.
        const vendors = [...first, ...second].flatMap(({ vendor }) =>
          vendorKeyOf(vendor?.name ?? '').split('\n'),
        );
        for (const typed of searches) {
          for (let letters = 1; letters <= typed.length; letters++) {
            const search = typed.slice(0, letters);
            const terms = searchTerms(search);
            const holding = (some: readonly SearchTerm[]) =>
              [...bills.values()].filter((bill) =>
                some.every((term) => holdsTerm(searchTextOf(bill), term)),
              );
            const preferred = terms.map((term) => {
              const whole = terms.length > 1 ? asWhole(term) : null;
              return whole && holding([whole]).length > 0 ? whole : term;
            });
            const whole = holding(preferred);
            const held = whole.length > 0 ? whole : holding(terms);
            const found = index.query({ ...payableByDueDate, search }).map(({ bill }) => bill.id);
            expect(found.toSorted()).toEqual(held.map(({ id }) => id).toSorted());
            const near = [...bills.values()].filter((bill) => {
              const text = searchTextOf(bill);
              return (
                !held.includes(bill) && terms.every((term) => holdsNearly(text, term, vendors))
              );
            });
            const similar = index
              .findSimilar({ ...payableByDueDate, search })
              .rows.map(({ bill }) => bill.id);
            expect(similar.toSorted()).toEqual(near.map(({ id }) => id).toSorted());
          }
        }
      },
    ),
    { numRuns: 60, seed: 11 },
  );
});

test('a list of arranged bills stays the same, and a bill that arrives meanwhile is in it', () => {
  const fieldsAt = (at: number) => ({
    dueDate: `2026-0${(at % 9) + 1}-11`,
    vendor: { id: null, name: `Vendor ${at % 7}` },
    billNumber: `QS-${at}`,
  });
  const bills = Array.from({ length: 10_100 }, (_none, at) => aBill(`b${at}`, fieldsAt(at)));
  const asFound = (changeAfter: number | null) => {
    const index = createBillIndex();
    index.reset('acme');
    index.load(bills.map((bill) => cachedBill(bill)));
    const query = { ...payableByDueDate, search: '' };
    const idsOf = (asked: BillQuery) => index.query(asked).map(({ bill }) => bill.id);
    const before = idsOf(query);
    let steps = 0;
    const change = (): void => {
      const upserts = [aBill('new', fieldsAt(3)), aBill('b5', fieldsAt(8))];
      index.change({
        organizationId: 'acme',
        upserts: upserts.map((bill) => cachedBill(bill)),
        // b9953 is the last bill of the list.
        deletes: ['b4', 'b9953'],
      });
    };
    if (changeAfter !== null)
      for (const _step of index.settle()) if (++steps === changeAfter) change();
    if (steps < (changeAfter ?? 1)) change();
    index.loaded('all');
    const typed = ['v', 've', 'vendor 3'].map((search) => idsOf({ ...query, search }));
    const byVendor = idsOf({ ...query, sort: 'vendor', descending: true });
    return { before, now: idsOf(query), typed, byVendor };
  };
  const asLoaded = asFound(null);
  expect(asLoaded.now).not.toEqual(asLoaded.before);
  for (const changeAfter of [1, 2, 3, 4, 5, 6, 7, 100])
    expect(asFound(changeAfter)).toEqual(asLoaded);
});

test('a search for a whole id finds its bill, also as the user types on', () => {
  const id = '7b1f4c20-93aa-4d1e-8c55-0000000000Ab';
  const index = createBillIndex();
  index.reset('acme');
  index.load([id, 'other'].map((each) => cachedBill(aBill(each, { billNumber: null }))));
  const found = ['7b1f', id, ` ${id} `, `${id} acme`].map((search) =>
    index.query({ ...payableByDueDate, search }).map(({ bill }) => bill.id),
  );
  expect(found).toEqual([[], [id], [id], []]);
});

test('after the bills were arranged, a search does not narrow the earlier list', () => {
  const index = createBillIndex();
  index.reset('acme');
  const dueFrom = (at: number) => ({
    dueDate: `2026-01-${20 - at}`,
    memo: at < 5 ? 'saw' : 'oak',
  });
  const bills = Array.from({ length: 10 }, (_none, at) => aBill(`b${at}`, dueFrom(at)));
  index.load(bills.map((bill) => cachedBill(bill)));
  index.find({ ...payableByDueDate, search: '' });
  for (const _step of index.settle());
  const found = index.query({ ...payableByDueDate, search: 'saw' });
  expect(found.map(({ bill }) => bill.id)).toEqual(['b4', 'b3', 'b2', 'b1', 'b0']);
});

test.each([
  ['oak', false, true],
  ['oak', true, false],
  ['oakley', true, true],
  ['kley', false, false],
  ['oakley b', false, true],
  ['oakley b', true, false],
  ['oakley boards', true, true],
  ['boards oakley', false, false],
  ['ley-12', false, false],
  ['12', true, true],
  ['2', true, false],
  ['12 a', false, true],
])(
  'a text contains “%s” at the start of a word, as whole words %s: %s',
  (text, isWhole, expected) => {
    const index = createBillIndex();
    index.reset('acme');
    index.load([cachedBill(aBill('1', { memo: 'Oakley boards', billNumber: 'A-12 a7' }))]);
    index.loaded('all');
    expect(index.known.holds(text, isWhole)).toBe(expected);
  },
);

test('the user’s note on a bill is searched like its text, as soon as it is written', () => {
  const index = createBillIndex();
  const notes = new Map([['1', 'Zebra']]);
  index.setNoteSource(({ bill }) => notes.get(bill.id) ?? '');
  index.reset('acme');
  index.load([cachedBill(aBill('1', { memo: 'Oak' })), cachedBill(aBill('2', { memo: 'Oak' }))]);
  index.loaded('all');
  const found = (search: string) =>
    index.query({ ...payableByDueDate, search }).map(({ bill }) => bill.id);
  const before = [found('oak zebra'), found('ada')];
  const shown = index.find({ ...payableByDueDate, search: 'oak zebra' });
  notes.set('1', '').set('2', 'Ask Ada');
  index.noted(['1', '2']);
  // The list on screen stays: no bill leaves it while its note is typed.
  expect(index.find({ ...payableByDueDate, search: 'oak zebra' })).toBe(shown);
  expect([before, [found('zebra'), found('ada')]]).toEqual([
    [['1'], []],
    [[], ['2']],
  ]);
});

const writtenBills = [
  aBill('euros', { billNumber: 'EUROS', totalCents: 500_00, currency: 'EUR' }),
  aBill('more', { billNumber: 'MORE', totalCents: 5_000_00, currency: 'EUR' }),
  aBill('brien', { billNumber: 'INV 00012', vendor: { id: null, name: 'O’Brien & Sons' } }),
  aBill('amazon', {
    billNumber: 'RE-2026–7',
    vendor: { id: null, name: 'Amazon Web Services' },
    memo: 'IBAN XX12 3456 7890, part PN-55-1234',
  }),
];

test.each([
  ["o'brien", 'brien', ''],
  ['o´brien', 'brien', ''],
  ['re-2026-7', 'amazon', ''],
  ['inv-12', '', 'brien'],
  ['INV12', '', 'brien'],
  ['inv-0012', '', 'brien'],
  ['INV-1', '', ''],
  ['xx1234567890', 'amazon', ''],
  ['pn551234', '', 'amazon'],
  ['aws', '', 'amazon'],
  ['ws', '', ''],
  ['8.888', '', ''],
  ['500,-', 'euros', ''],
  ['500.-- eur', 'euros', ''],
])('“%s” finds “%s”, and “%s” as similar, however it is written', (search, exact, similar) => {
  const index = createBillIndex();
  index.reset('acme');
  index.load(writtenBills.map((bill) => cachedBill(bill)));
  index.loaded('all');
  const query = { ...payableByDueDate, search };
  expect(index.query(query).map(({ bill }) => bill.id)).toEqual(exact === '' ? [] : [exact]);
  const near = index.findSimilar(query).rows.map(({ bill }) => bill.id);
  expect(near).toEqual(similar === '' ? [] : [similar]);
});

test('a single letter is found at the start of a word; longer words are also found inside others', () => {
  const index = createBillIndex();
  index.reset('acme');
  const memos = [
    'Project A',
    'Project B, area',
    'Project C, final',
    '4a Project',
    'Project 京都',
    'Project É',
  ];
  index.load(
    memos.map((memo, at) => cachedBill(aBill(`${at}`, { memo, vendor: null, billNumber: null }))),
  );
  index.loaded('all');
  const found = (search: string): readonly string[] =>
    index
      .query({ ...payableByDueDate, search })
      .map(({ bill }) => bill.memo ?? '')
      .toSorted();
  expect(
    ['project', 'project a', 'project al', 'project a', 'project 4', 'project 都', 'e project'].map(
      found,
    ),
  ).toEqual([
    memos.toSorted(),
    ['Project A', 'Project B, area'],
    ['Project C, final'],
    ['Project A', 'Project B, area'],
    ['4a Project'],
    ['Project 京都'],
    ['Project É'],
  ]);
});

test('V-20 undocumented fields are found by their texts, but not by codes, dates and links', () => {
  const bills = createBillIndex();
  bills.reset('acme');
  const fields = {
    po_number: 45012,
    department: 'Facilities',
    approval_status: 'pending',
    tax: '771.50',
    sync_token: 'x8f7710c',
    customerId: 'cus_7710',
    portal: 'https://bills.example/oak',
    project: { code: 'PRJ-1002', since: '2026-10-15', total_cents: 77_100 },
    attachments: ['Delivery note.pdf'],
  };
  const vendor = { id: 'v-1', name: 'Oak', others: { email: 'ar@oak.example', iban: 'DE02 1203' } };
  bills.load([cachedBill(aBill('one', { vendor, others: fields })), cachedBill(aBill('two', {}))]);
  bills.loaded('all');
  const finds = (search: string): boolean =>
    bills.query({ ...payableByDueDate, search }).length > 0;
  const found = ['45012', 'facilities', 'prj-1002', 'prj1002', 'delivery', 'ar@oak', 'de021203'];
  expect(found.filter((search) => !finds(search))).toEqual([]);
  const left = ['pending', 'https', '2026-10-15', '771'];
  expect(left.filter((search) => finds(search))).toEqual([]);
});

test('digits typed one by one are found at both ends of an account number, but not inside it', () => {
  const index = createBillIndex();
  index.reset('acme');
  const ibans = ['DE72150001000000500123', 'DE72150005550000501000', 'DE10009999999999999999'];
  const bills = ibans.map((memo, at) =>
    aBill(`b${at}`, { billNumber: null, memo, totalCents: 777, amountDueCents: 777 }),
  );
  index.load(bills.map((bill) => cachedBill(bill)));
  index.loaded('all');
  const found = (search: string) =>
    index
      .query({ ...payableByDueDate, search })
      .map(({ bill }) => bill.id)
      .toSorted();
  expect(['1', '10', '100', '1000', '10009'].map(found)).toEqual([
    ['b2'],
    ['b2'],
    ['b2'],
    ['b1', 'b2'],
    ['b2'],
  ]);
  expect(found('500123')).toEqual(['b0']);
});

test('V-20 each word of letters, and the first other word, that no bill contains is named', () => {
  const index = createBillIndex();
  index.reset('acme');
  index.load([
    cachedBill(
      aBill('b1', { billNumber: 'RE-12', memo: 'Röstmalz', vendor: null, currency: 'USD' }),
    ),
  ]);
  const lacking = (search: string): string => index.lacking(search.split(' ')).join(' ');
  expect({
    letters: lacking('malz hops usd eur röst rye'),
    firstNumber: lacking('13 14 re-12 barley'),
    knownNumber: lacking('RE12 99 malt'),
    id: lacking('b1 hops'),
  }).toEqual({
    letters: 'hops eur rye',
    firstNumber: '13 barley',
    knownNumber: 'malt',
    id: 'hops',
  });
});
