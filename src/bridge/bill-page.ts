import * as z from '../base/zod.ts';
import { address, id } from './bounds.ts';

/**
 * Address of a bill's page: https, with `{id}` or `{number}` after the host name. Billfold encodes the inserted value,
 * so it cannot change the host or leave its path segment.
 */
export const billPageSchema = z.object({
  connectionId: id,
  address: address.check(z.refine((text) => billPageProblem(text) === null)),
});
export type BillPage = Readonly<z.infer<typeof billPageSchema>>;

/** Problem of an address as typed; null when there is none. */
export function billPageProblem(text: string): 'notHttps' | 'noPlace' | null {
  if (!/^https:\/\/[^/?#@\\\s{}]+\//u.test(text) || !URL.canParse(text)) return 'notHttps';
  return /\{(?:id|number)\}/u.test(text) ? null : 'noPlace';
}

/** Address of one bill's page; null when the bill lacks the value to insert. */
export function billPageOf(
  { address: text }: BillPage,
  bill: { readonly billId: string; readonly billNumber: string | null },
): string | null {
  const values = { id: bill.billId, number: bill.billNumber ?? '' };
  const used = [...text.matchAll(/\{(id|number)\}/gu)].map(([, name]) => values[name as 'id']);
  // A path segment of dots alone would mean a parent folder.
  if (used.some((value) => /^\.*$/u.test(value))) return null;
  return text.replaceAll(/\{(id|number)\}/gu, (_all, name: 'id' | 'number') =>
    encodeURIComponent(values[name]),
  );
}
