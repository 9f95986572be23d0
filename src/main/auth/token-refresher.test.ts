import { expect, test, vi } from 'vitest';
import { REFRESH_PAUSE, REFRESH_EARLY_MS } from './token-life.ts';
import {
  createTokenFixture,
  fixtureRecord,
  resultOf,
  settle,
  signedIn,
  type TokenFixture,
} from './testing/token-fixture.ts';
import { oauthError, type TokenFault } from './testing/fake-token-endpoint.ts';

const LIFETIME_MS = 7_200_000;
const DUE_MS = LIFETIME_MS - REFRESH_EARLY_MS;

const current = async (fixture: TokenFixture): Promise<string> =>
  resultOf(await fixture.refresher.current());

test('T-8 twenty simultaneous callers share one refresh and one token', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  const asks = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? fixture.refresher.current() : fixture.refresher.renew(1),
  );
  const seen = new Set((await Promise.all(asks)).map(resultOf));
  expect([seen, fixture.endpoint.requests.length]).toEqual([new Set(['access-token-1@2']), 1]);
});

test('T-8 a caller at any moment while a refresh fails or ends neither hangs nor starts a second one', async () => {
  for (const fault of ['offline', 'lostBefore', null] as const) {
    const fixture = await signedIn();
    if (fault) fixture.endpoint.faults.push(fault);
    const asks: Promise<string>[] = [];
    for (let moment = 0; moment < 100; moment++) {
      asks.push(fixture.refresher.renew(1).then(resultOf));
      await Promise.resolve();
    }
    await fixture.clock.advance(REFRESH_PAUSE.firstMs);
    await Promise.all(asks);
    expect([fault, fixture.endpoint.maxAtOnce, resultOf(await fixture.refresher.renew(1))]).toEqual(
      [fault, 1, 'access-token-1@2'],
    );
  }
});

test('T-8 a refresh serves its callers, even if the new token is already due', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.endpoint.reshape = (body) => ({ ...body, expires_in: 60 });
  const gate = Promise.withResolvers<void>();
  fixture.endpoint.gate = gate.promise;
  const asked = fixture.refresher.current();
  await fixture.clock.advance(29_000);
  fixture.secrets.awayFor = 2;
  gate.resolve();
  await fixture.clock.advance(10_000);
  expect([resultOf(await asked), fixture.endpoint.requests.length]).toEqual([
    'access-token-1@2',
    1,
  ]);
});

test('T-8 a bug during a refresh blocks neither its callers nor the next refresh', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  vi.spyOn(fixture.store, 'save').mockRejectedValueOnce(new Error('a bug'));
  const asks = [fixture.refresher.current(), fixture.refresher.current()];
  const seen = await Promise.allSettled(asks);
  expect([seen.map(({ status }) => status), fixture.endpoint.requests.length]).toEqual([
    ['rejected', 'rejected'],
    1,
  ]);
  fixture.endpoint.issueRefreshToken('refresh-token-0');
  expect(await current(fixture)).toBe('access-token-2@2');
});

test('a caller with an older token gets the newest without a refresh', async () => {
  const fixture = await signedIn();
  const seen = [
    resultOf(await fixture.refresher.renew(1)),
    resultOf(await fixture.refresher.renew(1)),
  ];
  expect([seen, fixture.endpoint.requests.length]).toEqual([
    ['access-token-1@2', 'access-token-1@2'],
    1,
  ]);
});

test('a refused token that is opened again during its refresh is refreshed again', async () => {
  const fixture = await signedIn({ rotates: false });
  const gate = Promise.withResolvers<void>();
  fixture.endpoint.gate = gate.promise;
  const asked = fixture.refresher.renew(1);
  await settle();
  fixture.refresher.restore(fixtureRecord);
  gate.resolve();
  expect(resultOf(await asked)).toBe('access-token-2@2');
});

test.each([
  [2, 'access-token-0@1'],
  [3, 'cancelled'],
])(
  'T-8 a caller whose session changes %d times while its token is opened gets: %s',
  async (times, seen) => {
    const fixture = await signedIn();
    const { open } = fixture.store;
    let left = times;
    vi.spyOn(fixture.store, 'open').mockImplementation((...asked) => {
      if (left-- > 0) fixture.refresher.restore(fixtureRecord);
      return open(...asked);
    });
    fixture.refresher.restore(fixtureRecord);
    const result = await fixture.refresher.current();
    const cancelled = { kind: 'cancelled', technical: 'the session kept changing' };
    expect(result.ok ? resultOf(result) : result.error).toEqual(
      seen === 'cancelled' ? cancelled : seen,
    );
  },
);

test('T-11 the new refresh token is on disk before anyone has the new access token', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.secrets.awayFor = 1;
  const asked = fixture.refresher.current();
  await settle();
  const before = fixture.disk.written.length;
  await fixture.clock.advance(10_000);
  const seen = resultOf(await asked);
  expect([before, seen, fixture.disk.written.length]).toEqual([1, 'access-token-1@2', 2]);
});

const reply = (code: number, body = '', headers = {}): TokenFault => ({
  answer: new Response(body, { status: code, headers }),
});

test.each<[string, () => TokenFault, string]>([
  ['offline', () => 'offline', 'unreachable'],
  ['an answer lost', () => 'lostBefore', 'answerLost'],
  ['500', () => reply(500), 'serverFailed'],
  ['503', () => reply(503), 'serverFailed'],
  ['429', () => reply(429), 'rateLimited'],
  ['a captive portal', () => reply(200, '<html>'), 'malformedResponse'],
  ['a redirect', () => reply(302), 'malformedResponse'],
  [
    'another token type',
    () => reply(200, '{"access_token":"x","token_type":"mac"}'),
    'malformedResponse',
  ],
  ['401 without a body', () => reply(401), 'malformedResponse'],
  ['403', () => reply(403, 'no'), 'serverFailed'],
  ['invalid_client', () => ({ answer: oauthError('invalid_client', 'No.', 401) }), 'serverFailed'],
  ['invalid_request', () => ({ answer: oauthError('invalid_request', null) }), 'serverFailed'],
  ['server_error', () => ({ answer: oauthError('server_error', null) }), 'serverFailed'],
])('T-12 %s during a refresh does not sign the user out', async (_name, fault, kind) => {
  const fixture = await signedIn();
  await fixture.clock.advance(LIFETIME_MS);
  fixture.endpoint.faults.push(fault());
  const failed = await current(fixture);
  await fixture.clock.advance(REFRESH_PAUSE.maxMs);
  const later = await current(fixture);
  expect({ failed, later, ends: fixture.ends }).toEqual({
    failed: kind,
    later: 'access-token-1@2',
    ends: [],
  });
});

test('T-12 invalid_grant ends the session and wipes the tokens', async () => {
  const fixture = await signedIn();
  fixture.endpoint.revokeAll();
  await fixture.clock.advance(DUE_MS);
  const seen = [await current(fixture), await current(fixture)];
  expect({ seen, ends: fixture.ends, disk: fixture.disk.text() }).toEqual({
    seen: ['unauthenticated', 'unauthenticated'],
    ends: ['refused'],
    disk: null,
  });
});

test('while refreshes fail, the present token is used until it expires', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.endpoint.faults.push('offline', 'offline');
  const alive = await current(fixture);
  await fixture.clock.advance(REFRESH_EARLY_MS);
  expect([alive, await current(fixture)]).toEqual(['access-token-0@1', 'unreachable']);
});

test('a refused token is not returned again when its refresh fails', async () => {
  const fixture = await signedIn();
  fixture.endpoint.faults.push('offline');
  expect(resultOf(await fixture.refresher.renew(1))).toBe('unreachable');
});

test('the next refresh waits as long as the service asked, for every caller', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(LIFETIME_MS);
  fixture.endpoint.faults.push(reply(429, '', { 'retry-after': '90' }));
  const startMs = fixture.clock.nowMs();
  const first = await fixture.refresher.current();
  await fixture.clock.advance(89_999);
  const waiting = await current(fixture);
  const requests = fixture.endpoint.requests.length;
  await fixture.clock.advance(1);
  expect({
    retryInMs: !first.ok && first.error.kind === 'rateLimited' && first.error.retryAtMs - startMs,
    waiting,
    requests,
    later: await current(fixture),
  }).toEqual({ retryInMs: 90_000, waiting: 'rateLimited', requests: 1, later: 'access-token-1@2' });
});

test('without a wait asked by the service, retries follow after one second, then two, then four', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(LIFETIME_MS);
  fixture.endpoint.faults.push(reply(500), reply(500), reply(500), reply(500));
  await current(fixture);
  const requests: number[] = [];
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    for (const waitMs of [pauseMs - 1, 1]) {
      await fixture.clock.advance(waitMs);
      await current(fixture);
      requests.push(fixture.endpoint.requests.length);
    }
  }
  expect(requests).toEqual([1, 2, 2, 3, 3, 4]);
});

test('after a crash before the answer the old refresh token is tried once more', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.endpoint.gate = new Promise(() => undefined);
  void fixture.refresher.current();
  await settle();
  fixture.endpoint.gate = null;
  fixture.crash();
  expect([await current(fixture), fixture.ends]).toEqual(['access-token-1@2', []]);
});

test('when the crash lost a rotated refresh token, the user signs in again', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(LIFETIME_MS);
  fixture.endpoint.faults.push('lostAfter');
  await current(fixture);
  fixture.crash();
  expect([await current(fixture), fixture.ends]).toEqual(['unauthenticated', ['refused']]);
});

test('a refresh without a new refresh token keeps the old one', async () => {
  const fixture = await signedIn();
  fixture.endpoint.reshape = ({ refresh_token: _left, ...body }) => body;
  await fixture.clock.advance(DUE_MS);
  await current(fixture);
  fixture.endpoint.issueRefreshToken('refresh-token-0');
  await fixture.clock.advance(DUE_MS);
  await current(fixture);
  const used = fixture.endpoint.requests.map(({ fields }) => fields['refresh_token']);
  expect(used).toEqual(['refresh-token-0', 'refresh-token-0']);
});

test('a session that never had a refresh token lasts as long as its access token', async () => {
  const fixture = createTokenFixture();
  const response = { access_token: 'only', token_type: 'Bearer', expires_in: 7200 };
  const record = { connectionId: 'connection-1', signInId: 'sign-in-1', scopes: [] };
  await fixture.refresher.adopt(record, response, fixture.clock.nowMs());
  await fixture.clock.advance(LIFETIME_MS - 1);
  const alive = await current(fixture);
  await fixture.clock.advance(1);
  expect([alive, await current(fixture), fixture.ends]).toEqual([
    'only@1',
    'unauthenticated',
    ['refused'],
  ]);
  await fixture.refresher.adopt(record, response, fixture.clock.nowMs());
  expect(resultOf(await fixture.refresher.renew(2))).toBe('unauthenticated');
});

test.each(['new tokens', 'invalid_grant'])(
  'T-16 a refresh that ends after sign-out with %s brings nothing back and ends nothing',
  async (answer) => {
    const fixture = await signedIn();
    await fixture.clock.advance(DUE_MS);
    const gate = Promise.withResolvers<void>();
    fixture.endpoint.gate = gate.promise;
    const asked = fixture.refresher.current();
    await settle();
    if (answer === 'invalid_grant') fixture.endpoint.revokeAll();
    fixture.refresher.drop();
    gate.resolve();
    const seen = resultOf(await asked);
    expect({ seen, ends: fixture.ends, disk: fixture.disk.text() }).toEqual({
      seen: 'unauthenticated',
      ends: [],
      disk: null,
    });
  },
);

test('T-16 sign-out while the keyring opens or seals the tokens brings no session back', async () => {
  const fixture = await signedIn();
  fixture.secrets.awayFor = 1;
  const kept = fixture.refresher.applyStorageSetting();
  await settle();
  fixture.crash();
  await fixture.clock.advance(10_000);
  await kept;
  fixture.secrets.awayFor = 1;
  const asked = fixture.refresher.current();
  await settle();
  fixture.refresher.drop();
  await fixture.clock.advance(10_000);
  const seen = [resultOf(await asked), await current(fixture)];
  expect([seen, fixture.saved]).toEqual([['unauthenticated', 'unauthenticated'], []]);
});

test('T-16 sign-out while the new tokens are being sealed leaves none on disk', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.secrets.awayFor = 1;
  const asked = fixture.refresher.current();
  await settle();
  fixture.refresher.drop();
  await fixture.clock.advance(10_000);
  expect([resultOf(await asked), fixture.disk.text()]).toEqual(['unauthenticated', null]);
});

test('T-16 sign-out while a refresh runs returns the refresh token for revocation, once', async () => {
  const fixture = await signedIn();
  fixture.endpoint.gate = new Promise(() => undefined);
  void fixture.refresher.renew(1);
  await settle();
  expect([fixture.refresher.drop(), fixture.refresher.drop()]).toEqual(['refresh-token-0', null]);
});

test('T-16 a bug during a refresh brings no session back after sign-out', async () => {
  const fixture = await signedIn();
  const saving = Promise.withResolvers<never>();
  vi.spyOn(fixture.store, 'save').mockReturnValueOnce(saving.promise);
  const asked = fixture.refresher.renew(1);
  await settle();
  fixture.refresher.drop();
  saving.reject(new Error('a bug'));
  await Promise.allSettled([asked]);
  expect(await current(fixture)).toBe('unauthenticated');
});

test('T-16 while a sign-in is being saved there is no session, and none if it ends meanwhile', async () => {
  const fixture = createTokenFixture();
  fixture.secrets.awayFor = 1;
  const adopted = fixture.signIn();
  await settle();
  const seen = await current(fixture);
  fixture.refresher.release();
  await fixture.clock.advance(1_000);
  expect([seen, await adopted, await current(fixture), fixture.disk.written]).toEqual([
    'unauthenticated',
    null,
    'unauthenticated',
    [],
  ]);
});

test('T-2 without a session there is nothing to save again', async () => {
  const fixture = createTokenFixture();
  await fixture.refresher.applyStorageSetting();
  expect([await fixture.refresher.current(), fixture.saved, fixture.disk.written]).toEqual([
    { ok: false, error: { kind: 'unauthenticated', technical: 'there is no session' } },
    [],
    [],
  ]);
});

test('a new sign-in never reuses a generation an earlier token had', async () => {
  const fixture = await signedIn();
  await fixture.refresher.renew(1);
  fixture.refresher.drop();
  await fixture.signIn();
  expect(await current(fixture)).toBe('access-token-0@3');
});

test('T-11 on a full disk the session stays in memory, reports this, and is saved later', async () => {
  const fixture = await signedIn();
  await fixture.clock.advance(DUE_MS);
  fixture.disk.full = true;
  const seen = await current(fixture);
  fixture.disk.full = false;
  await fixture.refresher.applyStorageSetting();
  expect([seen, fixture.saved]).toEqual(['access-token-1@2', ['memoryOnly', 'sealed']]);
});
