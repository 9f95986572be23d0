import { assertNever } from '../../base/assert-never.ts';
import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/random.ts';
import type { Language } from '../../bridge/settings.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { SignInOutcome } from '../../bridge/session.ts';
import type { TokenResponse } from '../../contract/token.ts';
import type { Log } from '../ports.ts';
import type { ConnectionDetails } from './connection-store.ts';
import { LISTENER_LIMITS, listenOnLoopback } from './loopback-listener.ts';
import type { CallbackEnd, ListenerLimits, LoopbackListener } from './loopback-listener.ts';
import { issuerOf } from './oauth-protocol.ts';
import type { OAuthClient, OAuthProtocol, SignInSecrets } from './oauth-protocol.ts';
import { serverTrouble } from './refresh-problems.ts';
import { quote } from './token-endpoint.ts';
import type { TokenProblem } from './token-endpoint.ts';
import { isSafeUrl } from './urls.ts';

/** Opens a link in the system's browser, or says in a line why not. */
export type OpenInBrowser = (url: string) => Promise<Result<void, string>>;

export type SignInFailure = Exclude<SignInOutcome, { kind: 'signedIn' }>;

interface SignInRequest {
  readonly details: ConnectionDetails;
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  /** The port is open and the link is known: the wait begins. */
  readonly onWaiting: (expiresAtMs: number) => void;
  /** The link that was opened is opened again, by whomever. */
  readonly onUsedAgain: () => void;
}

/** One attempt at a time to sign in through the system's browser (RFC 8252). */
export interface SignIn {
  /** A second call while one runs cancels the first. */
  run(request: SignInRequest): Promise<Result<GrantedTokens, SignInFailure>>;
  cancel(): Promise<void>;
  openBrowserAgain(): Promise<void>;
  /** A link to the attempt that waits, good once. For the clipboard, not for a log. */
  link(): string | null;
  /** Cancels, and closes what is left of the listener. */
  close(): Promise<void>;
}

export interface GrantedTokens {
  readonly response: TokenResponse;
  /** When the tokens were asked for, on the service's clock. */
  readonly askedAtMs: number;
}

export interface SignInDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly serviceNowMs: () => number;
  readonly log: Log;
  readonly protocol: OAuthProtocol;
  readonly openInBrowser: OpenInBrowser;
  /** The answer is there: bring Billfold to the front. */
  readonly onFront: () => void;
  /** Of the pages in the browser. */
  readonly language?: (() => Language) | undefined;
  readonly limits?: Partial<ListenerLimits>;
  /** Where the browser comes back to; a real listener on this machine by default. */
  readonly listen?: typeof listenOnLoopback | undefined;
}

interface Attempt {
  readonly cancelled: AbortController;
  listener: LoopbackListener | null;
  /** Makes a link, good once. */
  link: (() => string) | null;
}

export function createSignIn(deps: SignInDeps): SignIn {
  let attempt: Attempt | null = null;
  let last: Attempt | null = null;

  const cancel = async (): Promise<void> => {
    const current = attempt;
    attempt = null;
    current?.cancelled.abort();
    await current?.listener?.close();
  };

  const close = async (): Promise<void> => {
    await cancel();
    // After an answer the listener stays a moment for the last page; its port is wanted now.
    await last?.listener?.close();
  };

  return {
    run: async (request) => {
      const mine: Attempt = { cancelled: new AbortController(), listener: null, link: null };
      const closed = close();
      attempt = mine;
      await closed;
      last = mine;
      const result = await attemptOnce(deps, mine, request);
      if (attempt === mine) attempt = null;
      // Cancelled while the code was exchanged: what came of it is not wanted any more.
      if (!mine.cancelled.signal.aborted) return result;
      if (result.ok) {
        const { refresh_token, access_token } = result.value.response;
        void deps.protocol.revoke(request.client, refresh_token ?? access_token);
      }
      return fail({ kind: 'cancelled' });
    },
    cancel,
    close,
    link: () => attempt?.link?.() ?? null,
    openBrowserAgain: async () => {
      const link = attempt?.link?.();
      if (link === undefined) return;
      const opened = await deps.openInBrowser(link);
      if (!opened.ok) deps.log.warn('The browser was not opened again');
    },
  };
}

async function attemptOnce(
  deps: SignInDeps,
  mine: Attempt,
  request: SignInRequest,
): Promise<Result<GrantedTokens, SignInFailure>> {
  const secrets = deps.protocol.newSecrets();
  const answer = await waitForAnswer(deps, mine, request, secrets);
  if (!answer.ok) return answer;
  deps.onFront();
  const askedAtMs = deps.serviceNowMs();
  const exchange = { ...answer.value, secrets, cancel: mine.cancelled.signal };
  const exchanged = await deps.protocol.exchangeCode(request.client, exchange);
  if (!exchanged.ok) return fail(failureOfExchange(exchanged.error));
  return succeed({ response: exchanged.value, askedAtMs });
}

async function waitForAnswer(
  deps: SignInDeps,
  mine: Attempt,
  request: SignInRequest,
  secrets: SignInSecrets,
): Promise<Result<{ parameters: URLSearchParams; redirectUri: string }, SignInFailure>> {
  const listening = await startListening(deps, request, secrets);
  if (!listening.ok) return listening;
  const listener = listening.value;
  mine.listener = listener;
  if (mine.cancelled.signal.aborted) await listener.close();
  const { redirectUri } = listener;
  const link = await deps.protocol.authorizeUrl(request.client, {
    redirectUri,
    scopes: request.scopes,
    secrets,
  });
  if (!isSafeUrl(link)) {
    await listener.close();
    return fail({ kind: 'browserNotOpened', technical: 'the link is not https' });
  }
  const start = (): string => listener.startFor(link, deps.ids.next());
  mine.link = start;
  request.onWaiting(deps.clock.nowMs() + { ...LISTENER_LIMITS, ...deps.limits }.waitMs);
  const opened = await openLink(deps.openInBrowser, start());
  if (!opened.ok) {
    await listener.close();
    return opened;
  }
  const end = await listener.end;
  mine.link = null;
  return end.kind === 'code'
    ? succeed({ parameters: end.parameters, redirectUri })
    : fail(failureOfEnd(end, deps));
}

async function startListening(
  deps: SignInDeps,
  { details, client, onUsedAgain }: SignInRequest,
  secrets: SignInSecrets,
): Promise<Result<LoopbackListener, SignInFailure>> {
  const listen = deps.listen ?? listenOnLoopback;
  const listening = await listen(deps, {
    host: details.redirectHost,
    ports: [details.connection.redirectPort, ...details.fallbackPorts],
    state: secrets.state,
    issuer: issuerOf(client),
    onUsedAgain,
  });
  return listening.ok ? listening : fail({ kind: 'portTaken', port: listening.error.port });
}

async function openLink(
  openInBrowser: OpenInBrowser,
  link: string,
): Promise<Result<void, SignInFailure>> {
  const opened = await openInBrowser(link);
  if (opened.ok) return opened;
  const technical = quote(opened.error, [link]) ?? 'unknown';
  return fail({ kind: 'browserNotOpened', technical });
}

function failureOfEnd(
  end: Exclude<CallbackEnd, { kind: 'code' }>,
  deps: SignInDeps,
): SignInFailure {
  if (end.kind !== 'error') return { kind: end.kind };
  deps.onFront();
  const { error, detail } = end;
  return error === 'access_denied'
    ? { kind: 'denied', detail }
    : { kind: 'refused', error, detail };
}

export function failureOfExchange(problem: TokenProblem): SignInFailure {
  switch (problem.kind) {
    case 'oauthError': {
      const { error, detail } = problem;
      if (serverTrouble.includes(error)) return { kind: 'serviceFailed', technical: error };
      return error === 'invalid_client'
        ? { kind: 'wrongClient', detail }
        : { kind: 'exchangeFailed', error, detail };
    }
    case 'malformed': {
      const kind = problem.status >= 400 ? 'serviceFailed' : 'malformedAnswer';
      return { kind, technical: problem.technical };
    }
    case 'serverFailed':
    case 'rateLimited':
      return { kind: 'serviceFailed', technical: problem.technical };
    case 'unreachable':
    case 'answerLost':
      return { ...problem, kind: 'serviceUnreachable' };
    default:
      return assertNever(problem);
  }
}
