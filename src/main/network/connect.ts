import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { Obstacle } from '../../contract/service-error.ts';
import { NotConnected } from '../api/fetch-failure.ts';
import { cleanText } from '../auth/callback.ts';

export interface ConnectorDeps {
  /** The system's ways to an address, its PAC file included: `PROXY proxy.example:3128; DIRECT`. */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** Certificates, PEM, whose owners may vouch for a service. Asked once, before the first one is judged. */
  readonly authorities: () => readonly string[];
  /** Aborts when all of it has taken too long; after `CONNECT_LIMIT_MS` where nothing is said. */
  readonly limit?: () => AbortSignal;
}

/** Where a connection is to lead, as undici asks for it. */
export interface ConnectTarget {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
  readonly servername?: string | null | undefined;
}

type Way =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: URL }
  /** SOCKS and its like. */
  | { readonly kind: 'unsupported'; readonly name: string };

/** How long each step may take: reaching the machine, the proxy's answer, TLS. */
const STEP_LIMIT_MS = 10_000;
/** A PAC file that hangs, proxies tried one after the other: less than a request has, or nobody knew if it left. */
const CONNECT_LIMIT_MS = 25_000;
const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/**
 * Makes connections over which a request may then be sent, and sends nothing itself: whatever fails here,
 * the service has heard nothing. Rejects with `NotConnected` alone.
 */
export function createConnector(deps: ConnectorDeps): (target: ConnectTarget) => Promise<Socket> {
  let built: SecureContext | null = null;
  // Building it reads hundreds of certificates, which a service on this computer has no need of.
  const trusted = (): SecureContext =>
    (built ??= createSecureContext({ ca: [...new Set(deps.authorities())] }));
  const make = async (target: ConnectTarget): Promise<Socket> => {
    try {
      const ways = await waysTo(deps, target);
      const socket = await firstThatLeads(ways, target, trusted);
      socket.setNoDelay(true).setKeepAlive(true, 60_000);
      return target.protocol === 'https:' ? await secure(socket, target, trusted) : socket;
    } catch (error) {
      throw error instanceof NotConnected ? error : notConnected(error);
    }
  };
  const { limit = () => AbortSignal.timeout(CONNECT_LIMIT_MS) } = deps;
  return (target) => inTime(make(target), limit());
}

/** What comes too late is closed, and nothing is sent over it. */
function inTime(making: Promise<Socket>, limit: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      making.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
      reject(new NotConnected('UND_ERR_CONNECT_TIMEOUT'));
    };
    if (limit.aborted) giveUp();
    limit.addEventListener('abort', giveUp);
    void making.then(resolve, reject).finally(() => limit.removeEventListener('abort', giveUp));
  });
}

async function waysTo(deps: ConnectorDeps, target: ConnectTarget): Promise<readonly Way[]> {
  // What stays on this computer needs nobody's help, whatever a PAC file says.
  if (LOOPBACK.includes(target.hostname)) return [{ kind: 'direct' }];
  const authority = `${bracketed(target.hostname)}:${portOf(target)}`;
  return readWays(await deps.resolveProxy(`${target.protocol}//${authority}/`));
}

/** Reads what a PAC file answers, each entry a kind and a place. */
function readWays(list: string): readonly Way[] {
  const entries = list.split(';').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry): Way => {
      const [kind = '', place = ''] = entry.split(/\s+/);
      if (kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
      const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
      const url = scheme === undefined ? null : URL.parse(`${scheme}://${place}`);
      return url === null ? { kind: 'unsupported', name: kind } : { kind: 'proxy', url };
    });
}

/** The next way is for a proxy that does not lead there; one that would, to whom it knows, has decided. */
async function firstThatLeads(
  ways: readonly Way[],
  target: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  let failure: unknown = new NotConnected('NO_WAY');
  for (const way of ways) {
    try {
      return await take(way, target, trusted);
    } catch (error) {
      if (error instanceof NotConnected && error.obstacle !== null) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function take(
  way: Way,
  target: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  if (way.kind === 'unsupported') throw new NotConnected('PROXY_KIND_UNSUPPORTED');
  return way.kind === 'direct' ? reach(target) : throughProxy(targetOf(way.url), target, trusted);
}

async function reach(target: ConnectTarget): Promise<Socket> {
  const socket = connectPlain({ host: target.hostname, port: portOf(target) });
  await within(socket, once(socket, 'connect'));
  return socket;
}

/** A tunnel (RFC 9110 §9.3.6): the proxy passes bytes on and sees none of them. */
async function throughProxy(
  proxy: ConnectTarget,
  target: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  const reached = await reach(proxy);
  const socket = proxy.protocol === 'https:' ? await secure(reached, proxy, trusted) : reached;
  const authority = `${bracketed(target.hostname)}:${portOf(target)}`;
  const request = httpRequest({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    createConnection: () => socket,
  });
  const answered = Promise.race([
    once(request, 'connect'),
    // A proxy that answers without a tunnel, such as with a page.
    once(request, 'response'),
  ]) as Promise<[IncomingMessage]>;
  request.end();
  const [answer] = await within(socket, answered);
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new NotConnected(`PROXY_ANSWERED_${answer.statusCode ?? 0}`, obstacleOf(answer));
}

function obstacleOf({ statusCode, headersDistinct }: IncomingMessage): Obstacle | null {
  if (statusCode !== 407) return null;
  const asked = headersDistinct['proxy-authenticate'] ?? [];
  const schemes = asked.map((challenge) => cleanText(challenge)?.split(/[ ,]/)[0] ?? '');
  return { kind: 'proxySignIn', schemes: schemes.filter((scheme) => scheme !== '').slice(0, 10) };
}

/** The service itself, or somebody the company trusts in its place, proves who it is. */
async function secure(
  socket: Socket,
  { hostname, servername }: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  const session = connectTls({
    socket,
    host: hostname,
    servername: servername ?? '',
    secureContext: trusted(),
    ALPNProtocols: ['http/1.1'],
    // Said, so that NODE_TLS_REJECT_UNAUTHORIZED is never asked.
    rejectUnauthorized: true,
  });
  let issuer: string | null = null;
  // Before Node judges the certificate, and closes what it came over.
  session.prependOnceListener('secure', () => {
    const { O, CN } = session.getPeerCertificate().issuer ?? {};
    issuer = cleanText([CN, O].flat().find((name) => name !== undefined));
  });
  try {
    await within(session, once(session, 'secureConnect'));
    return session;
  } catch (error) {
    // Known only once there was a certificate to judge.
    const isJudged = issuer !== null && session.authorizationError !== null;
    const obstacle = { kind: 'untrustedCertificate', host: hostname, issuer } as const;
    throw isJudged ? notConnected(error, obstacle) : error;
  }
}

/** Waits for a step, and ends what it is made over when it fails or takes too long. */
async function within<Value>(socket: Socket, step: Promise<Value>): Promise<Value> {
  const giveUp = (): void => void socket.destroy(new NotConnected('UND_ERR_CONNECT_TIMEOUT'));
  socket.setTimeout(STEP_LIMIT_MS, giveUp);
  try {
    return await step;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    socket.setTimeout(0).off('timeout', giveUp);
  }
}

function targetOf({ protocol, hostname, port }: URL): ConnectTarget {
  return { protocol, port, hostname: hostname.replace(/^\[|\]$/g, '') };
}

function bracketed(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

function portOf({ port, protocol }: ConnectTarget): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function notConnected(error: unknown, obstacle: Obstacle | null = null): NotConnected {
  const several = error instanceof AggregateError ? error.errors : [error];
  const codes = several.map((each) =>
    each instanceof Error && 'code' in each ? String(each.code) : 'NO_CODE',
  );
  return new NotConnected([...new Set(codes)].join(', '), obstacle);
}
