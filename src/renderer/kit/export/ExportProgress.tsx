import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import type { ExportStep } from './use-export.ts';

export interface ExportProgressProps {
  readonly step: Extract<ExportStep, { kind: 'working' }>;
}

/** How far a long export is, and the way out of it. */
export function ExportProgress({ step: { target, done, all, cancel } }: ExportProgressProps) {
  const { locale } = useServices();
  const words = en.export;
  const isDrawing = target !== 'csv' && done === all;
  const text = isDrawing
    ? words.drawing
    : words.progress(done.toLocaleString(locale), all.toLocaleString(locale));
  return (
    <Dialog
      title={words.working[target]}
      isOpen
      onClose={cancel}
      role="alertdialog"
      actions={<Button onPress={cancel}>{words.cancel}</Button>}
    >
      <div className="export-progress">
        <ProgressBar
          label={words.working[target]}
          part={isDrawing || all === 0 ? null : done / all}
          valueText={text}
        />
        <p>{text}</p>
      </div>
    </Dialog>
  );
}
