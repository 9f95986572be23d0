import type { Scenario } from '../../tests/quota/recheck/play.ts';

const TAKEN_MS = 5_000;
const refusedMs = new Map([
  [300, 10_000],
  [2_000, 60_000],
]);

const sizes = [300, 2_000, 20_000] as const;
/** Fewer approvals if each takes a crawl of many pages, to keep the run within a few minutes. */
const approvalsWithCrawls = new Map([
  [300, 30],
  [2_000, 12],
  [20_000, 6],
]);

export const scenarios: readonly Scenario[] = [
  ...sizes.flatMap((payable) => [single(payable, 'taken', false), single(payable, 'taken', true)]),
  ...sizes.flatMap((payable) => [
    single(payable, 'refused', false),
    single(payable, 'refused', true),
  ]),
  { ...single(20_000, 'refused', false), quota: 'lifted' },
  ...(['taken', 'refused'] as const).flatMap((cursors) => [
    bulk(2_000, cursors),
    bulk(20_000, cursors),
  ]),
  { ...bulk(20_000, 'refused'), quota: 'lifted' },
];

function single(payable: number, cursors: Scenario['cursors'], pullUnderWay: boolean): Scenario {
  const isCrawled = pullUnderWay || cursors === 'refused';
  return {
    payable,
    cursors,
    pullUnderWay,
    approvals: isCrawled ? (approvalsWithCrawls.get(payable) ?? 1) : 30,
    isBulk: false,
    quota: 'documented',
    targetMs: cursors === 'taken' ? TAKEN_MS : (refusedMs.get(payable) ?? null),
  };
}

/**
 * The time of a bulk depends mostly on its 500 requests, four at a time. So its only figure is a ratio, without a
 * target.
 */
function bulk(payable: number, cursors: Scenario['cursors']): Scenario {
  return { ...single(payable, cursors, false), approvals: 500, isBulk: true, targetMs: null };
}
