import * as z from '../base/zod.ts';

/** What keeps Billfold from the service though there is a network, and somebody can clear away. */
export const obstacleSchema = z.discriminatedUnion('kind', [
  /** TLS worked, and nobody this computer trusts vouches for who answered. `issuer`: who does. */
  z.object({
    kind: z.literal('untrustedCertificate'),
    host: z.string().check(z.maxLength(300)),
    issuer: z.nullable(z.string().check(z.maxLength(300))),
  }),
  /** The company's proxy wants to know who asks (407), by one of these schemes. */
  z.object({
    kind: z.literal('proxySignIn'),
    schemes: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(10)),
  }),
]);
export type Obstacle = Readonly<z.infer<typeof obstacleSchema>>;

const common = {
  /** HTTP status, when there was an answer. */
  status: z.optional(z.int()),
  /** The service's own message (`error`), never a body that may hold a token. */
  message: z.optional(z.string()),
  /** The service's `code`. */
  code: z.optional(z.string()),
  /** For the technical view: what happened, in a line. Never holds a token. */
  technical: z.string(),
};

/**
 * Everything that can come of a request but success (service page, *Errors*). A closed set: each kind
 * says what is known to have happened, which decides what may be sent again.
 */
export const serviceErrorSchema = z.discriminatedUnion('kind', [
  /** 401 after a refresh, or no session at all. Nothing was applied. */
  z.object({ kind: z.literal('unauthenticated'), ...common }),
  /** 403. `scope` is the one to ask for. */
  z.object({ kind: z.literal('forbidden'), scope: z.nullable(z.string()), ...common }),
  /** 404. */
  z.object({ kind: z.literal('notFound'), ...common }),
  /** 400, and any other 4xx the service page does not name. */
  z.object({ kind: z.literal('invalid'), ...common }),
  /** 422. `details`: a line each. An earlier version saved them in the service's own shape. */
  z.object({
    kind: z.literal('validationFailed'),
    details: z.orElse(z.array(z.string()), []),
    ...common,
  }),
  /** 409: it conflicts with something, an earlier try of the same request among others. It proves nothing. */
  z.object({ kind: z.literal('conflict'), ...common }),
  /** 429 (`by: 'service'`), or Billfold's own governor said wait (`by: 'billfold'`, nothing sent). */
  z.object({
    kind: z.literal('rateLimited'),
    by: z.enum(['service', 'billfold']),
    /** Epoch milliseconds on this machine's clock. */
    retryAtMs: z.number(),
    ...common,
  }),
  /** 5xx and 408. `retryAtMs` when the service said when. None proves that nothing was applied: gateways send them too. */
  z.object({ kind: z.literal('serverFailed'), retryAtMs: z.nullable(z.number()), ...common }),
  /** An answer that is not the service's, or not to what was asked: a captive portal's page, a redirect, other JSON. */
  z.object({ kind: z.literal('malformedResponse'), ...common }),
  /** A page of a list that is larger than any that is read. */
  z.object({ kind: z.literal('tooLarge'), ...common }),
  /** An answer from a cache on the way, to a read that must say what is so now. */
  z.object({ kind: z.literal('cached'), ...common }),
  /** The request provably never left: no name, no route, refused, TLS failed. */
  z.object({ kind: z.literal('unreachable'), obstacle: z.optional(obstacleSchema), ...common }),
  /** Bytes left and no whole answer came: it may have been applied. */
  z.object({ kind: z.literal('answerLost'), ...common }),
  /** Whoever asked no longer wants it; nothing was sent. */
  z.object({ kind: z.literal('cancelled'), ...common }),
]);
export type ServiceError = Readonly<z.infer<typeof serviceErrorSchema>>;
export type ServiceErrorKind = ServiceError['kind'];

/** Whether the service refuses a page since it does not know the cursor, or does not know it any more. */
export function isCursorRefused({ kind }: ServiceError): boolean {
  return kind === 'invalid' || kind === 'notFound' || kind === 'validationFailed';
}

/** The OAuth form (RFC 6749 §5.2). */
export const oauthErrorBodySchema = z.looseObject({
  error: z.string(),
  error_description: z.nullish(z.string()),
  error_uri: z.nullish(z.string()),
});
