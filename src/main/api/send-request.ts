import { aborted } from '../../base/aborted.ts';
import type { Clock } from '../../base/clock.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { parseBody, type Answer, type BodyProblem } from '../../contract/body/answer.ts';
import { readRateHeaders } from '../../contract/body/rate-headers.ts';
import { headerNames } from '../../contract/wire-names.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { Fetch } from '../ports.ts';
import { readFetchFailure } from './fetch-failure.ts';

/** A complete request, except for the permission to send it. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'PATCH';
  /** JSON; null or absent for no body. */
  readonly body?: string | null;
  readonly url: string;
  readonly organizationId: string | null;
  readonly token: string;
  /** Maximum size of the body, bytes. */
  readonly maxBytes: number;
}

type SendFailure = Extract<ServiceError, { kind: 'unreachable' | 'answerLost' | 'cancelled' }>;

// Limit for connecting, sending and the whole answer, milliseconds. Longer than connecting may take, so
// that a failed connection proves that the request was not sent (`main/network/connect.ts`).
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Sends one request once. Redirects count as answers: Billfold never follows them to another address.
 * @param stopped aborts when no caller needs the answer
 */
export async function sendRequest(
  deps: { fetch: Fetch; clock: Clock },
  request: OutgoingRequest,
  stopped?: AbortSignal,
): Promise<Result<Answer, SendFailure>> {
  const ending = new AbortController();
  const stop = new AbortController();
  const giveUp = (): void => stop.abort();
  stopped?.addEventListener('abort', giveUp, { once: true });
  if (stopped?.aborted) giveUp();
  const timer = giveUpAfter(deps.clock, ending.signal, giveUp);
  try {
    // A fetch or body that ignores its signal must not occupy its place in the queue forever, so it races the signal.
    return await Promise.race([
      fetchAnswer(deps, request, stop.signal),
      aborted(stop.signal).then(() => givenUp(stopped?.aborted === true)),
    ]);
  } finally {
    ending.abort();
    stopped?.removeEventListener('abort', giveUp);
    await timer;
  }
}

async function giveUpAfter(clock: Clock, ended: AbortSignal, giveUp: () => void): Promise<void> {
  await clock.sleep(ANSWER_TIMEOUT_MS, ended);
  if (!ended.aborted) giveUp();
}

async function fetchAnswer(
  deps: { fetch: Fetch },
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Result<Answer, SendFailure>> {
  const headers = headersOf(request);
  // Such as an id with a line end. Fetch would throw the same error as for a lost answer.
  if (headers === null) return fail({ kind: 'unreachable', technical: 'not a valid request' });
  try {
    const response = await deps.fetch(request.url, {
      method: request.method,
      body: request.body ?? null,
      headers,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    });
    return succeed(await readAnswer(response, request.maxBytes));
  } catch (thrown) {
    const { sent, ...why } = readFetchFailure(thrown);
    return fail(
      sent ? { kind: 'answerLost', technical: why.technical } : { kind: 'unreachable', ...why },
    );
  }
}

async function readAnswer(response: Response, maxBytes: number): Promise<Answer> {
  const read = await readBody(response, maxBytes);
  const bytes = read.ok && isCutToNothing(response, read.value) ? fail('brokenOff' as const) : read;
  const { headers } = response;
  return {
    // A browser-like fetch reports a redirect as status 0, which no service can send.
    status: response.status === 0 ? 302 : response.status,
    headers,
    reading: readRateHeaders(headers),
    body: bytes.ok
      ? parseBody(bytes.value, headers.get(headerNames.contentType))
      : { form: 'empty' },
    bodyProblem: bytes.ok ? null : bytes.error,
  };
}

/** Reads the body up to a limit, so that no answer can fill the memory. */
async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Result<Uint8Array, BodyProblem>> {
  const reader = response.body?.getReader();
  if (reader === undefined) return succeed(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxBytes) {
        await reader.cancel().catch(() => undefined);
        return fail('tooLarge');
      }
      chunks.push(part.value);
    }
  } catch {
    return fail('brokenOff');
  }
  return succeed(Buffer.concat(chunks, length));
}

/** Whether a compressed body was cut off and is empty: Node unpacks what has arrived, without an error. */
function isCutToNothing({ status, headers }: Response, bytes: Uint8Array): boolean {
  if (bytes.byteLength > 0 || status === NO_CONTENT) return false;
  return headers.has('content-encoding') && headers.get('content-length') !== '0';
}

const NO_CONTENT = 204;

/**
 * Required headers (service page, *Endpoints*); PATCH declares JSON although approve has no documented body.
 * @returns null when a value cannot be a header
 */
function headersOf(request: OutgoingRequest): Headers | null {
  if (!URL.canParse(request.url)) return null;
  try {
    const headers = new Headers({ accept: 'application/json' });
    headers.set(headerNames.authorization, `Bearer ${request.token}`);
    const { organizationId } = request;
    if (organizationId !== null) headers.set(headerNames.organizationId, organizationId);
    if (request.method === 'PATCH') headers.set(headerNames.contentType, 'application/json');
    return headers;
  } catch {
    return null;
  }
}

function givenUp(isStopped: boolean): Result<Answer, SendFailure> {
  return isStopped
    ? fail({ kind: 'cancelled', technical: 'stopped while under way' })
    : fail({ kind: 'answerLost', technical: `no answer in ${ANSWER_TIMEOUT_MS / 1000} s` });
}
