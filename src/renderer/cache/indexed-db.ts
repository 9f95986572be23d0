/** The platform's database, as Dexie is handed it: the browser's own, or one in memory in tests. */
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
