import { useEffect, useRef, useState } from 'react';
import type { Clock } from '../../../base/clock.ts';
import { type CountedViews, countViews } from '../../core/bills/lists/built-in-views.ts';
import { outOfInboxOn } from '../../core/local/out-of-inbox.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import type { ListChoice } from '../../core/model/list-choice.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { useToday } from './use-now.ts';
import { useObservable } from './use-observable.ts';
import { useCurrentApprovals, useShownOrganizations } from './use-organizations.ts';

/** Pause after the last change before counting, milliseconds. A crawl may add hundreds of bills a second. */
const QUIET_MS = 400;

/** A version that changes once after each burst of changes. Negative until all bills are loaded. */
export function useQuietVersion(): number {
  const { workspace, clock } = useData();
  const { bills, flags, annotations } = workspace;
  const version =
    useObservable(bills.version) +
    useObservable(flags.version) +
    useObservable(annotations.outOfInboxVersion);
  // While bills are loaded, counts would be too low.
  const isLoading = useObservable(bills.loading);
  const isPart = useObservable(bills.firstScreen) !== null || isLoading;
  const [quiet, setQuiet] = useState(-1);
  useEffect(() => {
    const stop = new AbortController();
    const wait = async (): Promise<void> => {
      await clock.sleep(QUIET_MS, stop.signal);
      if (!stop.signal.aborted) setQuiet(version);
    };
    void wait();
    return () => stop.abort();
  }, [clock, version]);
  return isPart ? -1 : quiet;
}

type Counts = CountedViews['counts'];

export interface ViewToCount {
  readonly id: string;
  readonly choice: ListChoice;
}

/** A count for the same bills, views and day. */
interface Counting {
  readonly of: readonly unknown[];
  counted: CountedViews | null;
  /** Steps of a count in progress; null when none is. */
  steps: ReturnType<typeof countViews> | null;
}

/** Counts in steps while the window is idle, and returns the previous counts until then. */
export function useCounts(views: readonly ViewToCount[]): Counts {
  const { workspace, clock } = useData();
  const { idle, run } = useShell();
  const { bills, flags, annotations } = workspace;
  const version = useQuietVersion();
  const approved = useCurrentApprovals().days;
  const shown = useShownOrganizations();
  const today = useToday();
  const [counts, setCounts] = useState<Counts>(new Map());
  const last = useRef<Counting>(null);
  useEffect(() => {
    if (version < 0 || shown === null) return undefined;
    const stop = new AbortController();
    const of = [version, shown, today, views];
    const isSame = last.current?.of.every((each, at) => each === of[at]) ?? false;
    const counting: Counting = (isSame && last.current) || { of, counted: null, steps: null };
    last.current = counting;
    const flagsOf = (billId: string) => flags.flagsOf(billId);
    const isRoutine = (billId: string) => flags.isRoutine(billId);
    const leftUnapproved = ({ organizationId, bill }: BillRow): boolean =>
      annotations.annotationOf(organizationId, bill.id)?.paidUnapprovedAtMs !== undefined;
    const known = { approved, outOfInboxOf: outOfInboxOn(annotations, today), flagsOf, isRoutine };
    const facts = { ...known, leftUnapproved, today };
    const begin = (before: CountedViews | null) => countViews(bills, views, facts, before);
    run(
      continueCounting(counting, {
        approved,
        begin,
        clock,
        pause: idle,
        signal: stop.signal,
        show: (now) => setCounts(now),
      }),
    );
    return () => stop.abort();
  }, [bills, flags, annotations, clock, idle, run, version, approved, shown, today, views]);
  return counts;
}

interface CountingDeps {
  readonly approved: CountedViews['approved'];
  readonly begin: (before: CountedViews | null) => NonNullable<Counting['steps']>;
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly pause: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly show: (counts: Counts) => void;
}

/**
 * Longest work between two pauses, in milliseconds. Short enough that a keypress feels instant, long enough
 * to finish soon in a window that is rarely idle.
 */
const AT_ONCE_MS = 3;

/** Finishes the count in progress first. Approvals made meanwhile then need only a small recount. */
async function continueCounting(counting: Counting, deps: CountingDeps): Promise<void> {
  while (counting.counted?.approved !== deps.approved) {
    counting.steps ??= deps.begin(counting.counted);
    // Let the window handle pending keys first.
    await deps.pause();
    if (deps.signal.aborted) return;
    const begunMs = deps.clock.elapsedMs();
    let step = counting.steps.next();
    while (step.done !== true && deps.clock.elapsedMs() - begunMs < AT_ONCE_MS)
      step = counting.steps.next();
    if (step.done !== true) continue;
    Object.assign(counting, { steps: null, counted: step.value });
    deps.show(step.value.counts);
  }
}
