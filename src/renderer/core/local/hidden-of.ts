import type { HiddenOf } from '../bills/bill-filter.ts';
import type { Annotations } from './annotations.ts';

type Hiding = ReadonlyMap<string, 'snoozed' | 'dismissed'>;

/** Which bills the user has put aside, asked once for each organization. */
export function hiddenOn(annotations: Pick<Annotations, 'hiddenOn'>, today: string): HiddenOf {
  const known = new Map<string, Hiding>();
  // Neighbours are mostly of one organization.
  let last: { readonly organizationId: string; readonly hidden: Hiding } | null = null;
  return ({ organizationId, bill }) => {
    if (last?.organizationId !== organizationId) {
      const hidden = known.get(organizationId) ?? annotations.hiddenOn(organizationId, today);
      known.set(organizationId, hidden);
      last = { organizationId, hidden };
    }
    return last.hidden.size === 0 ? null : (last.hidden.get(bill.id) ?? null);
  };
}
