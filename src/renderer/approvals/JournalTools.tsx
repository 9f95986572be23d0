import { useState } from 'react';
import { journalFormatSchema } from '../../bridge/journal.ts';
import { useServices } from '../app/services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { sayExport, sayVerification, type JournalWords } from './say-journal.ts';

/** Checks the journal of approvals, or saves a copy of it; both are main's work. */
export function JournalTools() {
  const { workspace, run } = useServices();
  const { bridge } = workspace;
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<JournalWords | null>(null);

  const perform = (work: () => Promise<JournalWords | null>): void => {
    setBusy(true);
    run(
      work()
        .then(setSaid)
        .finally(() => setBusy(false)),
    );
  };

  return (
    <>
      <div className="journal-tools" role="group" aria-label={en.journal.tools}>
        <Button
          size="small"
          look="quiet"
          isDisabled={isBusy}
          onPress={() => perform(async () => sayVerification(await bridge.call('journal.verify')))}
        >
          {en.journal.verify}
        </Button>
        {journalFormatSchema.options.map((format) => (
          <Button
            key={format}
            size="small"
            look="quiet"
            isDisabled={isBusy}
            onPress={() =>
              perform(async () => sayExport(await bridge.call('journal.export', { format })))
            }
          >
            {en.journal.export[format]}
          </Button>
        ))}
      </div>
      {said && (
        <div className="journal-tools__said">
          <Message
            tone={said.tone}
            urgent={said.tone === 'danger'}
            sentence={said.sentence}
            onDismiss={() => setSaid(null)}
          />
        </div>
      )}
    </>
  );
}
