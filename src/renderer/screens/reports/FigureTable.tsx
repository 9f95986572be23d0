import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import { FigureLink } from './FigureLink.tsx';
import { totalOf, type Sum } from '../../core/bills/figures.ts';
import type { InsightFilter } from '../../core/bills/insight-filter.ts';

export interface FigureTableProps {
  readonly caption: string;
  /** Heading of the first column. */
  readonly heading: string;
  readonly lines: readonly FigureLine[];
  readonly currency: string;
}

export interface FigureLine extends Sum {
  readonly key: string;
  readonly label: string;
  /** Its bills, and what leads to them. */
  readonly filter: InsightFilter;
  readonly show: string;
}

/** The figures behind a chart, with their total. A line leads to its bills. */
export function FigureTable({ caption, heading, lines, currency }: FigureTableProps) {
  const { locale } = useServices();
  const text = en.insights;
  const total = totalOf(lines);
  return (
    <table className="figures">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className="amount">
            {text.billsColumn}
          </th>
          <th scope="col" className="amount">
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, label, bills, amountCents, filter, show }) => (
          <tr key={key}>
            <th scope="row">
              {bills === 0 ? (
                label
              ) : (
                <FigureLink filter={filter} name={show}>
                  {label}
                </FigureLink>
              )}
            </th>
            <td className="amount">{bills.toLocaleString(locale)}</td>
            <td className="amount">{formatMoney(amountCents, currency, locale)}</td>
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
