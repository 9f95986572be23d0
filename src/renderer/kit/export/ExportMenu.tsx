import { createPortal } from 'react-dom';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { listTargetSchema } from '../../../bridge/list-export.ts';
import { useActions } from '../actions.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { AskPages } from './AskPages.tsx';
import './export.css';
import { ExportProgress } from './ExportProgress.tsx';
import type { ListTable } from './list-table.ts';
import { formatEnded } from './format-ended.ts';
import { useExport } from './use-export.ts';

export interface ExportMenuProps {
  /** The list as it is when it is asked for: all its rows, filtered, sorted and grouped as on screen. */
  readonly table: () => ListTable;
  readonly isDisabled?: boolean;
}

const targets = listTargetSchema.options;

/** Saves or prints the list on screen. The command palette offers the same. */
export function ExportMenu({ table, isDisabled = false }: ExportMenuProps) {
  const { step, start, send, dismiss } = useExport(table);
  const isBusy = step?.kind === 'working';
  useActions(
    targets.map((target) => ({
      id: `export.${target}`,
      label: en.export.actions[target],
      group: 'view' as const,
      isDisabled: isDisabled || isBusy,
      run: () => start(target),
    })),
  );
  const said = step?.kind === 'over' ? formatEnded(step.ended, step.table, step.rows) : null;
  return (
    <>
      <MenuTrigger>
        <Button icon="download" isDisabled={isDisabled || isBusy}>
          {en.export.menu}
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="listbox" aria-label={en.export.menu}>
            {targets.map((target) => (
              <MenuItem
                key={target}
                id={target}
                className="menu__item"
                onAction={() => start(target)}
              >
                {en.export.targets[target]}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {step?.kind === 'asking' && <AskPages step={step} onAnswer={send} onClose={dismiss} />}
      {step?.kind === 'working' && step.isSlow && <ExportProgress step={step} />}
      {said &&
        // Out of the header: nothing around it may hold it in, or push the list down.
        createPortal(
          <div className="export-said">
            <Message
              tone={said.tone}
              urgent={said.tone === 'danger'}
              sentence={said.sentence}
              onDismiss={dismiss}
            />
          </div>,
          document.body,
        )}
    </>
  );
}
