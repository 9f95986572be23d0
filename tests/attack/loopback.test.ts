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
import { targetOf } from './testing/our-listener.ts';
import { hostileRequests, tryRequest } from './testing/loopback-requests.ts';
import { hostileStories } from './testing/loopback-stories.ts';
import { answerText, CODE, GOOD, ISSUER, STATE } from './testing/loopback-target.ts';
import type { LoopbackTarget } from './testing/loopback-target.ts';

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
    { host: '127.0.0.1', ports: [0], state: STATE, issuer: ISSUER, ...request },
  );
  if (!listening.ok) throw new Error(listening.error.technical);
  open.add(listening.value);
  return listening.value;
}

/** How the wait stands, without ending it. */
async function standing(listener: LoopbackListener): Promise<CallbackEnd['kind'] | 'waiting'> {
  const waiting = clock.sleep(20).then(() => ({ kind: 'waiting' as const }));
  return (await Promise.race([listener.end, waiting])).kind;
}

const get = (listener: LoopbackListener, target: string, more: readonly string[] = []) =>
  sendRaw(
    listener.port,
    requestText([`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${listener.port}`, ...more]),
  );

/** Our listener as the shared cases see one. */
async function openOurs(
  options: { readonly port?: number; readonly shortConnections?: boolean } = {},
): Promise<LoopbackTarget> {
  const limits = options.shortConnections === true ? { connectionMs: 50 } : {};
  const listening = await listenOnLoopback(
    { clock, log, limits: { lingerMs: 200, ...limits } },
    { host: '127.0.0.1', ports: [options.port ?? 0], state: STATE, issuer: ISSUER },
  );
  if (!listening.ok) throw new Error(`Port ${listening.error.port} is taken`);
  open.add(listening.value);
  return targetOf(listening.value);
}

test.each(hostileRequests)(
  'A-3 an attacker $name: a plain answer, and the wait goes on',
  async (request) => {
    const result = await tryRequest(await openOurs(), request, 5_000);
    expect(result).toEqual({
      refused: request.status,
      after: 'waiting',
      end: 'code',
      code: CODE,
    });
  },
);

test.each(hostileStories)('A-3, A-6, A-7, A-8, A-9, A-10 $name', async (story) => {
  expect(await story.play({ clock, open: openOurs, slowEndsWithinMs: 1_000 })).toEqual([]);
});

/** Limits of our own, stricter than the shared cases ask for. */
test.each([
  ['sends a code that is too long', `code=${'a'.repeat(3_000)}&state=${STATE}`, 400],
  ['sends a query that is too long', `${GOOD}&x=${'a'.repeat(5_000)}`, 414],
])('A-3 an attacker %s: a plain answer, and the wait goes on', async (name, query, status) => {
  const bytes = (target: LoopbackTarget): string => answerText(target, { query });
  const result = await tryRequest(await openOurs(), { name, bytes, status }, 5_000);
  expect(result).toEqual({ refused: status, after: 'waiting', end: 'code', code: CODE });
});

function lines(port: number, first: string, ...more: readonly string[]): string {
  return requestText([first, `Host: 127.0.0.1:${port}`, ...more]);
}

function guess(guessed: string): string {
  return `/callback?code=mine&state=${guessed}`;
}

test('A-3 an attacker smuggles the true answer behind a refused request: it is not read', async () => {
  const listener = await listen();
  const pipeline =
    lines(listener.port, 'GET /x HTTP/1.1') + lines(listener.port, `GET ${good} HTTP/1.1`);
  await sendRaw(listener.port, pipeline);
  expect(await standing(listener)).toBe('waiting');
});

test('A-3 an attacker answers second with the right state: the first answer counts', async () => {
  const listener = await listen();
  await get(listener, good);
  const second = await get(listener, `/callback?code=mine&state=${STATE}`);
  const end = await listener.end;
  expect({
    second: second.status,
    code: end.kind === 'code' ? end.parameters.get('code') : null,
  }).toEqual({ second: 409, code: CODE });
});

test('A-3 an attacker cancels an answered sign-in with an error: too late', async () => {
  const listener = await listen();
  await get(listener, good);
  const second = await get(listener, `/callback?error=access_denied&state=${STATE}`);
  expect({ second: second.status, end: (await listener.end).kind }).toEqual({
    second: 409,
    end: 'code',
  });
});

test('A-3 two answers race: exactly one counts', async () => {
  const listener = await listen();
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async () => (await get(listener, good)).status),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, ...Array<number>(9).fill(409)]);
});

test('A-10 an attacker holds 100 silent connections: all but the newest few are closed', async () => {
  const listener = await listen({ connections: 8, connectionMs: 60_000 });
  const held: Awaited<ReturnType<typeof openSocket>>[] = [];
  for (let count = 0; count < 100; count++) held.push(await openSocket(listener.port));
  await Promise.all(held.slice(0, 92).map(({ closed }) => closed));
  await clock.sleep(20);
  expect(held.map(({ socket }) => socket.closed).lastIndexOf(true)).toBe(91);
});

test('A-10 an attacker sends 2,000 guesses: all refused, twenty lines in the log, the wait goes on', async () => {
  const listener = await listen();
  for (let batch = 0; batch < 100; batch++) {
    await Promise.all(Array.from({ length: 20 }, () => get(listener, guess('a'.repeat(43)))));
  }
  expect({ lines: log.lines.length, standing: await standing(listener) }).toEqual({
    lines: 20,
    standing: 'waiting',
  });
});

test('A-9 an attacker on the network knocks: nothing listens but loopback', async () => {
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

test('A-9 a registered redirect on [::1] listens there and nowhere else', async () => {
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

test('A-8 an attacker sits on the registered port: said so, or the next registered one is used', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', () => resolve()));
  open.add({ close: () => new Promise((resolve) => squatter.close(() => resolve())) });
  const address = squatter.address();
  const taken = address !== null && typeof address === 'object' ? address.port : 0;
  const request = { host: '127.0.0.1', state: STATE, issuer: ISSUER } as const;
  const refused = await listenOnLoopback({ clock, log }, { ...request, ports: [taken] });
  const fallback = await listen({}, { ports: [taken, 0] });
  expect({ refused, elsewhere: fallback.port !== taken }).toEqual({
    refused: { ok: false, error: { kind: 'portTaken', port: taken, technical: 'EADDRINUSE' } },
    elsewhere: true,
  });
});

test('A-6 an attacker reads over the shoulder: no page holds anything of the request', async () => {
  const listener = await listen();
  const redirect = await get(listener, good);
  const page = await get(listener, redirect.headers['location'] ?? '');
  const refusal = await get(listener, '/<script>alert(1)</script>');
  const seen = JSON.stringify([redirect.headers, redirect.body, page, refusal]);
  expect({
    location: redirect.headers['location'],
    page: page.status,
    says: page.body.includes('You can close this tab'),
    leaks: [CODE, STATE, '<script'].filter((secret) => seen.includes(secret)),
  }).toEqual({ location: '/callback', page: 200, says: true, leaks: [] });
});

test('A-6 an attacker wants the page kept, framed or scripted: every answer forbids it', async () => {
  const listener = await listen();
  const answers = [
    await get(listener, '/x'),
    await get(listener, good),
    await get(listener, '/callback'),
  ];
  expect(answers.map(({ headers }) => forbids(headers))).toEqual(answers.map(() => []));
});

/** What an answer fails to forbid. */
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
    ['connection', /^close$/],
  ];
  return wanted.filter(([name, form]) => !form.test(headers[name] ?? '')).map(([name]) => name);
}

test('A-7 an attacker keeps a connection open over the end: it is closed with the port', async () => {
  const listener = await listen({ waitMs: 60, connectionMs: 60_000 });
  const { closed } = await openSocket(listener.port);
  const end = await listener.end;
  await closed;
  const late = await sendRaw(listener.port, requestText([`GET ${good} HTTP/1.1`]));
  expect([end.kind, late.status]).toEqual(['timedOut', 0]);
});

test('A-7 the port is free a moment after the answer, page or no page', async () => {
  const listener = await listen({ lingerMs: 30 });
  await get(listener, good);
  await clock.sleep(150);
  const late = await get(listener, '/callback');
  expect(late.status).toBe(0);
});
