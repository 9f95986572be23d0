import {
  useNamesBesideBills,
  useOrganizationShown,
  useCurrentApprovals,
} from '../../kit/hooks/use-organizations.ts';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { routeHref, useRoute } from '../../kit/services/route.ts';
import { useData } from '../../kit/services/data.ts';
import { useReview } from '../../kit/services/review.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useAgo, useToday } from '../../kit/hooks/use-now.ts';
import '../../kit/ui/tabs.css';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { ConflictingIds, useNotShown } from '../../kit/parts/ConflictingIds.tsx';
import { reportTable, type ReportTableParts } from './report-table.ts';
import { messages } from '../../kit/text/messages.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { Icon } from '../../kit/ui/icons.tsx';
import { lazy } from '../../kit/ui/lazy.tsx';
import { formatMoney } from '../../../bridge/money.ts';
import { atVersion, useObservable } from '../../kit/hooks/use-observable.ts';
import { payableByDueDate } from '../../core/model/bill-row.ts';
import { AgingCard, CashCard } from './DueCards.tsx';
import { type CurrencyDues, duesByCurrency } from '../../core/bills/figures/dues.ts';
import { priceChanges } from '../../core/bills/flags/price-changes.ts';
import { inInbox } from '../../core/bills/lists/bill-filter.ts';
import './reports.css';
import { FiguredListContext } from './FigureLink.tsx';
import { everyBill, ExpectedCard, PriceChangesCard, VendorsCard } from './VendorCards.tsx';
import { outOfInboxOn } from '../../core/local/out-of-inbox.ts';
import { Toggle } from '../../kit/ui/Toggle.tsx';
import { longDate } from '../../kit/ui/dates.ts';

const CashPlan = lazy(() => import('./CashPlan.tsx'), 'CashPlan');
const StatementCheck = lazy(() => import('./StatementCheck.tsx'), 'StatementCheck');

const pages = ['overview', 'plan', 'statement'] as const;

/** Reports on unpaid bills, the cash planner, and the check of a vendor's statement. */
export function ReportsScreen() {
  const { part: asked } = useRoute();
  const part = pages.find((each) => each === asked) ?? 'overview';
  return (
    <div className="page">
      <div className="reports">
        {part === 'overview' && <Overview />}
        {part === 'plan' && <PlanPage />}
        {part === 'statement' && (
          <>
            <Head part={part} />
            <StatementCheck />
          </>
        )}
      </div>
    </div>
  );
}

interface HeadProps {
  readonly part: (typeof pages)[number];
  readonly children?: ReactNode;
}

/** Title, controls of the part, links to the other parts, and a warning that holds for all of them. */
function Head({ part, children }: HeadProps) {
  const text = messages.reports;
  return (
    <>
      <div className="reports__head">
        <h1 className="page__title">{text.title}</h1>
        {children}
      </div>
      <nav className="tabs reports__parts" aria-label={text.parts.label}>
        {pages.map((each) => (
          <a
            key={each}
            className="tabs__tab"
            href={each === 'overview' ? routeHref('reports') : routeHref('reports', each)}
            {...(each === part ? { 'aria-current': 'page', 'data-selected': true } : {})}
          >
            {text.parts[each]}
          </a>
        ))}
      </nav>
      <ConflictingIds />
    </>
  );
}

/** The cash planner, each currency separately. */
function PlanPage() {
  const groups = useDuesByCurrency('payable');
  return (
    <>
      <Head part="plan" />
      <Figures groups={groups} list="payable" lead={messages.reports.plan.lead}>
        {(currency) => <CashPlan currency={currency} />}
      </Figures>
    </>
  );
}

/** Unpaid bills by age, due date and vendor, each currency separately. */
function Overview() {
  const { figures } = useReview();
  const { list } = useObservable(figures);
  const groups = useDuesByCurrency(list);
  const text = messages.reports;
  return (
    <>
      <Head part="overview">
        <Toggle
          label={text.includeApproved}
          isOn={list === 'payable'}
          onChange={(isOn) => figures.set({ ...figures.get(), list: isOn ? 'payable' : 'inbox' })}
        />
        {groups.size > 0 && <ReportsExport groups={groups} list={list} />}
      </Head>
      <FiguredListContext value={list}>
        <Figures groups={groups} list={list} lead={text.leads[list]}>
          {(currency, dues) => <Cards currency={currency} dues={dues} />}
        </Figures>
      </FiguredListContext>
    </>
  );
}

interface FiguresProps extends CurrenciesProps {
  readonly list: 'payable' | 'inbox';
  readonly lead: string;
}

function Figures({ groups, list, lead, children }: FiguresProps) {
  return (
    <>
      <FiguresDate />
      {groups.size === 0 ? (
        <NoFigures list={list} />
      ) : (
        <>
          <p className="reports__lead">{lead}</p>
          <AllOrganizationsNote />
          <NotWhole />
          <Currencies groups={groups}>{children}</Currencies>
        </>
      )}
    </>
  );
}

type Groups = ReadonlyMap<string, CurrencyDues>;

function useDuesByCurrency(list: 'payable' | 'inbox'): Groups {
  const { bills, annotations } = useData().workspace;
  useObservable(bills.version);
  const outOfInboxVersion = useObservable(annotations.outOfInboxVersion);
  const approved = useCurrentApprovals().days;
  const today = useToday();
  // The index returns the same object until it changes.
  const found = bills.find(payableByDueDate);
  return useMemo(() => {
    if (list === 'payable') return duesByCurrency(found, today);
    const outOfInboxOf = atVersion(outOfInboxVersion, () => outOfInboxOn(annotations, today));
    return duesByCurrency(inInbox(found, { approved, outOfInboxOf }), today);
  }, [found, list, approved, annotations, outOfInboxVersion, today]);
}

function FiguresDate() {
  const { workspace } = useData();
  const { locale } = useShell();
  const { payableSyncedAtMs } = useObservable(workspace.pull);
  const ago = useAgo(payableSyncedAtMs ?? 0);
  const day = longDate(useToday(), locale);
  return (
    <p className="reports__as-of">
      {payableSyncedAtMs === null
        ? messages.reports.asOf(day)
        : messages.reports.asOfSync(day, ago)}
    </p>
  );
}

interface CurrenciesProps {
  readonly groups: Groups;
  readonly children: (currency: string, dues: CurrencyDues) => ReactNode;
}

function Currencies({ groups, children }: CurrenciesProps) {
  const { locale } = useShell();
  const { figures } = useReview();
  const { currency: chosen } = useObservable(figures);
  const [first = ''] = groups.keys();
  const shown = chosen !== null && groups.has(chosen) ? chosen : first;
  return (
    <Tabs
      className="reports__tabs"
      selectedKey={shown}
      onSelectionChange={(key) => figures.set({ ...figures.get(), currency: String(key) })}
    >
      <TabList className="tabs" aria-label={messages.reports.currency}>
        {[...groups].map(([currency, { amountCents }]) => (
          <Tab key={currency} id={currency} className="tabs__tab">
            <CodeOnce currency={currency} text={formatMoney(amountCents, currency, locale)} />
          </Tab>
        ))}
      </TabList>
      {[...groups].map(([currency, dues]) => (
        <TabPanel key={currency} id={currency} className="tabs__panel">
          {children(currency, dues)}
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** Shows the currency code once, before the amount: "USD $12.00", "KWD 1.659". */
function CodeOnce({ currency, text }: { readonly currency: string; readonly text: string }) {
  return (
    <>
      {currency}
      <span className="reports__total">{text.replace(currency, '').trim()}</span>
    </>
  );
}

function Cards({ currency, dues }: { readonly currency: string; readonly dues: CurrencyDues }) {
  const today = useToday();
  // The last cards are drawn after the first paint, because they also scan the paid bills.
  const isPainted = useDeferredValue(true, false);
  return (
    <div className="reports__cards">
      <AgingCard dues={dues} currency={currency} today={today} />
      <CashCard dues={dues} currency={currency} today={today} />
      <VendorsCard dues={dues} currency={currency} today={today} />
      {isPainted && <ExpectedCard currency={currency} today={today} />}
      {isPainted && <PriceChangesCard currency={currency} today={today} />}
    </div>
  );
}

/** Whether all unpaid bills have been read. */
function useIsWhole(): boolean {
  const { workspace } = useData();
  const loading = useObservable(workspace.bills.loading);
  const { payableSyncedAtMs, cuts } = useObservable(workspace.pull);
  return !loading && payableSyncedAtMs !== null && cuts.length === 0;
}

/** Warns that only part of the bills was read. The first crawl may take minutes, or fail. */
function NotWhole() {
  const { workspace } = useData();
  const loading = useObservable(workspace.bills.loading);
  const { kind, payableSyncedAtMs } = useObservable(workspace.pull);
  if (useIsWhole()) return null;
  const isReading = loading || (payableSyncedAtMs === null && kind === 'crawling');
  return (
    <p className="reports__reading" role="status">
      <Icon name={isReading ? 'refresh' : 'warning'} />
      {isReading ? messages.reports.stillReading : messages.reports.notWhole}
    </p>
  );
}

function NoFigures({ list }: { readonly list: 'payable' | 'inbox' }) {
  const { workspace } = useData();
  const loading = useObservable(workspace.bills.loading);
  const { kind, payableSyncedAtMs, cuts } = useObservable(workspace.pull);
  const isUnread = useObservable(workspace.malformed).length > 0;
  const text = messages.reports.empty;
  if (loading || (payableSyncedAtMs === null && kind === 'crawling')) {
    return <EmptyState icon="refresh" {...text.reading} />;
  }
  if (payableSyncedAtMs === null || cuts.length > 0) {
    return <EmptyState icon="offline" {...text.notRead} />;
  }
  if (isUnread) return <EmptyState icon="review" {...messages.review.empty.unread} />;
  if (list === 'inbox' && workspace.bills.find(payableByDueDate).slots.length > 0)
    return <EmptyState icon="check" {...messages.review.empty.inbox} />;
  return (
    <EmptyState icon="check" {...text.none}>
      <a href={routeHref('review')}>{text.review}</a>
    </EmptyState>
  );
}

/** Exports every table of the reports, each currency separately. */
function ReportsExport({ groups, list }: Pick<ReportTableParts, 'groups' | 'list'>) {
  const { workspace } = useData();
  const { locale } = useShell();
  const today = useToday();
  const organization = useOrganizationShown();
  const { historySyncedAtMs } = useObservable(workspace.pull);
  const isWhole = useIsWhole();
  const notShown = useNotShown();
  const parts = { groups, list, isWhole, notShown, organization, today, locale };
  // As on screen, no bill is expected before the paid bills have been read.
  const all = () => (historySyncedAtMs === null ? null : workspace.bills.find(everyBill));
  return (
    <ExportMenu
      table={() =>
        reportTable({
          ...parts,
          all: all(),
          priceChanges: (currency) => priceChanges(workspace.flags.latestBills(currency), today),
        })
      }
    />
  );
}

/** Says that the figures cover all organizations. */
function AllOrganizationsNote() {
  const names = useNamesBesideBills();
  if (names === null) return null;
  return <p className="reports__lead">{messages.organizations.reports(names.size)}</p>;
}
