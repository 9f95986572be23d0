import { once } from 'node:events';
import {
  createServer as createSocketServer,
  Socket,
  type AddressInfo,
  type Server,
} from 'node:net';
import { createServer } from 'node:http';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { NotConnected } from '../api/fetch-failure.ts';
import { createConnector, type ConnectorDeps, type ConnectTarget } from './connect.ts';
import { createAuthority } from './testing/certificates.ts';

const open: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) server.close();
});

/** @returns the port */
async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
  open.push(server);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, host);
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

const silent = (): Server => createSocketServer(() => undefined);
const http = (hostname: string, port = ''): ConnectTarget => ({
  hostname,
  port,
  protocol: 'http:',
});
const https = (hostname: string, port = ''): ConnectTarget => ({
  hostname,
  port,
  protocol: 'https:',
});

/** Connects. Returns the socket, or code and obstacle of the failure. */
async function connect(target: ConnectTarget, given: Partial<ConnectorDeps> = {}) {
  const deps = { resolveProxy: async () => 'DIRECT', authorities: () => [], ...given };
  try {
    const socket = await createConnector(deps)(target);
    sockets.push(socket);
    return socket;
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error;
    return error.obstacle === null ? error.code : { code: error.code, ...error.obstacle };
  }
}
const list = (text: string) => ({ resolveProxy: async () => text });

/** A proxy that records requests, and opens a tunnel to nowhere. */
async function startProxy(host?: string) {
  const asked: string[] = [];
  const server = createServer().on('connect', ({ url, headers }, socket) => {
    asked.push(`${url} ${headers.host}`);
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
  });
  return { asked, port: await listen(server, host) };
}

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['localhost', '127.0.0.1'],
])('H-1 %s is reached without a proxy, whatever the system says', async (hostname, address) => {
  const port = await listen(silent(), address);
  const asked: string[] = [];
  const resolveProxy = async (url: string): Promise<string> => {
    asked.push(url);
    return 'PROXY 127.0.0.1:1';
  };
  expect([await connect(http(hostname, port), { resolveProxy }), asked]).toEqual([
    expect.any(Socket),
    [],
  ]);
});

test.each([
  ['', 'NO_WAY'],
  [' ; ;', 'NO_WAY'],
  ['PROXY', 'PROXY_KIND_UNSUPPORTED'],
  ['PROXY 127.0.0.1:1; SOCKS5 127.0.0.1:PORT', 'PROXY_KIND_UNSUPPORTED'],
])('H-1 the proxy list "%s" leads nowhere: %s', async (text, code) => {
  const { asked, port } = await startProxy();
  const outcome = await connect(http('books.example'), list(text.replace('PORT', port)));
  expect([outcome, asked]).toEqual([code, []]);
});

test.each([
  ['PROXY 127.0.0.1:PORT', http('books.example'), 'books.example:80'],
  ['; http  127.0.0.1:PORT ;', http('books.example', '8080'), 'books.example:8080'],
  ['SOCKS 127.0.0.1:1;Proxy\t127.0.0.1:PORT', http('2001:db8::1'), '[2001:db8::1]:80'],
])('H-1 the proxy list "%s" leads to a tunnel', async (text, target, authority) => {
  const { asked, port } = await startProxy();
  const outcome = await connect(target, list(text.replace('PORT', port)));
  expect([outcome, asked]).toEqual([expect.any(Socket), [`${authority} ${authority}`]]);
});

test('H-1 a proxy may have an IPv6 address', async () => {
  const { asked, port } = await startProxy('::1');
  await connect(http('books.example'), list(`PROXY [::1]:${port}`));
  expect(asked).toEqual(['books.example:80 books.example:80']);
});

test.each([
  [new Error('no code'), 'NO_CODE'],
  ['a text', 'NO_CODE'],
  [
    new AggregateError(
      ['EONE', 'ETWO', 'EONE'].map((code) => Object.assign(new Error(code), { code })),
    ),
    'EONE, ETWO',
  ],
])('Q-10 a proxy lookup that fails with %s: nothing was sent', async (thrown, code) => {
  const resolveProxy = vi.fn<() => Promise<string>>().mockRejectedValue(thrown);
  expect(await connect(http('books.example'), { resolveProxy })).toBe(code);
});

test.each([
  ['', []],
  ['Proxy-Authenticate: \r\n', []],
  ['Proxy-Authenticate: Basic realm="x"\r\n', ['Basic']],
  ['Proxy-Authenticate: A\r\n'.repeat(12), Array(10).fill('A')],
])('H-3 a proxy that asks for a sign-in with %j offers %j', async (header, schemes) => {
  const closed: Promise<unknown>[] = [];
  const port = await listen(
    createSocketServer((socket) => {
      closed.push(once(socket, 'close'));
      socket.once('data', () =>
        socket.write(`HTTP/1.1 407 Who\r\n${header}Content-Length: 0\r\n\r\n`),
      );
    }),
  );
  const outcome = await connect(http('books.example'), list(`PROXY 127.0.0.1:${port}`));
  // The connection to the proxy is closed.
  await Promise.all(closed);
  expect(outcome).toEqual({ code: 'PROXY_ANSWERED_407', kind: 'proxySignIn', schemes });
});

test('Q-10 Billfold gives up a silent proxy after a time, and closes the connection', async () => {
  const { setTimeout: real } = Socket.prototype;
  let waits = 0;
  vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function soon(this: Socket, ...of) {
    const [ms, giveUp] = of;
    // The second wait is the one for the proxy's answer.
    if (giveUp && ++waits === 2) queueMicrotask(giveUp);
    return real.call(this, ms, giveUp);
  });
  const closed = Promise.withResolvers<void>();
  const port = await listen(
    createSocketServer((socket) => socket.on('close', closed.resolve).resume()),
  );
  const outcome = await connect(http('books.example'), list(`PROXY 127.0.0.1:${port}`));
  await closed.promise;
  expect(outcome).toBe('UND_ERR_CONNECT_TIMEOUT');
});

test('Q-10 a connection sends without delay, has keep-alive, and may be silent for long', async () => {
  const noDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const socket = await connect(http('127.0.0.1', await listen(silent())));
  if (!(socket instanceof Socket)) throw new Error('not connected');
  expect([
    noDelay.mock.calls,
    keepAlive.mock.calls,
    socket.timeout,
    socket.listenerCount('timeout'),
  ]).toEqual([[[true]], [[true, 60_000]], 0, 0]);
});

test('Q-10 a connection that comes after the limit is closed, so that no request uses it', async () => {
  const closed = Promise.withResolvers<void>();
  const server = createSocketServer((socket) => socket.on('close', closed.resolve).resume());
  const port = await listen(server);
  const outcome = await connect(http('127.0.0.1', port), { limit: () => AbortSignal.abort() });
  await closed.promise;
  expect(outcome).toBe('UND_ERR_CONNECT_TIMEOUT');
});

test('Q-10 the limit ends a wait for the proxy list, but no connection made before', async () => {
  const limit = new AbortController();
  const made = await connect(http('127.0.0.1', await listen(silent())), {
    limit: () => limit.signal,
  });
  const late = connect(http('books.example'), {
    limit: () => limit.signal,
    resolveProxy: () => new Promise(() => undefined),
  });
  limit.abort();
  const outcome = await late;
  expect([outcome, made instanceof Socket && made.destroyed]).toEqual([
    'UND_ERR_CONNECT_TIMEOUT',
    false,
  ]);
});

test('H-2 TLS names the host, and speaks HTTP/1.1 only', async () => {
  const authority = createAuthority('Company');
  const offered = { ...authority.vouchFor('localhost'), ALPNProtocols: ['h2', 'http/1.1'] };
  const server = createTlsServer(offered);
  const answered = once(server, 'secureConnection') as Promise<
    [TLSSocket & { servername: string }]
  >;
  const port = await listen(server);
  const socket = await connect(
    { ...https('localhost', port), servername: 'localhost' },
    { authorities: () => [authority.certificate] },
  );
  const session = socket as TLSSocket;
  const [{ servername }] = await answered;
  expect([session.alpnProtocol, servername]).toEqual(['http/1.1', 'localhost']);
});

test('H-3 the error names the organization of an issuer without a common name', async () => {
  const authority = createAuthority('Example Organization', 'organization');
  const port = await listen(createTlsServer(authority.vouchFor('localhost')));
  expect(await connect(https('localhost', port))).toMatchObject({
    kind: 'untrustedCertificate',
    issuer: 'Example Organization',
  });
});
