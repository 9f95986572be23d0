import { approvalTable } from '../../src/renderer/core/outbox/approval-table.ts';
import { invariants, type Invariant } from './model.ts';
import type { RunResult } from './run.ts';

/** What many runs have shown together. */
export interface Totals {
  seeds: number;
  readonly failed: number[];
  readonly exercised: Map<string, number>;
  readonly counts: Map<string, number>;
  readonly transitions: Map<string, number>;
  /** Simulated time, milliseconds. */
  lastedMs: number;
}

/** A result as it crosses between processes. */
export type RunSummary = Pick<RunResult, 'seed' | 'lastedMs'> & {
  /** What broke first, or null. */
  readonly violation: string | null;
  readonly exercised: readonly (readonly [string, number])[];
  readonly counts: readonly (readonly [string, number])[];
  readonly transitions: readonly (readonly [string, number])[];
};

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

export function summaryOf(result: RunResult): RunSummary {
  const { seed, lastedMs, violations, exercised, counts, transitions } = result;
  return {
    seed,
    lastedMs,
    violation: violations[0] ? `${violations[0].invariant}: ${violations[0].what}` : null,
    exercised: Object.entries(exercised),
    counts: [...counts],
    transitions: [...transitions],
  };
}

export function addTo(totals: Totals, summary: RunSummary): void {
  totals.seeds += 1;
  totals.lastedMs += summary.lastedMs;
  if (summary.violation !== null) totals.failed.push(summary.seed);
  addAll(totals.exercised, summary.exercised);
  addAll(totals.counts, summary.counts);
  addAll(totals.transitions, summary.transitions);
}

function addAll(sums: Map<string, number>, more: readonly (readonly [string, number])[]): void {
  for (const [name, count] of more) sums.set(name, (sums.get(name) ?? 0) + count);
}

/** Invariants that were never put to the test. */
export function neverExercised({ exercised }: Totals): Invariant[] {
  return invariants.filter((name) => (exercised.get(name) ?? 0) === 0);
}

/** Every cell of the outbox's table that changes something, as "queued → sending (send)". */
export const possibleTransitions: readonly string[] = Object.entries(approvalTable).flatMap(
  ([from, events]) =>
    Object.entries(events).flatMap(([event, to]) =>
      to === null ? [] : `${from} → ${to} (${event})`,
    ),
);

/** Transitions of the table that no run has gone through. */
export function neverTaken({ transitions }: Totals): string[] {
  return possibleTransitions.filter((name) => !transitions.has(name));
}

/** The totals in lines for people. @param seconds real time it took */
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
