import { parseJson } from '../base/parse-json.ts';
import { createHash } from 'node:crypto';
import * as z from '../base/zod.ts';

/** The list a cursor belongs to. A cursor is valid only for its own list. */
export interface ListName {
  readonly organizationId: string;
  readonly resource: 'bills' | 'invoices';
  /** Status filter of the list; null for none. */
  readonly status: string | null;
}

/**
 * A cursor after the item with this sort key. It stores a key instead of an index, so that items added or
 * removed before it don't shift it.
 */
export function encodeCursor(list: ListName, key: string): string {
  const body = Buffer.from(JSON.stringify([...namesOf(list), key])).toString('base64url');
  return `${body}.${checksum(body)}`;
}

/** The sort key of a cursor; null when this list never gave it out. */
export function decodeCursor(list: ListName, cursor: string): string | null {
  const [body = '', sum, ...rest] = cursor.split('.');
  if (rest.length > 0 || sum !== checksum(body)) return null;
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(body, 'base64url').toString()));
  if (!parsed.success) return null;
  const names = namesOf(list);
  const belongs = names.every((name, index) => parsed.data[index] === name);
  return belongs ? parsed.data[3] : null;
}

const cursorSchema = z.tuple([z.string(), z.string(), z.nullable(z.string()), z.string()]);

function namesOf(list: ListName): [string, string, string | null] {
  return [list.organizationId, list.resource, list.status];
}

function checksum(body: string): string {
  return createHash('sha256').update(`cursor:${body}`).digest('base64url').slice(0, 10);
}
