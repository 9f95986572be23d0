import type { Observable } from '../../base/observable.ts';
import type {
  Connection,
  ConnectionForm,
  ConnectionProblem,
  PasteProblem,
  SessionState,
  SignInFailure,
  SignInOutcome,
} from '../../bridge/session.ts';
import { firstScopes, invoicesScope } from '../../contract/assumptions.ts';
import type { AccessTokens, Fetch } from '../ports.ts';
import {
  detailsOf,
  readConnectionForm,
  urlProblems,
  type ConnectionDetails,
  type ConnectionSpec,
} from './connection-store.ts';
import type { OAuthClient, Unreachable, OAuthProtocol } from './oauth-protocol.ts';
import {
  createParts,
  setFacts,
  NO_SESSION,
  restoreSession,
  wipeLeftovers,
  type Parts,
  type SessionDeps,
} from './session-parts.ts';
import { type SignIn, failureOfExchange, type GrantedTokens } from './sign-in.ts';
import { scopesOf } from './token-life.ts';
import type { SignInRecord } from './token-store.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { readFetchFailure } from '../api/fetch-failure.ts';
import { ANY_PORT_REDIRECT } from './urls.ts';

/** The connection in use and the present sign-in; null for a missing one. */
export interface SessionFacts {
  readonly connectionId: string | null;
  readonly signInId: string | null;
}

export interface HowToSignIn {
  /** Signs in without the browser, if the connection is the sample's. */
  readonly atOnce?: boolean | undefined;
  /** Opens the browser without a probe of the host. */
  readonly anyway?: boolean | undefined;
}

/** The one connection and its session. Tokens and secrets never leave it. */
export interface Session {
  readonly state: Observable<SessionState>;
  readonly tokens: AccessTokens;
  connection(): Connection | null;
  /** The connection. Its redirect URI is '' while it comes from the unsealed file, which any program can edit. */
  trustedConnection(): Connection | null;
  facts(): SessionFacts;
  /** Uses a connection that main itself defines. A session stored for it continues. */
  switchConnection(spec: ConnectionSpec): Promise<readonly ConnectionProblem[]>;
  /** Checks and saves the form; an empty list means it was saved. */
  saveConnection(form: ConnectionForm): Promise<readonly ConnectionProblem[]>;
  /** Whether the service says, before the sign-in, that it does not know the client. */
  refusesClient(spec: ConnectionSpec): Promise<boolean>;
  /** Whether tokens or client secret on disk have a seal that protects against no one. */
  hasWeakSecrets(): boolean;
  forgetConnection(): Promise<void>;
  /** Resolves when the attempt is over. A second call cancels the first. */
  signIn(moreScopes: readonly string[], how?: HowToSignIn): Promise<SignInOutcome>;
  /**
   * Passes on the text that the user copied from the browser. Returns null when it is the answer, otherwise the
   * problem.
   */
  pasteAnswer(text: string): PasteProblem | null;
  cancelSignIn(): Promise<void>;
  openBrowserAgain(): Promise<void>;
  /** Link to the sign-in under way, valid once. Only for the clipboard, not for a log or the renderer. */
  authorizeLink(): string | null;
  /** Wipes the tokens, and revokes them if the connection has a revocation URL. */
  signOut(): Promise<void>;
  /** Saves the secrets in memory according to the changed setting `allowWeakTokenStorage`. */
  applyStorageSetting(): Promise<void>;
  /** Reads the stored connection and session; `state` then holds the result. */
  start(): void;
  close(): Promise<void>;
}

export function createSession(deps: SessionDeps): Session {
  const parts = createParts(deps);
  const { connections, store, signIn, refresher, state } = parts;
  return {
    state,
    tokens: refresher,
    connection: () => connections.details()?.connection ?? null,
    trustedConnection: connections.trustedConnection,
    facts: () => {
      const now = state.get();
      return {
        connectionId: connections.details()?.connection.id ?? null,
        signInId: now.kind === 'signedIn' ? now.signInId : null,
      };
    },
    switchConnection: async (spec) => {
      const problems = urlProblems(spec);
      if (problems.length === 0) await switchTo(parts, spec);
      return problems;
    },
    saveConnection: async (form) => {
      const read = readConnectionForm(form);
      if (!read.ok) return read.error;
      await switchTo(parts, read.value);
      return [];
    },
    refusesClient: async (spec) => {
      const details = detailsOf(spec);
      const { authUrl, clientId, redirectUri } = details.connection;
      const { clientSecret } = spec;
      const { tokenRequestBody, revocationUrl } = details;
      const client = { authUrl, clientId, clientSecret, tokenRequestBody, revocationUrl };
      const { isRefused, unreachable } = await parts.protocol.checkClient(client, redirectUri);
      parts.checked = { authUrl, atMs: deps.clock.elapsedMs(), unreachable };
      return isRefused;
    },
    hasWeakSecrets: () => connections.isWeak() || store.isWeak(),
    forgetConnection: async () => {
      parts.sessionsEnded++;
      await signIn.cancel();
      refresher.drop();
      void wipeLeftovers(parts);
      connections.forget();
      setFacts(parts, NO_SESSION);
    },
    signIn: async (moreScopes, how = {}) => {
      if (!connections.details()) return { kind: 'noConnection' };
      const mine = ++parts.attempts;
      const outcome = await signInTo(parts, moreScopes, how);
      if (mine === parts.attempts) setFacts(parts, { waiting: null });
      deps.log.info('an attempt to sign in ended', { outcome: outcome.kind });
      return outcome;
    },
    pasteAnswer: signIn.paste,
    cancelSignIn: signIn.cancel,
    openBrowserAgain: signIn.openBrowserAgain,
    authorizeLink: signIn.link,
    signOut: () => signOut(parts),
    applyStorageSetting: async () => {
      await connections.applyStorageSetting();
      await refresher.applyStorageSetting();
    },
    start: () => {
      connections.load();
      restoreSession(parts);
    },
    close: async () => {
      store.clearLeftovers();
      parts.closing.abort();
      await signIn.close();
      refresher.release();
    },
  };
}

async function switchTo(parts: Parts, spec: ConnectionSpec): Promise<void> {
  const { connections, store, refresher } = parts;
  parts.sessionsEnded++;
  await parts.signIn.cancel();
  const next = detailsOf(spec);
  const same = connections.details()?.connection.id === next.connection.id;
  if (!same) {
    refresher.release();
    // The tokens of the replaced connection are of no more use.
    store.clearOthers(next.connection.id);
    void wipeLeftovers(parts);
  }
  await connections.save(next, spec.clientSecret);
  if (same) setFacts(parts, {});
  else restoreSession(parts);
}

async function signInTo(
  parts: Parts,
  moreScopes: readonly string[],
  { atOnce = false, anyway = false }: HowToSignIn,
): Promise<SignInOutcome> {
  const client = await parts.connections.client();
  // Read this only now: opening the secret may have reverted changes by another program.
  const details = parts.connections.details();
  if (!client.ok && client.error === 'unavailable') return { kind: 'keyringAway' };
  // The secret was never saved. Reporting it as wrong makes the window ask for it.
  if (!client.ok || details === null) return { kind: 'wrongClient', detail: null };
  const scopes = scopesToAskFor(parts.facts.signIn?.record.scopes ?? [], moreScopes);
  const before = parts.sessionsEnded;
  parts.deps.notices.remove('signInLinkUsedAgain');
  const granted =
    atOnce && details.connection.kind === 'sample'
      ? await signInToSample({ ...parts.deps, ...parts }, client.value, scopes)
      : await signInInBrowser(parts, details, client.value, scopes, anyway);
  if (!granted.ok) return granted.error;
  const { response, askedAtMs } = granted.value;
  const record: SignInRecord = {
    connectionId: details.connection.id,
    signInId: parts.deps.ids.next(),
    scopes: scopesOf(response, scopes),
  };
  const isCurrent = (): boolean => before === parts.sessionsEnded;
  const storage = isCurrent() ? await parts.refresher.adopt(record, response, askedAtMs) : null;
  void wipeLeftovers(parts);
  if (storage === null || !isCurrent()) {
    void parts.protocol.revoke(client.value, response.refresh_token ?? response.access_token);
    return { kind: 'cancelled' };
  }
  setFacts(parts, { signIn: { record, storage }, why: null, waiting: null });
  return { kind: 'signedIn' };
}

function signInInBrowser(
  parts: Parts,
  details: ConnectionDetails,
  client: OAuthClient,
  scopes: readonly string[],
  anyway: boolean,
): ReturnType<SignIn['run']> {
  const { signIn, deps } = parts;
  return signIn.run({
    details,
    client,
    scopes,
    // The sample's service is part of Billfold.
    probe:
      anyway || details.connection.kind === 'sample'
        ? null
        : (cancel) => probeHost(parts, client, cancel),
    onWaiting: (waiting) => setFacts(parts, { waiting }),
    onUsedAgain: () => {
      deps.log.warn('a sign-in link was opened again');
      deps.notices.add({ kind: 'signInLinkUsedAgain', about: '' });
    },
  });
}

/** How long a check of the client replaces a probe, milliseconds. */
const CHECK_HOLDS_MS = 10_000;

async function probeHost(
  parts: Parts,
  client: OAuthClient,
  cancel: AbortSignal,
): Promise<Unreachable | null> {
  const { checked, deps } = parts;
  parts.checked = null;
  const isFresh =
    checked?.authUrl === client.authUrl && deps.clock.elapsedMs() - checked.atMs < CHECK_HOLDS_MS;
  return isFresh ? checked.unreachable : parts.protocol.probe(client, cancel);
}

async function signOut(parts: Parts): Promise<void> {
  const { connections, store } = parts;
  parts.sessionsEnded++;
  const refreshToken = parts.refresher.drop();
  const why = store.hasLeftovers() ? 'tokensLeft' : 'signedOut';
  // The answer to a sign-in for more scopes, which may wait in the browser, must not undo the sign-out.
  setFacts(parts, { signIn: null, why, waiting: null });
  void wipeLeftovers(parts);
  // Not awaited: signing out must work without a network or a keyring.
  if (connections.details()?.revocationUrl && refreshToken !== null) {
    void revoke(parts, refreshToken);
  }
  await parts.signIn.cancel();
}

async function revoke({ connections, protocol }: Parts, refreshToken: string): Promise<void> {
  const client = await connections.client();
  if (client.ok) await protocol.revoke(client.value, refreshToken);
}

/** RFC 6749 §3.3; invalid scopes are not sent. */
const SCOPE_FORM = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

function scopesToAskFor(had: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...firstScopes, ...had, ...more])].filter((scope) => SCOPE_FORM.test(scope));
}

interface SampleSignInDeps {
  readonly fetch: Fetch;
  readonly protocol: OAuthProtocol;
  readonly serviceNowMs: () => number;
}

/**
 * Signs in to the sample company without a browser: main answers the consent page itself. Use it
 * with the sample's own client only. It allows every scope at once, since the data belongs to no
 * real company.
 */
async function signInToSample(
  { fetch: send, protocol, serviceNowMs }: SampleSignInDeps,
  client: OAuthClient,
  scopes: readonly string[],
): Promise<Result<GrantedTokens, SignInFailure>> {
  const secrets = protocol.newSecrets();
  // No listener is needed: main reads the answer from the redirect itself.
  const redirectUri = ANY_PORT_REDIRECT;
  const request = { redirectUri, scopes: [...scopes, invoicesScope], secrets };
  const link = new URL(await protocol.authorizeUrl(client, request));
  link.searchParams.set('decision', 'allow');
  const consent = await post(send, link);
  if (!consent.ok) return consent;
  const askedAtMs = serviceNowMs();
  const exchange = { parameters: consent.value, redirectUri, secrets };
  const exchanged = await protocol.exchangeCode(client, exchange);
  if (!exchanged.ok) return fail(failureOfExchange(exchanged.error));
  return succeed({ response: exchanged.value, askedAtMs });
}

/**
 * Posts the link's parameters as the consent form.
 * @returns the parameters of the redirect
 */
async function post(
  send: Fetch,
  { origin, pathname, searchParams }: URL,
): Promise<Result<URLSearchParams, SignInFailure>> {
  try {
    const { status, headers } = await send(origin + pathname, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: searchParams.toString(),
    });
    const back = URL.parse(headers.get('location') ?? '');
    if (back) return succeed(back.searchParams);
    return fail({ kind: 'malformedAnswer', technical: `the consent page answered ${status}` });
  } catch (cause) {
    const { technical } = readFetchFailure(cause);
    return fail({ kind: 'serviceUnreachable', technical });
  }
}
