import { Dexie } from 'dexie';

/** The platform's database, as passed to Dexie: the browser's own, or one in memory in tests. */
export interface IndexedDbPort {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
}

/**
 * Whether a failed write means that the disk, or the browser's share of it, is full. The reason may be
 * wrapped: in an abort of the transaction (`inner`) or in a bulk error (`failures`).
 */
export function isStorageFull(problem: unknown, depth = 0): boolean {
  if (!(problem instanceof Object) || depth > DEEPEST_CAUSE) return false;
  if (Reflect.get(problem, 'name') === 'QuotaExceededError') return true;
  const failures: unknown = Reflect.get(problem, 'failures');
  const causes: unknown[] = Array.isArray(failures) ? failures.slice(0, 1) : [];
  causes.push(Reflect.get(problem, 'inner'), Reflect.get(problem, 'cause'));
  return causes.some((cause) => isStorageFull(cause, depth + 1));
}

const DEEPEST_CAUSE = 4;

/** Next step after a mirror could not be opened. `giveUp`: report the failure; a later attempt may succeed. */
export type AfterFailedOpen = 'tryAgain' | 'recreate' | 'giveUp';

/** Number of tries after which a database that answers only *unknown* counts as damaged. */
const UNKNOWN_TRIES = 3;

/**
 * Next steps by error name. A mirror is recreated only if this version cannot use its shape, or it is proven to
 * be damaged. Chromium reports `UnknownError` when it cannot read the files, but also when the disk was busy
 * once. Any other error may pass, and a full disk needs room, not less data.
 */
const afterFailedOpens = new Map<string, (failures: number) => AfterFailedOpen>([
  ['VersionError', () => 'recreate'],
  ['UpgradeError', () => 'recreate'],
  ['SchemaError', () => 'recreate'],
  ['UnknownError', (failures) => (failures < UNKNOWN_TRIES ? 'tryAgain' : 'recreate')],
]);

/** @param failures number of consecutive failures to open it, including this one */
export function afterFailedOpen(problem: unknown, failures: number): AfterFailedOpen {
  if (isStorageFull(problem)) return 'giveUp';
  const name = String(Reflect.get(Object(problem), 'name'));
  return afterFailedOpens.get(name)?.(failures) ?? 'giveUp';
}

/** Whether the failure came from the database, its disk or a lock, and not from Billfold's own code. */
export function isStorageFault(problem: unknown): boolean {
  return problem instanceof DOMException || isDatabaseError(problem);
}

export function isDatabaseError(problem: unknown): boolean {
  return problem instanceof Dexie.DexieError;
}

/** Whether the connection to a database is gone. Nothing works on it until it is opened again. */
export function isDatabaseClosed(problem: unknown): boolean {
  const name: unknown = Reflect.get(Object(problem), 'name');
  return name === 'DatabaseClosedError' || name === 'InvalidStateError';
}

/** Tries once more at once, in case the disk was busy. @throws the second error */
export async function tryTwice<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch {
    return work();
  }
}
