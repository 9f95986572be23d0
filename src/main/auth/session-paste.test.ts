import { expect, test, vi } from 'vitest';
import type { Session } from './session.ts';
import { connected, spec, walkAway, type HarnessOptions } from './testing/session-harness.ts';

const REDIRECT = 'https://app.example.com/callback';

/** A sign-in that waits for the user to paste the answer. */
async function waiting() {
  const listen = vi.fn<NonNullable<HarnessOptions['listen']>>();
  const harness = await connected(
    { browser: walkAway, listen },
    { ...spec, redirectUri: REDIRECT },
  );
  const { session, links } = harness;
  const outcome = session.signIn([]);
  await vi.waitFor(() => expect(links).toHaveLength(1));
  return { ...harness, outcome, listen, link: new URL(links[0] ?? '') };
}

const stateOf = (link: URL): string => link.searchParams.get('state') ?? '';
const code = 'code-1-of-the-service';

test('A-21 if the redirect leads elsewhere, Billfold opens no port, and the pasted address signs in', async () => {
  const { session, outcome, listen, link, endpoint } = await waiting();
  const during = session.state.get();
  const pasted = session.pasteAnswer(`${REDIRECT}?code=${code}&state=${stateOf(link)}`);
  expect({
    during,
    pasted,
    outcome: await outcome,
    listened: listen.mock.calls.length,
    asked: [link.searchParams.get('redirect_uri'), link.searchParams.get('code_challenge_method')],
    exchanged: endpoint.requests.map(({ fields }) => [fields['code'], fields['redirect_uri']]),
  }).toMatchObject({
    during: { kind: 'signingIn', takesPaste: true },
    pasted: null,
    outcome: { kind: 'signedIn' },
    listened: 0,
    asked: [REDIRECT, 'S256'],
    exchanged: [[code, REDIRECT]],
  });
});

test('A-21 a code alone signs in too, once', async () => {
  const { session, outcome, endpoint } = await waiting();
  const pasted = [session.pasteAnswer(` "${code}" `), session.pasteAnswer('another')];
  expect([pasted, (await outcome).kind, endpoint.requests.length]).toEqual([
    [null, 'notWaiting'],
    'signedIn',
    1,
  ]);
});

test('A-21 an address of another sign-in is refused, no code is exchanged, and the wait continues', async () => {
  const { session, outcome, endpoint } = await waiting();
  const wrong = session.pasteAnswer(`${REDIRECT}?code=${code}&state=${'a'.repeat(43)}`);
  const before = [session.state.get().kind, endpoint.requests.length];
  session.pasteAnswer(code);
  expect([wrong, before, (await outcome).kind]).toEqual([
    'otherSignIn',
    ['signingIn', 0],
    'signedIn',
  ]);
});

test('a pasted denial counts as one, with the service’s words', async () => {
  const { session, outcome, endpoint } = await waiting();
  const answer = `${REDIRECT}?error=access_denied&error_description=Ask+your+owner.`;
  expect([session.pasteAnswer(answer), await outcome, endpoint.requests]).toEqual([
    null,
    { kind: 'denied', detail: 'Ask your owner.' },
    [],
  ]);
});

const ends: readonly [string, (session: Session) => Promise<void>][] = [
  ['canceled', (session) => session.cancelSignIn()],
  ['signed out', (session) => session.signOut()],
];
test.each(ends)('A-21 a sign-in that was %s accepts no answer', async (_how, end) => {
  const { session, outcome } = await waiting();
  await end(session);
  expect([(await outcome).kind, session.pasteAnswer(code)]).toEqual(['cancelled', 'notWaiting']);
});

test('A-17 no log, state or document holds the pasted text', async () => {
  const { session, outcome, link, log, documents } = await waiting();
  session.pasteAnswer(`${REDIRECT}?code=wrong-code-of-nobody&state=${'a'.repeat(43)}`);
  session.pasteAnswer(`${REDIRECT}?code=${code}&state=${stateOf(link)}`);
  await outcome;
  const seen = JSON.stringify([
    log.lines,
    session.state.get(),
    documents.tokens.text(),
    documents.connection.text(),
  ]);
  const secrets = [code, 'wrong-code-of-nobody', stateOf(link)];
  expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
});
