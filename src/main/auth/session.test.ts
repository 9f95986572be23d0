import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { fail } from '../../base/result.ts';
import type { SessionState } from '../../bridge/session.ts';
import type { Session } from './session.ts';
import { fakeClient, oauthError } from './testing/fake-token-endpoint.ts';
import {
  arrange,
  connected,
  consent,
  consentThen,
  deny,
  followStart,
  signedIn,
  spec,
  visit,
  walkAway,
} from './testing/session-harness.ts';

const connection = {
  id: '4a2f0f7d2b3d2f5a',
  kind: 'service',
  serviceUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  clientId: fakeClient.id,
  redirectUri: 'http://127.0.0.1/callback',
} as const;

const withoutId = (state: SessionState): unknown =>
  'connection' in state
    ? { ...state, connection: { ...state.connection, id: connection.id } }
    : state;

test('a sign-in goes from link to consent, code and tokens, and the port is open before the browser', async () => {
  const page = Promise.withResolvers<string>();
  const { session, outcome, endpoint, fronts } = await signedIn({
    browser: (_link, answer) => answer({}).then(page.resolve),
  });
  const token = await session.tokens.current();
  expect({
    page: (await page.promise).includes('You can close this tab'),
    outcome,
    state: withoutId(session.state.get()),
    token: token.ok && token.value.generation,
    requests: endpoint.requests.length,
    fronts: fronts(),
  }).toEqual({
    page: true,
    outcome: { kind: 'signedIn' },
    state: {
      kind: 'signedIn',
      connection,
      signInId: expect.stringMatching(/^00000000-/),
      scopes: ['money_out'],
      storage: 'sealed',
    },
    token: 1,
    requests: 1,
    fronts: 1,
  });
});

test('a sign-in keeps its id over a restart, and a new one gets another', async () => {
  const { session, start } = await signedIn();
  const first = session.state.get();
  await session.close();
  const next = start();
  const afterRestart = next.state.get();
  const token = await next.tokens.current();
  await next.signIn([]);
  expect([afterRestart, token.ok, next.state.get()]).toEqual([
    first,
    true,
    expect.not.objectContaining(first),
  ]);
});

test('a sign-in that the user declines is denied, with the service’s message', async () => {
  const { session, outcome } = await signedIn({ browser: deny });
  expect([outcome, session.state.get().kind]).toEqual([
    { kind: 'denied', detail: 'You said no.' },
    'signedOut',
  ]);
});

test('every other error of the redirect is passed on by name', async () => {
  const { outcome } = await signedIn({
    browser: (_link, answer) => answer({ error: 'invalid_scope' }),
  });
  expect(outcome).toEqual({ kind: 'refused', error: 'invalid_scope', detail: null });
});

test.each(['server_error', 'temporarily_unavailable'])(
  'an error %s of the redirect is the service’s failure, not a wrong client',
  async (error) => {
    const { outcome } = await signedIn({ browser: (_link, answer) => answer({ error }) });
    expect(outcome).toEqual({ kind: 'serviceFailed', technical: error });
  },
);

test('the state says when the browser has answered and only the tokens are missing', async () => {
  const { session } = await connected({});
  const seen: (boolean | undefined)[] = [];
  session.state.subscribe(() => {
    const state = session.state.get();
    if (state.kind === 'signingIn') seen.push(state.isAnswered);
  });
  await session.signIn([]);
  expect(seen).toEqual([undefined, true]);
});

test('a sign-in without an answer times out after five minutes, which the state announces from the start', async () => {
  const clock = createVirtualClock(1_000);
  const { session } = await connected({ browser: walkAway, clock, waitMs: 300_000 });
  const outcome = session.signIn([]);
  const announced = await stateAfter(session, 'signingIn');
  await clock.advance(300_000);
  expect([announced.kind === 'signingIn' && announced.expiresAtMs, (await outcome).kind]).toEqual([
    301_000,
    'timedOut',
  ]);
});

function stateAfter(session: Session, kind: SessionState['kind']): Promise<SessionState> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = session.state.get();
      if (state.kind === kind) resolve(state);
    };
    session.state.subscribe(look);
    look();
  });
}

test('cancelling ends the attempt and frees the port for the next one', async () => {
  const { session, links } = await connected({ browser: walkAway });
  const outcome = session.signIn([]);
  await stateAfter(session, 'signingIn');
  const copied = (await followStart(session.authorizeLink() ?? '')).href;
  await session.openBrowserAgain();
  await session.cancelSignIn();
  expect({
    outcome: await outcome,
    links,
    after: session.authorizeLink(),
    state: session.state.get().kind,
  }).toEqual({
    outcome: { kind: 'cancelled' },
    links: [copied, copied],
    after: null,
    state: 'signedOut',
  });
});

test('a second attempt cancels the first', async () => {
  let visits = 0;
  const { session } = await connected({
    browser: (link, answer) => (visits++ === 0 ? null : consent(link, answer)),
  });
  const first = session.signIn([]);
  await stateAfter(session, 'signingIn');
  const second = await session.signIn([]);
  expect([await first, second, session.state.get().kind]).toEqual([
    { kind: 'cancelled' },
    { kind: 'signedIn' },
    'signedIn',
  ]);
});

test('while a second attempt replaces the first, the state does not flicker', async () => {
  const { session } = await connected({ browser: walkAway });
  const first = session.signIn([]);
  await stateAfter(session, 'signingIn');
  const seen: string[] = [];
  session.state.subscribe(() => seen.push(session.state.get().kind));
  const second = session.signIn([]);
  await first;
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  const during = [...seen];
  await session.cancelSignIn();
  await second;
  expect([during, session.state.get().kind]).toEqual([['signingIn'], 'signedOut']);
});

test('a sign-in canceled during the exchange of the code is canceled, whatever the exchange returns', async () => {
  for (const heedsAbort of [true, false]) {
    const { session, endpoint } = await connected();
    const gate = Promise.withResolvers<void>();
    endpoint.gate = gate.promise;
    endpoint.heedsAbort = heedsAbort;
    const outcome = session.signIn([]);
    await vi.waitFor(() => expect(endpoint.requests.length).toBe(1));
    await session.cancelSignIn();
    gate.resolve();
    const token = await session.tokens.current();
    expect([await outcome, session.state.get().kind, token.ok]).toEqual([
      { kind: 'cancelled' },
      'signedOut',
      false,
    ]);
  }
});

test('A-20 the address given to the system holds no state and works once, and a second use is reported', async () => {
  const { session, starts, links, notices } = await connected({ browser: walkAway });
  const outcome = session.signIn([]);
  await vi.waitFor(() => expect(links).toHaveLength(1));
  const [start = ''] = starts;
  const secrets = [...new URL(links[0] ?? '').searchParams.values()];
  const observed = () => notices.list().map(({ kind }) => kind);
  const before = observed();
  const again = await followStart(start);
  expect({
    leaked: secrets.filter(
      (value) => value.length > 8 && start.includes(encodeURIComponent(value)),
    ),
    before,
    again: again.href,
    observed: observed(),
  }).toEqual({ leaked: [], before: [], again: 'about:blank', observed: ['signInLinkUsedAgain'] });
  await session.cancelSignIn();
  await outcome;
});

test('the report of a taken port has its number', async () => {
  const { session: first } = await connected({ browser: walkAway });
  void first.signIn([]);
  await stateAfter(first, 'signingIn');
  const port = Number(new URL(first.authorizeLink() ?? '').port);
  const { session } = await connected(
    {},
    { ...spec, redirectUri: `http://127.0.0.1:${port}/callback` },
  );
  expect(await session.signIn([])).toEqual({ kind: 'portTaken', port });
});

test('A-17 a browser that does not open is reported, without the link', async () => {
  const { outcome } = await signedIn({
    openInBrowser: (url) => Promise.resolve(fail(`cannot run browser ${url}`)),
  });
  expect(outcome).toEqual({ kind: 'browserNotOpened', technical: 'cannot run browser …' });
});

const status = (code: number, body = '') => new Response(body, { status: code });
const later = (code: number, retryAfter: string) =>
  new Response('', { status: code, headers: { 'Retry-After': retryAfter } });
const failed = (technical: string) => ({ kind: 'serviceFailed', technical });
const answered = (code: number) => failed(`the token endpoint answered ${code}`);
const limited = (waitMs: number | null) => ({ ...answered(429), kind: 'limited', waitMs });

test.each<[string, Response | 'offline' | 'lostAfter', unknown]>([
  [
    'a wrong client',
    oauthError('invalid_client', 'Unknown.', 401),
    { kind: 'wrongClient', detail: 'Unknown.' },
  ],
  [
    'a refused code',
    oauthError('invalid_grant', 'Expired.'),
    { kind: 'exchangeFailed', error: 'invalid_grant', detail: 'Expired.' },
  ],
  ['no network', 'offline', { kind: 'serviceUnreachable', technical: 'ECONNREFUSED' }],
  ['a lost answer', 'lostAfter', { kind: 'serviceFailed', technical: 'ECONNRESET' }],
  ['a failing server', status(502), answered(502)],
  ['a quota used up for a minute', later(429, '60'), limited(60_000)],
  [
    'a server error in OAuth form',
    oauthError('temporarily_unavailable', null),
    failed('the token endpoint answered 400: temporarily_unavailable'),
  ],
  ['a missing page', status(404, '<html>'), answered(404)],
  [
    'an error in another form',
    status(400, '{"message":"No."}'),
    { kind: 'exchangeFailed', error: 'the token endpoint answered 400', detail: 'No.' },
  ],
  [
    'a meaningless answer',
    status(200, '<html>'),
    { kind: 'malformedAnswer', technical: 'the token endpoint answered 200, invalid fields: body' },
  ],
])('%s at the exchange is reported by its kind', async (_name, fault, wanted) => {
  const { session, endpoint } = await connected();
  endpoint.faults.push(fault instanceof Response ? { answer: fault } : fault);
  expect([await session.signIn([]), session.state.get().kind]).toEqual([wanted, 'signedOut']);
});

test('if the service asks to wait shortly, the exchange is repeated with the same code, at most twice', async () => {
  const { session, endpoint } = await connected();
  endpoint.faults.push({ answer: later(429, '1') }, { answer: later(503, '0') });
  const first = await session.signIn([]);
  const codes = endpoint.requests.map(({ fields }) => fields['code']);
  await session.signOut();
  endpoint.faults.push(...[1, 2, 3].map(() => ({ answer: later(429, '0') })));
  const second = await session.signIn([]);
  expect([first, codes.length, new Set(codes).size, second]).toEqual([
    { kind: 'signedIn' },
    3,
    1,
    limited(0),
  ]);
});

test('a denied request for more scopes leaves the session as it was', async () => {
  const { session, links } = await signedIn({ browser: consentThen(deny) });
  const before = session.state.get();
  const outcome = await session.signIn(['money_in', 'not a scope']);
  const asked = new URL(links[1] ?? '').searchParams.get('scope');
  const token = await session.tokens.current();
  expect([outcome.kind, session.state.get(), asked, token.ok]).toEqual([
    'denied',
    before,
    'money_out money_in',
    true,
  ]);
});

test('without a connection, signing in fails with noConnection', async () => {
  const session = arrange().start();
  const token = await session.tokens.current();
  expect([await session.signIn([]), session.state.get(), token.ok]).toEqual([
    { kind: 'noConnection' },
    { kind: 'noConnection' },
    false,
  ]);
});

test('A-17 no token, code, state, verifier or secret in any log, state, outcome, document or page', async () => {
  const seen: unknown[] = [];
  let visits = 0;
  const harness = arrange({
    browser: async (link, answer) => {
      // A foreign web page sends a false answer, and then the browser loads the last page.
      seen.push(await visit(link, { code: 'x', state: 'y' }));
      seen.push(await (visits++ === 1 ? deny(link, answer) : consent(link, answer)));
    },
  });
  const session = harness.start();
  session.state.subscribe(() => seen.push(session.state.get()));
  seen.push(await session.switchConnection(spec));
  for (let attempt = 0; attempt < 3; attempt++) seen.push(await session.signIn([]));
  harness.endpoint.faults.push(
    { answer: oauthError('invalid_request', 'What?') },
    'offline',
    'lostAfter',
  );
  for (let turn = 0; turn < 4; turn++) await session.tokens.renew(99);
  await session.signOut();
  const verifiers = harness.endpoint.requests.map(({ fields }) => fields['code_verifier'] ?? '');
  const secrets = [...harness.endpoint.secrets, ...verifiers, fakeClient.secret].filter(
    (text) => text !== '',
  );
  const written = [...harness.documents.tokens.written, ...harness.documents.connection.written];
  const text = JSON.stringify([seen, harness.log.lines, written, harness.notices.list()]);
  expect({
    leaked: secrets.filter((secret) => text.includes(secret)),
    searched: secrets.length > 8,
    logged: harness.log.lines.length > 0,
  }).toEqual({ leaked: [], searched: true, logged: true });
});
