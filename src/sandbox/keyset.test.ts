import { expect, test } from 'vitest';
import { createSeededRandom } from '../base/testing/seeded-random.ts';
import { drawInt } from './company/draw.ts';
import { createKeyset, keyOf, type Keyed } from './keyset.ts';

test.each([1, 2, 3, 4, 5])(
  'the order holds while items are added and removed (seed %i)',
  (seed) => {
    const random = createSeededRandom(seed);
    const keyset = createKeyset<Keyed>([]);
    const model: Keyed[] = [];
    for (let step = 0; step < 300; step++) {
      const known = model[drawInt(random, 0, model.length * 2)];
      if (known) {
        model.splice(model.indexOf(known), 1);
        keyset.remove(known);
      } else {
        // Few distinct times, so that many items share one.
        const item = { id: `id-${step % 97}-${step}`, created_at: `T${drawInt(random, 0, 5)}` };
        model.push(item);
        keyset.insert(item);
      }
    }
    const sorted = model.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const pages: Keyed[] = [];
    let key: string | null = null;
    do {
      const page = keyset.page(key, 7);
      pages.push(...page.items);
      key = page.nextKey;
    } while (key !== null);
    expect([keyset.all, pages]).toEqual([sorted, sorted]);
  },
);

test('a key stays valid after its item is removed', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, created_at: 'T' }));
  const keyset = createKeyset<Keyed>(items);
  const { nextKey } = keyset.page(null, 2);
  for (const item of items.slice(0, 2)) keyset.remove(item);
  expect(keyset.page(nextKey, 2).items.map(({ id }) => id)).toEqual(['c', 'd']);
});
