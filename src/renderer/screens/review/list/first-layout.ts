import { isPayable } from '../../../../contract/assumptions.ts';
import type { BillIndex } from '../../../core/bills/index/bill-index.ts';
import { amountOf } from '../../../core/model/currency-totals.ts';
import { createWidestAmounts } from '../../../core/bills/index/widest-amounts.ts';
import type { FirstScreen } from '../../../core/bills/index/first-screen.ts';
import { nothing, type Sum, totalOf } from '../../../core/bills/figures/figures.ts';
import {
  dueGroup,
  dueGroups,
  endOfWeek,
  readPlainDate,
  type DueGroup,
  type WeekCalendar,
} from '../../../../base/days.ts';
import { layOut, type ListLayout, type ListSum } from './list-layout.ts';
import { addedUp, gatheredGroup } from './list-layouts.ts';

/**
 * Layout of the inbox by due date, or of search matches in it, before its bills are in memory.
 * @param excluded ids of bills that are not in the list, such as approved ones
 */
export function firstLayout(
  screen: Pick<FirstScreen, 'dues' | 'rows'>,
  bills: Pick<BillIndex, 'get'>,
  excluded: ReadonlySet<string>,
  { today, weekStartsOn }: WeekCalendar,
): ListLayout {
  const weekEnd = endOfWeek(today, weekStartsOn);
  const groupOf = (due: string | null | undefined): DueGroup =>
    dueGroup(readPlainDate(due), today, weekEnd);
  const groups = new Map(dueGroups.map((name) => [name, new Map<string, ListSum>()]));
  const add = (due: string | null | undefined, currency: string, more: Sum): void => {
    const sums = groups.get(groupOf(due));
    const sum = { ...totalOf([sums?.get(currency) ?? nothing, more]), settled: nothing };
    if (sum.bills > 0) sums?.set(currency, sum);
    else sums?.delete(currency);
  };
  for (const sum of screen.dues) add(sum.dueDate, sum.currency, sum);
  for (const billId of excluded) {
    const bill = bills.get(billId)?.bill;
    if (!bill || !isPayable(bill.status)) continue;
    add(bill.dueDate, bill.currency, { bills: -1, amountCents: -bill.amountDueCents });
  }
  const left = screen.rows
    .filter(({ bill }) => !excluded.has(bill.id))
    // The current and the selected bills are found by their rows in the index.
    .map((row) => bills.get(row.bill.id) ?? row);
  const rows = [...groups.keys()].flatMap((name) =>
    left.filter(({ bill }) => groupOf(bill.dueDate) === name),
  );
  const widest = createWidestAmounts();
  for (const { bill } of rows) widest.add(amountOf(bill));
  let from = 0;
  const gathered = [...groups].flatMap(([group, sums]) => {
    const { bills: count } = totalOf(sums.values());
    from += count;
    return count === 0
      ? []
      : gatheredGroup({ by: 'dueDate', group }, from - count, new Map(sums), 'due');
  });
  const sums = addedUp([...groups.values()]);
  return layOut({
    rows,
    groups: gathered,
    amountKind: 'due',
    widestAmounts: widest.all(),
    sums,
    gone: [],
    placeOf: () => null,
  });
}
