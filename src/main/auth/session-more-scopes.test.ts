import { expect, test, vi } from 'vitest';
import type { SessionState } from '../../bridge/session.ts';
import type { Session } from './session.ts';
import { consent, consentThen, signedIn, walkAway } from './testing/session-harness.ts';

async function untilWaiting(session: Session): Promise<SessionState> {
  await vi.waitFor(() => expect(session.state.get()).toHaveProperty('signingInUntilMs'));
  return session.state.get();
}

test('while a sign-in for more scopes waits, the session continues; a cancel leaves it unchanged', async () => {
  const { session } = await signedIn({ browser: consentThen(walkAway) });
  const before = session.state.get();
  const outcome = session.signIn(['money_in']);
  const during = await untilWaiting(session);
  const token = await session.tokens.current();
  await session.cancelSignIn();
  expect({ during, token: token.ok, outcome: await outcome, after: session.state.get() }).toEqual({
    during: { ...before, signingInUntilMs: expect.any(Number) },
    token: true,
    outcome: { kind: 'cancelled' },
    after: before,
  });
});

test('after more scopes are granted, the session has them and a new id', async () => {
  const { session, endpoint } = await signedIn({ browser: consentThen(consent) });
  endpoint.reshape = (body) => ({ ...body, scope: 'money_out money_in' });
  const before = session.state.get();
  const outcome = await session.signIn(['money_in']);
  const after = session.state.get();
  if (before.kind !== 'signedIn' || after.kind !== 'signedIn') throw new Error('not signed in');
  expect([outcome.kind, after.scopes, after.signInId === before.signInId]).toEqual([
    'signedIn',
    ['money_out', 'money_in'],
    false,
  ]);
});

test('signing out while the browser waits ends both', async () => {
  const { session } = await signedIn({ browser: consentThen(walkAway) });
  const outcome = session.signIn(['money_in']);
  await untilWaiting(session);
  await session.signOut();
  expect([await outcome, session.state.get().kind, session.authorizeLink()]).toEqual([
    { kind: 'cancelled' },
    'signedOut',
    null,
  ]);
});
