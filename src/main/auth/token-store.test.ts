import { expect, test } from 'vitest';
import type { Tokens } from './token-store.ts';
import { createTokenBench, benchRecord, settle, told } from './testing/token-bench.ts';
import type { TokenBench } from './testing/token-bench.ts';

/** Starts again over the same disk and asks for the token. */
async function restart(bench: TokenBench): Promise<string> {
  bench.crash();
  const asked = bench.refresher.current();
  await bench.clock.advance(20_000);
  return told(await asked);
}

test('T-1 each secret is sealed by itself, and none is on disk in the clear', async () => {
  const bench = createTokenBench();
  const storage = await bench.signIn();
  const text = bench.disk.text() ?? '';
  const backends = text.match(/"backend":"gnome_libsecret"/g) ?? [];
  const clear = bench.endpoint.secrets.filter(
    (secret) => text.includes(secret) || text.includes(btoa(secret).slice(0, 12)),
  );
  expect({ storage, sealed: backends.length, clear }).toEqual({
    storage: 'sealed',
    sealed: 2,
    clear: [],
  });
});

test('T-1 a session sealed by one process is opened by the next', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  expect(await restart(bench)).toBe('access-token-0@1');
});

test.each(['weak', 'none'] as const)(
  'T-2 with a keyring that is %s nothing secret is written, and the next start says so',
  async (strength) => {
    const bench = createTokenBench();
    bench.secrets.strength = { backend: 'basic_text', strength };
    const storage = await bench.signIn();
    const written = bench.disk.written.at(-1);
    const after = await restart(bench);
    expect({ storage, written, after, ends: bench.ends }).toEqual({
      storage: 'memoryOnly',
      written: { version: 1, content: { kind: 'memoryOnly', ...benchRecord } },
      after: 'unauthenticated',
      ends: ['notKept'],
    });
  },
);

test('T-2 weak storage is used when the user chose it, and called weak', async () => {
  const bench = createTokenBench();
  bench.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  bench.allowWeak = true;
  expect([await bench.signIn(), await restart(bench)]).toEqual(['weak', 'access-token-0@1']);
});

test('T-2 taking the choice back takes the tokens off the disk', async () => {
  const bench = createTokenBench();
  bench.secrets.strength = { backend: 'basic_text', strength: 'weak' };
  bench.allowWeak = true;
  await bench.signIn();
  bench.allowWeak = false;
  await bench.refresher.keepAgain();
  expect([bench.kept, bench.disk.text()?.includes('accessToken')]).toEqual([['memoryOnly'], false]);
});

test('T-3 a keyring that is away for a moment is asked again', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.secrets.awayFor = 3;
  expect([await restart(bench), bench.ends]).toEqual(['access-token-0@1', []]);
});

test('T-3 a keyring that stays away does not end the session', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.secrets.awayFor = 4;
  const away = await restart(bench);
  const later = told(await bench.refresher.current());
  expect({ away, later, ends: bench.ends }).toEqual({
    away: 'unreachable',
    later: 'access-token-0@1',
    ends: [],
  });
});

test('T-3 a keyring that does not know itself yet has not changed', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.secrets.strength = { backend: 'unknown', strength: 'weak' };
  expect([await restart(bench), bench.ends]).toEqual(['access-token-0@1', []]);
});

test('T-4 another keyring than before: sign in again, told why, the store kept aside', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  const before = bench.disk.text();
  bench.secrets.strength = { backend: 'kwallet6', strength: 'strong' };
  const seen = await restart(bench);
  expect({
    seen,
    ends: bench.ends,
    aside: bench.disk.aside.get('session.set-aside-1.json') === before,
    notices: bench.notices.list(),
  }).toEqual({
    seen: 'unauthenticated',
    ends: ['keyringChanged'],
    aside: true,
    notices: [{ kind: 'tokensSetAside', file: 'session.set-aside-1.json' }],
  });
});

test('T-5 a store whose key is lost is set aside, never wiped', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  const before = bench.disk.text();
  bench.secrets.loseKey();
  const seen = await restart(bench);
  expect({ seen, ends: bench.ends, aside: [...bench.disk.aside.values()] }).toEqual({
    seen: 'unauthenticated',
    ends: ['storeUnreadable'],
    aside: [before],
  });
});

test('T-6 a key that was rotated: the tokens are sealed again', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.secrets.rotateKey();
  const before = bench.disk.text();
  const seen = await restart(bench);
  expect([seen, bench.disk.written.length, bench.disk.text() === before]).toEqual([
    'access-token-0@1',
    2,
    false,
  ]);
});

test("T-16 another connection's session is not taken for this one's", async () => {
  const bench = createTokenBench();
  await bench.signIn();
  expect(bench.store.peek('connection-2')).toEqual({ kind: 'none' });
});

test('T-21 on a full disk signing out deletes the tokens all the same', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.disk.full = true;
  bench.refresher.drop();
  expect([bench.disk.text(), bench.store.isLeft(), await restart(bench)]).toEqual([
    null,
    false,
    'unauthenticated',
  ]);
});

test('T-21 tokens the disk does not let go are said to be left, until it does', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.disk.readOnly = true;
  bench.refresher.drop();
  const seen = [bench.store.isLeft()];
  bench.store.clearLeft();
  seen.push(bench.store.isLeft());
  bench.disk.readOnly = false;
  bench.store.clearLeft();
  seen.push(bench.store.isLeft());
  expect([seen, bench.disk.text()]).toEqual([[true, true, false], null]);
});

test('T-21 trying again to delete what is left takes nothing from a new sign-in', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.disk.readOnly = true;
  bench.refresher.drop();
  bench.disk.readOnly = false;
  bench.secrets.awayFor = 1;
  const storage = bench.signIn();
  await settle();
  bench.store.clearLeft();
  const between = bench.disk.text();
  await bench.clock.advance(1_000);
  bench.store.clearLeft();
  expect([between, await storage, await restart(bench)]).toEqual([
    null,
    'sealed',
    'access-token-0@2',
  ]);
});

test('T-22 a sign-in that cannot be kept leaves nothing of the one before on disk', async () => {
  const bench = createTokenBench();
  await bench.signIn();
  bench.disk.full = true;
  const next = { ...benchRecord, signInId: 'sign-in-2' };
  const response = { access_token: 'other-token', token_type: 'Bearer', expires_in: 7200 };
  const storage = await bench.refresher.adopt(next, response, bench.clock.nowMs());
  expect([storage, bench.disk.text(), await restart(bench)]).toEqual([
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

test('T-23 whatever was being sealed when the session was wiped is not written, whoever wants it', async () => {
  const bench = createTokenBench();
  bench.secrets.awayFor = 1;
  const storage = bench.store.save(benchRecord, tokensOf(1), () => true);
  await settle();
  bench.store.clear();
  await bench.clock.advance(1_000);
  expect([await storage, bench.disk.text(), bench.disk.written]).toEqual(['memoryOnly', null, []]);
});

test('T-23 tokens that take long to seal are not written over newer ones', async () => {
  const bench = createTokenBench();
  bench.secrets.awayFor = 1;
  const older = bench.store.save(benchRecord, tokensOf(1), () => true);
  await settle();
  const newer = await bench.store.save(benchRecord, tokensOf(2), () => true);
  await bench.clock.advance(1_000);
  const opened = await bench.store.open(benchRecord.connectionId, () => true);
  expect([await older, newer, opened.ok && opened.value.generation]).toEqual([
    'memoryOnly',
    'sealed',
    2,
  ]);
});
