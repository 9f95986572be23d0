import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { fetchFailure } from '../api/testing/doubles.ts';
import { type HarnessOptions, connected, spec, walkAway } from './testing/session-harness.ts';

/** A connection with an authorization host that does not answer. */
async function toADeadHost(options: HarnessOptions = {}, connection = spec) {
  const harness = await connected(options, connection);
  const probed = vi.fn<() => Promise<Response>>(() => Promise.reject(fetchFailure('ENOTFOUND')));
  harness.endpoint.probed = probed;
  return { ...harness, probed };
}

const dead = {
  kind: 'hostUnreachable',
  host: 'auth.example.com',
  isOffline: false,
  technical: 'ENOTFOUND',
};

test('a dead host is reported before a browser opens, and again at the next try', async () => {
  const { session, starts, probed } = await toADeadHost();
  const outcomes = [await session.signIn([]), await session.signIn([])];
  expect({ outcomes, opened: starts.length, probes: probed.mock.calls.length }).toEqual({
    outcomes: [dead, dead],
    opened: 0,
    probes: 2,
  });
});

test('continuing anyway opens the browser without a probe', async () => {
  const { session, starts, probed } = await toADeadHost();
  const outcome = await session.signIn([], { anyway: true });
  expect([outcome.kind, starts.length, probed.mock.calls.length]).toEqual(['signedIn', 1, 0]);
});

test.each([200, 302, 401, 404, 405, 500, 503])(
  'a host that answers %d is alive',
  async (status) => {
    const { session, endpoint } = await connected();
    endpoint.probed = () => Promise.resolve(new Response(null, { status }));
    expect(await session.signIn([])).toEqual({ kind: 'signedIn' });
  },
);

test('Billfold says if the computer has no network, except for a server on this computer', async () => {
  const offline = { isOffline: () => true };
  const there = await toADeadHost(offline);
  const here = await toADeadHost(offline, { ...spec, authUrl: 'http://localhost:9000' });
  const outcomes = [await there.session.signIn([]), await here.session.signIn([])];
  expect(outcomes).toEqual([
    { ...dead, isOffline: true },
    { ...dead, host: 'localhost:9000' },
  ]);
});

test('the probe of a silent host ends after five seconds', async () => {
  const clock = createVirtualClock(0);
  const { session, starts } = await connected({
    clock,
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  });
  let isOver = false;
  const outcome = session.signIn([]).finally(() => (isOver = true));
  await clock.advance(4_999);
  const before = isOver;
  await clock.advance(1);
  expect([before, await outcome, starts]).toEqual([
    false,
    { ...dead, technical: 'no answer in 5 s' },
    [],
  ]);
});

test('a sign-in canceled during the probe is canceled', async () => {
  const { session, endpoint, starts } = await connected({ browser: walkAway });
  const answer = Promise.withResolvers<Response>();
  endpoint.probed = () => answer.promise;
  const outcome = session.signIn([]);
  await Promise.resolve();
  await session.cancelSignIn();
  answer.resolve(new Response(null));
  expect([await outcome, session.state.get().kind, starts]).toEqual([
    { kind: 'cancelled' },
    'signedOut',
    [],
  ]);
});

test('a check of the client replaces the probe of one later sign-in', async () => {
  const { session, endpoint, probed, starts } = await toADeadHost();
  endpoint.faults.push('offline');
  const refused = await session.refusesClient(spec);
  const first = await session.signIn([]);
  const checked = probed.mock.calls.length;
  await session.signIn([]);
  // The check of the client has reached its host.
  await session.refusesClient({ ...spec, clientSecret: 'another' });
  const alive = await session.signIn([]);
  expect({ refused, first, checked, alive, opened: starts.length }).toEqual({
    refused: false,
    first: { ...dead, technical: 'ECONNREFUSED' },
    checked: 0,
    alive: { kind: 'signedIn' },
    opened: 1,
  });
});
