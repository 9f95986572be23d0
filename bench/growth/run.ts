/**
 * Growth of start, search, approving and memory from 1,000 to 1,000,000 payable bills: processor time in Node
 * of the code that works on the list, without React, disk and frames. Each size has its own process. Prints the
 * figures of each size and the exponents of their growth, and one line of JSON.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type BenchRow, isReached, tableOfRows } from '../rows.ts';
import type { Figures } from './testing/measure.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Largest exponents allowed. Figures that should not grow get a tenth, because small figures are noisy. */
const mostOf = { start: 0.1, search: 0.5, approve: 0.1, memory: 1 } as const;
const measuring = resolve(import.meta.dirname, 'testing/measure.ts');

const figures = SIZES.map((bills): Figures => {
  console.error(`${bills} bills`);
  const args = ['--expose-gc', '--max-old-space-size=6000', measuring, `${bills}`];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Figures;
});
const names = Object.keys(mostOf) as (keyof Figures)[];
const rows = names.flatMap((name): BenchRow[] => {
  const unit = name === 'memory' ? 'MB' : 'ms';
  const told = figures.map((each, at) => ({
    ...{ what: `${name}, ${SIZES[at]} bills`, unit, figure: each[name], goal: null, floor: null },
  })) satisfies BenchRow[];
  const figure = exponentOf(figures.map((each) => each[name]));
  const what = `${name}, the exponent of its growth`;
  return [...told, { what, unit: '', figure, goal: mostOf[name], floor: null }];
});
console.log(tableOfRows(rows));
console.log(JSON.stringify({ rows }));
process.exitCode = rows.every(isReached) ? 0 : 1;

/** Slope of the regression line through the logarithms of sizes and figures. */
function exponentOf(bySize: readonly number[]): number {
  const across = SIZES.map((bills) => Math.log(bills));
  const up = bySize.map((figure) => Math.log(figure));
  const middle = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [middle(across), middle(up)];
  const slope = across.reduce((sum, each, at) => sum + (each - x) * ((up[at] ?? y) - y), 0);
  return slope / across.reduce((sum, each) => sum + (each - x) ** 2, 0);
}
