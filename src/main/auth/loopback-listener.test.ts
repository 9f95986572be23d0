import { createHash } from 'node:crypto';
import { Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import type { Language } from '../../bridge/settings.ts';
import { LISTENER_LIMITS, listenOnLoopback, type ListenRequest } from './loopback-listener.ts';
import { requestText, sendRaw } from './testing/raw-http.ts';
import { createRecordingLog } from './testing/recording-log.ts';

const STATE = 'k'.repeat(43);
const asked: ListenRequest = {
  host: '127.0.0.1',
  ports: [0],
  path: '/callback',
  state: STATE,
  authUrl: 'https://auth.example.com',
};
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close();
});

/** A listener, its log, and a browser at its address. */
async function arrange(request: Partial<ListenRequest> = {}, language?: () => Language) {
  const log = createRecordingLog();
  const clock = createVirtualClock();
  const listening = await listenOnLoopback({ clock, log, language }, { ...asked, ...request });
  if (listening.ok) open.push(listening.value);
  const port = listening.ok ? listening.value.port : 0;
  const get = (target: string, host = `127.0.0.1:${port}`, at = port) =>
    sendRaw(at, requestText([`GET ${target} HTTP/1.1`, `Host: ${host}`]));
  return { log, clock, listening, get };
}

/** Makes each attempt to listen at an address fail. */
function failAt(address: string, code: string): void {
  const { listen } = Server.prototype;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function refuse(this: Server, ...of) {
    const [{ host }] = of as unknown as [{ host: string }];
    if (host !== address) return listen.apply(this, of);
    queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code })));
    return this;
  });
}

test.each([
  ['localhost', 'EADDRNOTAVAIL', '::1', true],
  ['localhost', 'EAFNOSUPPORT', '::1', true],
  ['localhost', 'EACCES', '::1', false],
  ['localhost', 'EADDRNOTAVAIL', '127.0.0.1', false],
  ['[::1]', 'EADDRNOTAVAIL', '::1', false],
] as const)('A-9 %s with %s at %s: it listens: %s', async (host, code, address, listens) => {
  failAt(address, code);
  const { listening, log } = await arrange({ host });
  const taken = { kind: 'portTaken', port: 0, technical: code };
  expect([listening.ok || listening.error, log.lines]).toEqual([
    listens || taken,
    listens ? [] : [`warn a redirect port cannot be used {"port":0,"code":"${code}"}`],
  ]);
});

test('without a port in the request, listening fails', async () => {
  expect((await arrange({ ports: [] })).listening).toEqual({
    ok: false,
    error: { kind: 'portTaken', port: 0, technical: 'no port given' },
  });
});

test('an error of the port is logged, and the wait continues', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  const { log, get } = await arrange();
  const [server] = listen.mock.contexts as unknown as Server[];
  server?.emit('error', new RangeError('port'));
  expect([log.lines, (await get('/callback')).status]).toEqual([
    ['warn the sign-in port failed {"name":"RangeError"}'],
    404,
  ]);
});

test('A-9 at port 80, a host with its port and one without are accepted', async () => {
  const { listen, address } = Server.prototype;
  let realPort = 0;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function elsewhere(this: Server, ...of) {
    const [options, ready] = of as unknown as [object, () => void];
    // No test may listen on port 80 itself.
    return listen.call(this, { ...options, port: 0 }, () => {
      realPort = (address.call(this) as { port: number }).port;
      this.address = () => ({ port: 80, address: '127.0.0.1', family: 'IPv4' });
      ready();
    });
  });
  const { get } = await arrange({ ports: [80] });
  const hosts = ['127.0.0.1', '127.0.0.1:80', '127.0.0.1:81'];
  const answers = await Promise.all(hosts.map((host) => get('/callback', host, realPort)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 421]);
});

test('refusals are logged, twenty at most', async () => {
  const { log, get } = await arrange();
  for (let count = 0; count < 21; count++) await get('/other');
  expect(log.lines).toEqual(
    Array(20).fill('warn a request to the sign-in port was refused {"why":"wrongPath"}'),
  );
});

test('A-20 a start address leads to the service once; a second use is reported', async () => {
  let usedAgain = 0;
  const { listening, get } = await arrange({ onUsedAgain: () => (usedAgain += 1) });
  if (!listening.ok) throw new Error(listening.error.technical);
  const { startFor, port } = listening.value;
  const address = startFor('https://auth.example.com/?state=x', 'once');
  const answers = [await get('/start/other'), await get('/start/once'), await get('/start/once')];
  expect([address, answers.map(({ status }) => status), usedAgain]).toEqual([
    `http://127.0.0.1:${port}/start/once`,
    [404, 303, 410],
    1,
  ]);
  expect(answers[1]?.headers['location']).toBe('https://auth.example.com/?state=x');
});

test('a canceled wait ends as canceled, and leaves no timer', async () => {
  const { listening, clock, get } = await arrange();
  if (!listening.ok) throw new Error(listening.error.technical);
  await get('/callback');
  // The timer of the wait remains; that of the connection ended with the connection.
  await vi.waitFor(() => expect(clock.sleepers()).toBe(1));
  await listening.value.close();
  expect([await listening.value.end, clock.sleepers()]).toEqual([{ kind: 'cancelled' }, 0]);
});

test('a refusal is one sentence of plain text; only the refusal of a wrong method names the right one', async () => {
  const { listening, get } = await arrange();
  const port = listening.ok ? listening.value.port : 0;
  const post = [`POST /callback HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Content-Length: 0'];
  const answers = [await get('/other'), await sendRaw(port, requestText(post))];
  const facts = answers.map(({ status, headers, body }) => [
    status,
    headers['content-type'],
    headers['allow'],
    body.split('\r\n')[1],
  ]);
  expect(facts).toEqual([
    [404, 'text/plain; charset=utf-8', undefined, 'There is nothing here.\n'],
    [405, 'text/plain; charset=utf-8', 'GET', 'Only GET is answered here.\n'],
  ]);
});

test('a page allows its own style, and nothing else', async () => {
  const { get } = await arrange();
  const { headers, body } = await get('/callback');
  const style = /<style>([^]+)<\/style>/.exec(body)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = [
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none';`,
    "frame-ancestors 'none'",
  ].join(' ');
  expect([
    style.includes('color-scheme'),
    headers['content-security-policy'],
    headers['content-type'],
  ]).toEqual([true, policy, 'text/html; charset=utf-8']);
});

test('an answer right before the end of the wait still gets its page', async () => {
  const { listening, clock, get } = await arrange();
  await clock.advance(LISTENER_LIMITS.waitMs - 1);
  await get(good);
  await clock.advance(1);
  const page = await get('/callback');
  await clock.advance(LISTENER_LIMITS.lingerMs);
  const late = await get('/callback');
  const end = listening.ok && (await listening.value.end);
  expect([page.status, late.status, end && end.kind]).toEqual([200, 0, 'code']);
});

test('a wait without an answer ends, and frees the port', async () => {
  const { listening, clock, get } = await arrange();
  await clock.advance(LISTENER_LIMITS.waitMs);
  const end = listening.ok && (await listening.value.end);
  expect([end && end.kind, (await get('/callback')).status]).toEqual(['timedOut', 0]);
});

const good = `/callback?code=abc&state=${STATE}`;
const pages: readonly [string, readonly string[], number][] = [
  ['waiting', ['/callback'], 404],
  ['answered', [good, '/callback'], 200],
  ['denied', [`/callback?error=access_denied&state=${STATE}`, '/callback'], 200],
  ['answered again', [good, good], 409],
  ['started after the answer', [good, '/start/once'], 409],
  ['started again', ['/start/once', '/start/once'], 410],
];

test('each page says what to do, in the language of Billfold', async () => {
  const seen: Record<string, string> = {};
  for (const language of ['en', 'de'] as const) {
    for (const [name, targets, status] of pages) {
      const { listening, get } = await arrange({}, () => language);
      if (!listening.ok) throw new Error(listening.error.technical);
      listening.value.startFor('https://auth.example.com/', 'once');
      let body = '';
      for (const target of targets) {
        const answer = await get(target);
        body = `${answer.status} ${Buffer.from(answer.body, 'latin1').toString()}`;
      }
      const form = `^${status} \\w+\r\n<!doctype html>\n<html lang="${language}">[^]*<title>(.+) – Billfold</title>[^]*<h1>\\1</h1>\n<p>(.{20,})</p>\n`;
      seen[`${name}, ${language}`] = new RegExp(form).exec(body)?.[2] ?? body;
    }
  }
  expect(seen).toEqual({
    'waiting, en': 'Continue in the tab where you sign in.',
    'answered, en': 'You can close this tab and return to Billfold to continue.',
    'denied, en': 'Return to Billfold to try again.',
    'answered again, en': 'This link was used before. You can close this tab.',
    'started after the answer, en': 'This link was used before. You can close this tab.',
    'started again, en': expect.stringMatching(/^Billfold’s sign-in links work once\. If it was/),
    'waiting, de': expect.stringMatching(/^Machen Sie in dem Tab weiter/),
    'answered, de': expect.stringMatching(/^Sie können diesen Tab schließen und in Billfold/),
    'denied, de': expect.stringMatching(/^Kehren Sie zu Billfold zurück/),
    'answered again, de': expect.stringMatching(/^Dieser Link wurde schon verwendet\. Sie/),
    'started after the answer, de': expect.stringMatching(/^Dieser Link wurde schon verwendet\./),
    'started again, de': expect.stringMatching(/^Anmelde-Links von Billfold gelten einmal/),
  });
});
