import { expect, test } from 'vitest';
import { createComputer, keysOf } from './testing/key-fixture.ts';
import { createMemorySecrets, type MemorySecrets } from './testing/memory-secrets.ts';

test('T-1 the keys of bills and notes survive a restart, differ between connections, and are on disk only sealed', async () => {
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

test('T-30 keys whose file cannot be read now are read later, and neither replaced nor deleted', async () => {
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
      error: { kind: 'unread', technical: 'the disk cannot read the keys' },
    },
    later: before,
    isGone: false,
    local: before.local,
  });
});

test('C-90 a destroyed key is gone from the disk, and no start uses it again', async () => {
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

test('T-2 without a protecting keyring, the keys last until Billfold quits, unless the user chose weaker storage', async () => {
  const weak = { backend: 'basic_text', strength: 'weak' } as const;
  const computer = createComputer(createMemorySecrets(weak));
  const first = computer.start();
  const keys = await keysOf(first);
  await first.applyStorageSetting();
  const onDisk = computer.document.text();
  const next = computer.start();
  const others = await keysOf(next);
  computer.allowWeak();
  await next.applyStorageSetting();
  expect({
    lasts: keys.lasts,
    onDisk,
    isAnother: others.cache !== keys.cache,
    chosen: await keysOf(computer.start()),
  }).toEqual({ lasts: false, onDisk: null, isAnother: true, chosen: { ...others, lasts: true } });
});

test('T-1 Billfold opens keys on disk once, and seals them again only after the keyring’s key has changed', async () => {
  const computer = createComputer();
  await keysOf(computer.start());
  const same = computer.start();
  await keysOf(same);
  await keysOf(same);
  const { calls } = computer.secrets;
  const seen = [computer.document.written.length, calls.open, calls.seal];
  computer.secrets.rotateKey();
  await keysOf(computer.start());
  expect([seen, computer.document.written.length, calls.open, calls.seal]).toEqual([
    [1, 2, 2],
    2,
    4,
    4,
  ]);
});

test('keys that were swapped on disk do not open', async () => {
  const computer = createComputer();
  const keys = await keysOf(computer.start());
  const stored = JSON.parse(computer.document.text() ?? '');
  const { cache, local } = stored.content.connections.one;
  stored.content.connections.one = { cache: local, local: cache };
  computer.document.damage(JSON.stringify(stored));
  const fresh = await keysOf(computer.start());
  const old = [keys.cache, keys.local];
  expect([old.includes(fresh.cache), old.includes(fresh.local)]).toEqual([false, false]);
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

const otherKeyrings: readonly [string, (secrets: MemorySecrets) => void, string][] = [
  ['has another key', (secrets) => secrets.loseKey(), 'wrong key'],
  [
    'has another name',
    (secrets) => (secrets.strength = { backend: 'kwallet6', strength: 'strong' }),
    'a different keyring sealed the key',
  ],
];

test.each(otherKeyrings)(
  'T-30 a keyring that %s: new keys, the sealed ones are quarantined, and the user is notified once',
  async (_what, change, technical) => {
    const computer = createComputer();
    const keys = await keysOf(computer.start());
    const before = computer.document.text();
    change(computer.secrets);
    const dataKeys = computer.start();
    const fresh = await keysOf(dataKeys);
    await keysOf(dataKeys);
    expect({
      reused: [fresh.cache, fresh.local].filter((key) => Object.values(keys).includes(key)),
      quarantined: [...computer.document.quarantined.values()],
      observed: computer.notices.list().map(({ kind }) => kind),
      written: computer.document.written.length,
      log: computer.log.lines.map((line) => line.slice(line.indexOf('{'))),
      nextStart: await keysOf(computer.start()),
    }).toEqual({
      reused: [],
      quarantined: [before],
      observed: ['keysQuarantined'],
      written: 2,
      log: ['cache', 'local'].map((name) =>
        JSON.stringify({ name, kind: 'cannotOpen', technical }),
      ),
      nextStart: fresh,
    });
  },
);

test('T-2 when the user no longer allows weaker storage, only the key of notes stays on disk', async () => {
  const computer = createComputer(createMemorySecrets({ backend: 'basic_text', strength: 'weak' }));
  computer.allowWeak();
  const dataKeys = computer.start();
  const keys = await keysOf(dataKeys);
  const namesOnDisk = (): string[] =>
    Object.keys(JSON.parse(computer.document.text() ?? '').content.connections.one);
  computer.allowWeak(false);
  await dataKeys.applyStorageSetting();
  const left = namesOnDisk();
  computer.allowWeak();
  await dataKeys.applyStorageSetting();
  expect([left, namesOnDisk().toSorted(), await keysOf(computer.start())]).toEqual([
    ['local'],
    ['cache', 'local'],
    keys,
  ]);
});

test('T-30 `forget` drops only keys that are on disk, and the next `open` reads them again', async () => {
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

test('T-30 forgotten keys are neither sealed again nor removed when the user changes how keys are stored', async () => {
  const computer = createComputer();
  const dataKeys = computer.start();
  const keys = await keysOf(dataKeys);
  dataKeys.forget();
  await dataKeys.applyStorageSetting();
  const again = await keysOf(dataKeys);
  dataKeys.forget();
  computer.secrets.strength = { backend: 'basic_text', strength: 'none' };
  await dataKeys.applyStorageSetting();
  const { connections } = JSON.parse(computer.document.text() ?? '').content;
  expect([again, Object.keys(connections.one)]).toEqual([keys, ['local']]);
});

test('C-90 deleting keys keeps those of other connections, and works on a full disk', async () => {
  const computer = createComputer();
  const dataKeys = computer.start();
  await keysOf(dataKeys);
  const two = await keysOf(dataKeys, 'two');
  const gone = [dataKeys.destroy('one', ['cache', 'local'])];
  const { connections } = JSON.parse(computer.document.text() ?? '').content;
  const next = await keysOf(computer.start(), 'two');
  computer.document.full = true;
  gone.push(dataKeys.destroy('two', ['cache', 'local']));
  expect([gone, Object.keys(connections), next, computer.document.text()]).toEqual([
    [true, true],
    ['two'],
    two,
    null,
  ]);
});

test('T-30 a damaged key of one connection does not affect the others', async () => {
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
  expect(computer.log.lines).toContainEqual(expect.stringContaining('a data key cannot be opened'));
});

test('C-90 the log says when the disk neither saves nor deletes a key', async () => {
  const computer = createComputer();
  const lines = (): number => computer.log.lines.length;
  computer.document.readOnly = true;
  const dataKeys = computer.start();
  await keysOf(dataKeys);
  const counts = [lines()];
  computer.document.readOnly = false;
  await keysOf(dataKeys);
  counts.push(lines());
  computer.document.readOnly = true;
  dataKeys.destroy('one', ['cache']);
  counts.push(lines());
  computer.document.readOnly = false;
  dataKeys.destroy('one', ['cache']);
  expect([counts, computer.log.lines]).toEqual([
    [1, 1, 2],
    [
      expect.stringContaining('the data keys were not saved'),
      expect.stringContaining('the data keys were not deleted from the disk'),
    ],
  ]);
});
