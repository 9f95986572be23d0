import * as z from '../base/zod.ts';

/** Ten years: a longer life is a mistake, and past what a clock counts in the end. */
const MOST_LIFETIME_S = 315_360_000;

/**
 * The token endpoint's success (service page, *Token response*). `expires_in` as text and a missing
 * refresh token are met in the field; both are survived, and so is any optional field of another
 * shape: only a token that cannot be used makes the answer malformed. Never leaves main.
 */
export const tokenResponseSchema = z.looseObject({
  // What a header can hold, and all that RFC 6749 (appendix A.12) allows.
  access_token: z.string().check(z.regex(/^[ -~]+$/, 'expected printable ASCII')),
  token_type: z
    .string()
    .check(z.refine((type) => type.toLowerCase() === 'bearer', 'expected Bearer')),
  refresh_token: z.orElse(z.optional(z.string().check(z.minLength(1))), undefined),
  expires_in: z.orElse(
    z.optional(z.coerce.number().check(z.positive(), z.maximum(MOST_LIFETIME_S))),
    undefined,
  ),
  scope: z.orElse(z.optional(z.string()), undefined),
  created_at: z.orElse(z.optional(z.number()), undefined),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;
