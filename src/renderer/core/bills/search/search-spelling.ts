import { findNear, nearWord } from './near-word.ts';
import type { KnownBills } from './search-reader.ts';
import type { SearchToken } from './search-tokens.ts';
import type { WordTables } from './search-words.ts';

const SHORTEST = 6;

/**
 * The tokens with typos of the search's own words corrected, such as “tommorow”, unless a bill has that word.
 * The text of a token stays as typed.
 */
export function withSpelling(
  tokens: readonly SearchToken[],
  tables: WordTables,
  known: KnownBills,
): readonly SearchToken[] {
  return tokens.map((token) => {
    const { kind, key, folded } = token;
    const names = namesOf(tables);
    const near =
      kind === 'word' && key.length >= SHORTEST && !names.has(key) ? nearWord(key) : null;
    if (near === null || known.holds(folded, false)) return token;
    for (const name of names) {
      const found = Math.abs(name.length - key.length) <= 1 ? findNear(name, near) : null;
      if (found?.[0] === 0 && found[1] >= name.length - 1) return { ...token, key: name };
    }
    return token;
  });
}

const names = new WeakMap<WordTables, ReadonlySet<string>>();

/** Long words of the search that have a meaning by themselves. */
function namesOf(tables: WordTables): ReadonlySet<string> {
  const known = names.get(tables);
  if (known) return known;
  const all = Object.values(tables)
    .flatMap((table) => [...table.keys()])
    .flatMap((phrase) => phrase.split(' '))
    .filter((word) => word.length >= SHORTEST);
  const made = new Set(all);
  names.set(tables, made);
  return made;
}
