import { useState } from 'react';
import type { Approval } from '../../core/model/approval.ts';
import { plainDateAt, readPlainDate } from '../../../base/days.ts';
import { useExport } from '../../kit/export/ExportMenu.tsx';
import { ExportSteps } from '../../kit/export/ExportSteps.tsx';
import { useSection } from '../../kit/hooks/use-approvals.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { useStatusContext } from '../../kit/parts/use-status-context.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { approvalRecords } from './approval-record.ts';
import '../../kit/ui/field.css';

/** Saves records of approvals as a file with one page each. */
export function useRecords() {
  const { workspace, clock } = useData();
  const { run } = useShell();
  const context = useStatusContext();
  const names = useOrganizationNames();
  const flow = useExport();
  const save = async (approvals: readonly Approval[]): Promise<void> => {
    const ids = approvals.map(({ id }) => id);
    const entries = await workspace.bridge.call('journal.entriesOf', ids);
    const nowMs = clock.nowMs();
    const noteOf = ({ organizationId, billId }: Approval): string =>
      workspace.annotations.annotationOf(organizationId, billId)?.note ?? '';
    flow.start('pdf', approvalRecords({ approvals, entries, names, context, nowMs, noteOf }));
  };
  return { flow, save: (approvals: readonly Approval[]) => run(save(approvals)) };
}

export function RecordButton({ approval }: { readonly approval: Approval }) {
  const { flow, save } = useRecords();
  if (approval.state !== 'confirmed') return null;
  return (
    <div>
      <Button size="small" icon="download" onPress={() => save([approval])}>
        {messages.approvals.record.one}
      </Button>
      <ExportSteps {...flow} />
    </div>
  );
}

/** Maximum records in one file, one page each. More would be slow to draw, and too many to read. */
const MAX_RECORDS = 1_000;

export interface RecordsDialogProps {
  readonly onClose: () => void;
  readonly onSave: (approvals: readonly Approval[]) => void;
}

/** Chooses the period of the records to save. */
export function RecordsDialog({ onClose, onSave }: RecordsDialogProps) {
  const today = useToday();
  const sent = useSection('sent');
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`);
  const [to, setTo] = useState<string>(today);
  const text = messages.approvals.record;
  const isPeriod = readPlainDate(from) !== null && readPlainDate(to) !== null;
  const chosen = sent.filter(({ approvedAtMs }) => {
    const day = plainDateAt(approvedAtMs);
    return isPeriod && from <= day && day <= to;
  });
  const isTooMany = chosen.length > MAX_RECORDS;
  return (
    <Dialog
      title={text.many}
      onClose={onClose}
      decision={
        <Button
          variant="primary"
          isDisabled={chosen.length === 0 || isTooMany}
          onPress={() => {
            onClose();
            onSave(chosen);
          }}
        >
          {text.save}
        </Button>
      }
    >
      <p>{text.lead}</p>
      <div className="records__period">
        {(
          [
            [text.from, from, setFrom],
            [text.to, to, setTo],
          ] as const
        ).map(([label, value, change]) => (
          <label key={label} className="field">
            <span>{label}</span>
            <input type="date" value={value} onChange={(event) => change(event.target.value)} />
          </label>
        ))}
      </div>
      <p role="status">
        {isTooMany ? text.tooMany(chosen.length) : messages.approvals.approvalsCount(chosen.length)}
      </p>
    </Dialog>
  );
}
