import type { Clock } from '../../base/clock.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  builtInViews,
  choiceOf,
  type CountedViews,
  countViews,
  largeAmount,
} from '../core/bills/lists/built-in-views.ts';
import type { BillRow } from '../core/model/bill-row.ts';
import type { CurrencyTotal } from '../core/model/currency-totals.ts';
import { firstReviewView } from '../core/bills/lists/review-view.ts';
import { type ListChoice } from '../core/model/list-choice.ts';
import { hiddenOn } from '../core/local/hidden-view.ts';
import { isSameChoice, listChoiceOf } from '../core/local/saved-view.ts';
import { useApprovedToday } from '../kit/hooks/use-approvals.ts';
import { useToday } from '../kit/hooks/use-now.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useShownOrganizations, useStandingApprovals } from '../kit/hooks/use-organizations.ts';
import { formatBuiltInView } from '../kit/parts/format-view.ts';
import { routeHref } from '../kit/services/route.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { formatCount } from '../kit/text/count.ts';
import { messages } from '../kit/text/first-messages.ts';
import { weekStart } from '../kit/ui/dates.ts';
import { Totals } from '../kit/ui/Totals.tsx';

export interface NamedView {
  readonly id: string;
  readonly name: string;
  readonly choice: ListChoice;
}

export interface SidebarViewsProps {
  readonly views: readonly NamedView[];
  /** Id of the view on screen; null when it is none of these. */
  readonly shownId: string | null;
}

/** Built-in and saved views with their bill counts. The view on screen is marked. */
export function SidebarViews({ views, shownId }: SidebarViewsProps) {
  const { workspace } = useData();
  const { review, trail } = useReview();
  const { routineOn } = useObservable(workspace.settings);
  // Counting costs time, and the user may not want this view.
  const counted = useMemo(
    () => (routineOn ? views : views.filter(({ id }) => id !== 'routine')),
    [views, routineOn],
  );
  const counts = useCounts(counted);
  return (
    <nav className="sidebar__views" aria-label={messages.views.sidebar.title}>
      <p className="sidebar__heading">{messages.views.sidebar.title}</p>
      <ul className="sidebar__links">
        {views.map(({ id, name, choice }) => (
          <li key={id}>
            <a
              className="sidebar__link sidebar__link--view"
              href={routeHref('review')}
              aria-current={id === shownId ? 'true' : undefined}
              onClick={() => {
                trail.leave(review.get());
                review.set({ ...firstReviewView, ...choice });
              }}
            >
              <span className="sidebar__label cut" dir="auto">
                {name}
              </span>
              <Count count={counts.get(id) ?? null} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count }: { readonly count: number | null }) {
  if (count === null) return null;
  return <span className="sidebar__count">{formatCount(count)}</span>;
}

/** Number and totals of the approvals made today. */
export function TodaysProgress() {
  const { locale } = useShell();
  const { count, totals } = useApprovedToday();
  if (count === 0) return null;
  return (
    <div className="sidebar__today">
      <span>{messages.views.sidebar.approvedToday(count)}</span>
      <Totals totals={totals} locale={locale} />
    </div>
  );
}

/** The view on screen, if it is a named one. */
export function useShownView(views: readonly NamedView[], isReview: boolean): string | null {
  const shown = useObservable(useReview().review);
  if (!isReview) return null;
  return views.find(({ choice }) => isSameChoice(choice, shown))?.id ?? null;
}

/** Built-in views, then the user's saved views. */
export function useNamedViews(): readonly NamedView[] {
  const { workspace } = useData();
  const { locale } = useShell();
  const today = useToday();
  const saved = useObservable(workspace.views.all);
  const large = useLarge();
  return useMemo(() => {
    const calendar = { today, weekStartsOn: weekStart(locale), large };
    const builtIn = builtInViews.flatMap((view) => {
      const choice = choiceOf(view, calendar);
      return choice === null
        ? []
        : [{ id: view, name: formatBuiltInView(view, large, locale), choice }];
    });
    const own = saved.map((each) => ({
      id: `saved ${each.id}`,
      name: each.name,
      choice: listChoiceOf(each),
    }));
    return [...builtIn, ...own];
  }, [today, locale, large, saved]);
}

/** While a crawl adds hundreds of bills a second, counting waits until changes pause this long. Milliseconds. */
const QUIET_MS = 400;

/** Changes once after each burst of changes. Negative while the bills are not all loaded. */
function useQuietVersion(): number {
  const { workspace, clock } = useData();
  const { bills, flags, annotations } = workspace;
  const version =
    useObservable(bills.version) +
    useObservable(flags.version) +
    useObservable(annotations.hiddenVersion);
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

function useLarge(): CurrencyTotal | null {
  const { bills, settings } = useData().workspace;
  const { limits } = useObservable(settings);
  const version = useQuietVersion();
  const { currency, amountCents } = useMemo(
    () => (version < 0 ? null : largeAmount(bills, limits)) ?? { currency: '', amountCents: 0 },
    [bills, limits, version],
  );
  // Keeps the object while its values are equal: a new object would cause a recount.
  return useMemo(
    () => (currency === '' ? null : { currency, amountCents }),
    [currency, amountCents],
  );
}

type Counts = CountedViews['counts'];

/** A count for the same bills, views and day. */
interface Counting {
  readonly of: readonly unknown[];
  counted: CountedViews | null;
  /** Steps of a count in progress; null when none is. */
  steps: ReturnType<typeof countViews> | null;
}

/** Counts in steps while the window is idle, and returns the previous counts until then. */
function useCounts(views: readonly NamedView[]): Counts {
  const { workspace, clock } = useData();
  const { idle, run } = useShell();
  const { bills, flags, annotations } = workspace;
  const version = useQuietVersion();
  const approved = useStandingApprovals();
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
    const known = { approved, hiddenOf: hiddenOn(annotations, today), flagsOf, isRoutine };
    const facts = { ...known, leftUnapproved, today };
    const begin = (before: CountedViews | null) => countViews(bills, views, facts, before);
    run(
      goOn(counting, {
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
async function goOn(counting: Counting, deps: CountingDeps): Promise<void> {
  while (counting.counted?.approved !== deps.approved) {
    counting.steps ??= deps.begin(counting.counted);
    // Lets Billfold answer pending key presses first.
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
