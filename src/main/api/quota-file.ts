import type { Clock } from '../../base/clock.ts';
import type { DocumentStore, Log } from '../ports.ts';
import { headersFromOf, recordOf, restoreGovernor } from './governor-record.ts';
import {
  createGovernorState,
  type DocumentedQuota,
  type GovernorState,
  readClock,
} from './governor-state.ts';

export interface QuotaFileDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Holds the governor's count across restarts. */
  readonly document: DocumentStore;
  readonly documented: DocumentedQuota;
}

/** The governor's count on disk. */
export interface QuotaFile {
  /**
   * Saved count of this account, or a fresh one. Writes the previous account's unsaved count first.
   */
  restore(account: string): GovernorState;
  /** Writes at the first change, then at most once a second. */
  update(state: GovernorState): void;
  /**
   * Records, for all sessions, that this connection's service sends quota headers. An answer without them then comes
   * from another program.
   */
  rememberHeaders(connectionId: string): void;
  sendsHeaders(connectionId: string): boolean;
  /** Writes unsaved changes; later changes are written at once. */
  close(): void;
}

// A crash loses at most this much of the count, and the headers of the next answer correct it.
const SAVE_EVERY_MS = 1_000;
// Beyond this number the oldest connections are forgotten.
const MAX_CONNECTIONS = 20;

export function createQuotaFile({ clock, log, document, documented }: QuotaFileDeps): QuotaFile {
  const closing = new AbortController();
  let latest = createGovernorState('', documented);
  let saved = latest;
  let isSaving = false;
  let headersFrom: readonly string[] | null = null;

  const save = (): void => {
    if (latest === saved || latest.account === '') return;
    saved = latest;
    const written = document.write({
      ...recordOf(latest, readClock(clock)),
      headersFrom: headersFrom ?? [],
    });
    if (!written.ok) log.warn('the quota could not be saved', { problem: written.error.kind });
  };

  const saveSoon = async (): Promise<void> => {
    if (isSaving) return;
    isSaving = true;
    save();
    await clock.sleep(SAVE_EVERY_MS, closing.signal);
    isSaving = false;
    if (latest !== saved && !closing.signal.aborted) void saveSoon();
  };

  const read = (account: string): GovernorState => {
    const stored = document.read();
    if (!stored.ok) log.warn('the saved quota could not be read', { problem: stored.error.kind });
    const value = stored.ok ? stored.value : null;
    headersFrom ??= headersFromOf(value);
    return restoreGovernor(value, { account, documented, at: readClock(clock) });
  };

  return {
    restore: (account) => {
      save();
      latest = read(account);
      saved = latest;
      return latest;
    },
    update: (state) => {
      latest = state;
      if (closing.signal.aborted) save();
      else void saveSoon();
    },
    rememberHeaders: (connectionId) => {
      const known = headersFrom ?? [];
      if (known.includes(connectionId)) return;
      headersFrom = [...known, connectionId].slice(-MAX_CONNECTIONS);
    },
    sendsHeaders: (connectionId) => headersFrom?.includes(connectionId) ?? false,
    close: () => {
      closing.abort();
      save();
    },
  };
}
