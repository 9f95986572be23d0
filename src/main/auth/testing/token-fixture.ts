import { createVirtualClock, settle } from '../../../base/testing/virtual-clock.ts';
import type { VirtualClock } from '../../../base/testing/virtual-clock.ts';
import type { Result } from '../../../base/result.ts';
import type { SessionEnd, TokenStorage } from '../../../bridge/session.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import type { TokenResponse } from '../../../contract/answers/token.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { fetchFailure } from '../../api/testing/doubles.ts';
import type { AccessToken, Fetch } from '../../ports.ts';
import { createNotices } from '../../settings/notices.ts';
import type { Notices } from '../../settings/notices.ts';
import { createMemoryDocument } from '../../settings/testing/memory-document.ts';
import type { MemoryDocument } from '../../settings/testing/memory-document.ts';
import { createOAuthProtocol } from '../oauth-protocol.ts';
import { createTokenRefresher } from '../token-refresher.ts';
import type { TokenRefresher } from '../token-refresher.ts';
import { createTokenStore } from '../token-store.ts';
import type { SignInRecord, TokenStore } from '../token-store.ts';
import { createFakeTokenEndpoint, fakeClient } from './fake-token-endpoint.ts';
import type { FakeTokenEndpoint } from './fake-token-endpoint.ts';
import { createMemorySecrets } from './memory-secrets.ts';
import type { MemorySecrets } from './memory-secrets.ts';
import { createRecordingLog } from './recording-log.ts';
import type { RecordingLog } from './recording-log.ts';

/**
 * A refresher over a real store, a keyring in memory and a token endpoint, with a virtual clock.
 */
export interface TokenFixture {
  readonly clock: VirtualClock;
  readonly endpoint: FakeTokenEndpoint;
  readonly secrets: MemorySecrets;
  readonly disk: MemoryDocument;
  readonly notices: Notices;
  readonly log: RecordingLog;
  readonly store: TokenStore;
  readonly refresher: TokenRefresher;
  /** Reasons why sessions ended, in order. */
  readonly ends: SessionEnd[];
  /** Storage of the tokens after each save. */
  readonly saved: TokenStorage[];
  /** The service's clock minus this machine's, milliseconds. */
  serviceOffsetMs: number;
  allowWeak: boolean;
  /** Signs in; the endpoint knows the refresh token. */
  signIn(): Promise<TokenStorage | null>;
  /** Ends the process and starts a new one over the same disk and keyring. */
  crash(): void;
}

export const fixtureRecord: SignInRecord = {
  connectionId: 'connection-1',
  signInId: 'sign-in-1',
  scopes: ['money_out'],
};

const firstTokens: TokenResponse = {
  access_token: 'access-token-0',
  refresh_token: 'refresh-token-0',
  token_type: 'Bearer',
  expires_in: 7200,
};

export function createTokenFixture(
  options: { readonly rotates?: boolean; readonly startMs?: number } = {},
): TokenFixture {
  const clock = createVirtualClock(options.startMs ?? 1_800_000_000_000);
  const endpoint = createFakeTokenEndpoint(options);
  const secrets = createMemorySecrets();
  const disk = createMemoryDocument('session');
  const notices = createNotices();
  const log = createRecordingLog();
  const client = {
    authUrl: 'https://auth.example.com',
    clientId: fakeClient.id,
    clientSecret: fakeClient.secret,
    tokenRequestBody: 'form',
    revocationUrl: null,
  } as const;
  const store = createTokenStore({
    document: disk,
    notices,
    secrets,
    clock,
    log,
    allowWeak: () => fixture.allowWeak,
  });

  let processes = 0;

  const start = (): TokenRefresher => {
    const mine = ++processes;
    // A dead process sends nothing more, even if it was about to.
    const fetch: Fetch = (url, init) =>
      mine === processes ? endpoint.fetch(url, init) : Promise.reject(fetchFailure('ECONNRESET'));
    const protocol = createOAuthProtocol({ fetch, clock, random: createSeededRandom(mine) });
    return createTokenRefresher({
      clock,
      store,
      serviceNowMs: () => clock.nowMs() + fixture.serviceOffsetMs,
      refresh: (token) => protocol.refresh(client, token),
      onEnded: (why) => fixture.ends.push(why),
      onSaved: (_record, storage) => fixture.saved.push(storage),
    });
  };

  let refresher = start();
  const fixture: TokenFixture = {
    clock,
    endpoint,
    secrets,
    disk,
    notices,
    log,
    store,
    get refresher() {
      return refresher;
    },
    ends: [],
    saved: [],
    serviceOffsetMs: 0,
    allowWeak: false,
    signIn: () => {
      endpoint.issueRefreshToken('refresh-token-0');
      endpoint.secrets.push('refresh-token-0', 'access-token-0');
      return refresher.adopt(fixtureRecord, firstTokens, clock.nowMs() + fixture.serviceOffsetMs);
    },
    crash: () => {
      refresher.release();
      endpoint.forgetClient();
      refresher = start();
      const stored = store.peek(fixtureRecord.connectionId);
      if (stored.kind === 'saved') refresher.restore(stored.record);
      if (stored.kind === 'over') fixture.ends.push(stored.why);
    },
  };
  return fixture;
}

export async function signedIn(
  options: Parameters<typeof createTokenFixture>[0] = {},
): Promise<TokenFixture> {
  const fixture = createTokenFixture(options);
  await fixture.signIn();
  return fixture;
}

/** Result of a call of `current` or `renew`, in one word. */
export function resultOf(result: Result<AccessToken, ServiceError>): string {
  return result.ok ? `${result.value.value}@${result.value.generation}` : result.error.kind;
}

export { settle };
