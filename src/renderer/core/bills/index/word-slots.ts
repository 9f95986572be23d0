import type { SlotSet } from './slot-set.ts';

/**
 * The distinct words of the texts, and the slots of each: 100,000 bills share a few hundred words. A term of
 * letters only is in a text exactly when it is in one of its words, so that no text needs to be read for it.
 */
export interface WordSlots {
  /** Every word there ever was. */
  words(): Iterable<string>;
  /** @param before previous text of the slot, empty for none */
  replace(slot: number, before: string, text: string): void;
  /** Adds the slots of these words. */
  mark(isWanted: (word: string) => boolean, into: SlotSet): void;
}

/** Letters of folded text, and capitals, which only currencies have. */
const aWord = /[A-Za-z\u00AA-\uFFFF]+/g;
const onlyLetters = /^[A-Za-z\u00AA-\uFFFF]+$/;

/** Whether a text contains it exactly when one of its words does. */
export function isOfLetters(spelling: string): boolean {
  return onlyLetters.test(spelling);
}

export function createWordSlots(): WordSlots {
  const slotsOf = new Map<string, Word>();
  return {
    words: () => slotsOf.keys(),
    replace: (slot, before, text) => {
      const [chunk, place] = [slot >>> CHUNK_BITS, slot & (CHUNK - 1)];
      for (const word of before.match(aWord) ?? []) {
        const known = slotsOf.get(word);
        if (known === undefined) continue;
        known.chunks[chunk]?.delete(place);
        known.last = -1;
      }
      for (const word of text.match(aWord) ?? []) {
        let known = slotsOf.get(word);
        if (known === undefined) slotsOf.set(word, (known = { chunks: [], last: -1 }));
        // A text may have a word twice.
        if (known.last === slot) continue;
        known.last = slot;
        (known.chunks[chunk] ??= createChunk()).add(place);
      }
    },
    mark: (isWanted, into) => {
      for (const [word, { chunks }] of slotsOf) {
        if (!isWanted(word)) continue;
        for (let at = 0; at < chunks.length; at++)
          chunks[at]?.mark(into.bits, at << (CHUNK_BITS - 5));
      }
    },
  };
}

interface Word {
  readonly chunks: (Chunk | undefined)[];
  /** The slot added last. */
  last: number;
}

/** Slots per chunk of a word: positions in it fit into 16 bits. */
const CHUNK_BITS = 16;
const CHUNK = 2 ** CHUNK_BITS;
/** For more positions, a bit set takes less memory. */
const MOST_PLACES = CHUNK / 16;

/** Slots of one word within a range of 65,536. */
interface Chunk {
  /** Adds a position that is not in it. */
  add(place: number): void;
  delete(place: number): void;
  /** @param from index of the chunk's first number */
  mark(into: Int32Array, from: number): void;
}

function createChunk(): Chunk {
  let places = new Uint16Array(2);
  let count = 0;
  let bits: Int32Array | null = null;
  const markIn = (into: Int32Array, from: number): void => {
    if (bits === null)
      for (let at = 0; at < count; at++) {
        const place = places[at] ?? 0;
        into[from + (place >>> 5)] = (into[from + (place >>> 5)] ?? 0) | (1 << place);
      }
    else
      for (let at = 0; at < bits.length && from + at < into.length; at++)
        into[from + at] = (into[from + at] ?? 0) | (bits[at] ?? 0);
  };
  return {
    add: (place) => {
      if (bits === null && count === MOST_PLACES) {
        const all = new Int32Array(CHUNK / 32);
        markIn(all, 0);
        [bits, places] = [all, new Uint16Array()];
      }
      if (bits !== null) bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << place);
      else {
        if (count === places.length) {
          const grown = new Uint16Array(Math.ceil(count * 1.5));
          grown.set(places);
          places = grown;
        }
        places[count++] = place;
      }
    },
    delete: (place) => {
      if (bits !== null) bits[place >>> 5] = (bits[place >>> 5] ?? 0) & ~(1 << place);
      else {
        const at = places.subarray(0, count).indexOf(place);
        if (at >= 0) places[at] = places[--count] ?? 0;
      }
    },
    mark: markIn,
  };
}
