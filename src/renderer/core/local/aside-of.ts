import type { AsideOf } from '../bills/sift-bills.ts';
import type { LocalMarks } from './local-marks.ts';

type Aside = ReadonlyMap<string, 'snoozed' | 'dismissed'>;

/** Which bills the user has put aside, asked once for each organization. */
export function asideOn(marks: Pick<LocalMarks, 'asideOn'>, today: string): AsideOf {
  const known = new Map<string, Aside>();
  // Neighbours are mostly of one organization.
  let last: { readonly organizationId: string; readonly aside: Aside } | null = null;
  return ({ organizationId, bill }) => {
    if (last?.organizationId !== organizationId) {
      const aside = known.get(organizationId) ?? marks.asideOn(organizationId, today);
      known.set(organizationId, aside);
      last = { organizationId, aside };
    }
    return last.aside.size === 0 ? null : (last.aside.get(bill.id) ?? null);
  };
}
