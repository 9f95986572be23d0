import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Language } from '../../bridge/settings.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { Log } from '../ports.ts';
import { decideCallback, refusals, START_PATH } from './callback.ts';
import type { CallbackAnswer, CallbackDecision, CallbackRequest } from './callback.ts';
import { refuseSocket, sendPage, sendRedirect, sendRefusal } from './callback-page.ts';
import type { CallbackPage } from './callback-page.ts';

/**
 * Hosts of a redirect URI on this computer. RFC 8252 §8.3 advises against `localhost`, but some
 * services require it.
 */
export type LoopbackHost = keyof typeof addresses;

/**
 * Addresses to listen on. A browser may try both addresses of localhost, so the listener must own
 * both.
 */
const addresses = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  localhost: ['127.0.0.1', '::1'],
} as const satisfies Record<string, readonly string[]>;

export interface ListenerLimits {
  /** Maximum duration of the whole wait, milliseconds. */
  readonly waitMs: number;
  /** Maximum duration of one connection, milliseconds. */
  readonly connectionMs: number;
  /** Maximum number of open connections; one more closes the oldest. */
  readonly connections: number;
  /** How long the listener serves the last page after the answer, milliseconds. */
  readonly lingerMs: number;
  /** Maximum size of request line and headers, bytes. */
  readonly headerBytes: number;
}

/**
 * Five minutes for the user; seconds for a connection, since a browser on this computer needs no
 * more.
 */
export const LISTENER_LIMITS: ListenerLimits = {
  waitMs: 5 * 60_000,
  connectionMs: 5_000,
  connections: 32,
  lingerMs: 5_000,
  headerBytes: 16_384,
};

export type CallbackEnd = CallbackAnswer | { readonly kind: 'timedOut' | 'cancelled' };

/** A wait for the browser's redirect. */
export interface LoopbackListener {
  readonly port: number;
  /** Address to register and to send as `redirect_uri`. */
  readonly redirectUri: string;
  /**
   * Makes an address that redirects a browser to `link`, once. Other users of the computer can read the command line
   * with this address, so it must not be `link` itself, which contains the state.
   * @param once unguessable last part of the address
   */
  startFor(link: string, once: string): string;
  /** Settles once: with the one valid answer, when the time is over, or on `close`. */
  readonly end: Promise<CallbackEnd>;
  /**
   * Cancels an unfinished wait, and closes every connection and the port. After an answer the listener closes by
   * itself, as soon as the browser had time to fetch the last page.
   */
  close(): Promise<void>;
}

export interface ListenRequest {
  readonly host: LoopbackHost;
  /** Ports to try in order; 0 lets the system choose. */
  readonly ports: readonly number[];
  /** Path of the redirect URI as registered; may be empty. */
  readonly path: string;
  readonly state: string;
  readonly authUrl: string;
  /** Called when a start address is opened again: someone else may have opened it first. */
  readonly onUsedAgain?: () => void;
}

/** No port of the list was free; `port` is the first one, which is registered. */
interface PortTaken {
  readonly kind: 'portTaken';
  readonly port: number;
  readonly technical: string;
}

export interface ListenDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ListenerLimits>;
  /** Language of the pages; English by default. */
  readonly language?: (() => Language) | undefined;
}

/**
 * Listens for the browser's redirect (RFC 8252 §7.3). The port is open when the promise resolves,
 * so the caller may open the browser. Foreign, wrong and hostile requests get a plain answer and
 * change nothing.
 */
export async function listenOnLoopback(
  deps: ListenDeps,
  request: ListenRequest,
): Promise<Result<LoopbackListener, PortTaken>> {
  const { language = () => 'en' } = deps;
  const limits = { ...LISTENER_LIMITS, ...deps.limits };
  let technical = 'no port given';
  // Imported here, because it loads everything that fetch needs and would delay the window.
  const { createServer } = await import('node:http');
  for (const port of request.ports) {
    const create = (): Server =>
      createServer({ maxHeaderSize: limits.headerBytes, requireHostHeader: false });
    const bound = await bindAll(create, request.host, port);
    if (bound.ok) return succeed(serve(bound.value, { ...deps, limits, language }, request));
    technical = bound.error;
    deps.log.warn('a redirect port cannot be used', { port, code: technical });
  }
  return fail({ kind: 'portTaken', port: request.ports[0] ?? 0, technical });
}

interface Bound {
  readonly servers: readonly Server[];
  readonly port: number;
}

/** Errors on a computer without IPv6: it has no `::1`, so no other program can own it. */
const noSuchAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Binds one server for each address of the host, all on one port. */
async function bindAll(
  create: () => Server,
  host: LoopbackHost,
  requestedPort: number,
): Promise<Result<Bound, string>> {
  const servers: Server[] = [];
  let port = requestedPort;
  for (const address of addresses[host]) {
    const server = create();
    const bound = await bind(server, address, port);
    if (bound.ok) {
      servers.push(server);
      port = bound.value;
    } else if (servers.length === 0 || !noSuchAddress.includes(bound.error)) {
      await closeAll(servers);
      return fail(bound.error);
    }
  }
  return succeed({ servers, port });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
  );
}

/** `exclusive` keeps other processes of a cluster from sharing the port. */
function bind(server: Server, address: string, port: number): Promise<Result<number, string>> {
  return new Promise((resolve) => {
    const refused = (cause: NodeJS.ErrnoException): void => resolve(fail(cause.code ?? cause.name));
    server.once('error', refused);
    server.listen({ host: address, port, exclusive: true }, () =>
      resolve(succeed((server.address() as AddressInfo).port)),
    );
  });
}

/** Maximum number of logged refusals, so that a flood cannot fill the disk. */
const LOGGED_REFUSALS = 20;

interface Wait {
  readonly deps: Pick<ListenDeps, 'clock' | 'log'> & {
    readonly limits: ListenerLimits;
    readonly language: () => Language;
  };
  readonly request: ListenRequest;
  readonly servers: readonly Server[];
  readonly connections: { closeAll(): void };
  readonly closing: AbortController;
  readonly end: PromiseWithResolvers<CallbackEnd>;
  /** Link behind each start address; null after its first use. */
  readonly starts: Map<string, string | null>;
  settled: CallbackAnswer['kind'] | 'over' | null;
  refusedCount: number;
}

function serve(
  { servers, port }: Bound,
  deps: Wait['deps'],
  request: ListenRequest,
): LoopbackListener {
  const { clock, log, limits } = deps;
  const closing = new AbortController();
  const origin = `http://${request.host}:${port}`;
  const wait: Wait = {
    deps,
    request,
    servers,
    connections: guardConnections(servers, clock, limits, closing.signal),
    closing,
    end: Promise.withResolvers(),
    starts: new Map(),
    settled: null,
    refusedCount: 0,
  };
  const hosts = hostNames(request.host, port);
  const expected = { ...request, hosts, path: request.path || '/' };
  const served = new WeakSet<Socket>();
  for (const server of servers) {
    server.on('request', (incoming, response) => {
      // One request per connection: pipelined requests are dropped unread.
      if (served.has(incoming.socket)) return;
      served.add(incoming.socket);
      // The body is never read: the answer goes out at once, and the connection closes.
      respond(wait, decideCallback(readRequest(incoming), expected), response);
    });
    server.on('clientError', (_cause, socket) => refuseSocket(socket as Socket));
    server.on('connect', (_incoming, socket) => refuseSocket(socket as Socket));
    server.on('error', (cause) => log.warn('the sign-in port failed', { name: cause.name }));
  }
  void clock.sleep(limits.waitMs, closing.signal).then(() => {
    if (wait.settled !== null) return undefined;
    finish(wait, { kind: 'timedOut' });
    return close(wait);
  });
  return {
    port,
    redirectUri: origin + request.path,
    startFor: (link, once) => {
      wait.starts.set(once, link);
      return origin + START_PATH + once;
    },
    end: wait.end.promise,
    close: () => close(wait),
  };
}

function respond(wait: Wait, decision: CallbackDecision, response: ServerResponse): void {
  const { language } = wait.deps;
  if (decision.kind === 'refuse') return refuse(wait, decision.why, response);
  if (decision.kind === 'start') return start(wait, decision.once, response);
  if (decision.kind === 'page') return sendPage(response, pageAfter(wait.settled), language());
  if (wait.settled !== null) return sendPage(response, 'alreadyAnswered', language());
  // Redirects to an address without a query. This removes code and state from the address bar, but not from the
  // browser's history.
  sendRedirect(response, wait.request.path || '/');
  finish(wait, decision.answer);
}

function refuse(wait: Wait, why: keyof typeof refusals, response: ServerResponse): void {
  if (wait.refusedCount++ < LOGGED_REFUSALS)
    wait.deps.log.warn('a request to the sign-in port was refused', { why });
  sendRefusal(response, refusals[why]);
}

function start(wait: Wait, once: string, response: ServerResponse): void {
  const { language } = wait.deps;
  const link = wait.starts.get(once);
  if (link === undefined) return refuse(wait, 'wrongPath', response);
  if (link === null) {
    wait.request.onUsedAgain?.();
    return sendPage(response, 'used', language());
  }
  wait.starts.set(once, null);
  if (wait.settled === null) sendRedirect(response, link);
  else sendPage(response, 'alreadyAnswered', language());
}

function finish(wait: Wait, end: CallbackEnd): void {
  if (wait.settled !== null) return;
  const answered = end.kind === 'code' || end.kind === 'error';
  wait.settled = answered ? end.kind : 'over';
  wait.end.resolve(end);
  const { clock, limits } = wait.deps;
  if (answered) void clock.sleep(limits.lingerMs, wait.closing.signal).then(() => close(wait));
}

async function close(wait: Wait): Promise<void> {
  finish(wait, { kind: 'cancelled' });
  wait.closing.abort();
  wait.connections.closeAll();
  await closeAll(wait.servers);
}

/** Browsers omit port 80 of http. */
function hostNames(host: LoopbackHost, port: number): string[] {
  return port === 80 ? [host, `${host}:80`] : [`${host}:${port}`];
}

function readRequest(incoming: IncomingMessage): CallbackRequest {
  const destination = incoming.headersDistinct['sec-fetch-dest'];
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    hosts: incoming.headersDistinct['host'] ?? [],
    destination: destination ? destination.join(',') : null,
  };
}

/**
 * Limits each connection to a few seconds, against peers that are idle, slow or never read. Above the maximum number it
 * drops the oldest, so that a flood cannot exclude the browser.
 */
function guardConnections(
  servers: readonly Server[],
  clock: Clock,
  limits: ListenerLimits,
  closing: AbortSignal,
): { closeAll(): void } {
  const open = new Map<Socket, AbortController>();
  const drop = (socket: Socket): void => {
    open.get(socket)?.abort();
    open.delete(socket);
    socket.destroy();
  };
  const guard = (socket: Socket): void => {
    const over = new AbortController();
    open.set(socket, over);
    socket.on('close', () => drop(socket));
    socket.on('error', () => drop(socket));
    if (closing.aborted) return drop(socket);
    const [oldest] = open.keys();
    if (open.size > limits.connections && oldest) drop(oldest);
    void clock.sleep(limits.connectionMs, over.signal).then(() => drop(socket));
  };
  for (const server of servers) server.on('connection', guard);
  return { closeAll: () => [...open.keys()].forEach(drop) };
}

function pageAfter(settled: CallbackAnswer['kind'] | 'over' | null): CallbackPage {
  if (settled === 'code') return 'answered';
  return settled === 'error' ? 'denied' : 'waiting';
}
