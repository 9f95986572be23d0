import { type Serial, createSerial } from '../../../base/serial.ts';
import type { Clock } from '../../../base/clock.ts';
import {
  createObservable,
  type Observable,
  type ObservableValue,
} from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import { isDatabaseClosed, isStorageFull } from '../indexed-db.ts';
import { KeyringAway } from './connection-keys.ts';
import { backoffMs } from '../../../base/backoff.ts';
import type { ConnectionRuntime } from './connection-runtime.ts';

/** Reason why the connection could not be opened or started. Meanwhile Billfold sends and reads nothing. */
export interface WorkspaceTrouble {
  readonly kind: 'storageFull' | 'keyringAway' | 'notOpened';
  /** Technical detail for experts. */
  readonly technical: string;
}

/** The connection in use, from closed to started. After a failure it is closed, and opened again. */
export interface ConnectionLife {
  /** Reason why the connection cannot be opened or started; null for none. */
  readonly trouble: Observable<WorkspaceTrouble | null>;
  /** Null unless it is open. */
  runtime(): ConnectionRuntime | null;
  /**
   * Call when the session or the lock has changed. Goes as far as possible. Never rejects: failures are
   * retried.
   */
  follow(): Promise<void>;
  /** Sets the reason why the lock of pull and push is unavailable; null when it is available again. */
  setLockProblem(problem: unknown): Promise<void>;
  /** Closes the connection, does the work with nothing open, then continues. @throws what the work throws */
  whileClosed(work: (connectionId: string | null) => Promise<void>): Promise<void>;
  /** Reports a fault. If it shows that a database is gone, opens the connection again. */
  noticeFault(problem: unknown): void;
  /** Closes for good. */
  end(): Promise<void>;
}

export interface ConnectionLifeDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Connection of the session; null for none. */
  wantedId(): string | null;
  /** Opens the parts that the connection needs and that are not open yet. @throws when the disk refuses */
  open(connectionId: string, onFault: (problem: unknown) => void): Promise<ConnectionRuntime>;
  /** The open connection may have a new session. */
  followSession(runtime: ConnectionRuntime): Promise<void>;
  /** Removes the runtime's data from the screen. */
  clear(): void;
  /** Closes the parts that `open` opened besides the runtime, once the connection is no longer used. */
  leave(): Promise<void>;
  /** Called when no connection is wanted. */
  rest(): Promise<void>;
  /** Whether this window holds the lock of pull and push. */
  holdsLock(): boolean;
  /** A database is gone and has to be opened again. */
  onDatabaseClosed(): void;
  onFault(problem: unknown): void;
}

/** Time for sends under way to finish when a connection is closed. */
const CLOSE_GRACE_MS = 2_500;
/** Pause before a retry: from half a second up to `mostMs`. Most failures last a moment. */
export const OPEN_BACKOFF = { firstMs: 1_000, mostMs: 5_000 } as const;

type LifeState = 'closed' | 'opening' | 'opened' | 'starting' | 'started' | 'failed';
type LifeEvent = 'open' | 'opened' | 'start' | 'started' | 'fail' | 'close';

type Next = Readonly<Record<LifeEvent, LifeState | null>>;

/** Events that cannot occur, since one step is taken at a time. Any step may fail. */
const none = { open: null, opened: null, start: null, started: null, fail: 'failed' } as const;

/** In `closed` and `failed` nothing is open. */
const lives: Readonly<Record<LifeState, Next>> = {
  closed: { ...none, open: 'opening', close: 'closed' },
  opening: { ...none, opened: 'opened', close: null },
  opened: { ...none, start: 'starting', close: 'closed' },
  starting: { ...none, started: 'started', close: null },
  started: { ...none, close: 'closed' },
  failed: { ...none, open: 'opening', close: 'closed' },
};

interface Life {
  readonly deps: ConnectionLifeDeps;
  readonly trouble: ObservableValue<WorkspaceTrouble | null>;
  readonly inTurn: Serial;
  state: LifeState;
  connectionId: string | null;
  runtime: ConnectionRuntime | null;
  failures: number;
  /** Number of openings, so that a fault of an earlier one closes nothing. */
  openings: number;
  retry: AbortController | null;
  lockTrouble: WorkspaceTrouble | null;
  isOver: boolean;
}

export function createConnectionLife(deps: ConnectionLifeDeps): ConnectionLife {
  const life: Life = {
    deps,
    trouble: createObservable<WorkspaceTrouble | null>(null),
    inTurn: createSerial(),
    state: 'closed',
    connectionId: null,
    runtime: null,
    failures: 0,
    openings: 0,
    retry: null,
    lockTrouble: null,
    isOver: false,
  };
  const { trouble, inTurn } = life;
  return {
    trouble,
    runtime: () => life.runtime,
    follow: () => follow(life),
    setLockProblem: (problem) => {
      life.lockTrouble = problem === null ? null : troubleOf(problem);
      return follow(life);
    },
    whileClosed: (work) =>
      inTurn(async () => {
        try {
          await close(life);
          await work(life.connectionId);
        } finally {
          await settle(life);
        }
      }),
    noticeFault: (problem) => notice(life, life.openings, problem),
    end: () => {
      life.isOver = true;
      life.retry?.abort();
      return inTurn(() => takeRuntime(life));
    },
  };
}

function become(life: Life, event: LifeEvent): void {
  const next = lives[life.state][event];
  if (next === null) throw new Error(`a connection that is ${life.state} cannot ${event}`);
  life.state = next;
}

function follow(life: Life): Promise<void> {
  return life.inTurn(() => settle(life));
}

async function settle(life: Life): Promise<void> {
  if (life.isOver) return;
  life.retry?.abort();
  try {
    await advance(life);
    life.trouble.set(life.lockTrouble);
  } catch (problem) {
    life.deps.onFault(problem);
    await fail(life, problem);
  }
}

async function advance(life: Life): Promise<void> {
  const { deps } = life;
  const wantedId = deps.wantedId();
  const isAnother = life.connectionId !== wantedId;
  if (isAnother || (life.state === 'started' && !deps.holdsLock())) await close(life);
  life.connectionId = wantedId;
  if (wantedId === null) return deps.rest();
  if (life.runtime === null) await open(life, wantedId);
  else await deps.followSession(life.runtime);
  if (life.state === 'opened' && deps.holdsLock()) await start(life);
}

async function open(life: Life, connectionId: string): Promise<void> {
  become(life, 'open');
  const mine = ++life.openings;
  life.runtime = await life.deps.open(connectionId, (problem) => notice(life, mine, problem));
  become(life, 'opened');
}

async function start(life: Life): Promise<void> {
  become(life, 'start');
  await life.runtime?.start();
  become(life, 'started');
  life.failures = 0;
}

async function close(life: Life): Promise<void> {
  await closeRuntime(life);
  await life.deps.leave();
  become(life, 'close');
}

async function closeRuntime(life: Life): Promise<void> {
  try {
    await takeRuntime(life);
  } finally {
    life.deps.clear();
  }
}

async function takeRuntime(life: Life): Promise<void> {
  const { runtime } = life;
  life.runtime = null;
  await runtime?.close(CLOSE_GRACE_MS);
}

/** Close the runtime, so that the next try starts like the first. Notes typed meanwhile stay. */
async function fail(life: Life, problem: unknown): Promise<void> {
  const { deps, trouble } = life;
  become(life, 'fail');
  life.failures += 1;
  if (isDatabaseClosed(problem)) deps.onDatabaseClosed();
  await closeRuntime(life).catch(deps.onFault);
  trouble.set(troubleOf(problem));
  life.retry?.abort();
  tryLater(life);
}

function tryLater(life: Life): void {
  const { clock, random } = life.deps;
  const { signal } = (life.retry = new AbortController());
  const delayMs = backoffMs(OPEN_BACKOFF, life.failures, random);
  void clock.sleep(delayMs, signal).then(() => (signal.aborted ? null : follow(life)));
}

function notice(life: Life, opening: number, problem: unknown): void {
  life.deps.onFault(problem);
  if (!isDatabaseClosed(problem)) return;
  void life.inTurn(async () => {
    const isOpen = life.state === 'opened' || life.state === 'started';
    if (isOpen && opening === life.openings && !life.isOver) await fail(life, problem);
  });
}

function troubleOf(problem: unknown): WorkspaceTrouble {
  const technical =
    problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
  if (problem instanceof KeyringAway) return { kind: 'keyringAway', technical };
  return { kind: isStorageFull(problem) ? 'storageFull' : 'notOpened', technical };
}
