import { priceChanges } from '../../core/bills/flags/price-changes.ts';
import { useMemo } from 'react';
import { agingOf } from '../../core/bills/figures/aging.ts';
import type { CurrencyDues } from '../../core/bills/figures/dues.ts';
import { expectedBills } from '../../core/bills/figures/expected-bills.ts';
import { totalOf, type Figure } from '../../core/bills/figures/figures.ts';
import type { ReportFilter } from '../../core/bills/figures/report-filter.ts';
import { topVendors, type VendorFigure } from '../../core/bills/figures/top-vendors.ts';
import type { PlainDate } from '../../../base/days.ts';
import { atVersion, useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { say, sayAll } from '../../kit/text/say.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { formatShare } from './DueCards.tsx';
import { FiguredListContext, FigureLink } from './FigureLink.tsx';
import { FigureHead } from './FigureTable.tsx';
import { formatChange } from './printed-reports.ts';
import { VendorAging } from './VendorAging.tsx';
import { keepAmounts } from '../../kit/ui/keep-amounts.tsx';

const MAX_VENDORS = 10;

interface VendorsCardProps extends VendorCardProps {
  /** Unpaid bills of one currency. */
  readonly dues: CurrencyDues;
}

/** The vendors with the largest amounts due, by age. A name links to the vendor's bills. */
export function VendorsCard({ dues, currency, today }: VendorsCardProps) {
  const { locale } = useShell();
  const text = messages.reports.vendors;
  const { vendors, count } = topVendors(dues, currency, MAX_VENDORS);
  const maxCents = Math.max(1, ...vendors.map(({ amountCents }) => amountCents));
  return (
    <section className="report-card report-card--wide" aria-labelledby="report-vendors">
      <h2 id="report-vendors">{text.title}</h2>
      <p className="report-card__summary">{text.lead(vendors.length, count)}</p>
      <Legend />
      <table className="figures figures--vendors" aria-labelledby="report-vendors">
        <FigureHead
          texts={[text.vendor, text.aging]}
          amounts={[text.share, messages.reports.billsColumn, messages.reports.amount]}
        />
        <tbody>
          {vendors.map((figure) => (
            <tr key={figure.vendor ?? ''}>
              <th scope="row">
                <VendorLink figure={figure} currency={currency} />
              </th>
              <td>
                <Stack
                  buckets={agingOf(figure, currency, today).buckets}
                  maxCents={maxCents}
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
      <VendorAging
        dues={dues}
        vendors={vendors}
        currency={currency}
        today={today}
        others={count - vendors.length}
      />
    </section>
  );
}

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
  readonly buckets: readonly Figure<keyof typeof messages.reports.aging.buckets>[];
  /** Amount of a bar of full width, cents. */
  readonly maxCents: number;
  readonly currency: string;
}

/** One bar with a segment for each age. Its label lists them. */
function Stack({ buckets, maxCents, currency }: StackProps) {
  const { locale } = useShell();
  const text = messages.reports.aging.buckets;
  const pieces = buckets.filter(({ amountCents }) => amountCents > 0);
  const name = sayAll(
    ', ',
    pieces.map(
      (piece) => say`${text[piece.name]}: ${formatMoney(piece.amountCents, currency, locale)}`,
    ),
  );
  const startOf = (at: number): number => totalOf(pieces.slice(0, at)).amountCents / maxCents;
  return (
    <svg className="share" role="img" aria-label={name} width="100%" height="10">
      <title>{name}</title>
      {pieces.map((piece, at) => (
        <rect
          key={piece.name}
          className={`age age--${piece.name}`}
          x={`${startOf(at) * 100}%`}
          width={`${(piece.amountCents / maxCents) * 100}%`}
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

interface VendorCardProps {
  readonly currency: string;
  readonly today: PlainDate;
}

/** Bills that monthly vendors are late to send, as far as the bills on this computer show. */
export function ExpectedCard({ currency, today }: VendorCardProps) {
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
    <VendorTable
      id="expected"
      {...text}
      texts={[text.expectedOn, text.last]}
      amounts={[text.usual]}
      rows={expected.map(({ vendor, expectedOn, lastDate, usualCents, filter }) => ({
        vendor,
        filter,
        texts: [shortDate(expectedOn, today, locale), shortDate(lastDate, today, locale)],
        amounts: [formatMoney(usualCents, currency, locale)],
      }))}
    />
  );
}

/** Vendors with the largest price changes. A name links to the vendor's bills. */
export function PriceChangesCard({ currency, today }: VendorCardProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { flags } = workspace;
  const version = useObservable(flags.version);
  const changes = useMemo(
    () =>
      atVersion(version, () =>
        priceChanges(flags.latestBills(currency), today).slice(0, MAX_VENDORS),
      ),
    [flags, version, currency, today],
  );
  if (changes.length === 0) return null;
  const text = messages.reports.priceChanges;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  return (
    <VendorTable
      id="prices"
      {...text}
      texts={[text.since]}
      amounts={[text.before, text.now, text.change]}
      rows={changes.map(({ vendor, since, beforeCents, nowCents }) => ({
        vendor,
        filter: { currency, vendor, dueFrom: null, dueTo: null },
        texts: [shortDate(since, today, locale)],
        amounts: [money(beforeCents), money(nowCents), formatChange(nowCents, beforeCents, locale)],
      }))}
    />
  );
}

interface VendorTableProps {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly texts: readonly string[];
  readonly amounts: readonly string[];
  readonly rows: readonly {
    readonly vendor: string;
    readonly filter: ReportFilter;
    readonly texts: readonly string[];
    readonly amounts: readonly string[];
  }[];
}

/** A card with a line for each vendor. Their names link to all their bills. */
function VendorTable({ id, title, lead, texts, amounts, rows }: VendorTableProps) {
  return (
    <section className="report-card report-card--wide" aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`}>{title}</h2>
      <p className="report-card__summary">{keepAmounts(lead)}</p>
      <FiguredListContext value="all">
        <table className="figures" aria-labelledby={`report-${id}`}>
          <FigureHead texts={[messages.reports.vendors.vendor, ...texts]} amounts={amounts} />
          <tbody>
            {rows.map((row) => (
              <tr key={[row.vendor, ...row.texts].join(' ')}>
                <th scope="row">
                  <VendorName {...row} />
                </th>
                {row.texts.map((text, at) => (
                  <td key={at}>{text}</td>
                ))}
                {row.amounts.map((text, at) => (
                  <td key={at} className="amount">
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </FiguredListContext>
    </section>
  );
}

/** A vendor's name that links to its bills. */
function VendorName({ vendor, filter }: VendorTableProps['rows'][number]) {
  return (
    <FigureLink filter={filter} name={messages.reports.expected.show(vendor)}>
      <bdi>{vendor}</bdi>
    </FigureLink>
  );
}

/** All bills. Paid ones are needed to find monthly vendors. */
export const everyBill = { status: null, search: '', sort: 'dueDate', descending: false } as const;
