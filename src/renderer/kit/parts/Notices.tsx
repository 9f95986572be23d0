import type { AppInfo } from '../../../bridge/app.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { formatNotice, formatNoticeBills } from '../ui/sentences.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';

/** Notices on every screen: files, audit log, full disk, and internal errors. */
export function Notices() {
  const { workspace } = useData();
  const { fault, locale, notices: shown, run } = useShell();
  const connectionFault = useObservable(workspace.connectionFault);
  const broke = useObservable(fault);
  const all = useObservable(shown);
  const isSignedIn = useObservable(workspace.session).kind === 'signedIn';
  // When only the sample is available, its own banner says so.
  const notices = isSignedIn ? all.filter(({ kind }) => kind !== 'sampleOnly') : all;
  const isFull = useObservable(workspace.pull).paused === 'storageFull';
  if (connectionFault === null && broke === null && !isFull && notices.length === 0) return null;
  const text = messages.app.connectionFaults;
  const close = (notice: AppInfo['notices'][number]): void => {
    shown.set(all.filter((other) => other !== notice));
    const { kind, about } = notice;
    run(workspace.bridge.call('app.closeNotice', { kind, about }));
  };
  return (
    <div className="notices">
      {connectionFault !== null && (
        <Message
          tone="danger"
          urgent
          sentence={{ ...text[connectionFault.kind], technical: connectionFault.technical }}
          actions={
            <Button size="small" onPress={() => workspace.commands.tryAgain()}>
              {text.tryAgain}
            </Button>
          }
        />
      )}
      {broke !== null && (
        <Message
          tone="danger"
          urgent
          sentence={{ ...messages.problems.broken, technical: broke }}
          onDismiss={() => fault.set(null)}
        />
      )}
      {isFull && (
        <Message
          urgent
          sentence={{
            title: messages.review.pullFailed,
            whatToDo: messages.problems.pauses.storageFull,
          }}
        />
      )}
      {notices.map((notice) => (
        <Message
          key={`${notice.kind} ${notice.about}`}
          tone={mild.has(notice.kind) ? 'caution' : 'danger'}
          urgent={notice.kind === 'journalFull' || notice.kind === 'journalUnwritable'}
          sentence={{ ...formatNotice(notice), details: formatNoticeBills(notice, locale) }}
          onDismiss={() => close(notice)}
        />
      ))}
    </div>
  );
}

/** Notices without consequences for approvals. */
const mild: ReadonlySet<AppInfo['notices'][number]['kind']> = new Set([
  'settingsQuarantined',
  'settingsNotSaved',
  'settingsWeakened',
  'connectionQuarantined',
  'connectionEdited',
  'journalRepaired',
  'sampleOnly',
  'openingsPaused',
  'updatesStale',
]);
