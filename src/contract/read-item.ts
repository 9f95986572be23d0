import * as z from '../base/zod.ts';
import { dropControlsDeep } from '../base/controls.ts';
import { fail, succeed, type Result } from '../base/result.ts';
import { itemIdSchema } from './item-id.ts';

/** A bill has two levels, itself and its vendor. The code behind this one copies and writes by recursion. */
const MOST_LEVELS = 32;

/** A bill is about a kilobyte of JSON. Each is stored, and written to the journal with its approval. */
const MOST_BYTES = 64 * 1024;

/** An item that the schema refused, saved as it came with the reasons. */
export const malformedItemSchema = z.object({
  /** The item's id when it has one. */
  id: z.nullable(z.string()),
  /** One line a field: "total_cents: expected int, received string". */
  problems: z.array(z.string()),
  /** As it came; a short text in place of an item that is too deep or too large to be saved. */
  raw: z.unknown(),
});
export type MalformedItem = Readonly<z.infer<typeof malformedItemSchema>>;

/** Reads an item of a list as the service sends it. */
export type ItemSchema<Item> = z.ZodMiniType<Item>;

/**
 * Reads one item of the service. One the schema refuses is kept as it came; one that is too deep or too
 * large is not looked at, and only a short text about it goes on.
 */
export function readItem<Item>(
  schema: ItemSchema<Item>,
  raw: unknown,
): Result<Item, MalformedItem> {
  const excess = excessOf(raw);
  if (excess !== null) return fail({ id: idOf(raw), problems: [`(all): ${excess}`], raw: excess });
  const parsed = schema.safeParse(raw);
  if (parsed.success) return succeed(parsed.data);
  return fail(dropControlsDeep({ id: idOf(raw), problems: problemsOf(parsed.error), raw }));
}

const MOST_PROBLEMS = 20;

/** One line a field: "total_cents: expected int, received string". */
export function problemsOf(error: z.core.$ZodError): string[] {
  return error.issues
    .slice(0, MOST_PROBLEMS)
    .map((issue) => `${issue.path.map(String).join('.') || '(all)'}: ${issue.message}`);
}

function excessOf(raw: unknown): string | null {
  const levels = levelsOf(raw);
  if (levels > MOST_LEVELS) return `nested ${levels.toLocaleString('en-US')} levels deep`;
  const bytes = new TextEncoder().encode(JSON.stringify(raw)).byteLength;
  return bytes > MOST_BYTES ? `larger than ${MOST_BYTES / 1024} KB` : null;
}

/** How deep a JSON value is, level by level: recursion would end where the stack does. */
function levelsOf(value: unknown): number {
  let levels = 0;
  for (let level = [value].filter(isNested); level.length > 0; levels += 1) {
    level = level.flatMap((each) => Object.values(each).filter(isNested));
  }
  return levels;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function idOf(raw: unknown): string | null {
  if (!isNested(raw) || !('id' in raw)) return null;
  return itemIdSchema.safeParse(raw.id).data ?? null;
}
