import { useNamesBesideBills, useOrganizationShown } from '../../kit/hooks/use-organizations.ts';
import { useMemo, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { routeHref } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import '../../kit/ui/tabs.css';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { insightTable, type InsightTableParts } from './insight-table.ts';
import { en } from '../../kit/text/en.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { Icon } from '../../kit/ui/icons.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { AgingCard, CashCard } from './DueCards.tsx';
import { byCurrency } from '../../core/bills/figures.ts';
import './insights.css';
import { VendorsCard } from './VendorsCard.tsx';

/** What is owed: how old, when, and to whom. Each currency by itself. */
export function InsightsScreen() {
  const groups = useRowsByCurrency();
  const text = en.insights;
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
  const rows = workspace.bills.query({
    status: 'payable',
    search: '',
    sort: 'dueDate',
    descending: false,
  });
  return useMemo(() => byCurrency(rows), [rows]);
}

function Currencies({ groups }: { readonly groups: Groups }) {
  const { locale } = useServices();
  const [chosen, setChosen] = useState<string | null>(null);
  const [first = ''] = groups.keys();
  const shown = chosen !== null && groups.has(chosen) ? chosen : first;
  return (
    <Tabs selectedKey={shown} onSelectionChange={(key) => setChosen(String(key))}>
      <TabList className="tabs" aria-label={en.insights.currency}>
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
      {isReading ? en.insights.stillReading : en.insights.notWhole}
    </p>
  );
}

function NoFigures() {
  const { workspace } = useServices();
  const loading = useObservable(workspace.bills.loading);
  const { kind, payableAsOfMs, cutShort } = useObservable(workspace.pull);
  const text = en.insights.empty;
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
  return <p className="insights__lead">{en.organizations.insights(names.size)}</p>;
}
