/**
 * The grammar of answers: status × form of the body × headers × timing, and whether the request was carried
 * out.
 */
const statuses = [
  200, 201, 202, 204, 206, 301, 302, 304, 400, 401, 403, 404, 408, 409, 410, 418, 422, 425, 429,
  451, 500, 502, 503, 504, 507, 520, 599,
] as const;
const anyBodies = [
  'none',
  'error',
  'emptyObject',
  'emptyArray',
  'okString',
  'null',
  'text',
  'html',
  'portal',
  'png',
  'truncated',
  'brokenOff',
  'huge',
] as const;
const approveBodies = [
  ...anyBodies,
  'bill',
  'wrapped',
  'otherBill',
  'changedAmount',
  'billWithError',
] as const;
const readBodies = [...anyBodies, 'rows'] as const;
const headerForms = ['quota', 'none', 'contradicting', 'wrongType'] as const;
const timings = ['now', 'slow', 'late', 'resetBefore', 'resetAfter'] as const;

export type HeaderForm = (typeof headerForms)[number];
type Timing = (typeof timings)[number];
export type BodyForm = (typeof approveBodies)[number] | (typeof readBodies)[number];

interface Drawn<Body extends BodyForm> {
  readonly status: number;
  readonly body: Body;
  readonly headers: HeaderForm;
  readonly timing: Timing;
}
export type ReadAnswer = Drawn<(typeof readBodies)[number]>;
export interface ApproveAnswer extends Drawn<(typeof approveBodies)[number]> {
  readonly applied: boolean;
}

const tokenStatuses = [200, 302, 400, 403, 404, 408, 429, 500, 502, 503, 504] as const;
/** Tokens without a required field, or cut off. */
const ownTokenBodies: readonly TokenBody[] = ['noAccess', 'noType', 'noRefresh', 'truncated'];
const tokenBodies = [
  'none',
  'text',
  'html',
  'portal',
  'emptyObject',
  'unavailable',
  'noAccess',
  'noType',
  'noRefresh',
  'truncated',
] as const;
export type TokenBody = (typeof tokenBodies)[number];
export interface TokenAnswer {
  readonly status: number;
  readonly body: TokenBody;
  readonly timing: Timing;
  readonly carriedOut: boolean;
}

/** Delay of an answer. Late is later than any client waits. */
export const delayMs: Readonly<Record<Timing, number>> = {
  now: 0,
  slow: 5_000,
  late: 45_000,
  resetBefore: 0,
  resetAfter: 0,
};

/** No server answers these after passing a request on. */
const neverCarriedOut: readonly number[] = [401, 429];
/** Statuses of a confirmation. 202 only promises one; 206 is a part. */
const yesStatuses: readonly number[] = [200, 201, 204];
/** These prove nothing: a gateway gives up, or an earlier try is still under way. */
const unsettled: readonly number[] = [408, 409];
/** Bodies of a confirmation. No other JSON is one, whatever its headers. */
const confirmationForms: readonly BodyForm[] = [
  'none',
  'bill',
  'wrapped',
  'changedAmount',
  'emptyObject',
  'null',
];

/**
 * Draws an answer to an approval.
 *
 * Excludes answers of a lying service, which no client can handle: a refusal in its own words (a 4xx with an
 * error object, or with its headers), a 401 or a 429 for an applied approval, and a confirmation with its own
 * headers for one not applied. A page with a 403, or an empty answer without its headers, is possible: filters
 * on the way back send those after the request went through.
 * @param chance returns a number in [0, 1)
 */
export function drawApproveAnswer(chance: () => number): ApproveAnswer {
  const drawn = { ...draw(approveBodies, chance), applied: chance() < 0.5 };
  return { ...drawn, applied: honestly(drawn) };
}

/** Draws an answer to a read. Rows always come from the records. */
export function drawReadAnswer(chance: () => number): ReadAnswer {
  return draw(readBodies, chance);
}

function draw<Body extends BodyForm>(bodies: readonly Body[], chance: () => number): Drawn<Body> {
  // Success is drawn often, because it can be misread in most ways.
  const status = chance() < 0.35 ? 200 : pick(statuses, chance);
  const body = pick(bodies, chance);
  const drawn = chance() < 0.5 ? 'quota' : pick(headerForms, chance);
  // A portal does not know the service's quota.
  const headers = body === 'portal' ? 'none' : drawn;
  return { status, body, headers, timing: chance() < 0.7 ? 'now' : pick(timings, chance) };
}

function honestly({ status, body, headers, timing, applied }: ApproveAnswer): boolean {
  if (timing === 'resetBefore') return false;
  if (timing === 'resetAfter') return true;
  if (neverCarriedOut.includes(status)) return false;
  const isNo = status >= 400 && status < 500 && !unsettled.includes(status);
  const isSaid = body === 'error' || body === 'billWithError';
  if (isNo && (isSaid || headers !== 'none')) return false;
  const isOwn = headers !== 'none' && (status === 204 || confirmationForms.includes(body));
  return yesStatuses.includes(status) && isOwn ? true : applied;
}

function pick<Value>(from: readonly Value[], chance: () => number): Value {
  const found = from[Math.floor(chance() * from.length)];
  if (found === undefined) throw new Error('a chance is a number in [0, 1)');
  return found;
}

/**
 * Draws an answer of the token endpoint. Excludes a refusal in its own words (`invalid_grant`) for a valid
 * grant. `carriedOut` means that the grant is used up.
 */
export function drawTokenAnswer(chance: () => number): TokenAnswer {
  const body = pick(tokenBodies, chance);
  const isOwn = ownTokenBodies.includes(body);
  const status = isOwn || chance() < 0.35 ? 200 : pick(tokenStatuses, chance);
  const timing = chance() < 0.7 ? 'now' : pick(timings, chance);
  const isPassedOn = status !== 429 && timing !== 'resetBefore' && body !== 'portal';
  return { status, body, timing, carriedOut: isPassedOn && (isOwn || chance() < 0.3) };
}

/** Label for counting answers: "approve 503 html applied". */
export function labelOf(what: string, drawn: ReadAnswer | ApproveAnswer | TokenAnswer): string {
  const { status, body, timing } = drawn;
  const came = timing.startsWith('reset') ? timing : `${status} ${body}`;
  if (!('applied' in drawn)) return `${what} ${came}`;
  return `${what} ${came} ${drawn.applied ? 'applied' : 'not applied'}`;
}
