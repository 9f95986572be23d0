import * as z from '../base/zod.ts';
import { itemIdSchema } from '../contract/item-id.ts';

/** What a link to a bill begins with. */
export const LINK_SCHEME = 'billfold';
const START = `${LINK_SCHEME}://bill/`;
/** An id has 256 characters at most, and nine stand in for one. */
const MOST_CHARACTERS = START.length + 9 * 256;

/**
 * `billfold://bill/ID`, from whoever had the system open it: the id of a bill and nothing else. Each character that
 * means something in an address is encoded.
 */
export const billLinkSchema = z.pipe(
  z.pipe(
    z
      .string()
      .check(
        z.maxLength(MOST_CHARACTERS),
        z.regex(/^billfold:\/\/bill\/(?:[\w.~-]|%[\dA-Fa-f]{2})+$/),
      ),
    z.transform((link, context) => {
      try {
        return decodeURIComponent(link.slice(START.length));
      } catch {
        context.issues.push({ code: 'custom', message: 'expected whole characters', input: link });
        return z.NEVER;
      }
    }),
  ),
  itemIdSchema,
);

/** The link that shows this bill in Billfold. */
export function billLinkOf(billId: string): string {
  // Those that `encodeURIComponent` leaves end an address in the middle of a sentence.
  const encoded = encodeURIComponent(billId).replaceAll(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${START}${encoded}`;
}
