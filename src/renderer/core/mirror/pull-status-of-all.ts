import { type PullStatus, idlePullStatus } from './pull-status.ts';

/**
 * How far the mirror of several organizations is, told as one: as old as the oldest, and unread as long
 * as one of them is.
 * @param statuses of each organization on screen, the current one first
 */
export function pullStatusOfAll(statuses: readonly PullStatus[]): PullStatus {
  const [first = idlePullStatus] = statuses;
  const telling =
    statuses.find(({ kind }) => kind === 'crawling') ??
    statuses.find(({ kind }) => kind === 'paused') ??
    statuses.find(({ kind }) => kind === 'failed') ??
    first;
  const { kind, group, paused } = telling;
  const failed = statuses.find(({ error }) => error !== null);
  return {
    kind,
    group,
    pages: sum(statuses.map(({ pages }) => pages)),
    bills: sum(statuses.map(({ bills }) => bills)),
    expectedBills:
      whole(statuses.map(({ expectedBills }) => expectedBills))?.reduce(add, 0) ?? null,
    payableAsOfMs: oldest(statuses.map(({ payableAsOfMs }) => payableAsOfMs)),
    historyAsOfMs: oldest(statuses.map(({ historyAsOfMs }) => historyAsOfMs)),
    cutShort: statuses.some(({ cutShort }) => cutShort),
    paused,
    retryAtMs: (failed ?? telling).retryAtMs,
    error: failed?.error ?? null,
  };
}

function oldest(moments: readonly (number | null)[]): number | null {
  const known = whole(moments);
  return known === null || known.length === 0 ? null : Math.min(...known);
}

/** The numbers, or null when one of them is not known. */
function whole(numbers: readonly (number | null)[]): readonly number[] | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === numbers.length ? known : null;
}

const add = (one: number, other: number): number => one + other;
const sum = (numbers: readonly number[]): number => numbers.reduce(add, 0);
