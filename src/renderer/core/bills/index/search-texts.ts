import { findNear, isLetter, nearWord, writtenOtherwise } from '../search/near-word.ts';
import { asWhole, holdsTerm, searchTerms, type SearchTerm } from '../search/search-terms.ts';
import { WHOLE } from '../search/search-text.ts';
import type { SlotList } from './slot-list.ts';
import { createSlotSet, type SlotSet } from './slot-set.ts';

/** The texts of all bills. A search reads each of them: 100,000 take a few milliseconds. */
export interface SearchTexts {
  set(slot: number, text: string): void;
  /**
   * Slots whose text contains every term.
   * @param among for few bills: searches only these
   */
  find(terms: readonly SearchTerm[], among?: SlotList): SlotSet;
  /**
   * Whether any text has this at the start of a word.
   * @param isWhole it must also end with a word
   */
  holds(text: string, isWhole: boolean): boolean;
  /**
   * Words that no text contains. Reads the texts only for the first word with digits or signs, and leaves out the others
   * of that kind, because each takes several milliseconds.
   */
  lacking(words: readonly string[]): readonly string[];
  /**
   * Slots whose text contains every term, at least one only with a typo or in another spelling.
   * @param exact spellings that do not count as similar, for each term @param among as in `find`
   */
  findSimilar(
    terms: readonly SearchTerm[],
    exact: readonly SearchTerm[],
    among?: SlotList,
  ): SlotSet;
  /** The term as a whole word if it is short and some text has that word; else the term itself. */
  preferred(term: SearchTerm): SearchTerm;
}

/** A word of folded text. Only currencies have capitals. */
const aWord = /[A-Za-z\u00AA-\uFFFF]+/g;
const lettersOnly = /^\p{L}+$/u;

export function createSearchTexts(): SearchTexts {
  const texts: string[] = [];
  /** Distinct words: a few hundred in 100,000 bills. Words of deleted texts may remain. */
  const words = new Set<string>();

  const slotsWhere = (isWanted: (text: string) => boolean, among?: SlotList): SlotSet => {
    const found = createSlotSet(texts.length);
    for (const slot of among?.walk() ?? texts.keys())
      if (isWanted(texts[slot] ?? '')) found.add(slot);
    return found;
  };
  const isKnown = (word: string, isWhole: boolean): boolean =>
    isWhole ? words.has(word) : [...words].some((known) => known.startsWith(word));

  const isInWords = (spelling: string): boolean =>
    spelling.startsWith(WHOLE)
      ? words.has(spelling.slice(WHOLE.length))
      : [...words].some((known) => known.includes(spelling));

  return {
    set: (slot, text) => {
      texts[slot] = text;
      for (const word of text.match(aWord) ?? []) words.add(word);
    },
    find: (terms, among) =>
      slotsWhere((text) => terms.every((term) => holdsTerm(text, term)), among),
    holds: (text, isWhole) => {
      // Most phrases have a word that no text has.
      const parts = [...text.matchAll(aWord)];
      const areKnown = parts.every(({ 0: part, index }) =>
        isKnown(part, isWhole || index + part.length < text.length),
      );
      return areKnown && texts.some((each) => hasWords(each, text, isWhole));
    },
    lacking: (some) => {
      const isLettered = (word: string): boolean => lettersOnly.test(word);
      const isIn = (word: string): boolean => {
        const terms = searchTerms(word);
        return isLettered(word)
          ? terms.every((term) => term.some(isInWords))
          : texts.some((text) => terms.every((term) => holdsTerm(text, term)));
      };
      const tried = some.find((word) => !isLettered(word));
      return some.filter((word) => (isLettered(word) || word === tried) && !isIn(word));
    },
    preferred: (term) => {
      const whole = asWhole(term);
      // Words of deleted texts may remain.
      const isWord = whole?.some((spelling) => words.has(spelling.slice(WHOLE.length)));
      return whole && isWord && texts.some((text) => holdsTerm(text, whole)) ? whole : term;
    },
    findSimilar: (terms, exact, among) => {
      const likes = terms.map((term, at) => {
        const near = nearWord(term[0]);
        const similar = near === null ? [] : [...words].filter((word) => findNear(word, near));
        return { term, exact: exact[at] ?? term, similar, otherwise: writtenOtherwise(term[0]) };
      });
      // Most numbers have only one spelling.
      const isNone = likes.every(
        ({ term, exact: own, similar, otherwise }) =>
          own === term && similar.length === 0 && otherwise === null,
      );
      if (isNone) return createSlotSet(texts.length);
      return slotsWhere((text) => {
        const others = likes.filter((like) => !holdsTerm(text, like.exact));
        return (
          others.length > 0 &&
          others.every(
            ({ term, exact: own, similar, otherwise }) =>
              (own !== term && holdsTerm(text, term)) ||
              similar.some((word) => beginsWordIn(text, word)) ||
              otherwise?.test(text) === true,
          )
        );
      }, among);
    },
  };
}

/** Whether a run of letters in the text begins with this word. */
function beginsWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetter(text, at - 1)) return true;
  return false;
}

function hasWords(text: string, phrase: string, isWhole: boolean): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, following] = [text.charAt(at - 1), text.charAt(at + phrase.length)];
    if (!aWordPart.test(before) && !(isWhole && aWordPart.test(following))) return true;
  }
  return false;
}

const aWordPart = /[\p{L}\p{N}]/u;
