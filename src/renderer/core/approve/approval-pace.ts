import type { Clock } from '../../../base/clock.ts';
import { MAX_SINGLE_A_MINUTE } from '../../../bridge/approval.ts';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { BillRow } from '../model/bill-row.ts';

/** `tooEarly`: too soon for anyone to have read the bill. `tooMany`: use the bulk dialog for more. */
export type PaceRefusal = 'tooEarly' | 'tooMany';

/** Parts of the window that show bills. */
type Place = 'list' | 'details';

/** Limits the pace of approving bills one by one, by the monotonic clock. */
export interface ApprovalPace {
  /** Call when this part has been painted with exactly these bills. */
  drawn(place: Place, rows: readonly BillRow[]): void;
  /** Call for each key and click, with the time at which the user made it: a busy computer handles it later. */
  pressed(atMs: number): void;
  /** Whether the last key or click came too soon to have read something that is on screen since `sinceMs`. */
  isEarly(sinceMs: number): boolean;
  /**
   * Call when a dialog or menu that can approve opens over the bills. If a bill changes below it, the time to read the
   * new version begins when the dialog or menu closes.
   * @returns the function to call when it closes
   */
  overlayOpened(): () => void;
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
const MINUTE_MS = 60_000;

interface Drawn {
  readonly row: BillRow;
  readonly sinceMs: number;
}

export function createApprovalPace({ elapsedMs }: Pick<Clock, 'elapsedMs'>): ApprovalPace {
  const shown: Record<Place, ReadonlyMap<string, Drawn>> = { list: new Map(), details: new Map() };
  let pressedMs = Infinity;
  let overlay = { fromMs: Infinity, untilMs: 0 };
  let moved: { readonly billId: string; readonly atMs: number } | null = null;
  let countedMs: readonly number[] = [];

  /** Time since when this part has shown this version of the bill; Infinity if it does not show it. */
  const sinceMsIn = (place: Place, row: BillRow): number => {
    const drawn = shown[place].get(row.bill.id);
    return drawn && isSame(drawn.row, row) ? drawn.sinceMs : Infinity;
  };
  const readSinceMs = (row: BillRow): number => {
    const drawnMs = Math.min(sinceMsIn('list', row), sinceMsIn('details', row));
    return Math.max(
      drawnMs,
      moved?.billId === row.bill.id ? moved.atMs : 0,
      drawnMs < overlay.fromMs ? 0 : overlay.untilMs,
    );
  };

  const isEarly = (sinceMs: number): boolean =>
    Math.min(elapsedMs(), pressedMs) - sinceMs < READ_MS;

  return {
    drawn: (place, rows) => {
      const drawnMs = elapsedMs();
      shown[place] = new Map(
        rows.map((row) => [
          row.bill.id,
          { row, sinceMs: Math.min(drawnMs, sinceMsIn(place, row)) },
        ]),
      );
    },
    pressed: (atMs) => {
      pressedMs = atMs;
    },
    isEarly,
    overlayOpened: () => {
      overlay = { fromMs: elapsedMs(), untilMs: Infinity };
      return () => {
        overlay = { ...overlay, untilMs: elapsedMs() };
      };
    },
    cursorMovedTo: (billId) => {
      moved = { billId, atMs: elapsedMs() };
    },
    refusal: (row) => {
      if (isEarly(readSinceMs(row))) return 'tooEarly';
      const nowMs = elapsedMs();
      const recent = countedMs.filter((atMs) => nowMs - atMs < MINUTE_MS);
      return recent.length < MAX_SINGLE_A_MINUTE ? null : 'tooMany';
    },
    count: () => {
      countedMs = [...countedMs, elapsedMs()].slice(-MAX_SINGLE_A_MINUTE);
    },
    forget: () => {
      shown.list = new Map();
      shown.details = new Map();
    },
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
