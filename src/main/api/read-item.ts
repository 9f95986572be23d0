import type * as z from '../../base/zod.ts';
import { dropControlsDeep } from '../../base/controls.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { MalformedItem } from '../../contract/envelope.ts';
import { itemIdSchema } from '../../contract/item-id.ts';

/** A bill has two levels, itself and its vendor. What comes after copies and writes by recursion. */
const MOST_LEVELS = 32;

/** A bill is about a kilobyte of JSON. Each is stored, and written to the journal with its approval. */
const MOST_BYTES = 64 * 1024;

/**
 * Reads one item of the service. One the schema refuses is kept as it came; one that is too deep or too
 * large is not looked at, and only a short text about it goes on.
 */
export function readItem<Schema extends z.ZodMiniType>(
  schema: Schema,
  raw: unknown,
): Result<z.infer<Schema>, MalformedItem> {
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
  const bytes = Buffer.byteLength(JSON.stringify(raw));
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
