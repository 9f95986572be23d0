import { z } from 'zod';
import { fail, succeed, type Result } from '../../base/result.ts';
import { envelopeSchema, type MalformedItem, type Page } from '../../contract/envelope.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { AnswerBody } from './answer-body.ts';

/** Items that were read, and those that could not be. */
export interface ReadItems<Item> {
  readonly items: readonly Item[];
  readonly malformed: readonly MalformedItem[];
}

/** Reads each item by itself: a malformed one is kept as such and does not cost the others. */
export function readItems<Schema extends z.ZodType>(
  schema: Schema,
  data: readonly unknown[],
): ReadItems<z.infer<Schema>> {
  const items: z.infer<Schema>[] = [];
  const malformed: MalformedItem[] = [];
  for (const raw of data) {
    const parsed = schema.safeParse(raw);
    if (parsed.success) items.push(parsed.data);
    else malformed.push({ id: idOf(raw), problems: problemsOf(parsed.error), raw });
  }
  return { items, malformed };
}

/**
 * Reads a list response (service page, *Pagination envelope*). Without `meta` it is the only page. A page
 * that says there is more, but not where, or at the cursor just asked for, would end a crawl too soon or
 * never: it is refused.
 */
export function readPage<Schema extends z.ZodType>(
  schema: Schema,
  body: AnswerBody,
  asked: { label: string; after: string | null },
): Result<Page<z.infer<Schema>>, ServiceError> {
  const malformed = (why: string): Result<never, ServiceError> =>
    fail({ kind: 'malformedResponse', technical: `${asked.label}: ${why}` });
  if (body.form !== 'json') return malformed('no JSON');
  const envelope = envelopeSchema.safeParse(body.value);
  if (!envelope.success) return malformed(`not a list: ${problemsOf(envelope.error).join('; ')}`);
  const { data, meta } = envelope.data;
  const cursor = meta?.next_cursor ?? null;
  // `has_more` decides where it is sent; a cursor alone means that there is more.
  const hasMore = meta?.has_more ?? cursor !== null;
  if (hasMore && cursor === null) return malformed('has_more without next_cursor');
  if (hasMore && cursor === asked.after) return malformed('next_cursor is the cursor asked for');
  return succeed({ ...readItems(schema, data), nextCursor: hasMore ? cursor : null });
}

const listKeys = ['data', 'organizations'] as const;

/**
 * Finds the organizations in a body that is not shown by the service page: a bare list, or one under
 * `data` (the envelope) or `organizations` (*Assumptions*).
 */
export function readBareOrWrapped<Schema extends z.ZodType>(
  schema: Schema,
  body: AnswerBody,
  label: string,
): Result<ReadItems<z.infer<Schema>>, ServiceError> {
  const list = body.form === 'json' ? listIn(body.value) : null;
  if (list !== null) return succeed(readItems(schema, list));
  return fail({ kind: 'malformedResponse', technical: `${label}: no list in the answer` });
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const wrapped = z.looseObject({}).safeParse(value);
  if (!wrapped.success) return null;
  const found = listKeys.map((key) => wrapped.data[key]).find((each) => Array.isArray(each));
  return Array.isArray(found) ? found : null;
}

const MOST_PROBLEMS = 20;

/** One line a field: "total_cents: expected int, received string". */
function problemsOf(error: z.ZodError): string[] {
  return error.issues
    .slice(0, MOST_PROBLEMS)
    .map((issue) => `${issue.path.map(String).join('.') || '(all)'}: ${issue.message}`);
}

function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null;
  return typeof raw.id === 'string' && raw.id !== '' ? raw.id : null;
}
