import { useEffect, useRef } from 'react';
import { messages } from '../kit/text/messages.ts';
import { IconButton } from '../kit/ui/Button.tsx';
import { Icon } from '../kit/ui/icons.tsx';
import { clockTime } from '../kit/ui/relative-time.ts';
import { formatSyncPause } from '../kit/ui/sentences.ts';
import { useSectionCount } from '../kit/hooks/use-approvals.ts';
import { lazy } from '../kit/ui/lazy.tsx';
import { useShortcut } from '../kit/hooks/use-shortcuts.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { routeHref } from '../kit/services/route.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import './status-bar.css';
import { useAgo } from '../kit/hooks/use-now.ts';

const QuotaMeter = lazy(() => import('./QuotaMeter.tsx'), 'QuotaMeter');
const NewsLine = lazy(() => import('./NewsDialog.tsx'), 'NewsLine');

/** Network state, age of the data, pending approvals, quota and problems, in one quiet line. */
export function StatusBar() {
  return (
    <section className="status" aria-label={messages.status.region}>
      <Network />
      <Age />
      <Storage />
      <span className="status__gap" />
      <NewsLine />
      <WaitingApprovals />
      <QuotaMeter />
    </section>
  );
}

function Network() {
  const { workspace } = useData();
  const { state, error } = useObservable(workspace.connectivity);
  const session = useObservable(workspace.session);
  const isOpen = useObservable(workspace.connectionFault) === null;
  const offline = state === 'offline';
  // Without its data, Billfold does not try to connect.
  if (state === 'unknown' && !isOpen) return null;
  // While signed out, Billfold sends no requests, so it can't know whether the service is reachable.
  const signedOut = session.kind === 'signedOut';
  const unknown = signedOut && !offline;
  const kind = unknown ? '' : ` status__network--${state}`;
  return (
    <span className={`status__item status__network${kind}`} role="status">
      <Icon name={offline || unknown ? 'offline' : 'online'} />
      <span>
        {unknown
          ? messages.status.signedOut
          : messages.status.connectivity[error?.kind === 'rateLimited' ? 'limited' : state]}
        {offline && !signedOut && (
          <span className="status__note">{messages.status.offlineCalm}</span>
        )}
      </span>
    </span>
  );
}

/** Age of the bills, and a button that refreshes them. The new age is announced. */
function Age() {
  const { workspace } = useData();
  const { locale, announce } = useShell();
  const { kind, payableSyncedAtMs, cuts, paused, retryAtMs } = useObservable(workspace.pull);
  const quota = useObservable(workspace.quota);
  const isAll = useObservable(workspace.allOrganizations);
  const conflicting = useObservable(workspace.bills.conflictingIds);
  const isCut =
    useObservable(workspace.organizationsCut) !== null || cuts.length + conflicting.length > 0;
  const isOpen = useObservable(workspace.connectionFault) === null;
  const ago = useAgo(payableSyncedAtMs ?? 0);
  const never = isAll ? messages.organizations.notAllRead : messages.status.neverRead;
  const { synced } = isAll ? messages.organizations : messages.status;
  const unread = isOpen ? never : messages.review.empty.notOpened.title;
  const age = payableSyncedAtMs === null ? unread : synced(ago);
  /** Time of the last sync before the refresh; null after the refresh was announced. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || before.current === payableSyncedAtMs) return;
    before.current = null;
    announce(age);
  }, [announce, age, payableSyncedAtMs]);
  const refresh = (): void => {
    before.current = payableSyncedAtMs;
    workspace.commands.refresh();
  };
  useShortcut('refresh', refresh);
  return (
    <>
      <span className="status__item">
        <Icon name="clock" />
        {kind === 'crawling' ? messages.status.reading : age}
        {isCut && <span className="status__note">{messages.status.cutShort}</span>}
        {paused !== null && paused !== 'offline' && (
          <span className="status__note">
            {formatSyncPause(paused, quota?.pause === 'unavailable')}
          </span>
        )}
        {paused === 'quota' && retryAtMs !== null && quota?.pausedUntilMs === null && (
          <span className="faint">{messages.status.pausedUntil(clockTime(retryAtMs, locale))}</span>
        )}
      </span>
      <IconButton
        icon="refresh"
        command="refresh"
        label={messages.status.refresh}
        onPress={refresh}
      />
    </>
  );
}

function Storage() {
  const { isStorageStalled } = useShell();
  if (!useObservable(isStorageStalled)) return null;
  return (
    <span className="status__item status__attention">
      <Icon name="warning" />
      {messages.status.storageSilent}
    </span>
  );
}

function WaitingApprovals() {
  const { workspace } = useData();
  const isPaused = useObservable(workspace.sendingPaused);
  const waiting = useSectionCount('waiting');
  const attention = useSectionCount('attention');
  // If the approvals could not be read, their number is unknown.
  const isKnown = useObservable(workspace.connectionFault) === null;
  return (
    <span className="status__item">
      {waiting === 0 ? (
        isKnown && <span className="faint">{messages.status.nothingWaiting}</span>
      ) : (
        <a href={routeHref('approvals')}>{messages.status.waiting(waiting)}</a>
      )}
      {isPaused && waiting > 0 && (
        <span className="status__note">{messages.status.sendingPaused}</span>
      )}
      {attention > 0 && (
        <a className="status__attention" href={routeHref('approvals')}>
          <Icon name="warning" />
          {messages.app.needAttention(attention)}
        </a>
      )}
    </span>
  );
}
