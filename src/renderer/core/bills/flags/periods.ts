import { type PlainDate, readPlainDate } from '../../../../base/days.ts';

/** A text with `~` in place of its dates, months, quarters, weeks and years. */
export interface DatedText {
  readonly rest: string;
  readonly periods: readonly Period[];
}

export interface Period {
  /** As written, in lower case. */
  readonly text: string;
  /** Months from the bill's date to the period's first month; for a whole year, to the bill's month in that year. */
  readonly months: number;
  /** Null for a longer period. */
  readonly day: PlainDate | null;
}

/** A month without a year is the nearest one. @param date of the bill; without it, nothing counts as a period */
export function datedText(text: string, date: PlainDate | null): DatedText {
  const small = text.toLowerCase();
  if (date === null || !mayDate.test(small)) return { rest: small, periods: [] };
  const billYear = Number(date.slice(0, 4));
  const billMonth = Number(date.slice(5, 7));
  const periods: Period[] = [];
  const read = (match: string, named: Named): string => {
    const year = yearOf(named, billYear);
    const month = monthOf(named) ?? billMonth;
    const apart = month - billMonth;
    const nearest = Math.abs(apart) <= HALF_YEAR ? apart : apart - Math.sign(apart) * YEAR;
    const months = year === null ? nearest : (year - billYear) * YEAR + apart;
    if (month < 1 || month > YEAR || Math.abs(months) > MAX_MONTHS) return match;
    periods.push({ text: match, months, day: dayOf(named, `${year ?? billYear}-${two(month)}`) });
    return ' ~ ';
  };
  let rest = small;
  for (const form of forms)
    rest = rest.replaceAll(form, (match: string, ...groups: unknown[]) =>
      read(match, groups.at(-1) as Named),
    );
  return { rest, periods };
}

function dayOf({ d }: Named, month: string): PlainDate | null {
  return d === undefined ? null : readPlainDate(`${month}-${two(d)}`);
}

function two(number: number | string): string {
  return `${number}`.padStart(2, '0');
}

type Named = Readonly<Record<string, string | undefined>>;

function yearOf({ y, yy }: Named, billYear: number): number | null {
  if (y !== undefined) return Number(y);
  return yy === undefined ? null : Number(yy) + Math.floor(billYear / CENTURY) * CENTURY;
}

/** From 1; null for a whole year. */
function monthOf({ m, name, q, w }: Named): number | null {
  if (m !== undefined) return Number(m);
  if (name !== undefined)
    return (monthNames.indexOf(name.slice(0, 3).replace('ä', 'a')) % YEAR) + 1;
  if (q !== undefined) return Number(q) * QUARTER - 2;
  return w === undefined ? null : Math.ceil(Number(w) / WEEKS_PER_MONTH);
}

const YEAR = 12;
const HALF_YEAR = 6;
const QUARTER = 3;
const CENTURY = 100;
const WEEKS_PER_MONTH = 4.42;
/** Maximum months from the bill to a period. Numbers beyond it only look like years. */
const MAX_MONTHS = 180;

/** Quick test, because most texts name no period and trying all forms is slow. */
const mayDate =
  /20\d\d|\d[./-]\d|['’/-]\s?\d\d|q[1-4]|\d\D{0,3}(?:qu|qtr)|(?:kw|cw|wk|week|woche)|jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]/u;
/** English and German months, twelve each. Longer names begin with the same three letters. */
const monthNames =
  'jan feb mar apr may jun jul aug sep oct nov dec jan feb mrz apr mai jun jul aug sep okt nov dez'.split(
    ' ',
  );
const whole =
  'january|february|march|april|june|july|august|september|october|november|december|' +
  'januar|februar|märz|mai|juni|juli|oktober|dezember';
const short = 'may|jan|feb|mar|mär|mrz|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez';
const year = '(?<y>20\\d\\d)';
const forms: readonly RegExp[] = [
  `(?<!\\d)${year}-?(?<m>0[1-9]|1[0-2])-?(?<d>[0-2]\\d|3[01])(?:t[\\d:.]+(?:z|[+-][\\d:]+)?)?(?!\\d)`,
  `(?<!\\d)(?<d>[0-2]?\\d|3[01])([./])(?<m>0?[1-9]|1[0-2])\\2(?:${year}|(?<yy>\\d\\d))(?!\\d)`,
  `(?<!\\d)${year}[/.-]?(?<m>0[1-9]|1[0-2])(?!\\d)`,
  `(?<!\\d)(?<m>0?[1-9]|1[0-2])[/.-](?:${year}|(?<yy>2\\d))(?!\\d)`,
  `(?<!\\p{L})(?<name>${whole}|${short})\\.?(?:[\\s/-]*${year}|[\\s/-]*['’/-](?<yy>\\d\\d))(?!\\d)`,
  `(?<!\\p{L})(?<name>${whole})(?!\\p{L})`,
  `(?<![\\p{L}\\d])q(?<q>[1-4])(?:[\\s/.-]*${year}|[/-](?<yy>\\d\\d))?(?!\\d)`,
  `(?<!\\d)${year}[\\s/-]*q(?<q>[1-4])(?!\\d)`,
  `(?<!\\d)(?<q>[1-4])(?:\\.|st|nd|rd|th)?\\s*(?:quartal|quarter|qtr)(?:[\\s/-]*${year})?(?!\\d)`,
  `(?<!\\p{L})(?:kw|cw|wk|week|woche)[\\s.]*(?<w>[1-4]\\d|5[0-3]|0?[1-9])(?:[\\s/-]*${year})?(?!\\d)`,
  `(?<!\\d)${year}[\\s/-]*(?:w|kw)(?<w>[0-4]\\d|5[0-3])(?!\\d)`,
  `(?<![\\d#-])${year}(?!\\d)`,
].map((form) => new RegExp(form, 'gu'));
