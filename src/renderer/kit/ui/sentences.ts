import { assertNever } from '../../../base/assert-never.ts';
import type { AppInfo } from '../../../bridge/app.ts';
import { formatMoney } from '../../../bridge/money.ts';
import type { NotSentReason, SendOutcome } from '../../../bridge/approval.ts';
import type { ConnectionProblem, SessionEnd, SignInFailure } from '../../../bridge/session.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { Obstacle, ServiceError } from '../../../contract/service-error.ts';
import type { PauseReason } from '../../core/mirror/pauses.ts';
import type { MessageText } from '../text/message-text.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { clockTime } from './relative-time.ts';

/** A problem in words: summary, advice and technical details. */
export interface Sentence {
  readonly title: string;
  readonly whatToDo: string;
  /** The service's own message, with its name. */
  readonly quote?: string | null;
  /** Details of a failed validation, one per line: "status: is paid". */
  readonly details?: readonly string[];
  /** Technical details that expand. Never contains a token. */
  readonly technical?: string | null;
}

/**
 * @param service name of the service
 * @param locale for the time at which Billfold continues by itself
 */
export function formatServiceError(error: ServiceError, service: string, locale: string): Sentence {
  return {
    ...serviceErrorText(error, service, locale),
    quote: quoteOf(error.message, service),
    technical: technicalLine(error),
    ...(error.kind === 'validationFailed' && { details: detailsOf(error) }),
  };
}

function serviceErrorText(error: ServiceError, service: string, locale: string): MessageText {
  const { serviceErrors } = messages.problems;
  switch (error.kind) {
    case 'forbidden':
      return serviceErrors.forbidden(error.scope === null ? null : formatScope(error.scope));
    case 'rateLimited': {
      const time = clockTime(error.retryAtMs, locale);
      return error.by === 'service'
        ? serviceErrors.rateLimitedByService(service, time)
        : serviceErrors.rateLimitedByBillfold(time);
    }
    case 'unreachable':
      return obstacleText(error.obstacle) ?? serviceErrors.unreachable(service);
    case 'serverFailed':
      return error.status === 401
        ? serviceErrors.signInNotAccepted(service)
        : serviceErrors.serverFailed(service);
    case 'validationFailed':
    case 'unauthenticated':
    case 'notFound':
    case 'invalid':
    case 'conflict':
    case 'malformedResponse':
    case 'tooLarge':
    case 'cached':
    case 'answerLost':
    case 'cancelled':
      // An answer with the service's own error message cannot be the page of another server.
      if (error.kind === 'malformedResponse' && error.message)
        return serviceErrors.serverFailed(service);
      return serviceErrors[error.kind](service);
    default:
      return assertNever(error);
  }
}

/** Null if the connection failed for no known reason. */
function obstacleText(obstacle: Obstacle | undefined): MessageText | null {
  const { obstacles } = messages.problems;
  switch (obstacle?.kind) {
    case 'untrustedCertificate':
      return obstacles.untrustedCertificate(obstacle.host, obstacle.issuer);
    case 'proxySignIn':
      return obstacles.proxySignIn(obstacle.schemes);
    case undefined:
      return null;
    default:
      return assertNever(obstacle);
  }
}

const quoteOf = (message: string | null | undefined, service: string): string | null =>
  message ? messages.problems.quote(service, message) : null;

/** The permissions of space-separated scopes in words. An unknown scope keeps its name. */
export function formatScope(scope: string): string {
  const { scopes } = messages.settings;
  const grants = scope
    .split(' ')
    .map((each) => (Object.hasOwn(scopes, each) ? scopes[each as Scope] : each));
  return sayAll(', ', grants);
}

/** @param service name of the service */
export function formatSignInFailure(outcome: SignInFailure, service: string): Sentence {
  const { signInProblems } = messages.problems;
  switch (outcome.kind) {
    case 'cancelled':
    case 'timedOut':
    case 'keyringAway':
    case 'noConnection':
      return signInProblems[outcome.kind]();
    case 'denied':
    case 'wrongClient':
      return { ...signInProblems[outcome.kind](), quote: quoteOf(outcome.detail, service) };
    case 'refused':
    case 'exchangeFailed':
      return {
        ...signInProblems[outcome.error === 'invalid_scope' ? 'scopeRefused' : outcome.kind](
          service,
        ),
        quote: quoteOf(outcome.detail, service),
        technical: outcome.error,
      };
    case 'portTaken':
      return signInProblems.portTaken(outcome.port);
    case 'hostUnreachable':
    case 'serviceUnreachable':
      return {
        ...(obstacleText(outcome.obstacle) ??
          (outcome.kind === 'hostUnreachable'
            ? signInProblems.hostUnreachable(outcome.host, outcome.isOffline)
            : signInProblems.serviceUnreachable(service))),
        technical: outcome.technical,
      };
    case 'limited': {
      const minutes = Math.ceil((outcome.waitMs ?? 0) / 60_000);
      return { ...signInProblems.limited(service, minutes), technical: outcome.technical };
    }
    case 'serviceFailed':
    case 'malformedAnswer':
    case 'browserNotOpened':
      return { ...signInProblems[outcome.kind](service), technical: outcome.technical };
    default:
      return assertNever(outcome);
  }
}

/** @param why null before the first sign-in */
export function formatSessionEnd(why: SessionEnd | null): Sentence {
  return why === null ? messages.problems.notYetSignedIn : messages.problems.sessionEnds[why];
}

export function formatNotSent(reason: NotSentReason | 'unavailable'): Sentence {
  return messages.problems.notSentReasons[reason];
}

/** @param isServiceDown whether an outage, not a limit, is the cause of the pause */
export function formatSyncPause(paused: PauseReason, isServiceDown: boolean): string {
  return messages.problems.pauses[paused === 'quota' && isServiceDown ? 'unavailable' : paused];
}

export function formatNotice(notice: AppInfo['notices'][number]): Sentence {
  return messages.problems.notices[notice.kind](notice.about);
}

/** Bills that a notice names, one per line. */
export function formatNoticeBills(
  { bills = [] }: AppInfo['notices'][number],
  locale: string,
): readonly string[] {
  const { noVendor, noNumber } = messages.review;
  return bills.map(({ vendor, number, cents, currency }) =>
    sayAll(' · ', [vendor ?? noVendor, number ?? noNumber, formatMoney(cents, currency, locale)]),
  );
}

/** The correction to make in a field of the connection form. */
export function formatConnectionProblem({ field, problem }: ConnectionProblem): string {
  return messages.signin.connectionProblems[problem](field);
}

/** The service's error in an outcome, or null when there was none. */
export function errorOfOutcome(outcome: SendOutcome | null): ServiceError | null {
  return outcome === null || outcome.kind === 'confirmed' ? null : outcome.error;
}

/** Details of a failed validation, one per line; empty for any other error. */
export function detailsOf(error: ServiceError | null): readonly string[] {
  return error?.kind === 'validationFailed' ? error.details : [];
}

function technicalLine(error: ServiceError): string {
  const details = error.kind === 'validationFailed' ? JSON.stringify(error.details) : undefined;
  const parts = [error.status && `HTTP ${error.status}`, error.code, error.technical, details];
  return sayAll(
    ' · ',
    parts.filter((part) => part !== undefined && part !== 0),
  );
}
