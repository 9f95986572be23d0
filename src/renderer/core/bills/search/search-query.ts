import type { TextRange } from './near-word.ts';
import { partAt } from './search-negations.ts';
import type { SearchCondition } from './search-conditions.ts';
import { operatorAt } from './search-operators.ts';
import {
  after,
  afterNot,
  endsList,
  numberWordAt,
  phraseAt,
  type KnownBills,
  type SearchContext,
  type SearchReader,
} from './search-reader.ts';
import {
  exclusiveBeside,
  joinAlternatives,
  longNames,
  type Piece,
  vendorsBeside,
} from './search-alternatives.ts';
import { numberLists } from './search-number-lists.ts';
import type { SearchPart, SearchProblem, SearchReading } from './search-reading.ts';
import { holdsName, plainText } from './search-names.ts';
import { cutDatesIn } from './search-numeric-day.ts';
import { centsIn, joinedWords, searchTerms } from './search-terms.ts';
import { spelled } from './search-spelling.ts';
import { amountSpellings, sortKeyOf } from './search-text.ts';
import { type SearchToken, searchTokens } from './search-tokens.ts';
import { type SearchWords, wordTables, type SearchOperator } from './search-words.ts';
import { type DayRange, EARLIEST, LATEST } from './search-days.ts';

/**
 * Maximum length of a search, characters. A longer text was pasted by mistake, such as a whole sheet, and each word
 * takes a pass over all bills.
 */
const LONGEST_SEARCH = 1_000;

/**
 * Parses a search in everyday words: `over 5000`, `due Friday`, `overdue`, `from Sorrel`, `-gas`, `gas or
 * water`. Anything else is a word to find. A phrase is read as a whole or not at all.
 */
export function readSearch(
  search: string,
  words: SearchWords,
  context: SearchContext,
): SearchReading {
  const typed = asWords(withCommas(beginningOf(search)), context.known);
  const tables = wordTables(words);
  const tokens = spelled(searchTokens(typed), tables, context.known);
  const reader: SearchReader = { ...context, tokens, words: tables };
  const listed = longNames(reader, numberLists(reader, piecesOf(reader)))
    .flatMap(vendorsBeside(reader))
    .flatMap(exclusiveBeside(reader));
  const { kept, dropped } = withoutFillers(reader, withoutUnfinishedEnd(reader, listed));
  const joined = joinAlternatives(reader, kept);
  const hasCredits = joined.some(
    (piece) =>
      piece.kind === 'part' &&
      piece.any.some((each) => each.kind === 'state' && each.state === 'credit'),
  );
  const pieces = hasCredits
    ? joined.map((piece) =>
        piece.kind === 'part' ? { ...piece, any: withCredits(piece.any) } : piece,
      )
    : joined;
  const texts: string[] = [];
  const parts: SearchPart[] = [];
  const problems: SearchProblem[] = [];
  for (const piece of pieces.map(asAmount(reader))) {
    if (piece.kind === 'problem') problems.push(piece.problem);
    if (piece.kind === 'word' || (piece.kind === 'problem' && piece.isSearched))
      // A comma between two words is never part of a bill's text.
      texts.push(plainText(writtenIn(reader, piece, typed), context.known));
    if (piece.kind !== 'part') continue;
    parts.push(partOf(piece, words));
    if (piece.any.some(isDated))
      for (const { range, typed: name, day } of cutDatesIn(reader, piece.range))
        problems.push({ ...problemOf('cutDay', range, name), value: day });
    const limit = piece.any.flatMap((each) => (each.kind === 'order' ? (each.first ?? []) : []))[0];
    if (limit !== undefined) problems.push(problemOf('notLimited', piece.range, String(limit)));
  }
  return {
    text: joinedWords(texts),
    parts,
    problems: [
      ...problems,
      ...dropped,
      ...paidWhen(reader, typed, parts),
      ...(typed.length < search.trimEnd().length
        ? [problemOf('tooLong', [0, typed.length], '')]
        : []),
    ],
  };
}

/** “Credits under 50”: with credits named, an amount below a limit may be negative. */
function withCredits(any: readonly SearchCondition[]): readonly SearchCondition[] {
  return any.map((each) =>
    each.kind === 'amount' && each.fromCents === 0 ? { ...each, fromCents: -Infinity } : each,
  );
}

/** “Acme ,Globex” as “Acme, Globex”, of the same length. “1234 ,56” is one amount. */
function withCommas(search: string): string {
  return search.replaceAll(/(?<=[\p{L}\d.)]) ([,;])(?=\S)(?!(?<=\d ,)\d\d?(?!\d))/gu, '$1 ');
}

/**
 * The name of a file as words, of the same length: “INV_2041_Acme.pdf” as “INV 2041 Acme    ”. A name that a bill has
 * stays.
 */
function asWords(search: string, known: KnownBills): string {
  return search.replaceAll(fileName, (all, name: string, ending: string) =>
    known.holds(sortKeyOf(all), false)
      ? all
      : `${name.replaceAll(partSigns, ' ')}${' '.repeat(ending.length)}`,
  );
}

const fileName =
  /([^\s"“”„]+?)((?: ?\(\d{1,2}\))?\.(?:pdf|png|jpe?g|tiff?|gif|heic|xml|csv|docx?|xlsx?|eml|msg|zip))(?=[\s,;"“”]|$)/giu;
/** Signs between the parts of a file’s name, unlike the hyphen within “RE4711-26”. */
const partSigns = /[_+~()[\]]|(?<=^\p{L}{4,})-(?=\p{L})/gu;

/** The search up to the last whole word within `LONGEST_SEARCH`. */
function beginningOf(search: string): string {
  if (search.length <= LONGEST_SEARCH) return search;
  const begun = search.slice(0, LONGEST_SEARCH + 1);
  const end = begun.search(/\s\S*$/u);
  return begun.slice(0, end > 0 ? end : LONGEST_SEARCH);
}

function isDated(condition: SearchCondition): boolean {
  return condition.kind === 'not' ? condition.any.some(isDated) : condition.kind === 'date';
}

/**
 * “500” alone is searched as typed, also inside longer numbers. Its chip offers the amount if a bill has exactly that,
 * and so does the chip of a year alone.
 */
function asAmount({ tokens, known }: SearchReader) {
  return (piece: Piece, _place: number, { length }: readonly Piece[]): Piece => {
    const [from, to] = piece.range;
    const token =
      length === 1 && (piece.kind === 'word' || piece.kind === 'part')
        ? tokens.find(({ range }) => range[0] === from && range[1] === to)
        : undefined;
    const isPlain = token?.kind === 'word' && /^\d+(?:[.,'’]\d{3})*$/u.test(token.text);
    const cents = isPlain ? centsIn(token.text) : null;
    const [term, ...others] = cents === null || !token ? [] : searchTerms(token.text);
    if (cents === null || !token || !term || others.length > 0) return piece;
    if (!amountSpellings(cents).some((spelling) => known.holds(spelling, true))) return piece;
    const text = { kind: 'text', term, typed: token.text, match: 'alone' } as const;
    const amount = { kind: 'amount', fromCents: cents, toCents: cents, currencies: null } as const;
    if (piece.kind === 'part') return { ...piece, choices: [...piece.any, amount] };
    return { kind: 'part', range: piece.range, any: [text], choices: [text, amount] };
  };
}

/** “Paid last week”: no bill has the date of its payment. */
function paidWhen(
  reader: SearchReader,
  typed: string,
  parts: readonly SearchPart[],
): readonly SearchProblem[] {
  const { tokens, words } = reader;
  const isPaid = ({ any }: SearchPart): boolean =>
    any.some((each) => each.kind === 'state' && each.state === 'paid');
  const dated = parts.find(({ any, range: [from] }, place) => {
    const isDue = any.every((each) => each.kind === 'date' && each.field === 'due');
    const first = tokens.findIndex(({ range }) => range[0] === from);
    const isNamed =
      phraseAt(reader, first, words.fields) !== null || tokens[first]?.kind !== 'word';
    return (
      isDue &&
      any.length > 0 &&
      !isNamed &&
      parts.slice(Math.max(0, place - 1), place + 2).some(isPaid)
    );
  });
  if (!dated) return [];
  return [problemOf('paidWhen', dated.range, typed.slice(...dated.range))];
}

/** Text of a word as bills write it: “at&t” for “at & t”. */
function writtenIn({ tokens }: SearchReader, piece: Piece, typed: string): string {
  const name = 'at' in piece ? tokens[piece.at]?.name : undefined;
  return name ?? typed.slice(...piece.range);
}

function piecesOf(reader: SearchReader): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < reader.tokens.length;) {
    const { piece, next } = pieceAt(reader, at);
    pieces.push(piece);
    at = Math.max(next, at + 1);
  }
  return pieces;
}

function pieceAt(
  reader: SearchReader,
  at: number,
): { readonly piece: Piece; readonly next: number } {
  const rangeTo = (next: number): TextRange => [
    reader.tokens[at]?.range[0] ?? 0,
    reader.tokens[next - 1]?.range[1] ?? 0,
  ];
  const operator = operatorAt(reader, at);
  if (operator?.kind === 'problem') {
    const range = rangeTo(operator.next);
    const { isSearched } = operator;
    return {
      piece: { kind: 'problem', range, isSearched, problem: { ...operator.problem, range } },
      next: operator.next,
    };
  }
  const part = operator ?? partAt(reader, at);
  if (part) {
    const place = { range: rangeTo(part.next), endsList: endsList(reader, part.next - 1) };
    return { piece: { ...part.value, ...place, kind: 'part' }, next: part.next };
  }
  const elsewhere = after(reader, at, reader.words.elsewhere);
  if (elsewhere !== null && !isOfBills(reader, at, elsewhere)) {
    const range = rangeTo(elsewhere);
    const name = reader.tokens.slice(at, elsewhere).map(({ text }) => text);
    const problem = problemOf('elsewhere', range, name.join(' '));
    return { piece: { kind: 'problem', range, problem, isSearched: true }, next: elsewhere };
  }
  const { kind = 'word', key = '' } = reader.tokens[at] ?? {};
  const { or, and, fillers, asides, legalForms } = reader.words;
  const isAside = key.split(' ').every((word) => asides.has(word) || legalForms.has(word));
  const role =
    kind === 'or' || or.has(key)
      ? 'or'
      : and.has(key) || key === '&' || key === '+'
        ? 'and'
        : fillers.has(key) || key === '-' || isSymbol(reader, at)
          ? 'filler'
          : isAside
            ? 'aside'
            : 'word';
  const next = (role === 'filler' ? after(reader, at, fillers) : null) ?? at + 1;
  return {
    piece: { kind: kind === 'word' || kind === 'or' ? role : 'word', range: rangeTo(next), at },
    next,
  };
}

/** Whether this is an emoji or another symbol that no bill has, beside other words. */
function isSymbol({ tokens, known }: SearchReader, at: number): boolean {
  const { text = '', folded = '' } = tokens[at] ?? {};
  const isOne = /^[\p{So}\p{Sk}\p{M}\p{Cf}]+$/u.test(text);
  return isOne && tokens.length > 1 && !known.holds(folded, false);
}

function problemOf(kind: SearchProblem['kind'], range: TextRange, name: string): SearchProblem {
  return { kind, range, operator: null, name, value: '' };
}

/** Whether a bill has these words in its text. */
function isOfBills({ tokens, known }: SearchReader, at: number, next: number): boolean {
  const own = tokens.slice(at, next).map(({ folded }) => folded);
  return known.holds(own.join(' '), false);
}

/** Drops an unfinished phrase at the end of the search, such as “over” or “between 1000 and”. */
function withoutUnfinishedEnd(reader: SearchReader, pieces: readonly Piece[]): readonly Piece[] {
  const { tokens } = reader;
  for (let length = Math.min(LONGEST_BEGINNING, pieces.length); length > 0; length--) {
    const some = pieces.slice(-length);
    const [first] = some;
    const at = first && 'at' in first && some.every((piece) => 'at' in piece) ? first.at : null;
    if (first === undefined || at === null || !isBeginning(reader, at)) continue;
    const own = tokens.slice(at);
    // If bills have these words, search for them.
    if (own.every(({ kind }) => kind === 'word') && isOfBills(reader, at, tokens.length)) continue;
    const range: TextRange = [first.range[0], own.at(-1)?.range[1] ?? 0];
    const name = own.map(({ text }) => text).join(' ');
    const problem = problemOf('unfinished', range, name);
    return [...pieces.slice(0, -length), { kind: 'problem', range, problem, isSearched: false }];
  }
  return pieces;
}

const LONGEST_BEGINNING = 4;

function isBeginning(reader: SearchReader, at: number): boolean {
  const { words, tokens } = reader;
  const isEnd = (next: number | undefined | null): boolean => next === tokens.length;
  if (tokens[at]?.kind === 'compare') return isEnd(at + 1);
  if (tokens[at]?.kind === 'or') return isEnd(at + 1);
  const tables = [words.amounts, words.ages, words.dates, words.fields];
  if (tables.some((table) => isEnd(phraseAt<unknown>(reader, at, table)?.next))) return true;
  const { between, from, within, vendor, or, next, last, coming, sortBy } = words;
  if (isEnd(afterNot(reader, at))) return true;
  const sets = [between, from, within, vendor, or, next, last, coming, sortBy, words.this];
  if (sets.some((set) => isEnd(after(reader, at, set)))) return true;
  // “Overdue by a” may become “by a week”.
  const by = after(reader, at, words.by);
  if (by !== null && isEnd(numberWordAt(reader, by)?.next)) return true;
  const field = phraseAt(reader, at, words.fields);
  if (field) return isBeginning(reader, field.next);
  const age = phraseAt(reader, at, words.ages);
  if (age && /^\d+$/u.test(tokens[age.next]?.text ?? '')) return isEnd(age.next + 1);
  const begun = after(reader, at, between);
  if (begun === null) return false;
  return isEnd(begun + 1) || isEnd(after(reader, begun + 1, words.and));
}

interface WithoutFillers {
  readonly kept: readonly Piece[];
  /** Notes on dropped words that the user may have meant. */
  readonly dropped: readonly SearchProblem[];
}

/**
 * Drops filler words, such as “show all bills that are”, “and” between parts, and “GmbH” beside a name. Each stays if
 * it may be part of a name.
 */
function withoutFillers(
  { tokens, known, words }: SearchReader,
  pieces: readonly Piece[],
): WithoutFillers {
  const asksForMore = pieces.some(({ kind }) => kind !== 'filler' && kind !== 'and');
  const hasName = pieces.some((piece) => isName(piece, tokens));
  const keyOf = (piece: Piece): string => ('at' in piece && tokens[piece.at]?.key) || '';
  const folded = (piece: Piece | undefined): string =>
    (piece !== undefined && 'at' in piece && tokens[piece.at]?.folded) || '';
  const kept = pieces.flatMap((piece, place): readonly Piece[] => {
    if (piece.kind === 'aside' && !hasName) return [{ ...piece, kind: 'word' }];
    if (piece.kind !== 'filler' && piece.kind !== 'and' && piece.kind !== 'aside') return [piece];
    const [before, own, following] = [
      folded(pieces[place - 1]),
      folded(piece),
      folded(pieces[place + 1]),
    ];
    // “December and gas” has no part of “Oil & Gas”.
    const isJoining = piece.kind === 'and' && pieces[place - 1]?.kind === 'part';
    const isInText =
      (before !== '' && holdsName(known, [before, own])) ||
      (following !== '' && !isJoining && holdsName(known, [own, following]));
    const key = keyOf(piece);
    // Without another name, “payments” asks for bills.
    const isSearched = hasName ? words.asides.has(key) : piece.kind === 'filler' && !asksForMore;
    return isInText || (isSearched && known.holds(own, true)) ? [{ ...piece, kind: 'word' }] : [];
  });
  const left = new Set(kept.map(({ range: [from] }) => from));
  const gone = pieces.filter(({ range: [from] }) => !left.has(from));
  // Without any other word the list shows all bills.
  const isAll = gone.some((piece) => words.everything.has(keyOf(piece)));
  const isMeant = (piece: Piece): boolean =>
    kept.length === 0
      ? !isAll
      : hasName && [words.asides, words.legalForms].some((set) => set.has(keyOf(piece)));
  const meant = gone.filter(isMeant);
  const typed = meant.map((piece) => ('at' in piece && tokens[piece.at]?.text) || '');
  const [first, last] = [meant[0], meant.at(-1)];
  if (!first || !last) return { kept, dropped: [] };
  const range: TextRange = [first.range[0], last.range[1]];
  const name = typed.join(' ').replaceAll(/[,;]+(?=\s|$)/gu, '');
  return { kept, dropped: [problemOf('notSearched', range, name)] };
}

/** Whether a piece names a vendor or a bill. A short number does not, as in “2. reminder”. */
function isName(piece: Piece, tokens: readonly SearchToken[]): boolean {
  return (
    (piece.kind === 'word' && /\p{L}|\d{3}/u.test(tokens[piece.at]?.text ?? '')) ||
    (piece.kind === 'part' && piece.any.some(({ kind }) => naming.has(kind)))
  );
}

const naming: ReadonlySet<SearchCondition['kind']> = new Set(['text', 'vendor', 'field']);

function partOf(
  { range, any, choices }: Extract<Piece, { kind: 'part' }>,
  words: SearchWords,
): SearchPart {
  return {
    range,
    any,
    choices: choices.map((condition) => ({ condition, text: writeCondition(condition, words) })),
  };
}

const HUNDREDTHS_PER_UNIT = 100;

/** Search text with exactly this meaning. */
function writeCondition(condition: SearchCondition, words: SearchWords): string {
  const named = (operator: SearchOperator, value: string): string =>
    `${words.operators[operator][0] ?? operator}:${value}`;
  switch (condition.kind) {
    case 'text':
      return `"${condition.typed}"`;
    case 'amount':
      return named('amount', amounts(condition));
    case 'date':
      if (condition.field !== 'overdue') return named(condition.field, dates(condition, words));
      return `${named('due', dates(condition, words))} ${named('is', words.states.overdue[0] ?? '')}`;
    case 'vendor':
      return named('vendor', `"${condition.part}"`);
    case 'currency':
      return named('currency', condition.currencies[0] ?? '');
    case 'state':
      return named('is', (words.states[condition.state][0] ?? '').replaceAll(' ', '-'));
    case 'terms':
      return `${words.terms.counted[0] ?? ''} ${condition.days} ${words.units.day[1] ?? ''}`;
    case 'field':
      return named(condition.field, `"${condition.part}"`);
    case 'order':
      return named('sort', (words.orders[condition.order][0] ?? '').replaceAll(' ', '-'));
    case 'tag':
      return `#${condition.part}`;
    case 'not':
      return condition.any.map((each) => `-${writeCondition(each, words)}`).join(' ');
    default:
      return condition satisfies never;
  }
}

function amounts({
  fromCents,
  toCents,
}: {
  readonly fromCents: number;
  readonly toCents: number;
}): string {
  const [from, to] = [fromCents, toCents].map((cents) => String(cents / HUNDREDTHS_PER_UNIT));
  if (from === to) return from ?? '';
  if (toCents === Infinity) return `>=${from}`;
  return fromCents === -Infinity || fromCents === 0 ? `<=${to}` : `${from}..${to}`;
}

function dates({ from, to }: DayRange, { to: until }: SearchWords): string {
  if (from === to) return from;
  if (from === EARLIEST) return `<=${to}`;
  return to === LATEST ? `>=${from}` : `${from} ${until[0] ?? '-'} ${to}`;
}
