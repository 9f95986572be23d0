import * as z from '../base/zod.ts';
import { dropControls } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';
import { nameOf } from './party.ts';

/** Id of an organization. It travels in a header, which allows only these characters and loses white space at its ends. */
export const organizationIdSchema = itemIdSchema.check(
  z.regex(/^[!-~]([ -~]*[!-~])?$/, 'expected what a header can hold'),
);

/** An organization. The service page does not show the body of `GET /api/v1/me/organizations`. */
export const organizationSchema = z.object({
  id: organizationIdSchema,
  name: z.orElse(z.nullish(z.string().check(z.overwrite(dropControls))), null),
});
export type Organization = Readonly<z.infer<typeof organizationSchema>>;

/** Name to show, or the id of an organization without a name. */
export function organizationName({ id, name }: Organization): string {
  return nameOf({ id, name: name?.trim() ? name : null }) ?? id;
}
