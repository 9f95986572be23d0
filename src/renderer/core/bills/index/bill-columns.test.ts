import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleRow } from '../../../kit/testing/samples.ts';
import { createBillColumns } from './bill-columns.ts';

const BILLS = 1_500;
const SMALLEST = -(2 ** 31);
/** Cents around the limits of a 32-bit number, and the largest possible amounts. */
const anAmount = fc.constantFrom(
  ...[0, -1, SMALLEST, SMALLEST - 1, 2 ** 31 - 1, 2 ** 31],
  ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
);

test('each amount due is stored exactly, small or large, as bills come, change and are arranged', () => {
  const some = fc.dictionary(fc.nat({ max: BILLS - 1 }).map(String), anAmount, { maxKeys: 4 });
  fc.assert(
    fc.property(some, some, (first, later) => {
      let columns = createBillColumns();
      const wanted = Array.from({ length: BILLS }, (_none, at) => first[at] ?? at);
      const put = (at: number): void => {
        const row = sampleRow({ id: String(at), amountDueCents: wanted[at] ?? 0 });
        columns.put(row, columns.slotOf(row.bill.id));
      };
      for (const at of wanted.keys()) put(at);
      for (const [at, cents] of Object.entries(later)) wanted[Number(at)] = cents;
      for (const at of Object.keys(later)) put(Number(at));
      const held = (): number[] =>
        wanted.map((_cents, at) => columns.amountCents[columns.slotOf(String(at)) ?? -1] ?? NaN);
      expect(held()).toEqual(wanted);
      const steps = columns.arranged(Uint32Array.from(wanted.keys()).toReversed());
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      columns = step.value ?? columns;
      expect(columns.slotOf('0')).toBe(BILLS - 1);
      expect(held()).toEqual(wanted);
    }),
    { numRuns: 20, seed: 5 },
  );
});
