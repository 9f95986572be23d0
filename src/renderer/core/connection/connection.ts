import { aborted } from '../../../base/aborted.ts';
import { backoffMs } from '../../../base/backoff.ts';
import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../base/observable.ts';
import { type Serial, createSerial } from '../../../base/serial.ts';
import type { PayloadOf } from '../../../bridge/events.ts';
import { isDatabaseClosed, isStorageFull } from '../indexed-db.ts';
import { KeyringAway } from './connection-keys.ts';
import {
  closeConnection,
  followSession,
  openConnection,
  startConnection,
  wake,
  type ConnectionDeps,
  type OpenConnection,
} from './open-connection.ts';

/**
 * States of the connection. `opened`: its bills are on screen, approvals can be made. `started`: pull and push run,
 * while this window holds the lock. A step that fails closes it; the user sees the reason, and Billfold retries.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> closed
 *   closed --> opened: open
 *   closed --> closed: close
 *   opened --> started: start
 *   opened --> closed: close
 *   started --> closed: close
 * ```
 */
export const connectionTable = {
  closed: { open: 'opened', start: null, close: 'closed' },
  opened: { open: null, start: 'started', close: 'closed' },
  started: { open: null, start: null, close: 'closed' },
} as const;

type State = keyof typeof connectionTable;

export interface ConnectionControl {
  /** Reason why the connection cannot be opened or started; null for none. */
  readonly fault: Observable<ConnectionFault | null>;
  /** Null while it is closed. */
  opened(): OpenConnection | null;
  /**
   * Call when the session has changed. Opens and starts the connection if it can. Never rejects: failures are retried.
   */
  follow(): Promise<void>;
  /** Waits for the lock of pull and push, and starts them. Resolves when the connection has ended. */
  holdLock(): Promise<void>;
  /** The machine fell asleep or woke up, or changed between battery and mains. */
  powerChanged(power: PayloadOf<'power.changed'>): void;
  /** The Invoices screen was opened or closed. */
  showInvoices(isShown: boolean): void;
  refresh(): void;
  /** Closes the connection, does the work with nothing open, then continues. @throws what the work throws */
  whileClosed(work: (connectionId: string | null) => Promise<void>): Promise<void>;
  /** Reports a fault. If it shows that a database is gone, opens the connection again. */
  noticeFault(problem: unknown): void;
  /** Closes for good, with the databases of the user's work. */
  end(): Promise<void>;
}

/** Reason why the connection could not be opened or started. Meanwhile Billfold sends and reads nothing. */
export interface ConnectionFault {
  readonly kind: 'storageFull' | 'keyringAway' | 'notOpened';
  /** Technical detail for experts. */
  readonly technical: string;
}

/** Pause before a retry, half a second at least (`backoffMs`). Most failures last a moment. */
const RETRY = { firstMs: 1_000, maxMs: 5_000 } as const;
/** Only one window at a time pulls and pushes. */
const SYNC_LOCK = 'billfold-sync';

interface ConnectionLife {
  readonly deps: ConnectionDeps;
  readonly fault: ObservableValue<ConnectionFault | null>;
  readonly inTurn: Serial;
  /** Aborted when the connection is to end. */
  readonly ending: AbortController;
  state: State;
  connectionId: string | null;
  /** Null while `state` is closed. */
  opened: OpenConnection | null;
  /** Number of openings so far. A fault of an earlier opening does not close the present one. */
  openings: number;
  failures: number;
  retry: AbortController | null;
  holdsLock: boolean;
  lockFault: ConnectionFault | null;
  /** Whether the Invoices screen is open. Stored here, because it stays open while a connection is opened again. */
  areInvoicesShown: boolean;
}

export function createConnection(deps: ConnectionDeps): ConnectionControl {
  const life: ConnectionLife = {
    deps,
    fault: createObservable<ConnectionFault | null>(null),
    inTurn: createSerial(),
    ending: new AbortController(),
    state: 'closed',
    connectionId: null,
    opened: null,
    openings: 0,
    failures: 0,
    retry: null,
    holdsLock: false,
    lockFault: null,
    areInvoicesShown: false,
  };
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => (ended ??= endLife(life));
  return {
    fault: life.fault,
    opened: () => life.opened,
    follow: () => follow(life),
    holdLock: () => holdLock(life, end),
    powerChanged: (power) => {
      const { opened } = life;
      if (opened === null) return;
      opened.conditions.powerChanged(power);
      if (power === 'resumed') opened.connectivity.probeNow();
      wake(opened);
    },
    showInvoices: (isShown) => {
      life.areInvoicesShown = isShown;
      if (life.opened !== null) showInvoices(life.opened, isShown);
    },
    refresh: () => {
      const { opened } = life;
      if (opened === null) return;
      opened.conditions.askedByUser();
      if (opened.connectivity.state.get().state !== 'online') opened.connectivity.probeNow();
      opened.pull?.refresh();
      opened.push?.wake();
    },
    whileClosed: (work) =>
      life.inTurn(async () => {
        try {
          await leave(life);
          await work(life.connectionId);
        } finally {
          await settle(life);
        }
      }),
    noticeFault: (problem) => notice(life, life.openings, problem),
    end,
  };
}

function become(life: ConnectionLife, step: keyof (typeof connectionTable)[State]): void {
  const next = connectionTable[life.state][step];
  if (next === null) throw new Error(`a connection that is ${life.state} cannot ${step}`);
  life.state = next;
}

function follow(life: ConnectionLife): Promise<void> {
  return life.inTurn(() => settle(life));
}

/** Brings the connection to the state that the session asks for. After a failure, closes it and plans a retry. */
async function settle(life: ConnectionLife): Promise<void> {
  if (life.ending.signal.aborted) return;
  life.retry?.abort();
  try {
    await advance(life);
    life.fault.set(life.lockFault);
  } catch (problem) {
    life.deps.onFault(problem);
    await fail(life, problem);
  }
}

/** Leaves a connection that is not the session's, then opens and starts the session's. */
async function advance(life: ConnectionLife): Promise<void> {
  const { deps } = life;
  const session = deps.session.get();
  const connectionId = session.kind === 'noConnection' ? null : session.connection.id;
  const isAnother = life.connectionId !== connectionId;
  if (isAnother || (life.state === 'started' && !life.holdsLock)) await leave(life);
  life.connectionId = connectionId;
  if (connectionId === null) return deps.outbox.switchConnection(null);
  if (life.opened === null) await open(life, connectionId);
  else await followSession(life.opened);
  if (life.state === 'opened' && life.holdsLock) await start(life);
}

async function open(life: ConnectionLife, connectionId: string): Promise<void> {
  const mine = ++life.openings;
  const onFault = (problem: unknown): void => notice(life, mine, problem);
  life.opened = await openConnection({ ...life.deps, onFault }, connectionId);
  become(life, 'open');
  if (life.areInvoicesShown) showInvoices(life.opened, true);
}

async function start(life: ConnectionLife): Promise<void> {
  if (life.opened !== null) await startConnection(life.opened);
  become(life, 'start');
  life.failures = 0;
}

/** Closes a connection that is no longer wanted. */
async function leave(life: ConnectionLife): Promise<void> {
  const { lastViewed, savedViews, reportChoices, annotations } = life.deps;
  await close(life);
  lastViewed.switchConnection(null);
  savedViews.switchConnection(null);
  reportChoices.switchConnection(null);
  await annotations.switchConnection(null);
}

/** Closes the connection, so that the next try starts like the first. Notes typed meanwhile stay. */
async function fail(life: ConnectionLife, problem: unknown): Promise<void> {
  const { clock, random, outbox, onFault } = life.deps;
  life.failures += 1;
  if (isDatabaseClosed(problem)) outbox.close();
  await close(life).catch(onFault);
  life.fault.set(faultOf(problem));
  life.retry?.abort();
  const { signal } = (life.retry = new AbortController());
  const delayMs = backoffMs(RETRY, life.failures, random);
  void clock.sleep(delayMs, signal).then(() => (signal.aborted ? null : follow(life)));
}

async function close(life: ConnectionLife): Promise<void> {
  try {
    await closeOpen(life);
  } finally {
    life.deps.views.clear();
    become(life, 'close');
  }
}

async function closeOpen(life: ConnectionLife): Promise<void> {
  const { opened } = life;
  life.opened = null;
  if (opened !== null) await closeConnection(opened);
}

function showInvoices({ conditions, invoiceView, pull }: OpenConnection, isShown: boolean): void {
  conditions.setInvoicesShown(isShown);
  invoiceView.setShown(isShown);
  pull?.wake();
}

/** Reports a fault of an opening. If its database is gone, closes the connection and plans a retry. */
function notice(life: ConnectionLife, opening: number, problem: unknown): void {
  life.deps.onFault(problem);
  if (!isDatabaseClosed(problem)) return;
  void life.inTurn(async () => {
    const isIt = life.state !== 'closed' && opening === life.openings;
    if (isIt && !life.ending.signal.aborted) await fail(life, problem);
  });
}

async function endLife(life: ConnectionLife): Promise<void> {
  const { annotations, outbox, lastViewed, savedViews, reportChoices } = life.deps;
  life.ending.abort();
  void annotations.flush();
  life.retry?.abort();
  await life.inTurn(() => closeOpen(life));
  outbox.close();
  lastViewed.close();
  savedViews.close();
  reportChoices.close();
  await annotations.close();
}

/** Holds the lock until `end` resolves. Requests it again if it is refused or taken away. */
async function holdLock(life: ConnectionLife, end: () => Promise<void>): Promise<void> {
  const { clock, random, platform, onFault } = life.deps;
  const { signal } = life.ending;
  const hold = async (): Promise<void> => {
    life.holdsLock = true;
    life.lockFault = null;
    await follow(life);
    await aborted(signal);
    await end();
  };
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await platform.locks.request(SYNC_LOCK, { signal }, hold);
      return;
    } catch (problem) {
      // The connection ended while it waited for another window's lock.
      if (signal.aborted && Reflect.get(Object(problem), 'name') === 'AbortError') return;
      life.holdsLock = false;
      life.lockFault = faultOf(problem);
      onFault(problem);
      await follow(life);
      await clock.sleep(backoffMs(RETRY, failures, random), signal);
    }
  }
}

function faultOf(problem: unknown): ConnectionFault {
  const technical =
    problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
  if (problem instanceof KeyringAway) return { kind: 'keyringAway', technical };
  return { kind: isStorageFull(problem) ? 'storageFull' : 'notOpened', technical };
}
