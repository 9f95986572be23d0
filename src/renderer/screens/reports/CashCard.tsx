import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { shortDate, weekStart } from '../../kit/ui/dates.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import type { CurrencyCardProps } from './AgingCard.tsx';
import { cashNeeded, type CashFigure } from '../../core/bills/cash-needed.ts';
import { ColumnChart } from './ColumnChart.tsx';
import { FigureTable } from './FigureTable.tsx';
import { NoDueDate } from './NoDueDate.tsx';
import { shortAmount } from './short-amount.ts';

/** How much has to be paid in each of the coming weeks. */
export function CashCard({ rows, currency, today }: CurrencyCardProps) {
  const { locale } = useServices();
  const words = en.insights.weeks;
  const calendar = { today, weekStartsOn: weekStart(locale) };
  const { weeks, noDueDate } = cashNeeded(rows, currency, calendar);
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const summary = formatNow(weeks, money);
  const lines = weeks.map((week) => ({
    ...week,
    key: `${week.name} ${week.from ?? ''}`,
    label: formatWeek(week, today, locale),
    show: en.insights.show(week.bills, formatWhich(week, today, locale), currency),
  }));
  return (
    <section className="insight" aria-labelledby="insight-weeks">
      <h2 id="insight-weeks">{words.title}</h2>
      <p className="insight__summary">{summary}</p>
      <ColumnChart
        summary={`${words.lead} ${summary}`}
        columns={lines.map(({ key, label, name, from, bills, amountCents, filter, show }) => ({
          key,
          label:
            name === 'week' && from !== null ? shortDate(from, from, locale) : words[nameOf(name)],
          value: shortAmount(amountCents, locale),
          title: `${label}: ${money(amountCents)}, ${en.insights.bills(bills)}`,
          amountCents,
          tone: name === 'overdue' ? 'overdue' : 'ahead',
          link: bills === 0 ? null : { filter, name: show },
        }))}
      />
      <NoDueDate sum={noDueDate} currency={currency} />
      <Disclosure title={words.asTable}>
        <FigureTable
          caption={words.lead}
          heading={words.column}
          lines={lines}
          currency={currency}
        />
      </Disclosure>
    </section>
  );
}

/** What is to be paid at once, in a sentence. */
function formatNow(weeks: readonly CashFigure[], money: (cents: number) => string): string {
  const words = en.insights.weeks;
  const centsOf = (name: CashFigure['name']): number =>
    weeks.find((week) => week.name === name)?.amountCents ?? 0;
  const [overdue, thisWeek] = [centsOf('overdue'), centsOf('thisWeek')];
  if (overdue !== 0 && thisWeek !== 0) return words.both(money(overdue), money(thisWeek));
  if (overdue !== 0) return words.onlyOverdue(money(overdue));
  return thisWeek === 0 ? words.nothingNow : words.onlyThisWeek(money(thisWeek));
}

function nameOf(name: CashFigure['name']): 'overdue' | 'thisWeek' | 'later' {
  return name === 'week' ? 'later' : name;
}

/** The bills of a stretch, as a sentence goes on. Week labels are dates, the others are words. */
function formatWhich(week: CashFigure, today: PlainDate, locale: string): string {
  const words = en.insights.weeks;
  if (week.name === 'overdue') return words.whichOverdue;
  const label = formatWeek(week, today, locale);
  return words.whichDue(week.name === 'week' ? label : label.toLowerCase());
}

function formatWeek({ name, from, to }: CashFigure, today: PlainDate, locale: string): string {
  const words = en.insights.weeks;
  if (name === 'later' || to === null || from === null) {
    return name === 'overdue' ? words.overdue : words.later;
  }
  if (name === 'thisWeek') return words.thisWeek;
  return words.week(shortDate(from, today, locale), shortDate(to, today, locale));
}
