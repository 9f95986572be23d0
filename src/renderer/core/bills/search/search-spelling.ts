import { findNear, nearWord } from './near-word.ts';
import { pauses, withNames } from './search-names.ts';
import type { KnownBills } from './search-reader.ts';
import { searchTerms } from './search-terms.ts';
import type { SearchToken } from './search-tokens.ts';
import type { WordTables } from './search-words.ts';

/** The tokens with names, states and the search's own words in the spelling that the parser knows. */
export function spelled(
  tokens: readonly SearchToken[],
  tables: WordTables,
  known: KnownBills,
): readonly SearchToken[] {
  const named = withNames(withPlainColons(tokens, tables), tables, known);
  return withStates(withSpelling(named, tables, known), tables, known);
}

/** “Un paid” as “unpaid”: a correction while typing splits the word, and “paid” alone would mean the opposite. */
function withStates(
  tokens: readonly SearchToken[],
  { states }: WordTables,
  known: KnownBills,
): readonly SearchToken[] {
  const isName = (word: string): boolean =>
    known.vendors.some((vendor) => vendor.split(/\s/u).includes(word));
  const joined: SearchToken[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const [key, word] = [`${before?.key ?? ''}${token.key}`, token.key.replace(' ', '')];
    const areWords = before?.kind === 'word' && token.kind === 'word';
    const isPhrase = states.has(`${before?.key ?? ''} ${token.key}`);
    if (areWords && !isPhrase && states.has(key) && !isName(before.folded)) {
      const [text, folded] = [`${before.text}${token.text}`, `${before.folded}${token.folded}`];
      const range = [before.range[0], token.range[1]] as const;
      joined.splice(-1, 1, { ...before, text, folded, key, range });
    } else if (!states.has(token.key) && states.has(word)) joined.push({ ...token, key: word });
    else joined.push(token);
  }
  return joined;
}

/** “Sorrel: this week”, “due date: Friday”: a word before a colon and a space, unless it is an operator. */
function withPlainColons(
  tokens: readonly SearchToken[],
  { operators, fields, amountNames }: WordTables,
): readonly SearchToken[] {
  return tokens.map((token, at) => {
    const isApart = tokens[at + 1]?.isJoined !== true;
    if (token.kind !== 'operator' || !isApart) return token;
    const named = `${tokens[at - 1]?.key ?? ''} ${token.key}`;
    const isNamed = fields.has(named) || amountNames.has(named);
    return operators.has(token.key) && !isNamed ? token : { ...token, kind: 'word' };
  });
}

/** Minimum letters of a word to correct. The correct word has more. */
const SHORTEST_CORRECTED = 5;

/**
 * The tokens with typos of the search's own words corrected, such as “tommorow”, unless a bill has that word.
 * The text of a token stays as typed.
 */
function withSpelling(
  tokens: readonly SearchToken[],
  tables: WordTables,
  known: KnownBills,
): readonly SearchToken[] {
  return tokens.map((token) => {
    const { kind, key, folded } = token;
    const names = namesOf(tables);
    const near =
      kind === 'word' && key.length >= SHORTEST_CORRECTED && !names.has(key) ? nearWord(key) : null;
    if (near === null) return token;
    const spellings = searchTerms(folded.replace(pauses, '')).flat();
    if (spellings.some((each) => known.holds(each, false))) return token;
    for (const name of names) {
      // “Lowes” is a name: as “lowest” it would list all bills.
      const isShortOrder = key.length === SHORTEST_CORRECTED && tables.orders.has(name);
      const isLike = name.length > SHORTEST_CORRECTED && Math.abs(name.length - key.length) <= 1;
      const found = isLike && !isShortOrder ? findNear(name, near) : null;
      // “Morgn” lacks a letter of “morgen”, but “werke” is no beginning of “werden”.
      const mayLack = near.maxTypos > 1 || name.startsWith(key) || name.endsWith(key.slice(-1));
      const end = name.length - (mayLack ? 1 : 0);
      if (found?.[0] === 0 && found[1] >= end) return { ...token, key: name };
    }
    return token;
  });
}

const names = new WeakMap<WordTables, ReadonlySet<string>>();

/** Words of the search’s phrases. */
function namesOf(tables: WordTables): ReadonlySet<string> {
  const known = names.get(tables);
  if (known) return known;
  // “Haven” is no typo of “haven’t”.
  const { negatedVerbs: _verbs, ...others } = tables;
  const all = Object.values(others)
    .flatMap((table) => [...table.keys()])
    .flatMap((phrase) => phrase.split(' '));
  // The longest first: “dienstg” is “dienstag”, not “dienst”.
  const made = new Set(all.toSorted((left, right) => right.length - left.length));
  names.set(tables, made);
  return made;
}
