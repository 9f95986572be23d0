import { expect, test } from 'vitest';
import type { Tokens } from './token-store.ts';
import type { MemorySecrets } from './testing/memory-secrets.ts';
import {
  createTokenFixture,
  fixtureRecord,
  resultOf,
  settle,
  signedIn,
  type TokenFixture,
} from './testing/token-fixture.ts';

/** Starts again over the same disk and asks for the token. */
async function restart(fixture: TokenFixture): Promise<string> {
  fixture.crash();
  const asked = fixture.refresher.current();
  await fixture.clock.advance(20_000);
  return resultOf(await asked);
}

test('T-1 each secret is sealed on its own, and none is on disk in the clear', async () => {
  const fixture = createTokenFixture();
  const storage = await fixture.signIn();
  const text = fixture.disk.text() ?? '';
  const backends = text.match(/"backend":"gnome_libsecret"/g) ?? [];
  const clear = fixture.endpoint.secrets.filter(
    (secret) => text.includes(secret) || text.includes(btoa(secret).slice(0, 12)),
  );
  expect({ storage, sealed: backends.length, clear }).toEqual({
    storage: 'sealed',
    sealed: 2,
    clear: [],
  });
});

test('T-1 a session sealed by one process is opened by the next', async () => {
  const fixture = await signedIn();
  expect(await restart(fixture)).toBe('access-token-0@1');
});

test.each(['weak', 'none'] as const)(
  'T-2 a keyring that is %s keeps every secret off the disk, and the next start says so',
  async (strength) => {
    const fixture = createTokenFixture();
    fixture.secrets.strength = { backend: 'basic_text', strength };
    const storage = await fixture.signIn();
    const written = fixture.disk.written.at(-1);
    const after = await restart(fixture);
    expect({ storage, written, after, ends: fixture.ends }).toEqual({
      storage: 'memoryOnly',
      written: { version: 1, content: { kind: 'memoryOnly', ...fixtureRecord } },
      after: 'unauthenticated',
      ends: ['notSaved'],
    });
  },
);

test('T-2 the storage is weak, and reported as such, if the user chose it', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  fixture.allowWeak = true;
  const kept = [await fixture.signIn(), await (await signedIn()).signIn()];
  const found = [fixture, await signedIn()].map(({ store }) =>
    store.peek(fixtureRecord.connectionId),
  );
  expect([kept, found, await restart(fixture)]).toEqual([
    ['weak', 'sealed'],
    ['weak', 'sealed'].map((storage) => ({ kind: 'saved', record: fixtureRecord, storage })),
    'access-token-0@1',
  ]);
});

test('T-2 withdrawing the choice removes the tokens from the disk', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  fixture.allowWeak = true;
  await fixture.signIn();
  fixture.allowWeak = false;
  await fixture.refresher.applyStorageSetting();
  expect([fixture.saved, fixture.disk.text()?.includes('accessToken')]).toEqual([
    ['memoryOnly'],
    false,
  ]);
});

test.each<[string, Partial<MemorySecrets>]>([
  ['is away for a moment', { awayFor: 3 }],
  ['does not know itself yet', { strength: { backend: 'unknown', strength: 'weak' } }],
])('a keyring that %s is the same one', async (_name, change) => {
  const fixture = await signedIn();
  Object.assign(fixture.secrets, change);
  expect([await restart(fixture), fixture.ends]).toEqual(['access-token-0@1', []]);
});

test('a keyring that stays away does not end the session', async () => {
  const fixture = await signedIn();
  fixture.secrets.awayFor = 4;
  fixture.crash();
  const asked = fixture.refresher.current();
  await fixture.clock.advance(20_000);
  const away = await asked;
  const later = resultOf(await fixture.refresher.current());
  expect([away, later, fixture.ends]).toEqual([
    { ok: false, error: { kind: 'unreachable', technical: 'keyring: locked' } },
    'access-token-0@1',
    [],
  ]);
});

test.each([4, Infinity])(
  'a keyring that stays away for %d calls while tokens are to be sealed leaves them in memory',
  async (awayFor) => {
    const fixture = createTokenFixture();
    fixture.secrets.awayFor = awayFor;
    const storage = fixture.signIn();
    await fixture.clock.advance(20_000);
    expect([await storage, fixture.disk.written, fixture.log.lines]).toEqual([
      'memoryOnly',
      [{ version: 1, content: { kind: 'memoryOnly', ...fixtureRecord } }],
      ['warn the session could not be saved {"problem":"keyring"}'],
    ]);
  },
);

test('a different keyring ends the session, gives the reason, and quarantines the store', async () => {
  const fixture = await signedIn();
  const before = fixture.disk.text();
  fixture.secrets.strength = { backend: 'kwallet6', strength: 'strong' };
  const seen = await restart(fixture);
  expect({
    seen,
    ends: fixture.ends,
    quarantined: fixture.disk.quarantined.get('session.set-aside-1.json') === before,
    reports: [fixture.notices.list(), fixture.log.lines],
  }).toEqual({
    seen: 'unauthenticated',
    ends: ['keyringChanged'],
    quarantined: true,
    reports: [[], ['warn quarantined the stored session {"file":"session.set-aside-1.json"}']],
  });
});

test('a store whose key is lost is quarantined, never wiped', async () => {
  const fixture = await signedIn();
  const before = fixture.disk.text();
  fixture.secrets.loseKey();
  const seen = await restart(fixture);
  expect({
    seen,
    ends: fixture.ends,
    quarantined: [...fixture.disk.quarantined.values()],
    log: fixture.log.lines,
  }).toEqual({
    seen: 'unauthenticated',
    ends: ['storeUnreadable'],
    quarantined: [before],
    log: [
      'warn the stored session cannot be opened {"technical":"wrong key"}',
      'warn quarantined the stored session {"file":"session.set-aside-1.json"}',
    ],
  });
});

test('a session whose file or refresh token is damaged is over', async () => {
  const damaged = await signedIn();
  damaged.disk.damage('{');
  const half = await signedIn();
  const stored = JSON.parse(half.disk.text() ?? '');
  stored.content.refreshToken.sealed = 'AAAA';
  half.disk.damage(JSON.stringify(stored));
  const over = { kind: 'over', why: 'storeUnreadable' };
  expect([
    damaged.store.peek(fixtureRecord.connectionId),
    await half.store.open(fixtureRecord.connectionId, () => true),
    half.disk.text(),
  ]).toEqual([over, { ok: false, error: over }, null]);
});

test('after a rotation of the keyring’s key, the tokens are sealed again', async () => {
  const fixture = await signedIn();
  fixture.secrets.rotateKey();
  const before = fixture.disk.text();
  const seen = await restart(fixture);
  expect([seen, fixture.disk.written.length, fixture.disk.text() === before]).toEqual([
    'access-token-0@1',
    2,
    false,
  ]);
});

test('tokens under the present key are not sealed again; without a refresh token neither', async () => {
  const both = await signedIn();
  await restart(both);
  const one = createTokenFixture();
  const response = { access_token: 'only', token_type: 'Bearer', expires_in: 7200 };
  await one.refresher.adopt(fixtureRecord, response, one.clock.nowMs());
  const seen = await restart(one);
  const written = [both.disk.written.length, one.disk.written.length];
  one.secrets.rotateKey();
  await restart(one);
  expect([seen, written, one.disk.written.length]).toEqual(['only@1', [1, 1], 2]);
});

test('T-16 tokens open only for the sign-in that they were sealed for', async () => {
  const fixture = await signedIn();
  const text = fixture.disk.text() ?? '';
  fixture.disk.damage(text.replace(fixtureRecord.signInId, 'another'));
  fixture.crash();
  fixture.refresher.restore({ ...fixtureRecord, signInId: 'another' });
  expect([resultOf(await fixture.refresher.current()), fixture.ends]).toEqual([
    'unauthenticated',
    ['storeUnreadable'],
  ]);
});

test("T-16 another connection's session is not used for this one, and stays on disk", async () => {
  const fixture = await signedIn();
  const before = fixture.disk.text();
  fixture.refresher.restore({ ...fixtureRecord, connectionId: 'connection-2' });
  const seen = resultOf(await fixture.refresher.current());
  expect([
    fixture.store.peek('connection-2'),
    seen,
    fixture.ends,
    fixture.disk.text() === before,
  ]).toEqual([{ kind: 'none' }, 'unauthenticated', ['storeUnreadable'], true]);
});

test('T-16 a session that is gone, or in memory only, cannot be opened', async () => {
  const fixture = createTokenFixture();
  const gone = await fixture.store.open(fixtureRecord.connectionId, () => true);
  fixture.secrets.strength = { backend: 'basic_text', strength: 'none' };
  await fixture.signIn();
  const unkept = await fixture.store.open(fixtureRecord.connectionId, () => true);
  const over = { ok: false, error: { kind: 'over', why: 'storeUnreadable' } };
  expect([gone, unkept]).toEqual([over, over]);
});

test('`clearOthers` removes the tokens of another connection from the disk, but not those of its own', async () => {
  const fixture = await signedIn();
  fixture.store.clearOthers(fixtureRecord.connectionId);
  const before = fixture.disk.text() === null;
  fixture.store.clearOthers('connection-2');
  expect([before, fixture.disk.text()]).toEqual([false, null]);
});

test('another connection discards no tokens that are being sealed if none are stored', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.awayFor = 1;
  const storage = fixture.signIn();
  await settle();
  fixture.store.clearOthers('connection-2');
  await fixture.clock.advance(1_000);
  expect(await storage).toBe('sealed');
});

test('tokens that cannot be saved leave the previous ones on disk, for a try after a crash', async () => {
  const fixture = createTokenFixture({ rotates: false });
  await fixture.signIn();
  fixture.disk.full = true;
  await fixture.refresher.renew(1);
  expect([fixture.log.lines, fixture.saved, await restart(fixture)]).toEqual([
    ['warn the session could not be saved {"problem":"disk"}'],
    ['memoryOnly'],
    'access-token-0@1',
  ]);
});

test('T-21 the store reports tokens that it could not delete, until a try succeeds', async () => {
  const fixture = createTokenFixture();
  const left = [fixture.store.hasLeftovers()];
  await fixture.signIn();
  fixture.disk.readOnly = true;
  fixture.store.clear();
  left.push(fixture.store.hasLeftovers());
  fixture.disk.readOnly = false;
  fixture.store.clearLeftovers();
  left.push(fixture.store.hasLeftovers());
  expect([left, fixture.log.lines, fixture.disk.text()]).toEqual([
    [false, true, false],
    ['error the stored session was not wiped {"problem":"unwritable"}'],
    null,
  ]);
});

test('T-21 a second try to delete old tokens keeps those of a new sign-in', async () => {
  const fixture = await signedIn();
  fixture.disk.readOnly = true;
  fixture.refresher.drop();
  fixture.disk.readOnly = false;
  fixture.secrets.awayFor = 1;
  const storage = fixture.signIn();
  await settle();
  fixture.store.clearLeftovers();
  const between = fixture.disk.text();
  await fixture.clock.advance(1_000);
  fixture.store.clearLeftovers();
  expect([between, await storage, await restart(fixture)]).toEqual([
    null,
    'sealed',
    'access-token-0@2',
  ]);
});

test('a sign-in that cannot be saved removes the previous one from disk', async () => {
  const fixture = await signedIn();
  fixture.disk.full = true;
  const next = { ...fixtureRecord, signInId: 'sign-in-2' };
  const response = { access_token: 'other-token', token_type: 'Bearer', expires_in: 7200 };
  const storage = await fixture.refresher.adopt(next, response, fixture.clock.nowMs());
  expect([storage, fixture.disk.text(), await restart(fixture), fixture.log.lines]).toEqual([
    'memoryOnly',
    null,
    'unauthenticated',
    [
      'warn the session could not be saved {"problem":"disk"}',
      'warn the memory-only session could not be recorded {"problem":"unwritable"}',
    ],
  ]);
});

const tokensOf = (generation: number): Tokens => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
  generation,
  expiresAtMs: 1_800_007_200_000,
  lifetimeMs: 7_200_000,
});

test('tokens that were being sealed when the session was wiped are not written', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.awayFor = 1;
  const storage = fixture.store.save(fixtureRecord, tokensOf(1), () => true);
  await settle();
  fixture.store.clear();
  await fixture.clock.advance(1_000);
  expect([await storage, fixture.disk.text(), fixture.disk.written]).toEqual([
    'memoryOnly',
    null,
    [],
  ]);
});

test('a session in memory only is not noted after it was wiped', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.strength = { backend: 'basic_text', strength: 'none' };
  const storage = fixture.store.save(fixtureRecord, tokensOf(1), () => true);
  fixture.store.clear();
  expect([await storage, fixture.disk.written]).toEqual(['memoryOnly', []]);
});

test('tokens that take long to seal do not overwrite newer ones', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.awayFor = 1;
  const older = fixture.store.save(fixtureRecord, tokensOf(1), () => true);
  await settle();
  const newer = await fixture.store.save(fixtureRecord, tokensOf(2), () => true);
  await fixture.clock.advance(1_000);
  const opened = await fixture.store.open(fixtureRecord.connectionId, () => true);
  expect([await older, newer, opened.ok && opened.value.generation]).toEqual([
    'memoryOnly',
    'sealed',
    2,
  ]);
});
