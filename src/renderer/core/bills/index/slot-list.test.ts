import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotList, slotsIn } from './slot-list.ts';
import { createSlotSet } from './slot-set.ts';

const SIZE = 1_200;
const someSlots = fc
  .tuple(
    fc.constantFrom(0, 1, 7, 300, SIZE),
    fc.uniqueArray(fc.integer({ min: 0, max: SIZE - 1 }), { maxLength: 60 }),
  )
  // All slots from some slot on, so that some words of 32 bits are full and others almost empty.
  .map(([full, others]) => [
    ...new Set([...others, ...Array.from({ length: full }, (_none, at) => at)]),
  ]);

test('a list of slots has each slot at its position, as a set of bits or as an array', () => {
  const places = Array.from({ length: SIZE + 2 }, (_none, at) => at - 1);
  fc.assert(
    fc.property(someSlots, someSlots, (slots, others) => {
      const [set, other] = [createSlotSet(SIZE), createSlotSet(SIZE)];
      for (const slot of slots) set.add(slot);
      for (const slot of others) other.add(slot);
      const rising = slots.toSorted((left, right) => left - right);
      const both = set.copy();
      both.keep(other);
      const either = set.copy();
      either.join(other);
      const wanted = [
        [slotsIn(set), rising],
        [slotList(Uint32Array.from(slots)), slots],
        [slotsIn(both), rising.filter((slot) => others.includes(slot))],
        [
          slotsIn(either),
          [...new Set([...slots, ...others])].toSorted((left, right) => left - right),
        ],
      ] as const;
      for (const [list, held] of wanted) {
        expect([list.length, [...list.walk()]]).toEqual([held.length, [...held]]);
        expect(places.map((place) => list.at(place))).toEqual(places.map((place) => held[place]));
        expect(places.map((slot) => list.placeOf(slot))).toEqual(
          places.map((slot) => (held.includes(slot) ? held.indexOf(slot) : null)),
        );
      }
    }),
    { numRuns: 60, seed: 3 },
  );
});
