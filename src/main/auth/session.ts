import type { Clock } from '../../base/clock.ts';
import { createObservable } from '../../base/observable.ts';
import type { Observable } from '../../base/observable.ts';
import type { Ids, Random } from '../../base/random.ts';
import { fail } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
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
import type { TokenResponse } from '../../contract/token.ts';
import type { AccessTokens, DocumentStore, Fetch, Log, Secrets } from '../ports.ts';
import type { Notices } from '../settings/notices.ts';
import { createTypedDocument } from '../settings/typed-document.ts';
import {
  CONNECTION_DOCUMENT_VERSION,
  connectionDocumentSchema,
  createConnectionKeeper,
  detailsOf,
  readConnectionForm,
  specProblems,
} from './connection-keeper.ts';
import type { ConnectionDetails, ConnectionSpec } from './connection-keeper.ts';
import type { ListenerLimits } from './loopback-listener.ts';
import { createOAuthProtocol } from './oauth-protocol.ts';
import type { OAuthClient } from './oauth-protocol.ts';
import { createSealer } from './sealing.ts';
import { createSignIn } from './sign-in.ts';
import type { OpenInBrowser, SignInDeps } from './sign-in.ts';
import type { TokenProblem } from './token-endpoint.ts';
import { createTokenRefresher, scopesOf } from './token-refresher.ts';
import { createTokenStore, TOKEN_DOCUMENT_VERSION, tokenDocumentSchema } from './token-store.ts';
import type { SignInRecord } from './token-store.ts';

/** The one connection and the session on it. Tokens and secrets stay below this line. */
export interface Session {
  readonly state: Observable<SessionState>;
  readonly tokens: AccessTokens;
  connection(): Connection | null;
  /** Makes a connection that main states itself the one in use; a session kept for it goes on. */
  useConnection(spec: ConnectionSpec): Promise<readonly ConnectionProblem[]>;
  /** Checks and keeps what the user typed; an empty list means it was kept. */
  saveConnection(form: ConnectionForm): Promise<readonly ConnectionProblem[]>;
  forgetConnection(): Promise<void>;
  /** Answers when the attempt is over. A second call cancels the first. */
  signIn(moreScopes: readonly string[]): Promise<SignInOutcome>;
  cancelSignIn(): Promise<void>;
  openBrowserAgain(): Promise<void>;
  /** The link that waits in the browser, for the clipboard alone: it must not reach a log or the renderer. */
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
  readonly notices: Notices;
  readonly log: Log;
  /** Epoch milliseconds on the service's clock (the governor knows the offset of its `Date` headers). */
  readonly serviceNowMs: () => number;
  /** The setting `allowWeakTokenStorage`. */
  readonly allowWeak: () => boolean;
  readonly openInBrowser: OpenInBrowser;
  readonly onFront: () => void;
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

/** Tokens that could not be deleted are tried again this often, for as long as Billfold runs. */
const WIPE_AGAIN_MS = 5_000;

const NO_SESSION: Facts = { signIn: null, why: null, waitsUntilMs: null };

export function createSession(deps: SessionDeps): Session {
  const { log } = deps;
  const sealer = createSealer(deps);
  const connections = createConnectionKeeper({
    ...deps,
    sealer,
    document: createTypedDocument({
      store: deps.documents.connection,
      schema: connectionDocumentSchema,
      version: CONNECTION_DOCUMENT_VERSION,
      notices: deps.notices,
      notice: 'connectionSetAside',
    }),
  });
  const store = createTokenStore({
    ...deps,
    sealer,
    document: createTypedDocument({
      store: deps.documents.tokens,
      schema: tokenDocumentSchema,
      version: TOKEN_DOCUMENT_VERSION,
      notices: deps.notices,
      notice: 'tokensSetAside',
    }),
  });
  const protocol = createOAuthProtocol(deps);
  const signIn = createSignIn({ ...deps, protocol });
  const state = createObservable<SessionState>({ kind: 'noConnection' });
  const closing = new AbortController();
  let facts: Facts = NO_SESSION;
  /** Grows when a session is given up: what an attempt begun before brings is not wanted any more. */
  let leaves = 0;
  let isWiping = false;

  const learn = (change: Partial<Facts>): void => {
    facts = { ...facts, ...change };
    state.set(describe(connections.details()?.connection ?? null, facts));
  };

  const refresh = async (refreshToken: string): Promise<Result<TokenResponse, TokenProblem>> => {
    const details = connections.details();
    const client = details && (await clientOf(details));
    if (!client?.ok) return fail({ kind: 'unreachable', technical: 'no client secret at hand' });
    return protocol.refresh(client.value, refreshToken);
  };

  const clientOf = async (details: ConnectionDetails): Promise<Result<OAuthClient, string>> => {
    const secret = await connections.clientSecret();
    if (!secret.ok) return secret;
    const { tokenRequestBody, revocationUrl, connection } = details;
    const { authUrl, clientId } = connection;
    const client = {
      authUrl,
      clientId,
      clientSecret: secret.value,
      tokenRequestBody,
      revocationUrl,
    };
    return { ok: true, value: client };
  };

  const refresher = createTokenRefresher({
    ...deps,
    store,
    refresh,
    onEnded: (why) => {
      log.info('The session is over', { why });
      learn({ signIn: null, why });
      void wipeWhatIsLeft();
    },
    onKept: (record, storage) => learn({ signIn: { record, storage } }),
  });

  /** Takes up the session stored for the connection in use, if there is one. */
  const takeUp = (): void => {
    const details = connections.details();
    if (!details) return learn(NO_SESSION);
    const stored = store.peek(details.connection.id);
    if (stored.kind === 'none') return learn(NO_SESSION);
    if (stored.kind === 'over') return learn({ ...NO_SESSION, why: stored.why });
    refresher.restore(stored.record);
    learn({ ...NO_SESSION, signIn: { record: stored.record, storage: stored.storage } });
  };

  /** What the disk did not let go is tried again, until it does or is written over. */
  const wipeWhatIsLeft = async (): Promise<void> => {
    if (isWiping) return;
    isWiping = true;
    while (store.isLeft() && !closing.signal.aborted) {
      await deps.clock.sleep(WIPE_AGAIN_MS, closing.signal);
      if (!closing.signal.aborted) store.clearLeft();
    }
    isWiping = false;
    if (!store.isLeft() && facts.why === 'tokensLeft') learn({ why: 'signedOut' });
  };

  const switchTo = async (spec: ConnectionSpec): Promise<void> => {
    leaves++;
    await signIn.cancel();
    const next = detailsOf(spec);
    const same = connections.details()?.connection.id === next.connection.id;
    if (!same) {
      refresher.release();
      // Nobody can use them any more: only the connection that is left could have.
      store.clearOthers(next.connection.id);
      void wipeWhatIsLeft();
    }
    await connections.keep(next, spec.clientSecret);
    if (same) learn({});
    else takeUp();
  };

  const signInNow = async (
    details: ConnectionDetails,
    moreScopes: readonly string[],
  ): Promise<SignInOutcome> => {
    const client = await clientOf(details);
    // The secret was not kept on this computer: to the user it is the same as a wrong one.
    if (!client.ok) return { kind: 'wrongClient', detail: null };
    const scopes = scopesToAskFor(facts.signIn?.record.scopes ?? [], moreScopes);
    const before = leaves;
    const granted = await signIn.run({
      details,
      client: client.value,
      scopes,
      onWaiting: (waitsUntilMs) => learn({ waitsUntilMs }),
    });
    if (!granted.ok) return granted.error;
    const record: SignInRecord = {
      connectionId: details.connection.id,
      signInId: deps.ids.next(),
      scopes: scopesOf(granted.value.response, scopes),
    };
    const { response, askedAtMs } = granted.value;
    const storage = before === leaves ? await refresher.adopt(record, response, askedAtMs) : null;
    void wipeWhatIsLeft();
    if (storage === null || before !== leaves) {
      void protocol.revoke(client.value, response.refresh_token ?? response.access_token);
      return { kind: 'cancelled' };
    }
    learn({ signIn: { record, storage }, why: null, waitsUntilMs: null });
    return { kind: 'signedIn' };
  };

  const revoke = async (details: ConnectionDetails, refreshToken: string): Promise<void> => {
    if (details.revocationUrl === null) return;
    const client = await clientOf(details);
    if (client.ok) await protocol.revoke(client.value, refreshToken);
  };

  let latestAttempt = 0;

  return {
    state,
    tokens: refresher,
    connection: () => connections.details()?.connection ?? null,
    useConnection: async (spec) => {
      const problems = specProblems(spec);
      if (problems.length === 0) await switchTo(spec);
      return problems;
    },
    saveConnection: async (form) => {
      const read = readConnectionForm(form);
      if (!read.ok) return read.error;
      await switchTo(read.value);
      return [];
    },
    forgetConnection: async () => {
      leaves++;
      await signIn.cancel();
      refresher.drop();
      void wipeWhatIsLeft();
      connections.forget();
      learn(NO_SESSION);
    },
    signIn: async (moreScopes) => {
      const details = connections.details();
      if (!details) return { kind: 'noConnection' };
      const mine = ++latestAttempt;
      const outcome = await signInNow(details, moreScopes);
      if (mine === latestAttempt) learn({ waitsUntilMs: null });
      log.info('An attempt to sign in ended', { outcome: outcome.kind });
      return outcome;
    },
    cancelSignIn: signIn.cancel,
    openBrowserAgain: signIn.openBrowserAgain,
    authorizeLink: signIn.link,
    signOut: async () => {
      const details = connections.details();
      leaves++;
      const refreshToken = refresher.drop();
      const why = store.isLeft() ? 'tokensLeft' : 'signedOut';
      // A sign-in for more scopes may wait in the browser: out is out, whatever is answered there.
      learn({ signIn: null, why, waitsUntilMs: null });
      void wipeWhatIsLeft();
      await signIn.cancel();
      // Not waited for: signed out is signed out, with or without a network or a keyring.
      if (details && refreshToken !== null) void revoke(details, refreshToken);
    },
    keepAgain: async () => {
      await connections.keepAgain();
      await refresher.keepAgain();
    },
    start: () => {
      connections.load();
      takeUp();
    },
    close: async () => {
      store.clearLeft();
      closing.abort();
      await signIn.close();
      refresher.release();
    },
  };
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
