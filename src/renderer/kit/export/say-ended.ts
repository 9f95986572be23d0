import { assertNever } from '../../../base/assert-never.ts';
import type { ListEnded } from '../../../bridge/list-file.ts';
import { sayCount } from '../text/count.ts';
import { en } from '../text/en.ts';
import type { Sentence } from '../ui/sentences.ts';
import type { ListTable } from './list-table.ts';

export interface EndedWords {
  readonly tone: 'info' | 'danger';
  readonly sentence: Sentence;
}

/** How an export ended; null when there is nothing to say: cancelled, or seen to by the system. */
export function sayEnded(ended: ListEnded, table: ListTable, rows: number): EndedWords | null {
  const words = en.export;
  switch (ended.kind) {
    case 'saved': {
      const all = table.sayRows(table.rowCount);
      const what = rows < table.rowCount ? words.partOf(sayCount(rows), all) : all;
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
