/** The grammar of answers: status × form of the body × headers × timing, and whether it was carried out. */
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

/** How long an answer takes: late is later than any client waits. */
export const delayMs: Readonly<Record<Timing, number>> = {
  now: 0,
  slow: 5_000,
  late: 45_000,
  resetBefore: 0,
  resetAfter: 0,
};

/** Statuses by which the service says that it has not done it (service page, *Errors*). */
const refusals: readonly number[] = [400, 401, 403, 404, 422, 429];
/** Nobody answers these after having passed a request on. */
const neverCarriedOut: readonly number[] = [401, 429];
/** Forms in which a 2xx may be the service's own yes; the page shows none, so any JSON or nothing is. */
const yesForms: readonly BodyForm[] = [
  'none',
  'bill',
  'wrapped',
  'changedAmount',
  'emptyObject',
  'emptyArray',
  'okString',
  'null',
];

/**
 * Draws an answer to an approval.
 *
 * Left out are those of a service that lies, since nobody could be right about them: a refusal in the
 * service's own words (400, 403, 404, 422 with its error object) or a 401 or 429 of something it has
 * carried out, and a yes with the service's own headers to something it has not. A page of HTML under
 * a 403 is none of these: filters on the way back send one after the request went through.
 * @param chance gives a number in [0, 1)
 */
export function drawApproveAnswer(chance: () => number): ApproveAnswer {
  const drawn = { ...draw(approveBodies, chance), applied: chance() < 0.5 };
  return { ...drawn, applied: honestly(drawn) };
}

/** Draws an answer to a read. Rows are always those of the books: what they are is the books' matter. */
export function drawReadAnswer(chance: () => number): ReadAnswer {
  return draw(readBodies, chance);
}

function draw<Body extends BodyForm>(bodies: readonly Body[], chance: () => number): Drawn<Body> {
  return {
    // A success is where most can be misread.
    status: chance() < 0.35 ? 200 : pick(statuses, chance),
    body: pick(bodies, chance),
    headers: chance() < 0.5 ? 'quota' : pick(headerForms, chance),
    timing: chance() < 0.7 ? 'now' : pick(timings, chance),
  };
}

function honestly({ status, body, headers, timing, applied }: ApproveAnswer): boolean {
  if (timing === 'resetBefore') return false;
  if (timing === 'resetAfter') return true;
  if (neverCarriedOut.includes(status)) return false;
  if (refusals.includes(status) && body === 'error') return false;
  const isYes = status >= 200 && status < 300 && (status === 204 || yesForms.includes(body));
  return isYes && headers !== 'none' ? true : applied;
}

function pick<Value>(from: readonly Value[], chance: () => number): Value {
  const found = from[Math.floor(chance() * from.length)];
  if (found === undefined) throw new Error('a chance is a number in [0, 1)');
  return found;
}

/** "approve 503 html applied": what the answers are counted by. */
export function labelOf(what: string, drawn: ReadAnswer | ApproveAnswer): string {
  const { status, body, timing } = drawn;
  const came = timing.startsWith('reset') ? timing : `${status} ${body}`;
  if (!('applied' in drawn)) return `${what} ${came}`;
  return `${what} ${came} ${drawn.applied ? 'applied' : 'not applied'}`;
}
