import { findNear, nearAt, type NearWord, nearWord } from './near-word.ts';
import { holdsTerm, type SearchTerm } from './search-terms.ts';

/** The texts the search looks in, of 100,000 bills: in a few long ones, which are gone through faster than many. */
export interface SearchTexts {
  /** @param text has no part that a term could run across to the next text: they stand on lines of their own */
  set(slot: number, text: string): void;
  /** 1 at each slot whose text holds every term. */
  find(terms: readonly SearchTerm[]): Uint8Array;
  /** 1 at each slot whose text holds every term, at least one of them with a wrong letter only. */
  findSimilar(terms: readonly SearchTerm[]): Uint8Array;
  holds(slot: number, terms: readonly SearchTerm[]): boolean;
}

/** Texts in one block: what changes is put together anew by blocks. */
const BLOCK = 512;

interface Block {
  text: string;
  /** Where each begins, and the end of the last. Between two of them stands a line break. */
  readonly starts: Uint32Array;
  /** By place: set since the block was put together. */
  readonly changed: Map<number, string>;
}

export function createSearchTexts(): SearchTexts {
  const blocks: Block[] = [];

  const settled = (block: Block): Block => {
    if (block.changed.size === 0) return block;
    const { starts, changed } = block;
    const texts = Array.from(
      { length: BLOCK },
      (_none, at) => changed.get(at) ?? textAt(block, at),
    );
    let from = 0;
    for (const [at, text] of texts.entries()) {
      starts[at] = from;
      from += text.length + 1;
    }
    starts[BLOCK] = from;
    block.text = texts.join('\n');
    changed.clear();
    return block;
  };

  return {
    set: (slot, text) => {
      const at = Math.floor(slot / BLOCK);
      const block = blocks[at] ?? emptyBlock();
      blocks[at] = block;
      block.changed.set(slot % BLOCK, text);
      // Bills from the disk fill one after the other: the first letter of a search need not do it for all.
      if (block.changed.size === BLOCK) settled(block);
    },
    find: (terms) => {
      const hits = new Uint8Array(blocks.length * BLOCK);
      const [first, ...others] = rarestFirst(terms);
      for (const [at, block] of blocks.entries()) {
        const into = hits.subarray(at * BLOCK, (at + 1) * BLOCK);
        for (const spelling of first ?? [''])
          markHits(settled(block), spelling, into, (text) => holdsAll(text, others));
      }
      return hits;
    },
    findSimilar: (terms) => {
      const hits = new Uint8Array(blocks.length * BLOCK);
      const [first, ...others] = rarestFirst(terms).map((term) => ({
        term,
        near: nearWord(term[0]),
      }));
      if (first === undefined) return hits;
      for (const [at, block] of blocks.entries()) {
        const into = hits.subarray(at * BLOCK, (at + 1) * BLOCK);
        const isSimilar = (text: string): boolean =>
          others.every(({ term, near }) => holdsNearly(text, term, near)) && !holdsAll(text, terms);
        // Alone it would be an exact find.
        if (others.length > 0)
          for (const spelling of first.term) markHits(settled(block), spelling, into, isSimilar);
        if (first.near !== null) markNear(settled(block), first.near, into, isSimilar);
      }
      return hits;
    },
    holds: (slot, terms) => {
      const block = blocks[Math.floor(slot / BLOCK)];
      return block !== undefined && holdsAll(textAt(settled(block), slot % BLOCK), terms);
    },
  };
}

function emptyBlock(): Block {
  const starts = Uint32Array.from({ length: BLOCK + 1 }, (_none, at) => at);
  return { text: '\n'.repeat(BLOCK - 1), starts, changed: new Map() };
}

function textAt({ text, starts }: Block, at: number): string {
  return text.slice(starts[at] ?? 0, (starts[at + 1] ?? 1) - 1);
}

function markHits(
  { text, starts }: Block,
  spelling: string,
  hits: Uint8Array,
  isWanted: (text: string) => boolean,
): void {
  let at = 0;
  for (let found = text.indexOf(spelling); found >= 0;) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1;
    if (at >= BLOCK) return;
    if (hits[at] !== 1 && isWanted(text.slice(starts[at], (starts[at + 1] ?? 1) - 1))) hits[at] = 1;
    at += 1;
    found = text.indexOf(spelling, starts[at]);
  }
}

function markNear(
  { text, starts }: Block,
  near: NearWord,
  hits: Uint8Array,
  isWanted: (text: string) => boolean,
): void {
  for (const piece of near.pieces) {
    let at = 0;
    for (let found = text.indexOf(piece.text); found >= 0;) {
      let next = found + 1;
      if (nearAt(text, found, near, piece) !== null) {
        while ((starts[at + 1] ?? Infinity) <= found) at += 1;
        if (at >= BLOCK) break;
        if (hits[at] !== 1 && isWanted(text.slice(starts[at], (starts[at + 1] ?? 1) - 1)))
          hits[at] = 1;
        next = starts[at + 1] ?? text.length;
      }
      found = text.indexOf(piece.text, next);
    }
  }
}

function holdsAll(text: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => holdsTerm(text, term));
}

function holdsNearly(text: string, term: SearchTerm, near: NearWord | null): boolean {
  return holdsTerm(text, term) || (near !== null && findNear(text, near) !== null);
}

/** The longest is found least often. */
function rarestFirst(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const shortest = (term: SearchTerm): number => Math.min(...term.map(({ length }) => length));
  return terms.toSorted((left, right) => shortest(right) - shortest(left));
}
