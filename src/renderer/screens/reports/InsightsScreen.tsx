import { useNamesBesideBills, useOrganizationShown } from '../../kit/hooks/use-organizations.ts';
import { useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { routeHref } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import '../../kit/ui/tabs.css';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { insightTable, type InsightTableParts } from './insight-table.ts';
import { messages } from '../../kit/text/messages.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { Icon } from '../../kit/ui/icons.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { payableByDueDate, type BillRow } from '../../core/bills/bill-row.ts';
import { AgingCard, CashCard } from './DueCards.tsx';
import { byCurrency } from '../../core/bills/figures.ts';
import './insights.css';
import { FigureLink } from './FigureLink.tsx';
import { topVendors, type VendorFigure } from '../../core/bills/top-vendors.ts';

/** What is owed: how old, when, and to whom. Each currency by itself. */
export function InsightsScreen() {
  const groups = useRowsByCurrency();
  const text = messages.insights;
  return (
    <div className="page">
      <div className="insights">
        <div className="insights__head">
          <h1 className="page__title">{text.title}</h1>
          {groups.size > 0 && <InsightExport groups={groups} />}
        </div>
        {groups.size === 0 ? (
          <NoFigures />
        ) : (
          <>
            <p className="insights__lead">{text.lead}</p>
            <OfAllOrganizations />
            <NotWhole />
            <Currencies groups={groups} />
          </>
        )}
      </div>
    </div>
  );
}

type Groups = ReadonlyMap<string, readonly BillRow[]>;

function useRowsByCurrency(): Groups {
  const { workspace } = useServices();
  useObservable(workspace.bills.version);
  // The index answers with the same array until something has changed.
  const rows = workspace.bills.query(payableByDueDate);
  return useMemo(() => byCurrency(rows), [rows]);
}

function Currencies({ groups }: { readonly groups: Groups }) {
  const { locale } = useServices();
  const [chosen, setChosen] = useState<string | null>(null);
  const [first = ''] = groups.keys();
  const shown = chosen !== null && groups.has(chosen) ? chosen : first;
  return (
    <Tabs selectedKey={shown} onSelectionChange={(key) => setChosen(String(key))}>
      <TabList className="tabs" aria-label={messages.insights.currency}>
        {[...groups].map(([currency, rows]) => (
          <Tab key={currency} id={currency} className="tabs__tab">
            {currency}
            <span className="insights__total">{formatMoney(dueOn(rows), currency, locale)}</span>
          </Tab>
        ))}
      </TabList>
      {[...groups].map(([currency, rows]) => (
        <TabPanel key={currency} id={currency} className="tabs__panel">
          <Cards currency={currency} rows={rows} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

interface CardsProps {
  readonly currency: string;
  readonly rows: readonly BillRow[];
}

function Cards({ currency, rows }: CardsProps) {
  const today = useToday();
  return (
    <div className="insights__cards">
      <AgingCard rows={rows} currency={currency} today={today} />
      <CashCard rows={rows} currency={currency} today={today} />
      <VendorsCard rows={rows} currency={currency} />
    </div>
  );
}

function dueOn(rows: readonly BillRow[]): number {
  return rows.reduce((sum, { bill }) => sum + bill.amount_due_cents, 0);
}

/** Figures of a part of the bills say so: the first reading may take minutes, or fail. */
function NotWhole() {
  const { workspace } = useServices();
  const loading = useObservable(workspace.bills.loading);
  const { kind, payableAsOfMs, cutShort } = useObservable(workspace.pull);
  if (!loading && payableAsOfMs !== null && !cutShort) return null;
  const isReading = loading || (payableAsOfMs === null && kind === 'crawling');
  return (
    <p className="insights__reading" role="status">
      <Icon name={isReading ? 'refresh' : 'warning'} />
      {isReading ? messages.insights.stillReading : messages.insights.notWhole}
    </p>
  );
}

function NoFigures() {
  const { workspace } = useServices();
  const loading = useObservable(workspace.bills.loading);
  const { kind, payableAsOfMs, cutShort } = useObservable(workspace.pull);
  const text = messages.insights.empty;
  if (loading || (payableAsOfMs === null && kind === 'crawling')) {
    return <EmptyState icon="refresh" {...text.reading} />;
  }
  if (payableAsOfMs === null || cutShort) {
    return <EmptyState icon="offline" {...text.notRead} />;
  }
  return (
    <EmptyState icon="check" {...text.none}>
      <a href={routeHref('review')}>{text.review}</a>
    </EmptyState>
  );
}

/** Exports every table of Insights, each currency by itself. */
function InsightExport({ groups }: Pick<InsightTableParts, 'groups'>) {
  const { locale } = useServices();
  const today = useToday();
  const organization = useOrganizationShown();
  return <ExportMenu table={() => insightTable({ groups, organization, today, locale })} />;
}

/** With all organizations on screen: that the figures are of all of them. */
function OfAllOrganizations() {
  const names = useNamesBesideBills();
  if (names === null) return null;
  return <p className="insights__lead">{messages.organizations.insights(names.size)}</p>;
}

const MOST_VENDORS = 10;

interface VendorsCardProps {
  /** Of one currency, all to be paid. */
  readonly rows: readonly BillRow[];
  readonly currency: string;
}

/** The vendors that are owed the most. A name leads to its bills. */
function VendorsCard({ rows, currency }: VendorsCardProps) {
  const { locale } = useServices();
  const text = messages.insights.vendors;
  const { vendors, count } = topVendors(rows, currency, MOST_VENDORS);
  const mostCents = Math.max(1, ...vendors.map(({ amountCents }) => amountCents));
  return (
    <section className="insight insight--wide" aria-labelledby="insight-vendors">
      <h2 id="insight-vendors">{text.title}</h2>
      <p className="insight__summary">{text.lead(vendors.length, count)}</p>
      <table className="figures figures--vendors" aria-labelledby="insight-vendors">
        <thead>
          <tr>
            <th scope="col">{text.vendor}</th>
            <th scope="col" className="figures__share">
              <span className="visually-hidden">{text.share}</span>
            </th>
            <th scope="col" className="amount">
              {messages.insights.billsColumn}
            </th>
            <th scope="col" className="amount">
              {messages.insights.amount}
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
                <Share part={figure.amountCents / mostCents} />
              </td>
              <td className="amount">{figure.bills.toLocaleString(locale)}</td>
              <td className="amount">{formatMoney(figure.amountCents, currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VendorLinkProps {
  readonly figure: VendorFigure;
  readonly currency: string;
}

function VendorLink({ figure: { vendor, bills, filter }, currency }: VendorLinkProps) {
  const { noVendor } = messages.review;
  const name = messages.insights.show(
    bills,
    messages.insights.vendors.of(vendor ?? noVendor),
    currency,
  );
  return (
    <FigureLink filter={filter} name={name}>
      <bdi>{vendor ?? noVendor}</bdi>
    </FigureLink>
  );
}

/** A bar beside the amount, for the eye; the amount says the same. */
function Share({ part }: { readonly part: number }) {
  return (
    <svg className="share" aria-hidden="true" width="100%" height="8">
      <rect className="share__all" width="100%" height="8" rx="4" />
      <rect className="share__part" width={`${Math.max(0, part) * 100}%`} height="8" rx="4" />
    </svg>
  );
}
