import { createObservable, type ObservableValue } from '../../base/observable.ts';
import type { Random } from '../../base/random.ts';
import { fail } from '../../base/result.ts';
import type { Connection, SessionEnd, SessionState, TokenStorage } from '../../bridge/session.ts';
import type { DocumentStore, Fetch, Secrets } from '../ports.ts';
import type { NoticeBoard } from '../settings/notices.ts';
import { createConnectionStore, type ConnectionStore } from './connection-store.ts';
import { createOAuthProtocol, type OAuthProtocol, type Unreachable } from './oauth-protocol.ts';
import { createSignIn, type SignIn, type SignInDeps, type SignInWait } from './sign-in.ts';
import { createTokenRefresher, type TokenRefresher } from './token-refresher.ts';
import { createTokenStore, type SignInRecord, type TokenStore } from './token-store.ts';

export interface SessionDeps extends Omit<SignInDeps, 'protocol'> {
  readonly random: Random;
  readonly fetch: Fetch;
  readonly secrets: Secrets;
  readonly documents: { readonly connection: DocumentStore; readonly tokens: DocumentStore };
  readonly notices: NoticeBoard;
  /** Setting `allowWeakTokenStorage`. */
  readonly allowWeak: () => boolean;
}

/** Facts from which the state follows. */
interface Facts {
  readonly signIn: { readonly record: SignInRecord; readonly storage: TokenStorage } | null;
  readonly why: SessionEnd | null;
  /** The sign-in that waits for the browser or for a pasted answer. */
  readonly waiting: SignInWait | null;
}

export const NO_SESSION: Facts = { signIn: null, why: null, waiting: null };

/** Interval at which Billfold tries again to delete tokens, milliseconds. */
const WIPE_AGAIN_MS = 5_000;

/** Components of a session and its present state. */
export interface Parts {
  readonly deps: SessionDeps;
  readonly connections: ConnectionStore;
  readonly store: TokenStore;
  readonly protocol: OAuthProtocol;
  readonly signIn: SignIn;
  readonly refresher: TokenRefresher;
  readonly state: ObservableValue<SessionState>;
  readonly closing: AbortController;
  facts: Facts;
  /** Number of sessions ended so far. The result of an attempt that began before the last end is dropped. */
  sessionsEnded: number;
  attempts: number;
  /** Last check of a client; a sign-in right after it need not repeat the check. */
  checked: {
    readonly authUrl: string;
    readonly atMs: number;
    readonly unreachable: Unreachable | null;
  } | null;
  isWiping: boolean;
}

export function createParts(deps: SessionDeps): Parts {
  const connections = createConnectionStore({ ...deps, document: deps.documents.connection });
  const store = createTokenStore({ ...deps, document: deps.documents.tokens });
  const protocol = createOAuthProtocol(deps);
  const refresher = createTokenRefresher({
    ...deps,
    store,
    refresh: async (refreshToken) => {
      const client = await connections.client();
      if (client.ok) return protocol.refresh(client.value, refreshToken);
      return fail({ kind: 'unreachable', technical: 'the client secret is not available' });
    },
    onEnded: (why) => {
      deps.log.info('the session is over', { why });
      setFacts(parts, { signIn: null, why });
      void wipeLeftovers(parts);
    },
    onSaved: (record, storage) => setFacts(parts, { signIn: { record, storage } }),
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
    sessionsEnded: 0,
    attempts: 0,
    checked: null,
    isWiping: false,
  };
  return parts;
}

/** Changes some facts, and publishes the state that follows from them. */
export function setFacts(parts: Parts, change: Partial<Facts>): void {
  parts.facts = { ...parts.facts, ...change };
  parts.state.set(describe(parts.connections.details()?.connection ?? null, parts.facts));
}

/** Restores the session stored for the connection in use, if there is one. */
export function restoreSession(parts: Parts): void {
  const details = parts.connections.details();
  if (!details) return setFacts(parts, NO_SESSION);
  const stored = parts.store.peek(details.connection.id);
  if (stored.kind === 'none') return setFacts(parts, NO_SESSION);
  if (stored.kind === 'over') return setFacts(parts, { ...NO_SESSION, why: stored.why });
  const { record, storage } = stored;
  parts.refresher.restore(record);
  setFacts(parts, { ...NO_SESSION, signIn: { record, storage } });
}

/** Tries to delete tokens left on disk repeatedly, until they are deleted or overwritten. */
export async function wipeLeftovers(parts: Parts): Promise<void> {
  const { store, deps, closing } = parts;
  if (parts.isWiping) return;
  parts.isWiping = true;
  while (store.hasLeftovers() && !closing.signal.aborted) {
    await deps.clock.sleep(WIPE_AGAIN_MS, closing.signal);
    if (!closing.signal.aborted) store.clearLeftovers();
  }
  parts.isWiping = false;
  if (!store.hasLeftovers() && parts.facts.why === 'tokensLeft')
    setFacts(parts, { why: 'signedOut' });
}

function describe(connection: Connection | null, facts: Facts): SessionState {
  if (!connection) return { kind: 'noConnection' };
  const { waiting } = facts;
  const paste = waiting?.takesPaste ? { takesPaste: true } : {};
  if (!facts.signIn) {
    if (waiting === null) return { kind: 'signedOut', connection, why: facts.why };
    const answered = waiting.isAnswered ? { isAnswered: true } : {};
    const expiresAtMs = waiting.untilMs;
    return { kind: 'signingIn', connection, expiresAtMs, ...paste, ...answered };
  }
  const { record, storage } = facts.signIn;
  const { signInId, scopes } = record;
  const next = waiting === null ? {} : { signingInUntilMs: waiting.untilMs, ...paste };
  return { kind: 'signedIn', connection, signInId, scopes: [...scopes], storage, ...next };
}
