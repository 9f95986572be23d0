import { assertNever } from '../../../base/assert-never.ts';
import {
  addDays,
  endOfWeek,
  type PlainDate,
  readPlainDate,
  type WeekCalendar,
} from '../../../base/days.ts';
import type { BillColumns, TextColumn } from './bill-columns.ts';
import { centsIn } from './search-terms.ts';
import { sortKeyOf } from './search-text.ts';

/** What a search asks for. */
export interface SearchReading {
  /** The words to look for. */
  readonly text: string;
  /** All of them have to hold. */
  readonly conditions: readonly SearchCondition[];
}

export type SearchCondition =
  /** Amount due in hundredths of whatever currency, both included. */
  | { readonly kind: 'amount'; readonly fromCents: number; readonly toCents: number }
  /** First and last due date, both included. */
  | { readonly kind: 'due'; readonly from: PlainDate; readonly to: PlainDate }
  | { readonly kind: 'vendor'; readonly name: string }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'flagged' };

/** How the operators are called in a language; each may have several names, folded. */
export interface SearchWords {
  readonly operators: Readonly<Record<'due' | 'is' | 'vendor', readonly string[]>>;
  readonly states: Readonly<Record<'overdue' | 'flagged', readonly string[]>>;
  readonly days: Readonly<Record<DueDays, readonly string[]>>;
}

export type DueDays = 'today' | 'tomorrow' | 'thisWeek' | 'nextWeek' | 'thisMonth' | 'nextMonth';

/** Longer ones are pasted by mistake, such as a whole sheet: for each word all bills are gone through. */
const LONGEST_SEARCH = 1_000;

/**
 * Takes the operators out of a search: `>1000`, `due:this week`, `is:flagged`, `vendor:"two words"`. One that is not
 * typed to its end asks for nothing yet; one that nobody knows is a word like any other.
 */
export function readSearch(
  search: string,
  words: SearchWords,
  calendar: WeekCalendar,
): SearchReading {
  const conditions: SearchCondition[] = [];
  const text: string[] = [];
  let rest = search.trim().slice(0, LONGEST_SEARCH);
  while (rest !== '') {
    const read = readAmount(rest) ?? readNamed(rest, words, calendar);
    if (read?.condition) conditions.push(read.condition);
    const length = read?.length ?? /^\S+/u.exec(rest)?.[0].length ?? rest.length;
    if (read === null) text.push(rest.slice(0, length));
    rest = rest.slice(length).trimStart();
  }
  return { text: text.join(' '), conditions };
}

/** What each condition asks of a bill by its slot, but for flags, which are no column. */
export function conditionTests(
  conditions: readonly SearchCondition[],
  columns: BillColumns,
  today: PlainDate,
): readonly ((slot: number) => boolean)[] {
  const { dueCents, dueDate, vendorKey, payable } = columns;
  return conditions.flatMap((condition) => {
    switch (condition.kind) {
      case 'amount':
        return (slot: number) => {
          const cents = dueCents[slot] ?? 0;
          return condition.fromCents <= cents && cents <= condition.toCents;
        };
      case 'due':
        return textTest(dueDate, (text) => {
          const due = readPlainDate(text);
          return due !== null && condition.from <= due && due <= condition.to;
        });
      case 'vendor':
        return textTest(vendorKey, (text) => text?.includes(condition.name) ?? false);
      case 'overdue': {
        const isPast = textTest(dueDate, (text) => (readPlainDate(text) ?? today) < today);
        return (slot: number) => payable[slot] === 1 && isPast(slot);
      }
      case 'flagged':
        return [];
      default:
        return assertNever(condition);
    }
  });
}

/** Equal texts are read once. */
function textTest(
  { codes, texts }: TextColumn,
  fits: (text: string | null) => boolean,
): (slot: number) => boolean {
  const answers: boolean[] = [];
  return (slot) => {
    const code = codes[slot] ?? 0;
    return (answers[code] ??= fits(texts[code] ?? null));
  };
}

interface Read {
  /** Null while it is not typed to its end. */
  readonly condition: SearchCondition | null;
  /** How much of the text it takes. */
  readonly length: number;
}

function readAmount(text: string): Read | null {
  const [all, operator = '', amount = ''] = /^([<>]=?)\s*(\S*)/u.exec(text) ?? [];
  if (all === undefined) return null;
  if (amount === '') return { condition: null, length: all.length };
  const cents = centsIn(amount);
  if (cents === null) return null;
  const beyond = operator.endsWith('=') ? 0 : 1;
  const bounds = operator.startsWith('>')
    ? { fromCents: cents + beyond, toCents: Infinity }
    : { fromCents: -Infinity, toCents: cents - beyond };
  return { condition: { kind: 'amount', ...bounds }, length: all.length };
}

function readNamed(text: string, words: SearchWords, calendar: WeekCalendar): Read | null {
  const [before, name = ''] = /^(\p{L}+):\s*/u.exec(text) ?? [];
  if (before === undefined) return null;
  const operator = nameOf(words.operators, sortKeyOf(name));
  if (operator === null) return null;
  const value = text.slice(before.length);
  if (value === '') return { condition: null, length: before.length };
  const read =
    operator === 'vendor'
      ? readVendor(value)
      : operator === 'is'
        ? readState(value, words.states)
        : readDue(value, words.days, calendar);
  return read && { ...read, length: before.length + read.length };
}

function readVendor(text: string): Read {
  const [all = '', quoted, word = ''] = /^(?:["“„]([^"”“]*)["”“]?|(\S+))/u.exec(text) ?? [];
  const name = sortKeyOf(quoted ?? word).trim();
  return { condition: name === '' ? null : { kind: 'vendor', name }, length: all.length };
}

function readState(text: string, states: SearchWords['states']): Read | null {
  const word = /^\S+/u.exec(text)?.[0] ?? '';
  const kind = nameOf(states, sortKeyOf(word));
  if (kind !== null) return { condition: { kind }, length: word.length };
  return isBeginning(states, text) ? { condition: null, length: text.length } : null;
}

function readDue(text: string, days: SearchWords['days'], calendar: WeekCalendar): Read | null {
  const dates = readDates(text);
  if (dates !== null) return dates;
  const key = sortKeyOf(text);
  for (const [name, spellings] of Object.entries(days)) {
    const said = spellings.find((each) => key === each || key.startsWith(`${each} `));
    if (said === undefined) continue;
    const [from, to] = daysOf(name as DueDays, calendar);
    return { condition: { kind: 'due', from, to }, length: said.length };
  }
  const isUnfinished = isBeginning(days, text) || /^[<>]?=?[\d-]{0,9}$/u.test(text);
  return isUnfinished ? { condition: null, length: text.length } : null;
}

/** A day, a month, or what is before or after a day: `2026-12-01`, `2026-12`, `<2026-12-01`. */
function readDates(text: string): Read | null {
  const [all, operator = '', month = '', day = ''] =
    /^([<>]=?)?\s*(\d{4}-\d{2})(-\d{2})?(?=\s|$)/u.exec(text) ?? [];
  if (all === undefined) return null;
  const from = readPlainDate(`${month}${day || '-01'}`);
  if (from === null) return null;
  const to = day === '' ? endOfMonth(from) : from;
  const beyond = operator.endsWith('=') ? 0 : 1;
  const bounds = operator.startsWith('<')
    ? { from: EARLIEST, to: addDays(beyond === 0 ? to : from, -beyond) }
    : operator.startsWith('>')
      ? { from: addDays(beyond === 0 ? from : to, beyond), to: LATEST }
      : { from, to };
  return { condition: { kind: 'due', ...bounds }, length: all.length };
}

const EARLIEST: PlainDate = '0000-01-01';
const LATEST: PlainDate = '9999-12-31';

function daysOf(
  name: DueDays,
  { today, weekStartsOn }: WeekCalendar,
): readonly [from: PlainDate, to: PlainDate] {
  const weekEnd = endOfWeek(today, weekStartsOn);
  const nextMonth = addDays(endOfMonth(today), 1);
  switch (name) {
    case 'tomorrow':
      return [addDays(today, 1), addDays(today, 1)];
    case 'thisWeek':
      return [addDays(weekEnd, -6), weekEnd];
    case 'nextWeek':
      return [addDays(weekEnd, 1), addDays(weekEnd, 7)];
    case 'thisMonth':
      return [`${today.slice(0, 7)}-01` as PlainDate, endOfMonth(today)];
    case 'nextMonth':
      return [nextMonth, endOfMonth(nextMonth)];
    case 'today':
      return [today, today];
    default:
      return assertNever(name);
  }
}

function endOfMonth(date: PlainDate): PlainDate {
  const inNext = addDays(`${date.slice(0, 7)}-01` as PlainDate, 31);
  return addDays(`${inNext.slice(0, 7)}-01` as PlainDate, -1);
}

function nameOf<Name extends string>(
  names: Readonly<Record<Name, readonly string[]>>,
  word: string,
): Name | null {
  const found = Object.entries<readonly string[]>(names).find(([, said]) => said.includes(word));
  return found ? (found[0] as Name) : null;
}

function isBeginning(names: Readonly<Record<string, readonly string[]>>, text: string): boolean {
  const key = sortKeyOf(text);
  return Object.values(names).some((said) => said.some((each) => each.startsWith(key)));
}
