import { useMemo } from 'react';
import { builtInViews, choiceOf, largeAmount } from '../core/bills/lists/built-in-views.ts';
import type { CurrencyTotal } from '../core/model/currency-totals.ts';
import { firstReviewView } from '../core/bills/lists/review-view.ts';
import { isSameChoice, listChoiceOf } from '../core/local/saved-view.ts';
import { useApprovedToday } from '../kit/hooks/use-organizations.ts';
import { useToday } from '../kit/hooks/use-now.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useCounts, useQuietVersion, type ViewToCount } from '../kit/hooks/use-counts.ts';
import { formatBuiltInView } from '../kit/parts/format-view.ts';
import { routeHref } from '../kit/services/route.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { formatCount } from '../kit/text/count.ts';
import { messages } from '../kit/text/messages.ts';
import { weekStart } from '../kit/ui/dates.ts';
import { Totals } from '../kit/ui/Totals.tsx';

export interface NamedView extends ViewToCount {
  readonly name: string;
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
  const counts = useCounts(views);
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
              {/* Routine bills are counted even without a number, so that their view opens at once. */}
              {(id !== 'routine' || routineOn) && <Count count={counts.get(id) ?? null} />}
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
