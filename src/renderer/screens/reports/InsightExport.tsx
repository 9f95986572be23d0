import { useServices } from '../../kit/services.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { insightTable, type InsightTableParts } from './insight-table.ts';
import { useOrganizationShown } from '../../kit/export/use-organization-shown.ts';

/** Exports every table of Insights, each currency by itself. */
export function InsightExport({ groups }: Pick<InsightTableParts, 'groups'>) {
  const { locale } = useServices();
  const today = useToday();
  const organization = useOrganizationShown();
  return <ExportMenu table={() => insightTable({ groups, organization, today, locale })} />;
}
