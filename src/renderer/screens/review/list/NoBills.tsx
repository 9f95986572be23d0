import { useDeferredValue, useCallback, type ReactNode } from 'react';
import { assertNever } from '../../../../base/assert-never.ts';
import { useServiceName } from '../../../kit/parts/service-name.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { say, sayAll } from '../../../kit/text/say.ts';
import { AllCaughtUp } from './AllCaughtUp.tsx';
import { Button } from '../../../kit/ui/Button.tsx';
import type { PlainDate } from '../../../../base/days.ts';
import { EmptyState } from '../../../kit/ui/EmptyState.tsx';
import { TechnicalDetails } from '../../../kit/ui/Message.tsx';
import { formatServiceError, formatSyncPause } from '../../../kit/ui/sentences.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { ReadAgain } from './ListMessages.tsx';
import { whyEmpty, type EmptyList } from './empty-list.ts';
import { filterChips, withoutFilters } from '../filters/filter-chips.ts';
import {
  type BillList,
  noFilter,
  type ListChoice,
  firstListChoice,
} from '../../../core/model/list-choice.ts';
import { type FoundInAll, useFoundInAll } from './use-bill-list.ts';
import { useViewName } from '../views/use-view-name.ts';
import type { ReviewView } from '../../../core/bills/lists/review-view.ts';
import { approvedDueOf, totalsToConfirm } from '../../../core/model/currency-totals.ts';
import { isSameChoice } from '../../../core/local/saved-view.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { useApprovals } from '../../../kit/hooks/use-approvals.ts';
import { useReview } from '../../../kit/services/review.ts';
import { Totals } from '../../../kit/ui/Totals.tsx';

export interface NoBillsProps {
  readonly view: ReviewView;
  /** The list searched, which the search may have chosen. */
  readonly list: BillList;
  readonly today: PlainDate;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** Shown instead of an empty list: the reason, and a way to continue. */
export function NoBills(props: NoBillsProps) {
  const { view, onChoose } = props;
  const { workspace } = useData();
  const isAll = useObservable(workspace.allOrganizations);
  const empty = useEmptyList(props);
  const service = useServiceName();
  const text = messages.review.empty;
  switch (empty.why) {
    case 'filters':
      return (
        <BulkDone choice={view} onChoose={onChoose}>
          <FiltersHideAll {...props} isWhole={empty.isWhole} />
        </BulkDone>
      );
    case 'search':
      return (
        <BulkDone choice={view} onChoose={onChoose}>
          <NothingFound {...props} isWhole={empty.isWhole} />
        </BulkDone>
      );
    case 'notOpened':
      return <EmptyState icon="warning" {...text.notOpened} />;
    case 'loading':
      return <Skeleton />;
    case 'notSynced':
      return <NotSynced />;
    case 'cutShort':
      return <CutShort />;
    case 'malformed':
      return <EmptyState icon="review" {...messages.review.malformed.all} />;
    case 'noBills':
      return (
        <EmptyState
          icon="review"
          {...(isAll ? messages.organizations.noBills : text.noBills(service))}
        />
      );
    case 'inbox':
    case 'unread':
      return <AllCaughtUp {...props} isUnread={empty.why === 'unread'} />;
    case 'snoozed':
    case 'hidden':
      return <NoneOfKind {...props} text={messages.views.nothingHidden[empty.why]} />;
    case 'noneOfKind':
      return (
        <BulkDone choice={view} onChoose={onChoose}>
          <NoneOfKind {...props} text={text.filter} />
        </BulkDone>
      );
    default:
      return assertNever(empty);
  }
}

function useEmptyList({ view, list, today }: NoBillsProps): EmptyList {
  const { workspace } = useData();
  const { locale } = useShell();
  const isLoading = useObservable(workspace.bills.loading);
  const pull = useObservable(workspace.pull);
  useObservable(workspace.bills.version);
  return whyEmpty({
    list,
    isFiltered: filterChips(view, { locale, today }).some(({ id }) => id !== 'status'),
    isSearched: view.search.trim() !== '',
    malformed: useObservable(workspace.malformed).length,
    counts: workspace.bills.counts(),
    isOpen: useObservable(workspace.connectionFault) === null,
    isLoading,
    pull,
  });
}

/**
 * Shown if a search finds no bills. It mentions the spelling only if no other list has a match, since the bill may just
 * have been approved.
 */
function NothingFound(props: FiltersHideAllProps) {
  const { view, onChoose, isWhole } = props;
  const found = useFoundElsewhere(props);
  const text = messages.review.empty;
  const search = view.search.trim();
  const { title, body } = text.search(search);
  if (isWhole && view.list === 'inbox' && found !== null && found.approvedToday > 0)
    return (
      <EmptyState
        icon="check"
        title={text.searchDone(search)}
        body={text.approvedOfSearch(found.approvedToday)}
      >
        <Button variant="primary" onPress={() => onChoose({ search: '' })}>
          {text.clearSearch}
        </Button>
        <Elsewhere found={found} onChoose={onChoose} isQuiet />
      </EmptyState>
    );
  const { or, quoted } = messages.views.searchChips;
  const missing = (found?.missing ?? []).map((word) => quoted(word));
  const reason = missing.length === 0 ? body : sayAll(' ', [text.inNoBill(or(missing)), body]);
  const advice = isWhole ? (found?.bills === 0 ? reason : text.inOtherLists) : text.notWhole;
  return (
    <EmptyState icon="search" title={title} {...(found !== null && { body: advice })}>
      <Elsewhere found={found} onChoose={onChoose} />
      <Button onPress={() => onChoose({ search: '' })}>{text.clearSearch}</Button>
    </EmptyState>
  );
}

/** Numbers of matches among all bills; null until they are found, after the first paint. */
function useFoundElsewhere({ view, today }: NoBillsProps): FoundInAll | null {
  const search = useDeferredValue(view.search, '');
  const found = useFoundInAll(search, today);
  return search === view.search ? found : null;
}

/** Number of matches among all bills, as a link to them; nothing without matches. */
function Elsewhere({ found, isQuiet = false, onChoose }: ElsewhereProps) {
  if (found === null || found.bills === 0) return null;
  return (
    <Button
      variant={isQuiet ? 'plain' : 'primary'}
      onPress={() => onChoose({ list: 'all', filter: noFilter })}
    >
      {messages.review.empty.elsewhere(found.bills)}
    </Button>
  );
}

interface ElsewhereProps extends Pick<NoBillsProps, 'onChoose'> {
  readonly found: FoundInAll | null;
  readonly isQuiet?: boolean;
}

interface FiltersHideAllProps extends NoBillsProps {
  readonly isWhole: boolean;
}

function FiltersHideAll(props: FiltersHideAllProps) {
  const { view, onChoose, isWhole } = props;
  const found = useFoundElsewhere(props);
  const { title, body, bodyWithSearch, clear, done } = messages.views.nothingFits;
  const isSearched = view.search.trim() !== '';
  const name = useViewName(view);
  if (name !== null && view.list === 'inbox' && isWhole && !isSearched)
    return (
      <EmptyState icon="check" title={done(name)}>
        <Button variant="primary" onPress={() => onChoose(withoutFilters)}>
          {clear}
        </Button>
      </EmptyState>
    );
  if (view.filter.flag === 'paidUnapproved' && isWhole && !isSearched)
    return (
      <EmptyState icon="check" {...messages.views.nothingHidden.paidUnapproved}>
        <Button onPress={() => onChoose(withoutFilters)}>{clear}</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon="filter"
      title={title}
      body={isWhole ? (isSearched ? bodyWithSearch : body) : messages.review.empty.notWhole}
    >
      {isSearched && <Elsewhere found={found} onChoose={onChoose} />}
      <Button onPress={() => onChoose(withoutFilters)}>{clear}</Button>
      {isSearched && (
        <Button onPress={() => onChoose({ search: '' })}>
          {messages.review.empty.clearSearch}
        </Button>
      )}
    </EmptyState>
  );
}

interface NoneOfKindProps extends NoBillsProps {
  readonly text: { readonly title: string; readonly body: string };
}

function NoneOfKind({ text, view, onChoose }: NoneOfKindProps) {
  return (
    <EmptyState icon="review" {...text}>
      {view.list !== 'all' && (
        <Button onPress={() => onChoose({ list: 'all' })}>{messages.review.empty.showAll}</Button>
      )}
    </EmptyState>
  );
}

/** Shown if the list was cut short. The message above the list has the details. */
function CutShort() {
  const text = messages.review.empty;
  return (
    <EmptyState icon="warning" title={text.filter.title} body={text.notWhole}>
      <ReadAgain size="medium" />
    </EmptyState>
  );
}

/** Says why the bills of this list were not synced, as far as known. */
function NotSynced() {
  const { workspace } = useData();
  const { locale } = useShell();
  const organizations = useObservable(workspace.organizations);
  const { state, error } = useObservable(workspace.connectivity);
  const pull = useObservable(workspace.pull);
  const isServiceDown = useObservable(workspace.quota)?.pause === 'unavailable';
  const service = useServiceName();
  const text = messages.review.empty;
  const problem = pull.error ?? error;
  if (state === 'unknown' && problem === null) return <Skeleton />;
  if (problem !== null) {
    const { title, whatToDo, technical } = formatServiceError(problem, service, locale);
    const isNoWay = problem.kind === 'unreachable' || problem.kind === 'answerLost';
    return (
      <EmptyState
        icon={isNoWay ? 'offline' : 'warning'}
        title={text.notSynced.title}
        body={say`${title}. ${whatToDo}`}
      >
        <ReadAgain size="medium" />
        {technical && <TechnicalDetails text={technical} />}
      </EmptyState>
    );
  }
  const none = organizations.length === 0 ? text.organizations : text.notSynced;
  const body = pull.paused === null ? none.body : formatSyncPause(pull.paused, isServiceDown);
  return (
    <EmptyState icon="review" title={none.title} body={body}>
      <ReadAgain size="medium" />
    </EmptyState>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Skeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{messages.review.loadingList}</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="skeleton__row" aria-hidden="true" />
      ))}
    </div>
  );
}

interface BulkDoneProps {
  readonly choice: ListChoice;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
  /** Shown if no bulk approval emptied this list. */
  readonly children: ReactNode;
}

/** Result of the bulk approval that emptied this list: the number of bills and their totals. */
function BulkDone({ choice, onChoose, children }: BulkDoneProps) {
  const { approvedBatch } = useReview();
  const { handlers, locale } = useShell();
  const batch = useObservable(approvedBatch);
  const batchId = batch?.batchId ?? null;
  const approvals = useApprovals(
    useCallback(
      (approval: Approval) => approval.batchId === batchId && approval.state !== 'withdrawn',
      [batchId],
    ),
  );
  if (batch === null || approvals.length === 0 || !isSameChoice(batch.view, choice))
    return children;
  const totals = totalsToConfirm(approvals.map(approvedDueOf));
  const text = messages.review.empty.bulk;
  return (
    <EmptyState icon="check" title={text.title(approvals.length)} body={text.body}>
      <div className="empty__totals">
        <Totals totals={totals} locale={locale} />
      </div>
      <Button variant="primary" onPress={() => onChoose(firstListChoice)}>
        {text.showAll}
      </Button>
      {approvals.some(({ state }) => state === 'held') && (
        <Button icon="undo" onPress={() => new Map(handlers).get('undo')?.()}>
          {messages.app.undo}
        </Button>
      )}
    </EmptyState>
  );
}
