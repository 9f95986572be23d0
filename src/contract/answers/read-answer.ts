import { dropControls } from '../../base/controls.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { clipped, type Answer, withoutWideBody, withShortTexts } from '../body/answer.ts';
import { answeredState } from './answered-state.ts';
import { mayBeDone, reportsApproved } from './may-be-done.ts';
import {
  hasChallenge,
  isCertainTokenRefusal,
  isOwnRefusal,
  isOwnTokenRefusal,
  isRateLimit,
  namedScopes,
  notCarriedOut,
  refusalCode,
  refusalDetails,
  refusalWords,
} from './refusal.ts';
import {
  readConfirmation,
  type QuotaHeaders,
  type Confirmation,
} from '../approvals/approve-answer.ts';
import { isGeneric } from './refusal-texts.ts';
import { retryDelayMs } from '../body/rate-headers.ts';
import type { Fields } from '../party.ts';
import type { ServiceError } from '../service-error.ts';

/** Facts about a request and its surroundings that decide what its answer means. */
export interface AnswerFacts {
  /** Request for the technical line: "GET /api/v1/bills". It has no query, which may hold a cursor. */
  readonly label: string;
  readonly quota: QuotaHeaders;
  /** Scope to request when a 403 names none; null when none is known. */
  readonly scope: string | null;
  /** Scopes the session has. Requesting them again would not help. */
  readonly granted: readonly string[];
  /** Time when a 429 allows the next try, epoch milliseconds on this machine's clock. */
  readonly retryAtMs: number;
  /** Epoch milliseconds on this machine's clock; the service's delays count from it. */
  readonly nowMs: number;
  /** The service's clock, epoch milliseconds; the service's dates count from it. */
  readonly serviceNowMs: number;
  /** Texts that must never be in a message, such as the token of the request. */
  readonly secrets: readonly string[];
}

const PROXY_AUTHENTICATION = 407;
/** Gateways also send it when they time out, so the service may have carried out the request. */
const REQUEST_TIMEOUT = 408;
const CONFLICT = 409;
/** Statuses of a plain refusal, besides 403, 404 and 422 (RFC 9110 §15.5). */
const plainRefusals: readonly number[] = [
  ...[400, 402, 406, 410, 411, 413, 414, 415, 416, 451],
  ...notCarriedOut,
];
/** Failed or missing precondition. Billfold sends none, so words about a version do not make the outcome doubtful. */
const preconditionStatuses: readonly number[] = [412, 428];
/** Success statuses of an answer that may be incomplete, or come from a proxy. */
const unfinishedStatuses: readonly number[] = [202, 203, 206, 207];

/**
 * Reads the answer to a read request: a complete success, or one of the closed set of errors (service page, *Errors*).
 */
export function readReadAnswer(answer: Answer, facts: AnswerFacts): Result<Answer, ServiceError> {
  const { status, body, bodyProblem } = answer;
  if (!isSuccess(status)) return fail(readRefusal(withShortTexts(answer), facts, false));
  if (bodyProblem === 'tooLarge') return fail({ kind: 'tooLarge', ...wordsOf(answer, facts) });
  const isWhole = bodyProblem === null && !unfinishedStatuses.includes(status);
  // Check this first: searching a page of bills for words would take longer than reading it.
  if (isWhole && body.form !== 'html' && body.form !== 'text') return succeed(answer);
  return fail(unproven(withShortTexts(answer), facts));
}

/** The bill to approve, its organization, and its own fields when the user approved it. */
export interface Approved {
  readonly billId: string;
  readonly organizationId?: string;
  readonly shown?: Fields | undefined;
}

/**
 * Reads the answer to an approval: the service's confirmation (`readConfirmation`), or one of the closed set of errors.
 */
export function readApproveAnswer(
  sent: Answer,
  facts: AnswerFacts & Approved,
): Result<Confirmation, ServiceError> {
  const answer = withoutWideBody(sent);
  if (!isSuccess(answer.status)) return fail(readRefusal(withShortTexts(answer), facts, true));
  const { quota, billId, shown, serviceNowMs, organizationId } = facts;
  const readAs = (headers: QuotaHeaders): Confirmation | null =>
    readConfirmation(answer, headers, billId, shown, serviceNowMs, organizationId);
  const yes = readAs(quota);
  if (yes !== null) return succeed(yes);
  const wouldCount = quota === 'missing' && readAs('there') !== null;
  const short = withShortTexts(answer);
  return fail(wouldCount ? lackingHeaders(short, facts) : unproven(short, facts));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function unproven(
  answer: Answer,
  facts: AnswerFacts & { readonly shown?: Fields | undefined },
): ServiceError {
  const isLost = answer.bodyProblem === 'brokenOff';
  // A text of the bill itself, such as its description, is no message of the service.
  const ofBill = JSON.stringify(facts.shown ?? {});
  const isNew = (words: string): boolean => !ofBill.includes(JSON.stringify(words));
  const kind = isLost ? 'answerLost' : 'malformedResponse';
  const texts = textsOf(answer).filter(isNew);
  const state = answer.body.form === 'json' ? answeredState(answer.body.value) : null;
  const words = texts.length > 0 || state === null ? texts : [state];
  return { kind, ...wordsOf(answer, facts, words) };
}

/** Error of an answer that would count if it had the quota headers that this service sends. */
function lackingHeaders(answer: Answer, facts: AnswerFacts): ServiceError {
  return { kind: 'malformedResponse', lacksHeaders: true, ...wordsOf(answer, facts) };
}

function readRefusal(answer: Answer, facts: AnswerFacts, isApproval: boolean): ServiceError {
  const { status } = answer;
  const shared = wordsOf(answer, facts);
  if (status < 400) return { kind: 'malformedResponse', ...shared };
  if (status >= 500 || status === REQUEST_TIMEOUT) {
    return { kind: 'serverFailed', retryAtMs: retryAtMs(answer, facts), ...shared };
  }
  const isEarly = status === 401 || isRateLimit(answer) || preconditionStatuses.includes(status);
  // The conflict may be with an earlier try that a gateway repeated, or with a colleague's approval.
  const isDoubtful = isApproval && (isEarly ? reportsApproved(answer) : mayBeDone(answer));
  if (status === CONFLICT || isDoubtful) return { kind: 'conflict', ...shared };
  if (status === 401) {
    const isOwn = !isApproval || isOwnTokenRefusal(answer, facts.quota);
    if (!isOwn) return { kind: 'malformedResponse', ...shared };
    const isCertain = isApproval && isCertainTokenRefusal(answer, facts.quota);
    return { kind: 'unauthenticated', ...(isCertain && { isCertain }), ...shared };
  }
  if (isRateLimit(answer)) {
    return { kind: 'rateLimited', by: 'service', retryAtMs: facts.retryAtMs, ...shared };
  }
  if (answer.bodyProblem === 'brokenOff') return { kind: 'answerLost', ...shared };
  // A rejected approval counts only from the service itself. A failed read is a failure, whichever server answers.
  const isOwn = isApproval ? isOwnRefusal(answer, facts.quota) : mayBeOwn(answer);
  if (status === PROXY_AUTHENTICATION) return { kind: 'malformedResponse', ...shared };
  if (!isOwn) {
    const wouldCount = isApproval && facts.quota === 'missing' && isOwnRefusal(answer, 'there');
    return wouldCount ? lackingHeaders(answer, facts) : { kind: 'malformedResponse', ...shared };
  }
  const details = refusalDetails(answer).map((line) => redact(line, facts.secrets));
  switch (status) {
    case 403:
      return { kind: 'forbidden', scope: missingScope(answer, facts), ...shared };
    case 404:
      return { kind: 'notFound', ...shared };
    case 422:
      return { kind: 'validationFailed', details, ...wordsOf(answer, facts, refusalWords(answer)) };
    default:
      // Other statuses may come from a server in between, or say that the bill changed.
      if (isApproval && !plainRefusals.includes(status)) return { kind: 'conflict', ...shared };
      return { kind: 'invalid', ...shared };
  }
}

function mayBeOwn(answer: Answer): boolean {
  const { body, bodyProblem } = answer;
  return (body.form !== 'html' || hasChallenge(answer)) && bodyProblem !== 'tooLarge';
}

/** Scopes to request, separated by spaces; null when the session has all of them. */
function missingScope(answer: Answer, { scope, granted }: AnswerFacts): string | null {
  const named = namedScopes(answer);
  const needed = named.length > 0 ? named : scope === null ? [] : [scope];
  const missing = needed.filter((each) => !granted.includes(each));
  return missing.length === 0 ? null : missing.join(' ');
}

type Shared = Pick<ServiceError, 'status' | 'message' | 'code' | 'technical'>;

/**
 * Status, message and code of an answer that is an error. None of them holds a credential.
 * @param texts parts of the message
 */
export function wordsOf(
  answer: Answer,
  { secrets, label }: AnswerFacts,
  texts = textsOf(answer),
): Shared {
  const words = texts.map((each) => redact(each, secrets)).filter(Boolean);
  const code = refusalCode(answer);
  return {
    status: answer.status,
    ...(words.length === 0 ? {} : { message: clip(words.reduce(joinWords)) }),
    ...(code === null ? {} : { code: redact(code, secrets) }),
    technical: `${label}: ${answer.status}, ${describe(answer)}`,
  };
}

/** Texts of an error and the sentences of its details; without any, the words of its code. */
function textsOf(answer: Answer): readonly string[] {
  const sentences = refusalDetails(answer).filter((line) => /(?:^|: ).*\p{L}\s+\p{L}/u.test(line));
  const texts = [...refusalWords(answer), ...sentences];
  const code = refusalCode(answer) ?? '';
  const words = code.toLowerCase().replaceAll(/[_-]/g, ' ');
  if (texts.length > 0 || !CODE_OF_WORDS.test(code) || isGeneric(words)) return texts;
  return [words.charAt(0).toUpperCase() + words.slice(1)];
}
/** `segregation_of_duties`. */
const CODE_OF_WORDS = /^\p{L}{2,}(?:[_-]\p{L}+)+$/u;

function joinWords(before: string, after: string): string {
  return /[.!?…:]$/.test(before) ? `${before} ${after}` : `${before}. ${after}`;
}

function describe({ body, bodyProblem }: Answer): string {
  if (bodyProblem === 'brokenOff') return 'body broken off';
  if (bodyProblem === 'tooLarge') return 'body too large';
  return { empty: 'no body', json: 'JSON', html: 'an HTML page', text: 'text' }[body.form];
}

function retryAtMs(answer: Answer, facts: AnswerFacts): number | null {
  const { retryAfter } = answer.reading;
  if (retryAfter === null) return null;
  return Math.ceil(facts.nowMs + retryDelayMs(retryAfter, facts.serviceNowMs));
}

const MAX_CHARACTERS = 300;

function clip(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`;
}

/**
 * Makes foreign text safe to save and show: one line, clipped, and without credentials, both known ones (`secrets`) and
 * text that looks like one.
 */
function redact(text: string, secrets: readonly string[]): string {
  // The expressions below may take quadratic time.
  let clean = clipped(dropControls(text.replace(/[\s\p{Cc}]+/gu, ' ')));
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '[removed]');
  clean = clean
    .replace(/\b(bearer|basic) [^\s"',;]+/gi, '$1 [removed]')
    .replace(/(?<=:\/\/)[^\s/@]+@/g, '[removed]@')
    .replace(/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[removed]')
    .replace(
      /("?(?:access_token|refresh_token|client_secret|id_token|code_verifier|password|api_?key)"?\s*[=:]\s*"?)[^\s"'&,;}]+/gi,
      '$1[removed]',
    )
    .trim();
  return clip(clean);
}
