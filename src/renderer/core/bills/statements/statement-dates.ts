import { addDays, readPlainDate, type PlainDate } from '../../../../base/days.ts';

/** Order of day and month in a date of digits, as in 03/04/2026. */
export type DayOrder = 'dayFirst' | 'monthFirst';

/** Reads a day: in digits with any separator, with a month's name in English or German, or as a spreadsheet's number. */
export function readStatementDate(text: string, order: DayOrder | null): PlainDate | null {
  const day = text
    .normalize('NFKC')
    .trim()
    .replace(/[T\s]+\d{1,2}:\d{2}.*$/su, '')
    .replace(/^\p{L}{2,10}\.?,\s*/u, '');
  return isoDay(day) ?? numericDay(day, order) ?? namedDay(day) ?? serialDay(day);
}

/** Counts the orders that dates show: 25/12/2026 shows one, 03/04/2026 needs one, and 3 May 2026 does neither. */
export function createOrderCounter() {
  const shown = { dayFirst: 0, monthFirst: 0 };
  let ambiguous: string | null = null;
  return {
    add: (text: string): void => {
      const dayFirst = readStatementDate(text, 'dayFirst');
      const monthFirst = readStatementDate(text, 'monthFirst');
      if (dayFirst === monthFirst) return;
      if (dayFirst === null) shown.monthFirst++;
      else if (monthFirst === null) shown.dayFirst++;
      else ambiguous ??= text;
    },
    /** The most frequent order; null for none. */
    order: (): DayOrder | null => {
      if (shown.dayFirst === 0 && shown.monthFirst === 0) return null;
      return shown.dayFirst >= shown.monthFirst ? 'dayFirst' : 'monthFirst';
    },
    /** A date that needs an order; null for none. */
    ambiguous: () => ambiguous,
  };
}

function isoDay(text: string): PlainDate | null {
  const [, year, month, day] =
    /^((?:19|20)\d\d)[-./](\d{1,2})[-./](\d{1,2})$/u.exec(text) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/u.exec(text) ??
    [];
  return dayOf(year, month, day);
}

function numericDay(text: string, order: DayOrder | null): PlainDate | null {
  const [, first, mark, second, year] =
    /^(\d{1,2})([-./ ])(\d{1,2})\2((?:19|20)?\d\d)$/u.exec(text) ?? [];
  // Between points, the day comes first everywhere.
  const asked = mark === '.' ? 'dayFirst' : order;
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
  if (asked !== null) return asked === 'dayFirst' ? dayFirst : monthFirst;
  return dayFirst === null || monthFirst === null || dayFirst === monthFirst
    ? (dayFirst ?? monthFirst)
    : null;
}

/** "3 May 2026", "3. Mai 26", "03-Mär-2026", "May 3rd, 2026". */
function namedDay(text: string): PlainDate | null {
  const [, day, name, year] =
    /^(\d{1,2})\.?[\s-]*(\p{L}{3,})[.,]?[\s,-]*((?:19|20)?\d\d)$/u.exec(text) ?? [];
  if (name !== undefined) return dayOf(year, monthOf(name), day);
  const [, monthName, monthDay, inYear] =
    /^(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)$/u.exec(text) ?? [];
  return monthName === undefined ? null : dayOf(inYear, monthOf(monthName), monthDay);
}

/** A spreadsheet's day number, from 2000 to 2059. */
function serialDay(text: string): PlainDate | null {
  const days = /^\d{5}$/u.test(text) ? Number(text) : 0;
  return days < 36_526 || days > 58_439 ? null : addDays('1899-12-30', days);
}

const months = ['jan', 'feb', 'mar mär mrz', 'apr', 'may mai', 'jun', 'jul', 'aug', 'sep'].concat(
  'oct okt',
  'nov',
  'dec dez',
);

function monthOf(name: string): string | undefined {
  const at = months.findIndex((names) => names.split(' ').includes(name.slice(0, 3).toLowerCase()));
  return at < 0 ? undefined : String(at + 1);
}

function dayOf(year = '', month = '', day = ''): PlainDate | null {
  const full = year.length === 2 ? `20${year}` : year;
  return readPlainDate(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
