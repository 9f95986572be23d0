import { DAYS_A_WEEK } from '../../../../base/days.ts';
import { countAt } from './search-count.ts';
import { currencyAt } from './search-currencies.ts';
import { type Candidate, sure, textOf, typedText } from './search-phrases.ts';
import { type Parsed, phraseAt, type SearchReader, wordAt } from './search-reader.ts';

/** “Net 30”, “payment terms 30 days”, “30 days net”: text if a bill has these words, and the chip offers the terms. */
export function paymentTermsPart(reader: SearchReader, at: number): Parsed<Candidate> | null {
  const days = daysAt(reader, at);
  if (days === null) return null;
  const terms = { kind: 'terms', days: days.value } as const;
  const text = textOf(reader, typedText(reader, at, days.next));
  if (text === null) return sure(terms, days.next);
  return { value: { any: [text], choices: [text, terms] }, next: days.next };
}

/** Days that a term names before or after their number. */
function daysAt(reader: SearchReader, at: number): Parsed<number> | null {
  const { terms } = reader.words;
  const named = phraseAt(reader, at, terms);
  const days = wholeDaysAt(reader, named?.next ?? at);
  if (named) return days ?? (named.value === 'bare' ? bareDaysAt(reader, named.next) : null);
  const behind = days && phraseAt(reader, days.next, terms);
  return days && behind ? { ...days, next: behind.next } : null;
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

/** “30” of “net 30”. “Net 30.00” and “net 30 USD” are amounts. */
function bareDaysAt(reader: SearchReader, at: number): Parsed<number> | null {
  const isBare =
    /^(?:\d{1,2}|[12]\d\d)$/u.test(wordAt(reader, at) ?? '') && currencyAt(reader, at + 1) === null;
  return isBare ? { value: Number(wordAt(reader, at)), next: at + 1 } : null;
}
