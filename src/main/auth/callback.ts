import { createHash, timingSafeEqual } from 'node:crypto';

/** One request to the listener, unparsed. */
export interface CallbackRequest {
  readonly method: string;
  /** The request target as sent: `/callback?code=…`. */
  readonly target: string;
  /** Every value of the Host header; a proper request has one. */
  readonly hosts: readonly string[];
  /**
   * `Sec-Fetch-Dest` if the browser sends it: `document` for a tab, something else for an image or
   * script.
   */
  readonly destination: string | null;
}

/** Values that a valid answer must match. */
export interface ExpectedCallback {
  /** Accepted values of the Host header, such as `127.0.0.1:8765`. */
  readonly hosts: readonly string[];
  /** Path of the redirect URI, `/` at least. */
  readonly path: string;
  readonly state: string;
  /** The service's authorization URL. An `iss` (RFC 9207) must name its host. */
  readonly authUrl: string;
}

/** Answer of the browser: a code, or the service's error (RFC 6749 §4.1.2). Never log `code`. */
export type CallbackAnswer =
  | { readonly kind: 'code'; readonly parameters: URLSearchParams }
  | { readonly kind: 'error'; readonly error: string; readonly detail: string | null };

/** Reasons why a request is not the answer. The wait continues after each of them. */
type CallbackRefusal = keyof typeof refusals;

export type CallbackDecision =
  | { readonly kind: 'answer'; readonly answer: CallbackAnswer }
  /** The redirect address without a query: the page after the redirect. */
  | { readonly kind: 'page' }
  /** Asks for a redirect to the service; `once` is the part after `START_PATH`. */
  | { readonly kind: 'start'; readonly once: string }
  | { readonly kind: 'refuse'; readonly why: CallbackRefusal };

/** Path of the redirect URI that the form suggests. */
export const CALLBACK_PATH = '/callback';
/** Each address under this path works once. */
export const START_PATH = '/start/';

const again = 'Cancel the sign-in in Billfold, then start it again.';

/** Status and text of each refusal. The texts reveal nothing of the expected values. */
export const refusals = {
  wrongHost: { status: 421, says: 'This address is not served here.' },
  wrongMethod: { status: 405, says: 'Only GET is answered here.' },
  targetTooLong: { status: 414, says: 'The address is too long.' },
  malformedTarget: { status: 400, says: 'The address is not understood.' },
  wrongPath: { status: 404, says: 'There is nothing here.' },
  notANavigation: { status: 403, says: 'This page opens only in its own tab.' },
  repeatedParameter: { status: 400, says: `The answer contains a parameter twice. ${again}` },
  missingState: {
    status: 400,
    says: `The answer does not say which sign-in it belongs to. ${again}`,
  },
  malformedState: {
    status: 400,
    says: `The answer does not belong to a sign-in of Billfold. ${again}`,
  },
  wrongState: { status: 403, says: 'The answer belongs to another sign-in. Use the newest tab.' },
  wrongIssuer: {
    status: 403,
    says: `The answer came from a different service than the one you signed in to. ${again}`,
  },
  noAnswer: { status: 400, says: `The answer holds neither a code nor an error. ${again}` },
  twoAnswers: { status: 400, says: `The answer holds both a code and an error. ${again}` },
  malformedCode: { status: 400, says: `The code in the answer is not understood. ${again}` },
  malformedError: { status: 400, says: `The error in the answer is not understood. ${again}` },
} as const satisfies Record<string, { status: number; says: string }>;

/** Maximum length of a request target, characters. A code may be a signed document of several KiB. */
export const LONGEST_TARGET = 12_288;

/**
 * Classifies one request; only this pure function decides which request is the answer. Cheap checks come first, and it
 * trusts no other value before the state matches.
 */
export function decideCallback(
  request: CallbackRequest,
  expected: ExpectedCallback,
): CallbackDecision {
  const refusal = refuseRequest(request, expected.hosts);
  if (refusal) return refuse(refusal);
  const url = parseTarget(request.target);
  if (!url) return refuse('malformedTarget');
  if (url.path !== expected.path) {
    return url.path.startsWith(START_PATH) && url.query === ''
      ? { kind: 'start', once: url.path.slice(START_PATH.length) }
      : refuse('wrongPath');
  }
  if (url.query === '') return { kind: 'page' };
  return decideAnswer(new URLSearchParams(url.query), expected);
}

function refuseRequest(request: CallbackRequest, hosts: readonly string[]): CallbackRefusal | null {
  const [host, ...others] = request.hosts;
  if (host === undefined || others.length > 0 || !hosts.includes(host.toLowerCase())) {
    return 'wrongHost';
  }
  if (request.method !== 'GET') return 'wrongMethod';
  if (request.target.length > LONGEST_TARGET) return 'targetTooLong';
  if (request.destination !== null && request.destination !== 'document') return 'notANavigation';
  return null;
}

/**
 * Accepts origin form only (RFC 9112 §3.2.1), and no escapes in the path: `/callback` has one
 * spelling.
 */
function parseTarget(target: string): { path: string; query: string } | null {
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes('#')) return null;
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

const answerParameters = ['state', 'code', 'error', 'error_description', 'error_uri', 'iss'];

/** Decides about the parameters of a redirect, from the listener or from the clipboard. */
export function decideAnswer(
  parameters: URLSearchParams,
  expected: Pick<ExpectedCallback, 'state' | 'authUrl'>,
): Extract<CallbackDecision, { kind: 'answer' | 'refuse' }> {
  if (answerParameters.some((name) => parameters.getAll(name).length > 1)) {
    return refuse('repeatedParameter');
  }
  const stateRefusal = refuseState(parameters.get('state'), expected.state);
  if (stateRefusal) return refuse(stateRefusal);
  const issuer = parameters.get('iss');
  if (issuer !== null && !namesHostOf(issuer, expected.authUrl)) return refuse('wrongIssuer');
  return decideCodeOrError(parameters);
}

/**
 * Whether an `iss` names the service. The service page documents no issuer, so this compares hosts only: they must be
 * equal, or one a subdomain of the other.
 */
function namesHostOf(issuer: string, authUrl: string): boolean {
  const [own, expected] = [issuer, authUrl].map((url) => URL.parse(url)?.host ?? '');
  if (!own || !expected) return false;
  return own === expected || own.endsWith(`.${expected}`) || expected.endsWith(`.${own}`);
}

/** 256 bits as base64url (RFC 4648 §5). */
const STATE_FORM = /^[A-Za-z0-9_-]{43}$/;

function refuseState(state: string | null, expected: string): CallbackRefusal | null {
  if (state === null || state === '') return 'missingState';
  if (!STATE_FORM.test(state)) return 'malformedState';
  return sameText(state, expected) ? null : 'wrongState';
}

/** Compares in constant time. Hashes have one length, so not even the length leaks. */
function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** RFC 6749 appendix A.11 and A.7. */
const CODE_FORM = /^[\x20-\x7e]{1,12288}$/;
const ERROR_FORM = /^[\x20-\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

function decideCodeOrError(parameters: URLSearchParams): ReturnType<typeof decideAnswer> {
  const code = parameters.get('code');
  const error = parameters.get('error');
  if (code !== null && error !== null) return refuse('twoAnswers');
  if (code !== null) {
    return CODE_FORM.test(code)
      ? { kind: 'answer', answer: { kind: 'code', parameters: codeParameters(parameters) } }
      : refuse('malformedCode');
  }
  if (error === null) return refuse('noAnswer');
  if (!ERROR_FORM.test(error)) return refuse('malformedError');
  const detail = cleanText(parameters.get('error_description'));
  return { kind: 'answer', answer: { kind: 'error', error, detail } };
}

/** Keeps the parameters that the exchange needs, and drops all others. */
function codeParameters(parameters: URLSearchParams): URLSearchParams {
  const names = ['code', 'state'];
  return new URLSearchParams([...parameters].filter(([name]) => names.includes(name)));
}

const LONGEST_DETAIL = 300;

/**
 * Cleans the service's message for screen and log: one line, no control characters, at most 300
 * characters.
 */
export function cleanText(text: string | null | undefined): string | null {
  const clean = (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL);
  return clean === '' ? null : clean;
}

function refuse(why: CallbackRefusal): { kind: 'refuse'; why: CallbackRefusal } {
  return { kind: 'refuse', why };
}
