import type { Clock } from '../../../base/clock.ts';
import type { Bridge } from '../../../bridge/client.ts';
import {
  LIST_NAME_MOST,
  LIST_TEXT_MOST,
  type ListEnded,
  type ListTarget,
} from '../../../bridge/list-export.ts';
import { plainDateAt } from '../../../base/days.ts';
import { printOf } from './list-print.ts';
import { csvOf } from './list-csv.ts';
import type { ListTable } from './list-table.ts';
import { isTagged, paperSizeOf } from './print-size.ts';

export interface ListJob {
  readonly bridge: Pick<Bridge, 'call'>;
  readonly clock: Clock;
  readonly locale: string;
  readonly table: ListTable;
  readonly target: ListTarget;
  /** Number of rows, from the first one on. In print it may be fewer than all. */
  readonly rows: number;
  readonly signal: AbortSignal;
  /** Called with the number of rows written; all of them while the pages are drawn. */
  readonly onProgress: (rows: number) => void;
}

/** Rows per step. A step takes a few milliseconds, then the window can respond. */
const ROWS_A_STEP = 250;

/** Sends a list to main in pieces, so that it is never whole in memory here. Main writes the file. */
export async function sendList(job: ListJob): Promise<ListEnded> {
  const { bridge, clock, table, target, rows, signal, onProgress } = job;
  const name = `${table.title} ${plainDateAt(clock.nowMs())}`.slice(0, LIST_NAME_MOST);
  const begun = await bridge.call('lists.begin', { name, target });
  if (begun.kind !== 'begun') return begun;
  const { listId } = begun;
  const giveUp = async (): Promise<ListEnded> => {
    await bridge.call('lists.giveUp', { listId });
    return { kind: 'cancelled' };
  };
  const stop = (): void => void bridge.call('lists.giveUp', { listId });

  let written = 0;
  for (const piece of piecesOf(job)) {
    for (const text of cutText(piece, LIST_TEXT_MOST)) {
      if (signal.aborted) return giveUp();
      const added = await bridge.call('lists.append', { listId, text });
      if (added.kind === 'failed') return added;
    }
    onProgress(Math.min(written, rows));
    written += ROWS_A_STEP;
  }
  if (signal.aborted) return giveUp();
  onProgress(rows);
  signal.addEventListener('abort', stop, { once: true });
  const setup = { paper: paperSizeOf(job.locale), tagged: isTagged(rows) };
  const ended = await bridge.call('lists.end', { listId, setup });
  signal.removeEventListener('abort', stop);
  return signal.aborted && ended.kind === 'failed' ? { kind: 'cancelled' } : ended;
}

/** Yields the head, the rows in steps, and the end. */
function* piecesOf({ table, target, rows, locale, clock }: ListJob): Generator<string> {
  const nowMs = clock.nowMs();
  const pages = { locale, nowMs, today: plainDateAt(nowMs), rows };
  const text = target === 'csv' ? { ...csvOf(table, locale), end: '' } : printOf(table, pages);
  yield text.head;
  for (let from = 0; from < rows; from += ROWS_A_STEP)
    yield text.rows(from, Math.min(from + ROWS_A_STEP, rows));
  if (text.end !== '') yield text.end;
}

/** Pieces of at most `most` characters. A surrogate pair is never split, since half of it is no character. */
export function* cutText(text: string, most: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + most, text.length);
    if (to < text.length && isFirstHalf(text.charCodeAt(to - 1))) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether a UTF-16 unit is the first half of a surrogate pair. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
