import { useCallback, useMemo } from 'react';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { useApprovals } from '../../../kit/hooks/use-approvals.ts';
import { atVersion, useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { isOfVendor, vendorFacts, type VendorFacts } from './vendor-facts.ts';

/** Facts about a bill's vendor, from this computer's data. */
export function useVendorFacts(row: BillRow): VendorFacts {
  const { workspace } = useData();
  const version = useObservable(workspace.bills.version);
  const approvals = useApprovals(
    useCallback((approval: Approval) => isOfVendor(approval, row), [row]),
  );
  return useMemo(
    () =>
      vendorFacts(
        row,
        atVersion(version, () => workspace.bills.ofVendor(row)),
        approvals,
      ),
    [workspace, row, version, approvals],
  );
}
