import { useServices } from '../app/services.ts';
import { useToday } from '../app/use-now.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { insightTable, type InsightTableParts } from './insight-table.ts';
import { useOrganizationShown } from './use-organization-shown.ts';

/** Exports every table of Insights, each currency by itself. */
export function InsightExport({ groups }: Pick<InsightTableParts, 'groups'>) {
  const { locale } = useServices();
  const today = useToday();
  const organization = useOrganizationShown();
  return <ExportMenu table={() => insightTable({ groups, organization, today, locale })} />;
}
