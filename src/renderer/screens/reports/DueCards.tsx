import { apart, formatWeek } from './report-table.ts';
import type { ReactNode } from 'react';
import { textLocale } from '../../kit/ui/locale.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { say } from '../../kit/text/say.ts';
import { addDays, weekdayOf, type PlainDate } from '../../../base/days.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../../bridge/money.ts';
import type { CurrencyDues } from '../../core/bills/figures/dues.ts';
import { agingOf } from '../../core/bills/figures/aging.ts';
import { ColumnChart } from './ColumnChart.tsx';
import { type Sum, totalOf } from '../../core/bills/figures/figures.ts';
import { CENTS_PER_UNIT } from '../../../contract/assumptions.ts';
import { shortDate, weekdayName, weekStart } from '../../kit/ui/dates.ts';
import { cashByDay, type CashFigure, cashNeeded } from '../../core/bills/figures/cash-needed.ts';
import { FigureLink } from './FigureLink.tsx';
import { FigureHead } from './FigureTable.tsx';
import type { ReportFilter } from '../../core/bills/figures/report-filter.ts';
import { keepAmounts } from '../../kit/ui/keep-amounts.tsx';

interface CurrencyCardProps {
  /** Unpaid bills of one currency. */
  readonly dues: CurrencyDues;
  readonly currency: string;
  readonly today: PlainDate;
}

export function AgingCard({ dues, currency, today }: CurrencyCardProps) {
  const { locale } = useShell();
  const text = messages.reports.aging;
  const { buckets, noDueDate } = agingOf(dues, currency, today);
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const overdueCents = totalOf(buckets.filter(({ name }) => name !== 'current')).amountCents;
  const { amountCents: allCents } = dues;
  const total = money(allCents);
  const summary =
    overdueCents === 0
      ? text.nothingOverdue(total)
      : text.summary(money(overdueCents), total, formatShare(overdueCents, allCents, locale));
  const lines = buckets.map((bucket) => ({
    ...bucket,
    key: bucket.name,
    label: text.buckets[bucket.name],
    show: messages.reports.show(bucket.bills, text.which[bucket.name], currency),
  }));
  return (
    <DueCard
      id="aging"
      text={text}
      summary={summary}
      lines={lines}
      currency={currency}
      noDueDate={noDueDate}
      labelOf={({ label }) => label}
      isOverdue={({ name }) => name !== 'current'}
    />
  );
}

/** Amounts due in each of the coming weeks. */
export function CashCard({ dues, currency, today }: CurrencyCardProps) {
  const { locale } = useShell();
  const text = messages.reports.weeks;
  const calendar = { today, weekStartsOn: weekStart(locale) };
  const { weeks, noDueDate } = cashNeeded(dues, currency, calendar);
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const summary = formatNow(weeks, money);
  const lines = weeks.map((week) => ({
    ...week,
    key: `${week.name} ${week.from ?? ''}`,
    label: formatWeek(week, today, locale),
    show: messages.reports.show(week.bills, formatWhich(week, today, locale), currency),
  }));
  return (
    <DueCard
      id="weeks"
      text={text}
      summary={summary}
      lines={lines}
      currency={currency}
      noDueDate={noDueDate}
      labelOf={({ name, from }) =>
        from !== null && name !== 'later'
          ? shortDate(from, from, locale)
          : columnLabel(nameOf(name))
      }
      isOverdue={({ name }) => name === 'overdue'}
    >
      <CashCalendar dues={dues} currency={currency} today={today} />
    </DueCard>
  );
}

/** Calendar of the amounts due in the next days, one week per line. A day links to its bills. */
function CashCalendar({ dues, currency, today }: CurrencyCardProps) {
  const { locale } = useShell();
  const text = messages.reports.calendar;
  const days = cashByDay(dues, currency, today);
  const offset = (weekdayOf(today) + 7 - weekStart(locale)) % 7;
  return (
    <Disclosure title={text.title}>
      <div className="cash-days" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5, 6].map((at) => (
          <span key={at} className="faint">
            {weekdayName(addDays(today, at - offset), locale)}
          </span>
        ))}
      </div>
      <ol className="cash-days" aria-label={text.title}>
        {days.map(({ name: day, bills, amountCents, filter }, at) => (
          <li
            key={day}
            className="cash-day"
            style={at === 0 ? { gridColumnStart: offset + 1 } : undefined}
          >
            <span className="faint">{shortDate(day, today, locale)}</span>
            {bills > 0 && (
              <FigureLink
                filter={filter}
                name={say`${shortAmount(amountCents, currency, locale)}, ${messages.reports.show(bills, text.dueOn(shortDate(day, today, locale)), currency)}`}
              >
                {shortAmount(amountCents, currency, locale)}
              </FigureLink>
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

interface DueCardProps<Line extends FigureLine> {
  readonly id: string;
  readonly text: typeof messages.reports.aging | typeof messages.reports.weeks;
  readonly summary: string;
  readonly lines: readonly Line[];
  readonly currency: string;
  readonly noDueDate: Sum;
  /** Short label under the column. */
  readonly labelOf: (line: Line) => string;
  readonly isOverdue: (line: Line) => boolean;
  readonly children?: ReactNode;
}

/** Amounts by due date as a sentence, a chart and a table. */
function DueCard<Line extends FigureLine>(props: DueCardProps<Line>) {
  const { id, text, summary, lines, currency, noDueDate, labelOf, isOverdue } = props;
  const { locale } = useShell();
  return (
    <section className="report-card" aria-labelledby={`report-card-${id}`}>
      <h2 id={`report-card-${id}`}>{text.title}</h2>
      <p className="report-card__summary">{keepAmounts(summary)}</p>
      <ColumnChart
        summary={`${text.lead} ${summary}`}
        formatAxis={(cents) => shortAmount(cents, currency, locale)}
        columns={lines.map((line) => ({
          key: line.key,
          label: labelOf(line),
          value: shortAmount(line.amountCents, currency, locale),
          title: say`${line.label}: ${formatMoney(line.amountCents, currency, locale)}, ${messages.reports.bills(line.bills)}`,
          amountCents: line.amountCents,
          tone: isOverdue(line) ? 'overdue' : 'ahead',
          link: line.bills === 0 ? null : { filter: line.filter, name: line.show },
        }))}
      />
      {noDueDate.bills > 0 && (
        <p className="report-card__apart">
          {messages.reports.noDueDate(
            noDueDate.bills,
            formatMoney(noDueDate.amountCents, currency, locale),
          )}
        </p>
      )}
      {props.children}
      <Disclosure title={text.asTable}>
        <FigureTable
          caption={text.lead}
          heading={text.column}
          lines={[...lines, ...apart(noDueDate, currency)]}
          currency={currency}
        />
      </Disclosure>
    </section>
  );
}

/** The amount to pay now, in a sentence. */
function formatNow(weeks: readonly CashFigure[], money: (cents: number) => string): string {
  const text = messages.reports.weeks;
  const centsOf = (name: CashFigure['name']): number =>
    weeks.find((week) => week.name === name)?.amountCents ?? 0;
  const [overdue, thisWeek] = [centsOf('overdue'), centsOf('thisWeek')];
  if (overdue !== 0 && thisWeek !== 0) return text.both(money(overdue), money(thisWeek));
  if (overdue !== 0) return text.onlyOverdue(money(overdue));
  return thisWeek === 0 ? text.nothingNow : text.onlyThisWeek(money(thisWeek));
}

function nameOf(name: CashFigure['name']): 'overdue' | 'thisWeek' | 'later' {
  return name === 'week' ? 'later' : name;
}

/** Label of a column without a date. */
function columnLabel(name: ReturnType<typeof nameOf>): string {
  const text = messages.reports.weeks;
  return name === 'overdue' ? text.overdueColumn : text[name];
}

/** The rest of a sentence about the bills of a period. Week labels are dates, the others are words. */
function formatWhich(week: CashFigure, today: PlainDate, locale: string): string {
  const text = messages.reports.weeks;
  if (week.name === 'overdue') return text.whichOverdue;
  const label = formatWeek(week, today, locale);
  if (week.name === 'thisWeek') return text.whichDueThisWeek;
  return week.name === 'week' ? text.whichDue(label) : text.whichDueLater;
}

/** A compact amount: "$12K", "KWD 1.5M". It may wrap. The table has the full amount. */
export function shortAmount(amountCents: number, currency: string, locale: string): string {
  const format = {
    style: 'currency',
    currency,
    notation: 'compact',
    // Compact numbers are not consistent by default: "5460" beside "11.323".
    useGrouping: 'always',
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
    maximumSignificantDigits: 2,
    roundingPriority: 'morePrecision',
  } as const;
  return (amountCents / CENTS_PER_UNIT).toLocaleString(locale, format).replace(/\s/gu, ' ');
}

/**
 * A share such as "34%". A partial share is never rounded to 0% or 100%. Null where a share is meaningless,
 * as for credits.
 */
export function formatShare(partCents: number, allCents: number, locale: string): string | null {
  if (allCents <= 0 || partCents < 0) return null;
  const percent = new Intl.NumberFormat(textLocale(locale), { style: 'percent' });
  const share = partCents / allCents;
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
  return share > 0.99 && share < 1 ? `>${percent.format(0.99)}` : percent.format(share);
}

interface FigureTableProps {
  readonly caption: string;
  readonly heading: string;
  readonly lines: readonly FigureLine[];
  readonly currency: string;
}

interface FigureLine extends Sum {
  readonly key: string;
  readonly label: string;
  /** Filter for its bills, and the text of the link. */
  readonly filter: ReportFilter;
  readonly show: string;
}

/** The figures of a chart and their total. Each line links to its bills. */
export function FigureTable({ caption, heading, lines, currency }: FigureTableProps) {
  const { locale } = useShell();
  const text = messages.reports;
  const total = totalOf(lines);
  return (
    <table className="figures">
      <caption className="visually-hidden">{caption}</caption>
      <FigureHead texts={[heading]} amounts={[text.billsColumn, text.amount]} />
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">
              {line.bills === 0 ? (
                line.label
              ) : (
                <FigureLink filter={line.filter} name={line.show}>
                  {line.label}
                </FigureLink>
              )}
            </th>
            <td className="amount">{line.bills.toLocaleString(locale)}</td>
            <td className="amount">{formatMoney(line.amountCents, currency, locale)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.total}</th>
          <td className="amount">{total.bills.toLocaleString(locale)}</td>
          <td className="amount">{formatMoney(total.amountCents, currency, locale)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
