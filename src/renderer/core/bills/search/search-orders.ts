import {
  after,
  numberWordAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import type { SearchOrder, SortColumn, SortDirection } from './search-words.ts';

interface OrderAsked {
  readonly order: SearchOrder;
  /** Number of bills asked for; null for all. */
  readonly first: number | null;
}

/** Direction of an order's own words: “oldest” of a column of dates means the earliest. */
type Sense = SortDirection | 'large' | 'small' | 'early' | 'late';

/** Orders of each column, the usual one first. */
const ordersOf: Readonly<Record<SortColumn, Partial<Record<Sense, SearchOrder>>>> = {
  amount: { down: 'amountDown', up: 'amountUp', large: 'amountDown', small: 'amountUp' },
  age: { down: 'ageDown', up: 'ageUp', early: 'ageDown', late: 'ageUp' },
  date: { up: 'ageDown', down: 'ageUp', early: 'ageDown', late: 'ageUp' },
  dueDate: { up: 'dueDateUp', down: 'dueDateDown', early: 'dueDateUp', late: 'dueDateDown' },
  vendor: { up: 'vendorUp', down: 'vendorDown' },
};

const senseOf: Readonly<Record<SearchOrder, Sense>> = {
  amountDown: 'large',
  amountUp: 'small',
  ageDown: 'early',
  ageUp: 'late',
  dueDateUp: 'early',
  dueDateDown: 'late',
  vendorUp: 'up',
  vendorDown: 'down',
};

/** Words of an order read so far. */
interface OrderWords {
  readonly column: SortColumn | null;
  readonly sense: Sense | null;
  /** Order of words like “oldest”, which need no column. */
  readonly own: SearchOrder | null;
  readonly first: number | null;
  /** Whether words such as “sort by” were before the column. */
  readonly isSorted: boolean;
}

const noWords: OrderWords = { column: null, sense: null, own: null, first: null, isSorted: false };

/**
 * “top 10”, “the 10 largest”, “oldest first”, “sort by amount descending”, “due date, latest first”.
 * @param isSorted whether a column alone is an order
 */
export function orderAt(
  reader: SearchReader,
  at: number,
  isSorted = false,
): Parsed<OrderAsked> | null {
  const { orders, top, longest, states } = reader.words;
  const marked = after(reader, at, top);
  const before = numberAt(reader, marked ?? at);
  if (marked !== null) {
    const order = before && namedOrderAt(reader, before.next, noWords);
    const named = order?.value.order ?? 'amountDown';
    return (
      before && { value: { order: named, first: before.value }, next: order?.next ?? before.next }
    );
  }
  const most = after(reader, at, longest);
  if (most !== null && phraseAt(reader, most, states)?.value === 'overdue')
    return { value: { order: 'ageDown', first: null }, next: most };
  const isCounted = before !== null && phraseAt(reader, before.next, orders) !== null;
  const order = namedOrderAt(reader, isCounted ? before.next : at, { ...noWords, isSorted });
  return order && isCounted ? { ...order, value: { ...order.value, first: before.value } } : order;
}

/** An order without a number of bills before it. */
function namedOrderAt(
  reader: SearchReader,
  at: number,
  begun: OrderWords,
): Parsed<OrderAsked> | null {
  let [words, next] = [begun, at];
  for (;;) {
    const more = columnAt(reader, next, words) ?? senseAt(reader, next, words);
    const end = next > at ? skip(reader, more?.next ?? next, reader.words.orderEnds) : more?.next;
    if (end === undefined || end === next) break;
    [words, next] = [more?.value ?? words, end];
  }
  const { column, sense, own, first, isSorted } = words;
  if (column === null) return own && { value: { order: own, first }, next };
  const [usual] = Object.values(ordersOf[column]);
  const order = sense === null ? (isSorted ? usual : undefined) : ordersOf[column][sense];
  return order === undefined ? null : { value: { order, first }, next };
}

/** A column, after “sort by” or beside a direction. */
function columnAt(reader: SearchReader, at: number, words: OrderWords): Parsed<OrderWords> | null {
  if (words.column !== null) return null;
  const sorted = after(reader, at, reader.words.sortBy);
  const begin = sorted ?? at;
  const named = phraseAt(reader, begin, reader.words.sortColumns);
  // “Latest due this week” does not name a column.
  const isBesideOwn = words.own !== null && sorted === null;
  const column = named ?? (isBesideOwn ? null : fieldAt(reader, begin));
  if (column === null) return null;
  if (words.sense !== null && ordersOf[column.value][words.sense] === undefined) return null;
  const isSorted = words.isSorted || sorted !== null;
  return { value: { ...words, column: column.value, isSorted }, next: column.next };
}

/** A date by which bills can be sorted. */
function fieldAt(reader: SearchReader, at: number): Parsed<SortColumn> | null {
  const field = phraseAt(reader, at, reader.words.fields);
  // “New bills” is an order.
  if (field && phraseAt(reader, at, reader.words.orders)?.next === field.next) return null;
  if (field?.value === 'due') return { ...field, value: 'dueDate' };
  return field?.value === 'date' ? { ...field, value: 'date' } : null;
}

/** “descending” or “newest”, the latter also after “sort by”, and with a number of bills after it. */
function senseAt(reader: SearchReader, at: number, words: OrderWords): Parsed<OrderWords> | null {
  if (words.sense !== null) return null;
  const { orders, sortBy, sortDirections } = reader.words;
  const isFitting = (sense: Sense): boolean =>
    words.column === null || ordersOf[words.column][sense] !== undefined;
  const direction = phraseAt(reader, at, sortDirections);
  if (direction && isFitting(direction.value))
    return { value: { ...words, sense: direction.value }, next: direction.next };
  const own = phraseAt(reader, skip(reader, at, sortBy), orders);
  if (own === null || !isFitting(senseOf[own.value])) return null;
  const count = words.column === null ? numberAt(reader, own.next) : null;
  const value = {
    ...words,
    sense: senseOf[own.value],
    own: own.value,
    first: count?.value ?? null,
  };
  return { value, next: count?.next ?? own.next };
}

/** A number of bills, in digits or as a word. */
function numberAt(reader: SearchReader, at: number): Parsed<number> | null {
  const named = numberWordAt(reader, at);
  if (named) return named;
  const digits = /^\d{1,3}$/u.exec(wordAt(reader, at) ?? '');
  return digits && { value: Number(digits[0]), next: at + 1 };
}
