import type { FoundBills } from '../../core/bills/bill-columns.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import type { Grouper } from '../../core/bills/list-groups.ts';
import {
  gather,
  gatherSimilar,
  layOutGroups,
  type Gathered,
  type ListLayout,
} from './list-layout.ts';

/** The list on screen, laid out again and again as bills leave it. */
export interface ListLayouts {
  /**
   * The layout of the rows but for those left out; the same one as before when nothing is another.
   * @param excluded ids of bills that are not in the list, such as those approved
   */
  layOut(list: ListToLayOut): ListLayout;
}

export interface ListToLayOut {
  /** In the order of the list. */
  readonly found: FoundBills;
  /** Finds with a wrong letter, to stand below; null for none. */
  readonly similar: FoundBills | null;
  readonly excluded: ReadonlySet<string>;
  /** Null for a list without headings. */
  readonly grouper: Grouper | null;
  readonly lastFirst: boolean;
}

/** When more have left at once, laying out everything is the cheaper way. */
const MOST_AT_ONCE = 64;

/**
 * Remembers the last layout: an approval takes one bill out of 100,000, and walking all of them for it
 * would be felt. What comes out is always what laying out everything would give.
 */
export function createListLayouts(): ListLayouts {
  let last: {
    readonly list: ListToLayOut;
    readonly groups: readonly Gathered[];
    readonly layout: ListLayout;
  } | null = null;

  const groupsOf = (list: ListToLayOut): readonly Gathered[] => {
    const gone = last === null ? null : newlyExcluded(last.list, list);
    if (last === null || gone === null) return gatherAll(list);
    const taken = gone.size === 0 ? last.groups : takeOut(last.groups, gone);
    return taken ?? gatherAll(list);
  };

  return {
    layOut: (list) => {
      const groups = groupsOf(list);
      const layout = groups === last?.groups ? last.layout : layOutGroups(groups);
      last = { list, groups, layout };
      return layout;
    },
  };
}

function gatherAll(list: ListToLayOut): readonly Gathered[] {
  const { found, similar, grouper, lastFirst, excluded } = list;
  const exact = gather(found, grouper, lastFirst, excluded);
  return similar === null ? exact : [...exact, ...gatherSimilar(similar, excluded)];
}

/** What left the same list since; null when it is another list, or bills have come back. */
function newlyExcluded(before: ListToLayOut, now: ListToLayOut): ReadonlySet<string> | null {
  const isSame =
    before.found === now.found &&
    before.similar === now.similar &&
    before.grouper === now.grouper &&
    before.lastFirst === now.lastFirst;
  if (!isSame || now.excluded.size < before.excluded.size) return null;
  if (before.excluded === now.excluded) return new Set();
  const gone = new Set([...now.excluded].filter((id) => !before.excluded.has(id)));
  // As many as there are more: otherwise others have come back meanwhile.
  const hasOnlyGrown = before.excluded.size + gone.size === now.excluded.size;
  return hasOnlyGrown && gone.size <= MOST_AT_ONCE ? gone : null;
}

/** The groups without these bills; null when one of them has no bill left. */
function takeOut(
  groups: readonly Gathered[],
  gone: ReadonlySet<string>,
): readonly Gathered[] | null {
  const isGone = ({ bill }: BillRow): boolean => gone.has(bill.id);
  let found = 0;
  const left = groups.map((group) => {
    const places = found === gone.size ? [] : placesOf(group.rows, isGone, gone.size - found);
    if (places.length === 0) return group;
    found += places.length;
    return without(group, places);
  });
  // An empty group has no heading.
  return left.every(({ rows }, at) => rows === groups[at]?.rows || rows.length > 0) ? left : null;
}

function placesOf(
  rows: readonly BillRow[],
  isWanted: (row: BillRow) => boolean,
  most: number,
): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < rows.length && places.length < most; at++) {
    const row = rows[at];
    if (row && isWanted(row)) places.push(at);
  }
  return places;
}

function without({ group, rows, amounts }: Gathered, places: readonly number[]): Gathered {
  const left = [...rows];
  const sums = new Map(amounts);
  for (const at of places.toReversed()) {
    const [row] = left.splice(at, 1);
    if (!row) continue;
    const { currency, amount_due_cents: cents } = row.bill;
    sums.set(currency, (sums.get(currency) ?? 0) - cents);
    if (!left.some(({ bill }) => bill.currency === currency)) sums.delete(currency);
  }
  return { group, rows: left, bills: left.length, amounts: sums };
}
