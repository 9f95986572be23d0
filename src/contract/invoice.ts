import * as z from '../base/zod.ts';
import { dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/**
 * An invoice. The service page shows none of its fields, so Billfold relies only on its id and keeps the rest.
 */
export const invoiceSchema = z.catchall(
  z.object({ id: itemIdSchema }),
  z.unknown().check(z.overwrite(dropControlsDeep)),
);
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;

/** Field to sort invoices by when no column is a date. */
export const CREATED = 'created_at';
