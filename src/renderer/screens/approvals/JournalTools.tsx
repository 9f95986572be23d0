import { journalFormatSchema } from '../../../bridge/journal.ts';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';

/** Checks the journal of approvals, or saves a copy of it; both are main's work. */
export function JournalTools() {
  const { journal, run } = useServices();
  const { busy, message } = useObservable(journal.view);
  return (
    <>
      <div className="journal-tools" role="group" aria-label={en.journal.tools}>
        <span role="status" className="faint">
          {busy && en.journal.busy[busy]}
        </span>
        <Button
          size="small"
          variant="quiet"
          isDisabled={busy !== null}
          onPress={() => run(journal.verify())}
        >
          {en.journal.verify}
        </Button>
        {journalFormatSchema.options.map((format) => (
          <Button
            key={format}
            size="small"
            variant="quiet"
            isDisabled={busy !== null}
            onPress={() => run(journal.save(format))}
          >
            {en.journal.export[format]}
          </Button>
        ))}
      </div>
      {message && (
        <Message
          tone={message.tone}
          urgent={message.tone === 'danger'}
          sentence={message.sentence}
          onDismiss={journal.dismiss}
        />
      )}
    </>
  );
}
