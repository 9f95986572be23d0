import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { Obstacle } from '../../contract/service-error.ts';
import { NotConnected } from '../api/fetch-failure.ts';
import { cleanText } from '../auth/callback.ts';

export interface ConnectorDeps {
  /**
   * The system's proxy list for an address, from its PAC file if it has one: `PROXY
   * proxy.example:3128; DIRECT`.
   */
  readonly resolveProxy: (url: string) => Promise<string>;
  /** Trusted certificate authorities, PEM. Called once, before the first certificate is checked. */
  readonly authorities: () => readonly string[];
  /** Signal that aborts a connection that takes too long; by default after `CONNECT_LIMIT_MS`. */
  readonly limit?: () => AbortSignal;
}

/** Target of a connection, in undici's form. */
export interface ConnectTarget {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
  readonly servername?: string | null | undefined;
}

type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly url: URL }
  /** SOCKS and similar kinds. */
  | { readonly kind: 'unsupported' };

/** Limit of each step, milliseconds: reaching the machine, the proxy's answer, TLS. */
const STEP_LIMIT_MS = 10_000;
/**
 * Limit for all steps, milliseconds, with a slow PAC file or several proxies. Shorter than the
 * limit of a request, so that a timeout here proves that the request was not sent.
 */
const CONNECT_LIMIT_MS = 25_000;

/**
 * Makes connections, but sends no request, so after a failure here the service has received nothing. Rejects only with
 * `NotConnected`.
 */
export function createConnector(deps: ConnectorDeps): (target: ConnectTarget) => Promise<Socket> {
  let built: SecureContext | null = null;
  // Built on first use, because it reads hundreds of certificates, which a service on this computer does not need.
  const trusted = (): SecureContext =>
    (built ??= createSecureContext({ ca: [...new Set(deps.authorities())] }));
  const make = async (target: ConnectTarget): Promise<Socket> => {
    try {
      const routes = await routesTo(deps, target);
      const socket = await connectByFirst(routes, target, trusted);
      socket.setNoDelay(true).setKeepAlive(true, 60_000);
      return target.protocol === 'https:' ? await secure(socket, target, trusted) : socket;
    } catch (error) {
      throw error instanceof NotConnected ? error : notConnected(error);
    }
  };
  const { limit = () => AbortSignal.timeout(CONNECT_LIMIT_MS) } = deps;
  return (target) => inTime(make(target), limit());
}

/** Rejects after the limit, and closes a connection that is made too late, so that no request uses it. */
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

async function routesTo(deps: ConnectorDeps, target: ConnectTarget): Promise<readonly Route[]> {
  // Connections to this computer are direct, whatever a PAC file says.
  if (['127.0.0.1', '::1', 'localhost'].includes(target.hostname)) return [{ kind: 'direct' }];
  const authority = `${bracketed(target.hostname)}:${portOf(target)}`;
  return readProxyList(await deps.resolveProxy(`${target.protocol}//${authority}/`));
}

/** Parses the answer of a PAC file; each entry is a kind and an address. */
function readProxyList(list: string): readonly Route[] {
  const entries = list.split(';').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry): Route => {
      const [kind = '', place = ''] = entry.split(/\s+/);
      if (kind.toUpperCase() === 'DIRECT') return { kind: 'direct' };
      const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
      const url = scheme === undefined ? null : URL.parse(`${scheme}://${place}`);
      return url === null ? { kind: 'unsupported' } : { kind: 'proxy', url };
    });
}

/** Tries the routes in order. A proxy that asks for a sign-in, or an untrusted certificate, ends the search. */
async function connectByFirst(
  routes: readonly Route[],
  target: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  let failure: unknown = new NotConnected('NO_WAY');
  for (const route of routes) {
    try {
      return await connectBy(route, target, trusted);
    } catch (error) {
      if (error instanceof NotConnected && error.obstacle !== null) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function connectBy(
  route: Route,
  target: ConnectTarget,
  trusted: () => SecureContext,
): Promise<Socket> {
  if (route.kind === 'unsupported') throw new NotConnected('PROXY_KIND_UNSUPPORTED');
  return route.kind === 'direct'
    ? reach(target)
    : throughProxy(targetOf(route.url), target, trusted);
}

async function reach(target: ConnectTarget): Promise<Socket> {
  const socket = connectPlain({ host: target.hostname, port: portOf(target) });
  await within(socket, once(socket, 'connect'));
  return socket;
}

/** Opens a tunnel for encrypted bytes through a proxy (RFC 9110 §9.3.6). */
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
    // The proxy answered without a tunnel, for example with a page.
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

/**
 * Makes a TLS session. The certificate must be the service's own, or from an authority that the
 * company trusts.
 */
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
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
    rejectUnauthorized: true,
  });
  let issuer: string | null = null;
  // This handler runs before Node checks the certificate and closes the connection.
  session.prependOnceListener('secure', () => {
    const { O, CN } = session.getPeerCertificate().issuer ?? {};
    issuer = cleanText([CN, O].flat().find((name) => name !== undefined));
  });
  try {
    await within(session, once(session, 'secureConnect'));
    return session;
  } catch (error) {
    // The certificate is the obstacle only if Node checked one. It may lack an issuer.
    const isChecked = session.authorizationError !== null;
    const obstacle = { kind: 'untrustedCertificate', host: hostname, issuer } as const;
    throw isChecked ? notConnected(error, obstacle) : error;
  }
}

/** Waits for a step, and closes its connection when it fails or takes too long. */
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
