import * as z from '../base/zod.ts';
import { address, id } from './bounds.ts';

/**
 * Where the page of a bill is: an https address with `{id}` or `{number}`, neither of them in the name of the
 * host. What stands in for them is encoded, so it cannot lead to another host or, as a part of the path, out of it.
 */
export const billPageSchema = z.object({
  connectionId: id,
  address: address.check(z.refine((text) => billPageProblem(text) === null)),
});
export type BillPage = Readonly<z.infer<typeof billPageSchema>>;

/** What is wrong with an address as the user types it; null when nothing is. */
export function billPageProblem(text: string): 'notHttps' | 'noPlace' | null {
  if (!/^https:\/\/[^/?#@\\\s{}]+\//u.test(text) || !URL.canParse(text)) return 'notHttps';
  return /\{(?:id|number)\}/u.test(text) ? null : 'noPlace';
}

/** The address of one bill's page; null where the bill has nothing to name it by. */
export function billPageOf(
  { address: text }: BillPage,
  bill: { readonly billId: string; readonly billNumber: string | null },
): string | null {
  const values = { id: bill.billId, number: bill.billNumber ?? '' };
  const used = [...text.matchAll(/\{(id|number)\}/gu)].map(([, name]) => values[name as 'id']);
  // A segment of dots alone would be read as a step up.
  if (used.some((value) => /^\.*$/u.test(value))) return null;
  return text.replaceAll(/\{(id|number)\}/gu, (_all, name: 'id' | 'number') =>
    encodeURIComponent(values[name]),
  );
}
