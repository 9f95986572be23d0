import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { sayNotice } from '../ui/sentences.ts';
import { useObservable } from '../ui/use-observable.ts';
import { useServices } from './services.ts';

/** What keeps the bills from being opened, things that broke, and what is told once: files set aside. */
export function Notices() {
  const { workspace, fault, notices: startNotices } = useServices();
  const trouble = useObservable(workspace.trouble);
  const broke = useObservable(fault);
  const notices = useObservable(startNotices);
  if (trouble === null && broke === null && notices.length === 0) return null;
  const words = en.app.trouble;
  return (
    <div className="notices">
      {trouble !== null && (
        <Message
          tone="danger"
          urgent
          sentence={{ ...words[trouble.kind], quote: null, technical: trouble.technical }}
          actions={
            <Button size="small" onPress={() => workspace.commands.tryAgain()}>
              {words.tryAgain}
            </Button>
          }
        />
      )}
      {broke !== null && (
        <Message
          tone="danger"
          urgent
          sentence={{ ...en.problems.broken, quote: null, technical: broke }}
          onDismiss={() => fault.set(null)}
        />
      )}
      {notices.map((notice) => (
        <Message
          key={`${notice.kind} ${notice.file}`}
          tone={notice.kind === 'journalBroken' ? 'danger' : 'caution'}
          sentence={sayNotice(notice)}
          onDismiss={() => startNotices.set(notices.filter((other) => other !== notice))}
        />
      ))}
    </div>
  );
}
