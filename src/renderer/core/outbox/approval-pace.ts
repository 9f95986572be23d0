import type { Clock } from '../../../base/clock.ts';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { BillRow } from '../model/bill-row.ts';

/** `tooEarly`: nobody can have read the bill yet. `tooMany`: more than that go through the bulk dialog. */
export type PaceRefusal = 'tooEarly' | 'tooMany';

/** The pace at which bills are approved one by one, in running time. */
export interface ApprovalPace {
  /** These bills are on screen. */
  drawn(rows: readonly BillRow[]): void;
  /** The cursor has reached this bill without a move of the user, after an approval for example. */
  ledTo(billId: string): void;
  /** Why this bill, as it is on screen, cannot be approved now; null when it can. */
  refusal(row: BillRow): PaceRefusal | null;
  /** A bill was approved by itself. */
  count(): void;
  /** Keeps no bill any longer. */
  forget(): void;
}

/** Time on screen after which a bill, unchanged, counts as read. */
const READ_MS = 250;
const MOST_A_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Bills remembered, the last drawn: many times what a screen shows. */
const MOST_DRAWN = 1_000;

export function createApprovalPace({ elapsedMs }: Pick<Clock, 'elapsedMs'>): ApprovalPace {
  const shown = new Map<string, { readonly row: BillRow; readonly sinceMs: number }>();
  let led: { readonly billId: string; readonly atMs: number } | null = null;
  let countedMs: readonly number[] = [];

  const readSinceMs = (row: BillRow): number => {
    const { id } = row.bill;
    const known = shown.get(id);
    if (!known || !isSame(known.row, row)) return elapsedMs();
    return led?.billId === id ? Math.max(known.sinceMs, led.atMs) : known.sinceMs;
  };

  return {
    drawn: (rows) => {
      for (const row of rows) {
        const { id } = row.bill;
        const known = shown.get(id);
        const sinceMs = known && isSame(known.row, row) ? known.sinceMs : elapsedMs();
        // Set anew, so that the first of the map is the one drawn longest ago.
        shown.delete(id);
        shown.set(id, { row, sinceMs });
      }
      for (const id of [...shown.keys()].slice(0, -MOST_DRAWN)) shown.delete(id);
    },
    ledTo: (billId) => {
      led = { billId, atMs: elapsedMs() };
    },
    refusal: (row) => {
      const nowMs = elapsedMs();
      if (nowMs - readSinceMs(row) < READ_MS) return 'tooEarly';
      const recent = countedMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      return recent.length < MOST_A_MINUTE ? null : 'tooMany';
    },
    count: () => {
      countedMs = [...countedMs, elapsedMs()].slice(-MOST_A_MINUTE);
    },
    forget: () => shown.clear(),
  };
}

/** A bill that was read again without a change is another row with the same facts. */
function isSame(left: BillRow, right: BillRow): boolean {
  return (
    left === right ||
    (left.organizationId === right.organizationId && factsOf(left) === factsOf(right))
  );
}

function factsOf({ bill }: BillRow): string {
  return fingerprint(snapshotOf(bill));
}
