import { fieldsIn } from '../body/answer.ts';
import { containers } from './list-end.ts';
import type { Fields } from '../party.ts';
import { plainKey } from '../body/read-party.ts';
import { wordList } from '../body/words.ts';

/** Usual names of a list. */
export const commonNames = wordList(`
  items results records content entry entries value values list nodes edges $values hydra:member member docs rows objects
  documents elements hits collection`);

/**
 * Finds a list under its own or usual names, to four levels: `{ data: { bills: { nodes: […] } } }`; null when there is
 * none.
 * @param own plain keys of the list
 * @param isItem whether an object counts as a list of one
 */
export function listWithin(
  own: readonly string[],
  value: unknown,
  isItem: (fields: Fields) => boolean = () => false,
  levels = 4,
): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (levels === 0) return null;
  const fields = fieldsIn(value);
  if (isItem(fields)) return [value];
  const keys = Object.keys(fields);
  // PHP sends a list whose keys have gaps as an object.
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return Object.values(fields);
  const [first = '', ...others] = own;
  const names = ['data', first, ...commonNames, ...containers, ...others];
  const named = Map.groupBy(keys, plainKey);
  for (const name of names) {
    const [key] = named.get(name) ?? [];
    const found = key === undefined ? null : listWithin(own, fields[key], isItem, levels - 1);
    if (found !== null) return found;
  }
  return null;
}
