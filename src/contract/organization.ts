import * as z from '../base/zod.ts';
import { dropControls } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';
import { nameOf } from './party.ts';

/**
 * One organization. Its id travels in a header, which holds no other characters and loses white space at its ends.
 * The body of `GET /api/v1/me/organizations` is not shown by the service page.
 */
export const organizationSchema = z.object({
  id: itemIdSchema.check(z.regex(/^[!-~]([ -~]*[!-~])?$/, 'expected what a header can hold')),
  name: z.orElse(z.nullish(z.string().check(z.overwrite(dropControls))), null),
});
export type Organization = Readonly<z.infer<typeof organizationSchema>>;

/** The name to show; its id where it has none. */
export function organizationName({ id, name }: Organization): string {
  return nameOf({ id, name: name?.trim() ? name : null }) ?? id;
}
