import * as z from '../../base/zod.ts';

/** How one bill of a page is spoilt. */
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

/** What can be made to go wrong. Each is off until asked for. */
const faultSchema = z.discriminatedUnion('kind', [
  /** The request waits before it is looked at; it is applied even when its sender has given up. */
  z.object({ kind: z.literal('latency'), delayMs: z.number().check(z.minimum(0)) }),
  /** The connection is never made. `code` is what the sender's `fetch` reports. */
  z.object({
    kind: z.literal('refuse'),
    code: z.optional(z.enum(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])),
  }),
  /** The request arrives and the connection goes; nothing is applied. */
  z.object({ kind: z.literal('dropBeforeApply'), ...dropped }),
  /** The request is applied and the connection goes; no byte of the answer is sent. */
  z.object({ kind: z.literal('dropAfterApply'), ...dropped }),
  /** Applied; the connection goes in the middle of the answer's body. */
  z.object({ kind: z.literal('truncateBody'), keepBytes: z.optional(z.int().check(z.minimum(0))) }),
  /** Applied; the answer is called something else, and is something else when `body` is given. */
  z.object({
    kind: z.literal('wrongContentType'),
    contentType: z.optional(z.string()),
    body: z.optional(z.string()),
  }),
  /** An answer of this status in place of the service's own. */
  z.object({
    kind: z.literal('status'),
    status: z.int().check(z.minimum(400), z.maximum(599)),
    /** `Retry-After` as it stands. */
    retryAfter: z.optional(z.string()),
    /** True: the request is applied before the answer goes wrong. */
    applied: z.optional(z.boolean()),
    body: z.optional(z.enum(['error', 'oauth', 'html', 'text', 'empty'])),
    /** What an error says. */
    message: z.optional(z.string()),
  }),
  /** 429 although there is quota left. */
  z.object({
    kind: z.literal('rateLimitStorm'),
    retryAfterS: z.optional(z.int().check(z.minimum(0))),
  }),
  /** One bill of a page is spoilt; the others stay. */
  z.object({
    kind: z.literal('malformedBill'),
    how: z.enum(malformations),
    /** Which item, from 0; past the end it is the last. */
    position: z.optional(z.int().check(z.minimum(0))),
  }),
  /** A cursor the service gave out is refused (400). */
  z.object({ kind: z.literal('refuseCursor') }),
  /** The service's clock is off for this answer: `Date` and `X-RateLimit-Reset`. */
  z.object({ kind: z.literal('clockOff'), offsetMs: z.int() }),
  /** The access token of the request dies on the spot. */
  z.object({ kind: z.literal('tokenDies') }),
  /** The page starts this many items early: they come twice. */
  z.object({
    kind: z.literal('duplicateItems'),
    count: z.int().check(z.minimum(1), z.maximum(50)),
  }),
  /** The page starts this many items late: they never come. */
  z.object({ kind: z.literal('missingItems'), count: z.int().check(z.minimum(1), z.maximum(50)) }),
]);
export type Fault = Readonly<z.infer<typeof faultSchema>>;
export type FaultKind = Fault['kind'];

/** Which requests a fault meets. */
const faultMatchSchema = z.object({
  method: z.optional(z.string()),
  /** A path; `*` stands for anything. */
  path: z.optional(z.string()),
  /** The first matching request it meets, from 1. */
  nth: z.optional(z.int().check(z.minimum(1))),
  /** How many matching requests it meets from there: one when `nth` is given, else all. */
  times: z.optional(z.int().check(z.minimum(1))),
});
export type FaultMatch = Readonly<z.infer<typeof faultMatchSchema>>;

export const faultRuleSchema = z.object({
  match: z._default(faultMatchSchema, {}),
  fault: faultSchema,
});
export type FaultRule = Readonly<z.input<typeof faultRuleSchema>>;
