import { useServiceName } from '../../kit/parts/service-name.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { MalformedBanner } from '../../kit/parts/MalformedBanner.tsx';
import { ScopeOffer } from '../../kit/parts/ScopeOffer.tsx';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { formatServiceError } from '../../kit/ui/sentences.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { ProgressBar } from '../../kit/ui/ProgressBar.tsx';

export interface InvoiceMessagesProps {
  /** The scope the session lacks; null when it has it. */
  readonly missing: string | null;
}

/** Messages about the list as a whole. */
export function InvoiceMessages({ missing }: InvoiceMessagesProps) {
  const { workspace, signIn } = useData();
  const { locale, run } = useShell();
  const service = useServiceName();
  const { kind, error } = useObservable(workspace.invoicePull);
  const malformed = useObservable(workspace.malformedInvoices);
  const failed = kind === 'failed' && error !== null && error.kind !== 'unreachable' ? error : null;
  return (
    <>
      {missing !== null && <InvoicesOffer scope={missing} />}
      {missing === null && failed !== null && (
        <Message
          sentence={formatServiceError(failed, service, locale)}
          actions={
            <>
              <Button size="small" icon="refresh" onPress={() => workspace.commands.refresh()}>
                {messages.invoices.tryAgain}
              </Button>
              {failed.kind === 'forbidden' && (
                <Button
                  size="small"
                  onPress={() => run(signIn.signIn(failed.scope === null ? [] : [failed.scope]))}
                >
                  {messages.moreScopes.signIn}
                </Button>
              )}
            </>
          }
        />
      )}
      <MalformedBanner items={malformed} text={messages.invoices.malformed} />
    </>
  );
}

export function InvoicesOffer({ scope }: { readonly scope: string }) {
  const { invoicesTitle, invoicesNote } = messages.moreScopes;
  return <ScopeOffer scope={scope} title={invoicesTitle} note={invoicesNote} />;
}

export interface NoInvoicesProps {
  readonly search: string;
  /** Whether all invoices are shown, not only some. */
  readonly isAll: boolean;
  readonly onClear: () => void;
  readonly onShowAll: () => void;
}

/** Shown instead of an empty list: the reason, and a way to continue. */
export function NoInvoices({ search, isAll, onClear, onShowAll }: NoInvoicesProps) {
  const { workspace } = useData();
  const pull = useObservable(workspace.invoicePull);
  const loading = useObservable(workspace.invoices.loading);
  const service = useServiceName();
  const malformed = useObservable(workspace.malformedInvoices);
  const text = messages.invoices;
  if (search.trim() !== '' && workspace.invoices.count() > 0) {
    return (
      <EmptyState icon="search" {...text.empty.search(search.trim())}>
        <Button onPress={onClear}>{text.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (!isAll && workspace.invoices.count() > 0) {
    return (
      <EmptyState icon="invoices" {...text.empty.shown}>
        <Button onPress={onShowAll}>{text.all}</Button>
      </EmptyState>
    );
  }
  if (loading || pull.kind === 'crawling') {
    return (
      <div className="invoices__note">
        <ProgressBar label={loading ? text.loadingList : text.reading} part={null} />
      </div>
    );
  }
  if (malformed.length > 0) return <EmptyState icon="invoices" {...text.malformed.all} />;
  if (pull.syncedAtMs !== null) return <EmptyState icon="invoices" {...text.empty.none(service)} />;
  // Another message or the status bar already gives the reason why invoices couldn't be read.
  return (
    <EmptyState icon={pull.paused === 'offline' ? 'offline' : 'invoices'} {...text.empty.notRead}>
      <Button icon="refresh" onPress={() => workspace.commands.refresh()}>
        {text.tryAgain}
      </Button>
    </EmptyState>
  );
}
