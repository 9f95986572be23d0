/** Size of the code that a window loads before its first screen. Prints a table and one line of JSON. */
import ensureBuilt from '../dev/build.ts';
import { firstLoad } from '../dev/first-load.ts';
import { type BenchRow, isReached, tableOfRows } from './rows.ts';

const BYTES_PER_KB = 1_000;

await ensureBuilt();
const { scriptBytes, preloadBytes } = firstLoad();
const kb = (what: string, bytes: number, goal: number): BenchRow => ({
  what,
  unit: 'KB',
  figure: bytes / BYTES_PER_KB,
  goal,
  floor: null,
});
const rows = [
  kb('JavaScript before the first screen, gzip', scriptBytes, 320),
  kb('preload', preloadBytes, 5),
];
console.log(tableOfRows(rows));
console.log(JSON.stringify({ rows }));
process.exitCode = rows.every(isReached) ? 0 : 1;
