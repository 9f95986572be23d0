/**
 * `npm run bench:week`: a whole week of a real installation in virtual time. Prints the figures and one line of
 * JSON, and fails when a target is missed.
 */
import { figuresOf } from '../tests/quota/week/figures.ts';
import { simulateWeek } from '../tests/quota/week/simulate-week.ts';

const DAYS = 7;

const week = await simulateWeek(DAYS);
const figures = figuresOf(week);

const targets = { refused: 0, dispatchMedianMs: 200, age95Minutes: 15 };
const reached =
  figures.refused === targets.refused &&
  figures.dispatchMedianMs < targets.dispatchMedianMs &&
  figures.age95Minutes < targets.age95Minutes &&
  figures.notApproved === 0 &&
  week.faults.length === 0;
console.table(figures);
console.log(JSON.stringify({ targets, reached, figures }));
process.exitCode = reached ? 0 : 1;
