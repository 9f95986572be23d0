/** A set of slots, one bit per slot: the result of a search. */
export interface SlotSet {
  has(slot: number): boolean;
  add(slot: number): void;
  fill(): SlotSet;
  clear(): SlotSet;
  /** The first slot beyond its capacity. */
  readonly size: number;
  /** Number of slots. @param numbers counts only this many numbers of 32 slots each, from the first */
  count(numbers?: number): number;
  /** Adds the slots of another set of the same size. */
  join(other: SlotSet): void;
  /** Keeps only the slots that are also in another set of the same size. */
  keep(other: SlotSet): void;
  /** Removes the slots that are in the other set. */
  remove(other: SlotSet): void;
  copy(): SlotSet;
  /** Slot 0 is the lowest bit of the first number. */
  readonly bits: Int32Array;
}

const BITS = 32;
/** A set has a multiple of this many 32-bit numbers, so that sets of the same bills have equal length. */
const AT_ONCE = 16;

/** @param size slots from 0 to `size` - 1 @param bits none for an empty set */
export function createSlotSet(
  size: number,
  bits = new Int32Array(Math.ceil(size / (BITS * AT_ONCE)) * AT_ONCE),
): SlotSet {
  const set: SlotSet = {
    bits,
    size,
    fill: () => {
      bits.fill(-1);
      return set;
    },
    clear: () => {
      bits.fill(0);
      return set;
    },
    has: (slot) => ((bits[slot >>> 5] ?? 0) & (1 << slot)) !== 0,
    add: (slot) => {
      bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << slot);
    },
    count: (numbers = bits.length) => {
      let count = 0;
      for (let at = 0; at < numbers; at++) count += bitsIn(bits[at] ?? 0);
      return count;
    },
    join: (other) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (other.bits[at] ?? 0);
    },
    keep: (other) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (other.bits[at] ?? 0);
    },
    remove: (other) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(other.bits[at] ?? 0);
    },
    copy: () => createSlotSet(size, bits.slice()),
  };
  return set;
}

/** Number of bits set, added up in pairs, fours, eights, and so on. */
export function bitsIn(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55_55_55_55);
  const fours = (twos & 0x33_33_33_33) + ((twos >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
