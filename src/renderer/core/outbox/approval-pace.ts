import type { Clock } from '../../../base/clock.ts';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { BillRow } from '../model/bill-row.ts';

/** `tooEarly`: too soon for anyone to have read the bill. `tooMany`: use the bulk dialog for more. */
export type PaceRefusal = 'tooEarly' | 'tooMany';

/** Limits the pace of approving bills one by one, in running time. */
export interface ApprovalPace {
  /** Call when these bills are on screen. */
  drawn(rows: readonly BillRow[]): void;
  /**
   * Call when something that can approve covers the bills. A version drawn meanwhile counts as on screen from the end.
   * @returns ends it
   */
  cover(): () => void;
  /** Call when Billfold moves the cursor to this bill, for example after an approval. */
  cursorMovedTo(billId: string): void;
  /** Reason why this bill, as on screen, cannot be approved now; null when it can. */
  refusal(row: BillRow): PaceRefusal | null;
  /** Counts an approval of a single bill. */
  count(): void;
  forget(): void;
}

/** Time on screen after which a bill or a decision, unchanged, counts as read. */
export const READ_MS = 250;
/** Maximum approvals of single bills in a minute. */
const MAX_A_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Maximum bills to remember, the last ones drawn: many times the rows of a screen. */
const MAX_DRAWN = 1_000;

export function createApprovalPace({ elapsedMs }: Pick<Clock, 'elapsedMs'>): ApprovalPace {
  const shown = new Map<string, { readonly row: BillRow; readonly sinceMs: number }>();
  let covered = { fromMs: Infinity, untilMs: 0 };
  let moved: { readonly billId: string; readonly atMs: number } | null = null;
  let countedMs: readonly number[] = [];

  const readSinceMs = (row: BillRow): number => {
    const { id } = row.bill;
    const known = shown.get(id);
    if (!known || !isSame(known.row, row)) return elapsedMs();
    return Math.max(
      known.sinceMs,
      moved?.billId === id ? moved.atMs : 0,
      known.sinceMs < covered.fromMs ? 0 : covered.untilMs,
    );
  };

  return {
    drawn: (rows) => {
      for (const row of rows) {
        const { id } = row.bill;
        const known = shown.get(id);
        const sinceMs = known && isSame(known.row, row) ? known.sinceMs : elapsedMs();
        // Insert again, so that the map is in the order of drawing.
        shown.delete(id);
        shown.set(id, { row, sinceMs });
      }
      for (const id of [...shown.keys()].slice(0, -MAX_DRAWN)) shown.delete(id);
    },
    cover: () => {
      covered = { fromMs: elapsedMs(), untilMs: Infinity };
      return () => {
        covered = { ...covered, untilMs: elapsedMs() };
      };
    },
    cursorMovedTo: (billId) => {
      moved = { billId, atMs: elapsedMs() };
    },
    refusal: (row) => {
      const nowMs = elapsedMs();
      if (nowMs - readSinceMs(row) < READ_MS) return 'tooEarly';
      const recent = countedMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      return recent.length < MAX_A_MINUTE ? null : 'tooMany';
    },
    count: () => {
      countedMs = [...countedMs, elapsedMs()].slice(-MAX_A_MINUTE);
    },
    forget: () => shown.clear(),
  };
}

/** Reading a bill again without a change creates another row with the same facts. */
function isSame(left: BillRow, right: BillRow): boolean {
  return (
    left === right ||
    (left.organizationId === right.organizationId && factsOf(left) === factsOf(right))
  );
}

function factsOf({ bill }: BillRow): string {
  return fingerprint(snapshotOf(bill));
}
