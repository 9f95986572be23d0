import { useEarlierApprovals } from '../../kit/hooks/use-approvals.ts';
import { useRef, useState, type RefObject } from 'react';
import { ListHeader } from './list/ListHeader.tsx';
import { lazy } from '../../kit/ui/lazy.tsx';
import { useReview } from '../../kit/services/review.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { messages } from '../../kit/text/messages.ts';
import { type MenuPlace, useMenuOn } from '../../kit/ui/menu-place.ts';
import { Message } from '../../kit/ui/Message.tsx';
import { usePainted } from '../../kit/ui/painted.ts';
import { useListAfterClicks } from '../../kit/hooks/use-shortcuts.ts';
import { focusList } from '../../kit/ui/focus-list.ts';
import { useStable } from '../../kit/hooks/use-stable.ts';
import type { Annotating } from './detail/use-annotating.ts';
import { type ShownBills, useListChoice } from './list/use-bill-list.ts';
import { BillDetail } from './detail/BillDetail.tsx';
import { BillGrid } from './list/BillGrid.tsx';
import '../../kit/parts/list-detail.css';
import {
  isBillShown,
  rowsToActOn,
  useNoteWriter,
  useReviewing,
  useReviewShortcuts,
  type Reviewing,
} from './use-reviewing.ts';
import { PaneEdge } from '../../kit/parts/PaneEdge.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { useExport } from '../../kit/export/ExportMenu.tsx';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { vendorFacts } from './detail/vendor-facts.ts';

const SelectionBar = lazy(() => import('./approve/SelectionBar.tsx'), 'SelectionBar');
const FlagKinds = lazy(() => import('./list/FlagKinds.tsx'), 'FlagKinds');
const FirstPull = lazy(() => import('./list/FirstPull.tsx'), 'FirstPull');
const ListMessages = lazy(() => import('./list/ListMessages.tsx'), 'ListMessages');
const NoBills = lazy(() => import('./list/NoBills.tsx'), 'NoBills');
const OnHoldDialog = lazy(
  () => import('../../kit/parts/OnHoldDialog.tsx'),
  'OnHoldDialog',
  'overKeys',
);
const ExportSteps = lazy(
  () => import('../../kit/export/ExportSteps.tsx'),
  'ExportSteps',
  'overKeys',
);
const RowMenu = lazy(() => import('./RowMenu.tsx'), 'RowMenu', 'overKeys');
const SnoozeDialog = lazy(() => import('./detail/SnoozeDialog.tsx'), 'SnoozeDialog', 'overKeys');
const HoldDialog = lazy(() => import('./detail/HoldDialog.tsx'), 'HoldDialog', 'overKeys');
const SecondCopyDialog = lazy(
  () => import('./approve/SecondCopyDialog.tsx'),
  'SecondCopyDialog',
  'overKeys',
);
const BillActions = lazy(() => import('./BillActions.tsx'), 'BillActions');
const BulkDialog = lazy(() => import('./approve/BulkDialog.tsx'), 'BulkDialog', 'overKeys');

/** The list of bills and the current bill. */
export function ReviewScreen() {
  const grid = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const detail = useRef<HTMLElement>(null);
  const reviewing = useReviewing();
  useReviewShortcuts(reviewing, { search, note, detail });
  useListAfterClicks(grid);
  const billPage = useBillPage(reviewing.list);
  const { approving, selection } = reviewing;
  const { shown } = reviewing.current;
  const writeNote = useNoteWriter(reviewing.change, note);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu = (at: MenuPlace, row: BillRow): void =>
    setMenu({ at, rows: rowsToActOn(reviewing, row) });
  const acts = useActs(reviewing, openMenu);
  return (
    <div className={reviewing.view.detailOpen ? 'review review--open' : 'review'}>
      <h1 className="visually-hidden">{messages.app.screens.review}</h1>
      {/* Shown above list and bill, because the bill covers the list in a small window. */}
      {approving.refused && (
        <div className="review__refused">
          <Message urgent sentence={approving.refused} onDismiss={approving.dismiss} />
        </div>
      )}
      <List reviewing={reviewing} acts={acts} grid={grid} search={search} />
      <PaneEdge />
      <Detail
        view={reviewing.view}
        row={shown}
        list={reviewing.list}
        annotating={reviewing.annotating}
        isSelecting={selection.rows.some(({ bill }) => bill.id !== shown?.bill.id)}
        saving={approving.saving}
        acts={acts}
        note={note}
        detail={detail}
      />
      {menu && (
        <RowMenu
          {...menu}
          reviewing={reviewing}
          onPrint={billPage.print}
          onNote={writeNote}
          onClose={() => setMenu(null)}
        />
      )}
      {billPage.flow.step && <ExportSteps {...billPage.flow} />}
      <BillActions reviewing={reviewing} onPrint={billPage.print} />
      <Dialogs reviewing={reviewing} />
    </div>
  );
}

interface OpenMenu {
  readonly at: MenuPlace;
  readonly rows: readonly BillRow[];
}

/** Actions of the screen's parts. The functions keep their identity, so that they cause no redraw. */
function useActs(
  { approving, change, current, showVendor, jumpTo }: Reviewing,
  openMenu: (at: MenuPlace, row: BillRow) => void,
) {
  return useStable({
    openMenu,
    showVendor,
    jumpTo,
    approve: approving.approveShown,
    approveUnflagged: approving.askForUnflagged,
    moveTo: current.moveTo,
    toFirst: () => {
      current.moveTo(0);
      focusList();
    },
    showBill: () => change({ detailOpen: true }),
    showList: () => change({ detailOpen: false }),
  });
}

interface ListProps {
  readonly reviewing: Reviewing;
  readonly acts: ReturnType<typeof useActs>;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly search: RefObject<HTMLInputElement | null>;
}

function List({ reviewing, acts, grid, search }: ListProps) {
  const { view, choose, list, current, selection, approving, annotating } = reviewing;
  const choice = useListChoice(view);
  const { flag } = view.filter;
  return (
    <div className="review__list">
      <ListHeader
        choice={choice}
        onChoose={choose}
        shown={list}
        searchRef={search}
        onDone={focusList}
        onFirst={acts.toFirst}
        onShow={acts.showList}
      />
      <FirstPull />
      <ListMessages />
      <ListAnswers reviewing={reviewing} />
      {flag === 'routine' && list.layout.entryCount > 0 && (
        <RoutineLane bills={list.layout.rows.length} onApprove={approving.askForRoutine} />
      )}
      {flag !== null && flag !== 'routine' && flag !== 'paidUnapproved' && (
        <FlagKinds shown={flag} onChoose={choose} />
      )}
      {selection.rows.length > 0 && (
        <SelectionBar
          selected={selection.rows}
          approved={list.approved}
          isSaving={approving.isSavingAny(selection.rows)}
          annotating={annotating}
          today={list.today}
          onApprove={approving.askForSelected}
          onClear={selection.clear}
        />
      )}
      {list.layout.entryCount > 0 ? (
        <BillGrid
          gridRef={grid}
          shown={list}
          position={current.position}
          selection={selection}
          saving={approving.saving}
          onMove={acts.moveTo}
          onOpen={acts.showBill}
          onApproveUnflagged={acts.approveUnflagged}
          onMenu={acts.openMenu}
          onChoose={choose}
        />
      ) : (
        <NoBills view={view} list={list.choice.list} today={list.today} onChoose={choose} />
      )}
    </div>
  );
}

/** Explains an unexpected effect of the last key. */
function ListAnswers({ reviewing: { annotating, skipping } }: Pick<ListProps, 'reviewing'>) {
  return (
    <>
      {annotating.refused && (
        <Message urgent sentence={annotating.refused} onDismiss={annotating.dismissRefused} />
      )}
      {skipping.atEnd && (
        <Message tone="info" sentence={skipping.atEnd} onDismiss={skipping.dismiss} />
      )}
    </>
  );
}

interface DetailProps {
  readonly view: Reviewing['view'];
  /** The current bill; null for none. */
  readonly row: BillRow | null;
  readonly list: ShownBills;
  readonly annotating: Annotating;
  /** Whether keys act on the selected bills instead of this one. */
  readonly isSelecting: boolean;
  readonly saving: ReadonlySet<string>;
  readonly acts: ReturnType<typeof useActs>;
  readonly note: RefObject<HTMLTextAreaElement | null>;
  readonly detail: RefObject<HTMLElement | null>;
}

function Detail(props: DetailProps) {
  const { view, row, list, annotating, isSelecting, saving, acts, note, detail } = props;
  useMenuOn(detail, (at) => {
    if (row !== null) acts.openMenu(at, row);
    return row !== null;
  });
  const { pace } = useReview();
  usePainted(() => pace.drawn('details', row !== null && isBillShown(view) ? [row] : []));
  const current = row ? (list.approved.get(row.bill.id) ?? null) : null;
  const earlier = useEarlierApprovals(row, current);
  return (
    <BillDetail
      row={row}
      approval={current}
      earlier={earlier}
      today={list.today}
      hasBills={row !== null || list.isBehind ? null : list.layout.entryCount > 0}
      annotating={annotating}
      isSelecting={isSelecting}
      isSaving={row !== null && saving.has(row.bill.id)}
      noteRef={note}
      detailRef={detail}
      isOpen={view.detailOpen}
      onApprove={acts.approve}
      onBack={acts.showList}
      onNoteDone={focusList}
      onChoose={acts.jumpTo}
      onShowVendor={acts.showVendor}
    />
  );
}

function Dialogs({ reviewing: { list, approving, annotating } }: Pick<ListProps, 'reviewing'>) {
  const { question } = approving;
  return (
    <>
      {annotating.asked && (
        <SnoozeDialog
          rows={annotating.asked}
          today={list.today}
          onChoose={annotating.snoozeUntil}
          onClose={annotating.cancel}
        />
      )}
      {annotating.askedHold && (
        <HoldDialog
          rows={annotating.askedHold.billsToHold}
          kept={annotating.askedHold.kept}
          hold={annotating.presentHold}
          onHold={annotating.hold}
          onClose={annotating.cancel}
        />
      )}
      {question?.asks.kind === 'hold' && (
        <OnHoldDialog
          held={question.asks.held}
          onClose={approving.cancelQuestion}
          onConfirm={approving.answer}
        />
      )}
      {question?.asks.kind === 'copy' && (
        <SecondCopyDialog
          row={question.row}
          copies={question.asks.copies}
          annotating={annotating}
          onClose={approving.cancelQuestion}
          onConfirm={approving.answer}
        />
      )}
      {approving.asked && (
        <BulkDialog
          summary={approving.asked}
          onClose={approving.cancel}
          onConfirm={approving.confirm}
          onIncludeFlagged={approving.includeFlagged}
          reason={approving.reason}
          onReason={approving.chooseReason}
        />
      )}
    </>
  );
}

interface RoutineLaneProps {
  /** Number of routine bills in the list. */
  readonly bills: number;
  readonly onApprove: () => void;
}

/** Approves the routine bills together, once the user has looked at them and turned this on. */
function RoutineLane({ bills, onApprove }: RoutineLaneProps) {
  const { workspace } = useData();
  const { announce } = useShell();
  const { routineOn } = useObservable(workspace.settings);
  const text = messages.flags.routine;
  const turn = (isOn: boolean): void => {
    workspace.commands
      .changeSettings({ routineOn: isOn })
      .catch(() => announce(messages.settings.saveFailed));
  };
  return (
    <Message
      tone={routineOn ? 'good' : 'info'}
      sentence={routineOn ? text.lane(bills) : text.off}
      actions={
        !routineOn ? (
          <Button size="small" onPress={() => turn(true)}>
            {text.turnOn}
          </Button>
        ) : (
          <>
            <Button size="small" variant="primary" icon="check" onPress={onApprove}>
              {text.approve(bills)}
            </Button>
            <Button size="small" variant="quiet" onPress={() => turn(false)}>
              {text.turnOff}
            </Button>
          </>
        )
      }
    />
  );
}

function useBillPage({ approved }: Pick<ShownBills, 'approved'>) {
  const { workspace, clock } = useData();
  const { locale, run } = useShell();
  const names = useOrganizationNames();
  const flow = useExport();
  const print = async (row: BillRow): Promise<void> => {
    const { billPage } = await import('./detail/bill-page.ts');
    const { bills, flags, annotations } = workspace;
    const { bill, organizationId } = row;
    const organizationOf = (id: string) => names.get(id) ?? id;
    const table = billPage({
      row,
      organizationOf,
      approved,
      approval: approved.get(bill.id) ?? null,
      flags: flags.flagsOf(bill.id),
      billOf: (billId) => bills.get(billId)?.bill ?? null,
      // The latest bills would be wrong while only part of the bills is loaded.
      latest: bills.firstScreen.get() ? [] : vendorFacts(row, bills.ofVendor(row), []).latest,
      note: annotations.annotationOf(organizationId, bill.id)?.note ?? '',
      organization: organizationOf(organizationId),
      nowMs: clock.nowMs(),
      locale,
    });
    flow.start('printer', table);
  };
  return { flow, print: (row: BillRow) => run(print(row)) };
}
