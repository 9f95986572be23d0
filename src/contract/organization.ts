import { z } from 'zod';

/**
 * One organization. Only `id` is required; the name falls back to it (*Assumptions* of the design:
 * the body of `GET /api/v1/me/organizations` is not shown).
 */
export const organizationSchema = z.looseObject({
  id: z.string().min(1),
  name: z.string().nullish(),
});
export type Organization = Readonly<z.infer<typeof organizationSchema>>;

/** What to call it on screen. */
export function organizationName(organization: Organization): string {
  return organization.name?.trim() ? organization.name : organization.id;
}
