import { approvalTable } from '../../src/renderer/core/outbox/approval-table.ts';
import { invariants, type Invariant } from './model.ts';
import type { RunResult } from './run.ts';

/** Combined results of many runs. */
export interface Totals {
  seeds: number;
  readonly failed: number[];
  readonly exercised: Map<string, number>;
  readonly counts: Map<string, number>;
  readonly transitions: Map<string, number>;
  /** Simulated time, milliseconds. */
  lastedMs: number;
}

export function createTotals(): Totals {
  return {
    seeds: 0,
    failed: [],
    exercised: new Map(),
    counts: new Map(),
    transitions: new Map(),
    lastedMs: 0,
  };
}

export function addTo(totals: Totals, result: Omit<RunResult, 'trace'>): void {
  totals.seeds += 1;
  totals.lastedMs += result.lastedMs;
  if (result.violations.length > 0) totals.failed.push(result.seed);
  addAll(totals.exercised, Object.entries(result.exercised));
  addAll(totals.counts, result.counts);
  addAll(totals.transitions, result.transitions);
}

function addAll(sums: Map<string, number>, more: Iterable<readonly [string, number]>): void {
  for (const [name, count] of more) sums.set(name, (sums.get(name) ?? 0) + count);
}

/** Invariants that were never checked. */
export function neverExercised({ exercised }: Totals): Invariant[] {
  return invariants.filter((name) => (exercised.get(name) ?? 0) === 0);
}

/** Every transition of the outbox's table, as "queued → sending (send)". */
const possibleTransitions: readonly string[] = Object.entries(approvalTable).flatMap(
  ([from, events]) =>
    Object.entries(events).flatMap(([event, to]) =>
      to === null ? [] : `${from} → ${to} (${event})`,
    ),
);

/** Transitions of the table that no run has taken. */
export function neverTaken({ transitions }: Totals): string[] {
  return possibleTransitions.filter((name) => !transitions.has(name));
}

/** The totals as lines of text. @param seconds real time of the runs */
export function describeTotals(totals: Totals, seconds: number): string[] {
  const { seeds, counts, transitions, lastedMs } = totals;
  const hours = Math.round(lastedMs / 3_600_000);
  const taken = possibleTransitions.length - neverTaken(totals).length;
  return [
    `${seeds} seeds, ${totals.failed.length} failed, ${hours} hours of simulated time`,
    `${((seconds / Math.max(seeds, 1)) * 1_000).toFixed(0)} s per 1,000 seeds (${seconds.toFixed(0)} s in all)`,
    '',
    'invariant, how often it was put to the test:',
    ...invariants.map((name) => `  ${name.padEnd(8)} ${totals.exercised.get(name) ?? 0}`),
    '',
    `transitions of the outbox: ${taken} of ${possibleTransitions.length}`,
    ...list(transitions),
    ...neverTaken(totals).map((name) => `  never: ${name}`),
    '',
    'what happened:',
    ...list(counts),
  ];
}

function list(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([name, count]) => `  ${name.padEnd(40)} ${count}`);
}
