/** A time from a header: on the service's clock, or relative to the answer. */
export type HeaderTime =
  | { readonly form: 'at'; readonly serviceMs: number }
  | { readonly form: 'in'; readonly delayMs: number };

// A later reset is a mistake: a month from now, and the year 2286.
const MAX_DELAY_MS = 31 * 86_400_000;
const MAX_EPOCH_MS = 1e13;

/**
 * Reads a reset header in any form: epoch, delay, or date. Ignores times later than `MAX_DELAY_MS` or `MAX_EPOCH_MS`.
 * Takes the latest of several joined values; null when there is none.
 * @param isOfLimit whether the value at an index belongs to the limit in question
 */
export function resetTime(
  text: string | null,
  isOfLimit: (index: number, length: number) => boolean = () => true,
): HeaderTime | null {
  const isUseful = (time: HeaderTime): boolean =>
    time.form === 'in' ? time.delayMs <= MAX_DELAY_MS : time.serviceMs < MAX_EPOCH_MS;
  const ofLimit = timesIn(text).filter((_, index, { length }) => isOfLimit(index, length));
  return latest(ofLimit.filter(isUseful));
}

/**
 * Latest wait in a header, in any form.
 * @param unitMs unit of a number that names none, milliseconds
 */
export function retryTime(text: string | null, unitMs = 1_000): HeaderTime | null {
  return latest(timesIn(text, unitMs));
}

export function latest(times: readonly HeaderTime[]): HeaderTime | null {
  const size = (time: HeaderTime): number => (time.form === 'in' ? time.delayMs : time.serviceMs);
  return times.toSorted((left, right) => size(right) - size(left))[0] ?? null;
}

/** Date in a header, epoch milliseconds; UTC where it names no zone. */
export function headerDateMs(text: string | null): number | null {
  // `Date.parse` would make dates of mere numbers, such as a negative delay.
  if (text === null || !/\d:\d/.test(text)) return null;
  const hasZone = /(?:z|gmt|utc|[+-]\d\d:?\d\d)$/i.test(text);
  const parsed = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(parsed) ? null : parsed;
}

// A proxy that repeats a header joins the values with commas. Dates have one too, after the day of the week.
const SEPARATOR = /(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\s*,/i;

function timesIn(text: string | null, unitMs = 1_000): readonly HeaderTime[] {
  const values = (text ?? '').split(SEPARATOR);
  const bare = values.map((each) => each.replace(/;.*/, '').replaceAll('"', '').trim());
  return bare.flatMap((each) => timeOf(each, unitMs) ?? []);
}

function timeOf(text: string, unitMs: number): HeaderTime | null {
  if (/^\+?\d+(\.\d+)?$/.test(text)) return numberTime(Number(text), unitMs);
  if (/^\d+e\+?\d+$/i.test(text)) return { form: 'in', delayMs: Number(text) * unitMs };
  const delayMs = durationMs(text);
  if (delayMs !== null) return { form: 'in', delayMs };
  const serviceMs = headerDateMs(text);
  return serviceMs === null ? null : { form: 'at', serviceMs };
}

// Smallest number of each unit that counts as an epoch, and the unit in milliseconds. All three mean September 2001: no
// delay in seconds is that long, and no epoch timestamp is that old.
const EPOCHS = [
  [1e15, 1e-3],
  [1e12, 1],
  [1e9, 1e3],
] as const;

function numberTime(number: number, unitMs: number): HeaderTime {
  const epoch = unitMs === 1 ? undefined : EPOCHS.find(([least]) => number >= least);
  return epoch === undefined
    ? { form: 'in', delayMs: Math.ceil(number * unitMs) }
    : { form: 'at', serviceMs: Math.round(number * epoch[1]) };
}

const DURATION = /(\d+(?:\.\d+)?)\s*(ms|s|m|h)(?:ec|econd|in|inute|r|our)?s?(?![a-z])\s*/gi;
const UNIT_MS = new Map(Object.entries({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }));

/** Sum of a duration such as `30s` or `1m30s`, milliseconds. */
function durationMs(text: string): number | null {
  const parts = [...text.matchAll(DURATION)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null;
  const each = parts.map(
    ([, number, unit = '']) => Number(number) * (UNIT_MS.get(unit.toLowerCase()) ?? 0),
  );
  return Math.ceil(each.reduce((sum, ms) => sum + ms, 0));
}
