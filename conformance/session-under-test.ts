import { strict as assert } from 'node:assert';
import { succeed } from '../src/base/result.ts';
import { createSystemClock } from '../src/base/system-clock.ts';
import { createSystemIds, createSystemRandom } from '../src/base/system-random.ts';
import type { SessionState, SignInOutcome } from '../src/bridge/session.ts';
import type { AccessToken } from '../src/main/ports.ts';
import { createSession, type Session } from '../src/main/auth/session.ts';
import { createMemorySecrets } from '../src/main/auth/testing/memory-secrets.ts';
import { createRecordingLog } from '../src/main/auth/testing/recording-log.ts';
import { createNotices } from '../src/main/settings/notices.ts';
import { createMemoryDocument } from '../src/main/settings/testing/memory-document.ts';
import { walkSignIn, type Arrival, type Decision } from '../src/sandbox/testing/consent.ts';

/** Provider of the sign-in, and deviations from the usual one. */
export interface SignInPlan {
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectPort: number;
  readonly tokenRequestBody?: 'form' | 'json';
  readonly revocationUrl?: string;
  readonly scopes?: readonly string[];
  readonly decision?: Decision;
  /** Changes the link before the browser opens it, as an attacker or a broken desktop may. */
  readonly bendLink?: (link: URL) => void;
  /** Time to wait for the browser, milliseconds. */
  readonly waitMs?: number;
}

export interface SessionUnderTest {
  readonly session: Session;
  /** The browser's last page before the redirect URI; null before it was opened. */
  arrival(): Arrival | null;
  /** Status that Billfold's listener gave the browser; null when the browser never arrived, or was cut off. */
  landingStatus(): Promise<number | null>;
}

/** The app's own session with real clock, random numbers and network, and a keyring in memory. */
export async function createSessionUnderTest(plan: SignInPlan): Promise<SessionUnderTest> {
  const clock = createSystemClock();
  let arrival: Arrival | null = null;
  let landing: Promise<number | null> = Promise.resolve(null);

  const browse = async (link: string): Promise<number | null> => {
    const start = await fetch(link, { redirect: 'manual' });
    const url = new URL(start.headers.get('location') ?? '');
    plan.bendLink?.(url);
    arrival = await walkSignIn(url.href, fetch, plan.decision ?? 'allow');
    if (arrival.redirectedTo === null) return null;
    const landed = await fetch(arrival.redirectedTo);
    await landed.text();
    return landed.status;
  };

  const session = createSession({
    clock,
    random: createSystemRandom(),
    ids: createSystemIds(),
    secrets: createMemorySecrets(),
    documents: {
      connection: createMemoryDocument('connection'),
      tokens: createMemoryDocument('tokens'),
    },
    notices: createNotices(),
    log: createRecordingLog(),
    serviceNowMs: clock.nowMs,
    allowWeak: () => false,
    onFront: () => undefined,
    fetch: (url, init) => fetch(url, init),
    openInBrowser: (link) => {
      landing = browse(link).catch(() => null);
      return Promise.resolve(succeed(undefined));
    },
    limits: plan.waitMs === undefined ? {} : { waitMs: plan.waitMs },
  });
  const problems = await session.switchConnection({
    kind: 'service',
    serviceUrl: plan.authUrl,
    authUrl: plan.authUrl,
    clientId: plan.clientId,
    clientSecret: plan.clientSecret,
    redirectUri: String(plan.redirectPort),
    tokenRequestBody: plan.tokenRequestBody ?? 'form',
    revocationUrl: plan.revocationUrl ?? null,
  });
  assert.deepStrictEqual(problems, [], 'the connection is not accepted');
  return {
    session,
    arrival: () => arrival,
    landingStatus: () => landing,
  };
}

/** Signs in as planned, calls `look`, and closes the session. */
export async function withSignIn(
  plan: SignInPlan,
  look: (ended: SessionUnderTest & { readonly outcome: SignInOutcome }) => Promise<void> | void,
): Promise<void> {
  const under = await createSessionUnderTest(plan);
  try {
    const outcome = await under.session.signIn(plan.scopes ?? []);
    await look({ ...under, outcome });
  } finally {
    await under.session.close();
  }
}

/** The token that callers receive now. @throws when there is none */
export async function currentToken(session: Session): Promise<AccessToken> {
  const token = await session.tokens.current();
  assert.ok(token.ok, token.ok ? '' : JSON.stringify(token.error));
  return token.value;
}

/** Facts of a state besides its connection. */
export function stateFacts(state: SessionState): Record<string, unknown> {
  if (state.kind === 'signedIn') {
    return { kind: state.kind, scopes: state.scopes, storage: state.storage };
  }
  return state.kind === 'signedOut' ? { kind: state.kind, why: state.why } : { kind: state.kind };
}
