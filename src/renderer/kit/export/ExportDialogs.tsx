import { Menu, MenuItem } from 'react-aria-components';
import { type ListTarget, listTargetSchema } from '../../../bridge/list-export.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import type { ExportStep } from './export-flow.ts';
import type { ListTable } from './list-table.ts';
import { PRINT_MAX_ROWS, printChoice } from './print-size.ts';

export function TargetMenu({ onStart }: { readonly onStart: (target: ListTarget) => void }) {
  return (
    <Menu className="listbox" aria-label={messages.export.menu}>
      {listTargetSchema.options.map((target) => (
        <MenuItem key={target} id={target} className="menu__item" onAction={() => onStart(target)}>
          {messages.export.targets[target]}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface AskPagesProps {
  readonly step: Extract<ExportStep, { kind: 'asking' }>;
  readonly onAnswer: (table: ListTable, target: ListTarget, rows: number) => void;
  readonly onClose: () => void;
}

/** Asks before drawing hundreds of pages: all of them, only the first ones, or a CSV instead. */
export function AskPages({ step: { table, target }, onAnswer, onClose }: AskPagesProps) {
  const { locale } = useShell();
  const text = messages.export.long;
  const { first, all } = printChoice(table.rowCount);
  const format = (count: number): string => count.toLocaleString(locale);
  return (
    <Dialog
      title={text.title(table.formatRows(table.rowCount))}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={() => onAnswer(table, 'csv', table.rowCount)}>{text.asCsv}</Button>
          {all !== null && (
            <Button onPress={() => onAnswer(table, target, table.rowCount)}>
              {text.all(format(table.rowCount))}
            </Button>
          )}
          <Button variant="primary" onPress={() => onAnswer(table, target, first.rows)}>
            {text.first(format(first.rows))}
          </Button>
        </>
      }
    >
      <p>
        {all === null
          ? text.tooLong(format(PRINT_MAX_ROWS), format(first.rows), format(first.pages))
          : text.pages(format(all.pages), format(first.rows), format(first.pages))}
      </p>
    </Dialog>
  );
}

interface ExportProgressProps {
  readonly step: Extract<ExportStep, { kind: 'working' }>;
}

/** Progress of a long export, with a Cancel button. */
export function ExportProgress({ step: { target, done, all, cancel } }: ExportProgressProps) {
  const { locale } = useShell();
  const text = messages.export;
  const isDrawing = target !== 'csv' && done === all;
  const progress = isDrawing
    ? text.drawing
    : text.progress(done.toLocaleString(locale), all.toLocaleString(locale));
  return (
    <Dialog
      title={text.working[target]}
      onClose={cancel}
      role="alertdialog"
      actions={<Button onPress={cancel}>{text.cancel}</Button>}
    >
      <div className="export-progress">
        <ProgressBar
          label={text.working[target]}
          part={isDrawing || all === 0 ? null : done / all}
          valueText={progress}
        />
        <p>{progress}</p>
      </div>
    </Dialog>
  );
}
