import { tagsIn } from '../../model/annotation.ts';
import { type AmountsAsked, amountsAt } from './search-amounts.ts';
import type { SearchCondition } from './search-conditions.ts';
import { currencyAt, currencyNameAt, otherCurrencyAt } from './search-currencies.ts';
import { dateConditions, datesAt, datesOf, otherDates } from './search-dates.ts';
import { type DatesAsked, LATEST } from './search-days.ts';
import { isInSome } from './search-month.ts';
import { orderAt } from './search-orders.ts';
import { paymentTermsPart } from './search-payment-terms.ts';
import {
  beginningOf,
  type Candidate,
  isInText,
  plain,
  sure,
  textOf,
  typedText,
} from './search-phrases.ts';
import {
  after,
  afterNot,
  numberWordAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  signAt,
  skip,
  wordAt,
} from './search-reader.ts';
import { searchTerms } from './search-terms.ts';
import { amountSpellings, hasNumber, sortKeyOf, WHOLE } from './search-text.ts';
import { isOfVendor, vendorAt } from './search-vendors.ts';

/** Longest phrase with a meaning that begins here, apart from negations and quotes. */
export function bestAt(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const readers = [
    ...[tagPart, statePart, paymentTermsPart, datePart, amountPart, orderPart],
    ...[vendorPart, numberPart, purchasePart, currencyPart],
  ];
  let best: Parsed<Candidate> | null = null;
  for (const read of readers) {
    const found = read(reader, at);
    if (found && found.next > (best?.next ?? at)) best = found;
  }
  return best;
}

export function textAt({ tokens }: SearchReader, at: number): readonly SearchCondition[] | null {
  const token = tokens[at];
  if (token === undefined || token.folded === '') return null;
  if (token.kind === 'quoted') return [{ kind: 'text', term: [token.folded], typed: token.text }];
  if (token.kind !== 'word') return null;
  return textsOf(token.text.replace(/[,;]+$/u, ''));
}

export function textsOf(typed: string): readonly SearchCondition[] {
  return searchTerms(typed).map((term) => ({ kind: 'text', term, typed }));
}

export function quotedAt({ tokens }: SearchReader, at: number): Parsed<Candidate> | null {
  const token = tokens[at];
  if (token?.kind !== 'quoted') return null;
  if (token.folded === '') return { value: { any: [], choices: [] }, next: at + 1 };
  return sure({ kind: 'text', term: [token.folded], typed: token.text }, at + 1);
}

/** A word or phrase that names a state, unless it occurs in a bill's text next to its neighboring word. */
export function statePart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const state = phraseAt(reader, at, reader.words.states);
  // “Held” begins the name of a vendor, possibly still being typed.
  const isName = state?.value === 'onHold' && state.next === at + 1 && isOfVendor(reader, at);
  // “Not due by Friday” negates the date.
  const isOfDate = state?.value === 'notYetDue' && datesOf(reader, state.next, 'due') !== null;
  if (state === null || isName || isOfDate) return null;
  const isUnapproved = state.value === 'unapproved';
  // “No approval needed” is no state.
  if (isUnapproved && reader.words.needed.has(wordAt(reader, state.next) ?? '')) return null;
  const isUndone = isUnapproved || state.value === 'unpaid';
  const next = isUndone ? skip(reader, state.next, reader.words.anyone) : state.next;
  const found = plain(reader, at, next, { kind: 'state', state: state.value });
  if (found !== null && state.value === 'open') {
    const { any, choices } = found.value;
    const unpaid = { kind: 'state', state: 'unpaid' } as const;
    const [meant, other] = asksForUnpaid(reader, at) ? [[unpaid], any] : [any, [unpaid]];
    return { ...found, value: { any: meant, choices: [...meant, ...other, ...choices.slice(1)] } };
  }
  if (found === null || state.value !== 'onHold') return found;
  // “On hold” also means bills that the service shows as stopped.
  const stopped = { kind: 'state', state: 'stoppedElsewhere' } as const;
  return { ...found, value: { ...found.value, any: [...found.value.any, stopped] } };
}

/**
 * “Open bills” and “offene Eurorechnungen” are all that are still unpaid, but “not open bills” and “bills with status
 * open” are about the status.
 */
function asksForUnpaid(reader: SearchReader, at: number): boolean {
  const { tokens, words } = reader;
  const isNot =
    tokens[at - 1]?.kind === 'minus' ||
    afterNot(reader, at - 1) === at ||
    after(reader, at - 1, words.none) === at;
  // A short name may be part of another word: “waybill”.
  const isBill = (key: string): boolean =>
    words.bills.has(key) || [...words.bills].some((name) => name.length > 7 && key.endsWith(name));
  return (
    !isNot &&
    tokens.some(
      ({ kind, key }, place) =>
        kind === 'word' && tokens[place - 1]?.kind !== 'minus' && isBill(key),
    ) &&
    !tokens.some(({ key }) => words.statusNames.has(key))
  );
}

function tagPart({ tokens }: SearchReader, at: number): Parsed<Candidate> | null {
  const token = tokens[at];
  const [tag, ...others] = token?.kind === 'word' ? tagsIn(token.text) : [];
  if (token === undefined || tag === undefined || others.length > 0) return null;
  return token.text === `#${tag}` ? sure({ kind: 'tag', part: tag.toLowerCase() }, at + 1) : null;
}

function currencyPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const begin = skip(reader, at, reader.words.on);
  const other = otherCurrencyAt(reader, at) ?? otherCurrencyAt(reader, begin);
  if (other)
    return plain(reader, at, other.next, {
      kind: 'not',
      any: [{ kind: 'currency', currencies: other.value }],
    });
  // A code alone is searched as typed.
  const isAlone = reader.tokens.length === 1;
  const currency = isAlone ? currencyNameAt(reader, begin) : currencyAt(reader, begin);
  // “Ft” alone may begin a word.
  const isShort =
    begin === at && currency?.next === at + 1 && /^\p{L}{1,2}$/u.test(wordAt(reader, at) ?? '');
  if (currency === null || isShort) return null;
  const isOfBills = currency.value.some((code) => reader.known.currencies.includes(code));
  // “Pound” is a name if no bill is in pounds, and “cad” and “rand” may begin a word.
  const isCode = begin === at && currencyNameAt(reader, at) === null;
  const isText = (): boolean =>
    isCode ? isInSome(reader, at) : isBegun(reader, typedText(reader, begin, currency.next));
  if (!isOfBills && isText()) return null;
  const condition = { kind: 'currency', currencies: currency.value } as const;
  // “Acme rand” and “not rand” mean the currency.
  const isWhole = begin === at && currency.next - at === reader.tokens.length;
  const text = isWhole && !isCode ? nameBegunAt(reader, at, currency.next) : null;
  if (text !== null)
    return { value: { any: [text], choices: [text, condition] }, next: currency.next };
  // Each bill shows the sign of its currency, so don’t offer the sign as text.
  return /\p{Sc}$/u.test(wordAt(reader, begin) ?? '')
    ? sure(condition, currency.next)
    : plain(reader, at, currency.next, condition);
}

/** “Rand” as text if a vendor’s name begins with it, such as “Rand McNally”; else null. */
function nameBegunAt(reader: SearchReader, at: number, next: number): SearchCondition | null {
  const typed = typedText(reader, at, next);
  const name = `\n${sortKeyOf(typed)} `;
  const isBegin = reader.known.vendors.some((vendor) => `\n${vendor}`.includes(name));
  return isBegin ? textOf(reader, typed) : null;
}

function isBegun({ known }: SearchReader, typed: string): boolean {
  return known.holds(sortKeyOf(typed), false);
}

function datePart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const dates = datesAt(reader, at);
  if (dates === null) return null;
  const { isPlain } = dates.value;
  if (isInText(reader, at, dates.next)) return null;
  const isOfBill = meansArrival(reader, at, dates) || meansBillDate(reader, at, dates);
  const asked = dateConditions(dates.value, isOfBill ? 'date' : null);
  const others = otherDates(dates.value, isOfBill ? 'date' : null);
  // “For April” may be the text “April”.
  const begin = skip(reader, at, reader.words.purpose);
  const typed = typedText(reader, begin, dates.next);
  const text = isPlain ? (textOf(reader, typed) ?? beginningOf(reader, typed)) : null;
  const choices = text === null ? asked : [...asked, text];
  // “Wk 12” is a word of memos if no bill has a date in that week.
  const isNone = !asked.some((each) => isDateOfBills(reader, each));
  const words = text !== null && isNone ? [text] : asked;
  // “Malz KW 47” may have the week in its memo.
  const isNumbered = /\d/.test(typed) && dates.next - at < reader.tokens.length;
  const any = dates.value.mayBeText || isNumbered ? choices : words;
  const offered = [...asked, ...others, ...choices.slice(asked.length)];
  return { value: { any, choices: offered.length > 1 ? offered : [] }, next: dates.next };
}

function isDateOfBills({ known }: SearchReader, condition: SearchCondition): boolean {
  if (condition.kind !== 'date') return false;
  const { field, from, to } = condition;
  return field === 'due' ? known.isDueBetween(from, to) : known.isDatedBetween(from, to);
}

/** “Since yesterday” means bills that came since then, but “overdue since October” and “due since Monday” do not. */
function meansArrival(
  reader: SearchReader,
  at: number,
  { value: { field, ranges } }: Parsed<DatesAsked>,
): boolean {
  const { words, calendar, tokens } = reader;
  return (
    field === null &&
    phraseAt(reader, at, words.dates)?.value === 'since' &&
    ranges.every(({ from, to }) => from <= calendar.today && to === LATEST) &&
    !tokens.some((_token, place) => phraseAt(reader, place, words.states)?.value === 'overdue')
  );
}

/** Whether a written day or month of the past, such as “15 Nov”, is the date of some bill and the due date of none. */
function meansBillDate(
  { known, calendar, tokens, words }: SearchReader,
  at: number,
  { value: { field, ranges }, next }: Parsed<DatesAsked>,
): boolean {
  const written = tokens.slice(at, next);
  const isWritten =
    written.some(({ text }) => /\d[./-]\d/.test(text)) ||
    (written.some(({ key }) => words.months.has(key)) &&
      written.some(({ text }) => /\d/.test(text)));
  const isOneMonth = ranges.every(({ from, to }) => from.slice(0, 7) === to.slice(0, 7));
  return (
    field === null &&
    isWritten &&
    isOneMonth &&
    ranges.every(({ from, to }) => from <= calendar.today && !known.isDueBetween(from, to)) &&
    ranges.some(({ from, to }) => known.isDatedBetween(from, to))
  );
}

export function amountPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const amounts = amountsAt(reader, at);
  if (amounts === null) return null;
  const { mayBeText, ...bounds } = amounts.value;
  const condition = { kind: 'amount', ...bounds } as const;
  const typed = typedText(reader, at, amounts.next);
  // “3m” may be an amount or a vendor.
  const mayBeWords = !/\d/u.test(typed) || /^\d+\p{L}[,;]?$/u.test(typed);
  if (mayBeWords && isInText(reader, at, amounts.next)) return null;
  if (beginsNumber(reader, typed, condition)) return null;
  const isOneNumber = mayBeText && amounts.next === at + 1;
  const number = isOneNumber ? numberWithHyphen(reader, typed) : null;
  if (number !== null)
    return { value: { any: [number], choices: [number, condition] }, next: amounts.next };
  const text = isOneNumber || mayBeWords ? textOf(reader, typed) : null;
  const any = text === null ? [condition] : [condition, text];
  return { value: { any, choices: text === null ? [] : any }, next: amounts.next };
}

/** “476-3893” and “2026-5442” as the number of a bill, also of 2026/5442, if a bill has it. */
function numberWithHyphen({ known }: SearchReader, typed: string): SearchCondition | null {
  if (!/^\d+-\d+$/.test(typed)) return null;
  const [term] = searchTerms(typed);
  return term?.some((spelling) => known.holds(spelling, true))
    ? { kind: 'text', term, typed }
    : null;
}

/**
 * Whether “R1234” or “R 1234” is the number of a bill and not an amount in rand. It may also be the beginning of a
 * number, unless a bill has that amount.
 */
function beginsNumber(
  { known }: SearchReader,
  typed: string,
  { fromCents }: Pick<AmountsAsked, 'fromCents'>,
): boolean {
  const [, letter = '', digits] = /^(\p{L})[ -]?(\d[\d-]*)[,;]?$/u.exec(typed) ?? [];
  if (digits === undefined) return false;
  const isWorth = amountSpellings(fromCents).some((each) => known.holds(each, true));
  return ['', ' ', '-'].some((pause) =>
    known.holds(`${letter.toLowerCase()}${pause}${digits}`, isWorth),
  );
}

/** An order, or a word beside one: “first” of “biggest overdue first”, “sort” of “sort bills by amount”. */
function orderPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const order = orderAt(reader, at) ?? orderAt(reader, skip(reader, at, reader.words.on));
  if (order) return plain(reader, at, order.next, { kind: 'order', ...order.value });
  const end = after(reader, at, reader.words.orderEnds) ?? after(reader, at, reader.words.sortBy);
  const isOrdered = (): boolean =>
    reader.tokens.some((_token, other) => orderAt(reader, other) !== null);
  return end !== null && isOrdered() && !isInText(reader, at, end)
    ? { value: { any: [], choices: [] }, next: end }
    : null;
}

export function vendorPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const marked = after(reader, at, reader.words.vendor);
  const begin = marked !== null && signAt(reader, marked) === '=' ? marked + 1 : marked;
  const vendor = begin === null || isOfCount(reader, at) ? null : vendorAt(reader, begin);
  return vendor && sure(vendor.value, vendor.next);
}

/** “By a” of “overdue by a week” that is still being typed. */
function isOfCount(reader: SearchReader, at: number): boolean {
  const { late, by } = reader.words;
  const begin = after(reader, at, by);
  const number = begin === null ? null : numberWordAt(reader, begin);
  const isLate = [1, 2, 3].some((length) => after(reader, at - length, late) === at);
  return isLate && number?.next === reader.tokens.length;
}

/** “no. 43187”, “bill 43187”: the bill’s number, not an amount. */
function numberPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const [, sign = '', joined = ''] = /^(\p{L}+#)(\d.*)$/u.exec(wordAt(reader, at) ?? '') ?? [];
  if (reader.words.number.has(sign))
    return sure({ kind: 'field', field: 'number', part: joined }, at + 1);
  const exact = exactNumberAt(reader, at);
  if (exact !== null) return sure({ kind: 'field', field: 'number', part: exact }, at + 1);
  const marked = after(reader, at, reader.words.number);
  if (marked === null) return null;
  if (marked === after(reader, at, reader.words.numberSigns) && isThing(reader, at - 1))
    return numberOfThing(reader, marked);
  const begin = signAt(reader, marked) === '=' ? marked + 1 : marked;
  const inTwo = numberInTwoWords(reader, begin);
  if (inTwo !== null) return sure({ kind: 'field', field: 'number', part: inTwo }, begin + 2);
  const token = reader.tokens[begin];
  const part = (token?.folded ?? '').replaceAll(/^#|[,;:]+$/gu, '');
  const isNumber = token?.kind === 'word' && /^(?=.*\d)[\p{L}\d][\p{L}\d./-]*$/u.test(part);
  // “Your ref PO-70555”
  if (/^po\W?\d/u.test(part)) return null;
  if (isNumber) return sure({ kind: 'field', field: 'number', part }, begin + 1);
  // “Invoice number SV-FRI”, but “bill coca-cola” may name a vendor.
  const isFiller = reader.words.fillers.has(wordAt(reader, marked - 1) ?? '');
  const isCode = !isFiller && /^\p{L}+-\p{L}/u.test(part) && reader.known.holds(part, false);
  const [text] = isCode ? (textAt(reader, begin) ?? []) : [];
  return text ? sure(text, begin + 1) : null;
}

/** “#417” if a bill has this number, apart from zeros, and others contain it: “A417-B”, “RE 4170”. */
function exactNumberAt({ tokens, known }: SearchReader, at: number): string | null {
  const part = tokens[at]?.folded.replace(/[,;]+$/u, '') ?? '';
  const [, digits] = /^#(\d+)$/u.exec(part) ?? [];
  if (digits === undefined) return null;
  const areExact = known.having(digits).map(({ billNumber }) => hasNumber(billNumber, part));
  return areExact.includes(true) && areExact.includes(false) ? part : null;
}

/** “2217” of “job no 2217”: bills with that text in any field. */
function numberOfThing(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const [only, ...others] = textAt(reader, at) ?? [];
  if (only?.kind !== 'text' || others.length > 0 || !/\d/u.test(only.typed)) return null;
  const [typed] = only.term;
  const term = /^\d{1,2}$/u.test(typed) ? ([`${WHOLE}${typed}`] as const) : only.term;
  return sure({ ...only, term }, at + 1);
}

/** Whether a word of a memo is here, such as “job” or “unit”: neither a vendor’s name nor a word of the search. */
function isThing(reader: SearchReader, at: number): boolean {
  const { or, and, fillers, on, asides, legalForms, vendor, number, not, none } = reader.words;
  const word = wordAt(reader, at) ?? '';
  const isOfSearch = [or, and, fillers, on, asides, legalForms, vendor, number, not, none].some(
    (set) => set.has(word),
  );
  if (isOfSearch || !/^\p{L}{2,}$/u.test(word)) return false;
  return !isOfVendor(reader, at) && bestAt(reader, at) === null;
}

/** “PO no. 70555”: bills with that text in any field. */
function purchasePart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const begin = after(reader, at, reader.words.purchaseOrder);
  const any = begin === null ? null : textAt(reader, begin);
  const token = begin === null ? undefined : reader.tokens[begin];
  // “No PO⇥725.00” has an amount in the next cell.
  const isNumber = token && !token.beginsCell && /\d{3}/u.test(token.text);
  return begin !== null && any?.length === 1 && isNumber
    ? { value: { any, choices: [] }, next: begin + 1 }
    : null;
}

/** A bill's number in two words, such as “INV 00012”; null for none. */
export function numberInTwoWords({ tokens, known }: SearchReader, at: number): string | null {
  const [letters, digits] = [tokens[at], tokens[at + 1]];
  if (letters?.kind !== 'word' || digits?.kind !== 'word') return null;
  const isNumber = /^\p{L}{1,6}$/u.test(letters.folded) && /\d/u.test(digits.folded);
  const number = `${letters.folded} ${digits.folded}`;
  return isNumber && known.holds(number, false) ? number : null;
}
