import { useMemo } from 'react';
import { noFilter, type ListChoice } from '../../../core/model/list-choice.ts';
import { payableByDueDate } from '../../../core/model/bill-row.ts';
import { totalDue } from '../../../core/bills/figures/bulk-summary.ts';
import type { CurrencyTotal } from '../../../core/model/currency-totals.ts';
import { addDays, endOfWeek, readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { useSectionCount } from '../../../kit/hooks/use-approvals.ts';
import { useApprovedToday } from '../../../kit/hooks/use-organizations.ts';
import { useBillCounts } from '../../../kit/hooks/use-bill-counts.ts';
import { atVersion, useObservable } from '../../../kit/hooks/use-observable.ts';
import { routeHref } from '../../../kit/services/route.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { formatCount } from '../../../kit/text/count.ts';
import { messages } from '../../../kit/text/messages.ts';
import { weekStart } from '../../../kit/ui/dates.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { EmptyState } from '../../../kit/ui/EmptyState.tsx';
import { Totals } from '../../../kit/ui/Totals.tsx';

interface AllCaughtUpProps {
  /** Whether bills that could not be loaded, or have an unknown status, may still need approval. */
  readonly isUnread: boolean;
  readonly today: PlainDate;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** A figure of the day, with a link to its bills or to the approvals. */
interface DayFigure {
  readonly name: string;
  readonly count: number;
  readonly totals?: readonly CurrencyTotal[];
  readonly leadsTo: Partial<ListChoice> | 'approvals';
}

/** Shown when no loaded bill is left in the inbox: the day's total, and what is left elsewhere. */
export function AllCaughtUp({ isUnread, today, onChoose }: AllCaughtUpProps) {
  const { locale } = useShell();
  const text = messages.review.empty;
  const figures = useDayFigures(today).filter(({ count }) => count > 0);
  return (
    <EmptyState icon={isUnread ? 'review' : 'check'} {...(isUnread ? text.unread : text.inbox)}>
      {figures.length > 0 && (
        <ul className="empty__figures" aria-label={text.day.title}>
          {figures.map(({ name, count, totals = [], leadsTo }) => (
            <li key={name}>
              <a
                className="empty__figure"
                href={routeHref(leadsTo === 'approvals' ? 'approvals' : 'review')}
                onClick={() => leadsTo !== 'approvals' && onChoose(leadsTo)}
              >
                <span>{name}</span>
                <span className="amount">{formatCount(count)}</span>
                <Totals totals={totals} locale={locale} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <Button onPress={() => onChoose({ list: 'all' })}>{text.showAll}</Button>
    </EmptyState>
  );
}

function useDayFigures(today: PlainDate): readonly DayFigure[] {
  const { workspace } = useData();
  const { locale } = useShell();
  const { bills } = workspace;
  const version = useObservable(bills.version);
  const counts = useBillCounts();
  const approved = useApprovedToday();
  const attention = useSectionCount('attention');
  const weekEnd = endOfWeek(today, weekStart(locale));
  const [dueFrom, dueTo] = [addDays(weekEnd, 1), addDays(weekEnd, 7)];
  const due = useMemo(() => {
    const rows = atVersion(version, () => bills.query(payableByDueDate));
    return rows.filter(({ bill }) => {
      const day = readPlainDate(bill.dueDate);
      return day !== null && dueFrom <= day && day <= dueTo;
    });
  }, [bills, version, dueFrom, dueTo]);
  const text = messages.review.empty.day;
  const { names } = messages.views.sidebar;
  return [
    { name: text.approved, ...approved, leadsTo: { list: 'approved' } },
    { name: messages.approvals.sections.attention, count: attention, leadsTo: 'approvals' },
    { name: names.snoozed, count: counts('snoozed'), leadsTo: { list: 'snoozed' } },
    { name: names.hidden, count: counts('hidden'), leadsTo: { list: 'hidden' } },
    {
      name: text.dueNextWeek,
      count: due.length,
      totals: totalDue(due),
      leadsTo: { list: 'payable', filter: { ...noFilter, dueFrom, dueTo } },
    },
  ];
}
