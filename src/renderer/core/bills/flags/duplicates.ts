import { compareValues } from '../../../../base/compare-values.ts';
import { isSameNumber } from './bill-keys.ts';
import { duplicateFields, type DuplicateField, type DuplicateFlag } from '../../model/flag.ts';
import type { FlagEntry } from './flag-entry.ts';

/** Number of the four fields that must agree. */
const MIN_SAME = 3;
/** Maximum number of copies to name, because a person would not compare more. */
const MAX_OTHERS = 8;

/**
 * Bills that a bill may be a copy of: they share three of vendor, number, date and total with it.
 * A vendor's monthly bills with the same amount share only vendor and total, so they do not count.
 * @param candidates other bills that are not void; those that share less are ignored
 */
export function duplicateOf(
  entry: FlagEntry,
  candidates: Iterable<FlagEntry>,
): DuplicateFlag | null {
  const matches = [...candidates]
    .map((other) => ({ other, same: sameFields(entry, other) }))
    .filter(({ same }) => same.length >= MIN_SAME)
    .toSorted(likelierFirst)
    .slice(0, MAX_OTHERS);
  const [best] = matches;
  if (!best) return null;
  return {
    kind: 'duplicate',
    strength: best.same.length === duplicateFields.length ? 'exact' : 'near',
    same: best.same,
    otherIds: matches.map(({ other }) => other.bill.id),
    copyIds: matches.filter(isCopy).map(({ other }) => other.bill.id),
  };
}

/** Fields in which two bills agree. A missing field never agrees. */
function sameFields(one: FlagEntry, other: FlagEntry): readonly DuplicateField[] {
  const isSame: Record<DuplicateField, boolean> = {
    // A copy may have a vendor's name that only looks the same.
    vendor: one.name !== null && one.name.look === other.name?.look,
    number: isSameNumber(one.bill.billNumber, other.bill.billNumber),
    date: one.date !== null && one.date === other.date,
    total:
      one.bill.totalCents === other.bill.totalCents && one.bill.currency === other.bill.currency,
  };
  return duplicateFields.filter((field) => isSame[field]);
}

interface Match {
  readonly other: FlagEntry;
  readonly same: readonly DuplicateField[];
}

/** Whether it is the same bill, perhaps with the date on which the vendor sent it again. */
function isCopy({ same }: Match): boolean {
  return duplicateFields.every((field) => field === 'date' || same.includes(field));
}

// Among equal matches, paid bills come first, because paying twice costs the most.
function likelierFirst(left: Match, right: Match): number {
  return (
    right.same.length - left.same.length ||
    Number(right.other.bill.status === 'paid') - Number(left.other.bill.status === 'paid') ||
    compareValues(right.other.order, left.other.order) ||
    compareValues(left.other.bill.id, right.other.bill.id)
  );
}
