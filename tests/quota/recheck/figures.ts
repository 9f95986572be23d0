import { quantile } from '../week/figures.ts';
import type { Measurement } from './play.ts';

/** Figures of a measurement. Times are milliseconds. */
export interface Figures {
  readonly approvals: number;
  readonly medianMs: number;
  readonly most95Ms: number;
  readonly maxMs: number;
  /** The same for bare approvals, sent at the same pace in the same run. */
  readonly floor95Ms: number;
  readonly ratio: number;
  readonly rechecks: number;
  readonly heldBack: number;
  /** Largest share that rechecks had of the requests for approving, percent. */
  readonly shareOfRechecks: number;
  readonly misses: readonly string[];
}

/** At most half of the requests for approving go to rechecks. */
const MAX_SHARE = 0.5;

export function figuresOf(measured: Measurement): Figures {
  const { delaysMs, floorsMs, rechecks, shareOfRechecks } = measured;
  const most95Ms = quantile(delaysMs, 0.95);
  const floor95Ms = quantile(floorsMs, 0.95);
  return {
    approvals: delaysMs.length,
    medianMs: Math.round(quantile(delaysMs, 0.5)),
    most95Ms: Math.round(most95Ms),
    maxMs: Math.round(quantile(delaysMs, 1)),
    floor95Ms: Math.round(floor95Ms),
    ratio: Math.round((most95Ms / floor95Ms) * 100) / 100,
    rechecks: rechecks.sent,
    heldBack: rechecks.heldBack,
    shareOfRechecks: Math.round(shareOfRechecks * 100),
    misses: missesOf(measured, most95Ms),
  };
}

/** Targets that a measurement misses, as texts; empty for none. */
function missesOf(measured: Measurement, most95Ms: number): string[] {
  const { scenario, notSent, sentTwice, shareOfRechecks } = measured;
  const misses: string[] = [];
  if (scenario.targetMs !== null && !(most95Ms <= scenario.targetMs)) misses.push('95 %');
  if (notSent > 0) misses.push(`${notSent} not sent`);
  if (sentTwice > 0) misses.push(`${sentTwice} sent twice`);
  if (shareOfRechecks > MAX_SHARE) misses.push('share of rechecks');
  return misses;
}
