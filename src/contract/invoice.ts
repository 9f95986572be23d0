import * as z from '../base/zod.ts';
import { dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/** One invoice: its fields are not shown by the service page, so only an id is asked for. */
export const invoiceSchema = z.catchall(
  z.object({ id: itemIdSchema }),
  z.unknown().check(z.overwrite(dropControlsDeep)),
);
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;
