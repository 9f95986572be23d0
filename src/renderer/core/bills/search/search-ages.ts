import { addDays } from '../../../../base/days.ts';
import { comparingWordAt } from './search-amounts.ts';
import { backward, type Count, countAt } from './search-count.ts';
import { currencyAt } from './search-currencies.ts';
import { type DatesAsked, type DayRange, EARLIEST, LATEST } from './search-days.ts';
import { after, type Parsed, phraseAt, type SearchReader, skip, wordAt } from './search-reader.ts';
import type { AmountWord, AskedDate, DateField } from './search-words.ts';

type Comparison = Exclude<AmountWord, 'about' | 'exactly'>;

/** “More than 10 and less than 20 days overdue”, “older than 30 days but newer than 60”: an age between two limits. */
export function ageBetweenAt(
  reader: SearchReader,
  at: number,
  field: DateField | null,
): Parsed<DatesAsked> | null {
  const { words } = reader;
  const late = after(reader, at, words.late);
  const first = limitAt(reader, skip(reader, skip(reader, late ?? at, words.by), words.agoBefore));
  const second = first && limitAt(reader, skip(reader, first.next, words.and, words.fillers));
  const unit = first?.value.count.unit ?? second?.value.count.unit;
  if (!first || !second || !unit || !isRest(first.value, second.value)) return null;
  const named = field === 'due' || late !== null ? 'overdue' : null;
  const asked = named ?? first.value.field ?? second.value.field;
  if (asked === null) return null;
  const [one, other] = [first.value, second.value].map(({ count, how }) =>
    agoRange(reader, { ...count, unit: count.unit ?? unit }, how, asked),
  );
  if (!one || !other) return null;
  const from = one.from > other.from ? one.from : other.from;
  const to = one.to < other.to ? one.to : other.to;
  if (from > to) return null;
  const ranges = [{ from, to, field: asked }];
  return { value: { field, ranges, isPlain: false, mayBeText: false }, next: second.next };
}

/** A limit of an age. */
interface Limit {
  readonly how: Comparison;
  /** Whether its words compare ages and not amounts: “newer than”. */
  readonly isAge: boolean;
  /** The unit is null in “more than 10 and less than 20 days”. */
  readonly count: Omit<Count, 'unit'> & { readonly unit: Count['unit'] | null };
  /** Date that its words name; null for none. */
  readonly field: AskedDate | null;
}

/** “More than 10”, “less than 20 days overdue”. */
function limitAt(reader: SearchReader, at: number): Parsed<Limit> | null {
  const { words } = reader;
  const compared = comparisonAt(reader, at);
  if (compared === null) return null;
  const { how, isAge } = compared.value;
  const bare = wordAt(reader, compared.next) ?? '';
  const number = { count: Number(bare), upTo: null, bound: null, unit: null };
  const isBare = /^\d{1,3}$/u.test(bare) && currencyAt(reader, compared.next + 1) === null;
  const count =
    countAt(reader, compared.next) ?? (isBare ? { value: number, next: compared.next + 1 } : null);
  if (count === null) return null;
  const [late, old] = [words.late, words.old].map((set) => after(reader, count.next, set));
  const field = late ? 'overdue' : isAge || old ? 'date' : null;
  const next = late ?? old ?? skip(reader, count.next, words.ago);
  return { value: { how, isAge, count: count.value, field }, next };
}

/** Whether the second limit is on the other side of the first one, and not an amount. */
function isRest(first: Limit, second: Limit): boolean {
  const isLower = ({ how }: Limit): boolean => how === 'over' || how === 'atLeast';
  const [least, most] = isLower(first) ? [first, second] : [second, first];
  const isDays = second.count.unit !== null || second.isAge;
  return isLower(first) !== isLower(second) && isDays && isInOrder(least, most);
}

/** Numbers of different units are not compared. */
function isInOrder({ count: least }: Limit, { count: most }: Limit): boolean {
  const isSame = least.unit === null || most.unit === null || least.unit === most.unit;
  return !isSame || least.count < most.count;
}

/** “More than”, “at least”, “older than”. */
export function comparisonAt(
  reader: SearchReader,
  at: number,
): Parsed<{ readonly how: Comparison; readonly isAge: boolean }> | null {
  const age = phraseAt(reader, at, reader.words.ages);
  if (age) return { value: { how: age.value, isAge: true }, next: age.next };
  const bound = comparingWordAt(reader, at);
  if (bound === null || bound.value === 'about' || bound.value === 'exactly') return null;
  return { value: { how: bound.value, isAge: false }, next: bound.next };
}

/** Days that lie so long ago: more than, exactly or less than a count. */
export function agoRange(
  reader: SearchReader,
  count: Count,
  how: Comparison,
  field: AskedDate,
): DayRange {
  const day = backward(reader, count);
  const yesterday = addDays(reader.calendar.today, -1);
  if (count.upTo !== null)
    return { from: backward(reader, { ...count, count: count.upTo }), to: day };
  const to = field === 'overdue' ? yesterday : LATEST;
  if (how === 'over') return { from: EARLIEST, to: addDays(day, -1) };
  if (how === 'atLeast') return { from: EARLIEST, to: day };
  return { from: how === 'under' ? addDays(day, 1) : day, to };
}
