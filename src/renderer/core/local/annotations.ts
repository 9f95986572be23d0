import {
  type Annotation,
  type BillToAnnotate,
  type AnnotationResult,
  backInInbox,
  dismissed,
  emptyAnnotation,
  isHiddenAlike,
  isEmptyAnnotation,
  annotationKey,
  snoozed,
  type StoredAnnotation,
  type AnnotationKey,
} from './stored-annotation.ts';
import { type Observable, createObservable } from '../../../base/observable.ts';
import type { Clock } from '../../../base/clock.ts';
import type { LiveBillIndex } from '../bills/bill-index.ts';
import { readTwice, type IndexedDbPort } from '../indexed-db.ts';
import { createSerial } from '../../../base/serial.ts';
import type { LastSeen } from './last-seen.ts';
import { seenChanges, seenFieldsOf } from '../bills/flags/seen-bill.ts';
import { createHiddenView } from './hidden-view.ts';
import { openAnnotationStore, type AnnotationStore } from './annotation-store.ts';

/**
 * What the user keeps about bills: a note, a snooze, a dismissal. On this computer alone: approvals,
 * sync and the service never see it, and approving is never held up by it.
 */
export interface Annotations {
  /** Grows whenever an answer may be another. */
  readonly version: Observable<number>;
  /** Grows whenever other bills may be aside: a list need not be made anew for each letter of a note. */
  readonly hiddenVersion: Observable<number>;
  /** A note is in memory only: the disk could not take it. */
  readonly hasUnsavedNote: Observable<boolean>;
  /** What is kept about the bill, or null; the same object until it changes. */
  annotationOf(organizationId: string, billId: string): Annotation | null;
  /**
   * Bills to leave out of the inbox on that day, by id. A bill that has changed on the service since it
   * was put aside is not among them. The same map until one of them is another, or the day changes.
   * @param today `YYYY-MM-DD`
   */
  hiddenOn(organizationId: string, today: string): ReadonlyMap<string, 'snoozed' | 'dismissed'>;
  /** Shown at once, on disk after a moment. A note the disk cannot take stays in memory. */
  setNote(organizationId: string, billId: string, note: string): Promise<AnnotationResult>;
  /** @param bills as they are on screen  @param until `YYYY-MM-DD`, the day they are back */
  snooze(bills: readonly BillToAnnotate[], until: string): Promise<AnnotationResult>;
  /** Out of the inbox until the bill changes or is put back. */
  dismiss(bills: readonly BillToAnnotate[]): Promise<AnnotationResult>;
  putBack(bills: readonly BillToAnnotate[]): Promise<AnnotationResult>;
  /** Writes at once what was typed last. */
  flush(): Promise<AnnotationResult>;
}

/** The marks and what their owner does to them. */
export interface LiveAnnotations extends Annotations {
  /** Resolves when the marks of the connection are in memory, or could not be read. */
  useConnection(connectionId: string | null): Promise<void>;
  /** Resolves when everything is on disk, or could not be written. */
  close(): Promise<void>;
}

export interface AnnotationsDeps {
  readonly idb: IndexedDbPort;
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>;
  readonly bills: Pick<LiveBillIndex, 'get' | 'watch'>;
  /** Putting a bill aside is a look at it: when it comes back, what changed since is told. */
  readonly lastSeen: Pick<LastSeen, 'sawAll'>;
  onFault(problem: unknown): void;
}

/** One connection's marks. */
interface ConnectionAnnotations {
  readonly connectionId: string;
  readonly book: AnnotationStore;
  /** As the screens see them: what is on disk and what was typed since. */
  readonly marks: Map<string, StoredAnnotation>;
  /** Notes that are not on disk yet. */
  readonly typed: Map<string, AnnotationKey & { readonly note: string }>;
  isRead: boolean;
  /** The next writing of what was typed. */
  soon: Promise<AnnotationResult> | null;
}

/** As one types, a note is written this often. */
const NOTE_PAUSE_MS = 400;

/**
 * Marks that cannot be read are left as they are. Nothing is put aside in memory alone: a bill that left
 * the inbox and was back after a restart would surprise more than a disk that says it is full.
 */
export function createAnnotations(deps: AnnotationsDeps): LiveAnnotations {
  const { idb, clock, bills, lastSeen, onFault } = deps;
  const version = createObservable(0);
  const hiddenVersion = createObservable(0);
  const hasUnsavedNote = createObservable(false);
  const inOrder = createSerial();
  const hidden = createHiddenView();
  const closing = new AbortController();
  let connectionAnnotations: ConnectionAnnotations | null = null;

  const changed = (isHiddenToo: boolean): void => {
    if (isHiddenToo) {
      hidden.forget();
      hiddenVersion.set(hiddenVersion.get() + 1);
    }
    version.set(version.get() + 1);
  };

  const keepInMemory = (mine: ConnectionAnnotations, marks: readonly StoredAnnotation[]): void => {
    let isHiddenToo = false;
    for (const mark of marks) {
      const key = annotationKey(mark);
      const seen = { ...mark, note: mine.typed.get(key)?.note ?? mark.note };
      isHiddenToo ||= !isHiddenAlike(mine.marks.get(key) ?? emptyAnnotation(mark), seen);
      if (isEmptyAnnotation(seen)) mine.marks.delete(key);
      else mine.marks.set(key, seen);
    }
    if (mine === connectionAnnotations) changed(isHiddenToo);
  };

  /** The marks are read before the first is written: what is on disk is added to, never replaced. */
  const read = async (mine: ConnectionAnnotations): Promise<void> => {
    if (mine.isRead) return;
    const stored = await readTwice(mine.book.readAll);
    mine.isRead = true;
    for (const { note, ...key } of stored) {
      const typed = mine.typed.get(annotationKey(key));
      if (typed && note !== '') {
        mine.typed.set(annotationKey(key), { ...typed, note: `${note}\n${typed.note}` });
      }
    }
    keepInMemory(mine, stored);
    returnChanged(mine, stored);
  };

  /** In its turn; the caller's marks are changed on disk first, in memory when they are there. */
  const write = async (
    mine: ConnectionAnnotations,
    keys: readonly AnnotationKey[],
    change: (mark: StoredAnnotation, at: number) => StoredAnnotation,
  ): Promise<AnnotationResult> => {
    try {
      await read(mine);
      keepInMemory(mine, await mine.book.update(keys, change));
      return 'kept';
    } catch (problem) {
      onFault(problem);
      return 'notKept';
    }
  };

  const flushConnection = (mine: ConnectionAnnotations): Promise<AnnotationResult> =>
    inOrder(async () => {
      if (mine.typed.size === 0) return 'kept';
      const notes = [...mine.typed.values()];
      // By its key: reading may have put the disk's note before it.
      const noteOf = (mark: StoredAnnotation): string =>
        mine.typed.get(annotationKey(mark))?.note ?? mark.note;
      const written = new Map<string, string>();
      const result = await write(mine, notes, (mark) => {
        written.set(annotationKey(mark), noteOf(mark));
        return { ...mark, note: noteOf(mark) };
      });
      if (result === 'kept') {
        for (const [key, note] of written) {
          if (mine.typed.get(key)?.note === note) mine.typed.delete(key);
        }
      }
      if (mine === connectionAnnotations) hasUnsavedNote.set(result === 'notKept');
      return result;
    });

  const flush = async (): Promise<AnnotationResult> =>
    connectionAnnotations === null ? 'kept' : flushConnection(connectionAnnotations);

  const flushSoon = async (mine: ConnectionAnnotations): Promise<AnnotationResult> => {
    await clock.sleep(NOTE_PAUSE_MS, closing.signal);
    mine.soon = null;
    // Left meanwhile: then it was written on leaving.
    return mine === connectionAnnotations ? flushConnection(mine) : 'kept';
  };

  /** Bills put aside that are no longer what they were come back by themselves. */
  const returnChanged = (mine: ConnectionAnnotations, keys: readonly AnnotationKey[]): void => {
    const back = keys.flatMap((key) => {
      const mark = mine.marks.get(annotationKey(key));
      return mark && hasChanged(mark) ? [mark] : [];
    });
    if (back.length === 0) return;
    // In memory at once, whatever the disk says: the next start would find the same.
    keepInMemory(mine, back.map(backInInbox));
    void inOrder(() => write(mine, back, (mark) => (hasChanged(mark) ? backInInbox(mark) : mark)));
  };

  const hasChanged = (mark: StoredAnnotation): boolean => {
    if (mark.hiddenAs === null) return false;
    const row = bills.get(mark.billId);
    if (row?.organizationId !== mark.organizationId) return false;
    return seenChanges(mark.hiddenAs, seenFieldsOf(row.bill)).length > 0;
  };

  const markAll = async (
    rows: readonly BillToAnnotate[],
    change: (mark: StoredAnnotation, row: BillToAnnotate) => StoredAnnotation,
  ): Promise<AnnotationResult> => {
    const mine = connectionAnnotations;
    if (mine === null) return 'notKept';
    const keys = rows.map(keyOfBill);
    const result = await inOrder(() =>
      write(mine, keys, (mark, at) => {
        const row = rows[at];
        return row ? change(mark, row) : mark;
      }),
    );
    // A page may have brought another form of it in the meantime.
    if (result === 'kept') returnChanged(mine, keys);
    return result;
  };

  const hide = async (
    rows: readonly BillToAnnotate[],
    change: (mark: StoredAnnotation, row: BillToAnnotate) => StoredAnnotation,
  ): Promise<AnnotationResult> => {
    lastSeen.sawAll(rows);
    return markAll(rows, change);
  };

  const leave = async (): Promise<void> => {
    const left = connectionAnnotations;
    if (left === null) return;
    connectionAnnotations = null;
    hasUnsavedNote.set(false);
    await flushConnection(left);
    await inOrder(async () => left.book.close());
  };

  bills.watch((billIds) => {
    const mine = connectionAnnotations;
    if (mine === null || billIds === null || mine.marks.size === 0) return;
    // Opening an organization brings all its bills: then the few that are marked are looked through.
    if (mine.marks.size < billIds.length) returnChanged(mine, [...mine.marks.values()]);
    else returnChanged(mine, billIds.flatMap((billId) => bills.get(billId) ?? []).map(keyOfBill));
  });

  return {
    version,
    hiddenVersion,
    hasUnsavedNote,
    annotationOf: (organizationId, billId) =>
      connectionAnnotations?.marks.get(annotationKey({ organizationId, billId })) ?? null,
    hiddenOn: (organizationId, today) =>
      hidden.on(connectionAnnotations?.marks ?? noAnnotations, organizationId, today),
    setNote: async (organizationId, billId, note) => {
      const mine = connectionAnnotations;
      if (mine === null) return 'notKept';
      const key = { organizationId, billId };
      mine.typed.set(annotationKey(key), { ...key, note });
      keepInMemory(mine, [mine.marks.get(annotationKey(key)) ?? emptyAnnotation(key)]);
      mine.soon ??= flushSoon(mine);
      return mine.soon;
    },
    snooze: (rows, until) => hide(rows, (mark, row) => snoozed(mark, row, until)),
    dismiss: (rows) => {
      const atMs = clock.nowMs();
      return hide(rows, (mark, row) => dismissed(mark, row, atMs));
    },
    putBack: (rows) => markAll(rows, backInInbox),
    flush,
    useConnection: async (connectionId) => {
      if (connectionId === (connectionAnnotations?.connectionId ?? null)) return;
      const left = leave();
      if (connectionId !== null) {
        connectionAnnotations = {
          connectionId,
          book: openAnnotationStore(connectionId, idb),
          marks: new Map(),
          typed: new Map(),
          isRead: false,
          soon: null,
        };
      }
      const mine = connectionAnnotations;
      changed(true);
      await left;
      if (mine === null) return;
      await inOrder(() => read(mine)).catch((problem: unknown) => onFault(problem));
    },
    close: async () => {
      closing.abort();
      await leave();
    },
  };
}

const noAnnotations: ReadonlyMap<string, StoredAnnotation> = new Map();

function keyOfBill({ organizationId, bill }: BillToAnnotate): AnnotationKey {
  return { organizationId, billId: bill.id };
}
