import { type Aging, agingOf } from '../../core/bills/figures/aging.ts';
import type { CurrencyDues } from '../../core/bills/figures/dues.ts';
import { type Sum, totalOf } from '../../core/bills/figures/figures.ts';
import type { ReportFilter } from '../../core/bills/figures/report-filter.ts';
import type { VendorFigure } from '../../core/bills/figures/top-vendors.ts';
import type { PlainDate } from '../../../base/days.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatMoney } from '../../../bridge/money.ts';
import { FigureLink } from './FigureLink.tsx';
import { FigureHead } from './FigureTable.tsx';
import { undated } from './report-table.ts';

export interface VendorAgingProps {
  /** Unpaid bills of one currency. */
  readonly dues: CurrencyDues;
  readonly vendors: readonly VendorFigure[];
  readonly others: number;
  readonly currency: string;
  readonly today: PlainDate;
}

/** A table cell. Without bills it has no link. */
interface Cell extends Sum {
  readonly key: string;
  readonly link?: { readonly filter: ReportFilter; readonly which: string };
}

/** Accounts payable aging by vendor, as a table that adds up to the aging of all. */
export function VendorAging(props: VendorAgingProps) {
  const { dues, vendors, others, currency, today } = props;
  const text = messages.reports;
  const all = agingOf(dues, currency, today);
  const hasUndated = all.noDueDate.bills > 0;
  const lines = vendors.map((figure) => ({
    vendor: figure.vendor ?? messages.review.noVendor,
    cells: cellsOf(agingOf(figure, currency, today), currency, figure.filter.vendor),
  }));
  const total = cellsOf(all, currency, null);
  const rest = total.map(({ key, ...sum }, at): Cell => {
    const shown = totalOf(lines.flatMap(({ cells }) => cells[at] ?? []));
    return {
      key,
      bills: sum.bills - shown.bills,
      amountCents: sum.amountCents - shown.amountCents,
    };
  });
  const heads = [...Object.values(text.aging.buckets), messages.review.groups.none];
  const drawn = <Each,>(each: readonly Each[]): readonly Each[] =>
    hasUndated ? each : each.slice(0, -1);
  return (
    <Disclosure title={text.vendors.agingTitle}>
      <div className="figures-scroll">
        <table className="figures figures--aging">
          <caption className="visually-hidden">{text.vendors.agingTable}</caption>
          <FigureHead texts={[text.vendors.vendor]} amounts={[...drawn(heads), text.total]} />
          <tbody>
            {lines.map(({ vendor, cells }) => (
              <Line key={vendor} vendor={vendor} currency={currency} cells={drawn(cells)} />
            ))}
            {others > 0 && (
              <Line vendor={text.vendors.others(others)} currency={currency} cells={drawn(rest)} />
            )}
          </tbody>
          <tfoot>
            <Line vendor={text.total} currency={currency} cells={drawn(total)} />
          </tfoot>
        </table>
      </div>
    </Disclosure>
  );
}

/**
 * One cell per age, the last for bills without a due date.
 * @param vendor vendor of the linked bills; null for no links
 */
function cellsOf(aging: Aging, currency: string, vendor: string | null): readonly Cell[] {
  const lines = [
    ...aging.buckets.map((each) => ({ ...each, which: messages.reports.aging.which[each.name] })),
    { ...aging.noDueDate, name: 'none', ...undated(currency) },
  ];
  return lines.map(({ name, bills, amountCents, filter, which }): Cell => {
    const sum = { key: name, bills, amountCents };
    return vendor === null ? sum : { ...sum, link: { filter: { ...filter, vendor }, which } };
  });
}

interface LineProps {
  readonly vendor: string;
  readonly currency: string;
  readonly cells: readonly Cell[];
}

function Line({ vendor, currency, cells }: LineProps) {
  const { locale } = useShell();
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  return (
    <tr>
      <th scope="row">
        <bdi>{vendor}</bdi>
      </th>
      {cells.map(({ key, bills, amountCents, link }) => (
        <td key={key} className="amount">
          {bills === 0 || link === undefined ? (
            <span className={bills === 0 ? 'faint' : undefined}>
              {bills === 0 ? '–' : money(amountCents)}
            </span>
          ) : (
            <FigureLink
              filter={link.filter}
              name={messages.reports.vendors.show(
                money(amountCents),
                messages.reports.show(bills, link.which, currency),
                vendor,
              )}
            >
              {money(amountCents)}
            </FigureLink>
          )}
        </td>
      ))}
      <td className="amount">{money(totalOf(cells).amountCents)}</td>
    </tr>
  );
}
