import { billStatuses, BILLS_PAGE_LIMIT } from '../../contract/bill.ts';
import type { BillStatus } from '../../contract/bill.ts';
import { decodeCursor } from '../cursor.ts';
import type { ListName } from '../cursor.ts';

/** What a list endpoint was asked for, or the first thing wrong with it. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: QueryProblem };

export interface QueryProblem {
  readonly parameter: string;
  readonly words: string;
}

/** `limit`: 1 to 50, default 25 (service page, *Limits*). */
export function readLimit(params: URLSearchParams): Reading<number> {
  const { least, most, byDefault } = BILLS_PAGE_LIMIT;
  const values = params.getAll('limit');
  const [text] = values;
  if (text === undefined) return { value: byDefault };
  const limit = values.length === 1 && /^\d+$/.test(text) ? Number(text) : NaN;
  if (limit >= least && limit <= most) return { value: limit };
  return { problem: { parameter: 'limit', words: `a whole number from ${least} to ${most}` } };
}

/** `status`: one of the five, or none for all. */
export function readStatus(params: URLSearchParams): Reading<BillStatus | null> {
  const values = params.getAll('status');
  if (values.length === 0) return { value: null };
  const status = billStatuses.find((known) => values.length === 1 && known === values[0]);
  if (status) return { value: status };
  return { problem: { parameter: 'status', words: `one of ${billStatuses.join(', ')}` } };
}

/** `after`: a cursor this list gave out. Answers with the key it stands for. */
export function readAfter(params: URLSearchParams, list: ListName): Reading<string | null> {
  const values = params.getAll('after');
  const [cursor] = values;
  if (cursor === undefined) return { value: null };
  const key = values.length === 1 ? decodeCursor(list, cursor) : null;
  if (key !== null) return { value: key };
  return { problem: { parameter: 'after', words: 'a cursor from meta.next_cursor of this list' } };
}
