import { z } from 'zod';

/** A list response before its items are looked at (service page, *Pagination envelope*). */
export const envelopeSchema = z.looseObject({
  data: z.array(z.unknown()),
  meta: z
    .looseObject({ next_cursor: z.string().min(1).nullish(), has_more: z.boolean().optional() })
    .optional(),
});

/** One page of a list, each item read on its own so that a bad one does not cost the others. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
  /** Cursor of the next page, or null at the end. */
  readonly nextCursor: string | null;
}

/** An item the schema refused, kept as it came with what was wrong with it. */
export const malformedItemSchema = z.object({
  /** The item's id when it has one. */
  id: z.string().nullable(),
  /** One line a field: "total_cents: expected int, received string". */
  problems: z.array(z.string()),
  raw: z.unknown(),
});
export type MalformedItem = Readonly<z.infer<typeof malformedItemSchema>>;
