import * as z from '../../base/zod.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import {
  cursorSchema,
  envelopeSchema,
  type MalformedItem,
  type Page,
} from '../../contract/envelope.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { AnswerBody } from './answer-body.ts';
import { isErrorObject } from './approve-answer.ts';
import { problemsOf, readItem } from './read-item.ts';

/** Items that were read, and those that could not be. */
export interface ReadItems<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
}

/**
 * Reads a list response (service page, *Pagination envelope*), each item by itself: a malformed one is kept
 * as such and does not cost the others. Without `meta` it is the only page.
 */
export function readPage<Schema extends z.ZodMiniType<{ readonly id: string }>>(
  schema: Schema,
  body: AnswerBody,
  asked: { label: string; after: string | null },
): Result<Page<z.infer<Schema>>, ServiceError> {
  if (body.form !== 'json') return malformed(asked.label, 'no JSON');
  const envelope = envelopeSchema.safeParse(body.value);
  if (!envelope.success) {
    return malformed(asked.label, `not a list: ${problemsOf(envelope.error).join('; ')}`);
  }
  const { data, meta } = envelope.data;
  const read = readItems(schema, data, body.value, asked.label);
  if (!read.ok) return read;
  return succeed({ ...withoutConflicts(read.value), ...endOf(meta ?? {}, asked.after) });
}

/**
 * Where the list goes on. `has_more` decides; without it a cursor means that there is more. A list that has
 * more, but does not say where, or where we have just been, is cut short: taken for the end it would end a
 * crawl too soon, followed it would never end.
 */
function endOf(
  meta: { readonly next_cursor?: unknown; readonly has_more?: unknown },
  after: string | null,
): Pick<Page<unknown>, 'nextCursor' | 'cutShort'> {
  const { next_cursor: cursor = null, has_more: more = null } = meta;
  const isBlank = cursor === null || cursor === '';
  if (more === false || (more === null && isBlank)) return { nextCursor: null, cutShort: false };
  const usable = cursorSchema.safeParse(cursor).data ?? null;
  const nextCursor = usable === after ? null : usable;
  return { nextCursor, cutShort: nextCursor === null };
}

const listKeys = ['data', 'organizations'] as const;

/**
 * Finds the organizations in a body that is not shown by the service page: a bare list, or one under
 * `data` (the envelope) or `organizations` (*Assumptions*). What is wrapped may go on, as any list.
 */
export function readBareOrWrapped<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: AnswerBody,
  { label, after }: { label: string; after: string | null },
): Result<Page<z.infer<Schema>>, ServiceError> {
  if (body.form !== 'json') return malformed(label, 'no list in the answer');
  const list = listIn(body.value);
  if (list === null) return malformed(label, 'no list in the answer');
  const read = readItems(schema, list, body.value, label);
  const { meta } = envelopeSchema.parse({ ...Object(body.value), data: [] });
  return read.ok ? succeed({ ...read.value, ...endOf(meta ?? {}, after) }) : read;
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const wrapped = z.looseObject({}).safeParse(value);
  if (!wrapped.success) return null;
  const found = listKeys.map((key) => wrapped.data[key]).find((each) => Array.isArray(each));
  return Array.isArray(found) ? found : null;
}

/** Any real bill has 250 bytes, and no body is read that could hold more of them than this. */
const MOST_ITEMS = 20_000;

function readItems<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: readonly unknown[],
  answer: unknown,
  label: string,
): Result<ReadItems<z.infer<Schema>>, ServiceError> {
  // What is there is not all there is: taken for a list, it would sweep the rest from the mirror.
  if (isErrorObject(answer)) return malformed(label, 'a list with an error');
  if (data.length > MOST_ITEMS) return malformed(label, `${data.length} items in one page`);
  const read = data.map((raw) => readItem(schema, raw));
  return succeed({
    items: read.flatMap((item) => (item.ok ? [item.value] : [])),
    malformed: read.flatMap((item) => (item.ok ? [] : [item.error])),
  });
}

/** Of an id that comes twice, with different contents, nobody can say which is so: then none of them counts. */
function withoutConflicts<Item extends { readonly id: string }>({
  items,
  malformed: broken,
}: ReadItems<Item>): ReadItems<Item> {
  const versions = Map.groupBy(
    [...items.map((item) => ({ id: item.id, raw: item as unknown })), ...broken],
    ({ id }) => id,
  );
  const conflicts = new Map<string | null, MalformedItem>();
  for (const [id, [first, ...others]] of versions) {
    if (id === null || others.length === 0) continue;
    const text = canonicalJson(first?.raw);
    const other = others.find(({ raw }) => canonicalJson(raw) !== text);
    if (other === undefined) continue;
    conflicts.set(id, { id, problems: [CONFLICT], raw: [first?.raw, other.raw] });
  }
  return {
    items: items.filter(({ id }) => !conflicts.has(id)),
    malformed: [...broken.filter(({ id }) => !conflicts.has(id)), ...conflicts.values()],
  };
}

const CONFLICT = '(all): comes twice on this page, with different contents';

function malformed(label: string, why: string): Result<never, ServiceError> {
  return fail({ kind: 'malformedResponse', technical: `${label}: ${why}` });
}
