import { expect, test } from 'vitest';
import type { Random } from '../../base/random.ts';
import { createSeededRandom } from '../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createNotices } from '../settings/notices.ts';
import { createMemoryDocument } from '../settings/testing/memory-document.ts';
import { createDataKeys, type DataKeys } from './data-keys.ts';
import { createMemorySecrets } from './testing/memory-secrets.ts';
import { createRecordingLog } from './testing/recording-log.ts';

/** A computer on which Billfold starts several times. */
function createComputer(secrets = createMemorySecrets()) {
  const document = createMemoryDocument('keys');
  const notices = createNotices();
  const log = createRecordingLog();
  const clock = createVirtualClock();
  let allowsWeak = false;
  let starts = 0;
  const made: string[] = [];
  const randomOf = (seed: number): Random => {
    const random = createSeededRandom(seed);
    const bytes = (count: number) => {
      const key = random.bytes(count);
      made.push(Buffer.from(key).toString('base64'));
      return key;
    };
    return { ...random, bytes };
  };
  return {
    secrets,
    document,
    notices,
    log,
    clock,
    allowWeak: (isAllowed = true) => {
      allowsWeak = isAllowed;
    },
    /** Keys made so far, on disk or not. */
    made: (): readonly string[] => [...made],
    start: (): DataKeys =>
      createDataKeys({
        document,
        secrets,
        notices,
        log,
        clock,
        random: randomOf(++starts),
        allowWeak: () => allowsWeak,
      }),
  };
}

async function keysOf(dataKeys: DataKeys, connectionId = 'one') {
  const opened = await dataKeys.open(connectionId);
  if (!opened.ok) throw new Error(opened.error.technical);
  return opened.value;
}

test('T-1 the keys of bills and notes survive a restart, each connection has its own, and none is on disk in the clear', async () => {
  const computer = createComputer();
  const first = computer.start();
  const keys = [await keysOf(first), await keysOf(first, 'two')];
  const second = computer.start();
  const all = keys.flatMap(({ cache, local }) => [cache, local]);
  const kept = [computer.document.text() ?? '', ...computer.log.lines].join('\n');
  expect({
    again: [await keysOf(second), await keysOf(second, 'two')],
    different: new Set(all).size,
    inClear: all.filter((key) => kept.includes(key)),
  }).toEqual({ again: keys, different: 4, inClear: [] });
});

test('T-30 keys that the disk cannot read now are asked for again, and neither replaced nor deleted', async () => {
  const computer = createComputer();
  const before = await keysOf(computer.start());
  computer.document.locked = true;
  const dataKeys = computer.start();
  const refused = await dataKeys.open('one');
  computer.document.locked = false;
  const later = await keysOf(dataKeys);
  computer.document.locked = true;
  const isGone = dataKeys.destroy('one', ['cache']);
  computer.document.locked = false;
  const { local } = await keysOf(computer.start());
  expect({ refused, later, isGone, local }).toEqual({
    refused: {
      ok: false,
      error: { kind: 'unread', technical: 'the disk does not give the keys' },
    },
    later: before,
    isGone: false,
    local: before.local,
  });
});

test('C-90 a key that was destroyed is gone from the disk, and neither this start nor the next takes it up', async () => {
  const computer = createComputer();
  const dataKeys = computer.start();
  const before = await keysOf(dataKeys);
  const sealed = JSON.parse(computer.document.text() ?? '').content.connections.one.cache.sealed;
  const isGone = dataKeys.destroy('one', ['cache']);
  const onDisk = computer.document.text()?.includes(sealed);
  const afterwards = await keysOf(dataKeys);
  expect({
    isGone,
    onDisk,
    isAnother: afterwards.cache !== before.cache,
    notes: afterwards.local,
    nextStart: await keysOf(computer.start()),
  }).toEqual({
    isGone: true,
    onDisk: false,
    isAnother: true,
    notes: before.local,
    nextStart: afterwards,
  });
});

test('C-90 a key that could not be deleted is never used again, and is overwritten as soon as the disk allows', async () => {
  const computer = createComputer();
  const dataKeys = computer.start();
  const before = await keysOf(dataKeys);
  computer.document.readOnly = true;
  const isGone = dataKeys.destroy('one', ['cache', 'local']);
  const meanwhile = await keysOf(dataKeys);
  computer.document.readOnly = false;
  const later = await keysOf(dataKeys);
  expect({
    isGone,
    lasts: [meanwhile.lasts, later.lasts],
    reused: [meanwhile.cache, meanwhile.local].filter((key) => Object.values(before).includes(key)),
    nextStart: await keysOf(computer.start()),
  }).toEqual({ isGone: false, lasts: [false, true], reused: [], nextStart: later });
});

test.each(['first', 'known', 'rotated'] as const)(
  'C-90 a sign-out at any moment while keys are sealed leaves none of them on disk (%s start)',
  async (start) => {
    const back: unknown[] = [];
    for (let turns = 0; turns < 120; turns++) {
      const computer = createComputer();
      const before = start === 'first' ? null : await keysOf(computer.start());
      if (start === 'rotated') computer.secrets.rotateKey();
      const dataKeys = computer.start();
      const opening = dataKeys.open('one');
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const made = [before?.cache, before?.local, ...computer.made()];
      dataKeys.destroy('one', ['cache', 'local']);
      await opening;
      const next = await keysOf(computer.start());
      if (made.includes(next.cache) || made.includes(next.local)) back.push(turns);
    }
    expect(back).toEqual([]);
  },
);

test('T-2 without a keyring that protects, the keys end with the program, unless the user chose weaker storage', async () => {
  const weak = { backend: 'basic_text', strength: 'weak' } as const;
  const computer = createComputer(createMemorySecrets(weak));
  const first = computer.start();
  const keys = await keysOf(first);
  const onDisk = computer.document.text();
  const next = computer.start();
  const others = await keysOf(next);
  computer.allowWeak();
  await next.keepAgain();
  expect({
    lasts: keys.lasts,
    onDisk,
    isAnother: others.cache !== keys.cache,
    chosen: await keysOf(computer.start()),
  }).toEqual({ lasts: false, onDisk: null, isAnother: true, chosen: { ...others, lasts: true } });
});

test('T-30 a locked keyring is asked again, and then returns the same keys', async () => {
  const computer = createComputer();
  const keys = await keysOf(computer.start());
  computer.secrets.awayFor = Infinity;
  const dataKeys = computer.start();
  const locked = dataKeys.open('one');
  await computer.clock.advance(10_000);
  computer.secrets.awayFor = 0;
  expect([await locked, await keysOf(dataKeys), computer.notices.list()]).toEqual([
    { ok: false, error: { kind: 'unavailable', technical: 'locked' } },
    keys,
    [],
  ]);
});

test('T-30 another keyring: new keys, the sealed ones are quarantined, and the user is notified once', async () => {
  const computer = createComputer();
  const keys = await keysOf(computer.start());
  const before = computer.document.text();
  computer.secrets.loseKey();
  const dataKeys = computer.start();
  const fresh = await keysOf(dataKeys);
  await keysOf(dataKeys);
  expect({
    reused: [fresh.cache, fresh.local].filter((key) => Object.values(keys).includes(key)),
    quarantined: [...computer.document.quarantined.values()],
    observed: computer.notices.list().map(({ kind }) => kind),
    nextStart: await keysOf(computer.start()),
  }).toEqual({
    reused: [],
    quarantined: [before],
    observed: ['keysQuarantined'],
    nextStart: fresh,
  });
});

test('T-2 once weaker storage is no longer chosen, only the key of notes stays on disk, until it is chosen again', async () => {
  const computer = createComputer(createMemorySecrets({ backend: 'basic_text', strength: 'weak' }));
  computer.allowWeak();
  const dataKeys = computer.start();
  const keys = await keysOf(dataKeys);
  const namesOnDisk = (): string[] =>
    Object.keys(JSON.parse(computer.document.text() ?? '').content.connections.one);
  computer.allowWeak(false);
  await dataKeys.keepAgain();
  const left = namesOnDisk();
  computer.allowWeak();
  await dataKeys.keepAgain();
  expect([left, namesOnDisk().toSorted(), await keysOf(computer.start())]).toEqual([
    ['local'],
    ['cache', 'local'],
    keys,
  ]);
});

test('T-30 forgotten keys are those on disk, and the next open reads them again', async () => {
  const computer = createComputer();
  const dataKeys = computer.start();
  const { cache, local, lasts } = await keysOf(dataKeys);
  const forgotten = dataKeys.forget();
  const again = dataKeys.forget();
  const read = await keysOf(dataKeys);
  const weak = createComputer(createMemorySecrets({ backend: 'basic_text', strength: 'weak' }));
  const unkept = weak.start();
  const before = await keysOf(unkept);
  expect([forgotten, again, read, unkept.forget(), await keysOf(unkept)]).toEqual([
    [cache, local],
    [],
    { cache, local, lasts },
    [],
    before,
  ]);
});

test('T-30 a damaged key of one connection leaves the keys of the others', async () => {
  const computer = createComputer();
  const first = computer.start();
  const [one, two] = [await keysOf(first), await keysOf(first, 'two')];
  const stored = JSON.parse(computer.document.text() ?? '');
  stored.content.connections.one.cache.sealed = 'AAAA';
  computer.document.damage(JSON.stringify(stored));
  const next = computer.start();
  const fresh = await keysOf(next);
  expect([fresh.cache === one.cache, fresh.local, await keysOf(next, 'two')]).toEqual([
    false,
    one.local,
    two,
  ]);
  const last = computer.start();
  expect([await keysOf(last), await keysOf(last, 'two')]).toEqual([fresh, two]);
  expect(computer.log.lines).toContainEqual(
    expect.stringContaining('A key of the bills cannot be opened'),
  );
});

test('C-90 the log says when the disk keeps or wipes no key', async () => {
  const computer = createComputer();
  computer.document.readOnly = true;
  const dataKeys = computer.start();
  await keysOf(dataKeys);
  computer.document.readOnly = false;
  await keysOf(dataKeys);
  computer.document.readOnly = true;
  dataKeys.destroy('one', ['cache']);
  expect(computer.log.lines).toEqual([
    expect.stringContaining('The keys of the bills were not kept'),
    expect.stringContaining('The keys of the bills were not wiped'),
  ]);
});
