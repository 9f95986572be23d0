import { useEffect, useMemo, useState } from 'react';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { type ListRows, positionAfterLeaving, rowToMoveTo } from './list-layout.ts';
import type { ReviewView } from '../../core/bills/review-view.ts';
import type { ShownBills } from './use-bill-list.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/first-messages.ts';
import type { Sentence } from '../../kit/ui/sentences.ts';

export interface CurrentBill {
  /** What keys act on; null while the list is still another than was asked for. */
  readonly billId: string | null;
  /** What is on screen: for the moment the list takes to follow, what was there. */
  readonly shown: BillRow | null;
  /** Place of that bill in the list, or null when the list does not hold it. */
  readonly position: number | null;
  moveTo(position: number): void;
  moveBy(steps: number): void;
  /** To this place after what was done to other bills: the user has not chosen it. */
  leadTo(position: number): void;
  /** To the bill after the current one, which is about to leave the list. */
  moveOn(): void;
}

type Listed = Pick<ShownBills, 'layout' | 'isBehind' | 'settled'>;

/**
 * Which bill is viewed, and how to go to another. The first of a list is taken when none is chosen,
 * but not while the first pull fills it: the bill on screen must never be exchanged under the user's
 * hand, and the first to come is seldom the first in the end.
 */
export function useCurrentBill(
  list: Listed,
  view: ReviewView,
  change: (part: Partial<ReviewView>) => void,
): CurrentBill {
  const { isBehind } = list;
  const { rows } = list.layout;
  const bills = rows.length;
  const billId = view.billId ?? firstOf(list);
  const { workspace, pace } = useServices();
  const { get } = workspace.bills;
  const shown = billId === null ? null : get(billId);
  const position = useMemo(
    () => positionOf(rows, shown, view.position),
    [rows, shown, view.position],
  );

  const moveTo = (target: number): void => {
    const row = rowToMoveTo({ rows, isBehind }, target);
    if (row) change({ billId: row.bill.id, position: target });
  };

  const leadTo = (target: number): void => {
    moveTo(target);
    const row = rows.at(target);
    if (row) pace.ledTo(row.bill.id);
  };

  useEffect(() => {
    if (view.billId === null) {
      // It is on screen by now; from here on it stays, whatever comes to stand before it.
      if (billId !== null) change({ billId, position: 0 });
    } else if (position !== null && position !== view.position) change({ position });
  }, [billId, position, view.billId, view.position, change]);

  return {
    billId,
    shown,
    position,
    moveTo,
    leadTo,
    moveBy: (steps) => {
      // A bill that has left the list is replaced by the one in its place.
      const target =
        position === null ? positionAfterLeaving(view.position, bills) : position + steps;
      if (target !== null) moveTo(Math.min(Math.max(target, 0), bills - 1));
    },
    moveOn: () => {
      if (position === null) return;
      if (position + 1 < bills) leadTo(position + 1);
      else if (position > 0) leadTo(position - 1);
    },
  };
}

/** The first of a list that is there; the first of any other is not what was asked for. */
function firstOf({ layout, isBehind, settled }: Listed): string | null {
  return isBehind || !settled ? null : (layout.rows.at(0)?.bill.id ?? null);
}

/** @param near where it was: it is mostly there still, or one up when a bill has left before it */
function positionOf(rows: ListRows, row: BillRow | null, near: number): number | null {
  if (row === null) return null;
  const close = [near, near - 1].find((position) => position >= 0 && rows.at(position) === row);
  const found = close ?? rows.indexOf(row);
  return found < 0 ? null : found;
}

export interface Skipping {
  /** Leaves the current bill as it is and goes to the next. */
  skip(): void;
  /** That the list has come to its end, until another bill is viewed. */
  readonly atEnd: Sentence | null;
  dismiss(): void;
}

/** Skipping moves on without deciding: the bill stays where it is in the list. */
export function useSkip(current: CurrentBill, bills: number): Skipping {
  const { workspace, announce } = useServices();
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const { billId, position } = current;
  // Of the bill at the end alone: once another is viewed it is no longer true.
  const isAtEnd = endedAt !== null && endedAt === billId;
  return {
    skip: () => {
      if (billId === null || position === null) return;
      setSkipped(new Set([...skipped, billId]));
      announce(messages.views.skip.skipped(workspace.bills.get(billId)?.bill.billNumber ?? billId));
      if (position + 1 < bills) current.moveTo(position + 1);
      else setEndedAt(billId);
    },
    atEnd: isAtEnd ? messages.views.skip.last(skipped.size) : null,
    dismiss: () => setEndedAt(null),
  };
}

/** Shorter than this a bill was passed over, not viewed. */
const VIEWED_AFTER_MS = 1_000;

/**
 * Remembers that the bill on screen was viewed. The first view is kept after a moment; a later one
 * when the bill is left, so that "changed since you last looked" stays for as long as it is read.
 * @param billId the bill that can be seen; null while none can
 */
export function useViewed(billId: string | null): void {
  const { workspace, clock } = useServices();
  useEffect(() => {
    if (billId === null) return undefined;
    const { bills, flags } = workspace;
    const contentNow = () => bills.get(billId)?.bill;
    let content = contentNow();
    let isViewed = false;
    let passed = new AbortController();
    const wait = async (): Promise<void> => {
      const { signal } = passed;
      await clock.sleep(VIEWED_AFTER_MS, signal);
      if (signal.aborted) return;
      isViewed = true;
      if (!flags.isSeen(billId)) flags.viewed(billId);
    };
    // A bill that changes on screen has not been viewed as it is now: the moment begins anew.
    const stop = bills.version.subscribe(() => {
      if (content === contentNow()) return;
      content = contentNow();
      isViewed = false;
      passed.abort();
      passed = new AbortController();
      void wait();
    });
    void wait();
    return () => {
      stop();
      passed.abort();
      if (isViewed) flags.viewed(billId);
    };
  }, [workspace, clock, billId]);
}
