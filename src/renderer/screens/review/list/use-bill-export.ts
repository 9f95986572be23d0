import { holdsHistory } from '../../../core/bills/lists/bill-list.ts';
import type { ListChoice } from '../../../core/model/list-choice.ts';
import { useNamesBesideBills, useOrganizationShown } from '../../../kit/hooks/use-organizations.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import type { BillExportParts } from './bill-export.ts';
import type { ListLayout } from './list-layout.ts';

/** Returns the parts of a table, for the layout of a list or of some of its rows. */
export function useBillExport(
  choice: ListChoice,
  { approved, today }: Pick<BillExportParts, 'approved' | 'today'>,
): (layout: ListLayout) => BillExportParts {
  const { workspace } = useData();
  const { locale } = useShell();
  const { flags, annotations } = workspace;
  const namesBesideBills = useNamesBesideBills();
  const organization = useOrganizationShown();
  return (layout) => ({
    choice,
    layout,
    approved,
    today,
    namesBesideBills,
    organization,
    locale,
    pull: workspace.pull.get(),
    conflicting: workspace.bills.conflictingIds.get(),
    flagsOf: (billId) => flags.flagsOf(billId),
    annotationOf: ({ organizationId, bill }) => annotations.annotationOf(organizationId, bill.id),
    withHistory: holdsHistory(choice.list),
  });
}
