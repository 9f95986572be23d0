import { type ListTarget, listTargetSchema } from '../../../bridge/list-export.ts';
import { useActions } from '../hooks/use-shortcuts.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Opened, useOpener } from '../ui/opener.tsx';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import type { Export, ExportStep } from './export-flow.ts';
import type { ListTable } from './list-table.ts';
import { lazy } from '../ui/lazy.tsx';
import { memo, useState } from 'react';

const ExportSteps = lazy(() => import('./ExportSteps.tsx'), 'ExportSteps', 'overKeys');
const TargetMenu = lazy(() => import('./ExportDialogs.tsx'), 'TargetMenu');

export interface ExportMenuProps {
  /** Returns the list at the time of the export: all rows, filtered, sorted and grouped as on screen. */
  readonly table: () => ListTable | Promise<ListTable>;
  readonly isDisabled?: boolean;
}

const targets = listTargetSchema.options;

/** Saves or prints the list on screen. The command palette offers the same. */
export const ExportMenu = memo(({ table, isDisabled = false }: ExportMenuProps) => {
  const flow = useExport();
  const { opener, button } = useOpener('menu');
  const isBusy = flow.step?.kind === 'working';
  const { run } = useShell();
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

/** Exports a list. The code for it loads on first use. */
export function useExport(): Export {
  const { workspace, clock } = useData();
  const { locale, run } = useShell();
  const [step, onStep] = useState<ExportStep | null>(null);
  const from = { bridge: workspace.bridge, clock, locale, onStep };
  const flow = () => import('./export-flow.ts');
  return {
    step,
    start: (target, table) =>
      run(flow().then(({ startExport }) => startExport(from, target, table))),
    send: (table, target, rows) =>
      run(flow().then(({ sendExport }) => sendExport(from, target, table, rows))),
    dismiss: () => onStep(null),
  };
}
