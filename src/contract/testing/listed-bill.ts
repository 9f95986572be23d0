import type { Bill } from '../bill.ts';
import { readList } from '../lists/list.ts';
import { sentBillSchema } from '../items/sent-items.ts';

const headers = new Headers({ 'content-type': 'application/json' });

/** The first bill that a list with this body shows. */
export function listedBill(value: unknown): Bill | undefined {
  const body = { form: 'json', value } as const;
  const asked = { resource: 'bills', label: 'GET /x', quota: 'there', isCached: false } as const;
  const place = { after: null, limit: null, hasPaged: false, listsBare: null };
  const page = readList(sentBillSchema, { status: 200, body, headers }, { ...asked, ...place });
  return page.ok ? page.value.items[0] : undefined;
}
