import * as z from '../base/zod.ts';
import { dropControls } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/**
 * One organization. Only `id` is required; the name falls back to it (*Assumptions* of the design:
 * the body of `GET /api/v1/me/organizations` is not shown). The id travels in a header, which can hold no
 * other characters and loses white space at its ends.
 */
export const organizationSchema = z.looseObject({
  id: itemIdSchema.check(z.regex(/^[!-~]([ -~]*[!-~])?$/, 'expected what a header can hold')),
  name: z.orElse(z.nullish(z.string().check(z.overwrite(dropControls))), null),
});
export type Organization = Readonly<z.infer<typeof organizationSchema>>;

/** What to call it on screen. */
export function organizationName(organization: Organization): string {
  return organization.name?.trim() ? organization.name : organization.id;
}
