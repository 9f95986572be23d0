import { expect, test, vi } from 'vitest';
import { createVirtualClock, settle } from '../../base/testing/virtual-clock.ts';
import type { Session } from './session.ts';
import { connected, signedIn } from './testing/session-harness.ts';
import { signedIn as signedInTokens } from './testing/token-fixture.ts';

/** Reason why the user is signed out; otherwise the state. */
function whyOf(session: Session): string | null {
  const state = session.state.get();
  return state.kind === 'signedOut' ? state.why : state.kind;
}

test('T-21 signing out on a full disk leaves no session for the next start', async () => {
  const { session, documents, start } = await signedIn();
  documents.tokens.full = true;
  await session.signOut();
  expect([whyOf(session), documents.tokens.text(), whyOf(start())]).toEqual([
    'signedOut',
    null,
    null,
  ]);
});

test('T-21 if the disk deletes nothing, Billfold says so and retries until it succeeds', async () => {
  const clock = createVirtualClock(1_800_000_000_000);
  const { session, documents } = await signedIn({ clock });
  documents.tokens.readOnly = true;
  await session.signOut();
  const whys = [whyOf(session)];
  await clock.advance(20_000);
  whys.push(whyOf(session));
  documents.tokens.readOnly = false;
  await clock.advance(5_000);
  whys.push(whyOf(session));
  expect([whys, documents.tokens.text()]).toEqual([
    ['tokensLeft', 'tokensLeft', 'signedOut'],
    null,
  ]);
});

test('T-21 Billfold tries once more at quit to delete tokens', async () => {
  const { session, documents, start } = await signedIn();
  documents.tokens.readOnly = true;
  await session.signOut();
  documents.tokens.readOnly = false;
  await session.close();
  expect([documents.tokens.text(), whyOf(start())]).toEqual([null, null]);
});

test('T-21 after a failed deletion, a new sign-in is saved and stays', async () => {
  const clock = createVirtualClock(1_800_000_000_000);
  const { session, documents, start } = await signedIn({ clock });
  documents.tokens.readOnly = true;
  await session.signOut();
  documents.tokens.readOnly = false;
  await session.signIn([]);
  await clock.advance(20_000);
  await session.close();
  expect([whyOf(session), whyOf(start())]).toEqual(['signedIn', 'signedIn']);
});

/** Lets pending work run for this number of promise turns. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

test('signing out at any moment while a sign-in ends leaves neither tokens nor a session', async () => {
  const left: string[] = [];
  for (let after = 0, isOver = false; !isOver; after++) {
    const { session, endpoint, documents } = await connected();
    const gate = Promise.withResolvers<void>();
    endpoint.gate = gate.promise;
    const outcome = session.signIn([]);
    await vi.waitFor(() => expect(endpoint.requests.length).toBe(1));
    gate.resolve();
    await turns(after);
    isOver = session.state.get().kind === 'signedIn';
    await session.signOut();
    await outcome;
    await settle();
    const token = await session.tokens.current();
    if (documents.tokens.text() !== null || whyOf(session) !== 'signedOut' || token.ok) {
      left.push(`after ${after} turns: ${whyOf(session)}, ${documents.tokens.text() ?? 'none'}`);
    }
  }
  expect(left).toEqual([]);
});

test('signing out at any moment while a refresh ends leaves no tokens', async () => {
  const left: string[] = [];
  for (let after = 0, isLate = false; !isLate; after++) {
    const fixture = await signedInTokens();
    let isRefreshed = false;
    const refresh = fixture.refresher.renew(1).then(() => {
      isRefreshed = true;
    });
    await turns(after);
    isLate = isRefreshed;
    fixture.refresher.drop();
    await refresh;
    await settle();
    const token = await fixture.refresher.current();
    if (fixture.disk.text() !== null || token.ok) left.push(`after ${after} turns`);
  }
  expect(left).toEqual([]);
});
