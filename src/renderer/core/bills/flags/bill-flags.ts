import type { UsualAmount } from './unusual-amount.ts';
import { createObservable, type Observable } from '../../../../base/observable.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import type { LiveBillIndex } from '../bill-index.ts';
import type { BillRow } from '../bill-row.ts';
import type { ChangedFlag, Flag } from './flag.ts';
import { createFlagIndex, type FlagIndex } from './flag-index.ts';
import { type SeenBills, seenChanges, seenFieldsOf } from './seen-bill.ts';

/** Reasons to look twice at a bill, and what was last seen of each, on this computer alone. */
export interface BillFlags {
  /** Grows whenever the flags of any bill may be others. */
  readonly version: Observable<number>;
  /** Most telling first; the same array until `version` grows. None when it cannot be approved. */
  flagsOf(billId: string): readonly Flag[];
  /** What its vendor usually billed before it, in its currency; null when that cannot be said. */
  usualOf(billId: string): UsualAmount | null;
  /** Whether it was viewed before, so that it can be compared. */
  isSeen(billId: string): boolean;
  /** The user has viewed the bill as it is now. */
  viewed(billId: string): void;
}

export interface BillFlagsDeps {
  readonly bills: LiveBillIndex;
  /** Organizations whose paid bills have been read once. */
  readonly historyReadOf: Observable<ReadonlySet<string>>;
  readonly lastSeen: SeenBills;
  readonly decisions: DuplicateDecisions;
}

/** What the user has decided about suspected duplicates. */
export interface DuplicateDecisions {
  /** Grows whenever an answer may be another. */
  readonly version: Observable<number>;
  /** Ids of the bills that this one is no duplicate of. */
  notDuplicateOf(organizationId: string, billId: string): readonly string[];
}

/**
 * The flags of the bills on screen, following the bills as pages arrive. Each organization's bills are
 * compared with their own: what one buys says nothing about another's bill.
 */
export function createBillFlags(deps: BillFlagsDeps): BillFlags {
  const { bills, historyReadOf, lastSeen, decisions } = deps;
  const version = createObservable(0);
  const indexes = new Map<string, FlagIndex>();
  const answers = new Map<string, readonly Flag[]>();
  /** Found when all bills were here last: what is compared with is not, until they are again. */
  const ofFirstScreen = new Map<string, readonly Flag[]>();
  let readOf: ReadonlySet<string> = new Set();

  const changed = (): void => {
    answers.clear();
    version.set(version.get() + 1);
  };

  const learnHistory = (): void => {
    if (!bills.loading.get()) ofFirstScreen.clear();
    const isRead = bills.loading.get() ? nothing : historyReadOf.get();
    if (isRead === readOf) return;
    readOf = isRead;
    changed();
  };

  const indexOf = (organizationId: string): FlagIndex => {
    const index = indexes.get(organizationId) ?? createFlagIndex();
    indexes.set(organizationId, index);
    return index;
  };

  const put = (billId: string): void => {
    const row = bills.get(billId);
    const home = row === null ? null : indexOf(row.organizationId);
    if (row !== null) home?.put(billId, row.bill);
    // Whose it was, of one that is gone, nobody knows.
    for (const index of indexes.values()) if (index !== home) index.put(billId, null);
  };

  const find = (billId: string): readonly Flag[] => {
    const row = bills.get(billId);
    const isRead = readOf.has(row?.organizationId ?? '');
    const found =
      ofFirstScreen.get(billId) ??
      (row === null
        ? []
        : indexOf(row.organizationId).flagsOf(
            billId,
            isRead,
            decisions.notDuplicateOf(row.organizationId, billId),
          ));
    const change = row && changedSinceSeen(row, lastSeen);
    if (!change) return found;
    const [first, ...rest] = found;
    return first?.kind === 'duplicate' ? [first, change, ...rest] : [change, ...found];
  };

  bills.watch((billIds) => {
    if (billIds === null) {
      for (const index of indexes.values()) index.clear();
      ofFirstScreen.clear();
    } else {
      for (const billId of billIds) {
        put(billId);
        ofFirstScreen.delete(billId);
      }
    }
    answers.clear();
  });
  bills.firstScreen.subscribe(() => {
    for (const [billId, flags] of bills.firstScreen.get()?.flags ?? []) {
      ofFirstScreen.set(
        billId,
        flags.filter(({ kind }) => kind !== 'changed'),
      );
    }
  });
  // With the bills: what comes from the disk is shown together.
  bills.version.subscribe(changed);
  bills.loading.subscribe(learnHistory);
  historyReadOf.subscribe(learnHistory);
  lastSeen.version.subscribe(changed);
  decisions.version.subscribe(changed);

  return {
    version,
    flagsOf: (billId) => {
      const known = answers.get(billId);
      if (known) return known;
      const found = find(billId);
      answers.set(billId, found);
      return found;
    },
    usualOf: (billId) => {
      const row = bills.get(billId);
      return row === null ? null : indexOf(row.organizationId).usualOf(billId);
    },
    viewed: (billId) => {
      const row = bills.get(billId);
      if (row) lastSeen.saw(row.organizationId, row.bill);
    },
    isSeen: (billId) => {
      const row = bills.get(billId);
      return row !== null && lastSeen.of(row.organizationId, billId) !== null;
    },
  };
}

/** What differs from when it was last viewed; null when nothing does, or it never was. */
function changedSinceSeen(
  { organizationId, bill }: BillRow,
  lastSeen: SeenBills,
): ChangedFlag | null {
  if (!isPayable(bill.status)) return null;
  const seen = lastSeen.of(organizationId, bill.id);
  if (seen === null) return null;
  const changes = seenChanges(seen.fields, seenFieldsOf(bill));
  return changes.length === 0 ? null : { kind: 'changed', seenAtMs: seen.seenAtMs, changes };
}

const nothing: ReadonlySet<string> = new Set();
