import { expect, test } from 'vitest';
import { createTokenBench, benchRecord, told } from './testing/token-bench.ts';
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
