import { initialsPattern, narrowInitials } from '../search/near-word.ts';
import { FEW_FINDS } from '../search/search-conditions.ts';
import type { SearchTerm } from '../search/search-terms.ts';
import { WHOLE } from '../search/search-text.ts';
import type { SearchTexts } from './search-texts.ts';
import type { SlotSet } from './slot-set.ts';

/** Folded names of vendors, each in its spellings, with line breaks between. @see vendorKeyOf */
type VendorKeys = readonly (string | null)[];

/** The terms, each with the names of vendors whose initials it is, such as “bt”. */
export function withInitials(
  terms: readonly SearchTerm[],
  vendors: VendorKeys,
): readonly SearchTerm[] {
  return terms.map((term) => {
    const names = namesWithInitials(initialsPattern, term, vendors);
    return names.length > 0 ? [...term, ...names] : term;
  });
}

/** Shortest term that excludes similar bills, letters. Shorter ones are too common to exclude bills by a guess. */
const SHORTEST_EXCLUDED = 3;

/**
 * Bills that a negated term excludes: those with the word and, if they are few, those of vendors with these initials.
 * If no bill has the word as typed, also bills that have it with a typo.
 */
export function excluded(texts: SearchTexts, term: SearchTerm, vendors: VendorKeys): SlotSet {
  const found = texts.find([texts.preferred(term)]);
  const count = found.count();
  if (count >= FEW_FINDS || term[0].replace(WHOLE, '').length < SHORTEST_EXCLUDED) return found;
  // Use narrow initials: wider ones would exclude “Garden of Art and Sculpture” for “not gas”.
  const names = namesWithInitials(narrowInitials, term, vendors);
  if (count === 0) return texts.findSimilar([[...term, ...names]], [term]);
  const [name, ...others] = names;
  if (name !== undefined) found.join(texts.find([[name, ...others]]));
  return found;
}

function namesWithInitials(
  patternOf: typeof initialsPattern,
  [typed]: SearchTerm,
  vendors: VendorKeys,
): readonly string[] {
  const pattern = patternOf(typed.replace(WHOLE, ''));
  if (pattern === null) return [];
  return vendors.flatMap((key) => (key ?? '').split('\n').filter((name) => pattern.test(name)));
}
