import { findNear, initialsPattern, narrowInitials, nearWord } from './near-word.ts';
import type { SearchCondition } from './search-conditions.ts';
import type { KnownBills, Parsed, SearchReader } from './search-reader.ts';
import { joiningWords } from './search-terms.ts';
import { nextMatch, startsNameIn, vendorKeyOf, WHOLE } from './search-text.ts';

/** A vendor named in a search, as a condition. */
type NamedVendor = Parsed<Extract<SearchCondition, { kind: 'vendor' }>>;

/** Maximum words of a vendor’s name to try. */
const LONGEST_NAME = 5;

/** As many words as a vendor has in its name, possibly with typos. */
export function vendorAt({ tokens, known }: SearchReader, at: number): NamedVendor | null {
  const first = tokens[at];
  if (first?.kind === 'quoted') return vendorNamed(first.folded, at + 1);
  let [part, found] = ['', null as ReturnType<typeof vendorNamed> | null];
  for (let to = at; to < at + LONGEST_NAME; to++) {
    const token = tokens[to];
    if (token?.kind !== 'word') break;
    const word = token.folded.replace(/[,;]+$/u, '');
    // “Columbus Gas and Electric” for “Columbus Gas & Electric”.
    const isJoining = joiningWords.includes(word);
    const longer = (isJoining ? joiningWords : [word])
      .map((each) => `${part} ${each}`.trimStart())
      .find((each) => known.vendors.some((vendor) => startsNameIn(vendor, each)));
    if (longer === undefined) break;
    part = longer;
    if (!isJoining) found = vendorNamed(part, to + 1);
    if (word !== token.folded) break;
  }
  if (found !== null || first?.kind !== 'word') return found;
  const nearly = vendorsNear(known, first.folded);
  return nearly.length === 0
    ? null
    : { value: { kind: 'vendor', part: first.folded, nearly }, next: at + 1 };
}

/**
 * Vendors with these initials, or else with this word apart from typos. “Gas” in bills of others is a word, and no
 * abbreviation of a name with small words.
 */
function vendorsNear(known: KnownBills, word: string): readonly string[] {
  const { vendors } = known;
  const named = (pattern: RegExp | null) => vendors.filter((vendor) => pattern?.test(vendor));
  const narrow = named(narrowInitials(word));
  if (narrow.length > 0) return narrow;
  const near = nearWord(word);
  const wide = named(initialsPattern(word));
  const isWord = (): boolean =>
    known.holds(word, true) &&
    !known.having(word).some(({ vendor }) => wide.includes(vendorKeyOf(vendor?.name ?? '')));
  if (wide.length > 0 && !isWord()) return wide;
  return near === null ? [] : vendors.filter((vendor) => findNear(vendor, near) !== null);
}

/** Name of a vendor, of at least two words. */
export function longNameAt(reader: SearchReader, at: number) {
  const vendor = reader.tokens[at]?.kind === 'word' ? vendorAt(reader, at) : null;
  if (!vendor || vendor.next <= at + 1) return null;
  return { value: { any: [vendor.value], choices: [] }, next: vendor.next };
}

function vendorNamed(part: string, next: number) {
  return { value: { kind: 'vendor', part, nearly: null } as const, next };
}

/** Whether a vendor’s name begins with words of these initials: “ibm”. */
export function hasInitials(known: KnownBills, word: string): boolean {
  const pattern = initialsPattern(word);
  return pattern !== null && known.vendors.some((vendor) => pattern.test(vendor));
}

/** Whether a word of a vendor’s name begins with this one. One or two letters have to be a whole word. */
export function isOfVendor({ tokens, known }: SearchReader, at: number): boolean {
  const { kind, folded = '' } = tokens[at] ?? {};
  const whole = `${WHOLE}${folded}`;
  const isIn = (vendor: string): boolean =>
    folded.length < 3 ? nextMatch(vendor, whole) >= 0 : startsNameIn(vendor, folded);
  return kind === 'word' && folded !== '' && known.vendors.some(isIn);
}
