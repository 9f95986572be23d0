import { networkInterfaces } from 'node:os';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../src/base/clock.ts';
import { openSocket, sendRaw } from '../../../src/main/auth/testing/raw-http.ts';
import type { RawAnswer } from '../../../src/main/auth/testing/raw-http.ts';
import { answerText, CODE, plainText, STATE } from './loopback-target.ts';
import type { LoopbackFeature, LoopbackTarget } from './loopback-target.ts';

/** Where a story plays: whose listener, and how long what must happen may take. */
export interface StoryWorld {
  readonly clock: Clock;
  /** @param options.port one the system chooses when not given */
  open(options?: {
    readonly port?: number;
    readonly shortConnections?: boolean;
  }): Promise<LoopbackTarget>;
  /** A slow connection has to be gone by then, milliseconds. */
  readonly slowEndsWithinMs: number;
}

/** More than one request. `play` answers with what went wrong, one line each. */
export interface HostileStory {
  readonly name: string;
  readonly needs?: LoopbackFeature;
  readonly play: (world: StoryWorld) => Promise<readonly string[]>;
}

const guessQuery = `code=mine&state=${'a'.repeat(43)}`;

const send = (target: LoopbackTarget, query?: string): Promise<RawAnswer> =>
  sendRaw(target.port, answerText(target, query === undefined ? {} : { query }), {
    patienceMs: 1_000,
  });

async function stillWaits(target: LoopbackTarget): Promise<string[]> {
  const standing = await target.standing();
  return standing === 'waiting' ? [] : [`the wait ended: ${standing}`];
}

async function endsWithTheCode(target: LoopbackTarget): Promise<string[]> {
  const standing = await target.standing();
  if (standing !== 'code') return [`the wait stands at: ${standing}`];
  return target.code() === CODE ? [] : ['another code counted'];
}

/** Whether the connection is closed from the other side in time. */
async function closesInTime(world: StoryWorld, closed: Promise<void>): Promise<string[]> {
  const over = new AbortController();
  const late = world.clock.sleep(world.slowEndsWithinMs, over.signal).then(() => true);
  const isLate = await Promise.race([closed.then(() => false), late]);
  over.abort();
  return isLate ? [`the connection was still open after ${world.slowEndsWithinMs} ms`] : [];
}

/** Whether the port is given up in time; a moment for the browser's last page is fine. */
async function freesThePort(world: StoryWorld, target: LoopbackTarget): Promise<string[]> {
  const stepMs = world.slowEndsWithinMs / 20;
  for (let step = 0; step < 20; step++) {
    if ((await send(target)).status === 0) return [];
    await world.clock.sleep(stepMs);
  }
  return ['the port is still served'];
}

export const hostileStories: readonly HostileStory[] = [
  {
    name: 'an attacker pipelines ten guesses: none ends the wait',
    play: async ({ open }) => {
      const target = await open();
      const guesses = answerText(target, { query: guessQuery }).replace(
        'Connection: close\r\n',
        '',
      );
      await sendRaw(target.port, guesses.repeat(10), { patienceMs: 1_000 });
      return stillWaits(target);
    },
  },
  {
    name: 'an attacker answers second with the right state: the first answer counts',
    play: async ({ open }) => {
      const target = await open();
      await send(target);
      await send(target, `code=mine&state=${STATE}`);
      return endsWithTheCode(target);
    },
  },
  {
    name: 'an attacker cancels an answered sign-in with an error: too late',
    play: async ({ open }) => {
      const target = await open();
      await send(target);
      await send(target, `error=access_denied&state=${STATE}`);
      return endsWithTheCode(target);
    },
  },
  {
    name: 'an attacker holds 100 silent connections: the browser still gets through',
    play: async ({ open }) => {
      const target = await open();
      const held = await Promise.all(Array.from({ length: 100 }, () => openSocket(target.port)));
      await send(target);
      for (const { socket } of held) socket.destroy();
      return endsWithTheCode(target);
    },
  },
  {
    name: 'an attacker sends a byte and no more: the connection is ended, the wait is not',
    play: async (world) => {
      const target = await world.open({ shortConnections: true });
      const { socket, closed } = await openSocket(target.port);
      socket.write('G');
      const late = await closesInTime(world, closed);
      socket.destroy();
      return [...late, ...(await stillWaits(target))];
    },
  },
  {
    name: 'an attacker connects and says nothing: the connection is ended, the wait is not',
    play: async (world) => {
      const target = await world.open({ shortConnections: true });
      const { socket, closed } = await openSocket(target.port);
      const late = await closesInTime(world, closed);
      socket.destroy();
      return [...late, ...(await stillWaits(target))];
    },
  },
  {
    name: 'an attacker sends 500 guesses: the wait goes on, and the true answer gets through',
    play: async ({ open }) => {
      const target = await open();
      for (let batch = 0; batch < 25; batch++)
        await Promise.all(Array.from({ length: 20 }, () => send(target, guessQuery)));
      const after = await stillWaits(target);
      await send(target);
      return [...after, ...(await endsWithTheCode(target))];
    },
  },
  {
    name: 'an attacker hangs up in the middle of every request: the wait goes on',
    play: async ({ open }) => {
      const target = await open();
      for (let count = 0; count < 50; count++) {
        const { socket } = await openSocket(target.port);
        socket.write(answerText(target).slice(0, 90));
        socket.resetAndDestroy();
      }
      const after = await stillWaits(target);
      await send(target);
      return [...after, ...(await endsWithTheCode(target))];
    },
  },
  {
    name: 'an attacker on the network knocks: nothing listens but the one loopback address',
    play: async ({ open }) => {
      const target = await open();
      const outside = Object.values(networkInterfaces())
        .flatMap((found) => found ?? [])
        .filter((address) => !address.internal && address.family === 'IPv4')
        .map((address) => address.address);
      const answers = await Promise.all(
        [...outside, '::1'].map(async (host) => {
          const bytes = plainText(target, 'GET /x?error=x HTTP/1.1');
          return { host, ...(await sendRaw(target.port, bytes, { host, patienceMs: 1_000 })) };
        }),
      );
      const heard = answers.filter(({ status }) => status !== 0);
      return heard.map(({ host }) => `answers on ${host === '::1' ? '::1' : 'the network'}`);
    },
  },
  {
    name: 'an attacker sits on the port: another one is used, or it is said, and nothing breaks',
    play: async ({ open }) => {
      const squatter = createServer();
      await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', () => resolve()));
      const { port } = squatter.address() as AddressInfo;
      try {
        const target = await open({ port });
        if (target.port === port) return ['it claims to listen where another one does'];
        await send(target);
        return await endsWithTheCode(target);
      } catch (refusal) {
        return refusal instanceof Error && refusal.message.includes('crash')
          ? [refusal.message]
          : [];
      } finally {
        await new Promise<void>((resolve) => squatter.close(() => resolve()));
      }
    },
  },
  {
    name: 'an attacker reads over the shoulder: after the answer the address is clean',
    play: async ({ open }) => {
      const target = await open();
      if (target.delivery === 'formPost') return [];
      const answer = await send(target);
      const location = answer.headers['location'] ?? null;
      const isClean = answer.status === 303 && location !== null && !location.includes('?');
      return isClean ? [] : ['code and state stay in the address bar and the history'];
    },
  },
  {
    name: 'an attacker reads the pages: none holds the code, the state or what a request said',
    play: async ({ open }) => {
      const target = await open();
      const answers = [
        await sendRaw(
          target.port,
          plainText(target, 'GET /<script>alert(1)</script>?code=<script> HTTP/1.1'),
          { patienceMs: 1_000 },
        ),
        await send(target, guessQuery),
        await send(target),
      ];
      const seen = JSON.stringify(answers);
      return [CODE, STATE, '<script', 'mine']
        .filter((secret) => seen.includes(secret))
        .map((secret) => `a page repeats ${secret}`);
    },
  },
  {
    name: 'an attacker puts a script into the error of a true answer: no page repeats it',
    play: async ({ open }) => {
      const target = await open();
      const answer = await send(target, `error=<script>alert(1)</script>&state=${STATE}`);
      return JSON.stringify(answer).includes('<script') ? ['the page repeats the script'] : [];
    },
  },
  {
    name: 'an attacker wants the page kept, framed, sniffed or scripted: the answer forbids it',
    play: async ({ open }) => {
      const target = await open();
      const { headers } = await send(target);
      const wanted: readonly [string, RegExp][] = [
        ['cache-control', /no-store/],
        ['content-security-policy', /default-src 'none'/],
        ['referrer-policy', /no-referrer/],
        ['x-content-type-options', /nosniff/],
      ];
      return wanted
        .filter(([name, form]) => !form.test(headers[name] ?? ''))
        .map(([name]) => `without ${name}`);
    },
  },
  {
    name: 'an attacker keeps a connection open over the end: the port is free a moment later',
    play: async (world) => {
      const target = await world.open();
      const { socket, closed } = await openSocket(target.port);
      await send(target);
      const late = await closesInTime(world, closed);
      socket.destroy();
      return [...late, ...(await freesThePort(world, target))];
    },
  },
  {
    name: 'a sign-in that was cancelled: the port can be had at once',
    needs: 'cancel',
    play: async ({ open }) => {
      const first = await open();
      await first.close();
      const again = await open({ port: first.port });
      return again.port === first.port ? [] : ['the port was not free'];
    },
  },
  {
    name: 'a port that is taken is named, where it is the registered one',
    needs: 'registeredPort',
    play: async ({ open }) => {
      const first = await open();
      try {
        const second = await open({ port: first.port });
        return [`port ${second.port} was used, which nobody has registered`];
      } catch (refusal) {
        const named = refusal instanceof Error && refusal.message.includes(String(first.port));
        return named ? [] : ['the port was not named'];
      }
    },
  },
];
