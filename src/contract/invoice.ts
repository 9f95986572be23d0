import { z } from 'zod';
import { itemIdSchema } from './item-id.ts';

/** One invoice: its fields are not shown by the service page, so only an id is asked for. */
export const invoiceSchema = z.looseObject({ id: itemIdSchema });
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;
