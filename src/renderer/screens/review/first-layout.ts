import { isPayable } from '../../../contract/assumptions.ts';
import type { BillIndex } from '../../core/bills/bill-index.ts';
import type { FirstScreen } from '../../core/bills/first-screen.ts';
import { nothing, type Sum, totalOf } from '../../core/bills/figures.ts';
import {
  dueGroup,
  dueGroups,
  endOfWeek,
  readPlainDate,
  type DueGroup,
  type WeekCalendar,
} from '../../core/time/days.ts';
import { type Gathered, layOutGroups, type ListLayout } from './list-layout.ts';

/**
 * The inbox by due date from what is known of it before its bills are in memory.
 * @param excluded ids of bills that are not in the list, such as those approved
 */
export function firstLayout(
  screen: FirstScreen,
  bills: Pick<BillIndex, 'get'>,
  excluded: ReadonlySet<string>,
  { today, weekStartsOn }: WeekCalendar,
): ListLayout {
  const weekEnd = endOfWeek(today, weekStartsOn);
  const groupOf = (due: string | null | undefined): DueGroup =>
    dueGroup(readPlainDate(due), today, weekEnd);
  const groups = new Map(dueGroups.map((name) => [name, new Map<string, Sum>()]));
  const add = (due: string | null | undefined, currency: string, more: Sum): void => {
    const sums = groups.get(groupOf(due));
    const { bills: count, amountCents } = sums?.get(currency) ?? nothing;
    const sum = { bills: count + more.bills, amountCents: amountCents + more.amountCents };
    if (sum.bills > 0) sums?.set(currency, sum);
    else sums?.delete(currency);
  };
  for (const sum of screen.dues) add(sum.dueDate, sum.currency, sum);
  for (const billId of excluded) {
    const bill = bills.get(billId)?.bill;
    if (!bill || !isPayable(bill.status)) continue;
    add(bill.due_date, bill.currency, { bills: -1, amountCents: -bill.amount_due_cents });
  }
  const rows = screen.rows.filter(({ bill }) => !excluded.has(bill.id));
  const gathered = [...groups].flatMap(([name, sums]): readonly Gathered[] => {
    if (sums.size === 0) return [];
    const amounts = [...sums].map(
      ([currency, { amountCents }]) => [currency, amountCents] as const,
    );
    return [
      {
        group: { by: 'dueDate', group: name },
        rows: rows.filter(({ bill }) => groupOf(bill.due_date) === name),
        bills: totalOf(sums.values()).bills,
        amounts: new Map(amounts),
      },
    ];
  });
  return layOutGroups(gathered);
}
