import { onTestFinished } from 'vitest';
import { createCountingIds, createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createSystemClock } from '../../../base/system-clock.ts';
import type { Clock } from '../../../base/clock.ts';
import { succeed } from '../../../base/result.ts';
import type { SignInOutcome } from '../../../bridge/session.ts';
import type { Fetch } from '../../ports.ts';
import { createNotices } from '../../settings/notices.ts';
import { createMemoryDocument } from '../../settings/testing/memory-document.ts';
import type { ConnectionSpec } from '../connection-store.ts';
import { createSession, type Session } from '../session.ts';
import type { SessionDeps } from '../session-parts.ts';
import type { OpenInBrowser } from '../sign-in.ts';
import { createFakeTokenEndpoint, fakeClient } from './fake-token-endpoint.ts';
import { createMemorySecrets } from './memory-secrets.ts';
import { requestText, sendRaw, type RawAnswer } from './raw-http.ts';
import { createRecordingLog } from './recording-log.ts';

/** A remote service, with a redirect port that the system chooses. */
export const spec: ConnectionSpec = {
  kind: 'service',
  serviceUrl: 'https://api.example.com/',
  authUrl: 'https://auth.example.com',
  clientId: fakeClient.id,
  clientSecret: fakeClient.secret,
  redirectUri: 'http://127.0.0.1/callback',
};

/** Real sockets need real time. Only tests of the limits wait for these short limits. */
export const realClock = createSystemClock();

/** The user's browser: handles the link it is given. */
export type Browser = (
  link: URL,
  answer: (query: Record<string, string>) => Promise<string>,
) => unknown;

export interface HarnessOptions {
  readonly browser?: Browser;
  readonly clock?: Clock;
  readonly waitMs?: number;
  /** Replaces the token endpoint. */
  readonly fetch?: Fetch;
  readonly isOffline?: SessionDeps['isOffline'];
  /** Replaces the listener on this computer. */
  readonly listen?: SessionDeps['listen'];
  /** Replaces a browser that opens. */
  readonly openInBrowser?: OpenInBrowser;
}

/** Surroundings of a session: a token endpoint, a keyring, documents, and a browser with a user. */
export function arrange(options: HarnessOptions = {}) {
  const endpoint = createFakeTokenEndpoint();
  const secrets = createMemorySecrets();
  const documents = {
    connection: createMemoryDocument('connection'),
    tokens: createMemoryDocument('session'),
  };
  const log = createRecordingLog();
  const notices = createNotices();
  const ids = createCountingIds();
  const links: string[] = [];
  const starts: string[] = [];
  const choices = { allowWeak: false };
  let fronts = 0;
  let sessions = 0;
  const browser = options.browser ?? consent;
  const openInBrowser: OpenInBrowser = async (start) => {
    starts.push(start);
    const link = await followStart(start);
    links.push(link.href);
    const code = `code-${links.length}-of-the-service`;
    endpoint.secrets.push(code, link.searchParams.get('state') ?? '');
    endpoint.allowCode(code, {
      challenge: link.searchParams.get('code_challenge') ?? '',
      redirectUri: link.searchParams.get('redirect_uri') ?? '',
    });
    void browser(link, (query) => visit(link, { ...(query['error'] ? {} : { code }), ...query }));
    return succeed(undefined);
  };
  const clock = options.clock ?? realClock;
  const start = (): Session => {
    const session = createSession({
      clock,
      random: createSeededRandom(++sessions),
      ids,
      fetch: options.fetch ?? endpoint.fetch,
      secrets,
      documents,
      notices,
      log,
      serviceNowMs: clock.nowMs,
      allowWeak: () => choices.allowWeak,
      openInBrowser: options.openInBrowser ?? openInBrowser,
      onFront: () => fronts++,
      listen: options.listen,
      isOffline: options.isOffline,
      limits: { waitMs: options.waitMs ?? 10_000, lingerMs: 1_000 },
    });
    onTestFinished(() => session.close());
    session.start();
    return session;
  };
  return {
    endpoint,
    secrets,
    documents,
    log,
    notices,
    links,
    starts,
    choices,
    start,
    fronts: () => fronts,
  };
}

/** Address to which the start address redirects a browser. */
export async function followStart(start: string): Promise<URL> {
  const { pathname, host, port } = new URL(start);
  if (!pathname.startsWith('/start/')) return new URL(start);
  const lines = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`];
  const { headers } = await sendRaw(Number(port), requestText(lines));
  return new URL(headers['location'] ?? 'about:blank');
}

/**
 * Follows the redirect to the end, as a browser does.
 * @returns the page
 */
export async function visit(link: URL, query: Record<string, string>): Promise<string> {
  const { pathname, host, port } = new URL(link.searchParams.get('redirect_uri') ?? '');
  const state = link.searchParams.get('state') ?? '';
  const get = (target: string): Promise<RawAnswer> =>
    sendRaw(Number(port), requestText([`GET ${target} HTTP/1.1`, `Host: ${host}`]));
  const first = await get(`${pathname}?${new URLSearchParams({ state, ...query }).toString()}`);
  const location = first.headers['location'];
  return location === undefined ? first.body : (await get(location)).body;
}

export const consent: Browser = (_link, answer) => answer({});
export const deny: Browser = (_link, answer) =>
  answer({ error: 'access_denied', error_description: 'You said no.' });
export const walkAway: Browser = () => undefined;

/** The harness with a session that has a connection. */
export async function connected(options: HarnessOptions = {}, connection = spec) {
  const harness = arrange(options);
  const session = harness.start();
  await session.switchConnection(connection);
  return { ...harness, session };
}

/** The harness after one attempt to sign in. */
export async function signedIn(options: HarnessOptions = {}) {
  const harness = await connected(options);
  const outcome: SignInOutcome = await harness.session.signIn([]);
  return { ...harness, outcome };
}

/** A browser whose user consents the first time; then it acts as `later`. */
export function consentThen(later: Browser): Browser {
  let visits = 0;
  return (link, answer) => (visits++ === 0 ? consent : later)(link, answer);
}
