import { z } from 'zod';

/** One invoice: its fields are not shown by the service page, so only an id is asked for. */
export const invoiceSchema = z.looseObject({ id: z.string().min(1) });
export type Invoice = Readonly<z.infer<typeof invoiceSchema>>;
