import type { Week } from './simulate-week.ts';

interface WeekFigures {
  readonly days: number;
  readonly requests: number;
  readonly refused: number;
  readonly approvals: number;
  readonly notApproved: number;
  readonly dispatchMedianMs: number;
  readonly dispatch95Ms: number;
  readonly dispatchMostMs: number;
  readonly minutesOfUse: number;
  readonly ageMedianMinutes: number;
  readonly age95Minutes: number;
  readonly ageMostMinutes: number;
  /** Most requests of any window, and most of the background in one. */
  readonly busiestWindow: number;
  readonly maxBackground: number;
}

const MINUTE_MS = 60_000;

export function figuresOf(week: Week): WeekFigures {
  const { dispatchMs, agesMs, windows, sent } = week;
  const minutes = (ms: number): number => round(ms / MINUTE_MS);
  return {
    days: week.days,
    requests: sent.length,
    refused: sent.filter(({ status }) => status === 429).length,
    approvals: sent.filter(({ method, status }) => method === 'PATCH' && status === 200).length,
    notApproved: week.notApproved,
    dispatchMedianMs: round(quantile(dispatchMs, 0.5)),
    dispatch95Ms: round(quantile(dispatchMs, 0.95)),
    dispatchMostMs: round(quantile(dispatchMs, 1)),
    minutesOfUse: agesMs.length,
    ageMedianMinutes: minutes(quantile(agesMs, 0.5)),
    age95Minutes: minutes(quantile(agesMs, 0.95)),
    ageMostMinutes: minutes(quantile(agesMs, 1)),
    busiestWindow: Math.max(
      ...windows.map(({ approval, waiting, background }) => approval + waiting + background),
    ),
    maxBackground: Math.max(...windows.map(({ background }) => background)),
  };
}

/** Smallest value that this part of the values does not exceed; NaN for none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? NaN;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
