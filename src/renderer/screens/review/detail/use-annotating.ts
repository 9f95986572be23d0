import { useMemo, useState, useSyncExternalStore } from 'react';
import { isPayable } from '../../../../contract/assumptions.ts';
import { useStable } from '../../../kit/hooks/use-stable.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { useReview } from '../../../kit/services/review.ts';
import type { LocalChange } from '../../../kit/services/undo-stack.ts';
import { messages } from '../../../kit/text/messages.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import type { PlainDate } from '../../../../base/days.ts';
import type { Sentence } from '../../../kit/ui/sentences.ts';
import type { AnnotationResult } from '../../../core/local/stored-annotation.ts';
import { type Annotation, type Hold, toHold } from '../../../core/model/annotation.ts';
import type { BillRow, OrganizationBill } from '../../../core/model/bill-row.ts';
import { annotationsBefore, returnToPlaces } from '../../../core/local/return-to-places.ts';
import { outOfInboxAs } from '../../../core/local/out-of-inbox.ts';
import type { OutOfInbox } from '../../../core/model/list-choice.ts';
import { formatBills } from './format-annotation.ts';

/** Actions on annotations. The object stays the same until a dialog or a refusal changes. */
export interface Annotating {
  /** Stores whether two bills are duplicates. */
  setDuplicate(pair: readonly [BillRow, BillRow], isDuplicate: boolean): void;
  /** Asks until when to snooze; `snoozeUntil` takes the answer. */
  askToSnooze(rows: readonly BillRow[]): void;
  hide(rows: readonly BillRow[]): void;
  /** Asks why to hold the bills; `hold` takes the answer. */
  askToHold(rows: readonly BillRow[]): void;
  /** Bills the hold dialog asks about, and the number of those that keep their hold; null while it is closed. */
  readonly askedHold: AskedHold | null;
  /** Present hold of the single bill it asks about; null for none. */
  readonly presentHold: Hold | null;
  /** @param withMail whether to open a mail draft about the bill, too */
  hold(hold: Omit<Hold, 'atMs'>, withMail: boolean): void;
  release(rows: readonly BillRow[]): void;
  returnToInbox(rows: readonly BillRow[]): void;
  /** Bills the snooze dialog asks about; null while it is closed. */
  readonly asked: readonly BillRow[] | null;
  snoozeUntil(until: PlainDate): void;
  cancel(): void;
  /** Reason why nothing was hidden; null once it is dismissed or another action succeeds. */
  readonly refused: Sentence | null;
  dismissRefused(): void;
}

type AskedHold = ReturnType<typeof toHold<BillRow>>;

interface AnnotatingDeps {
  readonly today: PlainDate;
  readonly approved: { has(billId: string): boolean };
  /**
   * Called when an action begins. The returned function is called when the action is saved, since bills may then leave
   * the list.
   */
  readonly onAct: (rows: readonly BillRow[]) => () => void;
}

/** Hides bills on this computer only, returns them to the inbox, and reports the result. */
export function useAnnotating({ today, approved, onAct }: AnnotatingDeps): Annotating {
  const { workspace, clock } = useData();
  const { run, announce, showToast, locale } = useShell();
  const { undos } = useReview();
  const { annotations } = workspace;
  const { notSaved } = messages.annotations;
  const [asked, setAsked] = useState<readonly BillRow[] | null>(null);
  const [askedHold, setAskedHold] = useState<AskedHold | null>(null);
  const [refused, setRefused] = useState<Sentence | null>(null);

  const remember = (
    title: LocalChange['title'],
    rows: readonly BillRow[],
    undo: () => Promise<AnnotationResult>,
  ): void =>
    undos.push({ title, atMs: clock.nowMs(), billIds: rows.map(({ bill }) => bill.id), undo });

  const act = async (
    rows: readonly BillRow[],
    title: LocalChange['title'],
    how: () => Promise<AnnotationResult>,
  ): Promise<void> => {
    const before = annotationsBefore(annotations, rows);
    const onSaved = onAct(rows);
    const result = await how();
    setRefused(result === 'saved' ? null : notSaved);
    announce(result === 'saved' ? title(locale) : notSaved.title);
    if (result === 'notSaved') return;
    remember(title, rows, () => returnToPlaces(annotations, before));
    onSaved();
  };

  const holdOf = ({ organizationId, bill }: OrganizationBill): Hold | null =>
    annotations.annotationOf(organizationId, bill.id)?.hold ?? null;
  const [onlyAsked, ...othersAsked] = askedHold?.billsToHold ?? [];
  const presentHold = onlyAsked && othersAsked.length === 0 ? holdOf(onlyAsked) : null;

  const setHold = async (
    rows: readonly BillRow[],
    title: LocalChange['title'],
    hold: Hold | null,
  ): Promise<void> => {
    const before = new Map(rows.map((row) => [row.bill.id, holdOf(row)]));
    const result = await annotations.setHold(rows, () => hold);
    setRefused(result === 'saved' ? null : notSaved);
    announce(result === 'saved' ? title(locale) : notSaved.title);
    if (result === 'notSaved') return;
    remember(title, rows, () =>
      annotations.setHold(rows, ({ bill }) => before.get(bill.id) ?? null),
    );
  };

  /** Runs `go` with the bills that fit, or reports that none does. */
  const withFitting = (
    rows: readonly BillRow[],
    fits: (row: BillRow) => boolean,
    none: string,
    go: (fitting: readonly BillRow[]) => void,
  ): void => {
    const fitting = rows.filter(fits);
    if (fitting.length > 0) go(fitting);
    else showToast(none);
  };
  const canBeHidden = ({ bill }: BillRow): boolean =>
    isPayable(bill.status) && !approved.has(bill.id);
  const outOfInbox = ({ organizationId, bill }: BillRow): OutOfInbox | null =>
    outOfInboxAs(annotations.annotationOf(organizationId, bill.id), today);

  const draft = async (row: BillRow, hold: Omit<Hold, 'atMs'>): Promise<void> => {
    const { mailDraft } = await import('./mail-draft.ts');
    // A day that has passed cannot be the day of the answer.
    const answerBy = hold.answerBy !== null && hold.answerBy < today ? null : hold.answerBy;
    const mail = mailDraft(row.bill, { ...hold, answerBy }, locale);
    const isOpen = await workspace.bridge.call('app.draftMail', mail);
    if (!isOpen) setRefused(messages.annotations.noMail);
  };

  const acts = useStable({
    setDuplicate: (pair: readonly [BillRow, BillRow], isDuplicate: boolean) => {
      const keep = async (): Promise<void> => {
        const result = await annotations.setDuplicate(pair, isDuplicate);
        setRefused(result === 'saved' ? null : notSaved);
        const done = () =>
          messages.flags.decision[isDuplicate ? 'flaggedAgain' : 'notDuplicateDone'];
        announce(result === 'saved' ? done() : notSaved.title);
        if (result === 'notSaved') return;
        const title = () => messages.flags.decision.done(done(), formatBills(pair.slice(0, 1)));
        remember(title, pair, () => annotations.setDuplicate(pair, !isDuplicate));
      };
      run(keep());
    },
    dismissRefused: () => setRefused(null),
    askToSnooze: (rows: readonly BillRow[]) =>
      withFitting(rows, canBeHidden, messages.annotations.nothingToHide, setAsked),
    cancel: () => {
      setAsked(null);
      setAskedHold(null);
    },
    askToHold: (rows: readonly BillRow[]) =>
      withFitting(rows, canBeHidden, messages.annotations.nothingToHold, (fitting) => {
        const asking = toHold(fitting, holdOf);
        if (asking.billsToHold.length > 0) setAskedHold(asking);
        else announce(messages.annotations.hold.kept(asking.kept));
      }),
    hold: (hold: Omit<Hold, 'atMs'>, withMail: boolean) => {
      if (askedHold === null) return;
      setAskedHold(null);
      const { billsToHold } = askedHold;
      const title = () => messages.annotations.done.held(formatBills(billsToHold));
      run(setHold(billsToHold, title, { ...hold, atMs: clock.nowMs() }));
      const [row] = billsToHold;
      if (withMail && row) run(draft(row, hold));
    },
    release: (rows: readonly BillRow[]) =>
      run(setHold(rows, () => messages.annotations.done.released(formatBills(rows)), null)),
    snoozeUntil: (until: PlainDate) => {
      if (asked === null) return;
      setAsked(null);
      const title = (shown: string) =>
        messages.annotations.done.snoozed(formatBills(asked), shortDate(until, today, shown));
      run(act(asked, title, () => annotations.snooze(asked, until)));
    },
    hide: (rows: readonly BillRow[]) => {
      const { nothingToHide, alreadyHidden } = messages.annotations;
      const fits = (row: BillRow): boolean => canBeHidden(row) && outOfInbox(row) !== 'hidden';
      withFitting(rows, fits, rows.some(canBeHidden) ? alreadyHidden : nothingToHide, (fitting) => {
        const title = () => messages.annotations.done.hidden(formatBills(fitting));
        run(act(fitting, title, () => annotations.hide(fitting)));
      });
    },
    returnToInbox: (rows: readonly BillRow[]) =>
      withFitting(
        rows,
        (row) => outOfInbox(row) !== null,
        messages.annotations.nothingToReturn,
        (fitting) => {
          const title = () => messages.annotations.done.returnToInbox(formatBills(fitting));
          run(act(fitting, title, () => annotations.returnToInbox(fitting)));
        },
      ),
  });
  return useMemo(
    () => ({ ...acts, asked, askedHold, presentHold, refused }),
    [acts, asked, askedHold, presentHold, refused],
  );
}

/** The bill's annotation. Redraws only when it changes, not with every other annotation. */
export function useAnnotation({ organizationId, bill }: OrganizationBill): Annotation | null {
  const { annotations } = useData().workspace;
  return useSyncExternalStore(annotations.version.subscribe, () =>
    annotations.annotationOf(organizationId, bill.id),
  );
}
