import { type ListEnded, type ListTarget, listTargetSchema } from '../../../bridge/list-export.ts';
import { useActions } from '../hooks/use-shortcuts.ts';
import { messages } from '../text/first-messages.ts';
import { Button } from '../ui/Button.tsx';
import { Opened, useOpener } from '../ui/opener.tsx';
import { useServices } from '../services.ts';
import type { ListTable } from './list-table.ts';
import { printChoice } from './print-size.ts';
import { later } from '../later.tsx';
import { memo, useState } from 'react';

const ExportSteps = later(async () => (await import('./ExportSteps.tsx')).ExportSteps, 'overKeys');
const TargetMenu = later(async () => (await import('./ExportDialogs.tsx')).TargetMenu);

export interface ExportMenuProps {
  /** The list as it is when it is asked for: all its rows, filtered, sorted and grouped as on screen. */
  readonly table: () => ListTable | Promise<ListTable>;
  readonly isDisabled?: boolean;
}

export const targets = listTargetSchema.options;

/** Saves or prints the list on screen. The command palette offers the same. */
export const ExportMenu = memo(({ table, isDisabled = false }: ExportMenuProps) => {
  const flow = useExport();
  const { opener, button } = useOpener('menu');
  const isBusy = flow.step?.kind === 'working';
  const { run } = useServices();
  const begin = async (target: ListTarget): Promise<void> => flow.start(target, await table());
  const start = (target: ListTarget): void => run(begin(target));
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
      {flow.step && <ExportSteps {...flow} />}
    </>
  );
});

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

export interface Export {
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
