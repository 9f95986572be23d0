import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fail } from '../../src/base/result.ts';
import type { UpdateState } from '../../src/bridge/updates.ts';
import { createDownloadFolder } from '../../src/main/updates/download-folder.ts';
import { RETRY_WAITS_MS } from '../../src/main/updates/download.ts';
import { FIRST_CHECK_MS, type UpdaterDeps } from '../../src/main/updates/updater.ts';
import {
  aFile,
  aRelease,
  moment,
  program,
  ready,
  startMs,
  useInstallation,
} from './installation.ts';
import {
  keyList,
  makers,
  offered,
  says,
  sends,
  sendsPart,
  signed,
  strangers,
  target,
  type Answer,
} from './release-server.ts';

const { place, arrange, settled, checked, fallsSilent, stops } = useInstallation();
const breaksOff = sendsPart(program, 100_000, (answer) => setImmediate(() => answer.destroy()));

const checkedNow = (problem: string | null) => ({
  kind: 'idle',
  checkedAtMs: place.clock.nowMs(),
  problem,
});

test('a signed, newer release is downloaded whole and offered, and installed only on request', async () => {
  const { updater, timeline } = arrange();
  const state = await checked(updater);
  await updater.finish(true);
  expect({ state, asked: place.server.asked, timeline }).toEqual({
    state: ready,
    asked: ['/latest.json', `/${aFile.name}`],
    timeline: [],
  });
});

test.each<[string, () => string, string | null]>([
  ['is signed by another key', () => signed(aRelease(), strangers), 'badSignature'],
  [
    'was changed after it was signed',
    () => signed(aRelease()).replace('9.0.0', '9.0.1'),
    'badSignature',
  ],
  ['is not signed', () => JSON.stringify({ release: '{}' }), 'malformed'],
  ['is garbage', () => '<html>It works!</html>', 'malformed'],
  ['is too long', () => signed(aRelease()).padEnd(1_000_001), 'malformed'],
  [
    'is signed with keys in another form',
    () => signed(aRelease(), makers, { keys: keyList({ threshold: 0 }) }),
    'malformed',
  ],
  [
    'expires in this moment',
    () => signed(aRelease({ expiresAt: new Date(startMs).toISOString() })),
    'expired',
  ],
  ['is signed for another product', () => signed(aRelease({ product: 'other' })), 'malformed'],
  [
    'is signed with a path for a name',
    () => signed(aRelease({ files: [{ ...aFile, name: '../../evil' }] })),
    'malformed',
  ],
  ['is older than the running version', () => signed(aRelease({ version: '0.0.9' })), null],
  ['is the running version', () => signed(aRelease({ version: '0.1.0' })), null],
  ['has not reached this installation', () => signed(aRelease({ staging: 50 })), null],
])('I-2 a release that %s is not downloaded', async (_what, text, problem) => {
  place.server.release = says(200, {}, text());
  const { updater } = arrange();
  expect([await checked(updater), place.server.asked, readdirSync(place.folder)]).toEqual([
    checkedNow(problem),
    ['/latest.json'],
    [],
  ]);
});

test('I-2 a signature made for another purpose than a release is refused', async () => {
  place.server.release = says(
    200,
    {},
    signed(aRelease(), makers, { bytes: (_kind, text) => Buffer.from(text) }),
  );
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
  ['says nothing', says(204), 'unreachable'],
])('a server that %s is reported as such', async (_what, answer, problem) => {
  place.server.release = answer;
  const { updater } = arrange();
  expect(await checked(updater)).toEqual(checkedNow(problem));
});

test('a check gives up on a server that does not answer; a later check asks it again', async () => {
  place.server.release = fallsSilent;
  const { updater } = arrange();
  const state = await checked(updater);
  place.server.release = says(200, {}, signed(aRelease()));
  expect([state, await checked(updater)]).toEqual([
    { kind: 'idle', checkedAtMs: expect.any(Number), problem: 'unreachable' },
    ready,
  ]);
});

test('an interrupted download continues where it stopped', async () => {
  place.server.file = (request, answer) => {
    place.server.file = sends(program);
    breaksOff(request, answer);
  };
  const { updater } = arrange();
  const state = await checked(updater);
  const [, , second = ''] = place.server.asked;
  expect([state, Number(/bytes=(\d+)-$/.exec(second)?.[1]) > 0]).toEqual([ready, true]);
});

test.each<[string, Answer]>([
  ['is broken for a moment', says(503)],
  [
    'ends the file early without a word',
    (_request, answer) => void answer.writeHead(200).end(program.subarray(0, 9)),
  ],
])('a server that %s is asked again', async (_what, first) => {
  place.server.file = (request, answer) => {
    place.server.file = sends(program);
    first(request, answer);
  };
  const { updater } = arrange();
  expect([await checked(updater), place.server.asked.length]).toEqual([ready, 3]);
});

test('I-2 a list of the maximum length is read', async () => {
  place.server.release = says(200, {}, signed(aRelease()).padEnd(1_000_000));
  expect(await checked(arrange().updater)).toEqual(ready);
});

test('I-5 a file that is longer than the release’s is deleted', async () => {
  writeFileSync(join(place.folder, aFile.name), Buffer.concat([program, program]));
  const state = await checked(arrange().updater);
  expect([state, readdirSync(place.folder)]).toMatchObject([{ problem: 'badFile' }, []]);
});

test('I-20 the log says when the disk cannot store the list', async () => {
  const { updater, log } = arrange();
  place.document.full = true;
  await checked(updater);
  place.document.full = false;
  await updater.installWhen('atQuit');
  await updater.finish(true);
  expect(log.lines.filter((line) => line.includes('not saved'))).toEqual([
    'warn updates: the state was not saved {"problem":{"kind":"unwritable","technical":"ENOSPC"}}',
  ]);
});

test('a server that ignores the range starts the download over', async () => {
  writeFileSync(join(place.folder, aFile.name), program.subarray(0, 5_000));
  place.server.file = says(200, {}, program);
  const { updater } = arrange();
  expect([await checked(updater), place.server.asked[1]]).toEqual([
    ready,
    `/${aFile.name} bytes=5000-`,
  ]);
});

test('a download that keeps breaking off is given up, and continues at a later check', async () => {
  place.server.file = breaksOff;
  const { updater } = arrange();
  const state = await checked(updater);
  const triedInAll = place.server.asked.length - 1;
  place.server.file = sends(program);
  expect([state, triedInAll, await checked(updater)]).toEqual([
    { kind: 'failed', version: '9.0.0', problem: 'interrupted', isNews: true },
    RETRY_WAITS_MS.length + 1,
    ready,
  ]);
});

test('a request that stops in the middle of the file is given up and repeated', async () => {
  place.server.file = (request, answer) => {
    place.server.file = sends(program);
    stops(request, answer);
  };
  const { updater } = arrange();
  expect(await checked(updater)).toEqual(ready);
});

test.each<[string, Answer, string]>([
  ['has other bytes', says(200, {}, Buffer.from(program).fill('!', 9, 10)), 'badFile'],
  ['is too long', says(200, {}, Buffer.concat([program, program])), 'badFile'],
  ['is not there', says(404), 'notFound'],
  ['comes over plain http', says(301, { location: 'http://billfold.example/' }), 'insecure'],
])(
  'I-5 a file that %s is deleted, and the old version keeps running',
  async (_what, answer, problem) => {
    place.server.file = answer;
    const { updater, timeline } = arrange();
    const state = await checked(updater);
    await updater.installWhen('now');
    await updater.finish(true);
    const kept = readdirSync(place.folder).filter(
      (name) => readFileSync(join(place.folder, name)).length > 0,
    );
    expect([state, kept, timeline, place.server.asked.length]).toEqual([
      { kind: 'failed', version: '9.0.0', problem, isNews: true },
      [],
      [],
      // Neither the list nor the file is asked for twice.
      2,
    ]);
  },
);

test('the failure of a version is reported once, however often it is tried', async () => {
  place.server.file = says(404);
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

test('restart to update waits until no approval is being sent, and installs as the last step', async () => {
  const { promise: sent, resolve: answerCame } = Promise.withResolvers<void>();
  const { updater, timeline } = arrange({ untilSettled: () => sent });
  await checked(updater);
  const restarting = updater.installWhen('now');
  await place.clock.advance(60_000);
  const whileSending = [updater.state.get().kind, [...timeline]];
  answerCame();
  await restarting;
  await updater.finish(true);
  expect([whileSending, timeline]).toEqual([
    ['installing', []],
    ['quit', 'installs it whole, starts it'],
  ]);
});

test('nothing is installed while an approval is still under way at the end', async () => {
  const { updater, timeline, log } = arrange();
  await checked(updater);
  await updater.installWhen('now');
  await updater.finish(false);
  expect([timeline, log.lines.at(-1)]).toEqual([
    ['rested', 'quit', 'old version starts again'],
    'warn updates: not installed {"why":"an approval was still under way"}',
  ]);
});

test('quitting installs it only if the user agreed and has not withdrawn that', async () => {
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

test('I-5 the user confirms an installation outside the page, also when quitting; withdrawing it needs no question', async () => {
  const asked: string[] = [];
  let isYes = false;
  const askToInstall: UpdaterDeps['askToInstall'] = async (version, when) =>
    asked.push(`${version} ${when}`) > 0 && isYes;
  const { updater, timeline } = arrange({ askToInstall });
  await updater.installWhen('now');
  await checked(updater);
  await updater.installWhen('now');
  await updater.installWhen('atQuit');
  const refused = updater.state.get();
  isYes = true;
  await updater.installWhen('atQuit');
  await updater.installWhen('notNow');
  await updater.finish(true);
  expect([asked, refused, timeline]).toEqual([
    ['9.0.0 now', '9.0.0 atQuit', '9.0.0 atQuit'],
    ready,
    [],
  ]);
});

test('I-5 a release that was pulled during the question is not installed', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { updater, timeline } = arrange({ askToInstall: () => answer.promise });
  await checked(updater);
  const installing = updater.installWhen('now');
  place.server.release = says(200, {}, signed(aRelease({ version: '9.0.1' })));
  await checked(updater);
  answer.resolve(true);
  await installing;
  expect([timeline, updater.state.get()]).toMatchObject([[], { release: { version: '9.0.1' } }]);
});

test('I-5 a file that was changed after it was checked is not installed', async () => {
  const { updater, timeline } = arrange();
  await checked(updater);
  writeFileSync(join(place.folder, aFile.name), Buffer.from(program).fill('!', 9, 10));
  await updater.installWhen('now');
  await updater.finish(true);
  expect(timeline).toEqual(['rested', 'quit', 'old version starts again']);
});

test('an update that was not installed is reported once at the next start', async () => {
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

test('if an administrator installs Billfold, it names the release and its page, and downloads nothing', async () => {
  const { updater, timeline } = arrange({ target: null });
  const states = [
    await checked(updater),
    await checked(arrange({ target: { ...target, platform: 'win32' } }).updater),
  ];
  await updater.installWhen('now');
  await updater.finish(true);
  const available = { kind: 'available', release: offered };
  expect([states, place.server.asked, timeline]).toEqual([
    [available, available],
    ['/latest.json', '/latest.json'],
    [],
  ]);
});

test.each<[string, Partial<UpdaterDeps>, string]>([
  ['the organization', { policy: { updates: false } }, 'policy'],
  ['the user', { isWanted: () => false }, 'setting'],
  ['a build without a place for releases', { feed: null }, 'noFeed'],
])('no request is made if updates are switched off by %s', async (_who, change, why) => {
  const { updater } = arrange(change);
  updater.start();
  await updater.check();
  await place.clock.advance(48 * 60 * 60 * 1000);
  expect([updater.state.get(), place.server.asked]).toEqual([{ kind: 'off', why }, []]);
});

test('switching updates off ends a download, and switching them on continues it', async () => {
  let isWanted = true;
  place.server.file = stops;
  const { updater } = arrange({ isWanted: () => isWanted });
  const checking = updater.check();
  while (updater.state.get().kind !== 'downloading') await moment();
  isWanted = false;
  updater.reconsider();
  await checking;
  const off = updater.state.get();
  isWanted = true;
  updater.reconsider();
  place.server.file = sends(program);
  expect([off, await checked(updater)]).toEqual([{ kind: 'off', why: 'setting' }, ready]);
});

test('it checks by itself a while after the start, and again some hours later', async () => {
  place.server.release = says(200, {}, signed(aRelease({ version: '0.1.0' })));
  const { updater } = arrange();
  updater.start();
  await place.clock.advance(FIRST_CHECK_MS);
  const atFirst = place.server.asked.length;
  const passed = async (hours: number): Promise<number> => {
    await place.clock.advance(hours * 60 * 60 * 1000);
    await settled(updater);
    return place.server.asked.length;
  };
  expect([atFirst, await passed(1), await passed(3), await passed(3)]).toEqual([0, 1, 1, 2]);
});

test('I-5 a full disk is reported as such, and the update is tried again', async () => {
  const real = createDownloadFolder(place.folder);
  let isFull = true;
  const full = fail({ code: 'ENOSPC', technical: 'no space left' });
  const { updater } = arrange({
    folder: { ...real, open: async (name) => (isFull ? full : real.open(name)) },
  });
  const first = await checked(updater);
  isFull = false;
  expect([first, await checked(updater)]).toMatchObject([{ problem: 'noRoom' }, ready]);
});

test('an earlier download is verified instead of repeated, and other files are deleted', async () => {
  writeFileSync(join(place.folder, aFile.name), program);
  writeFileSync(join(place.folder, 'Billfold-0.1.5.AppImage'), 'older');
  const { updater } = arrange();
  expect([await checked(updater), place.server.asked, readdirSync(place.folder)]).toEqual([
    ready,
    ['/latest.json'],
    [aFile.name],
  ]);
});
