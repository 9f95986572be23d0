import type { ApprovalSection } from '../../core/outbox/approval-sections.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { approvalTable } from './approval-table.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';

export interface ApprovalExportProps {
  /** The tab on screen. */
  readonly section: ApprovalSection;
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
}

/** Exports the approvals of the tab on screen. */
export function ApprovalExport(props: ApprovalExportProps) {
  const names = useOrganizationNames();
  return (
    <ExportMenu
      isDisabled={props.approvals.length === 0}
      table={() => approvalTable({ ...props, names })}
    />
  );
}
