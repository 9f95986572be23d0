import { parseJson } from '../../base/parse-json.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { AnswerBody } from '../../contract/body/answer.ts';
import { isPassing, passingCodes, readGrantRefusal } from '../../contract/answers/grant-refusal.ts';
import type { Obstacle } from '../../contract/service-error.ts';
import {
  tokenFields,
  tokenResponseSchema,
  type TokenResponse,
} from '../../contract/answers/token.ts';
import { readFetchFailure } from '../api/fetch-failure.ts';
import { readRateHeaders, retryDelayMs } from '../../contract/body/rate-headers.ts';
import { cleanText } from './callback.ts';

/**
 * Failure of a token request. It never contains a token, code or secret, because the request's secrets are removed from
 * quotes of the service.
 */
export type TokenProblem =
  /** A refusal: an error of RFC 6749 §5.2, or another code. */
  | {
      readonly kind: 'oauthError';
      readonly error: string;
      readonly detail: string | null;
      readonly status: number;
      /** Whether only a new sign-in helps. */
      readonly isOver: boolean;
    }
  /** The request provably never left this machine. */
  | { readonly kind: 'unreachable'; readonly technical: string; readonly obstacle?: Obstacle }
  /** The request was sent, but no complete answer came, so the grant may be used up. */
  | { readonly kind: 'answerLost'; readonly technical: string }
  | {
      readonly kind: 'serverFailed' | 'rateLimited';
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly technical: string;
    }
  /** The answer has no valid form; `status` shows whether it was an error. */
  | { readonly kind: 'malformed'; readonly status: number; readonly technical: string };

/** Maximum size of a token answer, bytes. Tokens are small, and a wrong host may stream forever. */
const LONGEST_ANSWER_BYTES = 64 * 1024;

/** Maximum duration of a token request, milliseconds. */
export const TOKEN_REQUEST_LIMIT_MS = 30_000;

/**
 * Makes the request and reads its answer. oauth4webapi makes the requests, but does not read the answers: its errors
 * contain the body, and it refuses some answers that the service page allows. Examples are an id_token that it cannot
 * verify, a null refresh token, and a challenge header beside the error body.
 * @param sent every secret of the request, to be removed from quotes
 */
export async function callTokenEndpoint(
  clock: Clock,
  sent: readonly string[],
  request: (signal: AbortSignal) => Promise<Response>,
  cancel?: AbortSignal,
): Promise<Result<TokenResponse, TokenProblem>> {
  const limit = new AbortController();
  const done = new AbortController();
  void clock.sleep(TOKEN_REQUEST_LIMIT_MS, done.signal).then(() => limit.abort());
  const signal = cancel ? AbortSignal.any([limit.signal, cancel]) : limit.signal;
  try {
    const response = await request(signal);
    return readAnswer(response, await readText(response), clock, sent);
  } catch (cause) {
    return fail(connectionProblem(cause, limit.signal.aborted));
  } finally {
    done.abort();
  }
}

function readAnswer(
  response: Response,
  text: string | null,
  clock: Clock,
  sent: readonly string[],
): Result<TokenResponse, TokenProblem> {
  const { status, headers } = response;
  const retryAfter = retryAfterMs(response, clock);
  const failed = (technical: string): Result<never, TokenProblem> => {
    const kind = status === 429 ? 'rateLimited' : 'serverFailed';
    return fail({ kind, status, retryAfterMs: retryAfter, technical });
  };
  if (isPassing(status)) return failed(answered(status));
  const body = bodyOf(text ?? '');
  const success = response.ok ? readSuccess(body, status) : null;
  if (success?.ok === true) return success;
  // Some services answer 200 with the error object.
  const refusal = response.ok || status >= 400 ? readGrantRefusal({ status, headers, body }) : null;
  const isOver = refusal?.isOver === true;
  if (!isOver && (retryAfter !== null || passingCodes.includes(refusal?.code ?? '')))
    return failed(`${answered(status)}: ${quote(refusal?.code, sent) ?? 'try again later'}`);
  if (refusal === null)
    return success ?? fail({ kind: 'malformed', status, technical: answered(status) });
  const { code, words } = refusal;
  return fail({
    kind: 'oauthError',
    error: quote(code ?? answered(status), sent) ?? 'unknown',
    detail: quote(words, sent),
    status,
    isOver,
  });
}

/** A body in JSON, or in the form of a query, as some services send tokens and errors. */
function bodyOf(text: string): AnswerBody {
  const json = parseJson(text);
  if (json !== null) return { form: 'json', value: json };
  if (/^\s*</.test(text)) return { form: 'html', text };
  const isForm = /^\s*[\w.]+=/.test(text);
  if (isForm) return { form: 'json', value: Object.fromEntries(new URLSearchParams(text.trim())) };
  // A single word may be a code of the RFC: `invalid_grant`.
  if (/^\s*\w+_\w+\s*$/.test(text)) return { form: 'json', value: { error: text.trim() } };
  return text.trim() === '' ? { form: 'empty' } : { form: 'text', text, brokenJson: false };
}

function readSuccess(body: AnswerBody, status: number): Result<TokenResponse, TokenProblem> {
  const parsed = tokenResponseSchema.safeParse(
    body.form === 'json' ? tokenFields(body.value) : null,
  );
  if (parsed.success) return succeed(parsed.data);
  // Only the names of fields, because the body may contain tokens. zod's messages quote no values.
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body').join(', ');
  const technical = `${answered(status)}, invalid fields: ${fields}`;
  return fail({ kind: 'malformed', status, technical });
}

function answered(status: number): string {
  return `the token endpoint answered ${status}`;
}

/** Shorter texts are no secrets, and removing them would garble the sentence. */
const SHORTEST_SECRET = 4;

/** The service's message without secrets that it may have echoed: as sent, URL-encoded, or escaped as in JSON. */
export function quote(text: string | null | undefined, sent: readonly string[]): string | null {
  let quoted = text ?? '';
  const secrets = sent.filter((secret) => secret.length >= SHORTEST_SECRET);
  const forms = secrets.flatMap((secret) => {
    const inUrl = [
      encodeURIComponent(secret),
      new URLSearchParams([['', secret]]).toString().slice(1),
    ];
    const inLowerCase = inUrl.map((form) => form.replaceAll(/%../g, (hex) => hex.toLowerCase()));
    const inJson = JSON.stringify(secret).slice(1, -1);
    const others = [inJson, inJson.replaceAll('/', String.raw`\/`), secret.replaceAll('+', ' ')];
    return [secret, ...inUrl, ...inLowerCase, ...others];
  });
  // Longest first, because a secret may begin with another one.
  for (const form of forms.toSorted((one, other) => other.length - one.length))
    quoted = quoted.replaceAll(form, '…');
  return cleanText(quoted);
}

async function readText(response: Response): Promise<string | null> {
  if (!response.body) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > LONGEST_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const text = new TextDecoder().decode(bytes);
  // Freed memory keeps its content until it is used again.
  for (const each of [bytes, ...chunks]) each.fill(0);
  return text;
}

/** Wait that `Retry-After` asks for, milliseconds from now; null for none. */
function retryAfterMs({ headers }: Response, clock: Clock): number | null {
  const { retryAfter, dateMs } = readRateHeaders(headers);
  return retryAfter === null ? null : retryDelayMs(retryAfter, dateMs ?? clock.nowMs());
}

function connectionProblem(cause: unknown, tooSlow: boolean): TokenProblem {
  if (tooSlow) return { kind: 'answerLost', technical: 'the token endpoint took too long' };
  const { sent, ...why } = readFetchFailure(cause);
  return sent ? { kind: 'answerLost', technical: why.technical } : { kind: 'unreachable', ...why };
}
