import { findNear, isLetter, nearWord } from './near-word.ts';
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
  /** Every word there ever was. They are few, so that a wrong letter is looked for in them and not in the texts. */
  const words = new Set<string>();

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
    for (const text of changed.values())
      for (const word of text.match(aWord) ?? []) words.add(word);
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
      const isWanted = others.length === 0 ? null : (text: string) => holdsAll(text, others);
      for (const [at, block] of blocks.entries()) {
        const into = hits.subarray(at * BLOCK, (at + 1) * BLOCK);
        for (const spelling of first ?? ['']) markHits(settled(block), spelling, into, isWanted);
      }
      return hits;
    },
    findSimilar: (terms) => {
      const hits = new Uint8Array(blocks.length * BLOCK);
      for (const block of blocks) settled(block);
      const [first, ...others] = rarestFirst(terms).map((term) => nearTerm(term, words));
      if (first === undefined) return hits;
      // Alone it would be an exact find.
      const spellings = others.length > 0 ? [...first.exact, ...first.begun] : first.begun;
      const isSimilar = (text: string): boolean =>
        holdsNearly(text, first) &&
        others.every((other) => holdsNearly(text, other)) &&
        !holdsAll(text, terms);
      for (const [at, block] of blocks.entries()) {
        const into = hits.subarray(at * BLOCK, (at + 1) * BLOCK);
        for (const spelling of spellings) markHits(block, spelling, into, isSimilar);
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
  isWanted: ((text: string) => boolean) | null,
): void {
  let at = 0;
  for (let found = text.indexOf(spelling); found >= 0;) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1;
    if (at >= BLOCK) return;
    const end = (starts[at + 1] ?? 1) - 1;
    // The line break behind a text is no part of it, though a spelling may begin with one.
    const isIn = found < end && hits[at] !== 1;
    if (isIn && (isWanted === null || isWanted(text.slice(starts[at], end)))) hits[at] = 1;
    at += 1;
    found = text.indexOf(spelling, starts[at]);
  }
}

function holdsAll(text: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => holdsTerm(text, term));
}

/** A term, as it stands in some text and as words begin that are nearly it. */
interface NearTerm {
  readonly exact: readonly string[];
  readonly begun: readonly string[];
}

const aWord = /[a-z\u00AA-\uFFFF]{3,}/g;

function nearTerm(term: SearchTerm, words: ReadonlySet<string>): NearTerm {
  const near = nearWord(term[0]);
  if (near === null) return { exact: term, begun: [] };
  const exact = new Set<string>();
  const begun = new Set<string>();
  for (const word of words) {
    for (const spelling of term) if (word.includes(spelling)) exact.add(spelling);
    const found = findNear(word, near);
    if (found !== null) begun.add(word.slice(...found));
  }
  return { exact: [...exact], begun: [...begun] };
}

function holdsNearly(text: string, { exact, begun }: NearTerm): boolean {
  return (
    exact.some((spelling) => text.includes(spelling)) ||
    begun.some((beginning) => beginsWord(text, beginning))
  );
}

function beginsWord(text: string, beginning: string): boolean {
  let at = text.indexOf(beginning);
  while (at >= 0 && isLetter(text, at - 1)) at = text.indexOf(beginning, at + 1);
  return at >= 0;
}

/** The longest is found least often. */
function rarestFirst(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const shortest = (term: SearchTerm): number => Math.min(...term.map(({ length }) => length));
  return terms.toSorted((left, right) => shortest(right) - shortest(left));
}
