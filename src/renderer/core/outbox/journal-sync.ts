import type { Clock } from '../../../base/clock.ts';
import {
  digestOfIds,
  MAX_FROM_JOURNAL,
  MAX_NOTES,
  type ApprovalEnd,
  type ApprovalNote,
} from '../../../bridge/approval.ts';
import { createSerial } from '../../../base/serial.ts';
import { inParts } from '../../../base/in-parts.ts';
import type { Bridge } from '../../../bridge/client.ts';
import type { Outbox } from './outbox.ts';
import type { Approval } from '../model/approval.ts';
import type { OrderedTime } from '../time/ordered-time.ts';
import { correctedApproval, factsForMain, restoredApproval } from './journaled-approval.ts';

/**
 * Reports ended approvals, and approvals missing in the journal, to main, and rebuilds missing outbox rows from the
 * journal. A browser silently drops the whole database when it finds it damaged (ADR 12).
 */
export interface JournalSync {
  /** Reports ends that the outbox has just written and main does not know yet. Never throws. */
  written(rows: readonly Approval[]): void;
  /** Ends approvals that main has journaled and the disk has refused: they do not exist. Never throws. */
  notStored(approvalIds: readonly string[]): void;
  /**
   * Compares the connection's rows with the journal and completes both. Corrects rows whose end contradicts the
   * journal, because another program edited them. Resolves when no row is missing.
   * @throws when the disk refuses the rows, or main cannot read all of them from the journal; approving without them
   * could approve a bill twice
   */
  reconcile(connectionId: string): Promise<void>;
  /** See `Approval.profileEpoch`; the value main sent last. */
  profileEpoch(): string;
}

export interface JournalSyncDeps {
  readonly bridge: Bridge;
  readonly clock: Clock;
  readonly orderedTime: OrderedTime;
  readonly outbox: Pick<Outbox, 'approvals' | 'add' | 'correct'>;
  onFault(problem: unknown): void;
}

export function createJournalSync(deps: JournalSyncDeps): JournalSync {
  const { bridge, outbox, clock, orderedTime } = deps;
  let profileEpoch = '';

  // One report at a time: the note of an undo must not overtake that of its approval.
  const inTurn = createSerial();
  const report = (notes: readonly ApprovalNote[]): Promise<void> =>
    inTurn(async () => {
      // Writing many rows has used this task's time, so let the window respond first.
      if (notes.length > MAX_NOTES) await clock.sleep(0);
      // If main cannot write a note, it logs that, and the next start reports the note again.
      for (const some of inParts(notes, MAX_NOTES)) await bridge.call('approvals.note', some);
    });

  const restore = async (ids: readonly string[]): Promise<void> => {
    for (const some of inParts(ids, MAX_FROM_JOURNAL)) {
      const found = await bridge.call('approvals.fromJournal', some);
      if (found.length < some.length) throw new Error('the journal lacks approvals');
      const time = { nowMs: clock.nowMs(), orderedNowMs: orderedTime.nowMs() };
      await outbox.add(found.map((journaled) => restoredApproval(journaled, time)));
    }
  };

  /** Compares ended rows with main's own findings. */
  const correct = async (rows: readonly Approval[]): Promise<void> => {
    for (const some of inParts(rows, MAX_FROM_JOURNAL)) {
      const asked = some.map(({ id, attempt }) => ({
        approvalId: id,
        attempt: Math.max(1, attempt),
      }));
      const findings = await bridge.call('approvals.findAttempts', asked);
      const time = { nowMs: clock.nowMs(), orderedNowMs: orderedTime.nowMs() };
      const corrected = some.flatMap((row, at) => {
        const found = findings[at];
        return (found && correctedApproval(row, found, time)) ?? [];
      });
      if (corrected.length > 0) await outbox.correct(corrected);
    }
  };

  const reconcile: JournalSync['reconcile'] = async (connectionId) => {
    const endedHere = outbox.approvals
      .get()
      .filter((row) => endNotes(row).length > 0)
      .map(({ id }) => id);
    const request = { connectionId, ended: digestOfIds(endedHere) };
    const journal = await bridge.call('approvals.idsInJournal', request);
    profileEpoch = journal.profileEpoch;
    if (journal.known === null) return;
    const open = new Set(journal.known.open);
    const ended = new Set(journal.known.ended === 'same' ? endedHere : journal.known.ended);
    const isDoubtful = ({ id, state }: Approval): boolean =>
      state === 'withdrawn' || (state === 'confirmed' && open.has(id));
    await correct(outbox.approvals.get().filter(isDoubtful));
    const rows = outbox.approvals.get();
    const kept = new Set(rows.map(({ id }) => id));
    await restore([...open, ...ended].filter((id) => !kept.has(id)));
    for (const id of journal.known.retired) ended.add(id);
    const isNew = (row: Approval): boolean => !open.has(row.id) && !ended.has(row.id);
    const unreported = [
      ...rows.filter(isNew).map(approvedNote),
      ...rows.filter(({ id }) => !ended.has(id)).flatMap(endNotes),
    ];
    // Callers need not wait: the next start reports again.
    report(unreported).catch(deps.onFault);
  };

  return {
    written: (rows) => {
      const isJournaled = ({ history }: Approval): boolean =>
        ['confirmed', 'restored', 'listedApproved'].includes(history.at(-1)?.event ?? '');
      report(rows.filter((row) => !isJournaled(row)).flatMap(endNotes)).catch(deps.onFault);
    },
    notStored: (approvalIds) => {
      const ended = { kind: 'ended', how: 'notStored' } as const;
      report(approvalIds.map((approvalId) => ({ ...ended, approvalId }))).catch(deps.onFault);
    },
    reconcile,
    profileEpoch: () => profileEpoch,
  };
}

function approvedNote(row: Approval): ApprovalNote {
  return { kind: 'approved', ...factsForMain(row), approvedAtMs: row.approvedAtMs };
}

const confirmations: Readonly<Record<NonNullable<Approval['confirmedBy']>, ApprovalEnd>> = {
  service: 'confirmedByService',
  seen: 'seenPaid',
  user: 'markedConfirmed',
};

function endNotes({ id, state, confirmedBy }: Approval): ApprovalNote[] {
  const confirmed = state === 'confirmed' ? confirmations[confirmedBy ?? 'service'] : null;
  const how = state === 'withdrawn' ? 'withdrawn' : confirmed;
  return how === null ? [] : [{ kind: 'ended', approvalId: id, how }];
}
