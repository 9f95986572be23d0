import { useServices } from '../app/services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import type { PlainDate } from '../ui/dates.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TechnicalDetails } from '../ui/Message.tsx';
import { sayServiceError } from '../ui/sentences.ts';
import { useObservable } from '../ui/use-observable.ts';
import type { BillFilter } from './bill-filter.ts';
import { filterChips, withoutFilters } from './filter-chips.ts';
import type { ListChoice, ReviewView } from './review-view.ts';

export interface NoBillsProps {
  readonly view: ReviewView;
  readonly today: PlainDate;
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

/** The list when there is nothing in it: each reason has its own words and its own way on. */
export function NoBills({ view, today, onChoose }: NoBillsProps) {
  const { workspace, locale } = useServices();
  const loading = useObservable(workspace.bills.loading);
  const isAll = useObservable(workspace.allOrganizations);
  const pull = useObservable(workspace.pull);
  useObservable(workspace.bills.version);
  const words = en.review.empty;
  const all = [...workspace.bills.counts().values()].reduce((sum, count) => sum + count, 0);

  const chips = filterChips(view, { locale, today });
  if (all > 0 && chips.some(({ id }) => id !== 'status')) {
    const hidden = en.views.nothingFits;
    const filters = chips.map((chip) => chip.words).join(', ');
    return (
      <EmptyState icon="filter" title={hidden.title} body={hidden.body(filters)}>
        <Button look="primary" onPress={() => onChoose(withoutFilters)}>
          {hidden.clear}
        </Button>
        {view.search.trim() !== '' && (
          <Button onPress={() => onChoose({ search: '' })}>{words.clearSearch}</Button>
        )}
      </EmptyState>
    );
  }
  if (view.search.trim() !== '') {
    const none = words.search(view.search.trim());
    return (
      <EmptyState icon="search" {...none}>
        <Button onPress={() => onChoose({ search: '' })}>{words.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (all > 0) {
    const inbox = view.filter === 'inbox';
    return (
      <EmptyState icon={inbox ? 'check' : 'review'} {...emptyWords(view.filter)}>
        {view.filter !== 'all' && (
          <Button onPress={() => onChoose({ filter: 'all' })}>{words.showAll}</Button>
        )}
      </EmptyState>
    );
  }
  if (loading || pull.kind === 'crawling') return <Skeleton />;
  return pull.payableAsOfMs === null ? (
    <NotRead />
  ) : (
    <EmptyState icon="review" {...(isAll ? en.organizations.noBills : words.noBills)} />
  );
}

function emptyWords(filter: BillFilter) {
  if (filter === 'inbox') return en.review.empty.inbox;
  if (filter === 'snoozed' || filter === 'dismissed') return en.views.nothingAside[filter];
  return en.review.empty.filter;
}

/** Nothing has been read: no organization, or no way to the service. */
function NotRead() {
  const { workspace, locale } = useServices();
  const organizations = useObservable(workspace.organizations);
  const { state, error } = useObservable(workspace.connectivity);
  const pull = useObservable(workspace.pull);
  const words = en.review.empty;
  const problem = pull.error ?? error;
  const again = (
    <Button icon="refresh" onPress={() => workspace.commands.refresh()}>
      {words.tryAgain}
    </Button>
  );
  if (state === 'unknown' && problem === null) return <Skeleton />;
  if (problem?.kind === 'unreachable' || problem?.kind === 'answerLost') {
    return (
      <EmptyState icon="offline" {...words.unreachable}>
        {again}
        <TechnicalDetails text={sayServiceError(problem, locale).technical ?? problem.kind} />
      </EmptyState>
    );
  }
  if (problem !== null) {
    const { title, whatToDo, technical } = sayServiceError(problem, locale);
    return (
      <EmptyState icon="warning" title={title} body={whatToDo}>
        {again}
        {technical && <TechnicalDetails text={technical} />}
      </EmptyState>
    );
  }
  const none = organizations.length === 0 ? words.organizations : words.notRead;
  return (
    <EmptyState icon="review" {...none}>
      {again}
    </EmptyState>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Skeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{en.review.loadingList}</span>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="skeleton__row" aria-hidden="true" />
      ))}
    </div>
  );
}
