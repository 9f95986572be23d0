import { useRef } from 'react';
import { Menu, MenuContext, MenuItem, Popover, Separator } from 'react-aria-components';
import { tabRowsOf } from '../export/list-csv.ts';
import type { ListTable } from '../export/list-table.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import '../ui/choice.css';
import type { MenuPlace } from '../ui/menu-place.ts';
import { useOpenInService } from './OpenInService.tsx';

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
  /** Further actions of the screen. */
  readonly actions?: readonly {
    readonly id: string;
    readonly label: string;
    run(): void;
  }[];
  readonly onClose: () => void;
}

const focused = { autoFocus: 'first' } as const;

/** Context menu of the bills under the pointer, or under the focus when a key opened it. */
export function BillMenu({ at, bills, table, actions = [], onClose }: BillMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { showToast, run } = useShell();
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
            {bills.some(({ number }) => number !== null) && (
              <Entry label={text.number} run={() => copy(lines(({ number }) => number))} />
            )}
            <Entry label={text.amount} run={() => copy(lines(({ amount }) => amount))} />
            <Entry label={text.row} run={() => copy(tabRowsOf(table()))} />
            <Entry label={messages.review.detail.copyId} run={() => copy(lines(({ id }) => id))} />
            {inService !== null && bills.length === 1 && (
              <>
                <Separator className="menu__line" />
                <Entry label={inService.label} run={() => run(open())} />
              </>
            )}
            {actions.length > 0 && <Separator className="menu__line" />}
            {actions.map((action) => (
              <Entry
                key={action.id}
                label={action.label}
                run={() => {
                  onClose();
                  action.run();
                }}
              />
            ))}
          </Menu>
        </MenuContext>
      </Popover>
    </>
  );
}

function Entry({ label, run }: { readonly label: string; readonly run: () => void }) {
  return (
    <MenuItem className="menu__item" onAction={run}>
      {label}
    </MenuItem>
  );
}
