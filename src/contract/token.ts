import { z } from 'zod';

/**
 * The token endpoint's success (service page, *Token response*). `expires_in` as text and a missing
 * refresh token are met in the field; both are survived, and so is any optional field of another
 * shape: only a token that cannot be used makes the answer malformed. Never leaves main.
 */
export const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().refine((type) => type.toLowerCase() === 'bearer', 'expected Bearer'),
  refresh_token: z.string().min(1).optional().catch(undefined),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
  scope: z.string().optional().catch(undefined),
  created_at: z.number().optional().catch(undefined),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;
