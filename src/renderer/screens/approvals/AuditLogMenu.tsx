import { useState } from 'react';
import { Menu, MenuItem } from 'react-aria-components';
import { journalFormatSchema } from '../../../bridge/journal.ts';
import { ExportSteps } from '../../kit/export/ExportSteps.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { formatJournalEnd } from '../../kit/parts/format-journal.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { Opened, useOpener } from '../../kit/ui/opener.tsx';
import { useHandover } from './Handover.tsx';
import { RecordsDialog, useRecords } from './RecordsDialog.tsx';

/** Menu that verifies the audit log or saves a copy. Main does both. */
export function AuditLogMenu() {
  const { journal } = useData();
  const { run } = useShell();
  const { busy, ended } = useObservable(journal.view);
  const message = ended && formatJournalEnd(ended);
  const { flow, save } = useRecords();
  const handover = useHandover();
  const [isChoosing, setChoosing] = useState(false);
  const { opener, button } = useOpener('menu');
  const text = messages.journal;
  const work = [
    { id: 'verify', label: text.verify, start: journal.verify },
    ...journalFormatSchema.options.map((format) => ({
      id: format,
      label: text.export[format],
      start: () => journal.save(format),
    })),
    { id: 'key', label: text.exportKey, start: journal.saveKey },
    {
      id: 'records',
      label: messages.approvals.record.menu,
      start: async () => setChoosing(true),
    },
    {
      id: 'handover',
      label: messages.export.handover.menu,
      start: async () => handover.start('pdf'),
    },
  ];
  return (
    <>
      <span role="status" className="faint">
        {busy && text.busy[busy]}
      </span>
      <Button {...button} isDisabled={busy !== null}>
        {text.tools}
      </Button>
      <Opened of={opener} placement="bottom end">
        <Menu className="listbox" aria-label={text.tools}>
          {work.map(({ id, label, start }) => (
            <MenuItem key={id} id={id} className="menu__item" onAction={() => run(start())}>
              {label}
            </MenuItem>
          ))}
        </Menu>
        <p className="faint journal-limits">{text.limits}</p>
      </Opened>
      {isChoosing && <RecordsDialog onClose={() => setChoosing(false)} onSave={save} />}
      <ExportSteps {...flow} />
      <ExportSteps {...handover.flow} />
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
