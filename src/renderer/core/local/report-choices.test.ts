import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { nodeCipher } from '../testing/node-cipher.ts';
import { createLocalDatabase } from './local-database.ts';
import { createReportChoices } from './report-choices.ts';

const key = (letter: string): string => Buffer.from(letter.repeat(32)).toString('base64');

async function start(indexedDB: IDBFactory, connectionId = 'connection', letter = 'k') {
  const faults: unknown[] = [];
  const choices = createReportChoices({
    idb: { indexedDB, IDBKeyRange },
    onFault: (problem) => faults.push(problem),
  });
  choices.switchConnection({ connectionId, cipher: await nodeCipher(connectionId, key(letter)) });
  await choices.settled();
  return { choices, faults };
}

const layout = { signature: ['no', 'betrag'], columns: { number: 0, amount: 1 }, dayOrder: null };

test('choices outlive the renderer, belong to one connection, and are on disk only sealed', async () => {
  const disk = new IDBFactory();
  const first = await start(disk);
  first.choices.change(() => ({ budgets: { EUR: 5_000 } }));
  first.choices.change(({ budgets }) => ({
    budgets: { ...budgets, USD: 1 },
    layouts: { northwind: layout },
  }));
  await first.choices.settled();
  first.choices.close();
  const again = await start(disk);
  const other = await start(disk, 'other-connection');
  const otherKey = await start(disk, 'connection', 'o');
  const database = createLocalDatabase('connection', { indexedDB: disk, IDBKeyRange });
  await database.open();
  const [row] = await database.choices.toArray();
  database.close();
  const { budgets, layouts } = again.choices.current.get();
  expect({
    budgets,
    layouts,
    other: other.choices.current.get().budgets,
    otherKey: otherKey.choices.current.get().budgets,
    closed: first.choices.current.get().budgets,
    fields: Object.keys(row as object),
    faults: [...first.faults, ...again.faults, ...other.faults],
  }).toEqual({
    ...{ budgets: { EUR: 5_000, USD: 1 }, layouts: { northwind: layout } },
    ...{ other: {}, otherKey: {}, closed: {}, fields: ['id', 'sealed'], faults: [] },
  });
  for (const { choices } of [again, other, otherKey]) choices.close();
});
