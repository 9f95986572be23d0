import { dropControls } from '../../base/controls.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { unfinishedStatuses } from '../../contract/assumptions.ts';
import {
  errorBodySchema,
  oauthErrorBodySchema,
  type ServiceError,
} from '../../contract/service-error.ts';
import type { AnswerBody } from './answer-body.ts';
import { retryDelayMs } from './rate-headers.ts';
import type { RawAnswer } from './send-request.ts';

export interface ClassifyFacts {
  /** For the technical line: "GET /api/v1/bills". No query, it may hold a cursor. */
  readonly label: string;
  /** The scope to ask for when the answer is a 403. */
  readonly scope: string | null;
  /** Epoch milliseconds here; when a 429 allows the next try. */
  readonly retryAtMs: number;
  /** Epoch milliseconds here: the service's delays count from it. */
  readonly nowMs: number;
  /** The service's clock, epoch milliseconds: its dates count from it. */
  readonly serviceNowMs: number;
  /** What else must hold for a 2xx to be the success that was asked for. */
  readonly isSuccess: (body: AnswerBody) => boolean;
  /** What else must hold for a 4xx to be the service's own no. */
  readonly isRefusal: (body: AnswerBody) => boolean;
  /** What must never be in a message: the token it was sent with. */
  readonly secrets: readonly string[];
}

/** Sorts an answer: a body that may be looked at, or one of the closed set (service page, *Errors*). */
export function classifyAnswer(
  answer: RawAnswer,
  facts: ClassifyFacts,
): Result<AnswerBody, ServiceError> {
  const { status } = answer;
  if (status >= 200 && status < 300) return classifySuccess(answer, facts);
  const message = messageOf(answer.body, facts.secrets);
  const shared = { status, ...message.parts, technical: technicalOf(answer, facts) };
  if (status < 400) return fail({ kind: 'malformedResponse', ...shared });
  if (status >= 500 || status === REQUEST_TIMEOUT) {
    return fail({ kind: 'serverFailed', retryAtMs: retryAtMs(answer, facts), ...shared });
  }
  if (status === 401) return fail({ kind: 'unauthenticated', ...shared });
  if (status === 429) {
    return fail({ kind: 'rateLimited', by: 'service', retryAtMs: facts.retryAtMs, ...shared });
  }
  if (answer.bodyProblem === 'brokenOff') return fail({ kind: 'answerLost', ...shared });
  // A no counts only from the service itself.
  if (!mayBeService(answer) || !facts.isRefusal(answer.body))
    return fail({ kind: 'malformedResponse', ...shared });
  switch (status) {
    case 403:
      return fail({ kind: 'forbidden', scope: answer.namedScope ?? facts.scope, ...shared });
    case 404:
      return fail({ kind: 'notFound', ...shared });
    case 422:
      return fail({ kind: 'validationFailed', details: message.details, ...shared });
    default:
      return fail({ kind: 'invalid', ...shared });
  }
}

// Gateways give up with it as well, after the request went through.
const REQUEST_TIMEOUT = 408;
const PROXY_AUTHENTICATION = 407;

function classifySuccess(
  answer: RawAnswer,
  facts: ClassifyFacts,
): Result<AnswerBody, ServiceError> {
  const { status, body, bodyProblem } = answer;
  const isWhole =
    mayBeService(answer) && !unfinishedStatuses.includes(status) && body.form !== 'text';
  // Asked first: to look for words in a page of bills would take longer than to read it.
  if (bodyProblem !== 'brokenOff' && isWhole && facts.isSuccess(body)) return succeed(body);
  const { parts } = messageOf(body, facts.secrets);
  const shared = { status, ...parts, technical: technicalOf(answer, facts) };
  return fail({
    kind: bodyProblem === 'brokenOff' ? 'answerLost' : 'malformedResponse',
    ...shared,
  });
}

/** A page is a captive portal's or a gateway's, and nobody but a proxy asks to be logged in to. */
function mayBeService({ status, body, bodyProblem }: RawAnswer): boolean {
  return body.form !== 'html' && bodyProblem !== 'tooLarge' && status !== PROXY_AUTHENTICATION;
}

interface ServiceMessage {
  readonly parts: { message?: string; code?: string };
  readonly details: unknown;
}

/** The service's own message, whichever form it has: documented, OAuth, text; none from a page. */
function messageOf(body: AnswerBody, secrets: readonly string[]): ServiceMessage {
  const clean = (text: string): string => redact(text, secrets);
  if (body.form === 'text') return { parts: { message: clean(body.text) }, details: null };
  if (body.form !== 'json') return { parts: {}, details: null };
  if (typeof body.value === 'string')
    return { parts: { message: clean(body.value) }, details: null };
  const oauth = oauthErrorBodySchema.safeParse(body.value);
  if (oauth.success && oauth.data.error_description) {
    const { error, error_description: description } = oauth.data;
    return { parts: { message: clean(description), code: clean(error) }, details: null };
  }
  const documented = errorBodySchema.safeParse(body.value);
  if (!documented.success) return { parts: {}, details: redactDeep(body.value, secrets) };
  const { error, code, details } = documented.data;
  const parts = { message: clean(error), ...(code ? { code: clean(code) } : {}) };
  return { parts, details: redactDeep(details ?? null, secrets) };
}

function technicalOf(answer: RawAnswer, facts: ClassifyFacts): string {
  const body =
    answer.bodyProblem === 'brokenOff'
      ? 'body broken off'
      : answer.bodyProblem === 'tooLarge'
        ? 'body too large'
        : { empty: 'no body', json: 'JSON', html: 'an HTML page', text: 'text' }[answer.body.form];
  return `${facts.label}: ${answer.status}, ${body}`;
}

function retryAtMs(answer: RawAnswer, facts: ClassifyFacts): number | null {
  const { retryAfter } = answer.reading;
  if (retryAfter === null) return null;
  return Math.ceil(facts.nowMs + retryDelayMs(retryAfter, facts.serviceNowMs));
}

const MOST_CHARACTERS = 300;

/**
 * Makes somebody else's text fit to be kept and shown: one line, clipped, and without anything that
 * could be a credential, whether it is one of ours (`secrets`) or only looks like one.
 */
function redact(text: string, secrets: readonly string[] = []): string {
  let clean = dropControls(text.replace(/[\s\p{Cc}]+/gu, ' '));
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '[removed]');
  clean = clean
    .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 [removed]')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[removed]')
    .replace(
      /("?(?:access_token|refresh_token|client_secret|id_token|code_verifier)"?\s*[=:]\s*"?)[^\s"'&,;}]+/gi,
      '$1[removed]',
    )
    .trim();
  return clean.length <= MOST_CHARACTERS ? clean : `${clean.slice(0, MOST_CHARACTERS - 1)}…`;
}

const DEEPEST = 8;

/** The same for every text inside a JSON value; what lies deeper than anybody reads is left out. */
function redactDeep(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redact(value, secrets);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, secrets, depth + 1));
  const entries = Object.entries(value).map(([key, field]) => [
    redact(key, secrets),
    redactDeep(field, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries);
}
