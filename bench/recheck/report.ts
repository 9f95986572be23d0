import type { Figures } from '../../tests/quota/recheck/figures.ts';
import type { Scenario } from '../../tests/quota/recheck/play.ts';

export function nameOf({ payable, cursors, pullUnderWay, isBulk, quota }: Scenario): string {
  const parts = [
    `${payable.toLocaleString('en')} bills`,
    isBulk ? 'a bulk' : 'one by one',
    `cursors ${cursors}`,
    ...(pullUnderWay ? ['pull under way'] : []),
    ...(quota === 'lifted' ? ['no quota'] : []),
  ];
  return parts.join(', ');
}

export const columns = [
  'approvals, undo window’s end to service',
  'count',
  'median',
  '95 %',
  'worst',
  'bare, 95 %',
  'ratio',
  'rechecks',
  'of what was left',
  'target',
  '',
];

/** A row of the table. */
export function rowOf(figures: Figures, scenario: Scenario): string[] {
  const { heldBack } = figures;
  const { targetMs } = scenario;
  return [
    nameOf(scenario),
    String(figures.approvals),
    seconds(figures.medianMs),
    seconds(figures.most95Ms),
    seconds(figures.maxMs),
    seconds(figures.floor95Ms),
    figures.ratio.toFixed(2),
    heldBack > 0 ? `${figures.rechecks} (held back ${heldBack} times)` : String(figures.rechecks),
    `${figures.shareOfRechecks} %`,
    targetMs === null ? '' : seconds(targetMs),
    figures.misses.length === 0 ? 'reaches all' : `misses ${figures.misses.join(', ')}`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
