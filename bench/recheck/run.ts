/**
 * `npm run bench:recheck`: time of an approval, with its recheck, from the end of its undo period to the
 * service, with the real window and main, the embedded service, and one virtual clock. Prints a table and one
 * line of JSON, and fails when a target is missed. Arguments: parts of scenarios' names, to run only those.
 */
import { figuresOf, type Figures } from '../../tests/quota/recheck/figures.ts';
import { play, type Scenario } from '../../tests/quota/recheck/play.ts';
import { tableOf } from '../../dev/markdown-table.ts';
import { createProgress } from '../../dev/progress.ts';
import { columns, nameOf, rowOf } from './report.ts';
import { scenarios } from './scenarios.ts';

const wanted = process.argv.slice(2);
const progress = createProgress(process.stderr);
const played: [Figures, Scenario][] = [];
for (const scenario of scenarios) {
  if (!wanted.every((part) => nameOf(scenario).includes(part))) continue;
  const figures = figuresOf(await play(scenario));
  played.push([figures, scenario]);
  progress.show(`${nameOf(scenario)}: ${figures.most95Ms} ms`);
}
progress.end();

console.log(
  tableOf(
    columns,
    played.map(([figures, scenario]) => rowOf(figures, scenario)),
  ),
);
const all = played.map(([figures, scenario]) => ({
  name: nameOf(scenario),
  targetMs: scenario.targetMs,
  ...figures,
}));
const missed = all.filter(({ misses }) => misses.length > 0).length;
console.log(`\n${JSON.stringify({ reached: missed === 0, rechecks: all })}`);
if (missed > 0) console.error(`\n${missed} of ${all.length} miss a target.`);
process.exitCode = missed > 0 ? 1 : 0;
