import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aBill, cachedBill } from '../testing/fake-bridge.ts';
import { createBillIndex } from './bill-index.ts';
import { payableByDueDate } from './bill-row.ts';
import { findNear, nearWord } from './near-word.ts';
import { holdsTerm, type SearchTerm, searchTerms } from './search-terms.ts';
import { searchTextOf } from './search-text.ts';

const aWord = fc.constantFrom(
  'oak',
  'oakley',
  'Kla',
  'ley-12',
  'oaklye',
  '12',
  '120',
  '1.20',
  'Öl',
  'a',
);
const words = fc.array(aWord, { maxLength: 3 }).map((each) => each.join(' '));
const someBills = fc.array(
  fc.record({
    bill_number: fc.option(words),
    memo: fc.option(words),
    vendor: fc.option(fc.record({ name: words })),
    currency: fc.constantFrom('USD', 'EUR'),
    total_cents: fc.constantFrom(1_20, 12_00, 120_00, 9_99),
  }),
  { minLength: 1, maxLength: 60 },
);
const aSearch = fc.tuple(fc.constantFrom('', 'usd ', 'eur '), words).map((parts) => parts.join(''));

/** Text by text, word by word. */
function holdsNearly(text: string, term: SearchTerm): boolean {
  const near = nearWord(term[0]);
  const parts = text.match(/\p{L}+/gu) ?? [];
  return (
    holdsTerm(text, term) || (near !== null && parts.some((part) => findNear(part, near) !== null))
  );
}

test('C-21 letter by letter, after bills have come and gone, all bills are found that hold what is typed, and no other', () => {
  fc.assert(
    fc.property(
      someBills,
      someBills,
      fc.array(aSearch, { maxLength: 4 }),
      (first, second, searches) => {
        const index = createBillIndex();
        index.reset('acme');
        const bills = new Map(first.map((fields, at) => [`${at}`, aBill(`${at}`, fields)]));
        index.load([...bills.values()].map((bill) => cachedBill(bill)));
        index.loaded('all');
        const changed = second.slice(0, 20).map((fields, at) => aBill(`${at * 2}`, fields));
        const gone = [...bills.keys()].filter((id) => Number(id) % 5 === 1);
        const upserts = changed.map((bill) => cachedBill(bill));
        index.change({ organizationId: 'acme', upserts, deletes: gone });
        for (const bill of changed) bills.set(bill.id, bill);
        for (const id of gone) bills.delete(id);
        for (const typed of searches) {
          for (let letters = 1; letters <= typed.length; letters++) {
            const search = typed.slice(0, letters);
            const terms = searchTerms(search);
            const held = [...bills.values()].filter((bill) =>
              terms.every((term) => holdsTerm(searchTextOf(bill), term)),
            );
            const found = index.query({ ...payableByDueDate, search }).map(({ bill }) => bill.id);
            expect(found.toSorted()).toEqual(held.map(({ id }) => id).toSorted());
            const near = [...bills.values()].filter((bill) => {
              const text = searchTextOf(bill);
              return !held.includes(bill) && terms.every((term) => holdsNearly(text, term));
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
