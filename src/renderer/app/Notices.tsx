import { en } from '../text/en.ts';
import { Message } from '../ui/Message.tsx';
import { sayNotice } from '../ui/sentences.ts';
import { useObservable } from '../ui/use-observable.ts';
import { useServices } from './services.ts';

/** What the user is told once: files set aside at the start, and things that broke. */
export function Notices() {
  const { fault, notices: startNotices } = useServices();
  const broke = useObservable(fault);
  const notices = useObservable(startNotices);
  if (broke === null && notices.length === 0) return null;
  return (
    <div className="notices">
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
