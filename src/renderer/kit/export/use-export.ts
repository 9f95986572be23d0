import { useState } from 'react';
import type { ListEnded, ListTarget } from '../../../bridge/list-export.ts';
import { useServices } from '../services.ts';
import type { ListTable } from './list-table.ts';
import { printChoice } from './print-size.ts';
import { sendList } from './send-list.ts';

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
  start(target: ListTarget): void;
  /** Answers what was asked. */
  send(table: ListTable, target: ListTarget, rows: number): void;
  dismiss(): void;
}

// Quicker than this, a window that comes and goes would only startle.
const SLOW_MS = 300;

/** Lets a list leave the screen. @param table made anew each time: the list as it is at that moment */
export function useExport(table: () => ListTable): Export {
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
    sendList({ ...job, onProgress: show }).then(
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
    start: (target) => {
      const list = table();
      if (target !== 'csv' && printChoice(list.rowCount).asks)
        setStep({ kind: 'asking', table: list, target });
      else send(list, target, list.rowCount);
    },
    dismiss: () => setStep(null),
  };
}
