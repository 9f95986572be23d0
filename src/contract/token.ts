import * as z from '../base/zod.ts';

/** Maximum lifetime in seconds, ten years. A longer one is a mistake, and would exceed the range of a clock. */
const MOST_LIFETIME_S = 315_360_000;

/**
 * Successful response of the token endpoint (service page, *Token response*). Real services send `expires_in` as text,
 * or no refresh token. The schema accepts both, and optional fields of other types. Only an unusable token makes the
 * response malformed. It never leaves main.
 */
export const tokenResponseSchema = z.looseObject({
  // RFC 6749 (appendix A.12) allows only these characters, which fit in a header.
  access_token: z.string().check(z.regex(/^[ -~]+$/, 'expected printable ASCII')),
  // Some services leave it out; the service page has no other type.
  token_type: z.nullish(
    z.string().check(z.refine((type) => /^(?:bearer)?$/i.test(type.trim()), 'expected Bearer')),
  ),
  refresh_token: z.orElse(z.optional(z.string().check(z.minLength(1))), undefined),
  expires_in: z.orElse(
    z.optional(z.coerce.number().check(z.positive(), z.maximum(MOST_LIFETIME_S))),
    undefined,
  ),
  scope: z.orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  created_at: z.orElse(z.optional(z.number()), undefined),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;
