import { z } from 'zod';

/**
 * The token endpoint's success (service page, *Token response*). `expires_in` as text and a missing
 * refresh token are met in the field; both are survived. Never leaves main.
 */
export const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().refine((type) => type.toLowerCase() === 'bearer', 'expected Bearer'),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().optional(),
  scope: z.string().optional(),
  created_at: z.number().optional(),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;
