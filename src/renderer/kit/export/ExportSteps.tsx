import { createPortal } from 'react-dom';
import { assertNever } from '../../../base/assert-never.ts';
import type { ListEnded } from '../../../bridge/list-export.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { formatCount } from '../text/count.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import type { Sentence } from '../ui/sentences.ts';
import { AskPages, ExportProgress } from './ExportDialogs.tsx';
import type { Export } from './export-flow.ts';
import type { ListTable } from './list-table.ts';
import './export.css';

/** An export's question, progress and result. */
export function ExportSteps({ step, send, dismiss }: Export) {
  const message = step?.kind === 'over' ? formatEnded(step.ended, step.table, step.rows) : null;
  return (
    <>
      {step?.kind === 'asking' && <AskPages step={step} onAnswer={send} onClose={dismiss} />}
      {step?.kind === 'working' && step.isSlow && <ExportProgress step={step} />}
      {message &&
        // Rendered outside the header, so that it isn't clipped and doesn't push the list down.
        createPortal(
          <div className="export-message">
            <Message
              tone={message.tone}
              urgent={message.tone === 'danger'}
              sentence={message.sentence}
              actions={step?.kind === 'over' && step.ended.kind === 'saved' && <ShowSaved />}
              onDismiss={dismiss}
            />
          </div>,
          document.body,
        )}
    </>
  );
}

function ShowSaved() {
  const { workspace } = useData();
  const { run } = useShell();
  return (
    <Button size="small" onPress={() => run(workspace.bridge.call('lists.showSaved'))}>
      {messages.export.showInFolder}
    </Button>
  );
}

interface EndedMessage {
  readonly tone: 'good' | 'danger';
  readonly sentence: Sentence;
}

/** Result of an export; null if it was canceled or the system reports it. */
export function formatEnded(ended: ListEnded, table: ListTable, rows: number): EndedMessage | null {
  const text = messages.export;
  switch (ended.kind) {
    case 'saved': {
      const all = table.formatRows(table.rowCount);
      const what = rows < table.rowCount ? text.partOf(formatCount(rows), all) : all;
      const { title, whatToDo } = text.saved(ended.file, what);
      const said = table.warning ? sayAll(' ', [whatToDo, table.warning]) : whatToDo;
      return { tone: 'good', sentence: { title, whatToDo: said } };
    }
    case 'printed':
    case 'cancelled':
      return null;
    case 'failed': {
      const technical = ended.technical === '' ? null : ended.technical;
      return { tone: 'danger', sentence: { ...text.failed[ended.why], technical } };
    }
    default:
      return assertNever(ended);
  }
}
