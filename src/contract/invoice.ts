import * as z from '../base/zod.ts';
import { dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/** One invoice. The service page shows none of its fields, so only an id is relied on; the rest is as sent. */
export const invoiceSchema = z.catchall(
  z.object({ id: itemIdSchema }),
  z.unknown().check(z.overwrite(dropControlsDeep)),
);
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;

/** The field by which invoices are sorted where none of the columns is a date. */
export const CREATED = 'created_at';
