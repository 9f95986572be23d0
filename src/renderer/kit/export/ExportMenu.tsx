import { createPortal } from 'react-dom';
import { type ListEnded, type ListTarget, listTargetSchema } from '../../../bridge/list-export.ts';
import { useActions } from '../hooks/use-shortcuts.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { Opened, useOpener } from '../ui/opener.tsx';
import { useServices } from '../services.ts';
import type { ListTable } from './list-table.ts';
import { printChoice } from './print-size.ts';
import './export.css';
import { later } from '../later.tsx';
import { assertNever } from '../../../base/assert-never.ts';
import { formatCount } from '../text/count.ts';
import type { Sentence } from '../ui/sentences.ts';
import { memo, useState } from 'react';

const AskPages = later(async () => (await import('./ExportDialogs.tsx')).AskPages, 'overKeys');
const TargetMenu = later(async () => (await import('./ExportDialogs.tsx')).TargetMenu);
const ExportProgress = later(
  async () => (await import('./ExportDialogs.tsx')).ExportProgress,
  'overKeys',
);

export interface ExportMenuProps {
  /** The list as it is when it is asked for: all its rows, filtered, sorted and grouped as on screen. */
  readonly table: () => ListTable;
  readonly isDisabled?: boolean;
}

export const targets = listTargetSchema.options;

/** Saves or prints the list on screen. The command palette offers the same. */
export const ExportMenu = memo(({ table, isDisabled = false }: ExportMenuProps) => {
  const flow = useExport();
  const { opener, button } = useOpener('menu');
  const isBusy = flow.step?.kind === 'working';
  const start = (target: ListTarget): void => flow.start(target, table());
  useActions(
    targets.map((target) => ({
      id: `export.${target}`,
      label: messages.export.actions[target],
      group: 'view' as const,
      isDisabled: isDisabled || isBusy,
      run: () => start(target),
    })),
  );
  return (
    <>
      <Button {...button} icon="download" isDisabled={isDisabled || isBusy}>
        {messages.export.menu}
      </Button>
      <Opened of={opener} placement="bottom end">
        <TargetMenu onStart={start} />
      </Opened>
      <ExportSteps {...flow} />
    </>
  );
});

/** What an export asks, how far it is, and how it ended. */
export function ExportSteps({ step, send, dismiss }: Export) {
  const message = step?.kind === 'over' ? formatEnded(step.ended, step.table, step.rows) : null;
  return (
    <>
      {step?.kind === 'asking' && <AskPages step={step} onAnswer={send} onClose={dismiss} />}
      {step?.kind === 'working' && step.isSlow && <ExportProgress step={step} />}
      {message &&
        // Out of the header: nothing around it may hold it in, or push the list down.
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
  const { workspace, run } = useServices();
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

/** How an export ended; null when there is nothing to say: cancelled, or seen to by the system. */
function formatEnded(ended: ListEnded, table: ListTable, rows: number): EndedMessage | null {
  const text = messages.export;
  switch (ended.kind) {
    case 'saved': {
      const all = table.formatRows(table.rowCount);
      const what = rows < table.rowCount ? text.partOf(formatCount(rows), all) : all;
      return { tone: 'good', sentence: text.saved(ended.file, what) };
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

/** Where an export is; null before and after. */
export type ExportStep =
  /** Many pages: all, the first of them, or a CSV? */
  | { readonly kind: 'asking'; readonly table: ListTable; readonly target: ListTarget }
  | {
      readonly kind: 'working';
      readonly target: ListTarget;
      readonly all: number;
      readonly done: number;
      /** It takes long enough to be shown. */
      readonly isSlow: boolean;
      cancel(): void;
    }
  | {
      readonly kind: 'over';
      readonly ended: ListEnded;
      readonly table: ListTable;
      readonly rows: number;
    };

interface Export {
  readonly step: ExportStep | null;
  start(target: ListTarget, list: ListTable): void;
  /** Answers what was asked. */
  send(table: ListTable, target: ListTarget, rows: number): void;
  dismiss(): void;
}

// Quicker than this, a window that comes and goes would only startle.
const SLOW_MS = 300;

/** Lets a list leave the screen. */
export function useExport(): Export {
  const { workspace, clock, locale, report } = useServices();
  const [step, setStep] = useState<ExportStep | null>(null);

  const send = (list: ListTable, target: ListTarget, rows: number): void => {
    const stop = new AbortController();
    const startedMs = clock.elapsedMs();
    const show = (done: number): void =>
      setStep({
        kind: 'working',
        target,
        all: rows,
        done,
        // Pages of many rows are drawn in one go, with nothing to report in between.
        isSlow: clock.elapsedMs() - startedMs > SLOW_MS || (done === rows && target === 'pdf'),
        cancel: () => stop.abort(),
      });
    const { bridge } = workspace;
    const job = { bridge, clock, locale, table: list, target, rows, signal: stop.signal };
    show(0);
    const sending = async (): Promise<ListEnded> =>
      (await import('./send-list.ts')).sendList({ ...job, onProgress: show });
    sending().then(
      (ended) =>
        setStep(ended.kind === 'cancelled' ? null : { kind: 'over', ended, table: list, rows }),
      (fault: unknown) => {
        setStep(null);
        report(fault);
      },
    );
  };

  return {
    step,
    send,
    start: (target, list) => {
      if (target !== 'csv' && printChoice(list.rowCount).asks)
        setStep({ kind: 'asking', table: list, target });
      else send(list, target, list.rowCount);
    },
    dismiss: () => setStep(null),
  };
}
