import type { Clock } from '../../../base/clock.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { ListEnded, ListTarget } from '../../../bridge/list-export.ts';
import type { ListTable } from './list-table.ts';
import { printChoice } from './print-size.ts';

/** Step of an export; null before and after. */
export type ExportStep =
  /** The list has many pages: all, only the first, or a CSV? */
  | { readonly kind: 'asking'; readonly table: ListTable; readonly target: ListTarget }
  | {
      readonly kind: 'working';
      readonly target: ListTarget;
      readonly all: number;
      readonly done: number;
      /** Whether it takes long enough to show progress. */
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
  /** Continues with the user's answer. */
  send(table: ListTable, target: ListTarget, rows: number): void;
  dismiss(): void;
}

interface ExportFrom {
  readonly bridge: Pick<Bridge, 'call'>;
  readonly clock: Clock;
  readonly locale: string;
  readonly onStep: (step: ExportStep | null) => void;
}

/** Exports the whole list, or first asks how much if that is many pages. */
export async function startExport(
  from: ExportFrom,
  target: ListTarget,
  table: ListTable,
): Promise<void> {
  if (target !== 'csv' && printChoice(table.rowCount).asks)
    from.onStep({ kind: 'asking', table, target });
  else await sendExport(from, target, table, table.rowCount);
}

// An export shorter than this shows no progress, which would only flash. Milliseconds.
const SLOW_MS = 300;

/** @param rows number of rows, from the first one on */
export async function sendExport(
  { bridge, clock, locale, onStep }: ExportFrom,
  target: ListTarget,
  table: ListTable,
  rows: number,
): Promise<void> {
  const stop = new AbortController();
  const startedMs = clock.elapsedMs();
  const show = (done: number): void =>
    onStep({
      kind: 'working',
      target,
      all: rows,
      done,
      // Drawing many rows as a PDF is one step without progress reports.
      isSlow: clock.elapsedMs() - startedMs > SLOW_MS || (done === rows && target === 'pdf'),
      cancel: () => stop.abort(),
    });
  show(0);
  try {
    const { sendList } = await import('./send-list.ts');
    const job = { bridge, clock, locale, table, target, rows, signal: stop.signal };
    const ended = await sendList({ ...job, onProgress: show });
    onStep(ended.kind === 'cancelled' ? null : { kind: 'over', ended, table, rows });
  } catch (fault) {
    onStep(null);
    throw fault;
  }
}
