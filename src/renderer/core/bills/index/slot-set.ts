/** Slots of bills, a bit for each: what a search has found. */
export interface SlotSet {
  has(slot: number): boolean;
  add(slot: number): void;
  /** Adds all there are. */
  fill(): SlotSet;
  /** Leaves none. */
  clear(): SlotSet;
  /** The first slot it has no bit for. */
  readonly size: number;
  /** How many there are. @param numbers of 32 slots each, from the first; all without it */
  count(numbers?: number): number;
  /** Adds those of the other, one as large. */
  join(other: SlotSet): void;
  /** Leaves those that are in the other too; in one as large. */
  keep(other: SlotSet): void;
  /** Leaves those that are not in the other. */
  remove(other: SlotSet): void;
  /** Another one of the same slots. */
  copy(): SlotSet;
  /** Slot 0 is the first bit of the first number. */
  readonly bits: Int32Array;
}

const BITS = 32;
/** Numbers a set grows by, so that two sets of the same bills are equally long. */
const AT_ONCE = 16;

/** @param size slots from 0 to before this @param bits none for an empty one */
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

/** How many bits are set: by twos, by fours, by eights, and all of these. */
export function bitsIn(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55_55_55_55);
  const fours = (twos & 0x33_33_33_33) + ((twos >>> 2) & 0x33_33_33_33);
  return Math.imul((fours + (fours >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
