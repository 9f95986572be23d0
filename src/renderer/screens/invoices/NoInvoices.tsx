import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';

export interface NoInvoicesProps {
  readonly search: string;
  readonly onClear: () => void;
}

/** The list when there is nothing in it: each reason has its own words and its own way on. */
export function NoInvoices({ search, onClear }: NoInvoicesProps) {
  const { workspace } = useServices();
  const pull = useObservable(workspace.invoicePull);
  const loading = useObservable(workspace.invoices.loading);
  const words = en.invoices;
  if (search.trim() !== '' && workspace.invoices.count() > 0) {
    return (
      <EmptyState icon="search" {...words.empty.search(search.trim())}>
        <Button onPress={onClear}>{words.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (loading || pull.kind === 'crawling') {
    return (
      <div className="invoices__note">
        <ProgressBar label={loading ? words.loadingList : words.reading} part={null} />
      </div>
    );
  }
  if (pull.asOfMs !== null) return <EmptyState icon="invoices" {...words.empty.none} />;
  // What keeps them from being read is said above, or in the status bar.
  return (
    <EmptyState icon={pull.paused === 'offline' ? 'offline' : 'invoices'} {...words.empty.notRead}>
      <Button icon="refresh" onPress={() => workspace.commands.refresh()}>
        {words.tryAgain}
      </Button>
    </EmptyState>
  );
}
