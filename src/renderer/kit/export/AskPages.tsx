import type { ListTarget } from '../../../bridge/list-export.ts';
import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { ListTable } from './list-table.ts';
import { PAPER_MOST_ROWS, paperChoice } from './paper.ts';
import type { ExportStep } from './use-export.ts';

export interface AskPagesProps {
  readonly step: Extract<ExportStep, { kind: 'asking' }>;
  readonly onAnswer: (table: ListTable, target: ListTarget, rows: number) => void;
  readonly onClose: () => void;
}

/** Before hundreds of pages are drawn: all of them, the first ones, or a sheet instead? */
export function AskPages({ step: { table, target }, onAnswer, onClose }: AskPagesProps) {
  const { locale } = useServices();
  const words = en.export.long;
  const { first, all } = paperChoice(table.rowCount);
  const say = (count: number): string => count.toLocaleString(locale);
  return (
    <Dialog
      title={words.title(table.formatRows(table.rowCount))}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={() => onAnswer(table, 'csv', table.rowCount)}>{words.asCsv}</Button>
          {all !== null && (
            <Button onPress={() => onAnswer(table, target, table.rowCount)}>
              {words.all(say(table.rowCount))}
            </Button>
          )}
          <Button look="primary" onPress={() => onAnswer(table, target, first.rows)}>
            {words.first(say(first.rows))}
          </Button>
        </>
      }
    >
      <p>
        {all === null
          ? words.tooLong(say(PAPER_MOST_ROWS), say(first.rows), say(first.pages))
          : words.pages(say(all.pages), say(first.rows), say(first.pages))}
      </p>
    </Dialog>
  );
}
