import * as z from '../base/zod.ts';

/** Obstacle between Billfold and the service that a person can remove, although the network works. */
export const obstacleSchema = z.discriminatedUnion('kind', [
  /** TLS worked, but this computer does not trust the server's certificate. `issuer`: issuer of the certificate. */
  z.object({
    kind: z.literal('untrustedCertificate'),
    host: z.string().check(z.maxLength(300)),
    issuer: z.nullable(z.string().check(z.maxLength(300))),
  }),
  /** The company's proxy requires authentication (407), by one of these schemes. */
  z.object({
    kind: z.literal('proxySignIn'),
    schemes: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(10)),
  }),
]);
export type Obstacle = Readonly<z.infer<typeof obstacleSchema>>;

const common = {
  /** HTTP status; absent without an answer. */
  status: z.optional(z.int()),
  /** The service's own message (`error`), never a body that may hold a token. */
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  /** One line for the technical view. Never holds a token. */
  technical: z.string(),
};

/**
 * All failures of a request (service page, *Errors*). The set is closed: each kind says what is known to have happened,
 * which decides whether the request may be sent again.
 */
export const serviceErrorSchema = z.discriminatedUnion('kind', [
  /** 401 after a refresh, or no session. The service applied nothing. */
  z.object({
    kind: z.literal('unauthenticated'),
    /** To an approval: the service itself names the token as the reason. */
    isCertain: z.optional(z.literal(true)),
    ...common,
  }),
  /** 403. `scope`: scope to request; null when none is known. */
  z.object({ kind: z.literal('forbidden'), scope: z.nullable(z.string()), ...common }),
  /** 404. */
  z.object({ kind: z.literal('notFound'), ...common }),
  /** 400, and any other 4xx that the service page does not name. */
  z.object({ kind: z.literal('invalid'), ...common }),
  /** 422. `details`: one line each. An earlier version saved them in the service's own form. */
  z.object({
    kind: z.literal('validationFailed'),
    details: z.orElse(z.array(z.string()), []),
    ...common,
  }),
  /** 409: a conflict, possibly with an earlier try of the same request. It does not prove that nothing was applied. */
  z.object({ kind: z.literal('conflict'), ...common }),
  /** 429 (`by: 'service'`), or Billfold's own governor delayed the request (`by: 'billfold'`, nothing sent). */
  z.object({
    kind: z.literal('rateLimited'),
    by: z.enum(['service', 'billfold']),
    /** Epoch milliseconds on this machine's clock. */
    retryAtMs: z.number(),
    ...common,
  }),
  /**
   * 5xx and 408. `retryAtMs`: time the service named, epoch milliseconds, or null. They do not prove that nothing was
   * applied: gateways send them, too.
   */
  z.object({ kind: z.literal('serverFailed'), retryAtMs: z.nullable(z.number()), ...common }),
  /** An answer from another server, or to another request: a captive portal's page, a redirect, other JSON. */
  z.object({
    kind: z.literal('malformedResponse'),
    /** The answer to an approval would count, but lacks the quota headers that this service sends. */
    lacksHeaders: z.optional(z.literal(true)),
    ...common,
  }),
  /** A page of a list that is larger than Billfold reads. */
  z.object({ kind: z.literal('tooLarge'), ...common }),
  /** An answer from a cache, to a read that needs the current state. */
  z.object({ kind: z.literal('cached'), ...common }),
  /** The request provably never left: no name, no route, refused, or TLS failed. */
  z.object({ kind: z.literal('unreachable'), obstacle: z.optional(obstacleSchema), ...common }),
  /** Bytes left, but no complete answer came: the request may have been applied. */
  z.object({ kind: z.literal('answerLost'), ...common }),
  /** The caller cancelled before anything was sent. */
  z.object({ kind: z.literal('cancelled'), ...common }),
]);
export type ServiceError = Readonly<z.infer<typeof serviceErrorSchema>>;
export type ServiceErrorKind = ServiceError['kind'];

/** Whether the service refuses a page because it does not know the cursor, or no longer knows it. */
export function isCursorRefused({ kind }: ServiceError): boolean {
  return kind === 'invalid' || kind === 'notFound' || kind === 'validationFailed';
}

/**
 * Whether a refusal asks for a body. The service page specifies none for an approval (*PATCH approve*), but some servers
 * refuse an empty body that is declared as JSON.
 */
export function asksForBody(error: ServiceError): boolean {
  if (error.status === UNSUPPORTED_MEDIA_TYPE) return true;
  const details = error.kind === 'validationFailed' ? error.details : [];
  const isRefusal = error.kind === 'invalid' || error.kind === 'validationFailed';
  return isRefusal && BODY_WANTED.test([error.message, ...details].join(' '));
}

/** Whether a 403 gives a reason other than the user's access, such as a closed period: a new sign-in would not help. */
export function hasOtherReason(error: ServiceError): boolean {
  if (error.kind !== 'forbidden' || error.scope !== null || !error.message) return false;
  return !ABOUT_ACCESS.test(error.message);
}

const ABOUT_ACCESS =
  /permission|\bscopes?\b|\baccess\b|\broles?\b|privilege|\brights\b|(?:un|not |n.t )authori[sz]ed|^\W*(?:403\W+)?forbidden\W*$/i;
const UNSUPPORTED_MEDIA_TYPE = 415;
const BODY_WANTED =
  /\b(?:body|payload|json)\b(?!\.\w).*\b(?:empty|required|missing|expect\w*|must|parse|end)\b|\b(?:empty|missing|no|required) (?:request )?(?:body|payload|json)\b/i;
