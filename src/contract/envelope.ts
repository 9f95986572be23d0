import * as z from '../base/zod.ts';

/**
 * A list response before its items are looked at (service page, *Pagination envelope*). A `meta` that is no
 * object says nothing of where the list ends: it is taken for more to come.
 */
export const envelopeSchema = z.looseObject({
  data: z.array(z.unknown()),
  meta: z.orElse(
    z.nullish(
      z.looseObject({ next_cursor: z.optional(z.unknown()), has_more: z.optional(z.unknown()) }),
    ),
    { has_more: true },
  ),
});

const MOST_CURSOR_LENGTH = 2_048;

/** A cursor that can be asked for: it is kept with every page, and travels in an address. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(MOST_CURSOR_LENGTH));

/** One page of a list, each item read on its own so that a bad one does not cost the others. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
  /** Cursor of the next page, or null at the end. */
  readonly nextCursor: string | null;
  /** The list says that there is more, and not where: this is not its end, though no cursor leads on. */
  readonly cutShort: boolean;
}

/** All that could be read of a list, page by page. */
export type WholeList<Item> = Omit<Page<Item>, 'nextCursor'>;

/** An item the schema refused, kept as it came with what was wrong with it. */
export const malformedItemSchema = z.object({
  /** The item's id when it has one. */
  id: z.nullable(z.string()),
  /** One line a field: "total_cents: expected int, received string". */
  problems: z.array(z.string()),
  /** As it came; a short text in place of what is too deep or too large to be kept. */
  raw: z.unknown(),
});
export type MalformedItem = Readonly<z.infer<typeof malformedItemSchema>>;
