import { amountsOf } from './search-amounts.ts';
import { numberInTwoWords } from './search-candidates.ts';
import { partAt } from './search-negations.ts';
import type { Candidate } from './search-phrases.ts';
import { vendorAt } from './search-vendors.ts';
import type { SearchCondition } from './search-conditions.ts';
import { currencyAt } from './search-currencies.ts';
import { dateConditions, datesOf, otherDates } from './search-dates.ts';
import type { SearchProblem } from './search-reading.ts';
import { orderAt } from './search-orders.ts';
import { type Parsed, phraseAt, type SearchReader } from './search-reader.ts';
import { type SearchOperator, type WordTables } from './search-words.ts';

interface OperatorProblem {
  readonly kind: 'problem';
  readonly problem: Omit<SearchProblem, 'range'>;
  readonly isSearched: boolean;
  readonly next: number;
}

type OperatorRead = (Parsed<Candidate> & { readonly kind: 'part' }) | OperatorProblem;

/**
 * Operator that begins here, such as `due:friday` or `-is:paid`; null for none, and for other text with a
 * colon.
 */
export function operatorAt(reader: SearchReader, at: number): OperatorRead | null {
  const { tokens, words, known } = reader;
  const isNegated = tokens[at]?.kind === 'minus';
  const begin = isNegated ? at + 1 : at;
  const token = tokens[begin];
  if (token?.kind === 'word') return isNegated ? null : bareOperatorAt(reader, begin);
  if (token?.kind !== 'operator') return null;
  const operator = words.operators.get(token.key) ?? null;
  const value = tokens[begin + 1];
  const joined = value?.isJoined ? value : undefined;
  const asTyped = `${token.folded}:${joined?.folded ?? ''}`;
  const problem = (kind: SearchProblem['kind'], next: number): OperatorProblem => ({
    kind: 'problem',
    problem: { kind, operator, name: token.text, value: value?.text ?? '' },
    isSearched: kind !== 'unfinished',
    next,
  });
  if (operator === null) {
    if (known.holds(asTyped, false)) return null;
    return problem('unknownOperator', begin + (joined ? 2 : 1));
  }
  const read = valueAt(reader, operator, begin + 1);
  if (read) {
    const { any } = read.value;
    // An order has no opposite.
    const part =
      isNegated && operator !== 'sort'
        ? { any: [{ kind: 'not', any } as const], choices: [] }
        : read.value;
    return { kind: 'part', value: part, next: read.next };
  }
  if (isUnfinished(reader, operator, begin + 1)) return problem('unfinished', tokens.length);
  return problem('unknownValue', begin + (value ? 2 : 1));
}

/** “memo desks”, “note zebra”, “currency EUR”: an operator without its colon. */
function bareOperatorAt(reader: SearchReader, at: number): OperatorRead | null {
  const { words, known, tokens } = reader;
  const operator = phraseAt(reader, at, words.operators);
  const name = operator?.value;
  if (!operator || (name !== 'memo' && name !== 'note' && name !== 'currency')) return null;
  const value = tokens[operator.next];
  const isText = known.holds(`${tokens[at]?.folded ?? ''} ${value?.folded ?? ''}`, false);
  if (isText || value === undefined) return null;
  // “Reference RE-7001” of a bank's line names a bill.
  const isNumber = name === 'memo' && /\d{3}/u.test(value.text);
  const isPlain = !isNumber && !isRole(words, value.key) && partAt(reader, operator.next) === null;
  if (name !== 'currency' && value.kind !== 'quoted' && !isPlain) return null;
  const read = valueAt(reader, name, operator.next);
  return read && { kind: 'part', ...read };
}

function isRole({ or, and, fillers }: WordTables, key: string): boolean {
  return [or, and, fillers].some((set) => set.has(key));
}

function valueAt(
  reader: SearchReader,
  operator: SearchOperator,
  at: number,
): Parsed<Candidate> | null {
  const certain = (condition: SearchCondition, next: number): Parsed<Candidate> => ({
    value: { any: [condition], choices: [] },
    next,
  });
  switch (operator) {
    case 'due':
    case 'date':
    case 'approved':
    case 'snoozed': {
      const dates = datesOf(reader, at, operator);
      if (dates === null) return null;
      const any = dateConditions(dates.value, operator);
      const offered = [...any, ...otherDates(dates.value, operator)];
      return { value: { any, choices: offered.length > 1 ? offered : [] }, next: dates.next };
    }
    case 'amount': {
      const amounts = amountsOf(reader, at);
      if (amounts === null) return null;
      const { mayBeText: _isSure, ...bounds } = amounts.value;
      return certain({ kind: 'amount', ...bounds }, amounts.next);
    }
    case 'vendor': {
      const vendor = vendorAt(reader, at);
      if (vendor) return certain(vendor.value, vendor.next);
      const part = partAfter(reader, at);
      return part === null ? null : certain({ kind: 'vendor', part, nearly: null }, at + 1);
    }
    case 'is': {
      const state = phraseAt(reader, at, reader.words.states);
      return state && certain({ kind: 'state', state: state.value }, state.next);
    }
    case 'sort': {
      const order = orderAt(reader, at, true);
      return order && certain({ kind: 'order', ...order.value }, order.next);
    }
    case 'currency': {
      const currency = currencyAt(reader, at);
      return currency && certain({ kind: 'currency', currencies: currency.value }, currency.next);
    }
    case 'note':
    case 'number':
    case 'memo': {
      const inTwo = operator === 'number' ? numberInTwoWords(reader, at) : null;
      if (inTwo !== null) return certain({ kind: 'field', field: operator, part: inTwo }, at + 2);
      const part = partAfter(reader, at);
      if (part === null && operator === 'note')
        return certain({ kind: 'state', state: 'noted' }, at);
      return part === null ? null : certain({ kind: 'field', field: operator, part }, at + 1);
    }
    default:
      return operator satisfies never;
  }
}

function partAfter({ tokens }: SearchReader, at: number): string | null {
  const token = tokens[at];
  if (token?.kind === 'quoted') return token.folded || null;
  return token?.kind === 'word' ? token.folded.replace(/[,;]+$/, '') || null : null;
}

/** Whether the text so far is the beginning of a value. */
function isUnfinished(
  { tokens, words }: SearchReader,
  operator: SearchOperator,
  at: number,
): boolean {
  const rest = tokens.slice(at);
  if (rest.length === 0) return true;
  const typed = rest.map(({ key, kind, text }) => (kind === 'compare' ? text : key)).join(' ');
  const isDate = operator === 'due' || operator === 'date' || operator === 'approved';
  if (isDate || operator === 'snoozed')
    return /^[<>≤≥]?=?\s?[\d./-]*$/u.test(typed) || beginsSome(dateTables(words), typed);
  if (operator === 'amount') return /^[<>≤≥]?=?$/u.test(typed);
  if (operator === 'is') return beginsSome([words.states], typed);
  if (operator === 'sort') return beginsSome([words.orders, words.sortColumns], typed);
  return operator === 'currency' && beginsSome([words.currencies], typed);
}

type Table = ReadonlyMap<string, unknown> | ReadonlySet<string>;

function dateTables({
  days,
  months,
  weekdays,
  dates,
  this: own,
  next,
  last,
  within,
  from,
  endOf,
}: WordTables): readonly Table[] {
  return [days, months, weekdays, dates, own, next, last, within, from, endOf];
}

/** Whether the last word begins a phrase, and the words before it are phrases. */
function beginsSome(tables: readonly Table[], typed: string): boolean {
  const names = tables.flatMap((table) => [...table.keys()]);
  if (names.some((name) => name.startsWith(typed))) return true;
  const first = names.find((name) => typed.startsWith(`${name} `));
  return first !== undefined && /^\p{L}*$/u.test(typed.slice(first.length + 1));
}
