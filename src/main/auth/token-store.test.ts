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
      ends: ['notKept'],
    });
  },
);

test('T-2 weak storage is used when the user chose it, and called weak', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  fixture.allowWeak = true;
  expect([await fixture.signIn(), await restart(fixture)]).toEqual(['weak', 'access-token-0@1']);
});

test('T-2 withdrawing the choice removes the tokens from the disk', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  fixture.allowWeak = true;
  await fixture.signIn();
  fixture.allowWeak = false;
  await fixture.refresher.keepAgain();
  expect([fixture.kept, fixture.disk.text()?.includes('accessToken')]).toEqual([
    ['memoryOnly'],
    false,
  ]);
});

test.each<[string, Partial<MemorySecrets>]>([
  ['is away for a moment', { awayFor: 3 }],
  ['does not know itself yet', { strength: { backend: 'unknown', strength: 'weak' } }],
])('T-3 a keyring that %s is the same one', async (_name, change) => {
  const fixture = await signedIn();
  Object.assign(fixture.secrets, change);
  expect([await restart(fixture), fixture.ends]).toEqual(['access-token-0@1', []]);
});

test('T-3 a keyring that stays away does not end the session', async () => {
  const fixture = await signedIn();
  fixture.secrets.awayFor = 4;
  const away = await restart(fixture);
  const later = resultOf(await fixture.refresher.current());
  expect([away, later, fixture.ends]).toEqual(['unreachable', 'access-token-0@1', []]);
});

test('T-3 a keyring that stays away while tokens are to be sealed leaves them in memory', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.awayFor = Infinity;
  const storage = fixture.signIn();
  await fixture.clock.advance(20_000);
  expect([await storage, fixture.disk.written.at(-1)]).toEqual([
    'memoryOnly',
    { version: 1, content: { kind: 'memoryOnly', ...fixtureRecord } },
  ]);
});

test('T-4 a different keyring: sign in again, with the reason, the store quarantined', async () => {
  const fixture = await signedIn();
  const before = fixture.disk.text();
  fixture.secrets.strength = { backend: 'kwallet6', strength: 'strong' };
  const seen = await restart(fixture);
  expect({
    seen,
    ends: fixture.ends,
    quarantined: fixture.disk.quarantined.get('session.set-aside-1.json') === before,
    notices: fixture.notices.list(),
  }).toEqual({
    seen: 'unauthenticated',
    ends: ['keyringChanged'],
    quarantined: true,
    notices: [{ kind: 'tokensQuarantined', file: 'session.set-aside-1.json' }],
  });
});

test('T-5 a store whose key is lost is quarantined, never wiped', async () => {
  const fixture = await signedIn();
  const before = fixture.disk.text();
  fixture.secrets.loseKey();
  const seen = await restart(fixture);
  expect({ seen, ends: fixture.ends, quarantined: [...fixture.disk.quarantined.values()] }).toEqual(
    {
      seen: 'unauthenticated',
      ends: ['storeUnreadable'],
      quarantined: [before],
    },
  );
});

test('T-6 a key that was rotated: the tokens are sealed again', async () => {
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

test("T-16 another connection's session is not taken for this one's", async () => {
  const fixture = await signedIn();
  expect(fixture.store.peek('connection-2')).toEqual({ kind: 'none' });
});

test('T-20 another connection removes the tokens from the disk, their own does not', async () => {
  const fixture = await signedIn();
  fixture.store.clearOthers(fixtureRecord.connectionId);
  const before = fixture.disk.text() === null;
  fixture.store.clearOthers('connection-2');
  expect([before, fixture.disk.text()]).toEqual([false, null]);
});

test('T-14 tokens that cannot be saved leave the previous ones on disk, for a try after a crash', async () => {
  const fixture = createTokenFixture({ rotates: false });
  await fixture.signIn();
  fixture.disk.full = true;
  await fixture.refresher.renew(1);
  expect([fixture.kept, await restart(fixture)]).toEqual([['memoryOnly'], 'access-token-0@1']);
});

test('T-21 a second try to delete old tokens removes nothing of a new sign-in', async () => {
  const fixture = await signedIn();
  fixture.disk.readOnly = true;
  fixture.refresher.drop();
  fixture.disk.readOnly = false;
  fixture.secrets.awayFor = 1;
  const storage = fixture.signIn();
  await settle();
  fixture.store.clearLeft();
  const between = fixture.disk.text();
  await fixture.clock.advance(1_000);
  fixture.store.clearLeft();
  expect([between, await storage, await restart(fixture)]).toEqual([
    null,
    'sealed',
    'access-token-0@2',
  ]);
});

test('T-22 a sign-in that cannot be saved removes the previous one from disk', async () => {
  const fixture = await signedIn();
  fixture.disk.full = true;
  const next = { ...fixtureRecord, signInId: 'sign-in-2' };
  const response = { access_token: 'other-token', token_type: 'Bearer', expires_in: 7200 };
  const storage = await fixture.refresher.adopt(next, response, fixture.clock.nowMs());
  expect([storage, fixture.disk.text(), await restart(fixture)]).toEqual([
    'memoryOnly',
    null,
    'unauthenticated',
  ]);
});

const tokensOf = (generation: number): Tokens => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
  generation,
  expiresAtMs: 1_800_007_200_000,
  lifetimeMs: 7_200_000,
});

test('T-23 tokens that were being sealed when the session was wiped are not written', async () => {
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

test('T-23 tokens that take long to seal do not overwrite newer ones', async () => {
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
