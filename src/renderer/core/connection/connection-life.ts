import type { Clock } from '../../../base/clock.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import type { Random } from '../../../base/random.ts';
import { isDatabaseClosed, isStorageFull } from '../indexed-db.ts';
import { createSerial } from '../../../base/serial.ts';
import { backoffMs } from '../../../base/backoff.ts';
import type { ConnectionRuntime } from './connection-runtime.ts';

/** What kept the connection from being opened or started. Nothing is sent or read meanwhile. */
export interface WorkspaceTrouble {
  readonly kind: 'storageFull' | 'notOpened';
  /** For an expert. */
  readonly technical: string;
}

/** The one connection in use, from closed to started; what fails on the way is closed and tried again. */
export interface ConnectionLife {
  /** What keeps the connection from being opened or started, or null. */
  readonly trouble: Observable<WorkspaceTrouble | null>;
  /** Null unless it is open. */
  runtime(): ConnectionRuntime | null;
  /** Session or lock have changed: goes as far as it can. Never rejects; what fails is tried again. */
  follow(): Promise<void>;
  /** The lock of pull and push cannot be had, for this reason; null when it can again. */
  setLockProblem(problem: unknown): Promise<void>;
  /** Closes the connection, does the work with nothing open, and goes on. @throws what the work throws */
  whileClosed(work: (connectionId: string | null) => Promise<void>): Promise<void>;
  /** Reports a problem; one that shows that a database is gone has the connection opened anew. */
  noticeFault(problem: unknown): void;
  /** Closes for good. */
  end(): Promise<void>;
}

export interface ConnectionLifeDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The connection the session is about; null for none. */
  wantedId(): string | null;
  /** Opens what the connection needs; what of it is open already stays. @throws when the disk refuses */
  open(connectionId: string, onFault: (problem: unknown) => void): Promise<ConnectionRuntime>;
  /** The session of the open connection may be another. */
  followSession(runtime: ConnectionRuntime): Promise<void>;
  /** Takes what the runtime showed off the screen. */
  clear(): void;
  /** The connection is not used any more: closes what `open` has opened besides the runtime. */
  leave(): Promise<void>;
  /** No connection is wanted. */
  rest(): Promise<void>;
  /** Whether this window holds the lock of pull and push. */
  holdsLock(): boolean;
  /** A database is gone: it has to be opened anew. */
  onDatabaseClosed(): void;
  onFault(problem: unknown): void;
}

/** Sends under way get this long to finish when a connection is closed. */
const CLOSE_GRACE_MS = 2_500;
/** What failed is tried again between half a second and this. Most such troubles last a moment. */
export const OPEN_BACKOFF = { firstMs: 1_000, mostMs: 5_000 } as const;

type LifeState = 'closed' | 'opening' | 'opened' | 'starting' | 'started' | 'failed';
type LifeEvent = 'open' | 'opened' | 'start' | 'started' | 'fail' | 'close';

type Next = Readonly<Record<LifeEvent, LifeState | null>>;

/** What cannot come, since one step is taken at a time; anything may fail. */
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

export function createConnectionLife(deps: ConnectionLifeDeps): ConnectionLife {
  const { clock, random, onFault } = deps;
  const trouble = createObservable<WorkspaceTrouble | null>(null);
  const inTurn = createSerial();
  let state: LifeState = 'closed';
  let connectionId: string | null = null;
  let runtime: ConnectionRuntime | null = null;
  let failures = 0;
  /** Counts openings, so that a fault of an earlier one closes nothing. */
  let openings = 0;
  let retry: AbortController | null = null;
  let lockTrouble: WorkspaceTrouble | null = null;
  let isOver = false;

  const become = (event: LifeEvent): void => {
    const next = lives[state][event];
    if (next === null) throw new Error(`a connection that is ${state} cannot ${event}`);
    state = next;
  };

  const closeRuntime = async (): Promise<void> => {
    const left = runtime;
    runtime = null;
    try {
      await left?.close(CLOSE_GRACE_MS);
    } finally {
      deps.clear();
    }
  };

  const close = async (): Promise<void> => {
    await closeRuntime();
    await deps.leave();
    become('close');
  };

  const tryLater = (): void => {
    const mine = new AbortController();
    retry = mine;
    const delayMs = backoffMs(OPEN_BACKOFF, failures, random);
    void clock.sleep(delayMs, mine.signal).then(() => (mine.signal.aborted ? null : follow()));
  };

  /** The runtime is closed, so that the next try finds what the first one did; notes typed meanwhile stay. */
  const fail = async (problem: unknown): Promise<void> => {
    become('fail');
    failures += 1;
    if (isDatabaseClosed(problem)) deps.onDatabaseClosed();
    await closeRuntime().catch(onFault);
    trouble.set(troubleOf(problem));
    retry?.abort();
    tryLater();
  };

  const open = async (id: string): Promise<void> => {
    become('open');
    const mine = ++openings;
    runtime = await deps.open(id, (problem) => notice(mine, problem));
    become('opened');
  };

  const start = async (): Promise<void> => {
    become('start');
    await runtime?.start();
    become('started');
    failures = 0;
  };

  const advance = async (): Promise<void> => {
    const wantedId = deps.wantedId();
    const isAnother = connectionId !== wantedId;
    if (isAnother || (state === 'started' && !deps.holdsLock())) await close();
    connectionId = wantedId;
    if (wantedId === null) return deps.rest();
    if (runtime === null) await open(wantedId);
    else await deps.followSession(runtime);
    if (state === 'opened' && deps.holdsLock()) await start();
  };

  const settle = async (): Promise<void> => {
    if (isOver) return;
    retry?.abort();
    try {
      await advance();
      trouble.set(lockTrouble);
    } catch (problem) {
      onFault(problem);
      await fail(problem);
    }
  };

  const follow = (): Promise<void> => inTurn(settle);

  const notice = (opening: number, problem: unknown): void => {
    onFault(problem);
    if (!isDatabaseClosed(problem)) return;
    void inTurn(async () => {
      const isOpen = state === 'opened' || state === 'started';
      if (isOpen && opening === openings && !isOver) await fail(problem);
    });
  };

  return {
    trouble,
    runtime: () => runtime,
    follow,
    setLockProblem: (problem) => {
      lockTrouble = problem === null ? null : troubleOf(problem);
      return follow();
    },
    whileClosed: (work) =>
      inTurn(async () => {
        try {
          await close();
          await work(connectionId);
        } finally {
          await settle();
        }
      }),
    noticeFault: (problem) => notice(openings, problem),
    end: () => {
      isOver = true;
      retry?.abort();
      return inTurn(async () => {
        const left = runtime;
        runtime = null;
        await left?.close(CLOSE_GRACE_MS);
      });
    },
  };
}

function troubleOf(problem: unknown): WorkspaceTrouble {
  const technical =
    problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem);
  return { kind: isStorageFull(problem) ? 'storageFull' : 'notOpened', technical };
}
