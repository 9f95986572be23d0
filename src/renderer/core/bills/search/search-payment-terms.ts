import { DAYS_A_WEEK } from '../../../../base/days.ts';
import { countAt } from './search-count.ts';
import { currencyAt } from './search-currencies.ts';
import { type Candidate, sure, textOf, typedText } from './search-phrases.ts';
import {
  after,
  endsList,
  type Parsed,
  phraseAt,
  type SearchReader,
  wordAt,
} from './search-reader.ts';
import { vendorAt } from './search-vendors.ts';

/** “Net 30”, “payment terms 30 days”, “30 days net”: text if a bill has these words, and the chip offers the terms. */
export function paymentTermsPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const days = daysAt(reader, at);
  if (days === null || continuesAt(reader, days.next)) return null;
  const terms = { kind: 'terms', days: days.value } as const;
  const text = textOf(reader, typedText(reader, at, days.next));
  if (text === null) return sure(terms, days.next);
  return { value: { any: [text], choices: [text, terms] }, next: days.next };
}

/** Days that a term names before or after their number. */
function daysAt(reader: SearchReader, at: number): Parsed<number> | null {
  const { terms } = reader.words;
  const named = phraseAt(reader, at, terms);
  if (named?.value === 'atOnce') return { value: 0, next: named.next };
  const days = wholeDaysAt(reader, named?.next ?? at);
  if (named) return days ?? (named.value === 'bare' ? bareDaysAt(reader, named.next) : null);
  const behind = days && phraseAt(reader, days.next, terms);
  if (!days || !behind || behind.value === 'atOnce') return null;
  // “Net Sports” is a vendor.
  const isVendor = (vendorAt(reader, days.next)?.next ?? 0) > behind.next;
  return isVendor ? null : { ...days, next: behind.next };
}

/** Whether the days are an age, or one of several numbers: “net 14 days late”, “net 30 - 60”, “net 30, 60”. */
function continuesAt(reader: SearchReader, next: number): boolean {
  const { late, old, ago, to, or } = reader.words;
  const isAge = [late, old, ago].some((set) => after(reader, next, set) !== null);
  const isDash = /^[-–]$/u.test(reader.tokens[next]?.text ?? '');
  const joined = after(reader, next, to) ?? after(reader, next, or) ?? (isDash ? next + 1 : next);
  const isList = joined > next || endsList(reader, next - 1);
  const isNumber = /^[-–]?\d+$/u.test(wordAt(reader, joined) ?? '');
  return isAge || (isList && isNumber);
}

/** “30 days”, “two weeks”. Months differ in length. */
function wholeDaysAt(reader: SearchReader, at: number): Parsed<number> | null {
  const count = countAt(reader, at);
  const { count: number = 0, upTo, bound, unit } = count?.value ?? {};
  const isWhole = upTo === null && bound === null && (unit === 'day' || unit === 'week');
  return count && isWhole
    ? { value: number * (unit === 'week' ? DAYS_A_WEEK : 1), next: count.next }
    : null;
}

/** “30” of “net 30”. “Net 30.00” and “net 37 USD” are amounts, “net 30 USD” is a term and a currency. */
function bareDaysAt(reader: SearchReader, at: number): Parsed<number> | null {
  const typed = wordAt(reader, at) ?? '';
  const days = Number(typed);
  const isUsual = days <= 120 && (days % 15 === 0 || days % DAYS_A_WEEK === 0 || days % 10 === 0);
  const isBare = /^(?:\d{1,2}|[12]\d\d)$/u.test(typed);
  return isBare && (isUsual || currencyAt(reader, at + 1) === null)
    ? { value: days, next: at + 1 }
    : null;
}
