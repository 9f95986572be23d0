import { readdirSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryDocument } from '../../src/main/settings/testing/memory-document.ts';
import {
  aRelease,
  moment,
  program,
  ready,
  startMs,
  useInstallation,
} from '../updates/installation.ts';
import {
  dated,
  fileOf,
  keyList,
  makers,
  nextMakers,
  offered,
  publicText,
  root,
  says,
  sends,
  signed,
  strangers,
  type Answer,
} from '../updates/release-server.ts';

/** Attacks named by The Update Framework (docs/security.md, Updates). */

const { place, arrange, settled, checked } = useInstallation();
const DAY_MS = 24 * 60 * 60 * 1000;
const serve = (...list: Parameters<typeof signed>): void =>
  void (place.server.release = says(200, {}, signed(...list)));
const problem = (name: string) => ({ kind: 'idle', problem: name });
const newer = { ...offered, version: '9.1.0' };
const newerRelease = (change: object = {}) =>
  aRelease({ ...newer, ...dated(startMs, 2), files: [fileOf(program, '9.1.0')], ...change });

/** Starts the same installation again, with its memory. */
const restarted = () => arrange().updater;

test('I-20 rollback: a list older than one seen is refused, even after a restart', async () => {
  const old = signed(aRelease());
  serve(newerRelease());
  await checked(arrange().updater);
  place.server.release = says(200, {}, old);
  const state = await checked(restarted());
  expect([state, readdirSync(place.folder)]).toMatchObject([
    problem('older'),
    ['Billfold-9.1.0.AppImage'],
  ]);
});

test('I-20 rollback: a release that was pulled does not return by replay', async () => {
  const before = signed(aRelease());
  serve(aRelease({ ...dated(startMs, 2), staging: 0 }));
  await checked(arrange().updater);
  place.server.release = says(200, {}, before);
  expect(await checked(restarted())).toMatchObject(problem('older'));
});

test('I-20 rollback: an older list of keys is refused too', async () => {
  const keys = keyList({ serial: 2, keys: [publicText(makers), publicText(nextMakers)] });
  serve(aRelease({ serial: 5 }), nextMakers, { keys });
  await checked(arrange().updater);
  serve(aRelease({ serial: 9 }));
  expect(await checked(restarted())).toMatchObject(problem('older'));
});

test('I-20 mix and match: an older release beside a newer list of keys is refused', async () => {
  const old = aRelease(dated(startMs - DAY_MS, 1));
  serve(newerRelease({ ...dated(startMs - 1, 2), staging: 0 }));
  await checked(arrange().updater);
  serve(old, makers, { keys: keyList({ serial: 2 }) });
  expect(await checked(restarted())).toMatchObject(problem('older'));
});

test('I-20 the memory of an earlier version is kept, and the first list counts as the newest', async () => {
  const first = { version: 1, standing: 0.25, installing: null, toldOf: '8.0.0' };
  place.document = createMemoryDocument('updates', first);
  await checked(arrange().updater);
  const { standing, toldOf, seen } = JSON.parse(place.document.text() ?? '');
  expect({ standing, toldOf, seen }).toEqual({
    standing: 0.25,
    toldOf: '8.0.0',
    seen: { keysSerial: 1, serial: 1, signedAtMs: startMs, revoked: [] },
  });
});

test.each([
  ['the list', aRelease({ expiresAt: '2026-03-18T09:00:00Z' }), keyList()],
  ['the list of keys', aRelease(), keyList({ expiresAt: '2026-03-18T09:00:00Z' })],
  [
    'a list for ten years',
    aRelease({ ...dated(startMs - 45 * DAY_MS, 1), expiresAt: '2036-03-18T09:00:00Z' }),
    keyList(),
  ],
])('I-21 freeze: after %s has expired, nothing is downloaded', async (_what, release, keys) => {
  serve(release, makers, { keys });
  expect([await checked(arrange().updater), place.server.asked]).toMatchObject([
    problem('expired'),
    ['/latest.json'],
  ]);
});

test('I-21 freeze: a clock set back does not renew a list', async () => {
  serve(newerRelease({ ...dated(startMs + 30 * DAY_MS, 2) }));
  place.clock.jump(30 * DAY_MS);
  await checked(arrange().updater);
  place.clock.jump(-60 * DAY_MS);
  serve(newerRelease({ ...dated(startMs - 30 * DAY_MS, 3) }));
  expect(await checked(restarted())).toMatchObject(problem('expired'));
});

test('I-21 freeze: 60 days without a new list are reported, and a new one ends that', async () => {
  serve(aRelease({ version: '0.1.0' }));
  const { updater, notices } = arrange();
  const kinds = async (days: number): Promise<unknown> => {
    place.clock.jump(days * DAY_MS);
    await checked(updater);
    return notices.list().map(({ kind }) => kind);
  };
  const first = [await kinds(0), await kinds(60), await kinds(1)];
  serve(aRelease({ ...dated(place.clock.nowMs(), 2), version: '0.1.0' }));
  expect([...first, await kinds(0)]).toEqual([[], [], ['updatesStale'], []]);
});

test('I-21 freeze: an installation that never received a list reports that after 60 days', async () => {
  place.server.release = says(404);
  const first = arrange();
  first.updater.start();
  await checked(first.updater);
  place.clock.jump(61 * DAY_MS);
  const second = arrange();
  second.updater.start();
  const off = arrange({ isWanted: () => false });
  off.updater.start();
  expect([first, second, off].map(({ notices }) => notices.list())).toEqual([
    [],
    [{ kind: 'updatesStale', about: '' }],
    [],
  ]);
});

test('I-22 a revoked version is neither downloaded nor kept ready, and its users are notified', async () => {
  const { updater, notices, timeline } = arrange();
  await checked(updater);
  await updater.installWhen('atQuit');
  serve(aRelease({ ...dated(startMs, 2), revoked: ['9.0.0', '0.1.0'] }));
  await checked(updater);
  await settled(updater);
  await updater.finish(true);
  expect([updater.state.get(), notices.list(), timeline, readdirSync(place.folder)]).toMatchObject([
    { kind: 'idle', problem: null },
    [{ kind: 'versionRevoked', about: '' }],
    [],
    [],
  ]);
});

test('I-22 a ready release stays while the list offers it, and gives way to a newer one', async () => {
  const { updater } = arrange();
  await checked(updater);
  await updater.installWhen('atQuit');
  serve(aRelease(dated(startMs, 2)));
  const same = await checked(updater);
  serve(newerRelease({ ...dated(startMs, 3) }));
  expect([same, await checked(updater)]).toEqual([
    { ...ready, atQuit: true },
    { ...ready, release: newer },
  ]);
});

test('I-2 mix and match: the file of one release does not pass for that of another', async () => {
  place.server.file = sends(Buffer.from(program).fill('9.0', 0, 3));
  serve(newerRelease());
  expect(await checked(arrange().updater)).toMatchObject({ kind: 'failed', problem: 'badFile' });
});

test('I-2 mix and match: a list of keys does not accept a release signed with other keys', async () => {
  serve(aRelease(), makers, { keys: keyList({ keys: [publicText(nextMakers)] }) });
  const foreign = await checked(arrange().updater);
  const list = JSON.parse(signed(aRelease())) as Record<string, unknown>;
  place.server.release = says(
    200,
    {},
    JSON.stringify({ keys: list['release'], release: list['keys'] }),
  );
  expect([foreign, await checked(arrange().updater)]).toMatchObject([
    problem('badSignature'),
    problem('badSignature'),
  ]);
});

/** Sends a byte every 0.2 s while the other side listens. */
const dribbles: Answer = (_request, answer) => {
  answer.writeHead(200);
  const more = async (): Promise<void> => {
    while (!answer.destroyed) {
      answer.write('{');
      await place.clock.sleep(200);
    }
  };
  void more();
};

test('endless data: a list that arrives byte by byte is given up after 60 s', async () => {
  place.server.release = dribbles;
  const { updater } = arrange();
  const checking = updater.check();
  const state = async (): Promise<unknown> => {
    for (let turn = 0; turn < 20; turn++) await moment();
    return updater.state.get();
  };
  while (place.clock.elapsedMs() < 59_000) {
    await moment();
    await place.clock.advance(200);
  }
  const before = await state();
  await place.clock.advance(2_000);
  await checking;
  place.server.release = says(404);
  await place.clock.advance(1_000);
  await moment();
  await place.clock.advance(1_000);
  expect([before, updater.state.get()]).toMatchObject([
    { kind: 'checking' },
    problem('unreachable'),
  ]);
});

test('endless data: a file that arrives byte by byte is left after six hours, and continued later', async () => {
  let isOver = false;
  place.server.file = (_request, answer) => {
    answer.writeHead(200, { 'content-length': program.length });
    const more = async (): Promise<void> => {
      for (let at = 0; !isOver && !answer.destroyed; at++) {
        answer.write(program.subarray(at, at + 1));
        await place.clock.sleep(20_000);
      }
    };
    void more();
  };
  const { updater } = arrange();
  const checking = updater.check();
  while (updater.state.get().kind !== 'failed') {
    await moment();
    await place.clock.advance(10_000);
  }
  const hours = place.clock.elapsedMs() / (60 * 60 * 1000);
  isOver = true;
  await checking;
  await place.clock.advance(20_000);
  place.server.file = sends(program);
  expect([updater.state.get(), Math.floor(hours), await checked(updater)]).toMatchObject([
    { problem: 'interrupted' },
    6,
    ready,
  ]);
});

test('I-2 wrong key: only an Ed25519 key of Billfold verifies, whatever the list of keys says', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const states = [];
  for (const pair of [rsa, curve, strangers]) {
    serve(aRelease(), pair);
    states.push(await checked(arrange().updater));
    if (pair !== strangers) {
      serve(aRelease(), pair, { keys: keyList({ keys: [publicText(pair)] }) });
      states.push(await checked(arrange().updater));
    }
    serve(aRelease(), pair, { keys: keyList({ keys: [publicText(pair)] }, pair) });
    states.push(await checked(arrange({ feed: feedOf(publicText(root)) }).updater));
  }
  serve(aRelease(), makers, { keys: keyList({ keys: ['bm90IGEga2V5'] }) });
  states.push(await checked(arrange().updater));
  expect(states.map((state) => 'problem' in state && state.problem)).toEqual(
    states.map(() => 'badSignature'),
  );
});

test('I-2 wrong key: a build whose root key is of another kind accepts nothing', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  serve(aRelease(), makers, { keys: keyList({}, rsa) });
  const { updater } = arrange({ feed: feedOf(publicText(rsa)) });
  expect(await checked(updater)).toMatchObject(problem('badSignature'));
});

const feedOf = (key: string) => ({ url: place.server.feed, key });

test('I-24 key rotation: the root key names the next release key, and the old one no longer counts', async () => {
  await checked(arrange().updater);
  const keys = keyList({ serial: 2, keys: [publicText(nextMakers)] });
  serve(newerRelease(), nextMakers, { keys });
  const rotated = await checked(restarted());
  serve(newerRelease({ serial: 7 }), makers, { keys });
  expect([rotated, await checked(restarted())]).toMatchObject([
    { kind: 'ready', release: newer },
    problem('badSignature'),
  ]);
});

test('I-24 key compromise: a thief’s highest serial and late expiry end with the stolen key', async () => {
  const far = { signedAt: '2099-01-01T00:00:00Z', expiresAt: '2099-12-31T00:00:00Z' };
  serve(aRelease({ version: '0.1.0', serial: Number.MAX_SAFE_INTEGER, ...far }));
  const { updater } = arrange();
  const stolen = await checked(updater);
  const keys = keyList({ serial: 2, keys: [publicText(nextMakers)] });
  serve(newerRelease(), nextMakers, { keys });
  const after = await checked(restarted());
  serve(aRelease({ version: '9.9.9', serial: Number.MAX_SAFE_INTEGER, ...far }));
  expect([stolen, after, await checked(restarted())]).toMatchObject([
    { kind: 'idle', problem: null },
    { kind: 'ready', release: newer },
    problem('older'),
  ]);
});

test('I-24 key compromise: one stolen key of two releases nothing', async () => {
  const two = keyList({ keys: [publicText(makers), publicText(nextMakers)], threshold: 2 });
  const twice = keyList({ keys: [publicText(makers), publicText(makers)], threshold: 2 });
  // The last letter before `=` has two unused bits.
  const other = publicText(makers).replace(/.(?==$)/, (letter) => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    return letters.charAt(letters.indexOf(letter) + 1);
  });
  const respelt = keyList({ keys: [publicText(makers), other], threshold: 2 });
  const states = [];
  for (const [by, keys] of [
    [[makers], two],
    [[makers, makers], two],
    [[makers, strangers], two],
    [[makers], twice],
    [[makers], respelt],
    [[nextMakers, makers], two],
  ] as const) {
    serve(aRelease(), by, { keys });
    states.push(await checked(arrange().updater));
  }
  expect(states.map(({ kind }) => kind)).toEqual(['idle', 'idle', 'idle', 'idle', 'idle', 'ready']);
});

test('a server that redirects from https to http is refused, on this computer too', async () => {
  const list = place.server.feed;
  const answers: Record<string, Response> = {
    'https://a.example/latest.json': Response.redirect(list),
    [`${list}?`]: Response.redirect('https://a.example/latest.json'),
  };
  const asked: string[] = [];
  const redirects = async (address: string, init: RequestInit): Promise<Response> => {
    asked.push(new URL(address).protocol);
    return answers[address] ?? fetch(address, init);
  };
  const states = [];
  for (const url of ['https://a.example/latest.json', `${list}?`]) {
    const feed = { ...feedOf(publicText(root)), url };
    states.push(await checked(arrange({ fetch: redirects, feed }).updater));
  }
  expect([states, asked]).toMatchObject([
    [problem('insecure'), problem('insecure')],
    ['https:', 'http:', 'https:'],
  ]);
});
