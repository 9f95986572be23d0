import { dropControls } from '../../../base/controls.ts';
import { createSerial } from '../../../base/serial.ts';
import {
  type AnnotationResult,
  backInInbox,
  decided,
  hidden,
  emptyAnnotation,
  held,
  hasSameDecisions,
  hasSameInboxState,
  isEmptyAnnotation,
  annotationKey,
  snoozed,
  vendorMarked,
  vendorMarkOf,
  vendorsKey,
  type StoredAnnotation,
  type AnnotationKey,
} from './stored-annotation.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { OutOfInbox } from '../model/list-choice.ts';
import { type Annotation, type Hold, searchedWords, type VendorMark } from '../model/annotation.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Clock } from '../../../base/clock.ts';
import type { LiveBillIndex } from '../bills/index/bill-index.ts';
import { tryTwice, type IndexedDbPort } from '../indexed-db.ts';
import type { LastViewed } from './last-viewed.ts';
import type { FlagDecisions } from '../bills/flags/bill-flags.ts';
import { viewedChanges, viewedFieldsOf } from '../bills/flags/viewed-bill.ts';
import { createOutOfInboxView } from './out-of-inbox.ts';
import { openAnnotationStore, type AnnotatedConnection } from './annotation-store.ts';

/**
 * The user's data about bills and vendors: notes, snoozes, hidden bills, holds, decisions about duplicates, trust. It
 * stays on this computer. Holds and decisions about duplicates determine what Billfold asks before an approval.
 */
export interface Annotations {
  /** Increases whenever the annotations may have changed. */
  readonly version: Observable<number>;
  /**
   * Increases when bills may have left or entered the inbox. Separate, so that typing a note doesn't rebuild the list.
   */
  readonly outOfInboxVersion: Observable<number>;
  readonly decisions: FlagDecisions;
  /** Whether a note is only in memory, because the disk refused it. */
  readonly hasUnsavedNote: Observable<boolean>;
  /** The bill's annotation, or null. The same object until it changes. */
  annotationOf(organizationId: string, billId: string): Annotation | null;
  /**
   * Bills that are out of the inbox on that day, by id. A bill that has changed on the service since is back in it.
   * The same map until one of them or the day changes.
   * @param today `YYYY-MM-DD`
   */
  outOfInboxOn(organizationId: string, today: string): ReadonlyMap<string, OutOfInbox>;
  /** Shows the note at once and writes it shortly after. A note that the disk refuses stays in memory. */
  setNote(organizationId: string, billId: string, note: string): Promise<AnnotationResult>;
  /** @param bills as they are on screen @param until day of their return, `YYYY-MM-DD` */
  snooze(bills: readonly OrganizationBill[], until: string): Promise<AnnotationResult>;
  /** Takes the bills out of the inbox until they change or the user restores them. */
  hide(bills: readonly OrganizationBill[]): Promise<AnnotationResult>;
  returnToInbox(bills: readonly OrganizationBill[]): Promise<AnnotationResult>;
  /** Stores, or deletes, the decision that two bills are no duplicates of each other. */
  setDuplicate(
    pair: readonly [OrganizationBill, OrganizationBill],
    isDuplicate: boolean,
  ): Promise<AnnotationResult>;
  /** Puts each bill on the hold that `holdOf` returns, or releases it when that is null. */
  setHold(
    bills: readonly OrganizationBill[],
    holdOf: (bill: OrganizationBill) => Hold | null,
  ): Promise<AnnotationResult>;
  /** The user's data about the bill's vendor; null for none. */
  vendorOf(row: OrganizationBill): VendorMark | null;
  setVendor(row: OrganizationBill, mark: VendorMark): Promise<AnnotationResult>;
  /** Remembers bills that were paid without an approval from this computer. @param bills as they were before */
  setPaidUnapproved(bills: readonly OrganizationBill[]): Promise<AnnotationResult>;
  /** Writes pending notes at once. */
  flush(): Promise<AnnotationResult>;
}

/** The annotations with the operations of their owner. */
export interface LiveAnnotations extends Annotations {
  /** Resolves when the connection's annotations are in memory, or could not be read. */
  switchConnection(connection: AnnotatedConnection | null): Promise<void>;
  /** Resolves when everything is on disk, or could not be written. */
  close(): Promise<void>;
}

export interface AnnotationsDeps {
  readonly idb: IndexedDbPort;
  readonly clock: Pick<Clock, 'nowMs' | 'sleep'>;
  readonly bills: Pick<LiveBillIndex, 'get' | 'watch' | 'setNoteSource' | 'noted'>;
  /** Hiding a bill counts as viewing it: when it returns, the later changes are shown. */
  readonly lastViewed: Pick<LastViewed, 'sawAll'>;
  onFault(problem: unknown): void;
  /** Called when stored annotations do not open, so that holds among them no longer keep bills back. */
  onLost(): void;
}

type Change = (annotation: StoredAnnotation, at: number) => StoredAnnotation;
type BillChange = (annotation: StoredAnnotation, row: OrganizationBill) => StoredAnnotation;

/** Pause between two writes of a note while the user types. */
const NOTE_PAUSE_MS = 400;

/**
 * Leaves unreadable annotations on disk unchanged. Never hides a bill in memory only, because a bill that came back
 * after a restart would surprise the user more than a message about a full disk.
 */
export function createAnnotations(deps: AnnotationsDeps): LiveAnnotations {
  const state = createState(deps);
  const { version, outOfInboxVersion, decisionsVersion, hasUnsavedNote, outOfInbox } = state;
  const find = (organizationId: string, billId: string): StoredAnnotation | null => {
    const { byBill = noAnnotations } = state.open ?? {};
    // A search asks about every bill, and most users have few annotations or none.
    if (byBill.size === 0) return null;
    return byBill.get(annotationKey({ organizationId, billId })) ?? null;
  };
  const vendorOf: Annotations['vendorOf'] = ({ organizationId, bill }) =>
    vendorMarkOf(state.open?.byBill.get(annotationKey(vendorsKey(organizationId)))?.vendors, bill);
  const takeOut = (
    rows: readonly OrganizationBill[],
    change: BillChange,
  ): Promise<AnnotationResult> => {
    deps.lastViewed.sawAll(rows);
    return annotateAll(state, rows, change);
  };
  deps.bills.watch((billIds) => billsChanged(state, billIds));
  deps.bills.setNoteSource(({ organizationId, bill }) => {
    const found = find(organizationId, bill.id);
    return found === null ? '' : searchedWords(found);
  });
  return {
    version,
    outOfInboxVersion,
    decisions: {
      version: decisionsVersion,
      notDuplicateOf: (...bill) => find(...bill)?.notDuplicateOf ?? [],
      isTrusted: (row) => vendorOf(row)?.isTrusted ?? false,
      holdOf: (...bill) => find(...bill)?.hold ?? null,
    },
    hasUnsavedNote,
    annotationOf: find,
    outOfInboxOn: (organizationId, today) =>
      outOfInbox.on(state.open?.byBill ?? noAnnotations, organizationId, today),
    setNote: (organizationId, billId, note) =>
      setNote(state, { organizationId, billId, note: dropControls(note) }),
    snooze: (rows, until) => takeOut(rows, (annotation, row) => snoozed(annotation, row, until)),
    hide: (rows) => {
      const atMs = deps.clock.nowMs();
      return takeOut(rows, (annotation, row) => hidden(annotation, row, atMs));
    },
    returnToInbox: (rows) => annotateAll(state, rows, backInInbox),
    setDuplicate: (pair, isDuplicate) =>
      annotateAll(state, pair, (annotation, { bill }) => {
        const other = pair.find((each) => each.bill.id !== bill.id);
        return other ? decided(annotation, other.bill.id, isDuplicate) : annotation;
      }),
    setHold: (rows, holdOf) =>
      annotateAll(state, rows, (annotation, row) => held(annotation, holdOf(row))),
    vendorOf,
    setVendor: ({ organizationId, bill }, mark) =>
      annotateKeys(state, [vendorsKey(organizationId)], (annotation) =>
        vendorMarked(annotation, bill, mark),
      ),
    setPaidUnapproved: (rows) => {
      const paidUnapprovedAtMs = deps.clock.nowMs();
      return annotateAll(state, rows, (annotation) => ({ paidUnapprovedAtMs, ...annotation }));
    },
    flush: async () => (state.open === null ? 'saved' : flush(state, state.open)),
    switchConnection: (connection) => switchConnection(state, connection),
    close: async () => {
      state.closing.abort();
      await leave(state);
    },
  };
}

/** State that outlives a change of the connection. */
function createState(deps: AnnotationsDeps) {
  return {
    deps,
    version: createObservable(0),
    outOfInboxVersion: createObservable(0),
    decisionsVersion: createObservable(0),
    hasUnsavedNote: createObservable(false),
    outOfInbox: createOutOfInboxView(),
    /** Lane for reads and writes of the disk. */
    inOrder: createSerial(),
    closing: new AbortController(),
    open: null as OpenAnnotations | null,
  };
}
type AnnotationsState = ReturnType<typeof createState>;

function openAnnotations(connection: AnnotatedConnection, idb: IndexedDbPort) {
  return {
    connectionId: connection.connectionId,
    store: openAnnotationStore(connection, idb),
    /** As on screen: annotations on disk, and notes typed since. */
    byBill: new Map<string, StoredAnnotation>(),
    /** Notes that are not on disk yet. */
    typed: new Map<string, AnnotationKey & { readonly note: string }>(),
    isRead: false,
    /** The next write of pending notes; null for none. */
    nextFlush: null as Promise<AnnotationResult> | null,
  };
}
type OpenAnnotations = ReturnType<typeof openAnnotations>;

async function switchConnection(
  state: AnnotationsState,
  connection: AnnotatedConnection | null,
): Promise<void> {
  if ((connection?.connectionId ?? null) === (state.open?.connectionId ?? null)) return;
  const left = leave(state);
  const next = connection === null ? null : openAnnotations(connection, state.deps.idb);
  state.open = next;
  notifyObservers(state, true, true);
  await left;
  if (next !== null) await state.inOrder(() => read(state, next)).catch(state.deps.onFault);
}

async function leave(state: AnnotationsState): Promise<void> {
  const { open, hasUnsavedNote, inOrder } = state;
  if (open === null) return;
  state.open = null;
  hasUnsavedNote.set(false);
  await flush(state, open);
  await inOrder(async () => open.store.close());
}

async function setNote(
  state: AnnotationsState,
  typed: AnnotationKey & { readonly note: string },
): Promise<AnnotationResult> {
  const { open } = state;
  if (open === null) return 'notSaved';
  const key = annotationKey(typed);
  open.typed.set(key, typed);
  keepInMemory(state, open, [open.byBill.get(key) ?? emptyAnnotation(typed)]);
  open.nextFlush ??= flushSoon(state, open);
  return open.nextFlush;
}

async function annotateAll(
  state: AnnotationsState,
  rows: readonly OrganizationBill[],
  change: BillChange,
): Promise<AnnotationResult> {
  return annotateKeys(state, rows.map(keyOfBill), (annotation, at) => {
    const row = rows[at];
    return row ? change(annotation, row) : annotation;
  });
}

async function annotateKeys(
  state: AnnotationsState,
  keys: readonly AnnotationKey[],
  change: Change,
): Promise<AnnotationResult> {
  const { open, inOrder } = state;
  if (open === null) return 'notSaved';
  const result = await inOrder(() => write(state, open, keys, change));
  // A new version of a bill may have arrived during the write.
  if (result === 'saved') returnChanged(state, open, keys);
  return result;
}

async function flushSoon(
  state: AnnotationsState,
  open: OpenAnnotations,
): Promise<AnnotationResult> {
  await state.deps.clock.sleep(NOTE_PAUSE_MS, state.closing.signal);
  open.nextFlush = null;
  // If another connection is in use by now, the notes were written when this one was left.
  return open === state.open ? flush(state, open) : 'saved';
}

function flush(state: AnnotationsState, open: OpenAnnotations): Promise<AnnotationResult> {
  return state.inOrder(async () => {
    if (open.typed.size === 0) return 'saved';
    const written = new Map<string, string>();
    const result = await write(state, open, [...open.typed.values()], (annotation) => {
      const key = annotationKey(annotation);
      // Look it up by key: reading may have added the disk's note first.
      const note = open.typed.get(key)?.note ?? annotation.note;
      written.set(key, note);
      return { ...annotation, note };
    });
    if (result === 'saved') {
      for (const [key, note] of written) {
        if (open.typed.get(key)?.note === note) open.typed.delete(key);
      }
    }
    if (open === state.open) state.hasUnsavedNote.set(result === 'notSaved');
    return result;
  });
}

/** Changes the annotations on disk, then in memory. */
async function write(
  state: AnnotationsState,
  open: OpenAnnotations,
  keys: readonly AnnotationKey[],
  change: Change,
): Promise<AnnotationResult> {
  try {
    await read(state, open);
    keepInMemory(state, open, await open.store.update(keys, change));
    return 'saved';
  } catch (problem) {
    state.deps.onFault(problem);
    return 'notSaved';
  }
}

/** Reads the annotations before the first write, so that writes add to those on disk and never replace them. */
async function read(state: AnnotationsState, open: OpenAnnotations): Promise<void> {
  if (open.isRead) return;
  const { annotations: stored, lost } = await tryTwice(open.store.readAll);
  open.isRead = true;
  if (lost > 0) state.deps.onLost();
  for (const { note, ...key } of stored) {
    const typed = open.typed.get(annotationKey(key));
    if (typed && note !== '') {
      open.typed.set(annotationKey(key), { ...typed, note: `${note}\n${typed.note}` });
    }
  }
  keepInMemory(state, open, stored);
  returnChanged(state, open, stored);
}

function keepInMemory(
  state: AnnotationsState,
  open: OpenAnnotations,
  annotations: readonly StoredAnnotation[],
): void {
  let isInboxChanged = false;
  let isDecisionChanged = false;
  const noted: string[] = [];
  for (const annotation of annotations) {
    const key = annotationKey(annotation);
    const seen = { ...annotation, note: open.typed.get(key)?.note ?? annotation.note };
    const before = open.byBill.get(key) ?? emptyAnnotation(annotation);
    if (searchedWords(before) !== searchedWords(seen)) noted.push(seen.billId);
    isInboxChanged ||= !hasSameInboxState(before, seen);
    isDecisionChanged ||= !hasSameDecisions(before, seen);
    if (isEmptyAnnotation(seen)) open.byBill.delete(key);
    else open.byBill.set(key, seen);
  }
  if (open !== state.open) return;
  state.deps.bills.noted(noted);
  notifyObservers(state, isInboxChanged, isDecisionChanged);
}

function notifyObservers(
  { version, outOfInboxVersion, decisionsVersion, outOfInbox }: AnnotationsState,
  isInboxChanged: boolean,
  isDecisionChanged: boolean,
): void {
  if (isDecisionChanged) decisionsVersion.set(decisionsVersion.get() + 1);
  if (isInboxChanged) {
    outOfInbox.forget();
    outOfInboxVersion.set(outOfInboxVersion.get() + 1);
  }
  version.set(version.get() + 1);
}

function billsChanged(state: AnnotationsState, billIds: readonly string[] | null): void {
  const { open, deps } = state;
  if (open === null || billIds === null || open.byBill.size === 0) return;
  // Opening an organization changes all its bills, so go through the annotations instead, which are fewer.
  if (open.byBill.size < billIds.length) returnChanged(state, open, [...open.byBill.values()]);
  else {
    const rows = billIds.flatMap((billId) => deps.bills.get(billId) ?? []);
    returnChanged(state, open, rows.map(keyOfBill));
  }
}

/** Moves snoozed and hidden bills back to the inbox if they have changed. */
function returnChanged(
  state: AnnotationsState,
  open: OpenAnnotations,
  keys: readonly AnnotationKey[],
): void {
  const hasChanged = (annotation: StoredAnnotation): boolean =>
    hasBillChanged(annotation, state.deps.bills);
  const back = keys.flatMap((key) => open.byBill.get(annotationKey(key)) ?? []).filter(hasChanged);
  if (back.length === 0) return;
  // Change memory even if the disk refuses, since the next start would return these bills anyway.
  keepInMemory(state, open, back.map(backInInbox));
  const change: Change = (stored) => (hasChanged(stored) ? backInInbox(stored) : stored);
  void state.inOrder(() => write(state, open, back, change));
}

function hasBillChanged(
  { hiddenAs, billId, organizationId }: StoredAnnotation,
  bills: AnnotationsDeps['bills'],
): boolean {
  const row = bills.get(billId);
  if (hiddenAs === null || row?.organizationId !== organizationId) return false;
  return viewedChanges(hiddenAs, viewedFieldsOf(row.bill)).length > 0;
}

const noAnnotations: ReadonlyMap<string, StoredAnnotation> = new Map();

function keyOfBill({ organizationId, bill }: OrganizationBill): AnnotationKey {
  return { organizationId, billId: bill.id };
}
