import type { Measurement } from './measure.ts';
import type { Scenario } from './scenarios.ts';

/** What Billfold must reach in every scenario. */
export const targets = {
  clickMs: 150,
  refused: 0,
  /** Beside another client one request in a window may come too late: nobody can know of it before. */
  refusedInOneWindowWhenShared: 1,
  totalToIdeal: 1.05,
} as const;

/** What a measurement misses, in words; empty when it reaches everything. */
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
