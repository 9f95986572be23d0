import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { createCountingIds } from '../../../base/testing/seeded-random.ts';
import { createLocalDatabase } from './local-database.ts';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { noFilter, firstListChoice, type ListChoice } from '../model/list-choice.ts';
import { isFirstChoice, isSameChoice, readListChoice, writeListChoice } from './saved-view.ts';
import { createSavedViews, type LiveSavedViews } from './saved-views.ts';

const large: ListChoice = {
  ...firstListChoice,
  search: 'roof',
  sort: 'amount',
  descending: true,
  grouping: 'vendor',
  filter: { ...noFilter, currency: 'EUR', amountFromCents: 100_000, dueFrom: '2026-11-01' },
};

function start(indexedDB: IDBFactory, connectionId = 'connection') {
  const faults: unknown[] = [];
  const views = createSavedViews({
    idb: { indexedDB, IDBKeyRange },
    ids: createCountingIds(),
    onFault: (problem) => faults.push(problem),
  });
  views.switchConnection(connectionId);
  return { views, faults };
}

const names = ({ all }: LiveSavedViews): readonly string[] => all.get().map(({ name }) => name);

test('a saved view belongs to one connection and outlives the renderer', async () => {
  const disk = new IDBFactory();
  const first = start(disk);
  await first.views.save(' Large ', large);
  await first.views.save('Acme', firstListChoice);
  first.views.close();
  const again = start(disk);
  const other = start(disk, 'other-connection');
  await settle();
  const [, view] = again.views.all.get();
  expect({
    again: names(again.views),
    same: view && isSameChoice(view, large),
    other: names(other.views),
    closed: names(first.views),
    faults: [...first.faults, ...again.faults, ...other.faults],
  }).toEqual({ again: ['Acme', 'Large'], same: true, other: [], closed: [], faults: [] });
  again.views.close();
  other.views.close();
});

test('views are renamed, replaced and deleted; no two have the same name', async () => {
  const { views, faults } = start(new IDBFactory());
  await views.save('Large', large);
  await views.save('Soon', firstListChoice);
  const [first] = views.all.get();
  const id = first?.id ?? '';
  const results = [
    await views.rename(id, ' soon '),
    await views.rename(id, 'Biggest'),
    await views.save('BIGGEST', firstListChoice),
    await views.rename('gone', 'Anything'),
  ];
  const replaced = views.all.get().map((view) => [view.name, isFirstChoice(view)]);
  await views.remove(id);
  expect({ results, replaced, left: names(views), faults }).toEqual({
    results: ['nameTaken', 'saved', 'saved', 'notSaved'],
    replaced: [
      ['BIGGEST', true],
      ['Soon', true],
    ],
    left: ['Soon'],
    faults: [],
  });
  views.close();
});

test('a view this version cannot read is not shown, and stays on disk', async () => {
  const disk = new IDBFactory();
  const database = createLocalDatabase('connection', { indexedDB: disk, IDBKeyRange });
  await database.open();
  const later = {
    id: 'later',
    name: 'Later',
    ...large,
    filter: { ...large.filter, project: 'roof' },
  };
  await database.views.bulkPut([later, { id: 'torn' }]);
  const { views } = start(disk);
  await views.save('Large', large);
  expect([names(views), (await database.views.toArray()).length]).toEqual([['Large'], 3]);
  views.close();
  database.close();
});

test('on a full disk the view is not saved, and not shown as saved', async () => {
  const { views, faults } = start(new IDBFactory());
  await views.save('Soon', firstListChoice);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const refused = await views.save('Large', large);
  full.mockRestore();
  const whileFull = names(views);
  const kept = await views.save('Large', large);
  expect({ refused, whileFull, kept, after: names(views), faults: faults.length }).toEqual({
    refused: 'notSaved',
    whileFull: ['Soon'],
    kept: 'saved',
    after: ['Large', 'Soon'],
    faults: 1,
  });
  views.close();
});

test('the default list cannot be saved as a view', () => {
  expect([isFirstChoice(firstListChoice), isFirstChoice(large)]).toEqual([true, false]);
});

test('a list choice returns from its text; an unknown text is the default list', () => {
  const texts = [large, firstListChoice, { ...large, search: 'x'.repeat(20_000) }].map(
    writeListChoice,
  );
  const others = ['', '{', '{"list":"inbox"}', `{"more":1,${texts[0]?.slice(1)}`];
  expect([...texts, ...others].map(readListChoice)).toEqual([
    large,
    ...texts.slice(1).map(() => firstListChoice),
    ...others.map(() => firstListChoice),
  ]);
});
