import { CENTS_PER_UNIT } from '../../../../contract/assumptions.ts';
import type { TextRange } from './near-word.ts';
import type { Candidate } from './search-phrases.ts';
import type { SearchCondition } from './search-conditions.ts';
import { LATEST } from './search-days.ts';
import { endsList, type SearchReader } from './search-reader.ts';
import type { SearchProblem } from './search-reading.ts';
import { holdsName, plainText } from './search-names.ts';
import { centsIn, searchTerms } from './search-terms.ts';
import { sortKeyOf, startsNameIn, WHOLE } from './search-text.ts';
import { hasInitials, longNameAt } from './search-vendors.ts';

/** A part of a search: a condition, a word to find, a joining word, or a problem. */
export type Piece =
  | {
      readonly kind: 'word' | 'or' | 'and' | 'filler' | 'aside';
      readonly range: TextRange;
      readonly at: number;
    }
  | ({
      readonly kind: 'part';
      readonly range: TextRange;
      /** Whether a comma, a semicolon or a slash follows. */
      readonly endsList?: boolean;
    } & Candidate)
  | {
      readonly kind: 'problem';
      readonly range: TextRange;
      readonly problem: SearchProblem;
      /** Whether it is searched as typed, so that no wrong bills appear. */
      readonly isSearched: boolean;
    };

/**
 * Joins the words of a vendor’s name in a list of alternatives: “Elder Valley or Hollin & Breck”. Elsewhere the words
 * are searched separately.
 */
export function longNames(reader: SearchReader, pieces: readonly Piece[]): readonly Piece[] {
  // Without a list, don’t look for names, because that visits all vendors.
  if (!hasList(reader, pieces)) return pieces;
  const { tokens } = reader;
  const joined: Piece[] = [];
  let done = 0;
  for (const piece of pieces) {
    if (piece.kind !== 'part' && piece.kind !== 'problem' && piece.at < done) continue;
    const name = piece.kind === 'word' ? longNameAt(reader, piece.at) : null;
    const last = name && tokens[name.next - 1];
    if (name && last) {
      done = name.next;
      const range: TextRange = [piece.range[0], last.range[1]];
      joined.push({ ...name.value, kind: 'part', range, endsList: endsList(reader, done - 1) });
    } else joined.push(piece);
  }
  // “Hollin & Breck” alone is one name, not a list.
  return hasList(reader, joined) ? joined : pieces;
}

export function hasList(reader: SearchReader, pieces: readonly Piece[]): boolean {
  return pieces.some(
    (piece) => piece.kind === 'or' || piece.kind === 'and' || isListed(reader, piece),
  );
}

/** Whether a comma, a semicolon or a slash follows the word or part. */
export function isListed(reader: SearchReader, piece: Piece | undefined): boolean {
  if (piece?.kind === 'part') return piece.endsList === true;
  return piece?.kind === 'word' && endsList(reader, piece.at);
}

/**
 * “From Sorrel and Northmoor”, “Sorrel & Northmoor” and “Sorrel, Northmoor” mean bills from either vendor. A longer
 * list may end with a bill’s number.
 */
export function vendorsBeside(reader: SearchReader) {
  const { tokens, known } = reader;
  const named = (piece: Piece | undefined): string | null => {
    const [only] = piece?.kind === 'part' ? piece.any : [];
    if (only?.kind === 'vendor') return only.part;
    const token = piece?.kind === 'word' ? tokens[piece.at] : undefined;
    const text = token?.folded.replace(/[.,:;!?/]+$/u, '');
    // “3m” may be an amount too.
    const texts = piece?.kind === 'part' && piece.any[0]?.kind === 'amount' ? piece.any : [];
    const names = [
      text,
      token?.key,
      ...texts.flatMap((each) => (each.kind === 'text' ? each.term : [])),
    ];
    const isVendor = (name = ''): boolean =>
      name !== '' &&
      (known.vendors.some((vendor) => startsNameIn(vendor, name)) || hasInitials(known, name));
    return names.find(isVendor) ?? null;
  };
  const isNumber = (piece: Piece | undefined): boolean =>
    piece?.kind === 'word' && /\d{3}/u.test(tokens[piece.at]?.text ?? '');
  return (piece: Piece, place: number, pieces: readonly Piece[]): readonly Piece[] => {
    const next = pieces[place + 1];
    const isList = isListed(reader, piece);
    const first = isList ? place : place - 1;
    const [before, beforeIt] = [pieces[first], pieces[first - 1]];
    const or = { kind: 'or', range: piece.range, at: 'at' in piece ? piece.at : 0 } as const;
    // “Sorrel, Kestrel and 43187”
    if (
      piece.kind === 'and' &&
      isListed(reader, beforeIt) &&
      named(before) !== null &&
      isNumber(next)
    )
      return [or];
    if (piece.kind !== 'and' && !isList) return [piece];
    const [name, following] = [named(before), named(next)];
    if (name === null || following === null) return [piece];
    // “Hollin & Breck” is one vendor. A name of several words may also be one.
    const isOne = known.vendors.some(
      (each) => startsNameIn(each, name) && startsNameIn(each, following),
    );
    if (piece.kind === 'and' && before?.kind === 'part' && !isOne)
      return before.any.every(({ kind }) => kind === 'vendor') ? [or] : [piece];
    const isAlone =
      (beforeIt?.kind !== 'word' || isListed(reader, beforeIt)) &&
      (pieces[place + 2]?.kind !== 'word' || isListed(reader, next));
    if (isOne || !isAlone) return [piece];
    return isList ? [piece, or] : [or];
  };
}

/**
 * “Today and tomorrow”, “USD and EUR”, “paid, void”: no bill is both, so either is meant. The same applies to two words
 * of bills that name no vendor: “fuel and rent”.
 */
export function exclusiveBeside(reader: SearchReader) {
  return (piece: Piece, place: number, pieces: readonly Piece[]): readonly Piece[] => {
    const [before, following] = [pieces[place - 1], pieces[place + 1]];
    if (piece.kind === 'and')
      return before && following && areExclusivePieces(reader, before, following)
        ? [{ ...piece, kind: 'or' }]
        : [piece];
    if (piece.kind !== 'part' || !isListed(reader, piece)) return [piece];
    if (!following || !areExclusivePieces(reader, piece, following)) return [piece];
    return [piece, { kind: 'or', range: piece.range, at: 0 }];
  };
}

function areExclusivePieces(reader: SearchReader, before: Piece, following: Piece): boolean {
  if (before.kind === 'word' && following.kind === 'word')
    return areOtherWords(reader, before.at, following.at);
  // “R 500, 600”
  if (before.kind === 'part' && following.kind === 'word')
    return before.any.every(isOneAmount) && mayBeAmount(reader.tokens[following.at]?.text ?? '');
  if (before.kind !== 'part' || following.kind !== 'part') return false;
  const [some, others] = [before, following].map(({ any }) =>
    // “2025” may also be a text.
    any.some(({ kind }) => kind === 'date') ? any.filter(({ kind }) => kind !== 'text') : any,
  );
  return areExclusive(some ?? [], others ?? [], reader);
}

/** Whether no bill meets conditions of both sides. */
export function areExclusive(
  some: readonly SearchCondition[],
  others: readonly SearchCondition[],
  { calendar }: SearchReader,
): boolean {
  return some.every((one) => others.every((other) => excludes(one, other, calendar.today)));
}

/** Whether a number beside an amount is one too, rather than the number of a bill. */
function mayBeAmount(typed: string): boolean {
  return /^(?:\d{1,3}|\d[\d.,]*[.,]\d\d)[,;]?$/u.test(typed);
}

export function isOneAmount(condition: SearchCondition): boolean {
  return condition.kind === 'amount' && condition.toCents - condition.fromCents < CENTS_PER_UNIT;
}

/** Whether bills have both words, but not as a phrase, and no vendor's name has either. */
function areOtherWords({ tokens, known }: SearchReader, first: number, second: number): boolean {
  const own = tokens.slice(first, second + 1).map(({ folded }) => folded);
  const [one = '', other = ''] = [own[0], own.at(-1)];
  const isVendor = (word: string): boolean =>
    known.vendors.some((vendor) => startsNameIn(vendor, word));
  return (
    [one, other].every((word) => known.holds(word, false) && !isVendor(word)) &&
    !holdsName(known, own)
  );
}

const exclusive: ReadonlySet<string> = new Set([
  'paid',
  'void',
  'partially_paid',
  'snoozed',
  'hidden',
]);

function excludes(one: SearchCondition, other: SearchCondition, today: string): boolean {
  if (one.kind === 'date' && other.kind === 'date')
    return one.field === other.field && (one.to < other.from || other.to < one.from);
  if (one.kind === 'currency' && other.kind === 'currency')
    return !one.currencies.some((code) => other.currencies.includes(code));
  if (one.kind === 'field' && other.kind === 'field')
    return one.field === 'number' && other.field === 'number';
  if (one.kind === 'amount' && other.kind === 'amount')
    return (
      [one, other].every(isOneAmount) &&
      (one.toCents < other.fromCents || other.toCents < one.fromCents)
    );
  if (one.kind === 'state' && other.kind === 'state')
    return one.state !== other.state && exclusive.has(one.state) && exclusive.has(other.state);
  // “Overdue and due this week”, but not “overdue and due before May”.
  const [state, date] = one.kind === 'state' ? [one, other] : [other, one];
  const isOverdue = state.kind === 'state' && state.state === 'overdue';
  return (
    isOverdue &&
    date.kind === 'date' &&
    date.field === 'due' &&
    date.to >= today &&
    date.to < LATEST
  );
}

/** Joins the parts on both sides of “or”. */
export function joinAlternatives(reader: SearchReader, pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (let place = 0; place < pieces.length; place++) {
    const piece = pieces[place];
    if (piece === undefined) continue;
    const [left, right] =
      piece.kind === 'or'
        ? [sideBefore(reader, joined), sideAfter(reader, pieces, place + 1)]
        : [[], []];
    const [some, others] = [left, right].map((side) => alternativesOf(reader, side));
    const [first, last] = [left[0], right.at(-1)];
    if (piece.kind !== 'or' || !first || !last || !some || !others) {
      const isBetweenOrders = piece.kind === 'or' && [...left, ...right].some(isOrder);
      if (!isBetweenOrders) joined.push(piece.kind === 'or' ? { ...piece, kind: 'word' } : piece);
      continue;
    }
    joined.splice(-left.length, left.length, {
      kind: 'part',
      range: [first.range[0], last.range[1]],
      any: [...some, ...ofTheSameKind(reader, some, others)],
      choices: [],
    });
    place += right.length;
  }
  return joined;
}

/** Maximum words on one side of “or”. */
const LONGEST_SIDE = 4;

/** The pieces before “or”: several words if a bill has them as a phrase (“night ferry or boom lift”), else the last. */
function sideBefore(reader: SearchReader, joined: readonly Piece[]): readonly Piece[] {
  for (let length = Math.min(LONGEST_SIDE, joined.length); length > 1; length--)
    if (phraseOf(reader, joined.slice(-length)) !== null) return joined.slice(-length);
  return joined.slice(-1);
}

/** The pieces after “or”, in the same way. */
function sideAfter(reader: SearchReader, pieces: readonly Piece[], from: number): readonly Piece[] {
  for (let length = LONGEST_SIDE; length > 1; length--) {
    const side = pieces.slice(from, from + length);
    if (side.length === length && phraseOf(reader, side) !== null) return side;
  }
  return pieces.slice(from, from + 1);
}

/** Spelling of several words that a bill has as a phrase: “stage 7”, “ep. 201”. Null for none. */
export function phraseOf({ tokens, known }: SearchReader, side: readonly Piece[]): string | null {
  const words = side.map((piece) => (piece.kind === 'word' ? tokens[piece.at] : undefined));
  const folded = words.map((token) => (token?.kind === 'word' ? token.folded : ''));
  const isEnded = folded.slice(0, -1).some((word) => /[,;]$/u.test(word));
  if (isEnded || folded.includes('')) return null;
  const isWhole = words.at(-1) !== tokens.at(-1);
  const phrases = [' ', '. '].map((space) => folded.join(space).replace(/[,;]+$/u, ''));
  const held = phrases.find((phrase) => known.holds(phrase, isWhole));
  if (held === undefined) return null;
  return /\d$/.test(held) ? `${WHOLE}${held}` : held;
}

function isOrder(piece: Piece | undefined): boolean {
  return piece?.kind === 'part' && piece.any.some(({ kind }) => kind === 'order');
}

export function alternativesOf(
  reader: SearchReader,
  side: readonly Piece[],
): readonly SearchCondition[] | null {
  const [piece, ...others] = side;
  if (piece?.kind === 'part') return isOrder(piece) ? null : piece.any;
  if (piece?.kind !== 'word') return null;
  const words = side.map((each) => ('at' in each ? reader.tokens[each.at]?.text : '') ?? '');
  const typed = words.join(' ').replace(/[,;]+$/u, '');
  const phrase = others.length > 0 ? phraseOf(reader, side) : null;
  if (phrase !== null) return [{ kind: 'text', term: [phrase], typed }];
  const [term, ...also] = searchTerms(plainText(typed, reader.known));
  const own = { kind: 'text', term: term ?? [sortKeyOf(typed)], typed, match: 'alone' } as const;
  return [also.length > 0 ? { ...own, also } : own];
}

/** “From Sorrel or Northmoor” names vendors on both sides, and “R 500 or 600” amounts. */
function ofTheSameKind(
  { known }: SearchReader,
  some: readonly SearchCondition[],
  others: readonly SearchCondition[],
): readonly SearchCondition[] {
  const areVendors = some.every(({ kind }) => kind === 'vendor');
  const [amount] = some.every(isOneAmount) ? some : [];
  return others.map((each) => {
    const cents = each.kind === 'text' && mayBeAmount(each.typed) ? centsIn(each.typed) : null;
    if (amount?.kind === 'amount' && cents !== null)
      return { ...amount, fromCents: cents, toCents: cents + amount.toCents - amount.fromCents };
    if (!areVendors || each.kind !== 'text') return each;
    const [part] = each.term;
    return known.vendors.some((vendor) => startsNameIn(vendor, part))
      ? { kind: 'vendor', part, nearly: null }
      : each;
  });
}
