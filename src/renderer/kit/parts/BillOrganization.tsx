import { en } from '../text/en.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import './organizations.css';
import { useNamesBesideBills } from '../hooks/use-organizations.ts';

/** Whose bill it is, where bills of several organizations stand together. */
export function BillOrganization({ row }: { readonly row: BillRow }) {
  const names = useNamesBesideBills();
  if (names === null) return null;
  return (
    <p className="detail__organization">
      <span className="visually-hidden">{en.organizations.ofBill}</span>
      {names.get(row.organizationId) ?? row.organizationId}
    </p>
  );
}
