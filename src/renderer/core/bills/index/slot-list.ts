import { bitsIn, type SlotSet } from './slot-set.ts';

/** Slots of bills in the order of a list. */
export interface SlotList {
  readonly length: number;
  at(place: number): number | undefined;
  /** Null for a slot that is not in it. */
  placeOf(slot: number): number | null;
  /** All of them, to go through at once: where they are no array, the next walk through any list takes their place. */
  walk(): Uint32Array;
  /** Of a list in the order of the slots: a bit for each, slot 0 is the first of the first number. */
  readonly bits: Int32Array | null;
}

/** Slots in any order. */
export function slotList(slots: Uint32Array): SlotList {
  return {
    length: slots.length,
    at: (place) => slots[place],
    placeOf: (slot) => {
      const place = slots.indexOf(slot);
      return place < 0 ? null : place;
    },
    walk: () => slots,
    bits: null,
  };
}

/** Taken by each walk: a million slots need 4 MB, and to be rid of so much for each letter would be felt. */
let scratch = new Uint32Array();

/** The slots of a set, the first one first: nothing is made for them. @param set does not change any more */
export function slotsIn({ bits, has, count }: SlotSet, length = count()): SlotList {
  return {
    length,
    at: (place) => {
      if (place < 0 || place >= length) return undefined;
      let [at, left] = [0, place];
      for (let here = bitsIn(bits[0] ?? 0); here <= left; here = bitsIn(bits[at] ?? 0)) {
        left -= here;
        at += 1;
      }
      let rest = bits[at] ?? 0;
      for (; left > 0; left--) rest &= rest - 1;
      return at * 32 + firstBit(rest);
    },
    placeOf: (slot) => {
      if (!has(slot)) return null;
      const at = slot >>> 5;
      return count(at) + bitsIn((bits[at] ?? 0) & ((1 << slot) - 1));
    },
    walk: () => {
      if (scratch.length <= length) scratch = new Uint32Array(bits.length * 32 + 1);
      const slots = scratch;
      let to = 0;
      for (let at = 0; at < bits.length; at++) {
        let rest = bits[at] ?? 0;
        // Where few are set, asking whether there is one takes longer than what is done for it: the next takes its place.
        for (let step = 0; step < 2; step++) {
          slots[to] = at * 32 + firstBit(rest);
          to += (rest | -rest) >>> 31;
          rest &= rest - 1;
        }
        for (; rest !== 0; rest &= rest - 1) slots[to++] = at * 32 + firstBit(rest);
      }
      return slots.subarray(0, length);
    },
    bits,
  };
}

/** The place of the lowest bit that is set. */
export function firstBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
