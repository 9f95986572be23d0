/**
 * Checks the claims of docs/adr/0005-node-fetch.md and 0020-network.md against the runtime itself:
 * a PATCH leaves once, the error says whether it left, and requests follow a company's network
 * settings.
 */
import { createServer, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
  type Socket,
} from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createSystemClock } from '../../base/system-clock.ts';
import { readFetchFailure } from '../api/fetch-failure.ts';
import { sendRequest } from '../api/send-request.ts';
import type { Fetch } from '../ports.ts';
import type { ConnectorDeps } from './connect.ts';
import { createNetworkFetch } from './network-fetch.ts';
import { createAuthority } from './testing/certificates.ts';

const { sleep } = createSystemClock();
const open: SocketServer[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) {
    if (server instanceof Server) server.closeAllConnections();
    server.close();
  }
});

/** @returns `127.0.0.1` and the port */
async function listen(server: SocketServer): Promise<string> {
  open.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fetchWith(given: Partial<ConnectorDeps> = {}) {
  return createNetworkFetch({
    resolveProxy: async () => 'DIRECT',
    authorities: () => [],
    ...given,
  });
}

async function outcomeOf(request: Promise<Response>): Promise<unknown> {
  try {
    const response = await request;
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return readFetchFailure(error);
  }
}

async function outcomesOf(ask: Fetch, url: string, methods: readonly string[]) {
  const outcomes: unknown[] = [];
  for (const method of methods) {
    outcomes.push(await outcomeOf(ask(url, { method })));
    // undici reuses a connection once it has been idle for a moment.
    await sleep(1);
  }
  return outcomes;
}

test('Q-10 a change gets a new connection, because over a dead reused one it may or may not have left', async () => {
  const seen: string[] = [];
  const sockets: object[] = [];
  const place = await listen(
    createServer(({ method, socket }, response) => {
      if (!sockets.includes(socket)) sockets.push(socket);
      seen.push(`${method} by ${sockets.indexOf(socket)}`);
      response.end();
    }),
  );
  const ask = fetchWith();
  for (const method of ['GET', 'PATCH', undefined, 'PATCH', 'POST', 'GET'])
    await outcomeOf(ask(`http://${place}`, method === undefined ? {} : { method }));
  expect(seen).toEqual([
    'GET by 0',
    'PATCH by 1',
    'GET by 0',
    'PATCH by 2',
    'POST by 3',
    'GET by 0',
  ]);
});

test('a PATCH whose connection dies before the answer leaves once', async () => {
  const seen: string[] = [];
  const place = await listen(
    createServer((request, response) => {
      seen.push(request.method ?? '');
      if (request.method === 'GET') response.end('warm');
      else request.socket.destroy();
    }),
  );
  const ask = fetchWith();
  const warm = await outcomeOf(ask(`http://${place}`, {}));
  const lost = await outcomeOf(ask(`http://${place}`, { method: 'PATCH' }));
  expect({ warm, lost, seen }).toEqual({
    warm: '200 warm',
    lost: { sent: true, technical: 'UND_ERR_SOCKET' },
    seen: ['GET', 'PATCH'],
  });
});

test('a PATCH that gets a 421 leaves once', async () => {
  const seen: string[] = [];
  const place = await listen(
    createServer((request, response) => {
      seen.push(request.method ?? '');
      response.writeHead(421).end();
    }),
  );
  const lost = await outcomeOf(fetchWith()(`http://${place}`, { method: 'PATCH' }));
  expect({ lost, seen }).toEqual({
    lost: { sent: true, technical: 'SENT_ONCE' },
    seen: ['PATCH'],
  });
});

test('a compressed answer that is cut to nothing does not count as an empty one', async () => {
  const packed = gzipSync('{"error":"Closed"}').subarray(0, 10);
  const place = await listen(
    createServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 10 }).end(packed);
    }),
  );
  const url = `http://${place}`;
  const deps = { fetch: fetchWith(), clock: createSystemClock() };
  const asked = {
    method: 'PATCH',
    url,
    organizationId: null,
    token: 't',
    maxBytes: 1_000,
  } as const;
  expect(await sendRequest(deps, asked)).toMatchObject({ value: { bodyProblem: 'brokenOff' } });
});

test('a redirect is an answer, not another request', async () => {
  const seen: string[] = [];
  const place = await listen(
    createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(307, { location: '/elsewhere' }).end();
    }),
  );
  const request = fetchWith()(`http://${place}/here`, { method: 'PATCH', redirect: 'manual' });
  expect([await outcomeOf(request), seen]).toEqual(['307 ', ['PATCH /here']]);
});

test('Q-10 a refused connection, an unknown name and a failed TLS handshake are distinguished from a lost answer', async () => {
  const plain = await listen(createServer((_, response) => response.end('plain')));
  const free = createServer();
  const nobody = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  const ask = fetchWith();
  const unsent = (technical: RegExp) => ({
    sent: false,
    technical: expect.stringMatching(technical),
  });
  expect({
    refused: await outcomeOf(ask(`http://${nobody}`, {})),
    noName: await outcomeOf(ask('http://billfold.invalid', {})),
    noTls: await outcomeOf(ask(`https://${plain}`, {})),
  }).toEqual({
    refused: unsent(/^ECONNREFUSED$/),
    noName: unsent(/^(ENOTFOUND|EAI_AGAIN)$/),
    noTls: unsent(/^(ERR_SSL_|EPROTO)/),
  });
});

/** A server that answers each request with these packets; `null` ends the connection. */
async function listenRaw(packets: readonly (string | null)[]) {
  const seen: string[] = [];
  const sockets: object[] = [];
  const answer = async (socket: Socket): Promise<void> => {
    for (const packet of packets) {
      if (packet === null) socket.end();
      else socket.write(packet);
      await sleep(1);
    }
  };
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('data', (request) => {
      seen.push(`${request.toString().split(' ')[0]} by ${sockets.indexOf(socket)}`);
      void answer(socket);
    });
  });
  return { seen, place: await listen(server) };
}

const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nConnection: close\r\n\r\n';
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\napproved';

test.each<[string, readonly string[]]>([
  ['100 in the answer’s packet', [proceed + final]],
  ['100 in a separate packet', [proceed, final]],
  ['100 with header lines', ['HTTP/1.1 100 Continue\r\nDate: now\r\n\r\n', final]],
  ['100 of an old server', [`HTTP/1.0 100 Continue\n\n${final}`]],
  ['102', [`HTTP/1.1 102 Processing\r\n\r\n${final}`]],
  ['103 that announces the end of the connection', [hints, final]],
  ['an unknown one', ['HTTP/1.1 199 Soon\r\n\r\n', final]],
  ['several', [proceed + hints, proceed, hints + final]],
  ['several, byte by byte', (proceed + hints + final).split('')],
])('H-4 an interim answer is skipped, and the final one is whole: %s', async (_, packets) => {
  const { seen, place } = await listenRaw(packets);
  const outcomes = await outcomesOf(fetchWith(), `http://${place}`, ['GET', 'PATCH', 'GET']);
  expect([outcomes, seen]).toEqual([
    ['200 approved', '200 approved', '200 approved'],
    ['GET by 0', 'PATCH by 1', 'GET by 0'],
  ]);
});

const endless = `Link: ${'x'.repeat(4_000)}\r\n`;

test.each<[string, readonly (string | null)[]]>([
  ['after it', [proceed, null]],
  ['within it', [proceed.slice(0, 20), null]],
  ['after several', [proceed + hints, null]],
  ['within the final head', [`${proceed}HTTP/1.1 2`, null]],
  ['never, with an endless head', ['HTTP/1.1 100 Continue\r\n', ...Array(9).fill(endless)]],
  [
    'to switch to another protocol',
    ['HTTP/1.1 101 Yes\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ],
])('H-4 an interim answer proves nothing: the connection ends %s', async (_, packets) => {
  const { seen, place } = await listenRaw(packets);
  const lost = await outcomeOf(fetchWith()(`http://${place}`, { method: 'PATCH' }));
  expect([lost, seen]).toEqual([
    { sent: true, technical: expect.stringMatching(/^(UND_ERR_|HPE_)/) },
    ['PATCH by 0'],
  ]);
});

test('H-4 a body that looks like an interim answer stays whole', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n';
  const { place } = await listenRaw([proceed, head, proceed, proceed]);
  const outcomes = await outcomesOf(fetchWith(), `http://${place}`, ['GET', 'GET', 'PATCH']);
  expect(outcomes).toEqual(Array(3).fill(`200 ${proceed}${proceed}`));
});

/** A proxy that inspects TLS, with certificates for any host from the company's authority. */
async function companyNetwork() {
  const authority = createAuthority('Example Company Inspection');
  const seen: string[] = [];
  const inspector = createTlsServer(authority.vouchFor('books.example'), (request, response) => {
    seen.push(`${request.method} ${request.headers.host}`);
    if (request.url === '/interim') {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a>; rel=preload' });
    }
    response.end('approved');
  });
  const proxy = createServer((_, response) => response.writeHead(403).end());
  proxy.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    inspector.emit('connection', socket);
  });
  return { authority, seen, proxy: `PROXY ${await listen(proxy)}` };
}

test('H-1 a request takes the system’s proxy, which is trusted through an authority of the system', async () => {
  const { authority, seen, proxy } = await companyNetwork();
  const asked: string[] = [];
  const ask = fetchWith({
    // The first proxy cannot be reached; the second has an unsupported kind.
    resolveProxy: async (url) => {
      asked.push(url);
      return `PROXY 127.0.0.1:1; SOCKS5 socks.example:1080; ${proxy}`;
    },
    authorities: () => {
      asked.push('authorities');
      return [authority.certificate];
    },
  });
  const own = await listen(createServer((_, response) => response.end('at home')));
  expect([
    // This request needs no certificates, so Billfold does not read hundreds of them.
    await outcomeOf(ask(`http://${own}`, {})),
    await outcomeOf(ask('https://books.example/api', { method: 'PATCH' })),
    asked,
    seen,
  ]).toEqual([
    '200 at home',
    '200 approved',
    ['https://books.example:443/', 'authorities'],
    ['CONNECT books.example:443', 'PATCH books.example'],
  ]);
});

test('H-4 interim answers are skipped within TLS and through a proxy, too', async () => {
  const { authority, seen, proxy } = await companyNetwork();
  const ask = fetchWith({
    resolveProxy: async () => proxy,
    authorities: () => [authority.certificate],
  });
  const url = 'https://books.example/interim';
  const outcomes = await outcomesOf(ask, url, ['GET', 'PATCH', 'GET']);
  expect([outcomes, seen]).toEqual([
    ['200 approved', '200 approved', '200 approved'],
    [
      'CONNECT books.example:443',
      'GET books.example',
      'CONNECT books.example:443',
      'PATCH books.example',
      'GET books.example',
    ],
  ]);
});

test('H-2 no request goes to a server without a trusted certificate, whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { authority, seen, proxy } = await companyNetwork();
  const resolveProxy = async (): Promise<string> => proxy;
  const untrusted = await outcomeOf(fetchWith({ resolveProxy })('https://books.example', {}));
  const authorities = (): string[] => [authority.certificate];
  const otherName = fetchWith({ resolveProxy, authorities })('https://other.example', {});
  const obstacle = { kind: 'untrustedCertificate', issuer: 'Example Company Inspection' };
  expect([untrusted, await outcomeOf(otherName), seen]).toEqual([
    {
      sent: false,
      technical: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      obstacle: { ...obstacle, host: 'books.example' },
    },
    {
      sent: false,
      technical: 'ERR_TLS_CERT_ALTNAME_INVALID',
      obstacle: { ...obstacle, host: 'other.example' },
    },
    ['CONNECT books.example:443', 'CONNECT other.example:443'],
  ]);
});

test.each<[string, string, object]>([
  [
    'requires a sign-in',
    '407 Who\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM',
    {
      technical: 'PROXY_ANSWERED_407',
      obstacle: { kind: 'proxySignIn', schemes: ['Negotiate', 'NTLM'] },
    },
  ],
  ['refuses everyone', '403 No', { technical: 'PROXY_ANSWERED_403' }],
])(
  'H-3 the answer of a proxy that %s is reported, and nothing was sent',
  async (_, head, observed) => {
    const answer = `HTTP/1.1 ${head}\r\nContent-Length: 0\r\n\r\n`;
    const proxy = await listen(
      createSocketServer((socket) => socket.once('data', () => socket.end(answer))),
    );
    const resolveProxy = async (): Promise<string> => `PROXY ${proxy}`;
    const request = fetchWith({ resolveProxy })('https://books.example', {});
    expect(await outcomeOf(request)).toEqual({ sent: false, ...observed });
  },
);

test.each<[string, Buffer | string, object]>([
  ['asks for a sign-in', '', { kind: 'proxySignIn', schemes: ['Basic'] }],
  [
    'has an untrusted certificate',
    'Stranger',
    { kind: 'untrustedCertificate', issuer: 'Stranger' },
  ],
  ['has one without an issuer’s name', ' ', { kind: 'untrustedCertificate', issuer: null }],
])('H-3 after a proxy that %s, no other way is tried', async (_what, issuer, observed) => {
  const refuses = (socket: Socket): void =>
    void socket.once('data', () =>
      socket.end('HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n'),
    );
  const vouched = createAuthority(String(issuer)).vouchFor('localhost');
  const place = await listen(
    issuer === '' ? createSocketServer(refuses) : createTlsServer(vouched),
  );
  const direct: string[] = [];
  const second = await listen(
    createServer().on('connect', ({ url }, socket) => {
      direct.push(`${url}`);
      socket.end();
    }),
  );
  const first =
    issuer === '' ? `PROXY ${place}` : `HTTPS ${place.replace('127.0.0.1', 'localhost')}`;
  const resolveProxy = async (): Promise<string> => `${first}; PROXY ${second}; DIRECT`;
  const outcome = await outcomeOf(fetchWith({ resolveProxy })('https://books.invalid', {}));
  expect([outcome, direct]).toMatchObject([{ sent: false, obstacle: observed }, []]);
});

test('Q-10 a proxy lookup that takes too long ends with nothing sent; a request on another connection continues', async () => {
  const limit = new AbortController();
  const late = Promise.withResolvers<string>();
  const place = await listen(
    createServer((_, response) => {
      response.write('the');
      void late.promise.then(() => response.end('re'));
    }),
  );
  const ask = fetchWith({
    limit: () => limit.signal,
    resolveProxy: () => {
      limit.abort();
      return late.promise;
    },
  });
  const found = ask(`http://${place}`, {});
  await found;
  const elsewhere = place.replace('127.0.0.1', '127.0.0.2');
  const lost = await outcomeOf(ask(`http://${elsewhere}`, { method: 'PATCH' }));
  late.resolve('DIRECT');
  expect([lost, await outcomeOf(found)]).toEqual([
    { sent: false, technical: 'UND_ERR_CONNECT_TIMEOUT' },
    '200 there',
  ]);
});

test('Q-10 if a proxy hangs up, the request counts as unsent', async () => {
  const proxy = await listen(createSocketServer((socket) => socket.destroy()));
  const resolveProxy = async (): Promise<string> => `PROXY ${proxy}`;
  expect(await outcomeOf(fetchWith({ resolveProxy })('https://books.example', {}))).toEqual({
    sent: false,
    technical: 'ECONNRESET',
  });
});
