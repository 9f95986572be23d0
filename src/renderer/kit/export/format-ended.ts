import { assertNever } from '../../../base/assert-never.ts';
import type { ListEnded } from '../../../bridge/list-export.ts';
import { formatCount } from '../text/count.ts';
import { en } from '../text/en.ts';
import type { Sentence } from '../ui/sentences.ts';
import type { ListTable } from './list-table.ts';

export interface EndedText {
  readonly tone: 'info' | 'danger';
  readonly sentence: Sentence;
}

/** How an export ended; null when there is nothing to say: cancelled, or seen to by the system. */
export function formatEnded(ended: ListEnded, table: ListTable, rows: number): EndedText | null {
  const words = en.export;
  switch (ended.kind) {
    case 'saved': {
      const all = table.formatRows(table.rowCount);
      const what = rows < table.rowCount ? words.partOf(formatCount(rows), all) : all;
      const sentence = { ...words.saved(ended.file, what), quote: null, technical: null };
      return { tone: 'info', sentence };
    }
    case 'printed':
    case 'cancelled':
      return null;
    case 'failed': {
      const technical = ended.technical === '' ? null : ended.technical;
      return { tone: 'danger', sentence: { ...words.failed[ended.why], quote: null, technical } };
    }
    default:
      return assertNever(ended);
  }
}
