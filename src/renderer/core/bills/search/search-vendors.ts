import { findNear, nearWord } from './near-word.ts';
import type { SearchCondition } from './search-conditions.ts';
import type { Parsed, SearchReader } from './search-reader.ts';
import { startsNameIn } from './search-text.ts';

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
    part = part === '' ? word : `${part} ${word}`;
    const wanted = part;
    if (!known.vendors.some((vendor) => startsNameIn(vendor, wanted))) break;
    found = vendorNamed(part, to + 1);
    if (word !== token.folded) break;
  }
  if (found !== null || first?.kind !== 'word') return found;
  const near = nearWord(first.folded);
  const nearly =
    near === null ? [] : known.vendors.filter((vendor) => findNear(vendor, near) !== null);
  return nearly.length === 0
    ? null
    : { value: { kind: 'vendor', part: first.folded, nearly }, next: at + 1 };
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

/** Whether a word of a vendor’s name begins with this one. */
export function isOfVendor({ tokens, known }: SearchReader, at: number): boolean {
  const { kind, folded = '' } = tokens[at] ?? {};
  return (
    kind === 'word' && folded !== '' && known.vendors.some((vendor) => startsNameIn(vendor, folded))
  );
}
