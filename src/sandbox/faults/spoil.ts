import { parseJson } from '../../base/parse-json.ts';
import { z } from 'zod';
import type { Malformation } from './fault.ts';

type Item = Readonly<Record<string, unknown>>;

const spoilers: Readonly<Record<Malformation, (item: Item) => unknown>> = {
  missingId: (item) => without(item, 'id'),
  textAmount: (item) => ({ ...item, total_cents: '12.50' }),
  fractionalAmount: (item) => ({ ...item, amount_due_cents: 1250.5 }),
  missingStatus: (item) => without(item, 'status'),
  missingCurrency: (item) => without(item, 'currency'),
  wrongObject: (item) => ({ ...item, object: 'invoice' }),
  nullInPlace: () => null,
  textInPlace: () => 'bill',
};

function without(item: Item, field: string): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== field));
}

const listSchema = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** A list body with one item spoilt; a body that is no list, or an empty one, stays as it is. */
export function spoilItem(body: string, how: Malformation, position = 0): string {
  const parsed = listSchema.safeParse(parseJson(body));
  if (!parsed.success || parsed.data.data.length === 0) return body;
  const at = Math.min(position, parsed.data.data.length - 1);
  const data = parsed.data.data.map((item, index) => (index === at ? spoilers[how](item) : item));
  return JSON.stringify({ ...parsed.data, data });
}
