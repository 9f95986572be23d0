import { z } from 'zod';
import { dropControlsDeep } from '../base/controls.ts';
import { itemIdSchema } from './item-id.ts';

/** One invoice: its fields are not shown by the service page, so only an id is asked for. */
export const invoiceSchema = z
  .object({ id: itemIdSchema })
  .catchall(z.unknown().overwrite(dropControlsDeep));
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;
