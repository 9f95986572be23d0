import type { ListTarget } from '../../../bridge/list-export.ts';
import { addDays, plainDateAt } from '../../../base/days.ts';
import { dueTest, unapprovedTest } from '../../core/bills/figures/unapproved-bills.ts';
import type { Hold } from '../../core/model/annotation.ts';
import { type BillRow, payableByDueDate } from '../../core/model/bill-row.ts';
import { useExport } from '../../kit/export/ExportMenu.tsx';
import { ExportSteps } from '../../kit/export/ExportSteps.tsx';
import { useOrganizationNames, useOrganizationShown } from '../../kit/hooks/use-organizations.ts';
import { useActions } from '../../kit/hooks/use-shortcuts.ts';
import { useNotShown } from '../../kit/parts/ConflictingIds.tsx';
import { useStatusContext } from '../../kit/parts/use-status-context.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { handoverTable, isOfDay, openQuestions } from './handover.ts';

/** Saves or prints the day's handover. */
export function useHandover() {
  const { workspace, clock } = useData();
  const { locale } = useShell();
  const names = useOrganizationNames();
  const organization = useOrganizationShown();
  const notShown = useNotShown();
  const { signInId } = useStatusContext();
  const flow = useExport();
  const start = (target: ListTarget): void => {
    const { bills, annotations, approvals } = workspace;
    const today = plainDateAt(clock.nowMs());
    const all = approvals.get();
    const rows = bills.query(payableByDueDate);
    const holdOf = ({ organizationId, bill }: BillRow): Hold | null =>
      annotations.annotationOf(organizationId, bill.id)?.hold ?? null;
    const tomorrow = addDays(today, 1);
    flow.start(
      target,
      handoverTable({
        approvals: all.filter((approval) => isOfDay(approval, today)),
        held: openQuestions(rows, approvals, holdOf),
        dueTomorrow: rows
          .filter(dueTest(tomorrow, tomorrow))
          .filter(unapprovedTest(all, annotations.outOfInboxOn, today)),
        names,
        // Memory has only the bills of the organizations on screen.
        only: names.size > 1 ? organization : null,
        notShown,
        today,
        locale,
        signInId,
      }),
    );
  };
  return { flow, start };
}

/** Commands of the palette for the day's handover. */
export function HandoverActions() {
  const { flow, start } = useHandover();
  const text = messages.export.handover;
  useActions([
    { id: 'handover.pdf', label: text.pdf, group: 'approvals', run: () => start('pdf') },
    { id: 'handover.print', label: text.print, group: 'approvals', run: () => start('printer') },
  ]);
  return flow.step && <ExportSteps {...flow} />;
}
