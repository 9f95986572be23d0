import { assertNever } from '../../base/assert-never.ts';
import type { Ids } from '../../base/random.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { PasteProblem, SignInFailure } from '../../bridge/session.ts';
import type { TokenResponse } from '../../contract/answers/token.ts';
import type { ConnectionDetails } from './connection-store.ts';
import { LISTENER_LIMITS, listenOnLoopback } from './loopback-listener.ts';
import type { CallbackEnd, ListenDeps, LoopbackListener } from './loopback-listener.ts';
import { waitForPaste, type PasteWait } from './pasted-answer.ts';
import type { OAuthClient, OAuthProtocol, SignInSecrets, Unreachable } from './oauth-protocol.ts';
import { quote } from './token-endpoint.ts';
import type { TokenProblem } from './token-endpoint.ts';
import { isLoopbackHost, isSafeUrl, readRedirectUri } from './urls.ts';

/** Opens a link in the system's browser; fails with the reason in one line. */
export type OpenInBrowser = (url: string) => Promise<Result<void, string>>;

/** Wait for the browser's answer, or for the tokens once it has come. */
export interface SignInWait {
  /** End of the wait for the browser, epoch milliseconds. */
  readonly untilMs: number;
  readonly takesPaste: boolean;
  readonly isAnswered: boolean;
}

interface SignInRequest {
  readonly details: ConnectionDetails;
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  /** Checks whether the host answers at all; null to skip the check. */
  readonly probe: ((cancel: AbortSignal) => Promise<Unreachable | null>) | null;
  /** Called when the link is known and the listener's port is open, and again when the browser has answered. */
  readonly onWaiting: (waiting: SignInWait) => void;
  /** Called when the opened link is opened again, possibly by someone else. */
  readonly onUsedAgain: () => void;
}

/** Signs in through the system's browser (RFC 8252), one attempt at a time. */
export interface SignIn {
  /** Runs an attempt. A second call cancels the first. */
  run(request: SignInRequest): Promise<Result<GrantedTokens, SignInFailure>>;
  /** Passes on the text that the user copied. Returns null when it is the answer, otherwise the problem. */
  paste(text: string): PasteProblem | null;
  cancel(): Promise<void>;
  openBrowserAgain(): Promise<void>;
  /** Link to the attempt under way, valid once. For the clipboard, not for a log. */
  link(): string | null;
  /** Cancels the attempt, and closes the listener. */
  close(): Promise<void>;
}

export interface GrantedTokens {
  readonly response: TokenResponse;
  /** When the request for tokens was sent, epoch milliseconds on the service's clock. */
  readonly askedAtMs: number;
}

export interface SignInDeps extends ListenDeps {
  readonly ids: Ids;
  /** Epoch milliseconds on the service's clock (the governor knows the offset of its `Date` headers). */
  readonly serviceNowMs: () => number;
  readonly protocol: OAuthProtocol;
  readonly openInBrowser: OpenInBrowser;
  /** Called when the answer has arrived: bring Billfold to the front. */
  readonly onFront: () => void;
  /** Whether this computer has no network; never by default. */
  readonly isOffline?: (() => boolean) | undefined;
  /** Listener for the browser's redirect; a real one on this machine by default. */
  readonly listen?: typeof listenOnLoopback | undefined;
}

/** Receives the browser's answer: a listener on this computer, or the user's clipboard. */
interface AnswerWait extends Pick<LoopbackListener, 'redirectUri' | 'startFor' | 'end' | 'close'> {
  readonly paste: PasteWait['paste'] | null;
}

interface Attempt {
  readonly cancelled: AbortController;
  wait: AnswerWait | null;
  /** Makes a link that works once. */
  link: (() => string) | null;
}

export function createSignIn(deps: SignInDeps): SignIn {
  let attempt: Attempt | null = null;
  let last: Attempt | null = null;

  const cancel = async (): Promise<void> => {
    const current = attempt;
    attempt = null;
    current?.cancelled.abort();
    await current?.wait?.close();
  };

  const close = async (): Promise<void> => {
    await cancel();
    // After an answer the listener stays open for the last page, but the next attempt needs its port now.
    await last?.wait?.close();
  };

  return {
    run: async (request) => {
      const mine: Attempt = { cancelled: new AbortController(), wait: null, link: null };
      const closed = close();
      attempt = mine;
      await closed;
      last = mine;
      const result = await attemptOnce(deps, mine, request);
      if (attempt === mine) attempt = null;
      // The user canceled during the exchange, so revoke the tokens, if any.
      if (!mine.cancelled.signal.aborted) return result;
      if (result.ok) {
        const { refresh_token, access_token } = result.value.response;
        void deps.protocol.revoke(request.client, refresh_token ?? access_token);
      }
      return fail({ kind: 'cancelled' });
    },
    paste: (text) => {
      const paste = attempt?.wait?.paste;
      return paste ? paste(text) : 'notWaiting';
    },
    cancel,
    close,
    link: () => attempt?.link?.() ?? null,
    openBrowserAgain: async () => {
      const link = attempt?.link?.();
      if (link === undefined) return;
      const opened = await deps.openInBrowser(link);
      if (!opened.ok) deps.log.warn('the browser was not opened again');
    },
  };
}

async function attemptOnce(
  deps: SignInDeps,
  mine: Attempt,
  request: SignInRequest,
): Promise<Result<GrantedTokens, SignInFailure>> {
  const unreachable = await request.probe?.(mine.cancelled.signal);
  if (mine.cancelled.signal.aborted) return fail({ kind: 'cancelled' });
  if (unreachable) return fail(failureOfHost(unreachable, request.client, deps));
  const secrets = deps.protocol.newSecrets();
  const answer = await waitForAnswer(deps, mine, request, secrets);
  if (!answer.ok) return answer;
  deps.onFront();
  const askedAtMs = deps.serviceNowMs();
  const exchange = { ...answer.value, secrets, cancel: mine.cancelled.signal };
  for (let repeats = 0; ; repeats++) {
    const exchanged = await deps.protocol.exchangeCode(request.client, exchange);
    if (exchanged.ok) return succeed({ response: exchanged.value, askedAtMs });
    const waitMs = repeats < MAX_REPEATS ? waitBefore(exchanged.error) : null;
    if (waitMs === null) return fail(failureOfExchange(exchanged.error));
    await deps.clock.sleep(waitMs, mine.cancelled.signal);
    if (mine.cancelled.signal.aborted) return fail({ kind: 'cancelled' });
  }
}

/** Maximum repeats of an exchange when the service asks to wait: a new consent would meet the same limit. */
const MAX_REPEATS = 2;
/** Waits before a repeat, milliseconds. Many services let a code live for only a minute (RFC 6749, section 4.1.2). */
const WAIT_MS = { usual: 5_000, longest: 30_000 };

/** Wait before the same code is sent again, milliseconds; null if a repeat cannot succeed. */
function waitBefore(problem: TokenProblem): number | null {
  if (problem.kind !== 'rateLimited' && problem.kind !== 'serverFailed') return null;
  const { kind, retryAfterMs } = problem;
  // A failure without a requested wait may have used up the code.
  if (retryAfterMs === null) return kind === 'rateLimited' ? WAIT_MS.usual : null;
  return retryAfterMs <= WAIT_MS.longest ? retryAfterMs : null;
}

async function waitForAnswer(
  deps: SignInDeps,
  mine: Attempt,
  request: SignInRequest,
  secrets: SignInSecrets,
): Promise<Result<{ parameters: URLSearchParams; redirectUri: string }, SignInFailure>> {
  const begun = await startWaiting(deps, request, secrets);
  if (!begun.ok) return begun;
  const wait = begun.value;
  mine.wait = wait;
  if (mine.cancelled.signal.aborted) await wait.close();
  const { redirectUri } = wait;
  const link = await deps.protocol.authorizeUrl(request.client, {
    redirectUri,
    scopes: request.scopes,
    secrets,
  });
  if (!isSafeUrl(link)) {
    await wait.close();
    return fail({ kind: 'browserNotOpened', technical: 'the link is not https' });
  }
  const start = (): string => wait.startFor(link, deps.ids.next());
  mine.link = start;
  const waiting = { untilMs: deps.clock.nowMs() + waitMsOf(deps), takesPaste: wait.paste !== null };
  request.onWaiting({ ...waiting, isAnswered: false });
  const opened = await openLink(deps.openInBrowser, start(), secrets);
  if (!opened.ok) {
    await wait.close();
    return opened;
  }
  const end = await wait.end;
  mine.link = null;
  if (end.kind === 'code') request.onWaiting({ ...waiting, isAnswered: true });
  return end.kind === 'code'
    ? succeed({ parameters: end.parameters, redirectUri })
    : fail(failureOfEnd(end, deps));
}

function waitMsOf({ limits }: SignInDeps): number {
  return { ...LISTENER_LIMITS, ...limits }.waitMs;
}

async function startWaiting(
  deps: SignInDeps,
  { details, client, onUsedAgain }: SignInRequest,
  { state }: SignInSecrets,
): Promise<Result<AnswerWait, SignInFailure>> {
  const { authUrl } = client;
  const redirect = readRedirectUri(details.connection.redirectUri);
  // The redirect URI was checked when the connection was made or its file was read.
  if (!redirect.ok) throw new Error(`the redirect URI cannot be used: ${redirect.error}`);
  const { uri: redirectUri, loopback } = redirect.value;
  if (loopback === null) {
    const expected = { state, redirectUri, authUrl };
    const wait = waitForPaste(deps.clock, waitMsOf(deps), expected);
    // Without a listener on this computer, the link itself may be on a command line.
    return succeed({ ...wait, redirectUri, startFor: (link) => link });
  }
  const { host, port, path } = loopback;
  const listen = deps.listen ?? listenOnLoopback;
  const ports = [port, ...details.fallbackPorts];
  const listening = await listen(deps, { host, ports, path, state, authUrl, onUsedAgain });
  return listening.ok
    ? succeed({ ...listening.value, paste: null })
    : fail({ kind: 'portTaken', port: listening.error.port });
}

async function openLink(
  openInBrowser: OpenInBrowser,
  link: string,
  { state }: SignInSecrets,
): Promise<Result<void, SignInFailure>> {
  const opened = await openInBrowser(link);
  if (opened.ok) return opened;
  const technical = quote(opened.error, [link, state]) ?? 'unknown';
  return fail({ kind: 'browserNotOpened', technical });
}

function failureOfHost(
  unreachable: Unreachable,
  { authUrl }: OAuthClient,
  { isOffline }: SignInDeps,
): SignInFailure {
  const { hostname, host } = new URL(authUrl);
  // A server on this computer needs no network.
  const offline = !isLoopbackHost(hostname) && (isOffline?.() ?? false);
  return { kind: 'hostUnreachable', host, isOffline: offline, ...unreachable };
}

function failureOfEnd(
  end: Exclude<CallbackEnd, { kind: 'code' }>,
  deps: SignInDeps,
): SignInFailure {
  if (end.kind !== 'error') return { kind: end.kind };
  deps.onFront();
  const { error, detail } = end;
  if (error === 'access_denied') return { kind: 'denied', detail };
  // RFC 6749, section 4.1.2.1
  if (error === 'server_error' || error === 'temporarily_unavailable')
    return { kind: 'serviceFailed', technical: error };
  return { kind: 'refused', error, detail };
}

/** Failure of a sign-in whose exchange of the code failed. */
export function failureOfExchange(problem: TokenProblem): SignInFailure {
  switch (problem.kind) {
    case 'oauthError': {
      const { error, detail } = problem;
      return error === 'invalid_client'
        ? { kind: 'wrongClient', detail }
        : { kind: 'exchangeFailed', error, detail };
    }
    case 'malformed': {
      const kind = problem.status >= 400 ? 'serviceFailed' : 'malformedAnswer';
      return { kind, technical: problem.technical };
    }
    case 'rateLimited':
      return { kind: 'limited', waitMs: problem.retryAfterMs, technical: problem.technical };
    case 'serverFailed':
    case 'answerLost':
      return { kind: 'serviceFailed', technical: problem.technical };
    case 'unreachable':
      return { ...problem, kind: 'serviceUnreachable' };
    default:
      return assertNever(problem);
  }
}
