import { type ReactNode, useRef } from 'react';
import { Menu, MenuContext, MenuItem, Popover, Separator } from 'react-aria-components';
import { tabRowsOf } from '../export/list-csv.ts';
import type { ListTable } from '../export/list-table.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import '../ui/choice.css';
import { KeyHint } from '../ui/Keys.tsx';
import type { MenuPlace } from '../ui/menu-place.ts';
import { useReadFirst } from '../ui/painted.ts';
import type { ShortcutCommand } from '../actions/shortcuts.ts';
import { useOpenInService } from './OpenInService.tsx';

export interface BillMenuAction {
  readonly id: string;
  readonly label: string;
  /** The command whose key does the same. */
  readonly command?: ShortcutCommand;
  run(): void;
}

export interface BillMenuProps {
  readonly at: MenuPlace;
  /** At least one bill. `amount` is the text on screen. */
  readonly bills: readonly {
    readonly id: string;
    readonly number: string | null;
    readonly amount: string;
  }[];
  /** Returns the table that an export of these bills would contain. */
  readonly table: () => ListTable;
  /** The screen's main actions, above the others. */
  readonly mainActions?: readonly BillMenuAction[];
  /** Further actions of the screen. */
  readonly actions?: readonly BillMenuAction[];
  readonly onClose: () => void;
}

const focused = { autoFocus: 'first' } as const;

/** Context menu of the bills under the pointer, or under the focus when a key opened it. */
export function BillMenu(props: BillMenuProps) {
  const { at, bills, table, mainActions = [], actions = [], onClose } = props;
  useReadFirst(true);
  const anchor = useRef<HTMLSpanElement>(null);
  const { showToast, run, locale } = useShell();
  const inService = useOpenInService();
  const text = messages.review.copy;
  const [first] = bills;
  const copy = (content: string): void => {
    run(navigator.clipboard.writeText(content).then(() => showToast(text.done)));
    onClose();
  };
  const open = async (): Promise<void> => {
    onClose();
    if (inService === null || first === undefined) return;
    const isOpened = await inService.open({ billId: first.id, billNumber: first.number });
    if (!isOpened) showToast(messages.approvals.notOpened);
  };
  const lines = (read: (bill: (typeof bills)[number]) => string | null): string =>
    bills.map((bill) => read(bill) ?? '').join('\n');
  const label =
    bills.length === 1
      ? (first?.number ?? messages.review.noNumber)
      : messages.review.bills(bills.length);
  const entryOf = (action: BillMenuAction): ReactNode => (
    <Entry
      key={action.id}
      label={action.label}
      {...(action.command && { command: action.command })}
      run={() => {
        onClose();
        action.run();
      }}
    />
  );
  return (
    <>
      <span ref={anchor} className="menu__anchor" style={{ left: at.xPx, top: at.yPx }} />
      <Popover
        className="popover menu"
        aria-label={label}
        triggerRef={anchor}
        placement="bottom start"
        offset={0}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        {/* Like a menu that a button opens, it focuses its first entry. */}
        <MenuContext value={focused}>
          <Menu className="listbox" aria-label={label}>
            {mainActions.map(entryOf)}
            {mainActions.length > 0 && <Separator className="menu__line" />}
            {bills.some(({ number }) => number !== null) && (
              <Entry label={text.number} run={() => copy(lines(({ number }) => number))} />
            )}
            <Entry label={text.amount} run={() => copy(lines(({ amount }) => amount))} />
            <Entry label={text.row} run={() => copy(tabRowsOf(table(), locale))} />
            <Entry label={messages.review.detail.copyId} run={() => copy(lines(({ id }) => id))} />
            {inService !== null && bills.length === 1 && (
              <>
                <Separator className="menu__line" />
                <Entry label={inService.label} run={() => run(open())} />
              </>
            )}
            {actions.length > 0 && <Separator className="menu__line" />}
            {actions.map(entryOf)}
          </Menu>
        </MenuContext>
      </Popover>
    </>
  );
}

function Entry({ label, command, run }: Omit<BillMenuAction, 'id'>) {
  return (
    <MenuItem className="menu__item" textValue={label} onAction={run}>
      <span>{label}</span>
      {command && <KeyHint command={command} />}
    </MenuItem>
  );
}
