import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../src/base/testing/virtual-clock.ts';
import { fail, succeed } from '../../src/base/result.ts';
import type { UpdateState } from '../../src/bridge/updates.ts';
import { createRecordingLog } from '../../src/main/auth/testing/recording-log.ts';
import { createMemoryDocument } from '../../src/main/settings/testing/memory-document.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { RETRY_WAITS_MS } from '../../src/main/updates/download.ts';
import {
  createUpdater,
  FIRST_CHECK_MS,
  type Updater,
  type UpdaterDeps,
} from '../../src/main/updates/updater.ts';
import {
  fileOf,
  key,
  makers,
  offered,
  says,
  sends,
  sendsPart,
  signed,
  startReleaseServer,
  strangers,
  target,
  type Answer,
  type ReleaseServer,
} from './release-server.ts';

const program = Buffer.from('a new Billfold '.repeat(40_000));
const aFile = fileOf(program);
const aRelease = (change: object = {}) => ({
  product: 'billfold',
  ...offered,
  files: [aFile],
  ...change,
});

let place: ReleaseServer;
let begun = 0;
/** Number of requests when the server fell silent, leaving an answer or the rest of one open; null before. */
let silentSince: number | null = null;
const fallsSilent = (): void => void (silentSince = place.asked.length);
const breaksOff = sendsPart(program, 100_000, (answer) => setImmediate(() => answer.destroy()));
const stops = sendsPart(program, 70_000, fallsSilent);

let folder = '';
let clock: VirtualClock;
let document = createMemoryDocument('updates');
const updaters: Updater[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'updates-'));
  begun = 0;
  silentSince = null;
  clock = createVirtualClock(Date.parse('2026-03-18T10:00:00Z'));
  document = createMemoryDocument('updates');
  place = await startReleaseServer(program);
});
afterEach(async () => {
  for (const updater of updaters.splice(0)) await updater.finish(false);
  await place.close();
  rmSync(folder, { recursive: true });
  expect(clock.sleepers()).toBe(0);
});

function arrange(change: Partial<UpdaterDeps> = {}) {
  const timeline: string[] = [];
  const log = createRecordingLog();
  const updater = createUpdater({
    clock,
    random: { next: () => 0.5, bytes: (count) => new Uint8Array(count) },
    fetch: (address, init) => {
      begun += 1;
      return fetch(address, init);
    },
    log,
    folder: createDownloadFolder(folder),
    document,
    version: '0.1.0',
    feed: { url: place.feed, key },
    target,
    policy: { updates: true },
    isWanted: () => true,
    rest: async () => void timeline.push('rested'),
    quit: () => timeline.push('quit'),
    relaunch: () => timeline.push('old version starts again'),
    install: async (path, { relaunch }) => {
      const isWhole = readFileSync(path).equals(program);
      timeline.push(
        `installs ${isWhole ? 'it whole' : 'something'}${relaunch ? ', starts it' : ''}`,
      );
      return succeed(undefined);
    },
    ...change,
  });
  updaters.push(updater);
  return { updater, timeline, log };
}

/** Waits until the state no longer changes by itself. Advances time when nothing else happens. */
async function settled(updater: Updater): Promise<UpdateState> {
  const passing = new Set<UpdateState['kind']>(['checking', 'downloading']);
  while (passing.has(updater.state.get().kind)) {
    const waitsMs = (clock.nextWakeMs() ?? 0) - clock.elapsedMs();
    const isWaiting = RETRY_WAITS_MS.some((retryMs) => retryMs === waitsMs);
    const isSilent = silentSince === begun && begun === place.asked.length;
    if (isWaiting || isSilent) await clock.advance(waitsMs);
    await moment();
  }
  return updater.state.get();
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 2));

async function checked(updater: Updater): Promise<UpdateState> {
  const checking = updater.check();
  const state = await settled(updater);
  await checking;
  return state;
}

const ready = { kind: 'ready', release: offered, atQuit: false } as const;
const checkedNow = (problem: string | null) => ({
  kind: 'idle',
  checkedAtMs: clock.nowMs(),
  problem,
});

test('I-1 a signed, newer release is downloaded whole and offered, and installed only on request', async () => {
  const { updater, timeline } = arrange();
  const state = await checked(updater);
  await updater.finish(true);
  expect({ state, asked: place.asked, timeline }).toEqual({
    state: ready,
    asked: ['/latest.json', `/${aFile.name}`],
    timeline: [],
  });
});

test.each<[string, () => string, string | null]>([
  ['is signed by somebody else', () => signed(aRelease(), strangers), 'badSignature'],
  [
    'was changed after it was signed',
    () => signed(aRelease()).replace('9.0.0', '9.0.1'),
    'badSignature',
  ],
  ['is not signed', () => JSON.stringify({ release: '{}' }), 'malformed'],
  ['is garbage', () => '<html>It works!</html>', 'malformed'],
  ['is longer than any', () => 'x'.repeat(1_100_000), 'malformed'],
  ['is signed and of another product', () => signed(aRelease({ product: 'other' })), 'malformed'],
  [
    'is signed and has a path for a name',
    () => signed(aRelease({ files: [{ ...aFile, name: '../../evil' }] })),
    'malformed',
  ],
  ['is older than what runs', () => signed(aRelease({ version: '0.0.9' })), null],
  ['is what runs', () => signed(aRelease({ version: '0.1.0' })), null],
  ['has not reached this installation', () => signed(aRelease({ staging: 50 })), null],
])('I-2 a release that %s is not downloaded', async (_what, text, problem) => {
  place.release = says(200, {}, text());
  const { updater } = arrange();
  expect([await checked(updater), place.asked, readdirSync(folder)]).toEqual([
    checkedNow(problem),
    ['/latest.json'],
    [],
  ]);
});

test('I-2 a signature made for another purpose than a release is refused', async () => {
  place.release = says(200, {}, signed(aRelease(), makers, Buffer.from));
  const { updater } = arrange();
  expect(await checked(updater)).toEqual(checkedNow('badSignature'));
});

test.each<[string, Answer, string]>([
  ['is not there', says(404), 'notFound'],
  ['is broken', says(503), 'unreachable'],
  ['leads to plain http', says(302, { location: 'http://billfold.example/' }), 'insecure'],
  ['leads nowhere', says(302, { location: 'nonsense:' }), 'insecure'],
  ['leads in circles', says(302, { location: '/latest.json' }), 'notFound'],
  ['hangs up', (_request, answer) => void answer.destroy(), 'unreachable'],
])('I-3 a server that %s is reported as such', async (_what, answer, problem) => {
  place.release = answer;
  const { updater } = arrange();
  expect(await checked(updater)).toEqual(checkedNow(problem));
});

test('I-3 a server that does not answer is given up, and checked again later', async () => {
  place.release = fallsSilent;
  const { updater } = arrange();
  const state = await checked(updater);
  place.release = says(200, {}, signed(aRelease()));
  expect([state, await checked(updater)]).toEqual([
    { kind: 'idle', checkedAtMs: expect.any(Number), problem: 'unreachable' },
    ready,
  ]);
});

test('I-4 an interrupted download continues where it stopped', async () => {
  place.file = (request, answer) => {
    place.file = sends(program);
    breaksOff(request, answer);
  };
  const { updater } = arrange();
  const state = await checked(updater);
  const [, , second = ''] = place.asked;
  expect([state, Number(/bytes=(\d+)-$/.exec(second)?.[1]) > 0]).toEqual([ready, true]);
});

test('I-4 a server that ignores the range starts the download over', async () => {
  writeFileSync(join(folder, aFile.name), program.subarray(0, 5_000));
  place.file = says(200, {}, program);
  const { updater } = arrange();
  expect([await checked(updater), place.asked[1]]).toEqual([ready, `/${aFile.name} bytes=5000-`]);
});

test('I-4 a download that always breaks off is given up, and continues at a later check', async () => {
  place.file = breaksOff;
  const { updater } = arrange();
  const state = await checked(updater);
  const triedInAll = place.asked.length - 1;
  place.file = sends(program);
  expect([state, triedInAll, await checked(updater)]).toEqual([
    { kind: 'failed', version: '9.0.0', problem: 'interrupted', isNews: true },
    RETRY_WAITS_MS.length + 1,
    ready,
  ]);
});

test('I-4 a server that stops in the middle of the file is given up and asked again', async () => {
  place.file = (request, answer) => {
    place.file = sends(program);
    stops(request, answer);
  };
  const { updater } = arrange();
  expect(await checked(updater)).toEqual(ready);
});

test.each<[string, Answer, string]>([
  ['has other bytes', says(200, {}, Buffer.from(program).fill('!', 9, 10)), 'badFile'],
  ['goes on and on', says(200, {}, Buffer.concat([program, program])), 'badFile'],
  ['is not there', says(404), 'notFound'],
  ['comes over plain http', says(301, { location: 'http://billfold.example/' }), 'insecure'],
])(
  'I-5 a file that %s is deleted, and the old version keeps running',
  async (_what, answer, problem) => {
    place.file = answer;
    const { updater, timeline } = arrange();
    const state = await checked(updater);
    await updater.installWhen('now');
    await updater.finish(true);
    const kept = readdirSync(folder).filter((name) => readFileSync(join(folder, name)).length > 0);
    expect([state, kept, timeline]).toEqual([
      { kind: 'failed', version: '9.0.0', problem, isNews: true },
      [],
      [],
    ]);
  },
);

test('I-6 the failure of a version is reported once, however often it is tried', async () => {
  place.file = says(404);
  const { updater } = arrange();
  const first = await checked(updater);
  const again = await checked(updater);
  const atTheNextStart = await checked(arrange().updater);
  expect([first, again, atTheNextStart]).toMatchObject([
    { isNews: true },
    { isNews: false },
    { isNews: false },
  ]);
});

test('I-7 restart to update waits until no approval is being sent, and installs as the last step', async () => {
  const { promise: sent, resolve: answerCame } = Promise.withResolvers<void>();
  const { updater, timeline } = arrange({ rest: () => sent });
  await checked(updater);
  const restarting = updater.installWhen('now');
  await clock.advance(60_000);
  const whileSending = [updater.state.get().kind, [...timeline]];
  answerCame();
  await restarting;
  await updater.finish(true);
  expect([whileSending, timeline]).toEqual([
    ['installing', []],
    ['quit', 'installs it whole, starts it'],
  ]);
});

test('I-7 nothing is installed while an approval is still under way at the end', async () => {
  const { updater, timeline, log } = arrange();
  await checked(updater);
  await updater.installWhen('now');
  await updater.finish(false);
  expect([timeline, log.lines.at(-1)]).toEqual([
    ['rested', 'quit', 'old version starts again'],
    'warn updates: not installed {"why":"an approval was still under way"}',
  ]);
});

test('I-8 quitting installs it only if the user agreed and has not withdrawn that', async () => {
  const agreed = arrange();
  await checked(agreed.updater);
  await agreed.updater.installWhen('atQuit');
  await agreed.updater.finish(true);
  const taken = arrange({ version: '0.1.1' });
  await checked(taken.updater);
  await taken.updater.installWhen('atQuit');
  await taken.updater.installWhen('notNow');
  await taken.updater.finish(true);
  expect([agreed.timeline, taken.timeline]).toEqual([['installs it whole'], []]);
});

test('I-5 a file that was changed after it was checked is not installed', async () => {
  const { updater, timeline } = arrange();
  await checked(updater);
  writeFileSync(join(folder, aFile.name), Buffer.from(program).fill('!', 9, 10));
  await updater.installWhen('now');
  await updater.finish(true);
  expect(timeline).toEqual(['rested', 'quit', 'old version starts again']);
});

test('I-6 an update that was not installed is reported once at the next start', async () => {
  const { updater } = arrange({ install: async () => fail('EACCES') });
  await checked(updater);
  await updater.installWhen('atQuit');
  await updater.finish(true);
  const start = (version: string): UpdateState => {
    const next = arrange({ version }).updater;
    next.start();
    return next.state.get();
  };
  expect(['0.1.0', '0.1.0', '9.0.0'].map(start)).toMatchObject([
    { kind: 'failed', version: '9.0.0', problem: 'notInstalled', isNews: true },
    { kind: 'idle' },
    { kind: 'idle' },
  ]);
});

test('I-9 if an administrator installs Billfold, it names the release and its page, and downloads nothing', async () => {
  const { updater, timeline } = arrange({ target: null });
  const states = [
    await checked(updater),
    await checked(arrange({ target: { ...target, platform: 'win32' } }).updater),
  ];
  await updater.installWhen('now');
  await updater.finish(true);
  const available = { kind: 'available', release: offered };
  expect([states, place.asked, timeline]).toEqual([
    [available, available],
    ['/latest.json', '/latest.json'],
    [],
  ]);
});

test.each<[string, Partial<UpdaterDeps>, string]>([
  ['the organization', { policy: { updates: false } }, 'policy'],
  ['the user', { isWanted: () => false }, 'setting'],
  ['a build without a place for releases', { feed: null }, 'noFeed'],
])('I-10 no request is made if updates are switched off by %s', async (_who, change, why) => {
  const { updater } = arrange(change);
  updater.start();
  await updater.check();
  await clock.advance(48 * 60 * 60 * 1000);
  expect([updater.state.get(), place.asked]).toEqual([{ kind: 'off', why }, []]);
});

test('I-10 switching updates off ends a download, and switching them on continues it', async () => {
  let isWanted = true;
  place.file = stops;
  const { updater } = arrange({ isWanted: () => isWanted });
  const checking = updater.check();
  while (updater.state.get().kind !== 'downloading') await moment();
  isWanted = false;
  updater.reconsider();
  await checking;
  const off = updater.state.get();
  isWanted = true;
  updater.reconsider();
  place.file = sends(program);
  expect([off, await checked(updater)]).toEqual([{ kind: 'off', why: 'setting' }, ready]);
});

test('I-10 it checks by itself a while after the start, and again some hours later', async () => {
  place.release = says(200, {}, signed(aRelease({ version: '0.1.0' })));
  const { updater } = arrange();
  updater.start();
  await clock.advance(FIRST_CHECK_MS);
  const atFirst = place.asked.length;
  const passed = async (hours: number): Promise<number> => {
    await clock.advance(hours * 60 * 60 * 1000);
    await settled(updater);
    return place.asked.length;
  };
  expect([atFirst, await passed(1), await passed(3), await passed(3)]).toEqual([0, 1, 1, 2]);
});

test('I-5 a full disk is reported as such, and the update is tried again', async () => {
  const real = createDownloadFolder(folder);
  let isFull = true;
  const full = fail({ code: 'ENOSPC', technical: 'no space left' });
  const { updater } = arrange({
    folder: { ...real, open: async (name) => (isFull ? full : real.open(name)) },
  });
  const first = await checked(updater);
  isFull = false;
  expect([first, await checked(updater)]).toMatchObject([{ problem: 'noRoom' }, ready]);
});

test('I-1 an earlier download is verified instead of repeated, and other files are deleted', async () => {
  writeFileSync(join(folder, aFile.name), program);
  writeFileSync(join(folder, 'Billfold-0.1.5.AppImage'), 'older');
  const { updater } = arrange();
  expect([await checked(updater), place.asked, readdirSync(folder)]).toEqual([
    ready,
    ['/latest.json'],
    [aFile.name],
  ]);
});
