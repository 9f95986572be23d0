import { TIME_LIMIT_MS, type Measurement } from './measure.ts';
import type { Scenario } from './scenarios.ts';

/** Targets of Billfold in every scenario. */
export const targets = {
  clickMs: 150,
  refused: 0,
  /** Beside another client, one request per window may come too late: no client could know that before. */
  refusedInOneWindowWhenShared: 1,
  totalToIdeal: 1.05,
} as const;

/** Targets that a measurement misses, as texts; empty for none. */
export function missesOf(measured: Measurement, scenario: Scenario): string[] {
  const { clickMs, totalMs, idealMs, refused, refusedInOneWindow, failed } = measured;
  const misses: string[] = [];
  if (clickMs === null || clickMs > targets.clickMs) misses.push('click');
  const isRefused =
    scenario.otherShare > 0
      ? refusedInOneWindow > targets.refusedInOneWindowWhenShared
      : refused > targets.refused;
  if (isRefused) misses.push('429');
  if (totalMs === null || totalMs > idealMs * targets.totalToIdeal) misses.push('total');
  if (failed > 0) misses.push('failed');
  return misses;
}

export const columns = ['scenario', 'click', '429', 'failed', 'total', 'ideal', 'ratio', ''];

/** A row of the table. */
export function rowOf(measured: Measurement, misses: readonly string[]): string[] {
  const { clickMs, totalMs, idealMs } = measured;
  const others = measured.othersRefused > 0 ? ` (+${measured.othersRefused} other's)` : '';
  return [
    measured.scenario,
    clickMs === null ? 'never' : `${Math.round(clickMs)} ms`,
    `${measured.refused}${others}`,
    String(measured.failed),
    totalMs === null ? `> ${TIME_LIMIT_MS / 1000} s` : `${seconds(totalMs)} s`,
    `${seconds(idealMs)} s`,
    totalMs === null ? '' : (totalMs / idealMs).toFixed(3),
    misses.length === 0 ? 'reaches all' : `misses ${misses.join(', ')}`,
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
