import { addDays, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import type { DayOrder } from '../search/search-reader.ts';
import { sortKeyOf } from '../search/search-text.ts';

/** Order of the dates in a column. `yearFirst`: with two digits, as in 26-05-13; only the dates can show this. */
export type DateOrder = DayOrder | 'yearFirst';

/** Reads a day: in digits with any separator, with a month's name, or as a spreadsheet's number. */
export function readStatementDate(text: string, order: DateOrder | null): PlainDate | null {
  const day = text
    .normalize('NFKC')
    .trim()
    .replace(/[T\s]+\d{1,2}:\d{2}.*$/su, '')
    .replace(/^\p{L}{2,12}(?:\.?,\s*|\.?\s+(?=\d{1,2}\.?\s+\p{L}{3}))/u, '')
    .replace(/(?<=\d)(?:\s*r)?\.$/u, '')
    .replaceAll(/(?<=\d[./])\s+(?=\d)/gu, '');
  return isoDay(day) ?? numericDay(day, order) ?? namedDay(day) ?? serialDay(day);
}

/** Counts the orders that dates show: 25/12/2026 shows one, 03/04/2026 needs one, and 3 May 2026 does neither. */
export function createOrderCounter() {
  const shown = { dayFirst: 0, monthFirst: 0, yearFirst: 0 };
  let ambiguous: string | null = null;
  return {
    add: (text: string): void => {
      const dayFirst = readStatementDate(text, 'dayFirst');
      const monthFirst = readStatementDate(text, 'monthFirst');
      const yearFirst = recent(readStatementDate(text, 'yearFirst'));
      if (dayFirst === monthFirst && dayFirst !== null) return;
      if (yearFirst !== null && (recent(dayFirst) ?? recent(monthFirst)) === null)
        shown.yearFirst++;
      else if (dayFirst === null && monthFirst === null) return;
      else if (dayFirst === null) shown.monthFirst++;
      else if (monthFirst !== null) ambiguous ??= text;
      else if (yearFirst === null) shown.dayFirst++;
    },
    /** The most frequent order; null for none. */
    order: (): DateOrder | null => {
      const { dayFirst, monthFirst, yearFirst } = shown;
      if (yearFirst > dayFirst + monthFirst) return 'yearFirst';
      if (dayFirst === 0 && monthFirst === 0) return null;
      return dayFirst >= monthFirst ? 'dayFirst' : 'monthFirst';
    },
    /** A date that needs an order; null for none. */
    ambiguous: () => ambiguous,
  };
}

/** Statements don't list bills that are older. */
const EARLIEST = '2020';

const recent = (day: PlainDate | null): PlainDate | null =>
  day !== null && day >= EARLIEST ? day : null;

function isoDay(text: string): PlainDate | null {
  const [, year, month, day] =
    /^((?:19|20)\d\d)[-./](\d{1,2})[-./](\d{1,2})$/u.exec(text) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/u.exec(text) ??
    [];
  return dayOf(year, month, day);
}

function numericDay(text: string, order: DateOrder | null): PlainDate | null {
  const [, first, mark, second, year = ''] =
    /^(\d{1,2})([-./ ])(\d{1,2})\2((?:19|20)?\d\d)$/u.exec(text) ??
    /^(\d\d)()(\d\d)((?:19|20)\d\d)$/u.exec(text) ??
    [];
  if (order === 'yearFirst') return year.length === 2 ? dayOf(first, second, year) : null;
  // In dates with points, the day comes first everywhere.
  const asked = mark === '.' ? 'dayFirst' : order;
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
  if (asked !== null) return asked === 'dayFirst' ? dayFirst : monthFirst;
  return dayFirst === null || monthFirst === null || dayFirst === monthFirst
    ? (dayFirst ?? monthFirst)
    : null;
}

/** Reads a day with a month's name, such as "3. Mai 26", "1er mai 2026", "3 de mayo de 2026" or "2026-May-03". */
function namedDay(text: string): PlainDate | null {
  const [, day, name, year] =
    /^(\d{1,2})(?:st|nd|rd|th|er|[eo°])?\.?[\s/-]*(?:de\s+)?(\p{L}{3,})[.,]?[\s,/'’-]*(?:del?\s+)?((?:19|20)?\d\d)$/iu.exec(
      text,
    ) ?? [];
  if (name !== undefined) return dayOf(year, monthOf(name), day);
  const [, monthName, monthDay, inYear] =
    /^(\p{L}{3,})\.?[\s/-]*(\d{1,2})(?:st|nd|rd|th)?[\s,/-]+((?:19|20)\d\d)$/u.exec(text) ?? [];
  if (monthName !== undefined) return dayOf(inYear, monthOf(monthName), monthDay);
  const [, ofYear, middle, lastDay] =
    /^((?:19|20)\d\d)[\s/-](\p{L}{3,})\.?[\s/-](\d{1,2})$/u.exec(text) ?? [];
  return middle === undefined ? null : dayOf(ofYear, monthOf(middle), lastDay);
}

/** Reads a spreadsheet's day number, for days from 2000 to 2059. The time may follow as a fraction. */
function serialDay(text: string): PlainDate | null {
  const days = Number(/^(\d{5})(?:[.,]\d+)?$/u.exec(text)?.[1] ?? 0);
  return days < 36_526 || days > 58_439 ? null : addDays('1899-12-30', days);
}

/** First letters of the months, without accents, in eleven languages. */
const months = [
  'jan ene gen sty',
  'feb fev lut',
  'mar mrz mrt maa',
  'apr abr avr kwi',
  'may mai maj mag mei',
  'jun juin giu cze',
  'jul juil lug lip',
  'aug ago aou sie',
  'sep set wrz',
  'oct okt ott out paz',
  'nov lis',
  'dec dez dic des gru',
].map((names) => names.split(' '));

function monthOf(name: string): string | undefined {
  const folded = sortKeyOf(name);
  const at = months.findIndex((names) => names.some((start) => folded.startsWith(start)));
  return at < 0 ? undefined : String(at + 1);
}

function dayOf(year = '', month = '', day = ''): PlainDate | null {
  const full = year.length === 2 ? `20${year}` : year;
  return readPlainDate(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
