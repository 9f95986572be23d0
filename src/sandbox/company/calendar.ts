/** Days since 1970-01-01, for date arithmetic without a time zone. */
export type EpochDay = number;

export const DAY_MS = 86_400_000;

/** @param date plain date, `2026-02-27` */
export function dayOf(date: string): EpochDay {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function dateOf(day: EpochDay): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}

// Cached: a large company formats the same two thousand days a hundred thousand times.
const dates = new Map<EpochDay, string>();

/** The plain UTC date of an instant. */
export function utcDateOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** The day in the month `monthsBack` before the current one, or the last day of a shorter month. */
export function dayInMonth(today: EpochDay, monthsBack: number, dayOfMonth: number): EpochDay {
  const at = new Date(today * DAY_MS);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - monthsBack];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Math.floor(Date.UTC(year, month, Math.min(dayOfMonth, lastOfMonth)) / DAY_MS);
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Month and year such as "March 2026", in English on every machine. */
export function monthAndYear(day: EpochDay): string {
  const at = new Date(day * DAY_MS);
  return `${monthNames[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}`;
}
