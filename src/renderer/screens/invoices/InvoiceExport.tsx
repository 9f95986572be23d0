import { useServices } from '../../kit/services.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { invoiceTable, type InvoiceTableParts } from './invoice-table.ts';

export type InvoiceExportProps = Pick<InvoiceTableParts, 'rows' | 'columns' | 'search' | 'today'>;

/** Exports the invoices as they are on screen: always those of one organization. */
export function InvoiceExport(props: InvoiceExportProps) {
  const { workspace, locale } = useServices();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const organization = useOrganizationNames().get(organizationId) ?? organizationId;
  return (
    <ExportMenu
      isDisabled={props.rows.length === 0}
      table={() => invoiceTable({ ...props, organization, locale })}
    />
  );
}
