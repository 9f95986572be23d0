import type { BillRow } from '../../core/model/bill-row.ts';
import { useExport } from '../../kit/export/ExportMenu.tsx';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { vendorFacts } from './detail/vendor-facts.ts';
import type { ShownBills } from './list/use-bill-list.ts';

/** Prints one bill. */
export function useBillPage({ approved }: Pick<ShownBills, 'approved'>) {
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
      approval: approved.get(bill.id) ?? null,
      flags: flags.flagsOf(bill.id),
      billOf: (billId) => bills.get(billId)?.bill ?? null,
      // While only part of the bills is loaded, the latest ones would be wrong.
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
