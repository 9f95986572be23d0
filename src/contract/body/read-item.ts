import { isNested } from '../../base/is-object.ts';
import * as z from '../../base/zod.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { dropControlsDeep } from '../../base/controls.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import { sentItemIdSchema } from '../item-id.ts';
import { problemMessages } from './problem-messages.ts';

/**
 * Maximum depth of an item. A bill has two levels, itself and its vendor. Later code copies and writes items by
 * recursion.
 */
export const MAX_LEVELS = 32;

/**
 * Maximum size of an item, bytes: a bill with about a thousand line items. Most have a kilobyte. The mirror stores each
 * bill, and the journal writes it with its approval.
 */
export const MAX_ITEM_BYTES = 512 * 1024;

/** An item that the schema refused, saved as sent, with the reasons. */
export const malformedItemSchema = z.object({
  /** The item's id; null when it has none. */
  id: z.nullable(z.string()),
  /** One line per field: "total_cents: expected int, received string". */
  problems: z.array(z.string()),
  /** The item as sent, or a short text when the item is too deep or too large to save. */
  raw: z.unknown(),
});
export type MalformedItem = Readonly<z.infer<typeof malformedItemSchema>>;

/** Schema of an item as the service sends it. */
export type ItemSchema<Item> = z.ZodMiniType<Item>;

/**
 * Reads one item of the service. A refused item is saved as sent. An item that is too deep or too large is not read;
 * only a short text about it is saved.
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

const MAX_PROBLEMS = 20;

/** One line per field: "total_cents: expected int, received string". */
function problemsOf(error: z.core.$ZodError): string[] {
  return error.issues
    .slice(0, MAX_PROBLEMS)
    .map((issue) => `${issue.path.map(String).join('.') || '(all)'}: ${issue.message}`);
}

const TOO_LARGE = `larger than ${MAX_ITEM_BYTES / 1024} KB`;

/** Reason why an item, or an error's details, cannot be copied and written; null when they can. */
export function excessOf(raw: unknown): string | null {
  const levels = levelsOf(raw, MAX_ITEM_BYTES / 2);
  if (levels === Infinity) return TOO_LARGE;
  if (levels > MAX_LEVELS) return `nested ${levels.toLocaleString('en-US')} levels deep`;
  const text = JSON.stringify(raw);
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes > MAX_ITEM_BYTES) return TOO_LARGE;
  // JavaScript cannot copy a field of this name like others, so its changes would go unnoticed.
  return text.includes('"__proto__":') ? 'with a field __proto__' : null;
}

/** Whether a value is too deep for a recursive reader. */
export function isTooDeep(raw: unknown): boolean {
  return levelsOf(raw) > MAX_LEVELS;
}

/**
 * Depth of a JSON value. It goes level by level, because recursion could exhaust the stack.
 * @param maxWidth maximum values in a level. Records that refer to each other can multiply to millions
 * @returns Infinity for a wider level
 */
function levelsOf(value: unknown, maxWidth = Infinity): number {
  let levels = 0;
  for (let level = [value].filter(isNested); level.length > 0; levels += 1) {
    let width = 0;
    const next: object[] = [];
    for (const each of level) {
      const values: unknown[] = Object.values(each);
      width += values.length;
      if (width > maxWidth) return Infinity;
      for (const inner of values) if (isNested(inner)) next.push(inner);
    }
    level = next;
  }
  return levels;
}

function idOf(raw: unknown): string | null {
  if (!isNested(raw) || !('id' in raw)) return null;
  return sentItemIdSchema.safeParse(raw.id).data ?? null;
}

interface ReadItems<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
}

/**
 * Keeps each item once. Quarantines ids that occur twice with different contents: neither version is known to be true.
 */
export function withoutConflicts<Item extends { readonly id: string }>({
  items,
  malformed: broken,
}: ReadItems<Item>): ReadItems<Item> {
  const versions = Map.groupBy(
    [...items.map((item) => ({ id: item.id, raw: item as unknown })), ...broken],
    ({ id }) => id,
  );
  const conflicts = new Map<string | null, MalformedItem>();
  for (const [id, [first, ...others]] of versions) {
    if (id === null) continue;
    const text = canonicalJson(first?.raw);
    const other = others.find(({ raw }) => canonicalJson(raw) !== text);
    if (other === undefined) continue;
    conflicts.set(id, { id, problems: [CONFLICT], raw: [first?.raw, other.raw] });
  }
  const once = new Map(items.map((item) => [item.id, item])).values();
  return {
    items: [...once].filter(({ id }) => !conflicts.has(id)),
    malformed: [...broken.filter(({ id }) => !conflicts.has(id)), ...conflicts.values()],
  };
}

const CONFLICT = `(all): ${problemMessages.twice}`;
