import { upperMedian } from '../../../../base/upper-median.ts';
import { daysBetween } from '../../../../base/days.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Latest intervals between paid bills that show the rhythm. */
const LATEST_GAPS = 24;
/** Minimum share of these intervals near the usual one. */
const REGULAR_SHARE = 0.6;
/** Maximum distance from the usual interval: a quarter of it, or three days if that is more. */
const MAX_SHARE = 0.25;
const MAX_DAYS = 3;
/** A steady vendor gets a smaller tolerance: two median deviations, two days, and a share of the interval. */
const SPREADS = 2;
const SLACK_DAYS = 2;
const SLACK_SHARE = 0.05;
/** Number of latest, and of oldest, intervals whose medians are compared. */
const FEW_GAPS = 3;
/** The latest intervals may be shorter by this share, or by `SLACK_DAYS`. */
const SHRUNK_SHARE = 0.1;
/** If this many latest intervals are all shorter than every earlier one by more than the slack, the rhythm is new. */
const QUICK_GAPS = 6;

/**
 * Whether a bill comes when the vendor's next one is due: one interval after the previous bill, n intervals after the
 * last paid one if it is the n-th bill since, and not less than an interval before the next one.
 *
 * @param charges the vendor's earlier bills, latest first
 * @param paid the paid ones among them: only they show what is usual
 * @param next the vendor's next bill, if it has one
 */
export function isInRhythm(
  entry: FlagEntry,
  charges: readonly FlagEntry[],
  paid: readonly FlagEntry[],
  next?: FlagEntry,
): boolean {
  const [lastPaid] = paid;
  if (lastPaid === undefined) return false;
  const known = paid.slice(1, LATEST_GAPS + 1).map((each, at) => gapBetween(each, paid[at]));
  const usual = upperMedian(known);
  const deviations = known.map((gap) => Math.abs(gap - usual));
  const own = upperMedian(deviations) * SPREADS + SLACK_DAYS + Math.round(usual * SLACK_SHARE);
  const most = Math.min(own, Math.max(MAX_DAYS, usual * MAX_SHARE));
  const regular = deviations.filter((days) => days <= most).length;
  if (!(usual > 0) || regular < known.length * REGULAR_SHARE) return false;
  const gap = gapBetween(charges[0], entry);
  const sincePaid = gapBetween(lastPaid, entry) - charges.indexOf(lastPaid) * usual;
  const isDue = [gap, sincePaid].every((each) => Math.abs(each - usual) <= most);
  // If two bills come at about one time, either may be the fraud.
  const isAlone = next === undefined || !(gapBetween(entry, next) < usual - most);
  return isDue && isAlone && !isQuicker([gap, ...known]);
}

/** Whether the intervals have become shorter, at once or little by little. @param gaps latest first */
function isQuicker(gaps: readonly number[]): boolean {
  const [now, before] = [upperMedian(gaps.slice(0, FEW_GAPS)), upperMedian(gaps.slice(-FEW_GAPS))];
  const isShrunk = now + Math.max(SLACK_DAYS, before * SHRUNK_SHARE) < before;
  if (gaps.length >= QUICK_GAPS && isShrunk) return true;
  return gaps.some((_gap, at) => {
    const [latest, older] = [gaps.slice(0, at), gaps.slice(at)];
    return at >= QUICK_GAPS && Math.max(...latest) + SLACK_DAYS < Math.min(...older);
  });
}

/** Days from one bill to the other; NaN when a date is missing. */
function gapBetween(before: FlagEntry | undefined, after: FlagEntry | undefined): number {
  return before?.date && after?.date ? daysBetween(before.date, after.date) : Number.NaN;
}
