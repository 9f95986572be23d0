import { createObservable, type Observable } from '../../base/observable.ts';
import { isPayable } from '../../contract/assumptions.ts';
import type { LiveBillIndex } from '../cache/bill-index.ts';
import type { BillFlags, PullStatus } from '../workspace.ts';
import type { ChangedFlag, Flag } from './flag.ts';
import { createFlagIndex } from './flag-index.ts';
import type { LastSeen } from './last-seen.ts';
import { seenChanges, seenFieldsOf } from './seen-bill.ts';

export interface BillFlagsDeps {
  readonly bills: LiveBillIndex;
  readonly pull: Observable<PullStatus>;
  readonly lastSeen: LastSeen;
}

/** The flags of the bills on screen, following the bills as pages arrive. */
export function createBillFlags({ bills, pull, lastSeen }: BillFlagsDeps): BillFlags {
  const version = createObservable(0);
  const index = createFlagIndex();
  const answers = new Map<string, readonly Flag[]>();
  let isHistoryRead = false;

  const changed = (): void => {
    answers.clear();
    version.set(version.get() + 1);
  };

  const learnHistory = (): void => {
    const isRead = pull.get().historyAsOfMs !== null && !bills.loading.get();
    if (isRead === isHistoryRead) return;
    isHistoryRead = isRead;
    changed();
  };

  /** What differs from the last look; null when nothing does, or there was none. */
  const changedSinceSeen = (billId: string): ChangedFlag | null => {
    const row = bills.get(billId);
    if (row === null || !isPayable(row.bill.status)) return null;
    const look = lastSeen.of(row.organizationId, billId);
    if (look === null) return null;
    const changes = seenChanges(look.fields, seenFieldsOf(row.bill));
    return changes.length === 0 ? null : { kind: 'changed', seenAtMs: look.seenAtMs, changes };
  };

  const find = (billId: string): readonly Flag[] => {
    const change = changedSinceSeen(billId);
    const found = index.flagsOf(billId, isHistoryRead);
    if (change === null) return found;
    const [first, ...rest] = found;
    if (first?.kind === 'duplicate') return [first, change, ...rest];
    return [change, ...found];
  };

  bills.watch((billIds) => {
    if (billIds === null) index.clear();
    else for (const billId of billIds) index.put(billId, bills.get(billId)?.bill ?? null);
    changed();
  });
  bills.loading.subscribe(learnHistory);
  pull.subscribe(learnHistory);
  lastSeen.version.subscribe(changed);

  return {
    version,
    flagsOf: (billId) => {
      const known = answers.get(billId);
      if (known) return known;
      const found = find(billId);
      answers.set(billId, found);
      return found;
    },
    looked: (billId) => {
      const row = bills.get(billId);
      if (row) lastSeen.saw(row.organizationId, row.bill);
    },
    isSeen: (billId) => {
      const row = bills.get(billId);
      return row !== null && lastSeen.of(row.organizationId, billId) !== null;
    },
  };
}
