import { useServices } from '../app/services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TechnicalDetails } from '../ui/Message.tsx';
import { sayServiceError } from '../ui/sentences.ts';
import { useObservable } from '../ui/use-observable.ts';
import type { ReviewView } from './review-view.ts';

export interface NoBillsProps {
  readonly view: ReviewView;
  readonly change: (part: Partial<ReviewView>) => void;
}

/** The list when there is nothing in it: each reason has its own words and its own way on. */
export function NoBills({ view, change }: NoBillsProps) {
  const { workspace } = useServices();
  const loading = useObservable(workspace.bills.loading);
  const pull = useObservable(workspace.pull);
  useObservable(workspace.bills.version);
  const words = en.review.empty;
  const all = [...workspace.bills.counts().values()].reduce((sum, count) => sum + count, 0);

  if (view.search.trim() !== '') {
    const none = words.search(view.search.trim());
    return (
      <EmptyState icon="search" {...none}>
        <Button onPress={() => change({ search: '', billId: null })}>{words.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (all > 0) {
    const inbox = view.filter === 'inbox';
    return (
      <EmptyState icon={inbox ? 'check' : 'review'} {...(inbox ? words.inbox : words.filter)}>
        {view.filter !== 'all' && (
          <Button onPress={() => change({ filter: 'all', billId: null })}>{words.showAll}</Button>
        )}
      </EmptyState>
    );
  }
  if (loading || pull.kind === 'crawling') return <Skeleton />;
  return pull.payableAsOfMs === null ? (
    <NotRead />
  ) : (
    <EmptyState icon="review" {...words.noBills} />
  );
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
