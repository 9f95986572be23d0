import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { type ListRows, positionAfterLeaving, rowToMoveTo } from './list-layout.ts';
import type { ReviewView } from '../../../core/bills/lists/review-view.ts';
import type { ShownBills } from './use-bill-list.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useReview } from '../../../kit/services/review.ts';
import { useData } from '../../../kit/services/data.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { formatChanges } from '../../../kit/parts/format-flag.ts';
import { viewedChanges, viewedFieldsOf } from '../../../core/bills/flags/viewed-bill.ts';
import { formatBills } from '../detail/format-annotation.ts';
import type { Sentence } from '../../../kit/ui/sentences.ts';

export interface CurrentBill {
  /** Id of the bill that keys act on; null while the list belongs to an earlier choice. */
  readonly billId: string | null;
  /** The bill on screen. It stays for the moment the list takes to update. */
  readonly shown: BillRow | null;
  /** Its position in the list; null when it is not there. */
  readonly position: number | null;
  moveTo(position: number): void;
  moveBy(steps: number): void;
  /** Moves to this position after an action on other bills. The bill doesn't count as chosen by the user. */
  leadTo(position: number): void;
  /** Moves to the bill after the current one, which is about to leave the list. */
  moveOn(): void;
}

type Listed = Pick<ShownBills, 'layout' | 'isBehind' | 'settled'>;

/**
 * The current bill, and functions to move to others. By default it is the first of the list, but not during the first
 * crawl: the bill on screen must not change by itself, and the first bill to arrive seldom stays the first.
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
  const { workspace } = useData();
  const { pace } = useReview();
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
    if (row) pace.cursorMovedTo(row.bill.id);
  };

  // A layout effect, so that a key pressed before a search has shown its first bill doesn't approve it.
  useLayoutEffect(() => {
    if (view.billId === null) {
      if (billId === null) return;
      pace.cursorMovedTo(billId);
      // The bill is on screen now, so it stays even if others come before it.
      change({ billId, position: 0 });
    } else if (position !== null && position !== view.position) change({ position });
  }, [billId, position, view.billId, view.position, change, pace]);

  return {
    billId,
    shown,
    position,
    moveTo,
    leadTo,
    moveBy: (steps) => {
      // If the bill left the list, the one in its place is the next.
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

/** The first bill of a settled list; null while the list belongs to an earlier choice. */
function firstOf({ layout, isBehind, settled }: Listed): string | null {
  return isBehind || !settled ? null : (layout.rows.at(0)?.bill.id ?? null);
}

/** @param near previous position: the bill is usually still there, or one higher after another left */
function positionOf(rows: ListRows, row: BillRow | null, near: number): number | null {
  if (row === null) return null;
  const close = [near, near - 1].find((position) => position >= 0 && rows.at(position) === row);
  const found = close ?? rows.indexOf(row);
  return found < 0 ? null : found;
}

export interface Skipping {
  /** Leaves the current bill unchanged and moves to the next. */
  skip(): void;
  /** Message that the list has ended, until another bill is viewed; null otherwise. */
  readonly atEnd: Sentence | null;
  dismiss(): void;
}

/** Moves on without a decision: the bill keeps its place in the list. */
export function useSkip(current: CurrentBill, bills: number): Skipping {
  const { workspace } = useData();
  const { announce } = useShell();
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [endedAt, setEndedAt] = useState<string | null>(null);
  const { billId, position } = current;
  // True only for the bill at the end, so that the message goes with the next move.
  const isAtEnd = endedAt !== null && endedAt === billId;
  return {
    skip: () => {
      if (billId === null || position === null) return;
      setSkipped(new Set([...skipped, billId]));
      const row = workspace.bills.get(billId);
      announce(messages.views.skip.skipped(row === null ? billId : formatBills([row])));
      if (position + 1 < bills) current.moveTo(position + 1);
      else setEndedAt(billId);
    },
    atEnd: isAtEnd ? messages.views.skip.last(skipped.size) : null,
    dismiss: () => setEndedAt(null),
  };
}

/** Announces a change of the current bill. Screen readers don't repeat a bill that changes under the cursor. */
export function useChangesAnnounced(row: BillRow | null): void {
  const { announce, locale } = useShell();
  const last = useRef(row);
  useEffect(() => {
    const before = last.current;
    if (row === null || row === before) return;
    last.current = row;
    const { bill, organizationId } = row;
    if (before?.bill.id !== bill.id || before.organizationId !== organizationId) return;
    const changes = viewedChanges(viewedFieldsOf(before.bill), viewedFieldsOf(bill));
    if (changes.length === 0) return;
    const { named, badges } = messages.flags;
    const facts = sayAll(': ', [formatBills([row]), formatChanges(changes, { bill, locale })]);
    announce(sayAll(' ', [named(badges.changed), facts]));
  }, [row, announce, locale]);
}

/** Minimum time on screen for a bill to count as viewed, milliseconds. */
const VIEWED_AFTER_MS = 1_000;

/**
 * Records that the bill on screen was viewed. A first view is saved after a moment, a later one when the user
 * leaves the bill, so that "changed since you last looked" stays while it is read.
 * @param billId the visible bill; null for none
 */
export function useViewed(billId: string | null): void {
  const { workspace, clock } = useData();
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
    // If the bill changes on screen, the new version has not been viewed, so the time restarts.
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
