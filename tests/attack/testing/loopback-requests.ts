import { sendRaw } from '../../../src/main/auth/testing/raw-http.ts';
import { answerText, GOOD, otherWayText, plainText, STATE } from './loopback-target.ts';
import type { AnswerParts, LoopbackFeature, LoopbackTarget, Standing } from './loopback-target.ts';

/** One hostile request: it gets a plain answer, the wait goes on, and the true answer still works. */
export interface HostileRequest {
  /** What an attacker does, to be read after "an attacker". */
  readonly name: string;
  readonly bytes: (target: LoopbackTarget) => string;
  /** The status our listener answers with. */
  readonly status: number;
  readonly needs?: LoopbackFeature;
}

const answer =
  (parts: AnswerParts | ((target: LoopbackTarget) => AnswerParts)) => (target: LoopbackTarget) =>
    answerText(target, typeof parts === 'function' ? parts(target) : parts);

const guess = (state: string) => answer({ query: `code=mine&state=${state}` });

const plain =
  (first: string, ...more: readonly string[]) =>
  (target: LoopbackTarget) =>
    plainText(target, first, ...more);

/** The same path spelt with an escape. */
function escaped({ path }: LoopbackTarget): string {
  const letter = path.charCodeAt(1);
  return Number.isNaN(letter) ? '/%2f' : `/%${letter.toString(16)}${path.slice(2)}`;
}

/** More than any listener has to read. */
const ENDLESS = 'a'.repeat(1_000_000);

export const hostileRequests: readonly HostileRequest[] = [
  { name: 'asks for the favicon', bytes: plain('GET /favicon.ico HTTP/1.1'), status: 404 },
  { name: 'asks for another page', bytes: plain('GET /elsewhere HTTP/1.1'), status: 404 },
  {
    name: 'opens the page too early',
    bytes: (target) => plainText(target, `GET ${target.path} HTTP/1.1`),
    status: 404,
  },
  {
    name: 'climbs out of the path',
    bytes: answer(({ path }) => ({ path: `/x/..${path}` })),
    status: 404,
  },
  { name: 'doubles the slash', bytes: answer(({ path }) => ({ path: `/${path}` })), status: 404 },
  {
    name: 'escapes the path',
    bytes: answer((target) => ({ path: escaped(target) })),
    status: 404,
  },
  { name: 'sends a code without state', bytes: answer({ query: 'code=a' }), status: 400 },
  { name: 'sends an empty state', bytes: guess(''), status: 400 },
  { name: 'guesses the state', bytes: guess('a'.repeat(43)), status: 403 },
  { name: 'guesses all but the end', bytes: guess(`${'k'.repeat(42)}x`), status: 403 },
  { name: 'sends the state in another case', bytes: guess('K'.repeat(43)), status: 403 },
  {
    name: 'sends two states, one right',
    bytes: answer({ query: `${GOOD}&state=${'a'.repeat(43)}` }),
    status: 400,
  },
  { name: 'sends two codes', bytes: answer({ query: `${GOOD}&code=mine` }), status: 400 },
  {
    name: 'mixes code and error',
    bytes: answer({ query: `${GOOD}&error=access_denied` }),
    status: 400,
  },
  {
    name: 'denies without knowing the state',
    bytes: answer({ query: 'error=access_denied' }),
    status: 400,
  },
  {
    name: 'denies with a guessed state',
    bytes: answer({ query: `error=access_denied&state=${'a'.repeat(43)}` }),
    status: 403,
  },
  {
    name: 'answers for another service',
    bytes: answer({ query: `${GOOD}&iss=https://evil.example` }),
    status: 403,
    needs: 'issuer',
  },
  {
    name: 'sends an empty issuer',
    bytes: answer({ query: `${GOOD}&iss=` }),
    status: 403,
    needs: 'issuer',
  },
  {
    name: 'splits the response with the code',
    bytes: answer({ query: `code=a%0d%0aSet-Cookie:x&state=${STATE}` }),
    status: 400,
  },
  {
    name: 'sends an endless answer',
    bytes: answer({ query: `${GOOD}&x=${ENDLESS}` }),
    status: 400,
  },
  {
    name: 'sends endless headers',
    bytes: answer({ headers: [`X: ${'a'.repeat(20_000)}`] }),
    status: 400,
  },
  { name: 'brings the answer the other way', bytes: otherWayText, status: 405 },
  {
    name: 'posts a body without end',
    bytes: (target) =>
      plainText(
        target,
        `POST ${target.path} HTTP/1.1`,
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 99999999',
      ),
    status: 405,
  },
  { name: 'puts', bytes: answer({ method: 'PUT' }), status: 405 },
  { name: 'asks for the headers only', bytes: answer({ method: 'HEAD' }), status: 405 },
  {
    name: 'asks what is allowed across origins',
    bytes: answer({ method: 'OPTIONS', headers: ['Origin: https://evil.example'] }),
    status: 405,
  },
  { name: 'traces', bytes: answer({ method: 'TRACE' }), status: 405 },
  { name: 'uses it as a proxy', bytes: plain('GET http://bank.example/ HTTP/1.1'), status: 400 },
  { name: 'tunnels through it', bytes: plain('CONNECT bank.example:443 HTTP/1.1'), status: 400 },
  { name: 'rebinds a name to us', bytes: answer({ hosts: ['evil.example'] }), status: 421 },
  {
    name: 'uses another name of this machine',
    bytes: answer(({ otherName, port }) => ({ hosts: [`${otherName}:${port}`] })),
    status: 421,
  },
  {
    name: 'uses another port in Host',
    bytes: answer(({ authority }) => ({ hosts: [authority.replace(/:\d+$/, ':1')] })),
    status: 421,
  },
  { name: 'leaves Host out', bytes: answer({ hosts: [] }), status: 421 },
  {
    name: 'speaks HTTP/1.0 without Host',
    bytes: answer({ hosts: [], version: '1.0' }),
    status: 421,
  },
  {
    name: 'sends Host twice',
    bytes: answer(({ authority }) => ({ hosts: [authority, 'evil.example'] })),
    status: 421,
  },
  ...['image', 'iframe', 'empty'].map((destination) => ({
    name: `hides in what a page loads (${destination})`,
    bytes: answer({ headers: [`Sec-Fetch-Dest: ${destination}`] }),
    status: 403,
    needs: 'fetchMetadata' as const,
  })),
  {
    name: 'says two destinations',
    bytes: answer({ headers: ['Sec-Fetch-Dest: document', 'Sec-Fetch-Dest: image'] }),
    status: 403,
    needs: 'fetchMetadata',
  },
  {
    name: 'is not HTTP at all',
    bytes: () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n',
    status: 400,
  },
  {
    name: 'smuggles with two lengths',
    bytes: plain('GET /x HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
    status: 400,
  },
  {
    name: 'puts a line break in a header',
    bytes: plain('GET /x HTTP/1.1', 'X: a\n b: c\r d'),
    status: 400,
  },
];

/** What became of a hostile request, and of the true answer after it. */
export interface HostileRequestResult {
  /** Status of the hostile request's answer; 0 when there was none. */
  readonly refused: number;
  readonly after: Standing;
  readonly end: Standing;
  readonly code: string | null;
}

/** Sends the request, then the true answer. @param patienceMs how long an answer may take */
export async function tryRequest(
  target: LoopbackTarget,
  { bytes }: HostileRequest,
  patienceMs: number,
): Promise<HostileRequestResult> {
  const refused = await sendRaw(target.port, bytes(target), { patienceMs });
  const after = await target.standing();
  await sendRaw(target.port, answerText(target), { patienceMs });
  return { refused: refused.status, after, end: await target.standing(), code: target.code() };
}
