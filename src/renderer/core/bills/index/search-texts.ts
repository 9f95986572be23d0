import { findNear, nearWord } from '../search/near-word.ts';
import { holdsTerm, type SearchTerm } from '../search/search-terms.ts';
import { type SlotList, slotsIn } from './slot-list.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';
import { markHits, textAt, type TextBlock } from './text-block.ts';
import { createWordSlots, isOfLetters } from './word-slots.ts';

/**
 * The texts the search looks in, of 100,000 bills: in a few long ones, which are gone through faster than many. What
 * consists of letters alone is looked for in the words there are, which are few, and in no text.
 */
export interface SearchTexts {
  /** @param text has no part that a term could run across to the next text: they stand on lines of their own */
  set(slot: number, text: string): void;
  /**
   * The slots whose text holds every term, until the next search.
   * @param among where they are few: no others are looked for
   */
  find(terms: readonly SearchTerm[], among?: SlotList): SlotSet;
  /**
   * Whether a text has this at the beginning of a word.
   * @param isWhole it must end with a word as well
   */
  holds(text: string, isWhole: boolean): boolean;
  /** The slots whose text holds every term, at least one of them with a wrong letter only; until the next search. */
  findSimilar(terms: readonly SearchTerm[]): SlotSet;
}

/** Texts in one block: what changes is put together anew by blocks. */
const BLOCK = 512;

interface Block extends TextBlock {
  text: string;
  /** By place: set since the block was put together. */
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
      // Bills from the disk fill one after the other: the first letter of a search need not do it for all.
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
  /** Places of the blocks that are to be put together. */
  readonly changed: Set<number>;
  readonly words: ReturnType<typeof createWordSlots>;
  /** Used again by each search: with a million bills a new one of 125 KB for each word would be felt. */
  readonly sets: SlotSet[];
  /** How many of them this search has taken. */
  taken: number;
  /** The slots whose words have a letter, until a text changes: each search begins with one, and most words have it. */
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

/** For letters alone. Words that no text has any more may remain. They cost a question, but hide no bill. */
function hasWord({ words }: Texts, text: string, isWhole: boolean): boolean {
  for (const word of words.words())
    if (isWhole ? word === text : word.startsWith(text)) return true;
  return false;
}

/** For several words, or letters and digits: reads only texts that have all its words. */
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

/** The slots that are found for each term; all for none. */
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

/** The slots that hold one of the spellings. */
function holding(all: Texts, spellings: readonly string[]): SlotSet {
  const found = emptySet(all);
  for (const spelling of spellings)
    if (!isOfLetters(spelling)) scan(all, spelling, found);
    else if (spelling.length === 1) found.join(ofLetter(all, spelling));
    else all.words.mark((word) => word.includes(spelling), found);
  return found;
}

/** Letters kept: of a million bills each takes 125 KB. */
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

/** The slots whose text has a word that is nearly the term. */
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

/** Whether a text holds it exactly when one of its words does. */
function isWord(term: SearchTerm): boolean {
  return term.every(isOfLetters);
}

/** The longest is found least often. */
function rarestFirst(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const shortest = (term: SearchTerm): number => Math.min(...term.map(({ length }) => length));
  return terms.toSorted((left, right) => shortest(right) - shortest(left));
}
