import { useState } from 'react';
import { isPayable } from '../../../contract/assumptions.ts';
import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import type { PlainDate } from '../../core/time/days.ts';
import type { Sentence } from '../../kit/ui/sentences.ts';
import type { MarkResult } from '../../core/local/kept-mark.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { asideBefore } from '../../core/local/aside-undo.ts';
import { howAside } from '../../core/local/aside-view.ts';
import { sayBills } from './say-mark.ts';

export interface Marking {
  /** Asks until when; the answer goes to `snoozeUntil`. */
  askToSnooze(rows: readonly BillRow[]): void;
  dismiss(rows: readonly BillRow[]): void;
  putBack(rows: readonly BillRow[]): void;
  /** What is asked about; null while nothing is. */
  readonly asked: readonly BillRow[] | null;
  snoozeUntil(until: PlainDate): void;
  cancel(): void;
  /** Why nothing was put aside, until it is dismissed or something is. */
  readonly refused: Sentence | null;
  dismissRefused(): void;
}

export interface MarkingDeps {
  readonly today: PlainDate;
  readonly approved: { has(billId: string): boolean };
  /** Follows what was done: the bills may leave the list. */
  readonly onDone: (rows: readonly BillRow[]) => void;
}

/** Puts bills aside, on this computer alone, and back; says so, or why not. */
export function useMarking({ today, approved, onDone }: MarkingDeps): Marking {
  const { workspace, run, announce, clock, aside, locale } = useServices();
  const { marks } = workspace;
  const [asked, setAsked] = useState<readonly BillRow[] | null>(null);
  const [refused, setRefused] = useState<Sentence | null>(null);

  const act = async (
    rows: readonly BillRow[],
    title: string,
    how: () => Promise<MarkResult>,
  ): Promise<void> => {
    const before = asideBefore(marks, rows);
    const result = await how();
    setRefused(result === 'kept' ? null : notKept);
    announce(result === 'kept' ? title : notKept.title);
    if (result === 'notKept') return;
    aside.set({ title, atMs: clock.nowMs(), before });
    onDone(rows);
  };

  /** Goes on with those of the bills it can be done to. */
  const withFitting = (
    rows: readonly BillRow[],
    fits: (row: BillRow) => boolean,
    none: string,
    go: (fitting: readonly BillRow[]) => void,
  ): void => {
    const fitting = rows.filter(fits);
    if (fitting.length > 0) go(fitting);
    else announce(none);
  };
  const canBeAside = ({ bill }: BillRow): boolean =>
    isPayable(bill.status) && !approved.has(bill.id);
  const isAside = ({ organizationId, bill }: BillRow): boolean =>
    howAside(marks.markOf(organizationId, bill.id), today) !== null;

  return {
    asked,
    refused,
    dismissRefused: () => setRefused(null),
    askToSnooze: (rows) => withFitting(rows, canBeAside, en.marks.nothingToPutAside, setAsked),
    cancel: () => setAsked(null),
    snoozeUntil: (until) => {
      if (asked === null) return;
      setAsked(null);
      const title = en.marks.done.snoozed(sayBills(asked), shortDate(until, today, locale));
      run(act(asked, title, () => marks.snooze(asked, until)));
    },
    dismiss: (rows) =>
      withFitting(rows, canBeAside, en.marks.nothingToPutAside, (fitting) => {
        const title = en.marks.done.dismissed(sayBills(fitting));
        run(act(fitting, title, () => marks.dismiss(fitting)));
      }),
    putBack: (rows) =>
      withFitting(rows, isAside, en.marks.nothingToPutBack, (fitting) => {
        const title = en.marks.done.putBack(sayBills(fitting));
        run(act(fitting, title, () => marks.putBack(fitting)));
      }),
  };
}

const notKept: Sentence = { ...en.marks.notKept, quote: null, technical: null };
