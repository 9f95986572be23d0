import { memo } from 'react';
import { sayAll } from '../../../kit/text/say.ts';
import { useServiceName } from '../../../kit/parts/service-name.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Message } from '../../../kit/ui/Message.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useOrganizationNames } from '../../../kit/hooks/use-organizations.ts';
import { ConflictingIds } from '../../../kit/parts/ConflictingIds.tsx';
import { formatCutsIn, formatOrganizationsCut } from './format-cuts.ts';
import { ScopeOffer, useMissingScope } from '../../../kit/parts/ScopeOffer.tsx';
import { formatServiceError } from '../../../kit/ui/sentences.ts';
import { MalformedBanner } from '../../../kit/parts/MalformedBanner.tsx';

/** Messages about the list as a whole. */
export const ListMessages = memo(() => {
  const { workspace } = useData();
  const malformed = useObservable(workspace.malformed);
  return (
    <>
      <PullProblem />
      <CutShort />
      <ConflictingIds />
      <MalformedBanner items={malformed} text={messages.review.malformed} />
    </>
  );
});

/** Names the lists that the service cut short: organizations or bills may be missing here. */
function CutShort() {
  const { workspace } = useData();
  const cutsIn = useObservable(workspace.cutsIn);
  const names = useOrganizationNames();
  const organizations = useObservable(workspace.organizationsCut);
  const service = useServiceName();
  return (
    <>
      {organizations !== null && (
        <Message sentence={formatOrganizationsCut(organizations, service)} />
      )}
      {formatCutsIn(cutsIn, names, service).map((sentence) => (
        <Message key={sentence.title} sentence={sentence} />
      ))}
    </>
  );
}

export function ReadAgain({ size = 'small' }: { readonly size?: 'small' | 'medium' }) {
  const { workspace } = useData();
  return (
    <Button size={size} icon="refresh" onPress={() => workspace.commands.refresh()}>
      {messages.review.empty.tryAgain}
    </Button>
  );
}

/** Why the sync stopped. The status bar already reports a missing network. */
function PullProblem() {
  const { workspace, signIn } = useData();
  const { locale, run } = useShell();
  const { error: noWay } = useObservable(workspace.connectivity);
  const pull = useObservable(workspace.pull);
  const isBlocked = noWay?.kind === 'unreachable' && noWay.obstacle !== undefined;
  const error = isBlocked ? noWay : pull.kind === 'failed' ? pull.error : null;
  const failedIn = useObservable(workspace.pullFailedIn);
  const names = useOrganizationNames();
  const service = useServiceName();
  const missing = useMissingScope(error?.kind === 'forbidden' ? error.scope : null);
  if (error === null || (error.kind === 'unreachable' && !isBlocked)) return null;
  if (missing !== null) {
    return <ScopeOffer scope={missing} />;
  }
  const { title, whatToDo, ...rest } = formatServiceError(error, service, locale);
  const isPartial = pull.payableSyncedAtMs === null;
  const where = failedIn === null ? null : (names.get(failedIn) ?? failedIn);
  return (
    <Message
      sentence={{
        ...rest,
        title: where ? messages.organizations.failed(where, title) : title,
        whatToDo: isPartial ? sayAll(' ', [messages.review.partial, whatToDo]) : whatToDo,
      }}
      actions={
        <>
          <ReadAgain />
          {error.kind === 'forbidden' && (
            <Button size="small" onPress={() => run(signIn.signIn())}>
              {messages.signin.signedOut.signIn}
            </Button>
          )}
        </>
      }
    />
  );
}
