import { bitsIn, type SlotSet } from './slot-set.ts';

/** Slots of bills in list order. */
export interface SlotList {
  readonly length: number;
  at(place: number): number | undefined;
  /** Position of a slot; null when it is not in the list. */
  placeOf(slot: number): number | null;
  /** All slots, to go through at once. The array may be reused by the next `walk` of any list. */
  walk(): Uint32Array;
  /**
   * For a list in the order of the slots: one bit per slot, starting with the lowest bit of the first number.
   * Else null.
   */
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

/**
 * Reused by each walk. A million slots take 4 MB, and the user would notice if each letter made that much garbage.
 */
let scratch = new Uint32Array();

/** Slots of a set in ascending order, without a copy. @param set must not change any more */
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
        // Usually few bits are set. Writing unconditionally is then faster than a test: the next write replaces
        // a wrong one.
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

/** Index of the lowest bit set. */
export function firstBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
