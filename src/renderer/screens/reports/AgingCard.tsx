import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { agingOf } from '../../core/bills/aging.ts';
import { ColumnChart } from './ColumnChart.tsx';
import { totalOf } from '../../core/bills/figures.ts';
import { FigureTable } from './FigureTable.tsx';
import { NoDueDate } from './NoDueDate.tsx';
import { shortAmount } from './short-amount.ts';

export interface CurrencyCardProps {
  /** Of one currency, all to be paid. */
  readonly rows: readonly BillRow[];
  readonly currency: string;
  readonly today: PlainDate;
}

/** How long what is due has been overdue. */
export function AgingCard({ rows, currency, today }: CurrencyCardProps) {
  const { locale } = useServices();
  const words = en.insights.aging;
  const { buckets, noDueDate } = agingOf(rows, currency, today);
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const overdueCents = totalOf(buckets.filter(({ name }) => name !== 'current')).amountCents;
  const total = money(totalOf(buckets).amountCents);
  const summary =
    overdueCents === 0 ? words.nothingOverdue(total) : words.summary(money(overdueCents), total);
  const lines = buckets.map((bucket) => ({
    ...bucket,
    key: bucket.name,
    label: words.buckets[bucket.name],
    show: en.insights.show(bucket.bills, words.which[bucket.name], currency),
  }));
  return (
    <section className="insight" aria-labelledby="insight-aging">
      <h2 id="insight-aging">{words.title}</h2>
      <p className="insight__summary">{summary}</p>
      <ColumnChart
        summary={`${words.lead} ${summary}`}
        columns={lines.map(({ key, label, bills, amountCents, filter, show }) => ({
          key,
          label,
          value: shortAmount(amountCents, locale),
          title: `${label}: ${money(amountCents)}, ${en.insights.bills(bills)}`,
          amountCents,
          tone: key === 'current' ? 'ahead' : 'overdue',
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
