import { findNear, nearWord } from '../search/near-word.ts';
import { holdsTerm, type SearchTerm } from '../search/search-terms.ts';
import { type SlotList, slotsIn } from './slot-list.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { markHits, textAt, type TextBlock } from './text-block.ts';
import { createWordSlots, isOfLetters } from './word-slots.ts';

/**
 * The texts to search of 100,000 bills, joined into a few long ones, which are faster to scan than many. Terms
 * of letters only are looked up in the short list of distinct words, not in the texts.
 */
export interface SearchTexts {
  /** @param text ends with a line break in its block, so that no term matches across two texts */
  set(slot: number, text: string): void;
  /**
   * Slots whose text contains every term; valid until the next search.
   * @param among for few bills: searches only these
   */
  find(terms: readonly SearchTerm[], among?: SlotList): SlotSet;
  /**
   * Whether any text has this at the start of a word.
   * @param isWhole it must also end with a word
   */
  holds(text: string, isWhole: boolean): boolean;
  /** Slots whose text contains every term, at least one only with a typo; valid until the next search. */
  findSimilar(terms: readonly SearchTerm[]): SlotSet;
}

/** Texts per block. A change rebuilds its whole block. */
const BLOCK = 512;

interface Block extends TextBlock {
  text: string;
  /** Texts set since the block was built, by index. */
  readonly changed: Map<number, string>;
}

export function createSearchTexts(): SearchTexts {
  const all: Texts = {
    ...{ blocks: [], changed: new Set<number>(), words: createWordSlots() },
    ...{ sets: [], taken: 0, letters: new Map() },
  };
  const { blocks } = all;
  const begin = (): void => {
    for (const at of all.changed) settle(all, at);
    all.taken = 0;
  };
  return {
    set: (slot, text) => {
      const at = Math.floor(slot / BLOCK);
      const block = blocks[at] ?? emptyBlock();
      blocks[at] = block;
      block.changed.set(slot % BLOCK, text);
      all.changed.add(at);
      // While bills are loaded, build each block once it is full, so that the first search need not build all.
      if (block.changed.size === BLOCK) settle(all, at);
    },
    find: (terms, among) => {
      begin();
      return find(all, terms, among);
    },
    holds: (text, isWhole) => {
      begin();
      if (isOfLetters(text)) return hasWord(all, text, isWhole);
      return hasPhrase(all, text, isWhole);
    },
    findSimilar: (terms) => {
      begin();
      const found = inAll(all, terms, nearly);
      found.remove(find(all, terms));
      return found;
    },
  };
}

interface Texts {
  readonly blocks: Block[];
  /** Indexes of the blocks to rebuild. */
  readonly changed: Set<number>;
  readonly words: ReturnType<typeof createWordSlots>;
  /** Reused by each search: allocating 125 KB per word for a million bills would be noticeable. */
  readonly sets: SlotSet[];
  /** Number of sets that this search uses. */
  taken: number;
  /**
   * Slots whose words contain a letter, until a text changes: each search begins with one, and most words have
   * it.
   */
  readonly letters: Map<string, SlotSet>;
}

function settle(all: Texts, at: number): void {
  const { blocks, changed: unsettled, words } = all;
  const block = blocks[at];
  unsettled.delete(at);
  if (block === undefined) return;
  const { starts, changed } = block;
  all.letters.clear();
  for (const [place, text] of changed)
    words.replace(at * BLOCK + place, textAt(block, place), text);
  const texts = Array.from(
    { length: BLOCK },
    (_none, place) => changed.get(place) ?? textAt(block, place),
  );
  let from = 0;
  for (const [place, text] of texts.entries()) {
    starts[place] = from;
    from += text.length + 1;
  }
  starts[BLOCK] = from;
  block.text = texts.join('\n');
  changed.clear();
}

function find(all: Texts, terms: readonly SearchTerm[], among?: SlotList): SlotSet {
  const found = inAll(all, terms.filter(isWord), holding);
  const [first, ...others] = rarestFirst(terms.filter((term) => !isWord(term)));
  if (first === undefined) return found;
  const left = emptySet(all);
  if (among === undefined) {
    const isWanted = (slot: number, text: string): boolean =>
      found.has(slot) && holdsAll(text, others);
    for (const spelling of first)
      scan(all, spelling, left, terms.length === 1 ? undefined : isWanted);
    return left;
  }
  for (const slot of among.walk()) {
    const block = found.has(slot) ? all.blocks[Math.floor(slot / BLOCK)] : undefined;
    if (block && holdsAll(textAt(block, slot % BLOCK), [first, ...others])) left.add(slot);
  }
  return left;
}

/** For letters only. Words of deleted texts may remain: a search may then read one as text, but hides no bill. */
function hasWord({ words }: Texts, text: string, isWhole: boolean): boolean {
  for (const word of words.words())
    if (isWhole ? word === text : word.startsWith(text)) return true;
  return false;
}

/** For several words, or letters and digits. Reads only texts that have all its words. */
function hasPhrase(all: Texts, text: string, isWhole: boolean): boolean {
  const parts = [...text.matchAll(lettersIn)];
  if (parts.length === 0) return all.blocks.some((block) => hasWords(block.text, text, isWhole));
  const found = emptySet(all).fill();
  for (const { 0: part, index } of parts) {
    const isCut = !isWhole && index + part.length === text.length;
    const into = emptySet(all);
    all.words.mark((word) => (isCut ? word.startsWith(part) : word === part), into);
    found.keep(into);
  }
  return slotsIn(found)
    .walk()
    .some((slot) => {
      const block = all.blocks[Math.floor(slot / BLOCK)];
      return block !== undefined && hasWords(textAt(block, slot % BLOCK), text, isWhole);
    });
}

const lettersIn = /[A-Za-z\u00AA-\uFFFF]+/g;

function hasWords(texts: string, text: string, isWhole: boolean): boolean {
  for (let at = texts.indexOf(text); at >= 0; at = texts.indexOf(text, at + 1)) {
    const [before, behind] = [texts.charAt(at - 1), texts.charAt(at + text.length)];
    if (!aWordPart.test(before) && !(isWhole && aWordPart.test(behind))) return true;
  }
  return false;
}

const aWordPart = /[\p{L}\p{N}]/u;

/** Slots that match every term; all slots for no terms. */
function inAll(
  all: Texts,
  terms: readonly SearchTerm[],
  findFor: (all: Texts, term: SearchTerm) => SlotSet,
): SlotSet {
  const [first, ...others] = terms.map((term) => findFor(all, term));
  const found = first ?? emptySet(all).fill();
  for (const other of others) found.keep(other);
  return found;
}

/** Slots that contain one of the spellings. */
function holding(all: Texts, spellings: readonly string[]): SlotSet {
  const found = emptySet(all);
  for (const spelling of spellings)
    if (!isOfLetters(spelling)) scan(all, spelling, found);
    else if (spelling.length === 1) found.join(ofLetter(all, spelling));
    else all.words.mark((word) => word.includes(spelling), found);
  return found;
}

/** Letters to cache: each takes 125 KB for a million bills. */
const MOST_LETTERS = 32;

function ofLetter(all: Texts, letter: string): SlotSet {
  const { letters, words, blocks } = all;
  const known = letters.get(letter);
  if (known) return known;
  const found = createSlotSet(blocks.length * BLOCK);
  words.mark((word) => word.includes(letter), found);
  if (letters.size === MOST_LETTERS) letters.clear();
  letters.set(letter, found);
  return found;
}

/** Slots whose text has a word that matches the term with a typo. */
function nearly(all: Texts, term: SearchTerm): SlotSet {
  const near = nearWord(term[0]);
  if (near === null) return holding(all, term);
  const begun = new Set<string>();
  for (const word of all.words.words()) {
    const range = findNear(word, near);
    if (range !== null) begun.add(word.slice(...range));
  }
  const found = holding(all, term.filter(isOfLetters));
  const beginnings = [...begun];
  all.words.mark((word) => beginnings.some((beginning) => word.startsWith(beginning)), found);
  return found;
}

function scan(
  { blocks }: Texts,
  spelling: string,
  into: SlotSet,
  isWanted?: (slot: number, text: string) => boolean,
): void {
  for (const [at, block] of blocks.entries())
    markHits(block, spelling, { into, from: at * BLOCK, isWanted });
}

function emptySet(all: Texts): SlotSet {
  const { sets, blocks } = all;
  const size = blocks.length * BLOCK;
  const used = sets[all.taken];
  const set = used?.size === size ? used.clear() : createSlotSet(size);
  sets[all.taken++] = set;
  return set;
}

function emptyBlock(): Block {
  const starts = Uint32Array.from({ length: BLOCK + 1 }, (_none, at) => at);
  return { text: '\n'.repeat(BLOCK - 1), starts, changed: new Map() };
}

function holdsAll(text: string, terms: readonly SearchTerm[]): boolean {
  return terms.every((term) => holdsTerm(text, term));
}

/** Whether a text contains the term exactly when one of its words does. */
function isWord(term: SearchTerm): boolean {
  return term.every(isOfLetters);
}

/** Longest first, because it matches the fewest bills. */
function rarestFirst(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const shortest = (term: SearchTerm): number => Math.min(...term.map(({ length }) => length));
  return terms.toSorted((left, right) => shortest(right) - shortest(left));
}
