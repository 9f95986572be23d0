import type { TextRange } from './near-word.ts';
import { alternativesOf, hasList, isListed, phraseOf, type Piece } from './search-alternatives.ts';
import type { SearchCondition } from './search-conditions.ts';
import { billsNumbered, MOST_TRIED } from './search-names.ts';
import type { SearchReader } from './search-reader.ts';
import type { SearchToken } from './search-tokens.ts';
import { isOfVendor } from './search-vendors.ts';

/** A bill’s number in a list, and the position of the piece after it. */
interface ListedNumber {
  readonly any: readonly SearchCondition[];
  /** Whether it may also be a year. */
  readonly isYear: boolean;
  readonly next: number;
}

/**
 * “15509, 15502”, “RE 4711; A-777 and OB2201” and “INV-701 4712” are lists of bills’ numbers: any of them is meant.
 */
export function numberLists(reader: SearchReader, pieces: readonly Piece[]): readonly Piece[] {
  const isNumber = (piece: Piece): boolean =>
    'at' in piece && /\d{3}/u.test(reader.tokens[piece.at]?.text ?? '');
  if (!hasList(reader, pieces) && pieces.filter(isNumber).length < 2) return pieces;
  const listed: Piece[] = [];
  let tried = 0;
  for (let place = 0; place < pieces.length;) {
    const marked = numbersAt(reader, pieces, place, false);
    // If all numbers together are no list, don’t try the later ones alone: each takes a pass over all bills.
    const all = place < tried ? [] : numbersAt(reader, pieces, place, true);
    tried = Math.max(tried, all.at(-1)?.next ?? 0);
    const isLonger = all.length > Math.max(1, marked.length);
    const isPhrase = (): boolean => phraseOf(reader, pieces.slice(place, tried)) !== null;
    const unknown = isLonger && !isPhrase() ? unknownOf(reader, all) : null;
    const numbers = unknown ? all : marked;
    const [first, last] = [pieces[place], pieces[(numbers.at(-1)?.next ?? 0) - 1]];
    if (first === undefined) break;
    // “2025, 2026” are years.
    const isList = numbers.length > 1 && !numbers.every(({ isYear }) => isYear);
    place = isList ? (numbers.at(-1)?.next ?? place) : place + 1;
    const range: TextRange = [first.range[0], (last ?? first).range[1]];
    const any = numbers.flatMap((each) => (unknown?.includes(each) ? [] : each.any));
    const part = {
      kind: 'part',
      range,
      any,
      choices: [],
      endsList: isListed(reader, last),
    } as const;
    listed.push(isList ? part : first);
    if (isList && unknown && unknown.length > 0) listed.push(leftOut(range, unknown));
  }
  return listed;
}

function leftOut(range: TextRange, numbers: readonly ListedNumber[]): Piece {
  const typed = numbers.flatMap(({ any }) =>
    any.flatMap((each) => (each.kind === 'text' ? each.typed : [])),
  );
  const name = typed.join(' ');
  const problem = { kind: 'notSearched', range, operator: null, name, value: '' } as const;
  return { kind: 'problem', range, problem, isSearched: false };
}

/** Numbers of the list that no bill has; null if bills have fewer than two of its numbers. */
function unknownOf(
  { known }: SearchReader,
  all: readonly ListedNumber[],
): readonly ListedNumber[] | null {
  const tried = all.slice(0, MOST_TRIED);
  const unknown = tried.filter(({ any }) =>
    any.every((each) => each.kind === 'text' && billsNumbered(known, each.typed).length === 0),
  );
  return tried.length - unknown.length > 1 ? unknown : null;
}

/** Numbers of a list that begins here. @param mayBeBeside whether the list needs no signs between them */
function numbersAt(
  reader: SearchReader,
  pieces: readonly Piece[],
  place: number,
  mayBeBeside: boolean,
): readonly ListedNumber[] {
  const numbers: ListedNumber[] = [];
  let at = place;
  for (;;) {
    const isFirst = numbers.length === 0 && !mayBeBeside;
    const number = listedNumberAt(reader, pieces, at, isFirst);
    if (number === null) return numbers;
    numbers.push(number);
    const joining = pieces[number.next]?.kind;
    const isJoined = joining === 'and' || joining === 'or';
    const isBeside =
      (mayBeBeside && (joining === 'word' || joining === 'filler')) ||
      areBeside(reader, pieces[number.next - 1], pieces[number.next]);
    if (!isJoined && !isBeside && !isListed(reader, pieces[number.next - 1])) return numbers;
    at = isJoined ? number.next + 1 : number.next;
  }
}

/** “RE-4711”, “RE 4711”, “bill 4711”. A word without digits, such as “SS-OLD”, counts only if bills have it. */
function listedNumberAt(
  reader: SearchReader,
  pieces: readonly Piece[],
  at: number,
  isFirst: boolean,
): ListedNumber | null {
  const { tokens, known } = reader;
  const [piece, following] = pieces.slice(at);
  if (piece?.kind === 'part') {
    const isNumber = piece.any.some((each) => each.kind === 'field' && each.field === 'number');
    if (isNumber) return { any: piece.any, isYear: false, next: at + 1 };
    const texts = piece.any.filter((each) => each.kind === 'text' && /^\d{4}$/u.test(each.typed));
    return texts.length > 0 ? { any: texts, isYear: true, next: at + 1 } : null;
  }
  const [word, digits] = [piece, following].map((each) =>
    each !== undefined && 'at' in each ? tokens[each.at] : undefined,
  );
  const [folded, number] = [word, digits].map((each) => each?.folded.replace(/[,;]+$/u, '') ?? '');
  const isVendor = (): boolean => piece?.kind === 'word' && isOfVendor(reader, piece.at);
  const isPair = /^[a-z]{1,6}$/u.test(word?.folded ?? '') && /^\d{3}[\d/-]*$/u.test(number ?? '');
  // “show 4711, 4712” and “or 4711” name no such bill.
  const isPrefix = (): boolean =>
    [`${folded} ${number}`, `${folded}${number}`].some((each) => known.holds(each, false)) ||
    tokens.filter((each) => each.folded === folded).length > 1;
  const isJoining = piece?.kind === 'and' || piece?.kind === 'or';
  if (isPair && word && digits && folded && number && !isJoining && !isVendor() && isPrefix()) {
    const typed = `${word.text} ${digits.text}`.replace(/[,;]+$/u, '');
    const phrase = phraseOf(reader, pieces.slice(at, at + 2)) ?? `${folded} ${number}`;
    const term = [phrase, `${folded}${number}`] as const;
    return { any: [{ kind: 'text', term, typed, match: 'alone' }], isYear: false, next: at + 2 };
  }
  if (piece?.kind !== 'word' || !word || !isNumberOfBill(reader, word, isFirst)) return null;
  const any = isVendor() ? null : alternativesOf(reader, [piece]);
  return any && { any, isYear: false, next: at + 1 };
}

/** Whether a word is or looks like a bill number. In a list, three digits that are no amount are enough. */
function isNumberOfBill(
  { known }: SearchReader,
  { text, folded }: SearchToken,
  isFirst: boolean,
): boolean {
  const number = folded.replace(/[,;]+$/u, '');
  if (/^\d{4,}$|\d{3}[,;]$/u.test(text)) return true;
  const isCode = /^(?=.*\d)(?=.*\p{L})[\p{L}\d./-]+$/u.test(number);
  if (!isCode && (isFirst || /[.,]\d{1,2}$/u.test(number))) return false;
  return /\d{3}/u.test(number) || (/[\d-]/u.test(number) && known.holds(number, true));
}

/** “INV-701 INV-702”, without a sign between. */
function areBeside(
  { tokens, known }: SearchReader,
  piece: Piece | undefined,
  following: Piece | undefined,
): boolean {
  if (piece?.kind !== 'word' || following?.kind !== 'word') return false;
  const [one, other] = [tokens[piece.at], tokens[following.at]];
  const prefix = /^[a-z]{2,}\W?(?=\d{3})/u.exec(one?.folded ?? '')?.[0];
  return (
    prefix !== undefined &&
    other?.folded.startsWith(prefix) === true &&
    [one, other].every((each) => known.holds(each?.folded ?? '', true))
  );
}
