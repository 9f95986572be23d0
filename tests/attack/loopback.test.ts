import { networkInterfaces } from 'node:os';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { listenOnLoopback } from '../../src/main/auth/loopback-listener.ts';
import type {
  CallbackEnd,
  ListenerLimits,
  ListenRequest,
  LoopbackListener,
} from '../../src/main/auth/loopback-listener.ts';
import { openSocket, requestText, sendRaw } from '../../src/main/auth/testing/raw-http.ts';

const STATE = 'k'.repeat(43);
const AUTH_URL = 'https://auth.example.com';
const CODE = 'the-code';
/** The one valid answer. */
const GOOD = `code=${CODE}&state=${STATE}`;
const clock = createSystemClock();
const log = createRecordingLog();
const good = `/callback?${GOOD}`;
const open = new Set<{ close(): Promise<void> }>();

afterEach(async () => {
  for (const thing of open) await thing.close();
  open.clear();
  log.lines.length = 0;
});

async function listen(
  limits: Partial<ListenerLimits> = {},
  request: Partial<ListenRequest> = {},
): Promise<LoopbackListener> {
  const listening = await listenOnLoopback(
    { clock, log, limits: { lingerMs: 1_000, ...limits } },
    {
      host: '127.0.0.1',
      ports: [0],
      path: '/callback',
      state: STATE,
      authUrl: AUTH_URL,
      ...request,
    },
  );
  if (!listening.ok) throw new Error(listening.error.technical);
  open.add(listening.value);
  return listening.value;
}

/** State of the wait, without ending it. */
async function stateOf(listener: LoopbackListener): Promise<CallbackEnd['kind'] | 'waiting'> {
  const waiting = clock.sleep(20).then(() => ({ kind: 'waiting' as const }));
  return (await Promise.race([listener.end, waiting])).kind;
}

const get = (listener: LoopbackListener, target: string, more: readonly string[] = []) =>
  sendRaw(
    listener.port,
    requestText([`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${listener.port}`, ...more]),
  );

/** The code that ends the wait. */
async function codeOf(listener: LoopbackListener): Promise<string | null> {
  const end = await listener.end;
  return end.kind === 'code' ? end.parameters.get('code') : null;
}

/**
 * Requests of an attacker, with `$` for the listener's authority, and the expected status. Each status occurs
 * once, with requests that only raw bytes can express. `callback.test.ts` tests the decisions.
 */
const hostile: readonly (readonly [
  name: string,
  status: number,
  first: string,
  ...more: string[],
])[] = [
  ['asks for the favicon', 404, 'GET /favicon.ico HTTP/1.1', 'Host: $'],
  ['opens the page too early', 404, 'GET /callback HTTP/1.1', 'Host: $'],
  ['guesses where to start', 404, 'GET /start/x HTTP/1.1', 'Host: $'],
  ['guesses the state', 403, `GET ${guess('a'.repeat(43))} HTTP/1.1`, 'Host: $'],
  ['splits the response', 400, `GET ${guess(STATE)}%0d%0a HTTP/1.1`, 'Host: $'],
  [
    'sends a query that is too long',
    414,
    `GET ${good}&x=${'a'.repeat(13_000)} HTTP/1.1`,
    'Host: $',
  ],
  ['sends an endless answer', 400, `GET ${good}&x=${'a'.repeat(1_000_000)} HTTP/1.1`, 'Host: $'],
  ['sends endless headers', 400, `GET ${good} HTTP/1.1`, 'Host: $', `X: ${'a'.repeat(20_000)}`],
  ['posts a body without end', 405, `POST ${good} HTTP/1.1`, 'Host: $', 'Content-Length: 99999999'],
  ['asks what is allowed', 405, `OPTIONS ${good} HTTP/1.1`, 'Host: $', 'Origin: https://x.test'],
  ['tunnels through it', 400, 'CONNECT bank.example:443 HTTP/1.1', 'Host: $'],
  ['rebinds a name to us', 421, `GET ${good} HTTP/1.1`, 'Host: evil.example'],
  ['leaves Host out', 421, `GET ${good} HTTP/1.1`],
  ['speaks HTTP/1.0 without Host', 421, `GET ${good} HTTP/1.0`],
  ['sends Host twice', 421, `GET ${good} HTTP/1.1`, 'Host: $', 'Host: evil.example'],
  ['hides in an image', 403, `GET ${good} HTTP/1.1`, 'Host: $', 'Sec-Fetch-Dest: image'],
  [
    'says two destinations',
    403,
    `GET ${good} HTTP/1.1`,
    'Host: $',
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-Dest: image',
  ],
  ['is not HTTP at all', 400, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  [
    'smuggles with two lengths',
    400,
    'GET /x HTTP/1.1',
    'Host: $',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
  ],
  ['puts a line break in a header', 400, 'GET /x HTTP/1.1', 'Host: $', 'X: a\n b: c\r d'],
];

for (const [name, status, ...request] of hostile) {
  test(`A-3 an attacker ${name}: the answer is plain, and the wait continues`, async () => {
    const listener = await listen();
    const host = `127.0.0.1:${listener.port}`;
    const bytes = requestText(request.map((line) => line.replace('$', host)));
    const refused = await sendRaw(listener.port, bytes);
    const after = await stateOf(listener);
    await get(listener, good);
    expect([refused.status, after, await codeOf(listener)]).toEqual([status, 'waiting', CODE]);
  });
}

function lines(port: number, first: string, ...more: readonly string[]): string {
  return requestText([first, `Host: 127.0.0.1:${port}`, ...more]);
}

function guess(guessed: string): string {
  return `/callback?code=mine&state=${guessed}`;
}

test('A-3 a true answer smuggled behind a refused request is not read', async () => {
  const listener = await listen();
  const pipeline =
    lines(listener.port, 'GET /x HTTP/1.1') + lines(listener.port, `GET ${good} HTTP/1.1`);
  await sendRaw(listener.port, pipeline);
  expect(await stateOf(listener)).toBe('waiting');
});

test.each([`code=mine&state=${STATE}`, `error=access_denied&state=${STATE}`])(
  'A-3 a second answer with the right state, %s, changes nothing: the first one counts',
  async (query) => {
    const listener = await listen();
    await get(listener, good);
    const second = await get(listener, `/callback?${query}`);
    expect([second.status, await codeOf(listener)]).toEqual([409, CODE]);
  },
);

test('A-3 exactly one of two racing answers counts', async () => {
  const listener = await listen();
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await get(listener, good)).status),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, ...Array<number>(9).fill(409)]);
});

test('all but the newest few of 100 silent connections are closed', async () => {
  const listener = await listen({ connections: 8, connectionMs: 60_000 });
  const held: Awaited<ReturnType<typeof openSocket>>[] = [];
  for (let count = 0; count < 100; count++) held.push(await openSocket(listener.port));
  await Promise.all(held.slice(0, 92).map(({ closed }) => closed));
  await clock.sleep(20);
  expect(held.map(({ socket }) => socket.closed).lastIndexOf(true)).toBe(91);
});

test.each(['', 'G'])(
  'an attacker who sends only "%s" loses the connection, and the wait continues',
  async (bytes) => {
    const listener = await listen({ connectionMs: 50 });
    const { socket, closed } = await openSocket(listener.port);
    socket.write(bytes);
    await closed;
    expect(await stateOf(listener)).toBe('waiting');
  },
);

test('hanging up in the middle of every request does not end the wait', async () => {
  const listener = await listen();
  for (let count = 0; count < 50; count++) {
    const { socket } = await openSocket(listener.port);
    socket.write(lines(listener.port, `GET ${good} HTTP/1.1`).slice(0, 90));
    socket.resetAndDestroy();
  }
  const after = await stateOf(listener);
  await get(listener, good);
  expect([after, await codeOf(listener)]).toEqual(['waiting', CODE]);
});

test('2,000 guesses are all refused, with twenty lines in the log, and the wait continues', async () => {
  const listener = await listen();
  for (let batch = 0; batch < 100; batch++) {
    await Promise.all(Array.from({ length: 20 }, () => get(listener, guess('a'.repeat(43)))));
  }
  expect({ lines: log.lines.length, state: await stateOf(listener) }).toEqual({
    lines: 20,
    state: 'waiting',
  });
});

test('A-9 the listener is reachable only on loopback, not from the network', async () => {
  const listener = await listen();
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => address.address);
  const answers = await Promise.all(
    [...addresses, '::1'].map((host) => sendRaw(listener.port, 'GET / HTTP/1.1\r\n\r\n', { host })),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 0));
});

test('A-9 a registered redirect on [::1] listens only there', async () => {
  const listener = await listen({}, { host: '[::1]' });
  const bytes = requestText([`GET ${good} HTTP/1.1`, `Host: [::1]:${listener.port}`]);
  const outside = await sendRaw(listener.port, bytes, { host: '127.0.0.1' });
  const inside = await sendRaw(listener.port, bytes, { host: '::1' });
  expect([listener.redirectUri, outside.status, inside.status]).toEqual([
    `http://[::1]:${listener.port}/callback`,
    0,
    303,
  ]);
});

test('A-9 a registered redirect on localhost listens on both its addresses, whatever its path', async () => {
  const listener = await listen({}, { host: 'localhost', path: '' });
  const ask = (host: string, target: string) =>
    sendRaw(
      listener.port,
      requestText([`GET ${target} HTTP/1.1`, `Host: localhost:${listener.port}`]),
      { host },
    );
  const other = await ask('127.0.0.1', `/callback?${GOOD}`);
  const inside = await ask('::1', `/?${GOOD}`);
  const page = await ask('127.0.0.1', inside.headers['location'] ?? '');
  expect([listener.redirectUri, other.status, inside.status, page.status]).toEqual([
    `http://localhost:${listener.port}`,
    404,
    303,
    200,
  ]);
});

test('A-9 a port counts as taken if an attacker holds one address of localhost', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '::1', () => resolve()));
  open.add({ close: () => new Promise((resolve) => squatter.close(() => resolve())) });
  const address = squatter.address();
  const taken = address !== null && typeof address === 'object' ? address.port : 0;
  const request = { host: 'localhost', path: '/', state: STATE, authUrl: AUTH_URL } as const;
  const refused = await listenOnLoopback({ clock, log }, { ...request, ports: [taken] });
  // The other address is free again.
  const next = await listen({}, { ports: [taken] });
  expect([refused.ok, next.port]).toEqual([false, taken]);
});

test('if another program holds the registered port, the next registered one is used, or an error is shown', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', () => resolve()));
  open.add({ close: () => new Promise((resolve) => squatter.close(() => resolve())) });
  const address = squatter.address();
  const taken = address !== null && typeof address === 'object' ? address.port : 0;
  const request = {
    host: '127.0.0.1',
    path: '/callback',
    state: STATE,
    authUrl: AUTH_URL,
  } as const;
  const refused = await listenOnLoopback({ clock, log }, { ...request, ports: [taken] });
  const fallback = await listen({}, { ports: [taken, 0] });
  expect({ refused, elsewhere: fallback.port !== taken }).toEqual({
    refused: { ok: false, error: { kind: 'portTaken', port: taken, technical: 'EADDRINUSE' } },
    elsewhere: true,
  });
});

test('no page contains anything of the request', async () => {
  const listener = await listen();
  const redirect = await get(listener, good);
  const page = await get(listener, redirect.headers['location'] ?? '');
  const refusal = await get(listener, '/<script>alert(1)</script>');
  const denied = await get(await listen(), `/callback?error=<script>&state=${STATE}`);
  const seen = JSON.stringify([redirect.headers, redirect.body, page, refusal, denied]);
  expect({
    location: redirect.headers['location'],
    page: page.status,
    says: page.body.includes('You can close this tab'),
    leaks: [CODE, STATE, '<script'].filter((secret) => seen.includes(secret)),
  }).toEqual({ location: '/callback', page: 200, says: true, leaks: [] });
});

test('every answer forbids storing, framing and scripting the page', async () => {
  const listener = await listen();
  const answers = [
    await get(listener, '/x'),
    await get(listener, good),
    await get(listener, '/callback'),
  ];
  expect(answers.map(({ headers }) => forbids(headers))).toEqual(answers.map(() => []));
});

/** Protections missing from an answer. */
function forbids(headers: Readonly<Record<string, string>>): string[] {
  const wanted: [string, RegExp][] = [
    ['cache-control', /^no-store$/],
    [
      'content-security-policy',
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
    ],
    ['referrer-policy', /^no-referrer$/],
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /^DENY$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['connection', /^close$/],
  ];
  return wanted.filter(([name, form]) => !form.test(headers[name] ?? '')).map(([name]) => name);
}

test('a connection that an attacker keeps open is closed with the port', async () => {
  const listener = await listen({ waitMs: 60, connectionMs: 60_000 });
  const { closed } = await openSocket(listener.port);
  const end = await listener.end;
  await closed;
  const late = await sendRaw(listener.port, requestText([`GET ${good} HTTP/1.1`]));
  expect([end.kind, late.status]).toEqual(['timedOut', 0]);
});

test('a canceled sign-in frees the port at once', async () => {
  const first = await listen();
  await first.close();
  expect((await listen({}, { ports: [first.port] })).port).toBe(first.port);
});

test('the port is free a moment after the answer, with or without a page', async () => {
  const listener = await listen({ lingerMs: 30 });
  await get(listener, good);
  await clock.sleep(150);
  const late = await get(listener, '/callback');
  expect(late.status).toBe(0);
});
