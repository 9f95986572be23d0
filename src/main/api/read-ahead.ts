import type { Clock } from '../../base/clock.ts';
import { createObservable } from '../../base/observable.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { Bill } from '../../contract/bill.ts';
import type { Page } from '../../contract/lists/page.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { BillsPageRequest } from './service-client.ts';

/** Reads pages of a chain before the window asks for them, as many as the window has granted. */
export interface ReadAhead {
  /**
   * Returns at least one page, starting at a cursor. A call with the cursor after the last returned page continues the
   * run.
   */
  pages(request: PagesRequest): Promise<Result<readonly PageAhead[], ServiceError>>;
  /** Begins no more pages; a waiting caller gets all pages read, and the one under way. */
  stopAhead(): void;
}

export interface PagesRequest extends Omit<BillsPageRequest, 'signal' | 'maxWaitMs' | 'onBegin'> {
  /** Maximum number of pages requested but not yet returned, including this call's. */
  readonly most: number;
  /** Ordered time of this call. */
  readonly askedMs: number;
  /** Launch of the window. */
  readonly run: string;
}

/** A page, its cursor, and the `askedMs` of the latest call when its request began. */
export type PageAhead = Page<Bill> & Pick<PagesRequest, 'after' | 'askedMs'>;

interface ReadAheadDeps {
  readonly read: (request: BillsPageRequest) => Promise<Result<Page<Bill>, ServiceError>>;
  /** Identifies connection and sign-in: pages are never returned to another one. */
  readonly session: () => string;
  readonly clock: Pick<Clock, 'elapsedMs' | 'sleep'>;
}

/** One chain being read. */
interface ReadAheadRun {
  readonly chain: string;
  readonly session: string;
  /** Aborts when a call asks for other pages. */
  readonly abandoned: AbortController;
  /** Changes when a page arrives, the run ends, or it is stopped. */
  readonly changes: ReturnType<typeof createObservable<number>>;
  readonly ready: Result<PageAhead, ServiceError>[];
  request: PagesRequest;
  askedAtMs: number;
  /** Cursor of the next page to return; null for the first page, and after the last. */
  handedTo: string | null;
  /** Cursor of the next page to read; null for the first page, and after the last. */
  readTo: string | null;
  /** Pages that may still be requested. */
  granted: number;
  /** Rejects only after a bug. */
  reading: Promise<void>;
  isReading: boolean;
  /** True after a failure or at the end of the chain. */
  isOver: boolean;
  isFirst: boolean;
  isAwaited: boolean;
  isStopped: boolean;
}

/** Time to collect pages into one message, milliseconds. Users don't notice it. */
const GATHER_MS = 250;
/** Part of the granted pages to collect, so that the rest is read while these cross the bridge. */
const GATHERED_PART = 0.6;
/**
 * Like `GATHER_MS`, for background pages, which can wait. Each message costs the window a transaction that writes about
 * 3 KB.
 */
const GATHER_IN_BACKGROUND_MS = 2_000;
/** Pages expire after this time without a call, milliseconds. */
const EXPIRE_AFTER_MS = 30_000;

const superseded: ServiceError = {
  kind: 'cancelled',
  technical: 'superseded by a call for other pages',
};

/** Reads one chain at a time: a call for other pages drops the older pages read ahead. */
export function createReadAhead(deps: ReadAheadDeps): ReadAhead {
  const { clock } = deps;
  let run: ReadAheadRun | null = null;

  const runFor = (request: PagesRequest): ReadAheadRun => {
    if (run !== null && continues(run, request, deps)) return run;
    run?.abandoned.abort();
    return (run = begin(request, deps.session()));
  };

  return {
    pages: async (request) => {
      const mine = runFor(request);
      Object.assign(mine, { request, askedAtMs: clock.elapsedMs(), isStopped: false });
      mine.granted = request.most - mine.ready.length - Number(mine.isReading);
      mine.isAwaited = true;
      if (!mine.isReading && !mine.isOver) start(mine, deps);
      await untilGathered(mine, clock);
      mine.isAwaited = false;
      if (!mine.isReading) await mine.reading;
      return handOver(mine);
    },
    stopAhead: () => {
      if (run === null) return;
      run.isStopped = true;
      run.granted = 0;
      announce(run);
    },
  };
}

function begin(request: PagesRequest, session: string): ReadAheadRun {
  const { after } = request;
  return {
    chain: chainOf(request),
    session,
    request,
    handedTo: after,
    readTo: after,
    abandoned: new AbortController(),
    changes: createObservable(0),
    ready: [],
    askedAtMs: 0,
    granted: 0,
    reading: Promise.resolve(),
    isReading: false,
    isOver: false,
    isFirst: true,
    isAwaited: false,
    isStopped: false,
  };
}

function chainOf({ organizationId, status, limit, priority, run }: PagesRequest): string {
  return JSON.stringify([organizationId, status, limit, priority, run]);
}

function continues(
  run: ReadAheadRun,
  request: PagesRequest,
  { session, clock }: ReadAheadDeps,
): boolean {
  return (
    !run.isAwaited &&
    run.handedTo !== null &&
    run.handedTo === request.after &&
    run.chain === chainOf(request) &&
    run.session === session() &&
    clock.elapsedMs() - run.askedAtMs <= EXPIRE_AFTER_MS
  );
}

function start(run: ReadAheadRun, deps: ReadAheadDeps): void {
  run.isReading = true;
  run.reading = readOn(run, deps).finally(() => {
    run.isReading = false;
    announce(run);
  });
  // The caller gets the rejection from `pages`.
  run.reading.catch(() => undefined);
}

/**
 * Reads as many pages as granted. It stops after a page without items, so that the window decides.
 */
async function readOn(run: ReadAheadRun, { read, session }: ReadAheadDeps): Promise<void> {
  while (run.granted > 0 && run.session === session() && !run.abandoned.signal.aborted) {
    run.granted -= 1;
    const { askedMs, organizationId, status, limit, priority } = run.request;
    const after = run.readTo;
    const asked = { organizationId, status, limit, priority, after };
    const page = await read({ ...asked, signal: run.abandoned.signal });
    run.ready.push(page.ok ? succeed({ ...page.value, after, askedMs }) : page);
    run.readTo = page.ok ? page.value.nextCursor : null;
    run.isOver = run.readTo === null;
    if (run.isOver || (page.ok && page.value.items.length === 0)) run.granted = 0;
    announce(run);
  }
}

function announce({ changes }: ReadAheadRun): void {
  changes.set(changes.get() + 1);
}

/** Resolves when there are enough pages to return, or when no more will come. */
async function untilGathered(run: ReadAheadRun, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const isWaitedFor = run.request.priority !== 'background';
  const enough = Math.ceil(run.request.most * (isWaitedFor ? GATHERED_PART : 1));
  const timer = new AbortController();
  // A user may be waiting for the first page, so it is returned alone.
  let isLate = run.isFirst;
  const waitMs = isWaitedFor ? GATHER_MS : GATHER_IN_BACKGROUND_MS;
  void clock.sleep(waitMs, timer.signal).then(() => {
    isLate = true;
    announce(run);
  });
  const isEnough = (): boolean => {
    if (run.abandoned.signal.aborted || !run.isReading) return true;
    return !run.isStopped && run.ready.length >= (isLate ? 1 : enough);
  };
  await new Promise<void>((resolve) => {
    const check = (): void => void (isEnough() && resolve());
    const stop = run.changes.subscribe(check);
    timer.signal.addEventListener('abort', stop, { once: true });
    check();
  });
  timer.abort();
}

function handOver(run: ReadAheadRun): Result<readonly PageAhead[], ServiceError> {
  if (run.abandoned.signal.aborted) return fail(superseded);
  const failed = run.ready.findIndex((page) => !page.ok);
  const given = run.ready.splice(0, failed < 0 ? run.ready.length : Math.max(1, failed));
  const [first] = given;
  if (first === undefined || !first.ok) {
    run.handedTo = null;
    return first ?? fail(superseded);
  }
  const pages = given.flatMap((page) => (page.ok ? page.value : []));
  run.isFirst = false;
  run.handedTo = pages.at(-1)?.nextCursor ?? null;
  return succeed(pages);
}
