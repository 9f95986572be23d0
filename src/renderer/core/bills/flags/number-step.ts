import type { FlagEntry } from './flag-entry.ts';

/** How a bill number follows the vendor's previous one. */
export type NumberStep =
  /** The counter is higher by this much. */
  | { readonly kind: 'counter'; readonly by: number }
  /** The number names the bill's date. */
  | { readonly kind: 'dated' }
  /** The counter has begun again, with the year or with a month. */
  | { readonly kind: 'restart'; readonly isNewYear: boolean };

/** Highest number of a counter that has restarted. */
const FIRST_NUMBERS = 5;
/** Minimum number of steps, all by one, of a vendor that never skips a number. */
const MIN_STRICT = 5;

/** @returns null when the number does not follow, or one is missing */
export function numberStep(previous: FlagEntry, next: FlagEntry): NumberStep | null {
  const [before, after] = [runsOf(previous), runsOf(next)];
  if (before.length === 0 || before.length !== after.length) return null;
  let isDated = false;
  let step: NumberStep | null = null;
  for (const [at, from] of before.entries()) {
    const to = after[at] ?? '';
    if (from === to) continue;
    if (isDatePart(from, to, previous.date, next.date)) {
      isDated = true;
      continue;
    }
    const by = Number(to) - Number(from);
    if (step !== null || !isDigits(from) || !isDigits(to)) return null;
    if (by > 0) step = { kind: 'counter', by };
    else if (!isDated || Number(to) > FIRST_NUMBERS) return null;
    else
      step = { kind: 'restart', isNewYear: previous.date?.slice(0, 4) !== next.date?.slice(0, 4) };
  }
  return step ?? (isDated ? { kind: 'dated' } : null);
}

/**
 * Whether the number follows the last one as usual for this vendor.
 * @param usual the vendor's earlier steps
 * @param bills number of bills that have come in this step
 */
export function isUsualStep(
  step: NumberStep,
  usual: readonly (NumberStep | null)[],
  bills: number,
): boolean {
  const known = usual.filter((each) => each !== null);
  // At most one of four earlier numbers may have been out of order.
  if (known.length === 0 || known.length < usual.length * 0.75) return false;
  if (step.kind === 'restart' && step.isNewYear) return true;
  if (step.kind !== 'counter') return known.some(({ kind }) => kind === step.kind);
  const most = Math.max(0, ...known.map((each) => (each.kind === 'counter' ? each.by : 0)));
  // A vendor that has never skipped a number has no other customers, so a skipped number is a missing bill.
  const isStrict = most === 1 && usual.length >= MIN_STRICT;
  return most > 0 && step.by <= (isStrict ? bills : most * 3 * bills);
}

/** Runs of digits and of letters. */
function runsOf({ bill }: FlagEntry): readonly string[] {
  return (bill.billNumber ?? '').toUpperCase().match(/\p{L}+|\d+/gu) ?? [];
}

function isDigits(run: string): boolean {
  return /^\d{1,15}$/u.test(run);
}

/** Whether both runs name their bill's date in the same form. */
function isDatePart(
  from: string,
  to: string,
  before: string | null,
  after: string | null,
): boolean {
  if (before === null || after === null || from.length !== to.length) return false;
  const [older, newer] = [dateForms(before), dateForms(after)];
  return older.some((form, at) => form === from && newer[at] === to);
}

function dateForms(date: string): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-');
  const short = year.slice(2);
  return [
    ...[year + month + day, short + month + day, day + month + year, year + month],
    ...[month + year, short + month, month + short, year, short, month],
  ];
}
