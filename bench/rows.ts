import { tableOf } from '../dev/markdown-table.ts';

/** One figure of a bench. Less is always better. */
export interface BenchRow {
  readonly what: string;
  readonly unit: 'ms' | 's' | 'MB' | 'KB' | '×' | '';
  /** Null when it could not be measured. */
  readonly figure: number | null;
  /** Upper limit; null for a figure without a goal. */
  readonly goal: number | null;
  /** Lower bound, measured in the same run; null for none. */
  readonly floor: number | null;
}

export function isReached({ figure, goal }: BenchRow): boolean {
  return goal === null || (figure !== null && figure <= goal);
}

/** @param before figures of an earlier run, by their name */
export function tableOfRows(
  rows: readonly BenchRow[],
  before: ReadonlyMap<string, number | null> = new Map(),
): string {
  const columns = ['what', 'floor', 'goal', 'figure', ''];
  const lines = rows.map((row) => [
    row.what,
    shown(row.floor, row.unit),
    row.goal === null ? '' : `≤ ${shown(row.goal, row.unit)}`,
    shown(row.figure, row.unit),
    row.goal === null ? 'noted' : isReached(row) ? 'reached' : 'missed',
    ...(before.size === 0 ? [] : [shown(before.get(row.what) ?? null, row.unit)]),
  ]);
  return tableOf(before.size === 0 ? columns : [...columns, 'before'], lines);
}

function shown(value: number | null, unit: BenchRow['unit']): string {
  if (value === null || !Number.isFinite(value)) return '–';
  return `${Math.abs(value) < 10 ? Number(value.toFixed(2)) : Math.round(value)} ${unit}`.trim();
}
