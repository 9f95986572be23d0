import type { PlainDate } from '../../../../base/days.ts';
import { type AmountEnd, endAt } from './search-amounts.ts';
import { type DayRange, onDay, shifted } from './search-days.ts';
import {
  after,
  numberWordAt,
  type Parsed,
  phraseAt,
  type SearchReader,
  skip,
  wordAt,
} from './search-reader.ts';
import type { DayUnit } from './search-words.ts';

/** Some days, weeks, months or years. */
export interface Count {
  readonly count: number;
  /** Second number of “31-60 days”. */
  readonly upTo: number | null;
  /** Meaning of “90+ days” and “90 days or less”; null for exactly that many. */
  readonly bound: 'atLeast' | 'atMost' | null;
  readonly unit: DayUnit;
}

/** The day that much after today. */
export function forward({ calendar }: SearchReader, { count, unit }: Count): PlainDate {
  return shifted(calendar.today, unit, count);
}

/** The day that much before today. */
export function backward({ calendar }: SearchReader, { count, unit }: Count): PlainDate {
  return shifted(calendar.today, unit, -count);
}

/** “90 days”, “90d”, “90+ days”, “31-60 days”, “three weeks”, “90 days or more”, “90 or more days”. */
export function countAt(reader: SearchReader, at: number): Parsed<Count> | null {
  const { words } = reader;
  const text = wordAt(reader, at);
  if (text === null) return null;
  const [all, first = '', second, plus, unitText = ''] =
    /^(\d{1,4})(?:[-–](\d{1,4}))?(\+)?[-–]?(\p{L}*)$/u.exec(text) ?? [];
  const named = numberWordAt(reader, at);
  if (all === undefined && named === null) return null;
  const isOwn = unitText !== '';
  const inner = isOwn ? null : endOfCountAt(reader, named?.next ?? at + 1);
  const ownUnit = words.units.get(unitText);
  const unit = isOwn
    ? ownUnit && { value: ownUnit, next: at + 1 }
    : unitAt(reader, inner?.next ?? named?.next ?? at + 1);
  if (!unit) return null;
  const end = inner === null ? endOfCountAt(reader, unit.next) : null;
  const count = named ? named.value : Number(first);
  return {
    value: {
      count,
      upTo: second === undefined ? null : Number(second),
      bound: plus === undefined ? ((inner ?? end)?.value ?? null) : 'atLeast',
      unit: unit.value,
    },
    next: end?.next ?? unit.next,
  };
}

/** “Or more”, “or less”. */
export function endOfCountAt(
  reader: SearchReader,
  at: number,
): Parsed<Exclude<AmountEnd, 'about'>> | null {
  const end = endAt(reader, at);
  return end === null || end.value === 'about' ? null : { ...end, value: end.value };
}

/** A unit, or the beginning of one being typed. */
function unitAt(reader: SearchReader, at: number): Parsed<DayUnit> | null {
  const unit = phraseAt(reader, at, reader.words.units);
  if (unit) return unit;
  const typed = wordAt(reader, at);
  if (typed === null || typed.length < 2 || at < reader.tokens.length - 1) return null;
  const begun = [...reader.words.units].find(([name]) => name.startsWith(typed));
  return begun ? { value: begun[1], next: at + 1 } : null;
}

/** Days before or after today: “in 5 days”, “3 days ago”, “a week from today”. */
export function countedDayAt(reader: SearchReader, at: number): Parsed<DayRange> | null {
  const { words } = reader;
  const ahead = after(reader, at, words.ahead);
  const inSome = ahead === null ? null : countAt(reader, ahead);
  if (inSome)
    return {
      value: onDay(forward(reader, inSome.value)),
      next: skip(reader, inSome.next, words.hence),
    };
  const before = after(reader, at, words.agoBefore);
  const agoFirst = before === null ? null : countAt(reader, before);
  if (agoFirst) return { value: onDay(backward(reader, agoFirst.value)), next: agoFirst.next };
  const count = countAt(reader, at);
  const hence = count && after(reader, count.next, words.hence);
  if (count && hence !== null) return { value: onDay(forward(reader, count.value)), next: hence };
  const ago = count && after(reader, count.next, words.ago);
  return count && ago ? { value: onDay(backward(reader, count.value)), next: ago } : null;
}
