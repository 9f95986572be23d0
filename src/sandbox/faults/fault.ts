import * as z from '../../base/zod.ts';

/** Ways to corrupt one bill of a page. */
export const malformations = [
  'missingId',
  'textAmount',
  'fractionalAmount',
  'missingStatus',
  'missingCurrency',
  'wrongObject',
  'nullInPlace',
  'textInPlace',
] as const;
export type Malformation = (typeof malformations)[number];

const dropped = {
  /** True: the connection is reset (RST) instead of closed (FIN). */
  reset: z.optional(z.boolean()),
};

/** Possible faults. Each is off until a test adds it. */
const faultSchema = z.discriminatedUnion('kind', [
  /** The request waits before it is handled. It is applied even if its sender has given up. */
  z.object({ kind: z.literal('latency'), delayMs: z.number().check(z.minimum(0)) }),
  /** The connection fails. `code` is the error that the sender's `fetch` reports. */
  z.object({
    kind: z.literal('refuse'),
    code: z.optional(z.enum(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])),
  }),
  /** The request arrives, then the connection breaks. The request is not applied. */
  z.object({ kind: z.literal('dropBeforeApply'), ...dropped }),
  /** The request is applied, then the connection breaks before the first byte of the answer. */
  z.object({ kind: z.literal('dropAfterApply'), ...dropped }),
  /** The request is applied, then the connection breaks in the middle of the answer's body. */
  z.object({ kind: z.literal('truncateBody'), keepBytes: z.optional(z.int().check(z.minimum(0))) }),
  /** The request is applied. The answer has another content type, and another body if `body` is given. */
  z.object({
    kind: z.literal('wrongContentType'),
    contentType: z.optional(z.string()),
    body: z.optional(z.string()),
  }),
  /** An answer with this status replaces the service's own. */
  z.object({
    kind: z.literal('status'),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    /** The value of `Retry-After`. */
    retryAfter: z.optional(z.string()),
    /** True: the request is applied before the answer is replaced. */
    applied: z.optional(z.boolean()),
    body: z.optional(z.enum(['error', 'oauth', 'html', 'text', 'empty'])),
    message: z.optional(z.string()),
  }),
  /** 429 although requests are left. */
  z.object({
    kind: z.literal('rateLimitStorm'),
    retryAfterS: z.optional(z.int().check(z.minimum(0))),
  }),
  /** One bill of a page is corrupted; the others are intact. */
  z.object({
    kind: z.literal('malformedBill'),
    how: z.enum(malformations),
    /** Index of the item, from 0; past the end, the last item. */
    position: z.optional(z.int().check(z.minimum(0))),
  }),
  /** The service refuses a cursor it gave out (400). */
  z.object({ kind: z.literal('refuseCursor') }),
  /** The clock is off in this answer's `Date` and `X-RateLimit-Reset`. */
  z.object({ kind: z.literal('clockOff'), offsetMs: z.int() }),
  /** The access token of the request expires at once. */
  z.object({ kind: z.literal('tokenDies') }),
  /** The page starts this many items early, so that they appear twice. */
  z.object({
    kind: z.literal('duplicateItems'),
    count: z.int().check(z.minimum(1), z.maximum(50)),
  }),
  /** The page starts this many items late, so that they never appear. */
  z.object({ kind: z.literal('missingItems'), count: z.int().check(z.minimum(1), z.maximum(50)) }),
]);
export type Fault = Readonly<z.infer<typeof faultSchema>>;
export type FaultKind = Fault['kind'];

/** Requests that meet a fault. */
const faultMatchSchema = z.object({
  method: z.optional(z.string()),
  /** A path; `*` matches any text. */
  path: z.optional(z.string()),
  /** Number of the first matching request that meets the fault, from 1. */
  nth: z.optional(z.int().check(z.minimum(1))),
  /** Number of matching requests that meet it from there on. Default: one when `nth` is given, else all. */
  times: z.optional(z.int().check(z.minimum(1))),
});
export type FaultMatch = Readonly<z.infer<typeof faultMatchSchema>>;

export const faultRuleSchema = z.object({
  match: z._default(faultMatchSchema, {}),
  fault: faultSchema,
});
export type FaultRule = Readonly<z.input<typeof faultRuleSchema>>;
