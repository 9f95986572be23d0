import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { totalsToConfirm, approvedDueOf } from '../../core/model/currency-totals.ts';
import { actionsForAll, type AskedAction } from '../../core/approve/approval-actions.ts';
import { withdrawalOf } from '../../core/outbox/approval-status.ts';
import { type ApprovalSection, approvalSections } from '../../core/outbox/approval-sections.ts';
import type { Approval, ApprovalEventName } from '../../core/model/approval.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { useApprovals, useSection } from '../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { BillMenu } from '../../kit/parts/BillMenu.tsx';
import { formatAction, useDecideAsked } from '../../kit/parts/ConfirmAction.tsx';
import '../../kit/parts/list-detail.css';
import { PaneEdge } from '../../kit/parts/PaneEdge.tsx';
import { ScopeOffer, scopeOfRefused } from '../../kit/parts/ScopeOffer.tsx';
import { useServiceName } from '../../kit/parts/service-name.ts';
import { useStatusContext } from '../../kit/parts/use-status-context.ts';
import { routeHref } from '../../kit/services/route.ts';
import { useData } from '../../kit/services/data.ts';
import { withoutAskedAlone } from '../../kit/services/questions.ts';
import { useShell } from '../../kit/services/shell.ts';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { say, sayAll } from '../../kit/text/say.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Choice } from '../../kit/ui/Choice.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import type { IconName } from '../../kit/ui/icons.tsx';
import type { MenuPlace } from '../../kit/ui/menu-place.ts';
import { Message } from '../../kit/ui/Message.tsx';
import { formatMoney } from '../../../bridge/money.ts';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import '../../kit/ui/tabs.css';
import { Totals } from '../../kit/ui/Totals.tsx';
import { ApprovalDetail } from './ApprovalDetail.tsx';
import { ApprovalGrid } from './ApprovalGrid.tsx';
import {
  approvalGroups,
  approvalLayout,
  approvalSorts,
  type ApprovalLayout,
  type ApprovalListChoice,
} from './approval-list.ts';
import { approvalExport } from './approval-export.ts';
import './approvals.css';
import { useApprovalSearch } from './use-approval-search.ts';
import { AuditLogMenu } from './AuditLogMenu.tsx';

/** The list of approvals by tab, and one of them in full. */
export function ApprovalsScreen() {
  const { approvals } = useData().workspace;
  const { signInId } = useStatusContext();
  const sections = {
    waiting: useSection('waiting'),
    attention: useSection('attention'),
    sent: useSection('sent'),
    withdrawn: useSection('withdrawn'),
  };
  const [chosen, setChosen] = useState<ApprovalSection | null>(null);
  const [viewed, setCurrent] = useState(noneViewed);
  const move = useCallback(
    (part: Partial<Current>) => setCurrent((before) => ({ ...before, ...part })),
    [],
  );
  const shown = chosen ?? byInterest.find((section) => sections[section].length > 0) ?? 'waiting';
  // An approval chosen in another tab is not current here.
  const current = viewed.section === shown ? viewed : noneViewed;
  const [{ search, sort }, setChoice] = useState(firstChoice);
  const found = useApprovalSearch(sections[shown], search);
  const layout = useLayout({ section: shown, approvals: found, sort });
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = (at: MenuPlace, approval: Approval): void => setMenu({ at, approval });
  const text = messages.approvals;
  const isNoneFound = search !== '' && layout.rows.length === 0;
  return (
    <div className={current.isOpen ? 'review review--open' : 'review'}>
      <div className="review__list">
        <div className="approvals__head">
          <h1 className="page__title">{text.title}</h1>
          <AuditLogMenu />
          <ApprovalExport
            section={shown}
            search={search}
            approvals={layout.rows}
            signInId={signInId}
          />
        </div>
        <Quarantined />
        <RefusedScope />
        <Tabs
          className="approvals__tabs"
          selectedKey={shown}
          onSelectionChange={(key) => {
            setChosen(approvalSections.find((section) => section === key) ?? null);
            setCurrent(noneViewed);
            setChoice(firstChoice);
          }}
        >
          <TabList className="tabs" aria-label={text.title}>
            {approvalSections.map((section) => (
              <Tab key={section} id={section} className="tabs__tab">
                {text.sections[section]}
                <span className={countClass(section, countOf(sections[section]))}>
                  {formatCount(countOf(sections[section]))}
                </span>
              </Tab>
            ))}
          </TabList>
          {approvalSections.map((section) => (
            <TabPanel key={section} id={section} className="approvals__panel">
              {/* The previous tab's panel is still drawn for a moment after a switch. */}
              {section === shown && (
                <Section
                  section={section}
                  isNone={sections[section].length === 0}
                  layout={layout}
                  search={search}
                  sort={sort}
                  onChoose={(part) => setChoice((before) => ({ ...before, ...part }))}
                  current={current}
                  onMove={move}
                  onMenu={openMenu}
                />
              )}
            </TabPanel>
          ))}
        </Tabs>
      </div>
      <PaneEdge />
      <ApprovalDetail
        approval={isNoneFound ? null : approvals.find(current.id)}
        hasApprovals={!isNoneFound && sections[shown].length > 0}
        isOpen={current.isOpen}
        onBack={() => move({ isOpen: false })}
        onMenu={openMenu}
      />
      {menu && <ApprovalMenu {...menu} section={shown} onClose={() => setMenu(null)} />}
    </div>
  );
}

interface OpenMenu {
  readonly at: MenuPlace;
  readonly approval: Approval;
}

interface ApprovalMenuProps extends OpenMenu {
  readonly section: ApprovalSection;
  readonly onClose: () => void;
}

/** Context menu of an approval. It copies values as they were on screen. */
function ApprovalMenu({ at, approval, section, onClose }: ApprovalMenuProps) {
  const { locale } = useShell();
  const { signInId } = useStatusContext();
  const names = useOrganizationNames();
  const { amountCents, currency } = approvedDueOf(approval);
  const { billNumber: number } = approval.snapshot;
  const amount = formatMoney(amountCents, currency, locale);
  return (
    <BillMenu
      at={at}
      bills={[{ id: approval.billId, number, amount }]}
      table={() => approvalExport({ section, search: '', approvals: [approval], signInId, names })}
      onClose={onClose}
    />
  );
}

const isRejected = ({ state }: Approval): boolean => state === 'rejected';

/** Offers the scope for which the service refused approvals. */
function RefusedScope() {
  const { workspace } = useData();
  const session = useObservable(workspace.session);
  const scope = scopeOfRefused(useApprovals(isRejected), session);
  if (scope === null) return null;
  return <ScopeOffer scope={scope} />;
}

/** Outbox rows that couldn't be read. It is unknown whether they were sent. */
function Quarantined() {
  const { workspace } = useData();
  const service = useServiceName();
  const rows = useObservable(workspace.quarantined);
  if (rows.length === 0) return null;
  const technical = rows
    .map(({ id, problems }) => say`${id ?? '?'}: ${sayAll('; ', problems)}`)
    .join('\n');
  return (
    <Message sentence={{ ...messages.approvals.quarantined(rows.length, service), technical }} />
  );
}

// The first tab to show is the first non-empty one: needs attention, pending, sent.
const byInterest = ['attention', 'waiting', 'sent'] as const;

function countClass(section: ApprovalSection, count: number): string {
  return section === 'attention' && count > 0
    ? 'tabs__count tabs__count--attention'
    : 'tabs__count';
}

const emptyIcons: Record<ApprovalSection, IconName> = {
  waiting: 'clock',
  attention: 'check',
  sent: 'approvals',
  withdrawn: 'undo',
};

/** The viewed approval and its position in its tab. It may have left the list. */
interface Current {
  readonly section: ApprovalSection | null;
  readonly id: string;
  readonly position: number;
  /** Number of events in its history when it became the viewed one. */
  readonly events: number;
  /** Whether it covers the list in a narrow window. */
  readonly isOpen: boolean;
}

const noneViewed: Current = { section: null, id: '', position: 0, events: 0, isOpen: false };

interface SearchAndSort extends Pick<ApprovalListChoice, 'sort'> {
  readonly search: string;
}

const firstChoice: SearchAndSort = { search: '', sort: 'approved' };

interface SectionProps extends SearchAndSort {
  readonly section: ApprovalSection;
  /** Whether the tab has no approvals, whatever the search. */
  readonly isNone: boolean;
  /** The approvals that match the search. */
  readonly layout: ApprovalLayout;
  readonly onChoose: (part: Partial<SearchAndSort>) => void;
  readonly current: Current;
  readonly onMove: (part: Partial<Current>) => void;
  readonly onMenu: (at: MenuPlace, approval: Approval) => void;
}

function Section(props: SectionProps) {
  const { section, isNone, layout, search, sort, onChoose, current, onMove, onMenu } = props;
  const grid = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const { rows } = layout;
  const { position, moveTo } = useCurrent(section, rows, current, onMove);
  useShortcut('search', () => searchBox.current?.focus());
  if (isNone) {
    return (
      <EmptyState icon={emptyIcons[section]} {...messages.approvals.empty[section]}>
        <a className="button button--plain button--medium" href={routeHref('review')}>
          {messages.approvals.toReview}
        </a>
      </EmptyState>
    );
  }
  const text = messages.approvals;
  return (
    <>
      <div className="list-header">
        <div className="list-header__controls">
          <SearchBox
            label={text.search}
            hint={text.searchHint}
            clearLabel={messages.review.clearSearch}
            value={search}
            onChange={(next) => onChoose({ search: next })}
            inputRef={searchBox}
            onDone={() => grid.current?.focus()}
            onFirst={() => {
              grid.current?.focus();
              moveTo(0);
            }}
          />
          <Choice
            label={text.sort}
            value={sort}
            options={approvalSorts.map((id) => ({ id, label: text.sorts[id] }))}
            onChange={(next) => onChoose({ sort: next })}
          />
        </div>
        <ForAll approvals={rows} isPending={section === 'waiting'} />
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="search" {...messages.review.empty.search(search.trim())}>
          <Button onPress={() => onChoose({ search: '' })}>
            {messages.review.empty.clearSearch}
          </Button>
        </EmptyState>
      ) : (
        <ApprovalGrid
          gridRef={grid}
          layout={layout}
          position={position}
          onMove={moveTo}
          onOpen={() => onMove({ isOpen: true })}
          onMenu={onMenu}
        />
      )}
    </>
  );
}

interface Listed extends ApprovalListChoice {
  readonly approvals: readonly Approval[];
}

function useLayout({ section, approvals, sort }: Listed): ApprovalLayout {
  const {
    signInId,
    isOnline,
    isSendingPaused,
    quotaPausedUntilMs,
    missingPermission,
    unreadableIds,
  } = useStatusContext();
  return useMemo(() => {
    const held = { isSendingPaused, quotaPausedUntilMs, missingPermission };
    const context = { signInId, isOnline, unreadableIds, ...held };
    return approvalLayout(approvalGroups(approvals, { section, sort }, context));
  }, [
    section,
    approvals,
    sort,
    signInId,
    isOnline,
    isSendingPaused,
    quotaPausedUntilMs,
    missingPermission,
    unreadableIds,
  ]);
}

/** Number of approvals, not counting undone ones. */
const countOf = (approvals: readonly Approval[]): number =>
  approvals.filter(
    ({ state, history }) => state !== 'withdrawn' || withdrawalOf(history.at(-1)) !== 'undone',
  ).length;

/** Events of the user's decisions. */
const decisions: ReadonlySet<string> = new Set<ApprovalEventName>([
  'withdraw',
  'approveAsChanged',
  'sendAgain',
  'markConfirmed',
  'acknowledge',
  'adopt',
]);

/**
 * Position of the viewed approval, and a function to move from it. Without one it selects the first; after a decision
 * of the user removes it from the list, the next.
 */
function useCurrent(
  section: ApprovalSection,
  rows: readonly Approval[],
  current: Current,
  onMove: SectionProps['onMove'],
): { readonly position: number | null; readonly moveTo: (target: number) => void } {
  const found = rows.findIndex(({ id }) => id === current.id);
  const position = found < 0 ? null : found;
  const moveTo = (target: number): void => {
    const at = Math.min(Math.max(target, 0), rows.length - 1);
    const row = rows[at];
    if (row) onMove({ section, id: row.id, position: at, events: row.history.length });
  };
  const { approvals } = useData().workspace;
  const history = position === null ? approvals.find(current.id)?.history : undefined;
  const isDecided = history?.slice(current.events).some(({ event }) => decisions.has(event));
  const at = isDecided ? Math.min(current.position, rows.length - 1) : 0;
  const next = isDecided || current.id === '' ? rows[at] : undefined;
  useEffect(() => {
    if (next) onMove({ section, id: next.id, position: at, events: next.history.length });
  }, [section, next, at, onMove]);
  // If the approval left the list, the next key moves to the approval in its place.
  const from = position ?? current.position;
  useShortcut('nextBill', () => moveTo(position === null ? from : from + 1));
  useShortcut('previousBill', () => moveTo(from - 1));
  useShortcut('firstBill', () => moveTo(0));
  useShortcut('lastBill', () => moveTo(rows.length - 1));
  return { position, moveTo };
}

function ApprovalExport(props: Omit<Parameters<typeof approvalExport>[0], 'names'>) {
  const names = useOrganizationNames();
  return (
    <ExportMenu
      isDisabled={props.approvals.length === 0}
      table={() => approvalExport({ ...props, names })}
    />
  );
}

interface ForAllProps {
  readonly approvals: readonly Approval[];
  readonly isPending: boolean;
}

/** Totals of the list, and decisions for all of it at once. */
function ForAll({ approvals, isPending }: ForAllProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { signInId } = useStatusContext();
  const { decide, question } = useDecideAsked(isPending);
  const actions = actionsForAll(approvals, signInId);
  const totals = totalsToConfirm(approvals.map(approvedDueOf));
  const countFor = (each: AskedAction): number =>
    withoutAskedAlone(workspace, each).fitting.length || each.fitting.length;
  return (
    <div className="for-all">
      <strong>{messages.approvals.approvalsCount(approvals.length)}</strong>
      <Totals totals={totals} locale={locale} />
      <div className="actions" role="group" aria-label={messages.approvals.forAll}>
        {actions.map((each) => (
          <Button key={each.action} size="small" onPress={() => decide(each)}>
            {formatAction(each.action, countFor(each), isPending)}
          </Button>
        ))}
      </div>
      {question}
    </div>
  );
}
