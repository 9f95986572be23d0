import type { Clock } from '../../src/base/clock.ts';
import type { Random } from '../../src/base/random.ts';
import type { Fetch } from '../../src/main/ports.ts';
import { brokenOff, bytesOf } from '../reference-peer/wire.ts';
import type { Life } from './life.ts';

/**
 * Faults of one exchange. TCP delivers a request once or not at all, so none is duplicated here. Answers may
 * come late, out of order, or after their process has died.
 */
export const exchangeFaults = [
  'refused',
  'noName',
  'dropBefore',
  'dropAfter',
  'slowRequest',
  'slowAnswer',
  'cutBody',
] as const;
export type ExchangeFault = (typeof exchangeFaults)[number];

export type Place = 'approve' | 'bills' | 'organizations' | 'token';

export interface PassingFault {
  readonly fault: ExchangeFault;
  /** Place of the requests it applies to; null for all. */
  readonly place: Place | null;
  count: number;
}

/** A request under way, for the model. */
export interface Exchange {
  readonly place: Place;
  readonly url: URL;
  readonly init: RequestInit;
  readonly leftMs: number;
  /** Whether the requesting process is dead, so that no answer reaches it. */
  isOrphan(): boolean;
  /** True time at which the service received it; null while it has not. */
  arrivedAtMs: number | null;
}

export interface NetworkWatch {
  /** Called when a request leaves this machine. */
  left(exchange: Exchange): void;
  /** Called with the service's answer as the machine receives it; null for none. */
  ended(exchange: Exchange, response: Response | null, body: string): void;
}

export interface NetworkDeps {
  readonly serviceClock: Clock;
  readonly machineClock: Clock;
  readonly random: Random;
  readonly service: Fetch;
  readonly watch: NetworkWatch;
}

/** The network between Billfold and the service: delays, reordering, loss, captive portals. */
export interface Network {
  state: 'up' | 'down' | 'portal';
  readonly faults: PassingFault[];
  /** Number of requests under way, including their answers. */
  underWay(): number;
  /** Number of exchanges with a fault, by kind. */
  readonly met: Map<ExchangeFault | 'portal' | 'down', number>;
  /** A `fetch` for one process. Its requests continue after its death, without an answer. */
  fetchFor(life: Life): Fetch;
}

const WAY_MS = 120;
/** Longer than Billfold waits for an answer. */
const SLOW_MS = 35_000;
const PORTAL_PAGE = '<!doctype html><html><body>Welcome! Please accept our terms.</body></html>';

export function createNetwork(deps: NetworkDeps): Network {
  const { serviceClock, machineClock, random, watch } = deps;
  let underWay = 0;

  const note = (kind: ExchangeFault | 'portal' | 'down'): void => {
    network.met.set(kind, (network.met.get(kind) ?? 0) + 1);
  };

  const meet = (place: Place): ExchangeFault | null => {
    const found = network.faults.find(
      (each) => each.count > 0 && (each.place === null || each.place === place),
    );
    if (!found) return null;
    found.count -= 1;
    note(found.fault);
    return found.fault;
  };

  const wayMs = (slow: boolean): number =>
    Math.round(random.next() * WAY_MS) + (slow ? SLOW_MS + Math.round(random.next() * SLOW_MS) : 0);

  /** Delivers the request and returns the service's answer. */
  const deliver = async (exchange: Exchange, fault: ExchangeFault | null): Promise<Response> => {
    if (network.state === 'down') {
      note('down');
      throw brokenBy('ENETUNREACH');
    }
    if (fault === 'refused') throw brokenBy('ECONNREFUSED');
    if (fault === 'noName') throw brokenBy('ENOTFOUND');
    await serviceClock.sleep(wayMs(fault === 'slowRequest'));
    if (network.state === 'portal') {
      note('portal');
      return new Response(PORTAL_PAGE, { headers: { 'content-type': 'text/html' } });
    }
    if (fault === 'dropBefore') throw brokenBy('ECONNRESET');
    exchange.arrivedAtMs = serviceClock.elapsedMs();
    // Without the sender's signal: the service carries out a request even if the sender has given up.
    const { signal: _given, ...init } = exchange.init;
    const response = await deps.service(exchange.url.href, init);
    if (fault === 'dropAfter') throw brokenBy('ECONNRESET');
    await serviceClock.sleep(wayMs(fault === 'slowAnswer'));
    return response;
  };

  const exchange = async (url: string, init: RequestInit, life: Life): Promise<Response> => {
    const target = new URL(url);
    const place = placeOf(target, init);
    const fault = meet(place);
    shortenPages(target);
    const leftMs = serviceClock.elapsedMs();
    const isOrphan = life.isOver;
    const record: Exchange = { place, url: target, init, leftMs, isOrphan, arrivedAtMs: null };
    watch.left(record);
    underWay += 1;
    try {
      const response = await deliver(record, fault);
      const body = await response.text();
      // The answer arrives when the machine is awake again.
      await machineClock.sleep(0);
      const { status, headers } = response;
      const isCut = fault === 'cutBody';
      watch.ended(record, isCut ? null : response, body);
      const bytes = bytesOf(body);
      if (isCut)
        return new Response(brokenOff(bytes.slice(0, bytes.length >> 1)), { status, headers });
      return new Response(body === '' ? null : body, { status, headers });
    } catch (problem) {
      await machineClock.sleep(0);
      watch.ended(record, null, '');
      throw problem;
    } finally {
      underWay -= 1;
    }
  };

  const network: Network = {
    state: 'up',
    faults: [],
    met: new Map(),
    underWay: () => underWay,
    fetchFor: (life) => (url, init) => {
      const { promise, reject } = Promise.withResolvers<never>();
      const giveUp = (): void => reject(new DOMException('given up', 'AbortError'));
      if (init.signal?.aborted) giveUp();
      init.signal?.addEventListener('abort', giveUp, { once: true });
      promise.catch(() => undefined);
      if (!life.step()) return new Promise(() => undefined);
      const answered = exchange(url, init, life);
      answered.catch(() => undefined);
      return life
        .whileAlive(Promise.race([answered, promise]))
        .finally(() => init.signal?.removeEventListener('abort', giveUp));
    },
  };
  return network;
}

function placeOf(url: URL, init: RequestInit): Place {
  if (url.pathname.startsWith('/oauth/')) return 'token';
  if (init.method === 'PATCH') return 'approve';
  return url.pathname.endsWith('/organizations') ? 'organizations' : 'bills';
}

/** A service may return fewer items than requested. A few bills then make long chains. */
export const PAGE_LENGTH = 4;

function shortenPages(url: URL): void {
  if (url.searchParams.has('limit')) url.searchParams.set('limit', String(PAGE_LENGTH));
}

function brokenBy(code: string): TypeError {
  const syscall = code === 'ECONNRESET' ? 'read' : 'connect';
  const cause = Object.assign(new Error(code), { code, syscall });
  return new TypeError('fetch failed', { cause });
}
