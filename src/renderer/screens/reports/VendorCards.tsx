import { useMemo } from 'react';
import { agingOf } from '../../core/bills/figures/aging.ts';
import type { CurrencyDues } from '../../core/bills/figures/dues.ts';
import { expectedBills, type ExpectedBill } from '../../core/bills/figures/expected-bills.ts';
import { totalOf, type Figure } from '../../core/bills/figures/figures.ts';
import { topVendors, type VendorFigure } from '../../core/bills/figures/top-vendors.ts';
import type { PlainDate } from '../../../base/days.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { say, sayAll } from '../../kit/text/say.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { formatShare } from './DueCards.tsx';
import { FiguredListContext, FigureLink } from './FigureLink.tsx';
import { VendorAging } from './VendorAging.tsx';

const MOST_VENDORS = 10;

interface VendorsCardProps {
  /** Unpaid bills of one currency. */
  readonly dues: CurrencyDues;
  readonly currency: string;
  readonly today: PlainDate;
}

/** The vendors with the largest amounts due, by age. A name links to the vendor's bills. */
export function VendorsCard({ dues, currency, today }: VendorsCardProps) {
  const { locale } = useShell();
  const text = messages.reports.vendors;
  const { vendors, count } = topVendors(dues, currency, MOST_VENDORS);
  const mostCents = Math.max(1, ...vendors.map(({ amountCents }) => amountCents));
  return (
    <section className="report-card report-card--wide" aria-labelledby="report-vendors">
      <h2 id="report-vendors">{text.title}</h2>
      <p className="report-card__summary">{text.lead(vendors.length, count)}</p>
      <Legend />
      <table className="figures figures--vendors" aria-labelledby="report-vendors">
        <thead>
          <tr>
            <th scope="col">{text.vendor}</th>
            <th scope="col" className="figures__share">
              {text.aging}
            </th>
            <th scope="col" className="amount">
              {text.share}
            </th>
            <th scope="col" className="amount">
              {messages.reports.billsColumn}
            </th>
            <th scope="col" className="amount">
              {messages.reports.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {vendors.map((figure) => (
            <tr key={figure.vendor ?? ''}>
              <th scope="row">
                <VendorLink figure={figure} currency={currency} />
              </th>
              <td className="figures__share">
                <Stack
                  buckets={agingOf(figure, currency, today).buckets}
                  mostCents={mostCents}
                  currency={currency}
                />
              </td>
              <td className="amount">
                {formatShare(figure.amountCents, dues.amountCents, locale) ?? '–'}
              </td>
              <td className="amount">{figure.bills.toLocaleString(locale)}</td>
              <td className="amount">{formatMoney(figure.amountCents, currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <VendorAging {...{ dues, vendors, currency, today }} others={count - vendors.length} />
    </section>
  );
}

type Bucket = Figure<keyof typeof messages.reports.aging.buckets>;

/** Legend of the ages' colors. */
function Legend() {
  return (
    <ul className="legend" aria-hidden="true">
      {Object.entries(messages.reports.aging.buckets).map(([name, label]) => (
        <li key={name}>
          <svg width="10" height="10">
            <rect className={`age age--${name}`} width="10" height="10" rx="2" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

interface StackProps {
  readonly buckets: readonly Bucket[];
  /** Amount of a bar of full width, hundredths. */
  readonly mostCents: number;
  readonly currency: string;
}

/** One bar with a segment for each age. Its label lists them. */
function Stack({ buckets, mostCents, currency }: StackProps) {
  const { locale } = useShell();
  const text = messages.reports.aging.buckets;
  const pieces = buckets.filter(({ amountCents }) => amountCents > 0);
  const name = sayAll(
    pieces.map(
      (piece) => say`${text[piece.name]}: ${formatMoney(piece.amountCents, currency, locale)}`,
    ),
    ', ',
  );
  const startOf = (at: number): number => totalOf(pieces.slice(0, at)).amountCents / mostCents;
  return (
    <svg className="share" role="img" aria-label={name} width="100%" height="10">
      <title>{name}</title>
      {pieces.map((piece, at) => (
        <rect
          key={piece.name}
          className={`age age--${piece.name}`}
          x={`${startOf(at) * 100}%`}
          width={`${(piece.amountCents / mostCents) * 100}%`}
          height="10"
        />
      ))}
    </svg>
  );
}

interface VendorLinkProps {
  readonly figure: VendorFigure;
  readonly currency: string;
}

function VendorLink({ figure: { vendor, bills, filter }, currency }: VendorLinkProps) {
  const { noVendor } = messages.review;
  const name = messages.reports.show(
    bills,
    messages.reports.vendors.of(vendor ?? noVendor),
    currency,
  );
  return (
    <FigureLink filter={filter} name={name}>
      <bdi>{vendor ?? noVendor}</bdi>
    </FigureLink>
  );
}

interface ExpectedCardProps {
  readonly currency: string;
  readonly today: PlainDate;
}

/** Bills that monthly vendors are late to send, as far as the bills on this computer show. */
export function ExpectedCard({ currency, today }: ExpectedCardProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { historySyncedAtMs } = useObservable(workspace.pull);
  useObservable(workspace.bills.version);
  const all = workspace.bills.find(everyBill);
  const expected = useMemo(() => expectedBills(all, currency, today), [all, currency, today]);
  const text = messages.reports.expected;
  // Before the paid bills are read, it is unknown which vendors bill monthly.
  if (historySyncedAtMs === null || expected.length === 0) return null;
  return (
    <section className="report-card report-card--wide" aria-labelledby="report-expected">
      <h2 id="report-expected">{text.title}</h2>
      <p className="report-card__summary">{text.lead}</p>
      <FiguredListContext value="all">
        <table className="figures" aria-labelledby="report-expected">
          <thead>
            <tr>
              <th scope="col">{messages.reports.vendors.vendor}</th>
              <th scope="col">{text.expectedOn}</th>
              <th scope="col">{text.last}</th>
              <th scope="col" className="amount">
                {text.usual}
              </th>
            </tr>
          </thead>
          <tbody>
            {expected.map(({ vendor, expectedOn, lastDate, usualCents, filter }) => (
              <tr key={`${vendor} ${lastDate}`}>
                <th scope="row">
                  <VendorName vendor={vendor} filter={filter} />
                </th>
                <td>{shortDate(expectedOn, today, locale)}</td>
                <td>{shortDate(lastDate, today, locale)}</td>
                <td className="amount">{formatMoney(usualCents, currency, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FiguredListContext>
    </section>
  );
}

/** A vendor's name that links to its bills. */
export function VendorName({ vendor, filter }: Pick<ExpectedBill, 'vendor' | 'filter'>) {
  return (
    <FigureLink filter={filter} name={messages.reports.expected.show(vendor)}>
      <bdi>{vendor}</bdi>
    </FigureLink>
  );
}

/** All bills. Paid ones are needed to find monthly vendors. */
export const everyBill = { status: null, search: '', sort: 'dueDate', descending: false } as const;
