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
  /** Leaves those that are in the other too; in one as large. */
  keep(other: SlotSet): void;
  /** Leaves those that are not in the other. */
  remove(other: SlotSet): void;
  /** Slot 0 is the first bit of the first number. */
  readonly bits: Uint32Array;
}

const BITS = 32;

/** An empty one. @param size slots from 0 to before this */
export function createSlotSet(size: number): SlotSet {
  const bits = new Uint32Array(Math.ceil(size / BITS));
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
    keep: (other) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (other.bits[at] ?? 0);
    },
    remove: (other) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(other.bits[at] ?? 0);
    },
  };
  return set;
}
