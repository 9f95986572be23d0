import type { Clock } from '../../base/clock.ts';
import type { Language } from '../../bridge/settings.ts';
import { createObservable } from '../../base/observable.ts';
import type { Observable, ObservableValue } from '../../base/observable.ts';
import type { Ids, Random } from '../../base/random.ts';
import { fail } from '../../base/result.ts';
import type {
  Connection,
  ConnectionForm,
  ConnectionProblem,
  SessionEnd,
  SessionState,
  SignInOutcome,
  TokenStorage,
} from '../../bridge/session.ts';
import { firstScopes } from '../../contract/assumptions.ts';
import type { AccessTokens, DocumentStore, Fetch, Log, Secrets } from '../ports.ts';
import type { NoticeBoard } from '../settings/notices.ts';
import {
  createConnectionStore,
  detailsOf,
  readConnectionForm,
  urlProblems,
} from './connection-store.ts';
import type { ConnectionDetails, ConnectionSpec, ConnectionStore } from './connection-store.ts';
import type { ListenerLimits } from './loopback-listener.ts';
import { createOAuthProtocol } from './oauth-protocol.ts';
import type { OAuthClient, OAuthProtocol } from './oauth-protocol.ts';
import { signInToSample } from './sample-sign-in.ts';
import { createSignIn } from './sign-in.ts';
import type { OpenInBrowser, SignIn, SignInDeps } from './sign-in.ts';
import { createTokenRefresher, scopesOf } from './token-refresher.ts';
import type { TokenRefresher } from './token-refresher.ts';
import { redirectUriOf } from './urls.ts';
import { createTokenStore } from './token-store.ts';
import type { SignInRecord, TokenStore } from './token-store.ts';

/** The connection in use and the sign-in that is in force now; null where there is none. */
export interface SessionFacts {
  readonly connectionId: string | null;
  readonly signInId: string | null;
}

/** The one connection and the session on it. Tokens and secrets stay below this line. */
export interface Session {
  readonly state: Observable<SessionState>;
  readonly tokens: AccessTokens;
  connection(): Connection | null;
  facts(): SessionFacts;
  /** Makes a connection that main states itself the one in use; a session kept for it goes on. */
  useConnection(spec: ConnectionSpec): Promise<readonly ConnectionProblem[]>;
  /** Checks and keeps what the user typed; an empty list means it was kept. */
  saveConnection(form: ConnectionForm): Promise<readonly ConnectionProblem[]>;
  /** Whether the service says, before anybody signs in, that it does not know the client. */
  refusesClient(spec: ConnectionSpec): Promise<boolean>;
  forgetConnection(): Promise<void>;
  /**
   * Answers when the attempt is over. A second call cancels the first.
   * @param atOnce without the browser, where the connection is the sample's
   */
  signIn(moreScopes: readonly string[], atOnce?: boolean): Promise<SignInOutcome>;
  cancelSignIn(): Promise<void>;
  openBrowserAgain(): Promise<void>;
  /** A link to the sign-in that waits, good once: for the clipboard alone, not for a log or the renderer. */
  authorizeLink(): string | null;
  /** Wipes the tokens, and revokes them where the connection says how. */
  signOut(): Promise<void>;
  /** The user changed `allowWeakTokenStorage`: keeps what is in memory accordingly. */
  keepAgain(): Promise<void>;
  /** Reads what is stored; the state tells what was found. */
  start(): void;
  close(): Promise<void>;
}

export interface SessionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly fetch: Fetch;
  readonly secrets: Secrets;
  readonly documents: { readonly connection: DocumentStore; readonly tokens: DocumentStore };
  readonly notices: NoticeBoard;
  readonly log: Log;
  /** Epoch milliseconds on the service's clock (the governor knows the offset of its `Date` headers). */
  readonly serviceNowMs: () => number;
  /** The setting `allowWeakTokenStorage`. */
  readonly allowWeak: () => boolean;
  readonly openInBrowser: OpenInBrowser;
  readonly onFront: () => void;
  /** Of the pages in the browser. */
  readonly language?: (() => Language) | undefined;
  readonly limits?: Partial<ListenerLimits>;
  /** Where the browser comes back to; a real listener on this machine by default. */
  readonly listen?: SignInDeps['listen'];
}

/** What the state is derived from. */
interface Facts {
  readonly signIn: { readonly record: SignInRecord; readonly storage: TokenStorage } | null;
  readonly why: SessionEnd | null;
  readonly waitsUntilMs: number | null;
}

const NO_SESSION: Facts = { signIn: null, why: null, waitsUntilMs: null };

/** Tokens that could not be deleted are tried again this often, for as long as Billfold runs. */
const WIPE_AGAIN_MS = 5_000;

/** What a session is made of, and what it knows at the moment. */
interface Parts {
  readonly deps: SessionDeps;
  readonly connections: ConnectionStore;
  readonly store: TokenStore;
  readonly protocol: OAuthProtocol;
  readonly signIn: SignIn;
  readonly refresher: TokenRefresher;
  readonly state: ObservableValue<SessionState>;
  readonly closing: AbortController;
  facts: Facts;
  /** Grows when a session is given up: what an attempt begun before brings is not wanted any more. */
  leaves: number;
  attempts: number;
  isWiping: boolean;
}

export function createSession(deps: SessionDeps): Session {
  const parts = createParts(deps);
  const { connections, store, signIn, refresher, state } = parts;
  return {
    state,
    tokens: refresher,
    connection: () => connections.details()?.connection ?? null,
    facts: () => {
      const now = state.get();
      return {
        connectionId: connections.details()?.connection.id ?? null,
        signInId: now.kind === 'signedIn' ? now.signInId : null,
      };
    },
    useConnection: async (spec) => {
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
    refusesClient: (spec) => {
      const details = detailsOf(spec);
      const { authUrl, clientId, redirectPort } = details.connection;
      const { clientSecret } = spec;
      const { tokenRequestBody, revocationUrl } = details;
      const client = { authUrl, clientId, clientSecret, tokenRequestBody, revocationUrl };
      return parts.protocol.refusesClient(
        client,
        redirectUriOf({ host: details.redirectHost, port: redirectPort }),
      );
    },
    forgetConnection: async () => {
      parts.leaves++;
      await signIn.cancel();
      refresher.drop();
      void wipeWhatIsLeft(parts);
      connections.forget();
      learn(parts, NO_SESSION);
    },
    signIn: async (moreScopes, atOnce = false) => {
      const details = connections.details();
      if (!details) return { kind: 'noConnection' };
      const mine = ++parts.attempts;
      const outcome = await signInTo(parts, details, moreScopes, atOnce);
      if (mine === parts.attempts) learn(parts, { waitsUntilMs: null });
      deps.log.info('An attempt to sign in ended', { outcome: outcome.kind });
      return outcome;
    },
    cancelSignIn: signIn.cancel,
    openBrowserAgain: signIn.openBrowserAgain,
    authorizeLink: signIn.link,
    signOut: () => signOut(parts),
    keepAgain: async () => {
      await connections.keepAgain();
      await refresher.keepAgain();
    },
    start: () => {
      connections.load();
      takeUp(parts);
    },
    close: async () => {
      store.clearLeft();
      parts.closing.abort();
      await signIn.close();
      refresher.release();
    },
  };
}

function createParts(deps: SessionDeps): Parts {
  const connections = createConnectionStore({ ...deps, document: deps.documents.connection });
  const store = createTokenStore({ ...deps, document: deps.documents.tokens });
  const protocol = createOAuthProtocol(deps);
  const refresher = createTokenRefresher({
    ...deps,
    store,
    refresh: async (refreshToken) => {
      const client = await connections.client();
      if (client.ok) return protocol.refresh(client.value, refreshToken);
      return fail({ kind: 'unreachable', technical: 'no client secret at hand' });
    },
    onEnded: (why) => {
      deps.log.info('The session is over', { why });
      learn(parts, { signIn: null, why });
      void wipeWhatIsLeft(parts);
    },
    onKept: (record, storage) => learn(parts, { signIn: { record, storage } }),
  });
  const parts: Parts = {
    deps,
    connections,
    store,
    protocol,
    signIn: createSignIn({ ...deps, protocol }),
    refresher,
    state: createObservable<SessionState>({ kind: 'noConnection' }),
    closing: new AbortController(),
    facts: NO_SESSION,
    leaves: 0,
    attempts: 0,
    isWiping: false,
  };
  return parts;
}

function learn(parts: Parts, change: Partial<Facts>): void {
  parts.facts = { ...parts.facts, ...change };
  parts.state.set(describe(parts.connections.details()?.connection ?? null, parts.facts));
}

/** Takes up the session stored for the connection in use, if there is one. */
function takeUp(parts: Parts): void {
  const details = parts.connections.details();
  if (!details) return learn(parts, NO_SESSION);
  const stored = parts.store.peek(details.connection.id);
  if (stored.kind === 'none') return learn(parts, NO_SESSION);
  if (stored.kind === 'over') return learn(parts, { ...NO_SESSION, why: stored.why });
  const { record, storage } = stored;
  parts.refresher.restore(record);
  learn(parts, { ...NO_SESSION, signIn: { record, storage } });
}

/** What the disk did not let go is tried again, until it does or is written over. */
async function wipeWhatIsLeft(parts: Parts): Promise<void> {
  const { store, deps, closing } = parts;
  if (parts.isWiping) return;
  parts.isWiping = true;
  while (store.isLeft() && !closing.signal.aborted) {
    await deps.clock.sleep(WIPE_AGAIN_MS, closing.signal);
    if (!closing.signal.aborted) store.clearLeft();
  }
  parts.isWiping = false;
  if (!store.isLeft() && parts.facts.why === 'tokensLeft') learn(parts, { why: 'signedOut' });
}

async function switchTo(parts: Parts, spec: ConnectionSpec): Promise<void> {
  const { connections, store, refresher } = parts;
  parts.leaves++;
  await parts.signIn.cancel();
  const next = detailsOf(spec);
  const same = connections.details()?.connection.id === next.connection.id;
  if (!same) {
    refresher.release();
    // Nobody can use them any more: only the connection that is left could have.
    store.clearOthers(next.connection.id);
    void wipeWhatIsLeft(parts);
  }
  await connections.keep(next, spec.clientSecret);
  if (same) learn(parts, {});
  else takeUp(parts);
}

async function signInTo(
  parts: Parts,
  details: ConnectionDetails,
  moreScopes: readonly string[],
  atOnce: boolean,
): Promise<SignInOutcome> {
  const client = await parts.connections.client();
  // The secret was not kept on this computer: to the user it is the same as a wrong one.
  if (!client.ok) return { kind: 'wrongClient', detail: null };
  const scopes = scopesToAskFor(parts.facts.signIn?.record.scopes ?? [], moreScopes);
  const before = parts.leaves;
  parts.deps.notices.remove('signInLinkUsedAgain');
  const granted =
    atOnce && details.connection.kind === 'sample'
      ? await signInToSample({ ...parts.deps, ...parts }, client.value, scopes)
      : await signInInBrowser(parts, details, client.value, scopes);
  if (!granted.ok) return granted.error;
  const { response, askedAtMs } = granted.value;
  const record: SignInRecord = {
    connectionId: details.connection.id,
    signInId: parts.deps.ids.next(),
    scopes: scopesOf(response, scopes),
  };
  const isWanted = (): boolean => before === parts.leaves;
  const storage = isWanted() ? await parts.refresher.adopt(record, response, askedAtMs) : null;
  void wipeWhatIsLeft(parts);
  if (storage === null || !isWanted()) {
    void parts.protocol.revoke(client.value, response.refresh_token ?? response.access_token);
    return { kind: 'cancelled' };
  }
  learn(parts, { signIn: { record, storage }, why: null, waitsUntilMs: null });
  return { kind: 'signedIn' };
}

function signInInBrowser(
  parts: Parts,
  details: ConnectionDetails,
  client: OAuthClient,
  scopes: readonly string[],
): ReturnType<SignIn['run']> {
  const { signIn, deps } = parts;
  return signIn.run({
    details,
    client,
    scopes,
    onWaiting: (waitsUntilMs) => learn(parts, { waitsUntilMs }),
    onUsedAgain: () => {
      deps.log.warn('A sign-in link was opened again');
      deps.notices.add({ kind: 'signInLinkUsedAgain', file: '' });
    },
  });
}

async function signOut(parts: Parts): Promise<void> {
  const { connections, store } = parts;
  parts.leaves++;
  const refreshToken = parts.refresher.drop();
  const why = store.isLeft() ? 'tokensLeft' : 'signedOut';
  // A sign-in for more scopes may wait in the browser: out is out, whatever is answered there.
  learn(parts, { signIn: null, why, waitsUntilMs: null });
  void wipeWhatIsLeft(parts);
  // Not waited for: signed out is signed out, with or without a network or a keyring.
  if (connections.details()?.revocationUrl && refreshToken !== null) {
    void revoke(parts, refreshToken);
  }
  await parts.signIn.cancel();
}

async function revoke({ connections, protocol }: Parts, refreshToken: string): Promise<void> {
  const client = await connections.client();
  if (client.ok) await protocol.revoke(client.value, refreshToken);
}

function describe(connection: Connection | null, facts: Facts): SessionState {
  if (!connection) return { kind: 'noConnection' };
  const { waitsUntilMs } = facts;
  if (!facts.signIn) {
    return waitsUntilMs === null
      ? { kind: 'signedOut', connection, why: facts.why }
      : { kind: 'signingIn', connection, expiresAtMs: waitsUntilMs };
  }
  const { record, storage } = facts.signIn;
  const { signInId, scopes } = record;
  const goesOn = waitsUntilMs === null ? {} : { signingInUntilMs: waitsUntilMs };
  return { kind: 'signedIn', connection, signInId, scopes: [...scopes], storage, ...goesOn };
}

/** RFC 6749 §3.3; what is no scope at all is left out rather than sent. */
const SCOPE_FORM = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

function scopesToAskFor(had: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...firstScopes, ...had, ...more])].filter((scope) => SCOPE_FORM.test(scope));
}
