import { expect, test, vi } from 'vitest';
import { createSeededRandom } from '../../../../base/testing/seeded-random.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { aBill, cachedBill } from '../../testing/fake-bridge.ts';
import { sorts } from '../../model/bill-row.ts';
import { createBillIndex } from './bill-index.ts';
import type { CachedBill } from '../../mirror/cache-database.ts';

/** Number of comparisons of two bills. */
const counted = vi.hoisted(() => ({ comparisons: 0 }));
vi.mock(import('./bill-order.ts'), async (load) => {
  const real = await load();
  const comparisonOf: typeof real.comparisonOf = (...of) => {
    const compare = real.comparisonOf(...of);
    return (left, right) => {
      counted.comparisons += 1;
      return compare(left, right);
    };
  };
  return { ...real, comparisonOf };
});

const company = 'company';

const billedBy = (name: string | null) => ({ vendor: name === null ? null : { id: null, name } });
const cached = (id: string, fields: Partial<Bill> = {}): CachedBill =>
  cachedBill(aBill(id, { billNumber: `B-${id}`, dueDate: '2026-03-01', ...fields }), company);

const all = { status: null, search: '', sort: 'dueDate', descending: false } as const;

function indexOf(...rows: CachedBill[]) {
  const index = createBillIndex();
  index.reset(company);
  index.load(rows);
  index.loaded('all');
  const ids = (query: Parameters<typeof index.query>[0]): string[] =>
    index.query(query).map((row) => row.bill.id);
  return { index, ids };
}

test('bills are sorted by due date with missing dates last, then by vendor, in both directions', () => {
  const { ids } = indexOf(
    cached('none', { dueDate: null }),
    cached('late', { dueDate: '2026-05-01' }),
    cached('soon-z', { dueDate: '2026-01-01', ...billedBy('Zeta') }),
    cached('soon-e', { dueDate: '2026-01-01', ...billedBy('Émile') }),
    cached('soon-f', { dueDate: '2026-01-01', ...billedBy('fabrik') }),
  );
  expect([ids(all), ids({ ...all, descending: true })]).toEqual([
    ['soon-e', 'soon-f', 'soon-z', 'late', 'none'],
    ['late', 'soon-e', 'soon-f', 'soon-z', 'none'],
  ]);
});

test('a search finds bills that hold every word, in number, vendor, memo or amount', () => {
  const { ids } = indexOf(
    cached('amount', { totalCents: 1_250_00, amountDueCents: 1_250_00 }),
    cached('part', { totalCents: 999_00, amountDueCents: 1_250_00, billNumber: null }),
    cached('memo', { memo: 'Roof repair, 2nd FLOOR' }),
    cached('vendor', { ...billedBy('Roofers & Sons'), billNumber: '7731' }),
  );
  const found = [
    '1,250.00',
    '1250.00',
    '1250',
    'roof',
    'ROOF floor',
    'b-memo',
    'acme nothing',
    'bmemo',
    '$1.250,00',
    '1,25',
    '1.250,00 €',
    'eur 7731',
  ].map((search) => [search, ids({ ...all, search })]);
  expect(found).toEqual([
    ['1,250.00', ['amount', 'part']],
    ['1250.00', ['amount', 'part']],
    ['1250', ['amount', 'part']],
    ['roof', ['memo', 'vendor']],
    ['ROOF floor', ['memo']],
    ['b-memo', ['memo']],
    ['acme nothing', []],
    ['bmemo', ['memo']],
    ['$1.250,00', []],
    ['1,25', ['amount', 'part']],
    ['1.250,00 €', ['amount', 'part']],
    // A number after a currency is searched as an amount, and no bill has this one.
    ['eur 7731', []],
  ]);
});

test('bills of one vendor share one vendor object, and keep their content', () => {
  const sent = (id: string): CachedBill =>
    structuredClone(cached(id, { vendor: { id: null, name: 'Acme', others: { tags: ['a'] } } }));
  const { index } = indexOf(sent('1'), sent('2'));
  const [one, other] = ['1', '2'].map((id) => index.get(id)?.bill);
  expect([one?.vendor === other?.vendor, one, other]).toEqual([
    true,
    sent('1').bill,
    sent('2').bill,
  ]);
});

test('a query returns the same array until a bill changes, then a new one', () => {
  const { index } = indexOf(cached('1'), cached('2'));
  const first = index.query(all);
  const again = index.query({ ...all });
  index.change({ organizationId: 'another', upserts: [cached('3')], deletes: [] });
  const untouched = index.query(all);
  index.change({ organizationId: company, upserts: [cached('3')], deletes: ['1'] });
  expect([
    again === first,
    untouched === first,
    index.query(all).map((row) => row.bill.id),
  ]).toEqual([true, true, ['2', '3']]);
});

test('rows read from disk never replace rows that a page brought meanwhile', () => {
  const index = createBillIndex();
  index.reset(company);
  const upserts = [cached('1', { status: 'paid' })];
  index.change({ organizationId: company, upserts, deletes: ['2'] });
  index.load([cached('1'), cached('2'), cached('3')]);
  index.loaded('all');
  expect(index.query(all).map((row) => [row.bill.id, row.bill.status])).toEqual([
    ['1', 'paid'],
    ['3', 'open'],
  ]);
});

test('a bill seen again unchanged is no change, except for the time it was seen', () => {
  const { index } = indexOf(cached('1'), cached('2'));
  const before = [index.version.get(), index.query(all)];
  const again = { ...cached('1'), seenAtMs: 99 };
  index.change({ organizationId: company, upserts: [again], deletes: ['nobody'] });
  expect([index.version.get(), index.query(all), index.get('1')?.seen.atMs]).toEqual([
    ...before,
    99,
  ]);
});

test('a watcher that throws stops neither the page nor the other watchers', () => {
  vi.spyOn(Promise, 'reject').mockReturnValue(new Promise<never>(() => undefined));
  const { index, ids } = indexOf(cached('a'));
  const received: unknown[] = [];
  index.watch(() => {
    throw new Error('broken');
  });
  index.watch((billIds) => received.push(billIds));
  index.change({ organizationId: company, upserts: [cached('b')], deletes: [] });
  expect({ received, ids: ids(all) }).toEqual({ received: [['b']], ids: ['a', 'b'] });
});

test('bills from disk appear at the first rows, once all payable bills are loaded, and once all are', () => {
  const index = createBillIndex();
  index.reset(company);
  const shown: [number, number][] = [];
  index.version.subscribe(() => shown.push([index.version.get(), index.query(all).length]));
  for (let chunk = 0; chunk < 40; chunk++) {
    index.load([cached(`${chunk} a`), cached(`${chunk} b`)]);
    if (chunk === 29) index.loaded('payable');
  }
  index.loaded('all');
  expect(shown).toEqual([
    [2, 2],
    [3, 60],
    [4, 80],
  ]);
});

test('pages in any order leave the list as if sorted from scratch', () => {
  const random = createSeededRandom(7);
  const { index } = indexOf();
  const truth = new Map<string, CachedBill>();
  for (let page = 0; page < 60; page++) {
    const upserts = Array.from({ length: 1 + Math.floor(random.next() * 20) }, () =>
      cached(String(Math.floor(random.next() * 300)), {
        dueDate: `2026-0${1 + Math.floor(random.next() * 9)}-01`,
        // Later pages have amounts too large to combine with a position in one number.
        amountDueCents: Math.floor(random.next() * 50 - 5) * (page < 30 ? 1 : 10_000_000_000),
        // The list sorts only open bills, which are few.
        status: random.next() < 1 / 12 ? 'open' : 'paid',
      }),
    );
    const gone = String(Math.floor(random.next() * 300));
    const deletes = upserts.some(({ id }) => id === gone) ? [] : [gone];
    for (const row of upserts) truth.set(row.id, row);
    for (const id of deletes) truth.delete(id);
    index.change({ organizationId: company, upserts, deletes });
    for (const sort of sorts) {
      const { ids } = indexOf(...truth.values());
      const query = { ...all, sort, descending: page % 2 === 0 };
      expect(index.query(query).map((row) => row.bill.id)).toEqual(ids(query));
      const open = index.query(query).filter(({ bill }) => bill.status === 'open');
      expect(index.query({ ...query, status: 'open' })).toEqual(open);
    }
  }
});

test('sorting compares no bills, a page compares few, and a search reads each text once, except those the page has read', () => {
  const random = createSeededRandom(11);
  const many = 10_000;
  const rows = Array.from({ length: many }, (_, n) =>
    cached(`id-${n}`, {
      dueDate: `2026-0${1 + Math.floor(random.next() * 9)}-11`,
      ...billedBy(n % 50 ? `Vendor ${Math.floor(random.next() * 500)}` : 'Hollin Breck'),
      memo: `Services rendered in period ${n % 97}`,
    }),
  );
  const { index } = indexOf(...rows);
  const search = (words: string) => index.query({ ...all, search: words }).length;
  const searched = [vi.spyOn(String.prototype, 'includes'), vi.spyOn(String.prototype, 'indexOf')];
  const cost = (work: () => void) => {
    counted.comparisons = 0;
    for (const spy of searched) spy.mockClear();
    work();
    const searches = searched.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    return { comparisons: counted.comparisons, searches };
  };
  const page = rows.slice(0, 50).map((row) => cached(row.id, { ...row.bill, memo: 'edited' }));
  const first = cost(() => index.query(all));
  const again = cost(() => index.query(all));
  const typed = cost(() => search('vendor'));
  const found = search('vendor 12');
  const typedOn = cost(() => search('vendor 12 p'));
  const noteOf = vi.fn<() => string>(() => '');
  index.setNoteSource(noteOf);
  const change = cost(() => index.change({ organizationId: company, upserts: page, deletes: [] }));
  const readByChange = noteOf.mock.calls.length;
  search('edited');
  const merged = cost(() => index.query(all));
  for (const spy of searched) spy.mockRestore();
  expect({
    orders: [first, again],
    typed,
    typedOn: [typedOn.comparisons, typedOn.searches < 3 * found + 100],
    change: [change.comparisons, readByChange, noteOf.mock.calls.length],
    // Each bill of the page is placed by binary search.
    merged: merged.comparisons < 50 * 2 * Math.log2(many),
  }).toEqual({
    orders: [
      { comparisons: 0, searches: 0 },
      { comparisons: 0, searches: 0 },
    ],
    typed: { comparisons: 0, searches: many },
    ...{ typedOn: [0, true], change: [0, 50, 50], merged: true },
  });
});

test('after typing on, deleting or changing the search, the same bills are found as in a new index', () => {
  const rows = ['roof', 'roofer', 'proof of work', 'floor', 'Roof floor'].map((memo, at) =>
    cached(String(at), { memo, status: at % 2 ? 'open' : 'paid' }),
  );
  const { ids } = indexOf(...rows);
  const searches = [
    'r',
    'ro',
    'roo',
    'roof',
    'roof f',
    'roof fl',
    'fl',
    'proof',
    'roof',
    '',
    'oo f',
  ];
  const statuses = [null, 'open', 'payable'];
  const queries = searches.flatMap((search) =>
    statuses.map((status) => ({ ...all, status, search })),
  );
  expect(queries.map(ids)).toEqual(queries.map((query) => indexOf(...rows).ids(query)));
});

test('the counts by status include every change', () => {
  const { index } = indexOf(cached('1'), cached('2'), cached('3', { status: 'paid' }));
  const shownOf = () => Object.fromEntries(index.counts());
  const before = shownOf();
  index.change({
    organizationId: company,
    upserts: [cached('1', { status: 'paid' }), cached('4', { status: 'void' }), cached('2')],
    deletes: ['3', 'gone'],
  });
  const after = shownOf();
  index.reset(company);
  expect([before, after, shownOf()]).toEqual([
    { open: 2, paid: 1 },
    { open: 1, paid: 1, void: 1 },
    {},
  ]);
});

const of = (organizationId: string, id: string, totalCents = 100): CachedBill =>
  cachedBill(aBill(id, { totalCents }), organizationId);

/** An index of two organizations without any bills. */
function indexOfBoth() {
  const index = createBillIndex();
  index.reset(['acme', 'lumen']);
  return {
    index,
    page: (
      organizationId: string,
      upserts: readonly CachedBill[],
      deletes: readonly string[] = [],
    ) => index.change({ organizationId, upserts, deletes }),
    /** Organization and number of the bill with this id, and the conflicting bills. */
    shownOf: (billId = 'same') => {
      const row = index.get(billId);
      return {
        shown: row && `${row.organizationId} ${row.bill.totalCents}`,
        conflicting: index.conflictingIds.get().map(({ organizationId }) => organizationId),
      };
    },
  };
}

test('pages change bills of every organization shown, and not of others', () => {
  const { index, page } = indexOfBoth();
  index.load([of('acme', 'a'), of('lumen', 'l'), of('third', 't')]);
  index.loaded('all');
  page('lumen', [of('lumen', 'l', 7)]);
  page('third', [of('third', 't2')]);
  page('acme', [], ['a']);
  expect(
    index.query(all).map((row) => `${row.organizationId} ${row.bill.id} ${row.bill.totalCents}`),
  ).toEqual(['lumen l 7']);
});

test('whether bills come from disk or service, the first bill of an id stays and the second is left out', () => {
  const disk = indexOfBoth();
  disk.index.load([of('acme', 'same', 1)]);
  disk.index.load([of('lumen', 'same', 2)]);
  const pages = indexOfBoth();
  pages.page('lumen', [of('lumen', 'same', 2)]);
  pages.page('acme', [of('acme', 'same', 1)]);
  const mixed = indexOfBoth();
  mixed.page('lumen', [of('lumen', 'same', 2)]);
  mixed.index.load([of('acme', 'same', 1)]);
  expect([disk.shownOf(), pages.shownOf(), mixed.shownOf()]).toEqual([
    { shown: 'acme 1', conflicting: ['lumen'] },
    { shown: 'lumen 2', conflicting: ['acme'] },
    { shown: 'lumen 2', conflicting: ['acme'] },
  ]);
});

test('changes of the bill left out never touch the one on screen', () => {
  const { index, page, shownOf } = indexOfBoth();
  page('acme', [of('acme', 'same', 1)]);
  page('lumen', [of('lumen', 'same', 2)]);
  page('lumen', [of('lumen', 'same', 3)]);
  const changed = shownOf();
  page('lumen', [], ['same']);
  const gone = shownOf();
  page('acme', [of('acme', 'same', 5)]);
  const own = shownOf();
  index.reset('lumen');
  expect({ changed, gone, own, reset: shownOf() }).toEqual({
    changed: { shown: 'acme 1', conflicting: ['lumen'] },
    gone: { shown: 'acme 1', conflicting: [] },
    own: { shown: 'acme 5', conflicting: [] },
    reset: { shown: null, conflicting: [] },
  });
});

test('when the bill on screen goes, another organization’s bill with its id does not replace it', () => {
  const { index, page, shownOf } = indexOfBoth();
  page('acme', [of('acme', 'same', 1)]);
  page('lumen', [of('lumen', 'same', 2)]);
  page('acme', [], ['same']);
  page('lumen', [of('lumen', 'same', 3)]);
  const after = shownOf();
  index.reset(['acme', 'lumen']);
  index.load([of('lumen', 'same', 3)]);
  expect({ after, chosenAnew: shownOf() }).toEqual({
    after: { shown: null, conflicting: ['lumen'] },
    chosenAnew: { shown: 'lumen 3', conflicting: [] },
  });
});

test('after any changes, a vendor’s bills are the same as if looked up among all', () => {
  const index = createBillIndex();
  const random = createSeededRandom(7);
  const one = (most: number): number => Math.floor(random.next() * most);
  const names = ['Northwind', 'Southwind', 'Eastwind', null];
  const model = new Map<string, string | null>();
  index.reset(company);
  for (let step = 0; step < 400; step++) {
    const id = `bill-${one(40)}`;
    const name = names[one(names.length)] ?? null;
    const isGone = one(5) === 0;
    if (isGone) model.delete(id);
    else model.set(id, name);
    const upserts = isGone ? [] : [cached(id, billedBy(name))];
    index.change({ organizationId: company, upserts, deletes: isGone ? [id] : [] });
  }
  const found = () =>
    names.map((name) =>
      index
        .ofVendor({ organizationId: company, bill: aBill('any', billedBy(name)) })
        .map(({ bill }) => bill.id)
        .toSorted(),
    );
  const before = found();
  index.reset('other');
  expect([before, found()]).toEqual([
    names.map((name) =>
      [...model.keys()].filter((id) => name !== null && model.get(id) === name).toSorted(),
    ),
    [[], [], [], []],
  ]);
});

test('finding a vendor’s bills reads no bill', () => {
  let reads = 0;
  const rows = Array.from({ length: 2_000 }, (_none, at) => {
    const bill = aBill(`bill-${at}`, billedBy(`Vendor ${at % 100}`));
    const watched = new Proxy(bill, {
      get: (target, field) => {
        reads += 1;
        return Reflect.get(target, field);
      },
    });
    return { ...cachedBill(bill, company), bill: watched };
  });
  const { index } = indexOf(...rows);
  reads = 0;
  const like = { organizationId: company, bill: aBill('any', billedBy('Vendor 7')) };
  const found = index.ofVendor(like);
  expect([found.length, index.ofVendor(like) === found, reads]).toEqual([20, true, 0]);
});
