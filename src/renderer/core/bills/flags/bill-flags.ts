import type { Clock } from '../../../../base/clock.ts';
import { nextMidnightMs, plainDateAt, type PlainDate } from '../../../../base/days.ts';
import type { FlagKind, Settings } from '../../../../bridge/settings.ts';
import type { UsualAmount } from './unusual-amount.ts';
import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../../base/observable.ts';
import { isPayable } from '../../../../contract/assumptions.ts';
import type { LiveBillIndex } from '../index/bill-index.ts';
import type { Hold } from '../../model/annotation.ts';
import type { BillRow, OrganizationBill } from '../../model/bill-row.ts';
import type { ReturnedBills } from './returned-bills.ts';
import type { ChangedFlag, Flag } from '../../model/flag.ts';
import { createFlagIndex, type FlagIndex } from './flag-index.ts';
import type { FlagEntry } from './flag-entry.ts';
import type { Regularity } from './routine.ts';
import { type ViewedVersions, viewedChanges, viewedFieldsOf } from './viewed-bill.ts';

/** Reasons to look twice at a bill, found on this computer only. */
export interface BillFlags {
  /** Increases whenever the flags of any bill may have changed. */
  readonly version: Observable<number>;
  /**
   * The most important first; empty when the bill cannot be approved. The same array until `version` increases or the
   * day changes.
   */
  flagsOf(billId: string): readonly Flag[];
  /**
   * The bill compared with its vendor's earlier ones; null while they are unknown. Cached until `version` increases or
   * the day changes.
   */
  regularityOf(billId: string): Regularity | null;
  /** Whether the bill is like its vendor's earlier ones, without flags or deviations. */
  isRoutine(billId: string): boolean;
  /** Usual amount of the vendor's earlier bills in the bill's currency; null when it cannot be determined. */
  usualOf(billId: string): UsualAmount | null;
  /** Bills of each vendor in this currency among its latest, latest first; none until paid bills are read. */
  latestBills(currency: string): readonly (readonly FlagEntry[])[];
  /** Whether the user has viewed the bill before, so that changes since then can be shown. */
  isSeen(billId: string): boolean;
  /** Call when the user has viewed the bill as it is now. */
  viewed(billId: string): void;
}

export interface BillFlagsDeps {
  readonly bills: LiveBillIndex;
  /** Organizations whose paid bills have been read once. */
  readonly historyReadOf: Observable<ReadonlySet<string>>;
  readonly lastViewed: ViewedVersions;
  readonly decisions: FlagDecisions;
  readonly returned: ReturnedBills;
  /** Limits, and the flags that the user has switched off. */
  readonly settings: Observable<Pick<Settings, 'limits' | 'flagsOff'>>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The user's decisions that add or remove flags. */
export interface FlagDecisions {
  /** Increases whenever a decision may have changed. */
  readonly version: Observable<number>;
  /** Ids of the bills that this one is no duplicate of. */
  notDuplicateOf(organizationId: string, billId: string): readonly string[];
  /** Whether the user trusts the bill's vendor. */
  isTrusted(row: OrganizationBill): boolean;
  /** Null when the user does not hold the bill. */
  holdOf(organizationId: string, billId: string): Hold | null;
}

/** Caches of flags and comparisons that are still valid. */
interface Found {
  readonly deps: BillFlagsDeps;
  readonly version: ObservableValue<number>;
  readonly indexes: Map<string, FlagIndex>;
  readonly answers: Map<string, readonly Flag[]>;
  /** Flags by comparison with other bills, which take longest. Viewing a bill leaves them valid. */
  readonly comparisons: Map<string, readonly Flag[]>;
  /** Comparisons with the vendor's past, for a bill with or without flags. */
  readonly regularities: Map<
    string,
    { readonly isFlagged: boolean; readonly of: Regularity | null }
  >;
  /** Whether a bill has no deviation from its vendor's past, whatever its flags. */
  readonly regular: Map<string, boolean>;
  /** Flags saved with the first screen, for use until the bills to compare with are in memory. */
  readonly ofFirstScreen: Map<string, readonly Flag[]>;
  readOf: ReadonlySet<string>;
  /** Day for which the cached flags are valid, and its end in epoch milliseconds. */
  day: { readonly today: PlainDate; readonly endMs: number };
}

/**
 * Finds the flags of the bills on screen, and updates them as pages arrive. Compares amounts, terms and habits only
 * within an organization, since organizations buy different things. Looks for copies in all organizations on screen.
 */
export function createBillFlags(deps: BillFlagsDeps): BillFlags {
  const { bills, lastViewed } = deps;
  const found: Found = {
    deps,
    version: createObservable(0),
    indexes: new Map(),
    answers: new Map(),
    comparisons: new Map(),
    regularities: new Map(),
    regular: new Map(),
    ofFirstScreen: new Map(),
    readOf: nothing,
    day: dayAt(deps.clock.nowMs()),
  };
  follow(found);
  return {
    version: found.version,
    flagsOf: (billId) => {
      forgetYesterday(found);
      const known = found.answers.get(billId);
      if (known) return known;
      const off: readonly FlagKind[] = deps.settings.get().flagsOff;
      const flags = find(found, billId).filter(({ kind }) => !off.includes(kind));
      // Most bills have no flags. With one empty list for all, their rows need not be drawn again.
      const kept = flags.length === 0 ? noFlags : flags;
      found.answers.set(billId, kept);
      return kept;
    },
    regularityOf: (billId) => regularityOf(found, billId),
    isRoutine: (billId) => isRegular(found, billId) && find(found, billId).length === 0,
    usualOf: (billId) => {
      const row = bills.get(billId);
      return row === null ? null : indexOf(found, row.organizationId).usualOf(billId);
    },
    latestBills: (currency) =>
      [...found.indexes.entries()]
        .filter(([organizationId]) => found.readOf.has(organizationId))
        .flatMap(([, index]) => index.latestBills(currency)),
    viewed: (billId) => {
      const row = bills.get(billId);
      if (row) lastViewed.saw(row.organizationId, row.bill);
    },
    isSeen: (billId) => {
      const row = bills.get(billId);
      return row !== null && lastViewed.of(row.organizationId, billId) !== null;
    },
  };
}

function follow(found: Found): void {
  const { bills, historyReadOf, lastViewed, decisions, returned, settings } = found.deps;
  bills.watch((billIds) => {
    updateIndexes(found, billIds);
    clearAnswers(found);
  });
  bills.firstScreen.subscribe(() => {
    for (const [billId, flags] of bills.firstScreen.get()?.flags ?? []) {
      const kept = flags.filter(({ kind }) => !foundAtOnce.has(kind));
      found.ofFirstScreen.set(billId, kept);
    }
  });
  const changed = (): void => invalidate(found);
  const viewed = (): void => {
    found.answers.clear();
    found.version.set(found.version.get() + 1);
  };
  const learn = (): void => learnHistory(found);
  // Don't defer this: flags must appear together with the bills that arrive from disk.
  bills.version.subscribe(changed);
  bills.loading.subscribe(learn);
  historyReadOf.subscribe(learn);
  lastViewed.version.subscribe(viewed);
  decisions.version.subscribe(changed);
  returned.subscribe(viewed);
  let followed = flagSettings(settings.get());
  settings.subscribe(() => {
    const now = flagSettings(settings.get());
    if (now !== followed) changed();
    followed = now;
  });
}

/** The settings that affect flags, as a text to compare. */
function flagSettings({ limits, flagsOff }: Pick<Settings, 'limits' | 'flagsOff'>): string {
  return JSON.stringify([limits, flagsOff]);
}

function clearAnswers({ answers, comparisons, regularities, regular }: Found): void {
  for (const each of [answers, comparisons, regularities, regular]) each.clear();
}

function invalidate(found: Found): void {
  clearAnswers(found);
  found.version.set(found.version.get() + 1);
}

/** Clears results of an earlier day: a date may no longer be in the future. */
function forgetYesterday(found: Found): void {
  const nowMs = found.deps.clock.nowMs();
  if (nowMs < found.day.endMs) return;
  found.day = dayAt(nowMs);
  clearAnswers(found);
}

function dayAt(nowMs: number): Found['day'] {
  return { today: plainDateAt(nowMs), endMs: nextMidnightMs(nowMs) };
}

function learnHistory(found: Found): void {
  const { bills, historyReadOf } = found.deps;
  if (!bills.loading.get()) found.ofFirstScreen.clear();
  const readOf = bills.loading.get() ? nothing : historyReadOf.get();
  if (readOf === found.readOf) return;
  found.readOf = readOf;
  invalidate(found);
}

/** @param billIds changed bills; null when all are gone */
function updateIndexes(found: Found, billIds: readonly string[] | null): void {
  const { indexes, ofFirstScreen } = found;
  if (billIds === null) {
    for (const index of indexes.values()) index.clear();
    ofFirstScreen.clear();
    return;
  }
  for (const billId of billIds) {
    put(found, billId);
    ofFirstScreen.delete(billId);
  }
}

function put(found: Found, billId: string): void {
  const row = found.deps.bills.get(billId);
  const home = row === null ? null : indexOf(found, row.organizationId);
  if (row !== null) home?.put(billId, row.bill);
  // The organization of a deleted bill is unknown.
  for (const index of found.indexes.values()) if (index !== home) index.put(billId, null);
}

function indexOf(found: Found, organizationId: string): FlagIndex {
  const { indexes, deps } = found;
  const known = indexes.get(organizationId);
  if (known) return known;
  const index = createFlagIndex({
    today: () => found.day.today,
    limits: () => deps.settings.get().limits,
    others: () => [...indexes].filter(([id]) => id !== organizationId),
  });
  indexes.set(organizationId, index);
  return index;
}

/** A flagged bill is not routine, even if the user has switched the flag off. */
function regularityOf(found: Found, billId: string): Regularity | null {
  forgetYesterday(found);
  const row = found.deps.bills.get(billId);
  if (row === null) return null;
  const isFlagged = find(found, billId).length > 0;
  const known = found.regularities.get(billId);
  if (known?.isFlagged === isFlagged) return known.of;
  const { organizationId } = row;
  const isHistoryRead = found.readOf.has(organizationId);
  const of = indexOf(found, organizationId).regularityOf(billId, isHistoryRead, isFlagged);
  found.regularities.set(billId, { isFlagged, of });
  return of;
}

function isRegular(found: Found, billId: string): boolean {
  forgetYesterday(found);
  const known = found.regular.get(billId);
  if (known !== undefined) return known;
  const row = found.deps.bills.get(billId);
  if (row === null) return false;
  const { organizationId } = row;
  const isHistoryRead = found.readOf.has(organizationId);
  const is = indexOf(found, organizationId).isRegular(billId, isHistoryRead);
  found.regular.set(billId, is);
  return is;
}

function find(found: Found, billId: string): readonly Flag[] {
  const { bills, lastViewed } = found.deps;
  const row = bills.get(billId);
  const kept = found.ofFirstScreen.get(billId) ?? (row === null ? [] : compared(found, row));
  const isTrusted = row !== null && found.deps.decisions.isTrusted(row);
  const flags = isTrusted ? kept.filter(({ kind }) => kind !== 'firstOfVendor') : kept;
  const changes = (row && changedSinceSeen(row, lastViewed)) ?? [];
  const [first, ...rest] = flags;
  const all = first?.kind === 'duplicate' ? [first, changes, rest] : [changes, flags];
  const held = (row && heldFlag(found, row)) ?? [];
  return [held, returnedFlags(billId, found.deps.returned), ...all].flat();
}

function heldFlag({ deps, day }: Found, { organizationId, bill }: BillRow): Flag | null {
  const hold = isPayable(bill.status) ? deps.decisions.holdOf(organizationId, bill.id) : null;
  if (hold === null) return null;
  if (hold.whom === '') return { kind: 'onHold', hold };
  return { kind: 'asked', hold, isOverdue: hold.answerBy !== null && hold.answerBy < day.today };
}

function returnedFlags(billId: string, returned: ReturnedBills): readonly Flag[] {
  const bill = returned.get().get(billId);
  if (bill === undefined) return noFlags;
  const { approvedAtMs, snapshot } = bill.approval;
  const { amountDueCents: approvedCents, currency: approvedCurrency } = snapshot;
  const changes = bill.changes.map((each) => ({ ...each, beforeCurrency: approvedCurrency }));
  const approved = { approvedAtMs, approvedCents, approvedCurrency };
  return [
    ...(bill.isReopened ? [{ kind: 'reopened', approvedAtMs } as const] : []),
    ...(changes.length > 0 ? [{ kind: 'returned', ...approved, changes } as const] : []),
  ];
}

function compared(found: Found, { organizationId, bill: { id } }: BillRow): readonly Flag[] {
  const known = found.comparisons.get(id);
  if (known !== undefined) return known;
  const others = found.deps.decisions.notDuplicateOf(organizationId, id);
  const isHistoryRead = found.readOf.has(organizationId);
  const flags = indexOf(found, organizationId).flagsOf(id, isHistoryRead, others);
  found.comparisons.set(id, flags.length === 0 ? noFlags : flags);
  return flags;
}

/** Fields that changed since the bill was last viewed; null for none, or if it never was. */
function changedSinceSeen(
  { organizationId, bill }: BillRow,
  lastViewed: ViewedVersions,
): ChangedFlag | null {
  if (!isPayable(bill.status)) return null;
  const seen = lastViewed.of(organizationId, bill.id);
  if (seen === null) return null;
  const changes = viewedChanges(seen.fields, viewedFieldsOf(bill));
  return changes.length === 0 ? null : { kind: 'changed', seenAtMs: seen.seenAtMs, changes };
}

/** Flags that need no other bill, and may have changed since the first screen was saved. */
const foundAtOnce: ReadonlySet<FlagKind> = new Set([
  ...(['asked', 'onHold', 'changed', 'returned', 'reopened'] as const),
]);
const nothing: ReadonlySet<string> = new Set();
const noFlags: readonly Flag[] = [];
