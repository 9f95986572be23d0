import { useServices } from '../../kit/services.ts';
import { useNamesBesideBills } from '../../kit/hooks/use-organizations.ts';
import { holdsHistory } from '../../core/bills/bill-list.ts';
import type { ReviewView } from '../../core/bills/review-view.ts';
import type { BillList } from './use-bill-list.ts';
import { billTable } from './bill-table.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { useOrganizationShown } from '../../kit/export/use-organization-shown.ts';

export interface BillExportProps {
  readonly view: ReviewView;
  readonly list: Pick<BillList, 'layout' | 'approved' | 'today'>;
}

/** Exports the list of bills as it is on screen. */
export function BillExport({ view, list }: BillExportProps) {
  const { workspace, locale } = useServices();
  const { flags, marks } = workspace;
  const namesBesideBills = useNamesBesideBills();
  const organization = useOrganizationShown();
  return (
    <ExportMenu
      isDisabled={list.layout.rows.length === 0}
      table={() =>
        billTable({
          ...list,
          choice: view,
          flagsOf: (billId) => flags.flagsOf(billId),
          noteOf: (organizationId, billId) =>
            marks.annotationOf(organizationId, billId)?.note ?? '',
          namesBesideBills,
          organization,
          withHistory: holdsHistory(view.list),
          locale,
        })
      }
    />
  );
}
