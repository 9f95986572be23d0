import { useEffect, useMemo } from 'react';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { positionAfterLeaving, rowToMoveTo } from './list-layout.ts';
import type { ReviewView } from '../../core/bills/review-view.ts';
import type { BillList } from './use-bill-list.ts';

export interface CurrentBill {
  readonly billId: string | null;
  /** Its place in the list, or null when the list does not hold it. */
  readonly position: number | null;
  moveTo(position: number): void;
  moveBy(steps: number): void;
  /** To the bill after the current one, which is about to leave the list. */
  moveOn(): void;
}

/**
 * Which bill is looked at, and how to go to another. The first of a list is taken when none is chosen,
 * but not while the first pull fills it: the bill on screen must never be exchanged under the user's
 * hand, and the first to come is seldom the first in the end.
 */
export function useCurrentBill(
  { layout, isBehind, settled }: Pick<BillList, 'layout' | 'isBehind' | 'settled'>,
  view: ReviewView,
  change: (part: Partial<ReviewView>) => void,
): CurrentBill {
  const { rows } = layout;
  const bills = rows.length;
  const position = useMemo(
    () => positionOf(rows, view.billId, view.position),
    [rows, view.billId, view.position],
  );

  const moveTo = (target: number): void => {
    const row = rowToMoveTo({ rows, isBehind }, target);
    if (row) change({ billId: row.bill.id, position: target });
  };

  useEffect(() => {
    if (position !== null && position !== view.position) change({ position });
    if (view.billId !== null || bills === 0 || isBehind || !settled) return;
    const [first] = rows;
    if (first) change({ billId: first.bill.id, position: 0 });
  }, [rows, bills, isBehind, settled, position, view.billId, view.position, change]);

  return {
    billId: view.billId,
    position,
    moveTo,
    moveBy: (steps) => {
      // A bill that has left the list is replaced by the one in its place.
      const target =
        position === null ? positionAfterLeaving(view.position, bills) : position + steps;
      if (target !== null) moveTo(Math.min(Math.max(target, 0), bills - 1));
    },
    moveOn: () => {
      if (position === null) return;
      if (position + 1 < bills) moveTo(position + 1);
      else if (position > 0) moveTo(position - 1);
    },
  };
}

/** @param near where it was: it is mostly there still, or one up when a bill has left before it */
function positionOf(rows: readonly BillRow[], billId: string | null, near: number): number | null {
  if (billId === null) return null;
  const isAt = (position: number): boolean => rows[position]?.bill.id === billId;
  const close = [near, near - 1].find(isAt);
  if (close !== undefined) return close;
  const found = rows.findIndex(({ bill }) => bill.id === billId);
  return found < 0 ? null : found;
}
